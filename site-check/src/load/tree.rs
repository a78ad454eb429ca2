//! What the files of a content folder together define.

use super::file::{File, FileKind};
use super::history::History;
use super::read::{Folder, Stray, kind, parse};
use jiff::Timestamp;
use jiff::civil::Date;
use serde::Deserialize;
use serde_json::Value;
use site_schema::fees::grouped;
use site_schema::model::{FeeSchedule, date_in};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::OnceLock;

/// A content folder as it was read: its files and what they define.
#[derive(Debug)]
pub struct Tree {
    /// By path.
    pub files: Vec<File>,
    /// Paths below `content/images`.
    pub images: BTreeSet<String>,
    pub strays: Vec<Stray>,
    /// What each fact token stands for.
    pub tokens: BTreeMap<String, String>,
    /// The anchors of every route; none where they are not known for sure.
    pub routes: BTreeMap<String, Option<BTreeSet<String>>>,
    /// The routes that no build has yet.
    pub drafts: BTreeSet<String>,
    /// Whether all files that define facts and names could be read to the end.
    pub definitions_are_whole: bool,
    /// The day of the check; none in a build.
    pub today: Option<Date>,
    /// What is known of the content's past.
    pub history: History,
    /// The hosts that content links to with https://, gathered when first asked for.
    hosts: OnceLock<HashSet<String>>,
}

/// The name of a fee schedule, and the schedule as its type, where it is one.
pub type ReadSchedule<'a> = (&'a str, serde_json::Result<FeeSchedule>);

impl Tree {
    pub fn new(folder: Folder) -> Self {
        let mut tree = Self {
            definitions_are_whole: false,
            files: folder.files,
            images: folder.images.into_iter().collect(),
            strays: folder.strays,
            tokens: BTreeMap::new(),
            routes: BTreeMap::new(),
            drafts: BTreeSet::new(),
            today: None,
            history: History::default(),
            hosts: OnceLock::new(),
        };
        tree.define();
        tree
    }

    /// The route that a page or an article has today whose file stood at an
    /// address before.
    pub fn renamed_to(&self, address: &str) -> Option<String> {
        let below = address.trim_matches('/');
        let article = below.strip_prefix("blog/");
        let files = article
            .map(|slug| format!("content/articles/{slug}.mdx"))
            .into_iter()
            .chain([
                format!("content/pages/{below}.toml"),
                format!("content/pages/{below}/index.toml"),
            ]);
        files.into_iter().find_map(|file| {
            let mut path = self.history.renames.get(&file)?;
            for _ in 0..self.history.renames.len() {
                if self.files.iter().any(|file| file.path == *path) {
                    break;
                }
                path = self.history.renames.get(path)?;
            }
            let route = kind(path.strip_prefix("content/")?)
                .as_ref()
                .and_then(FileKind::route)?;
            (self.is_published(&route) && route != address).then_some(route)
        })
    }

    /// Adds a file, or with no text takes one away. What the files together
    /// define stays as it was until [`Self::define`].
    pub fn put(&mut self, path: &str, text: Option<&str>) {
        self.files.retain(|file| file.path != path);
        let kind = path.strip_prefix("content/").and_then(kind);
        if let (Some(kind), Some(text)) = (kind, text) {
            let at = self.files.partition_point(|file| file.path.as_str() < path);
            let file = parse(path.to_owned(), kind, text.to_owned());
            self.files.insert(at, file);
        }
    }

    /// Gathers what the files together define.
    pub fn define(&mut self) {
        let defining = [FileKind::Site, FileKind::Fees, FileKind::Facts];
        self.definitions_are_whole = defining
            .iter()
            .all(|kind| self.file(kind).is_some_and(File::is_whole));
        self.hosts = OnceLock::new();
        self.tokens = self.defined_tokens();
        self.routes = self
            .files
            .iter()
            .filter_map(|file| Some((file.route()?, anchors(file))))
            .collect();
        let drafts = self.files.iter().filter(|file| file.is_draft());
        self.drafts = drafts.filter_map(File::route).collect();
        // A file that can't be read is reported itself, and no link to it.
        let unread = self
            .strays
            .iter()
            .filter_map(|stray| stray.kind.as_ref()?.route());
        for route in unread.collect::<Vec<_>>() {
            self.routes.entry(route).or_insert(None);
        }
    }

    /// The one file of a kind, where it stands.
    pub fn file(&self, kind: &FileKind) -> Option<&File> {
        let is_it = |file: &&File| file.kind == *kind;
        match kind.path() {
            Some(path) => {
                let at = self.files.partition_point(|file| file.path.as_str() < path);
                self.files.get(at).filter(is_it)
            }
            None => self.files.iter().find(is_it),
        }
    }

    /// The value at a pointer of the one file of a kind.
    pub fn value(&self, kind: &FileKind, pointer: &str) -> Option<&Value> {
        self.file(kind)?.document.value.pointer(pointer)
    }

    /// The keys of the table at a pointer of the one file of a kind.
    pub fn keys(&self, kind: &FileKind, pointer: &str) -> Vec<&str> {
        let table = self.value(kind, pointer).and_then(Value::as_object);
        table.map_or_else(Vec::new, |table| table.keys().map(String::as_str).collect())
    }

    /// The web address of a link named in `content/site.toml`.
    pub fn external(&self, name: &str) -> Option<&str> {
        self.value(&FileKind::Site, "/external")?
            .get(name)?
            .get("href")?
            .as_str()
    }

    /// Whether content links to a host with https:// somewhere.
    pub fn is_known_host(&self, host: &str) -> bool {
        let hosts = self.hosts.get_or_init(|| {
            let texts = self.files.iter().map(|file| &*file.text);
            texts
                .flat_map(|text| text.split("https://").skip(1))
                .map(|rest| {
                    let inside =
                        |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | ':' | '@');
                    rest[..rest.find(|c| !inside(c)).unwrap_or(rest.len())].to_lowercase()
                })
                .collect()
        });
        !host.is_empty() && hosts.contains(&host.to_lowercase())
    }

    /// Whether a page or an article answers at a path, or will once it is no draft.
    pub fn is_route(&self, path: &str) -> bool {
        path != site_schema::NOT_FOUND_ROUTE && self.routes.contains_key(path)
    }

    /// Whether visitors find a page or an article at a path.
    pub fn is_published(&self, path: &str) -> bool {
        self.is_route(path) && !self.drafts.contains(path)
    }

    /// The fee schedules in which nothing departs from their schema, by name, with
    /// the file they stand in. Each has the type, or a rule must say that it has not.
    pub fn fee_schedules(&self) -> Option<(&File, Vec<ReadSchedule<'_>>)> {
        let file = self.file(&FileKind::Fees)?;
        let schedules = file.document.value.get("schedules")?.as_object()?;
        let fits = |name: &str| {
            let pointer = format!("/schedules/{name}");
            let within = |found: &str| {
                let rest = found.strip_prefix(&pointer);
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            };
            !file.violations.iter().any(|found| within(&found.pointer))
        };
        let typed = schedules
            .iter()
            .filter(|(name, _)| fits(name))
            .map(|(name, value)| (name.as_str(), FeeSchedule::deserialize(value)));
        Some((file, typed.collect()))
    }

    /// The fee schedules whose tiers cover every amount once, likewise.
    pub fn sound_fee_schedules(&self) -> Option<(&File, Vec<(&str, FeeSchedule)>)> {
        let (file, schedules) = self.fee_schedules()?;
        let sound = schedules.into_iter().filter_map(|(name, schedule)| {
            let schedule = schedule.ok()?;
            schedule.faults().is_empty().then_some((name, schedule))
        });
        Some((file, sound.collect()))
    }

    /// The day it is for the firm at a moment; in Greenwich, where its time zone is not known.
    pub fn date_at(&self, now: Timestamp) -> Date {
        let zone = self.value(&FileKind::Site, "/time_zone");
        date_in(zone.and_then(Value::as_str).unwrap_or_default(), now)
    }

    pub fn articles(&self) -> impl Iterator<Item = &File> {
        self.files
            .iter()
            .filter(|file| matches!(file.kind, FileKind::Article(_)))
    }

    /// The facts of `facts.toml`, and those that the site and the fees already state.
    fn defined_tokens(&self) -> BTreeMap<String, String> {
        let mut tokens = BTreeMap::new();
        let facts = self
            .file(&FileKind::Facts)
            .and_then(|file| file.document.value.as_object());
        for (name, fact) in facts.into_iter().flatten() {
            if let Some(value) = fact.get("value").and_then(Value::as_str) {
                tokens.insert(name.clone(), value.to_owned());
            }
        }
        let text =
            |kind: &FileKind, pointer: &str| self.value(kind, pointer)?.as_str().map(str::to_owned);
        let number = |kind: &FileKind, pointer: &str| self.value(kind, pointer)?.as_u64();
        let mut define = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                tokens.insert(name.to_owned(), value);
            }
        };
        let site = &FileKind::Site;
        define("phone", text(site, "/contact/phone"));
        define("email", text(site, "/contact/email"));
        define("address", self.address());
        define("hours", self.hours());
        define("firm", text(site, "/firms/advisory/name"));
        define("tax-firm", text(site, "/firms/tax/name"));
        define("founder", text(site, "/founder/name"));
        let fees = &FileKind::Fees;
        let dollars = |amount: u64| format!("${}", grouped(amount));
        let days = |count: u64| format!("{count} days");
        define(
            "investment-minimum",
            number(fees, "/terms/investment_minimum").map(dollars),
        );
        define(
            "transfer-days",
            number(fees, "/terms/transfer_days").map(days),
        );
        define("valuation-dates", self.valuation_dates());
        let dates = self.value(fees, "/terms/valuation_dates");
        for (place, date) in dates
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .enumerate()
        {
            define(
                &format!("valuation-date-{}", place + 1),
                date.as_str().map(str::to_owned),
            );
        }
        define("commitment", text(fees, "/terms/commitment"));
        define(
            "termination-notice",
            number(fees, "/terms/termination_notice_days").map(days),
        );
        for service in self
            .value(fees, "/tax_services")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            let id = service
                .get("id")
                .and_then(Value::as_str)
                .unwrap_or_default();
            let minimum = service.get("minimum").and_then(Value::as_u64);
            define(&format!("tax-minimum-{id}"), minimum.map(dollars));
        }
        tokens
    }

    fn address(&self) -> Option<String> {
        let part = |name: &str| {
            self.value(&FileKind::Site, "/contact/address")?
                .get(name)?
                .as_str()
        };
        Some(format!(
            "{}, {}, {} {}",
            part("street")?,
            part("city")?,
            part("region")?,
            part("postal_code")?
        ))
    }

    fn valuation_dates(&self) -> Option<String> {
        let dates = self
            .value(&FileKind::Fees, "/terms/valuation_dates")?
            .as_array()?;
        Some(
            dates
                .iter()
                .filter_map(Value::as_str)
                .collect::<Vec<_>>()
                .join(", "),
        )
    }

    fn hours(&self) -> Option<String> {
        let lines = self.value(&FileKind::Site, "/contact/hours")?.as_array()?;
        let line = |line: &Value| {
            Some(format!(
                "{} {}",
                line.get("days")?.as_str()?,
                line.get("hours")?.as_str()?
            ))
        };
        Some(lines.iter().filter_map(line).collect::<Vec<_>>().join("; "))
    }
}

/// The names a fragment may have on a page or an article.
fn anchors(file: &File) -> Option<BTreeSet<String>> {
    if !file.is_whole()
        || !file.violations.is_empty()
        || file.body.as_ref().is_some_and(|body| body.parsed.is_err())
    {
        return None;
    }
    let ids = file
        .leaves
        .iter()
        .filter(|leaf| leaf.format == site_schema::model::format::ID);
    let headings = file.anchors.iter().map(|anchor| anchor.id.clone());
    Some(ids.map(|leaf| leaf.value.clone()).chain(headings).collect())
}
