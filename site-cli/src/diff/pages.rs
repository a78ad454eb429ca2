//! Which page of the one side is which of the other; pages added, moved and removed.

use super::entry::{Change, Entry, Section, folded, gathered, on, values};
use super::side::Side;
use crate::escape::{code, text};
use site_check::reading::Reading;
use site_schema::model::Content;

/// What is read before and after; none where it is not there.
pub type Pair<'a> = (Option<&'a Reading>, Option<&'a Reading>);

/// What is read on both sides, side by side.
pub struct Pairs<'a> {
    pub all: Vec<Pair<'a>>,
    /// How many pages there are after the change.
    pub every: usize,
}

impl<'a> Pairs<'a> {
    /// A page is the one at its address, or else the added one to which its redirect leads.
    pub fn new(old: &'a Side, new: &'a Side) -> Self {
        let at =
            |side: &'a Side, route: &str| side.readings.iter().find(|page| page.route == route);
        let before = old.readings.iter().map(|page| {
            let moved_to = || {
                let to = leads_to(&new.content, &page.route)??.split('#').next()?;
                at(new, to).filter(|page| at(old, &page.route).is_none())
            };
            (Some(page), at(new, &page.route).or_else(moved_to))
        });
        let mut all: Vec<Pair> = before.collect();
        for page in &new.readings {
            let is_page = |other: &Reading| other.route == page.route;
            if !all.iter().any(|(_, known)| known.is_some_and(is_page)) {
                all.push((None, Some(page)));
            }
        }
        let every = new.content.routes().count();
        Self { all, every }
    }

    /// What differs in what is read on both sides, each once with all its pages.
    pub fn changes(&self, differing: impl Fn(&Reading, &Reading) -> Vec<Change>) -> Vec<Change> {
        let both = self.all.iter().filter_map(|(old, new)| old.zip(*new));
        gathered(both.flat_map(|(old, new)| on(&new.pages, differing(old, new))))
    }
}

/// Pages and redirects that are not as they were.
pub fn sections(pairs: &Pairs, old: &Content, new: &Content) -> [Section; 4] {
    let about = |page: &Reading| format!("“{}”, {}", text(&page.title), code(&page.route));
    let (mut added, mut moved, mut removed) = (Vec::new(), Vec::new(), Vec::new());
    for pair in &pairs.all {
        match pair {
            (None, Some(page)) => added.push(Entry {
                below: words_and_links(page),
                ..Entry::new(about(page))
            }),
            (Some(old), Some(new)) if old.route != new.route => {
                let (about, to) = (about(old), code(&new.route));
                let line = format!("{about} → {to}, with a redirect from the old address");
                moved.push(Entry::new(line));
            }
            (Some(page), None) => {
                let fate = match leads_to(new, &page.route) {
                    Some(Some(to)) => format!("its address leads to {}", code(to)),
                    Some(None) => "its address says that it is gone for good".to_owned(),
                    None => "**nothing answers at its address any more**".to_owned(),
                };
                removed.push(Entry::new(format!("{}; {fate}", about(page))));
            }
            _ => {}
        }
    }
    let redirects = values(&redirects(old), &redirects(new));
    [
        Section::new("Pages added", added).counting("added page"),
        Section::new("Pages moved", moved)
            .counting("moved page")
            .unseen(),
        Section::new("Pages removed", removed).counting("removed page"),
        Section::new("Redirects", redirects).counting("redirect"),
    ]
}

fn words_and_links(page: &Reading) -> Vec<String> {
    let lines = page.lines.iter().map(|line| format!("> {}", text(line)));
    let lines: Vec<String> = lines.collect();
    let mut below = vec![folded("All that it says", &lines.join("\n>\n"))];
    let leaving = page.links.iter().filter(|link| link.href.contains("://"));
    let leaving = leaving.map(|link| format!("- “{}” → {}", text(&link.label), code(&link.href)));
    let leaving: Vec<String> = leaving.collect();
    if !leaving.is_empty() {
        below.push(folded("Its links to other sites", &leaving.join("\n")));
    }
    below
}

/// Where an address leads, if there is a redirect from it: nowhere where it says that the page is gone.
fn leads_to<'c>(content: &'c Content, route: &str) -> Option<Option<&'c str>> {
    let mut redirects = content.redirects.iter();
    let redirect = redirects.find(|redirect| redirect.from == route)?;
    Some(redirect.to.as_ref().map(|to| &*to.0.href))
}

/// Where each old address leads.
fn redirects(content: &Content) -> Vec<(String, String)> {
    let redirects = content.redirects.iter().map(|redirect| {
        let to = redirect.to.as_ref();
        let to = to.map_or("gone for good", |to| &*to.0.href);
        (format!("from {}", redirect.from), to.to_owned())
    });
    redirects.collect()
}
