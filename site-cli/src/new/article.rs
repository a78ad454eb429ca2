//! `cargo site new article`.

use super::ask::{self, Question};
use super::desk::{Desk, taken};
use super::slug;
use crate::change::{Change, FileChange};
use crate::toml_text::quoted;
use anyhow::{Context, Result};
use site_check::load::{FileKind, Tree};
use site_schema::model::Category;

/// What is asked for, and the flags that answer it.
#[derive(clap::Args)]
pub struct Wanted {
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

const AUTHORS: [&str; 2] = ["founder", "firm"];

const TITLE: Question = Question {
    flag: "TITLE",
    prompt: "Title",
    takes: "the title, as readers see it",
};
const SLUG: Question = Question {
    flag: "--slug",
    prompt: "Address: /blog/",
    takes: "the last part of the address, in small letters, digits and hyphens",
};
const EXCERPT_OF: Question = Question {
    flag: "--excerpt",
    prompt: "Excerpt",
    takes: "what the article is about, in a sentence or two",
};
const AUTHOR: Question = Question {
    flag: "--author",
    prompt: "Author",
    takes: "founder or firm",
};
const HERO: Question = Question {
    flag: "--hero",
    prompt: "Picture on top",
    takes: "a file in content/images, such as hero-season.svg",
};
const ALT: Question = Question {
    flag: "--alt",
    prompt: "What the picture shows",
    takes: "one sentence on what the picture shows, for people who do not see it",
};

/// The answers; at first, ones that the rules have nothing against.
struct Answers {
    id: u64,
    slug: String,
    title: String,
    excerpt: String,
    category: String,
    author: String,
    hero: String,
    alt: String,
    disclaimer: Option<String>,
    today: jiff::civil::Date,
}

pub fn make(wanted: Wanted) -> Result<()> {
    let mut desk = Desk::open()?;
    let categories: Vec<&str> = Category::ALL
        .iter()
        .map(|category| category.as_str())
        .collect();
    let takes = format!("one of {}", categories.join(", "));
    let category = Question {
        flag: "--category",
        prompt: "Category",
        takes: &takes,
    };
    ask::require(&[
        (TITLE, wanted.title.is_some()),
        (category, wanted.category.is_some()),
        (AUTHOR, wanted.author.is_some()),
        (EXCERPT_OF, wanted.excerpt.is_some()),
        (HERO, wanted.hero.is_some()),
        (ALT, wanted.alt.is_some()),
    ])?;
    let house = desk.house.clone();
    let pictures = desk.pictures("hero-");
    let first = pictures
        .first()
        .context("content/images holds no picture: put one there first")?;
    let mut answers = Answers {
        id: next_id(desk.tree()),
        slug: unused(desk.tree()),
        title: "A title".to_owned(),
        excerpt: "An excerpt.".to_owned(),
        category: categories[0].to_owned(),
        author: AUTHORS[0].to_owned(),
        hero: first.clone(),
        alt: "A picture.".to_owned(),
        disclaimer: disclaimer(desk.tree()),
        today: desk.today(),
    };
    let mut judged = |answers: &mut Answers, set: fn(&mut Answers, String), answer: &str| {
        if answer.is_empty() {
            return Err("it is empty; write something".to_owned());
        }
        set(answers, answer.to_owned());
        desk.judge(&answers.change())
    };
    let title = ask::text(TITLE, wanted.title, None, |answer| {
        judged(&mut answers, |answers, title| answers.title = title, answer)
    })?;
    ask::text(SLUG, wanted.slug, slug::of(&title), |answer| {
        slug::fault(answer)?;
        taken(&house, &path(answer))?;
        judged(&mut answers, |answers, slug| answers.slug = slug, answer)
    })?;
    answers.category = ask::choice(category, wanted.category, &categories)?;
    answers.author = ask::choice(AUTHOR, wanted.author, &AUTHORS)?;
    ask::text(EXCERPT_OF, wanted.excerpt, None, |answer| {
        judged(
            &mut answers,
            |answers, excerpt| answers.excerpt = excerpt,
            answer,
        )
    })?;
    let names: Vec<&str> = pictures.iter().map(String::as_str).collect();
    if wanted.hero.is_none() {
        answers.hero = ask::choice(HERO, None, &names)?;
    } else {
        ask::text(HERO, wanted.hero, None, |answer| {
            judged(&mut answers, |answers, hero| answers.hero = hero, answer)
        })?;
    }
    ask::text(ALT, wanted.alt, None, |answer| {
        judged(&mut answers, |answers, alt| answers.alt = alt, answer)
    })?;
    desk.write(&answers.change())?;
    println!("it will be at /blog/{}", answers.slug);
    println!(
        "Next: write the article below the second +++ (the notes in the file help), and watch it grow with `cargo site dev`."
    );
    println!(
        "It is a draft, and no build has it. To publish it, delete its line `draft = true`; then others may link to it."
    );
    Ok(())
}

impl Answers {
    fn change(&self) -> Change {
        Change {
            files: vec![FileChange::added(&path(&self.slug), self.text())],
        }
    }

    /// What visitors would see of it is nothing but the editor's own words.
    fn text(&self) -> String {
        let Self { id, today, .. } = self;
        let (title, excerpt) = (quoted(&self.title), quoted(&self.excerpt));
        let (category, author) = (quoted(&self.category), quoted(&self.author));
        let (hero, alt) = (quoted(&self.hero), quoted(&self.alt));
        let opening = in_prose(&self.excerpt);
        let disclaimer = self.disclaimer.as_ref().map_or_else(String::new, |name| {
            format!("\n<Disclaimer kind=\"{name}\" />\n")
        });
        format!(
            "\
+++
# Lines that begin with # are notes: visitors never see them. Delete each when it is done.
# A draft: `cargo site dev` shows it, and no build has it. To publish it, delete the next line.
draft = true
id = {id}
title = {title}
excerpt = {excerpt}
category = {category}
author = {author}
# The day it goes online; take the # away then:
# published = {today}
# Articles that share such words are offered after one another:
# keywords = [\"retirement income\"]
hero = {{ src = {hero}, alt = {alt} }}

# Authorities the article leans on, each like this:
# [[references]]
# title = \"Topic no. 409, Capital gains and losses\"
# publisher = \"Internal Revenue Service\"
# url = \"https://www.irs.gov/taxtopics/tc409\"

# The article itself stands below the second +++. It opens with the excerpt: write
# an opening of your own instead. Five to twelve minutes of reading are usual:
#   ## Whom it concerns, and why now
#   ## What the rule or the figures say   (write facts as {{name}}; cargo site new fact)
#   ## An example                         (with the disclaimer kind \"illustrative\")
#   ## What to do next                    (with a link to a page or another article)
+++

{opening}
{disclaimer}"
        )
    }
}

fn path(slug: &str) -> String {
    format!("content/articles/{slug}.mdx")
}

/// The highest number yet, plus one.
fn next_id(tree: &Tree) -> u64 {
    let ids = tree
        .articles()
        .filter_map(|file| file.document.value.get("id")?.as_u64());
    ids.max().unwrap_or(0).saturating_add(1)
}

/// A slug that no article has.
fn unused(tree: &Tree) -> String {
    let mut slug = "an-article".to_owned();
    while tree.routes.contains_key(&format!("/blog/{slug}")) {
        slug.push_str("-more");
    }
    slug
}

/// The name of the disclaimer that closes an article.
fn disclaimer(tree: &Tree) -> Option<String> {
    let names = tree.keys(&FileKind::Site, "/disclaimers");
    let general = names.iter().find(|name| **name == "general");
    general.or(names.first()).map(|name| (*name).to_owned())
}

/// Plain text as Markdown: signs that would mean something there stand for themselves.
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
