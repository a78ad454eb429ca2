//! `cargo site new article`.

use super::{Made, address, filled, quoted, slug, words};
use anyhow::{Context as _, Result};
use clap::builder::PossibleValuesParser;
use jiff::Timestamp;
use site_check::load::{FileKind, Tree};
use site_cli::change::FileChange;
use site_schema::model::Category;

#[derive(clap::Args)]
pub struct Flags {
    /// The title, as readers see it
    #[arg(value_parser = words)]
    title: String,
    /// What the article is about
    #[arg(long, value_parser = categories())]
    category: String,
    /// Who it is by
    #[arg(long, value_parser = ["founder", "firm"])]
    author: String,
    /// What the article says, in a sentence or two
    #[arg(long, value_parser = words)]
    excerpt: String,
    /// The picture on top: a file in content/images
    #[arg(long, value_parser = words)]
    hero: String,
    /// What that picture shows, in one sentence, for people who do not see it
    #[arg(long, value_parser = words)]
    alt: String,
    /// The last part of the address; without it, made of the title
    #[arg(long, value_parser = address)]
    slug: Option<String>,
}

fn categories() -> PossibleValuesParser {
    Category::ALL.map(|category| category.to_string()).into()
}

pub fn make(flags: &Flags, tree: &Tree) -> Result<Made> {
    let slug = flags.slug.clone().or_else(|| slug::of(&flags.title));
    let slug = slug.context("the title has no letter to make an address of: give one as --slug")?;
    // The number after the highest one, the firm's day, and the disclaimer that closes an article.
    let ids = tree.articles().map(|file| &file.document.value["id"]);
    let highest = ids.filter_map(|id| id.as_u64()).max();
    let names = tree.keys(&FileKind::Site, "/disclaimers");
    let general = names.iter().find(|name| **name == "general");
    let disclaimer = general.or(names.first());
    let disclaimer = disclaimer.map(|name| format!("\n<Disclaimer kind=\"{name}\" />\n"));
    let values = [
        ("id", highest.unwrap_or(0).saturating_add(1).to_string()),
        ("today", tree.date_at(Timestamp::now()).to_string()),
        ("disclaimer", disclaimer.unwrap_or_default()),
        ("title", quoted(&flags.title)),
        ("excerpt", quoted(&flags.excerpt)),
        ("category", quoted(&flags.category)),
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
    Ok((FileChange::new(&path, None, text), hint))
}
