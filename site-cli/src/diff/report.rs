//! All that differs, as programs read it. Its JSON Schema is schemas/diff.schema.json.

use super::disclaimers::{self, DisclaimerChange};
use super::facts::{self, FactChange};
use super::fees::{self, ScheduleChange};
use super::links::{self, LinkChange};
use super::pages::{self, PageChanges, Pairs, RedirectChange};
use super::pictures::{self, PictureChange};
use super::screenshots::Screenshots;
use super::side::Side;
use super::spread::{Spread, ValueChange, values};
use super::text::{self, TextChange};
use schemars::JsonSchema;
use serde::Serialize;
use site_check::reading::{Reading, settings};
use std::collections::BTreeSet;

/// The version of this shape; another number means that a field has gone or
/// means something else.
pub const VERSION: u32 = 2;

/// What a change of the content means to those who read the site.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DiffReport {
    /// The version of this shape: 2. Fields may be added to it without another number.
    pub version: u32,
    /// The whole in a sentence or two.
    pub summary: String,
    /// Whether a visitor can see anything of it.
    pub visible: bool,
    pub base: Compared,
    pub head: Compared,
    /// What the law or the firm has pages say.
    pub disclaimers: Vec<DisclaimerChange>,
    /// The fee schedules, with what they charge on a set of portfolios.
    pub fees: Vec<ScheduleChange>,
    /// The agreement's terms and what the tax firm charges.
    pub terms: Vec<ValueChange>,
    /// content/facts.toml, entry by entry.
    pub facts: Vec<FactChange>,
    /// The firms' names, the phone number and the like, each stated once in content/site.toml.
    pub details: Vec<ValueChange>,
    pub pages: PageChanges,
    pub redirects: Vec<RedirectChange>,
    /// What visitors read differently, grouped by what is different.
    pub text: Vec<TextChange>,
    pub links: Vec<LinkChange>,
    /// What search engines and networks are told: titles, descriptions, structured data.
    pub search: Vec<SearchChange>,
    pub pictures: Vec<PictureChange>,
    /// Icons and anchors.
    pub marks: Vec<Spread>,
    /// What no page shows.
    pub settings: Vec<ValueChange>,
    /// Pictures of the pages that look different, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub screenshots: Option<Screenshots>,
}

/// One side of the comparison.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Compared {
    /// How it was asked for.
    pub name: String,
    /// None for files as they stand.
    pub commit: Option<String>,
}

/// What search engines are told differently of some pages.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SearchChange {
    /// What it is, such as title or description.
    pub name: String,
    #[serde(flatten)]
    pub change: Spread,
}

impl DiffReport {
    pub fn new(base: &Side, head: &Side) -> Self {
        let (old, new) = (&base.compiled, &head.compiled);
        let pairs = Pairs::new(old, new);
        let mut report = Self {
            version: VERSION,
            summary: String::new(),
            visible: false,
            base: Compared::of(base),
            head: Compared::of(head),
            disclaimers: disclaimers::changes(old, new, &pairs),
            fees: fees::schedules(&old.content.fees, &new.content.fees),
            terms: fees::terms(&old.content.fees, &new.content.fees),
            facts: facts::facts(base, head),
            details: facts::details(base, head),
            pages: pages::changes(&pairs),
            redirects: pages::redirects(&old.content, &new.content),
            text: text::changes(&pairs.both),
            links: links::changes(&pairs.both),
            search: search(&pairs.both),
            pictures: pictures::changes(base, head, new, &pairs.both),
            marks: marks(&pairs.both),
            settings: values(&settings(&old.content), &settings(&new.content)),
            screenshots: None,
        };
        report.visible = report.is_visible();
        report.summary = report.summed_up();
        report
    }

    fn is_visible(&self) -> bool {
        let pages = &self.pages;
        !(self.disclaimers.is_empty()
            && self.fees.iter().all(|fee| fee.values.is_empty())
            && self.text.is_empty()
            && self.links.is_empty()
            && self.search.is_empty()
            && self.pictures.iter().all(|picture| picture.pages.is_empty())
            && self.marks.is_empty()
            && self.redirects.is_empty()
            && pages.added.is_empty()
            && pages.moved.is_empty()
            && pages.removed.is_empty())
    }

    /// The pages on which anything that is read differs.
    fn changed_pages(&self) -> usize {
        let text = self.text.iter().flat_map(|change| &change.pages);
        let links = self.links.iter().flat_map(|change| &change.pages);
        let pictures = self.pictures.iter().flat_map(|change| &change.pages);
        let marks = self.marks.iter().flat_map(|change| &change.pages);
        let pages: BTreeSet<&String> = text.chain(links).chain(pictures).chain(marks).collect();
        pages.len()
    }

    fn summed_up(&self) -> String {
        let lost = self.pages.removed.iter().filter(|page| page.is_lost());
        let counts = [
            (self.disclaimers.len(), "disclaimer", "disclaimers"),
            (self.fees.len(), "fee schedule", "fee schedules"),
            (
                self.terms.len(),
                "term or tax service",
                "terms or tax services",
            ),
            (self.facts.len(), "fact", "facts"),
            (
                self.details.len(),
                "detail of the firms",
                "details of the firms",
            ),
            (self.pages.added.len(), "page added", "pages added"),
            (self.pages.moved.len(), "page moved", "pages moved"),
            (self.pages.removed.len(), "page removed", "pages removed"),
            (self.redirects.len(), "redirect", "redirects"),
            (self.settings.len(), "setting", "settings"),
        ];
        let mut parts: Vec<String> = counts
            .into_iter()
            .filter(|(count, ..)| *count > 0)
            .map(|(count, one, more)| format!("{count} {}", if count == 1 { one } else { more }))
            .collect();
        match self.changed_pages() {
            0 => {}
            1 => parts.push("what visitors meet on 1 page".to_owned()),
            count => parts.push(format!("what visitors meet on {count} pages")),
        }
        if !self.search.is_empty() {
            parts.push("what search engines are told".to_owned());
        }
        let listed = match parts.split_last() {
            None => String::new(),
            Some((only, [])) => only.clone(),
            Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        };
        let mut out = match (self.visible, listed.is_empty()) {
            (false, true) => "Nothing that a visitor can see changes.".to_owned(),
            (false, false) => {
                format!("Nothing that a visitor can see changes. Changed behind it: {listed}.")
            }
            (true, _) => format!("Changed: {listed}."),
        };
        match lost.count() {
            0 => {}
            1 => out += " One page is removed without a redirect!",
            count => out += &format!(" {count} pages are removed without a redirect!"),
        }
        out
    }
}

impl Compared {
    fn of(side: &Side) -> Self {
        Self {
            name: side.name.clone(),
            commit: side.commit.clone(),
        }
    }
}

fn search(pairs: &[(&Reading, &Reading)]) -> Vec<SearchChange> {
    let mut names = Vec::new();
    for (old, new) in pairs {
        for (name, _) in old.search.iter().chain(&new.search) {
            if !names.contains(name) {
                names.push(*name);
            }
        }
    }
    let of = |reading: &Reading, name: &str| {
        let mut told = reading.search.iter();
        told.find(|(known, _)| *known == name)
            .map(|(_, value)| value.clone())
    };
    names
        .into_iter()
        .flat_map(|name| {
            let differing = pairs.iter().filter_map(|(old, new)| {
                let (before, after) = (of(old, name), of(new, name));
                (before != after).then(|| (before, after, new.route.clone()))
            });
            Spread::gathered(differing)
                .into_iter()
                .map(|change| SearchChange {
                    name: name.to_owned(),
                    change,
                })
        })
        .collect()
}

fn marks(pairs: &[(&Reading, &Reading)]) -> Vec<Spread> {
    let differing = pairs.iter().flat_map(|(old, new)| {
        let (gone, come) = spread_lists(&old.marks, &new.marks);
        let route = &new.route;
        let gone = gone
            .into_iter()
            .map(|mark| (Some(mark), None, route.clone()));
        let come = come
            .into_iter()
            .map(|mark| (None, Some(mark), route.clone()));
        gone.chain(come).collect::<Vec<_>>()
    });
    Spread::gathered(differing)
}

/// What the one list has and the other has not, each as often as it is there.
pub fn spread_lists<T: Ord + Clone>(old: &[T], new: &[T]) -> (Vec<T>, Vec<T>) {
    let mut come: Vec<T> = new.to_vec();
    let mut gone = Vec::new();
    for thing in old {
        match come.iter().position(|other| other == thing) {
            Some(at) => {
                come.remove(at);
            }
            None => gone.push(thing.clone()),
        }
    }
    (gone, come)
}
