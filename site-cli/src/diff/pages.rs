//! Which page of the one side is which of the other; pages added, moved and removed.

use super::report::spread_lists;
use super::side::Compiled;
use super::spread::ValueChange;
use schemars::JsonSchema;
use serde::Serialize;
use site_check::reading::{ReadLink, Reading};
use site_schema::model::{Content, Redirect};
use std::collections::BTreeMap;

/// The pages of both sides, side by side.
pub struct Pairs<'a> {
    /// A page before and after, perhaps under another path.
    pub both: Vec<(&'a Reading, &'a Reading)>,
    pub added: Vec<&'a Reading>,
    removed: Vec<Removed<'a>>,
    moved: Vec<MovedPage>,
    new: &'a Compiled,
}

struct Removed<'a> {
    reading: &'a Reading,
    fate: Fate,
}

/// What a visitor finds at the address of a removed page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Fate {
    /// A redirect leads to another page.
    Redirected { to: String },
    /// It is said to be gone for good.
    Gone,
    /// Nothing: the address is lost.
    Lost {
        /// The page that seems to have taken its place.
        seems_moved_to: Option<String>,
    },
}

/// Pages added, moved and removed.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct PageChanges {
    /// The pages that are on both sides.
    pub compared: usize,
    pub added: Vec<AddedPage>,
    /// Pages under another path, to which a redirect leads from the old one.
    pub moved: Vec<MovedPage>,
    pub removed: Vec<RemovedPage>,
}

/// A page that was not there.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AddedPage {
    pub path: String,
    pub title: String,
    /// What it says, without what stands on every page.
    pub text: Vec<String>,
    /// Its links to other sites.
    pub links: Vec<Target>,
}

/// A link of an added page.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Target {
    pub label: String,
    pub href: String,
}

/// A page under another path.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct MovedPage {
    pub from: String,
    pub to: String,
    pub title: String,
}

/// A page that is no longer there.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RemovedPage {
    pub path: String,
    pub title: String,
    pub fate: Fate,
}

/// A redirect that is not as it was: from the path in its name.
pub type RedirectChange = ValueChange;

impl RemovedPage {
    /// Whether its address now answers nothing.
    pub fn is_lost(&self) -> bool {
        matches!(self.fate, Fate::Lost { .. })
    }
}

impl<'a> Pairs<'a> {
    pub fn new(old: &'a Compiled, new: &'a Compiled) -> Self {
        let before: BTreeMap<&str, &Reading> = by_route(old);
        let after: BTreeMap<&str, &Reading> = by_route(new);
        let mut added: Vec<&Reading> = new
            .readings
            .iter()
            .filter(|page| !before.contains_key(&*page.route))
            .collect();
        let mut pairs = Self {
            both: Vec::new(),
            added: Vec::new(),
            removed: Vec::new(),
            moved: Vec::new(),
            new,
        };
        for page in &old.readings {
            if let Some(same) = after.get(&*page.route) {
                pairs.both.push((page, same));
                continue;
            }
            let redirect = new.content.redirects.iter().find(|r| r.from == page.route);
            let target = redirect.and_then(target);
            let moved_to = target
                .as_deref()
                .map(|target| target.split('#').next().unwrap_or_default());
            let place = match moved_to {
                Some(path) => added.iter().position(|new| new.route == path),
                None if redirect.is_none() => likely(page, &added, old, new),
                None => None,
            };
            let other = place.map(|place| added.remove(place));
            let seems_moved_to = other.map(|other| other.route.clone());
            pairs.both.extend(other.map(|other| (page, other)));
            let fate = match (redirect, target, other) {
                (Some(_), Some(_), Some(other)) => {
                    pairs.moved.push(MovedPage {
                        from: page.route.clone(),
                        to: other.route.clone(),
                        title: other.title.clone(),
                    });
                    continue;
                }
                (Some(_), Some(to), None) => Fate::Redirected { to },
                (Some(_), None, _) => Fate::Gone,
                (None, ..) => Fate::Lost { seems_moved_to },
            };
            pairs.removed.push(Removed {
                reading: page,
                fate,
            });
        }
        pairs.added = added;
        pairs
    }

    /// The path that a page of the old side has on the new one.
    pub fn path_after<'p>(&'p self, path: &'p str) -> &'p str {
        let mut both = self.both.iter();
        both.find(|(old, _)| old.route == path)
            .map_or(path, |(_, new)| &new.route)
    }
}

fn by_route(side: &Compiled) -> BTreeMap<&str, &Reading> {
    let pages = side.readings.iter();
    pages.map(|page| (&*page.route, page)).collect()
}

/// The added page that seems to be a removed one: the article with its number,
/// or the page with its title or most of its lines.
fn likely(page: &Reading, added: &[&Reading], old: &Compiled, new: &Compiled) -> Option<usize> {
    let number = |content: &Content, route: &str| {
        let mut articles = content.articles.iter();
        articles
            .find(|article| article.route == route)
            .map(|article| article.matter.id)
    };
    let id = number(&old.content, &page.route);
    let same_number = |other: &&Reading| id.is_some() && number(&new.content, &other.route) == id;
    let same_lines = |other: &&Reading| {
        let (gone, _) = spread_lists(&page.lines, &other.lines);
        other.title == page.title || gone.len() * 4 < page.lines.len()
    };
    added
        .iter()
        .position(same_number)
        .or_else(|| added.iter().position(same_lines))
}

fn target(redirect: &Redirect) -> Option<String> {
    redirect.to.as_ref().map(|to| to.0.href.to_string())
}

pub fn changes(pairs: &Pairs) -> PageChanges {
    // What stands on most pages says nothing about one of them.
    let shared = |line: &String| {
        let pages = &pairs.new.readings;
        pages.len() > 3 && pages.iter().all(|page| page.lines.contains(line))
    };
    let shared_link = |link: &ReadLink| {
        let pages = &pairs.new.readings;
        pages.len() > 3 && pages.iter().all(|page| page.links.contains(link))
    };
    let added = pairs.added.iter().map(|page| AddedPage {
        path: page.route.clone(),
        title: page.title.clone(),
        text: page
            .lines
            .iter()
            .filter(|line| !shared(line))
            .cloned()
            .collect(),
        links: page
            .links
            .iter()
            .filter(|link| link.href.contains("://") && !shared_link(link))
            .map(|link| Target {
                label: link.label.clone(),
                href: link.href.clone(),
            })
            .collect(),
    });
    let removed = pairs.removed.iter().map(|removed| RemovedPage {
        path: removed.reading.route.clone(),
        title: removed.reading.title.clone(),
        fate: removed.fate.clone(),
    });
    PageChanges {
        compared: pairs.both.len(),
        added: added.collect(),
        moved: pairs.moved.clone(),
        removed: removed.collect(),
    }
}

/// The redirects that are not as they were.
pub fn redirects(old: &Content, new: &Content) -> Vec<RedirectChange> {
    let list = |content: &Content| {
        let redirects = content.redirects.iter().map(|redirect| {
            let to = target(redirect).unwrap_or_else(|| "gone for good".to_owned());
            (redirect.from.to_string(), to)
        });
        redirects.collect::<Vec<_>>()
    };
    super::spread::values(&list(old), &list(new))
}
