//! `cargo site new article`.

use super::ask::Ask;
use super::{Made, filled, judge, slug};
use crate::change::FileChange;
use crate::toml_text::quoted;
use anyhow::{Result, ensure};
use jiff::Timestamp;
use site_check::load::{FileKind, Tree};
use site_schema::model::Category;

#[derive(clap::Args)]
pub struct Flags {
    /// The title, as readers see it
    title: Option<String>,
    /// One of the categories, such as "Tax Planning"
    #[arg(long)]
    category: Option<String>,
    /// Who it is by: founder or firm
    #[arg(long)]
    author: Option<String>,
    /// What the article is about, in a sentence or two
    #[arg(long)]
    excerpt: Option<String>,
    /// The picture on top: a file in content/images
    #[arg(long)]
    hero: Option<String>,
    /// What that picture shows, in one sentence
    #[arg(long)]
    alt: Option<String>,
    /// The last part of the address; without it, made of the title
    #[arg(long)]
    slug: Option<String>,
}

pub fn make(flags: &Flags, ask: &mut Ask, tree: &Tree) -> Result<Made> {
    let pictures: Vec<&str> = tree.images.iter().map(String::as_str).collect();
    ensure!(
        !pictures.is_empty(),
        "content/images has no picture: put one there first"
    );
    let categories = Category::ALL.map(|category| category.to_string());
    let categories = categories.each_ref().map(String::as_str);
    let one_of = format!("one of {}", categories.join(", "));
    let title = ask.text("TITLE", "the title, as readers see it", &flags.title, None)?;
    let slug = ask.text(
        "--slug",
        "the last part of its address, in lower-case letters, digits and hyphens",
        &flags.slug,
        slug::of(&title),
    )?;
    let category = ask.choice("--category", &one_of, &flags.category, &categories)?;
    let authors = ["founder", "firm"];
    let author = ask.choice("--author", "founder or firm", &flags.author, &authors)?;
    let takes = "what the article is about, in a sentence or two";
    let excerpt = ask.text("--excerpt", takes, &flags.excerpt, None)?;
    let takes = "a picture in content/images";
    let hero = ask.choice("--hero", takes, &flags.hero, &pictures)?;
    let takes = "one sentence on what the picture shows, for people who do not see it";
    let alt = ask.text("--alt", takes, &flags.alt, None)?;
    ask.complete()?;
    judge("--slug", &slug)?;

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
        ("title", quoted(&title)),
        ("excerpt", quoted(&excerpt)),
        ("category", quoted(&category)),
        ("author", quoted(&author)),
        ("hero", quoted(&hero)),
        ("alt", quoted(&alt)),
        ("opening", in_prose(&excerpt)),
    ];
    let text = filled(include_str!("article.mdx"), &values);
    let hint = format!(
        "it will be at /blog/{slug}\n\
        Next: write the article below the second +++ (the notes in the file help), and watch it grow with `cargo site dev`.\n\
        It is a draft, and no build has it. To publish it, delete its line `draft = true`; then others may link to it."
    );
    let path = format!("content/articles/{slug}.mdx");
    Ok((vec![FileChange::new(&path, None, text)], hint))
}

/// Plain text as Markdown: characters with a meaning in Markdown are escaped.
pub fn in_prose(text: &str) -> String {
    let mut out = String::new();
    if text.starts_with(['#', '+', '-', '=', '~', '|']) {
        out.push('\\');
    }
    let number = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    for (at, c) in text.char_indices() {
        let list = at == number && number > 0 && matches!(c, '.' | ')');
        let marks = matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>');
        // In a title, too, a backslash before a brace says that it is one.
        let brace = c == '\\' && text[at + 1..].starts_with(['{', '}']);
        if (marks || list) && !brace {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
