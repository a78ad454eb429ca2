//! `cargo site reviews`: lists facts, articles and other dates that are due for review, words that become outdated, and
//! sentences for compliance to read.
//!
//! This is a list for people, not a check: the passage of time never breaks a build.

mod facts;
mod relative;
mod statements;
mod turns;

use crate::diff::entry::folded;
use crate::escape::text;
use crate::load::Day;
use crate::run::print;
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail};
use jiff::civil::Date;
use jiff::{Timestamp, ToSpan};
use site_check::load::Tree;
use site_schema::model::{Article, Content, Node, date_in, plain_text};

/// An article is reviewed after two years. Its figures are facts, which are reviewed every year; the remaining advice
/// becomes outdated more slowly.
const ARTICLE_MONTHS: i32 = 24;

/// The number of days before security.txt expires when it appears on the list.
const SECURITY_DAYS: i32 = 30;

/// The introduction to the date of security.txt, and the header of its table.
const ABOUT_SECURITY: &str = "\
Try the address of `contact` under `[security]`. If someone reads the messages sent there, write a day up to a year ahead as `expires`.

| due since | file | why |
| --- | --- | --- |";

/// A row of a list: its due date, or `None` if it was always due, and the other cells.
type Due = (Option<Date>, String);

/// Prints what is due. Succeeds if the content can be read.
pub fn reviews(on: Option<Date>, all_sentences: bool) -> Result<bool> {
    let workspace = Workspace::find()?;
    let mut loaded = workspace.load(Day::Today, false)?;
    let tree = loaded.take_tree_in_force();
    let Some(content) = loaded.content.take() else {
        bail!("the content has errors, so it can't be read; `cargo site check` shows them")
    };
    let today = date_in(&content.site.time_zone, Timestamp::now());
    let on = on.unwrap_or(today);
    let mut lists = list(&content, &tree, on)?;
    lists += &relative::list(&tree);
    lists += &statements::section(&workspace, &tree, all_sentences)?;
    lists += &turns::sections(&mut loaded, &workspace, on)?;
    print(&lists)?;
    Ok(true)
}

/// Renders the items due on a day as Markdown.
fn list(content: &Content, tree: &Tree, on: Date) -> Result<String> {
    let mut due = facts::section(content, tree, on)?;
    due += &article_section(content, on)?;
    due += &security_section(content, on)?;
    if due.is_empty() {
        due += "\nNothing is due.\n";
    }
    let mut out = format!("## Due for review on {on}\n{due}");

    let undated = undated(content);
    if !undated.is_empty() {
        let about = "Articles without a date, which never become due";
        let list = format!("- {}", undated.join("\n- "));
        out += "\n";
        out += &folded(&format!("{about}: {}", undated.len()), &list);
    }
    Ok(out)
}

/// Returns the articles that are due, in Markdown.
fn article_section(content: &Content, on: Date) -> Result<String> {
    let mut articles = Vec::new();
    for article in content.articles.iter() {
        let Some(changed) = article.matter.last_changed() else {
            continue;
        };
        let file = file_of(article);
        let changed: Date = changed.parse().with_context(|| file.clone())?;
        let (due, why) = article_due(article, changed)?;
        let title = text(&article.matter.title);
        articles.push((Some(due), format!("{file} | {title} | {why}")));
    }
    Ok(section("Articles", &about_articles(), on, articles))
}

/// Returns the introduction to the list of articles, and its header.
fn about_articles() -> String {
    format!("\
Read each again. If you change it, or if it mentions something later than its date, set its `modified` to the day of the change. \
An article is due {ARTICLE_MONTHS} months after its last change, or once a year that it names has come.

| due since | article | title | why |
| --- | --- | --- | --- |")
}

/// Returns the files of the articles without a date, sorted.
fn undated(content: &Content) -> Vec<String> {
    let mut files = Vec::new();
    for article in content.articles.iter() {
        if article.matter.last_changed().is_none() {
            files.push(file_of(article));
        }
    }
    files.sort();
    files
}

/// Returns the file of an article, as code.
fn file_of(article: &Article) -> String {
    format!("`content/articles/{}.mdx`", article.slug)
}

/// Returns the expiration date of security.txt, if it's soon or has passed.
fn security_section(content: &Content, on: Date) -> Result<String> {
    let expires: Date = content.site.security.expires.parse()?;
    let due = expires.saturating_sub(SECURITY_DAYS.days());
    let cells = format!("`content/site.toml` | security.txt expires on {expires}");
    Ok(section(
        "Security",
        ABOUT_SECURITY,
        on,
        vec![(Some(due), cells)],
    ))
}

/// Returns the rows that are due, earliest due date first, after the instructions; empty if none are due.
fn section(heading: &str, about: &str, on: Date, mut rows: Vec<Due>) -> String {
    rows.retain(|(due, _)| due.is_none_or(|due| due <= on));
    if rows.is_empty() {
        return String::new();
    }
    rows.sort();
    let mut out = format!("\n### {heading}: {}\n\n{about}\n", rows.len());
    for (due, cells) in rows {
        let since = match due {
            Some(due) => due.to_string(),
            None => "its entry".to_owned(),
        };
        out += &format!("| {since} | {cells} |\n");
    }
    out
}

/// Returns the due date of an article, given the day of its last change, and the reason.
fn article_due(article: &Article, changed: Date) -> Result<(Date, String)> {
    let mut why = format!("last changed on {changed}");
    let mut due = changed.saturating_add(ARTICLE_MONTHS.months());
    if let Some(year) = later_year(&article.body, changed.year()) {
        let new_year = Date::new(year, 1, 1)?;
        if new_year < due {
            due = new_year;
            why += &format!(", and names {year}");
        }
    }
    Ok((due, why))
}

/// Returns the earliest year after this one in a text.
fn later_year(nodes: &[Node], year: i16) -> Option<i16> {
    let mut first = None;
    for word in plain_text(nodes).split(|letter: char| !letter.is_alphanumeric()) {
        if word.len() != 4 || !word.starts_with("20") {
            continue;
        }
        let Ok(named) = word.parse() else { continue };
        if named > year && first.is_none_or(|first| named < first) {
            first = Some(named);
        }
    }
    first
}
