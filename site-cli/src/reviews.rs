//! `cargo site reviews`: facts and articles whose day of review has come.
//!
//! It is a list for people, not a check: time alone never breaks a build.

use crate::diff::entry::folded;
use crate::escape::text;
use crate::load::Day;
use crate::run::print;
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail};
use jiff::civil::Date;
use jiff::{Timestamp, ToSpan};
use site_schema::model::{Content, Fact, Node, date_in, plain_text};

/// A fact is compared with its source once a year: the tax figures are set again
/// each year, and an adviser's disclosure brochure is amended once a year
/// (SEC rule 204-1).
const FACT_MONTHS: i32 = 12;

/// An article is read again after two years. Its figures are facts, which come
/// up every year by themselves; what is left is advice, which ages slower.
const ARTICLE_MONTHS: i32 = 24;

/// A row of a list: the first day on which it is due, if not from the start, and the other cells.
type Due = (Option<Date>, String);

/// Prints what is due; always succeeds where the content can be read.
pub fn reviews(on: Option<Date>) -> Result<bool> {
    let workspace = Workspace::find()?;
    let loaded = workspace.load(Day::Today, false)?;
    let Some(content) = loaded.content else {
        bail!("the content has errors, so it can't be read; `cargo site check` shows them")
    };
    let today = date_in(&content.site.time_zone, Timestamp::now());
    print(&list(&content, on.unwrap_or(today))?)?;
    Ok(true)
}

/// What is due on a day, in Markdown.
fn list(content: &Content, on: Date) -> Result<String> {
    let mut facts = Vec::new();
    for (name, fact) in content.facts.iter() {
        let (due, why) = fact_due(fact).with_context(|| format!("fact {name}"))?;
        let [value, source] = [&fact.value, &fact.source].map(|it| text(it));
        facts.push((due, format!("`{name}` | {value} | {why} | {source}")));
    }
    let mut articles = Vec::new();
    let mut undated = Vec::new();
    for article in content.articles.iter() {
        let file = format!("`content/articles/{}.mdx`", article.slug);
        let Some(changed) = article.matter.last_changed() else {
            undated.push(file);
            continue;
        };
        let changed: Date = changed.parse().with_context(|| file.clone())?;
        let due = changed.saturating_add(ARTICLE_MONTHS.months());
        let mut days = vec![(due, format!("last changed on {changed}"))];
        if let Some(year) = later_year(&article.body, changed.year()) {
            let why = format!("last changed on {changed}, and names {year}");
            days.push((Date::new(year, 1, 1)?, why));
        }
        let (due, why) = first(days);
        let title = text(&article.matter.title);
        articles.push((due, format!("{file} | {title} | {why}")));
    }
    let about_facts = format!("\
Compare each with its source. Where it is still true, write today's date as its `reviewed` in `content/facts.toml`; where it is \
not, the new `value` as well. A fact is due until its first review, and then {FACT_MONTHS} months after its last, when its tax year \
ends, or when it expires, whichever comes first.

| due since | fact | value | why | source |
| --- | --- | --- | --- | --- |");
    let about_articles = format!("\
Read each again. If you change it, or if it mentions something later than its date, set its `modified` to the day of the change. \
An article is due {ARTICLE_MONTHS} months after its last change, or once a year that it names has come.

| due since | article | title | why |
| --- | --- | --- | --- |");
    let mut due = section("Facts", &about_facts, on, facts);
    due += &section("Articles", &about_articles, on, articles);
    if due.is_empty() {
        due += "\nNothing is due.\n";
    }
    let mut out = format!("## Due for review on {on}\n{due}");
    if !undated.is_empty() {
        undated.sort();
        let about = "Articles without a date, which never come up by themselves";
        let list = format!("- {}", undated.join("\n- "));
        out += "\n";
        out += &folded(&format!("{about}: {}", undated.len()), &list);
    }
    Ok(out)
}

/// The rows that are due, the longest due first, below what to do with them; nothing where none is.
fn section(heading: &str, about: &str, on: Date, mut rows: Vec<Due>) -> String {
    rows.retain(|(due, _)| due.is_none_or(|due| due <= on));
    if rows.is_empty() {
        return String::new();
    }
    rows.sort();
    let mut out = format!("\n### {heading}: {}\n\n{about}\n", rows.len());
    for (due, cells) in rows {
        let since = due.map_or_else(|| "its entry".to_owned(), |due| due.to_string());
        out += &format!("| {since} | {cells} |\n");
    }
    out
}

/// The earliest of the days on which a fact is due, if it was ever reviewed, and why it is.
fn fact_due(fact: &Fact) -> Result<(Option<Date>, String)> {
    let Some(reviewed) = &fact.reviewed else {
        return Ok((
            None,
            "nobody has compared it with its source yet".to_owned(),
        ));
    };
    let reviewed: Date = reviewed.parse()?;
    let due = reviewed.saturating_add(FACT_MONTHS.months());
    let mut days = vec![(due, format!("last reviewed on {reviewed}"))];
    if let Some(year) = fact.tax_year {
        let over = Date::new(i16::try_from(year)? + 1, 1, 1)?;
        if reviewed < over {
            days.push((over, "its tax year is over".to_owned()));
        }
    }
    if let Some(expires) = &fact.expires {
        let expires: Date = expires.parse()?;
        days.push((expires.saturating_add(1.day()), "it has expired".to_owned()));
    }
    Ok(first(days))
}

/// The first of some days; the first of those that share a day.
fn first(days: Vec<(Date, String)>) -> (Option<Date>, String) {
    let first = days.into_iter().min_by_key(|(day, _)| *day);
    first.map(|(day, why)| (Some(day), why)).unwrap_or_default()
}

/// The first year after this one that a text names.
fn later_year(nodes: &[Node], year: i16) -> Option<i16> {
    let text = plain_text(nodes);
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    let years = words.filter(|word| word.len() == 4 && word.starts_with("20"));
    let years = years.filter_map(|word| word.parse().ok());
    years.filter(|named| *named > year).min()
}
