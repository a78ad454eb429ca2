//! Which page of the one side is which of the other; pages added, moved and removed.

use super::change::{Change, apart, gathered, values};
use super::escape::{code, text};
use super::markdown::{folded, item};
use super::section::Section;
use super::side::Side;
use site_check::reading::Reading;
use site_schema::model::Content;

/// What is read on both sides, side by side.
pub struct Pairs<'a> {
    /// What is there before and after, pages perhaps under another path.
    pub both: Vec<(&'a Reading, &'a Reading)>,
    pub added: Vec<&'a Reading>,
    /// The pages under another path, to which a redirect leads from the old one.
    moved: Vec<(&'a Reading, &'a Reading)>,
    /// Each with what a visitor finds at its address.
    pub removed: Vec<(&'a Reading, Fate)>,
    /// How many pages there are after the change.
    pub every: usize,
}

/// What a visitor finds at the address of a removed page.
pub enum Fate {
    /// A redirect leads to another page.
    Redirected(String),
    /// It is said to be gone for good.
    Gone,
    /// Nothing: the address is lost. The page that seems to have taken its place.
    Lost(Option<String>),
}

impl<'a> Pairs<'a> {
    pub fn new(old: &'a Side, new: &'a Side) -> Self {
        let at =
            |side: &'a Side, route: &str| side.readings.iter().find(|page| page.route == route);
        let mut pairs = Self {
            both: Vec::new(),
            added: new.readings.iter().collect(),
            moved: Vec::new(),
            removed: Vec::new(),
            every: new.content.routes().count(),
        };
        pairs.added.retain(|page| at(old, &page.route).is_none());
        for page in &old.readings {
            if let Some(same) = at(new, &page.route) {
                pairs.both.push((page, same));
                continue;
            }
            let mut redirects = new.content.redirects.iter();
            let redirect = redirects.find(|redirect| redirect.from == page.route);
            let target = redirect.map(|redirect| redirect.to.as_ref().map(|to| &*to.0.href));
            let place = match target {
                Some(Some(to)) => {
                    let path = to.split('#').next();
                    pairs.added.iter().position(|new| Some(&*new.route) == path)
                }
                Some(None) => None,
                None => likely(page, &pairs.added, old, new),
            };
            let other = place.map(|place| pairs.added.remove(place));
            pairs.both.extend(other.map(|other| (page, other)));
            let fate = match (target, other) {
                (Some(Some(_)), Some(other)) => {
                    pairs.moved.push((page, other));
                    continue;
                }
                (Some(Some(to)), None) => Fate::Redirected(to.to_owned()),
                (Some(None), _) => Fate::Gone,
                (None, other) => Fate::Lost(other.map(|other| other.route.clone())),
            };
            pairs.removed.push((page, fate));
        }
        pairs
    }

    /// What is read on both sides, or on one of them.
    pub fn all(&self) -> impl Iterator<Item = (Option<&'a Reading>, Option<&'a Reading>)> {
        let both = self.both.iter().map(|(old, new)| (Some(*old), Some(*new)));
        let added = self.added.iter().map(|new| (None, Some(*new)));
        // Of a page that seems to have moved, both sides are known.
        let removed = self.removed.iter();
        let removed = removed.filter(|(_, fate)| !matches!(fate, Fate::Lost(Some(_))));
        both.chain(added)
            .chain(removed.map(|(old, _)| (Some(*old), None)))
    }

    /// The pages whose addresses answer nothing any more, with what to do.
    pub fn lost(&self) -> Vec<String> {
        let lost = self.removed.iter().filter_map(|(page, fate)| match fate {
            Fate::Lost(seems_moved_to) => Some(caution(page, seems_moved_to.as_deref())),
            _ => None,
        });
        lost.collect()
    }

    /// What differs in what is read on both sides, each once with all its pages.
    pub fn changes(&self, differing: impl Fn(&Reading, &Reading) -> Vec<Change>) -> Vec<Change> {
        gathered(self.both.iter().flat_map(|(old, new)| {
            let changes = differing(old, new).into_iter();
            changes.map(|change| change.on(&new.pages))
        }))
    }
}

/// The added page that seems to be a removed one: the article with its number,
/// or the page with its title or most of its lines.
fn likely(page: &Reading, added: &[&Reading], old: &Side, new: &Side) -> Option<usize> {
    let number = |content: &Content, route: &str| {
        let mut articles = content.articles.iter();
        let article = articles.find(|article| article.route == route);
        article.map(|article| article.matter.id)
    };
    let id = number(&old.content, &page.route);
    let same_number = |other: &&Reading| id.is_some() && number(&new.content, &other.route) == id;
    let same_lines = |other: &&Reading| {
        let (gone, _) = apart(&page.lines, &other.lines);
        other.title == page.title || gone.len() * 4 < page.lines.len()
    };
    let same = added.iter().position(same_number);
    same.or_else(|| added.iter().position(same_lines))
}

fn caution(page: &Reading, seems_moved_to: Option<&str>) -> String {
    let path = code(&page.route);
    let (seems, entry) = match seems_moved_to {
        Some(to) => (
            format!(" It seems to have moved to {}.", code(to)),
            format!("`to = \"{}\"`", to.replace(['`', '"', '\n'], "")),
        ),
        None => (
            String::new(),
            "`to = \"/the-page-that-takes-its-place\"` (or `gone = true`)".to_owned(),
        ),
    };
    format!(
        "> [!CAUTION]\n> **REMOVED WITHOUT A REDIRECT: {path}** (“{}”). Every link and bookmark to it will fail.{seems} Add an entry to `content/redirects.toml` with `from` = {path} and {entry}.\n",
        text(&page.title)
    )
}

/// Pages and redirects that are not as they were.
pub fn section(pairs: &Pairs, old: &Content, new: &Content) -> Section {
    let page = |page: &Reading| format!("“{}”, {}", text(&page.title), code(&page.route));
    let removed = pairs.removed.iter().filter_map(|(gone, fate)| {
        let fate = match fate {
            Fate::Redirected(to) => format!("its address leads to {}", code(to)),
            Fate::Gone => "its address says that it is gone for good".to_owned(),
            Fate::Lost(_) => return None,
        };
        Some(format!("- **Removed**: {}; {fate}", page(gone)))
    });
    let moved = pairs.moved.iter().map(|(old, new)| {
        let to = code(&new.route);
        format!(
            "- **Moved**: {} → {to}, with a redirect from the old address",
            page(old)
        )
    });
    let added = pairs.added.iter().map(|new| added(&page(new), new));
    let redirects = values(&redirects(old), &redirects(new));
    let entries = removed.chain(moved).chain(added);
    let entries = entries.chain(redirects.iter().map(|redirect| redirect.entry(0)));
    Section {
        counts: vec![
            (pairs.added.len(), "page added", "pages added"),
            (pairs.moved.len(), "page moved", "pages moved"),
            (pairs.removed.len(), "page removed", "pages removed"),
            (redirects.len(), "redirect", "redirects"),
        ],
        is_visible: !(pairs.added.is_empty() && pairs.removed.is_empty() && redirects.is_empty()),
        ..Section::of("Pages", entries)
    }
}

fn added(about: &str, page: &Reading) -> String {
    let lines = page.lines.iter().map(|line| format!("> {}", text(line)));
    let lines: Vec<String> = lines.collect();
    let mut below = vec![folded("All that it says", &lines.join("\n>\n"))];
    let leaving = page.links.iter().filter(|link| link.href.contains("://"));
    let leaving = leaving.map(|link| format!("- “{}” → {}", text(&link.label), code(&link.href)));
    let leaving: Vec<String> = leaving.collect();
    if !leaving.is_empty() {
        below.push(folded("Its links to other sites", &leaving.join("\n")));
    }
    item(&format!("**Added**: {about}"), &below)
}

/// Where each old address leads.
fn redirects(content: &Content) -> Vec<(String, String)> {
    let redirects = content.redirects.iter().map(|redirect| {
        let to = redirect.to.as_ref();
        let to = to.map_or("gone for good", |to| &*to.0.href);
        (format!("Redirect from {}", redirect.from), to.to_owned())
    });
    redirects.collect()
}
