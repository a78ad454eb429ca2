//! `cargo site new article`.

use super::{NewFile, filled, quoted, slug};
use crate::arguments::{moment, name, text};
use crate::change::FileChange;
use anyhow::{Context as _, Result};
use clap::builder::PossibleValuesParser;
use jiff::Timestamp;
use site_check::load::{FileKind, Tree};
use site_schema::model::{Category, WrittenMoment};

#[derive(clap::Args)]
pub struct Flags {
    /// The title, as readers see it
    #[arg(value_parser = text)]
    title: String,
    /// The article's category
    #[arg(long, value_parser = categories())]
    category: String,
    /// The subjects that help readers find it, separated by commas: names in content/subjects.toml
    #[arg(long, value_parser = text)]
    subjects: String,
    /// The author
    #[arg(long, value_parser = ["founder", "firm"])]
    author: String,
    /// A summary of the article in a sentence or two
    #[arg(long, value_parser = text)]
    excerpt: String,
    /// The image at the top: a file in content/images
    #[arg(long, value_parser = text)]
    hero: String,
    /// A one-sentence description of that image for people who can't see it
    #[arg(long, value_parser = text)]
    alt: String,
    /// The day or the minute when it is published automatically, such as 2027-01-04 or 2027-01-04T09:00
    #[arg(long, value_name = "MOMENT", value_parser = moment)]
    starts: Option<WrittenMoment>,
    /// The last part of the address; without it, derived from the title
    #[arg(long, value_parser = name)]
    slug: Option<String>,
}

/// Returns the parser of article categories.
fn categories() -> PossibleValuesParser {
    Category::ALL.map(|category| category.to_string()).into()
}

/// Creates the file of an article, as a draft.
pub fn make(flags: &Flags, tree: &Tree) -> Result<NewFile> {
    let slug = match &flags.slug {
        Some(slug) => slug.clone(),
        None => slug::of(&flags.title)
            .context("the title has no letters for an address: set one with --slug")?,
    };
    let values = [
        ("id", next_id(tree).to_string()),
        ("published", published(flags.starts, tree)),
        ("disclaimer", disclaimer(tree)),
        ("title", quoted(&flags.title)),
        ("excerpt", quoted(&flags.excerpt)),
        ("category", quoted(&flags.category)),
        ("subjects", quoted_list(&flags.subjects)),
        ("author", quoted(&flags.author)),
        ("hero", quoted(&flags.hero)),
        ("alt", quoted(&flags.alt)),
    ];
    let text = filled(include_str!("article.mdx"), &values);
    let published = match flags.starts {
        Some(_) => "after the merge, it goes online automatically at that time.",
        None => "then other pages may link to it.",
    };
    let hint = format!(
        "it will be at /blog/{slug}\n\
        Next: write the article below the second +++ (the notes in the file help), and watch it grow with `cargo site dev`.\n\
        It is a draft, so builds leave it out. To publish it, delete its line `draft = true`; {published}"
    );
    let path = format!("content/articles/{slug}.mdx");
    Ok(NewFile {
        change: FileChange::new(&path, None, text),
        hint,
    })
}

/// Returns the lines with the publication date, and with the time if it isn't the start of the day; without a date, a
/// note.
fn published(starts: Option<WrittenMoment>, tree: &Tree) -> String {
    match starts {
        None => {
            let today = tree.date_at(Timestamp::now());
            format!("# The day it goes online; take the # away then:\n# published = {today}")
        }
        Some(WrittenMoment::Day(day)) => format!("published = {day}"),
        Some(WrittenMoment::Minute(minute)) => {
            let day = minute.date();
            format!("published = {day}\nstarts = {minute}")
        }
    }
}

/// Converts names separated by commas to a TOML array.
fn quoted_list(names: &str) -> String {
    let mut items = Vec::new();
    for name in names.split(',') {
        items.push(quoted(name.trim()));
    }
    format!("[{}]", items.join(", "))
}

/// Returns the highest article number plus one.
fn next_id(tree: &Tree) -> u64 {
    let mut highest = 0;
    for file in tree.articles() {
        if let Some(id) = file.document.value["id"].as_u64() {
            highest = highest.max(id);
        }
    }
    highest.saturating_add(1)
}

/// Returns the disclaimer at the end of an article: the general one, or else the first.
fn disclaimer(tree: &Tree) -> String {
    let names = tree.keys(&FileKind::Site, "/disclaimers");
    let general = names.iter().find(|name| **name == "general");
    match general.or(names.first()) {
        Some(name) => format!("\n<Disclaimer kind=\"{name}\" />\n"),
        None => String::new(),
    }
}
