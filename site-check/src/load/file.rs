//! One content file as it was read: its text, its TOML, its prose, and every
//! place in it that points somewhere else.

use super::document::Document;
use super::leaves::Leaf;
use super::markdown::Prose;
use super::uses::{Anchor, Target, Use};
use super::validate::Violation;
use serde_json::Value;
use site_schema::schemas::{FileSchema, SCHEMAS};
use std::ops::Range;
use std::sync::Arc;

/// What a content file is, by its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileKind {
    Site,
    Fees,
    Facts,
    Redirects,
    /// `content/published.toml`, the ledger of addresses.
    Published,
    /// `content/pages/**/*.toml`, with its route.
    Page(String),
    /// `content/articles/*.mdx`, with its slug.
    Article(String),
}

/// A content file as it was read.
#[derive(Debug)]
pub struct File {
    /// From the folder that holds `content`, such as `content/fees.toml`.
    pub path: String,
    pub kind: FileKind,
    pub text: Arc<str>,
    /// Where an unresolved merge conflict stands.
    pub conflicts: Vec<Range<usize>>,
    /// The text with the first version of each conflict alone.
    pub first_versions: Option<Arc<str>>,
    pub document: Document,
    /// Why an article's front matter could not be found.
    pub front_matter_fault: Option<FrontMatterFault>,
    /// Where the TOML departs from its schema.
    pub violations: Vec<Violation>,
    /// The strings that are more than strings: text, Markdown, links, images, names.
    pub leaves: Vec<Leaf>,
    /// An article's body.
    pub body: Option<Prose>,
    /// The headings of an article: anchor and text, in order.
    pub anchors: Vec<Anchor>,
    /// Places that point somewhere else.
    pub uses: Vec<Use>,
}

/// What is wrong with the lines of +++ around an article's front matter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FrontMatterFault {
    /// The file does not begin with +++.
    Missing,
    /// The file begins with ---, the mark of YAML.
    Yaml,
    /// No second line of +++ follows.
    Unclosed,
}

impl FileKind {
    /// The path on the site of a page or an article.
    pub fn route(&self) -> Option<String> {
        match self {
            Self::Page(route) => Some(route.clone()),
            Self::Article(slug) => Some(format!("/blog/{slug}")),
            _ => None,
        }
    }

    /// The path of the one file of its kind; none where there are several.
    pub fn path(&self) -> Option<&'static str> {
        match self {
            Self::Site => Some("content/site.toml"),
            Self::Fees => Some("content/fees.toml"),
            Self::Facts => Some("content/facts.toml"),
            Self::Redirects => Some("content/redirects.toml"),
            Self::Published => Some("content/published.toml"),
            Self::Page(_) | Self::Article(_) => None,
        }
    }

    /// The schema of its TOML.
    pub fn schema(&self) -> &'static FileSchema {
        match self {
            Self::Site => &SCHEMAS.site,
            Self::Fees => &SCHEMAS.fees,
            Self::Facts => &SCHEMAS.facts,
            Self::Redirects => &SCHEMAS.redirects,
            Self::Published => &SCHEMAS.published,
            Self::Page(_) => &SCHEMAS.page,
            Self::Article(_) => &SCHEMAS.article,
        }
    }
}

impl File {
    pub fn uses_of(&self, target: Target) -> impl Iterator<Item = &Use> {
        self.uses.iter().filter(move |found| found.target == target)
    }

    /// Its prose: the Markdown in its TOML, and an article's body.
    pub fn proses(&self) -> impl Iterator<Item = &Prose> {
        self.leaves
            .iter()
            .filter_map(|leaf| leaf.prose.as_deref())
            .chain(&self.body)
    }

    /// Whether its TOML could be read to the end, so that what it lacks is really lacking.
    pub fn is_whole(&self) -> bool {
        self.document.errors.is_empty()
            && self.document.too_deep.is_none()
            && self.front_matter_fault.is_none()
    }

    /// The path on the site of a page or an article.
    pub fn route(&self) -> Option<String> {
        self.kind.route()
    }

    /// Whether it is a page or an article that no build has yet.
    pub fn is_draft(&self) -> bool {
        let said = match self.kind {
            FileKind::Page(_) => self.document.value.pointer("/meta/draft"),
            FileKind::Article(_) => self.document.value.get("draft"),
            _ => None,
        };
        said == Some(&Value::Bool(true))
    }
}
