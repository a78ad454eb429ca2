//! `cargo site new article`.

use super::{NewFile, filled, quoted, slug};
use crate::arguments::{name, text};
use anyhow::{Context as _, Result};
use clap::builder::PossibleValuesParser;
use jiff::Timestamp;
use site_check::load::{FileKind, Tree};
use site_cli::change::FileChange;
use site_schema::model::Category;

#[derive(clap::Args)]
pub struct Flags {
    /// The title, as readers see it
    #[arg(value_parser = text)]
    title: String,
    /// What the article is about
    #[arg(long, value_parser = categories())]
    category: String,
    /// The subjects by which readers find it, with commas between: names in content/subjects.toml
    #[arg(long, value_parser = text)]
    subjects: String,
    /// Who it is by
    #[arg(long, value_parser = ["founder", "firm"])]
    author: String,
    /// What the article says, in a sentence or two
    #[arg(long, value_parser = text)]
    excerpt: String,
    /// The picture on top: a file in content/images
    #[arg(long, value_parser = text)]
    hero: String,
    /// What that picture shows, in one sentence, for people who do not see it
    #[arg(long, value_parser = text)]
    alt: String,
    /// The last part of the address; without it, made of the title
    #[arg(long, value_parser = name)]
    slug: Option<String>,
}

/// The parser of the categories that an article can have.
fn categories() -> PossibleValuesParser {
    Category::ALL.map(|category| category.to_string()).into()
}

/// Makes the file of an article, a draft.
pub fn make(flags: &Flags, tree: &Tree) -> Result<NewFile> {
    let slug = match &flags.slug {
        Some(slug) => slug.clone(),
        None => slug::of(&flags.title)
            .context("the title has no letter to make an address of: give one as --slug")?,
    };
    let values = [
        ("id", next_id(tree).to_string()),
        ("today", tree.date_at(Timestamp::now()).to_string()),
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
    let hint = format!(
        "it will be at /blog/{slug}\n\
        Next: write the article below the second +++ (the notes in the file help), and watch it grow with `cargo site dev`.\n\
        It is a draft, and no build has it. To publish it, delete its line `draft = true`; then others may link to it."
    );
    let path = format!("content/articles/{slug}.mdx");
    Ok(NewFile {
        change: FileChange::new(&path, None, text),
        hint,
    })
}

/// Names with commas between, as a list of TOML.
fn quoted_list(names: &str) -> String {
    let mut items = Vec::new();
    for name in names.split(',') {
        items.push(quoted(name.trim()));
    }
    format!("[{}]", items.join(", "))
}

/// The number after the highest one of an article.
fn next_id(tree: &Tree) -> u64 {
    let mut highest = 0;
    for file in tree.articles() {
        if let Some(id) = file.document.value["id"].as_u64() {
            highest = highest.max(id);
        }
    }
    highest.saturating_add(1)
}

/// The disclaimer that closes an article: the general one, or else the first.
fn disclaimer(tree: &Tree) -> String {
    let names = tree.keys(&FileKind::Site, "/disclaimers");
    let general = names.iter().find(|name| **name == "general");
    match general.or(names.first()) {
        Some(name) => format!("\n<Disclaimer kind=\"{name}\" />\n"),
        None => String::new(),
    }
}
