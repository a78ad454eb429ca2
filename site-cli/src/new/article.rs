//! `cargo site new article`.

use super::ask::{self, Answers, Question};
use super::{filled, judge, slug};
use crate::change::{Change, FileChange};
use crate::toml_text::quoted;
use crate::workspace::Workspace;
use anyhow::{Result, ensure};
use jiff::Timestamp;
use site_check::Loaded;
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

pub fn make(flags: Flags, workspace: &Workspace, loaded: &mut Loaded) -> Result<(Change, String)> {
    let pictures: Vec<String> = loaded.tree.images.iter().cloned().collect();
    ensure!(
        !pictures.is_empty(),
        "content/images has no picture: put one there first"
    );
    let categories = Category::ALL
        .iter()
        .map(|category| category.as_str().to_owned());
    let categories: Vec<String> = categories.collect();
    let one_of = format!("one of {}", categories.join(", "));
    let authors = ["founder", "firm"].map(str::to_owned).to_vec();
    let slug = Question {
        default: |answers| slug::of(&answers["TITLE"]),
        ..Question::new(
            "--slug",
            "the last part of its address, in lower-case letters, digits and hyphens",
            "an-article-that-nothing-has",
            flags.slug,
        )
    };
    let questions = [
        Question::new(
            "TITLE",
            "the title, as readers see it",
            "A title",
            flags.title,
        ),
        slug,
        Question::choice("--category", &one_of, categories, flags.category),
        Question::choice("--author", "founder or firm", authors, flags.author),
        Question::new(
            "--excerpt",
            "what the article is about, in a sentence or two",
            "An excerpt.",
            flags.excerpt,
        ),
        Question::choice(
            "--hero",
            "a picture in content/images",
            pictures,
            flags.hero,
        ),
        Question::new(
            "--alt",
            "one sentence on what the picture shows, for people who do not see it",
            "A picture.",
            flags.alt,
        ),
    ];
    let constants = constants(&loaded.tree);
    let answers = ask::answers(&questions, |answers| {
        slug::fault(&answers["--slug"])?;
        judge(&change(answers, &constants), workspace, loaded)
    })?;
    let hint = format!(
        "it will be at /blog/{}\n\
        Next: write the article below the second +++ (the notes in the file help), and watch it grow with `cargo site dev`.\n\
        It is a draft, and no build has it. To publish it, delete its line `draft = true`; then others may link to it.",
        answers["--slug"]
    );
    Ok((change(&answers, &constants), hint))
}

/// What visitors will see of it is nothing but the editor's own words.
fn change(answers: &Answers, constants: &[(&str, String)]) -> Change {
    let mut values = constants.to_vec();
    for (name, flag) in [
        ("title", "TITLE"),
        ("excerpt", "--excerpt"),
        ("category", "--category"),
        ("author", "--author"),
        ("hero", "--hero"),
        ("alt", "--alt"),
    ] {
        values.push((name, quoted(&answers[flag])));
    }
    values.push(("opening", in_prose(&answers["--excerpt"])));
    let path = format!("content/articles/{}.mdx", answers["--slug"]);
    let text = filled(include_str!("article.mdx"), &values);
    Change {
        files: vec![FileChange::added(&path, text)],
    }
}

/// What is not asked: the number after the highest one, the firm's day, and the disclaimer that closes an article.
fn constants(tree: &Tree) -> Vec<(&'static str, String)> {
    let ids = tree
        .articles()
        .filter_map(|file| file.document.value.get("id")?.as_u64());
    let id = ids.max().unwrap_or(0).saturating_add(1);
    let names = tree.keys(&FileKind::Site, "/disclaimers");
    let general = names.iter().find(|name| **name == "general");
    let disclaimer = general.or(names.first());
    let disclaimer = disclaimer.map(|name| format!("\n<Disclaimer kind=\"{name}\" />\n"));
    vec![
        ("id", id.to_string()),
        ("today", tree.date_at(Timestamp::now()).to_string()),
        ("disclaimer", disclaimer.unwrap_or_default()),
    ]
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
