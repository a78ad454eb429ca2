//! The facts that are due for review.

use super::Due;
use crate::escape::text;
use anyhow::{Context as _, Result};
use jiff::ToSpan;
use jiff::civil::Date;
use site_check::load::facts::YearlyFact;
use site_check::load::{Target, TokenForm, Tree};
use site_schema::model::{Content, Fact};
use std::collections::BTreeSet;

/// A fact is compared with its source once a year: an adviser's disclosure brochure is amended once a year
/// (SEC rule 204-1), and the tax figures are set again each year.
const FACT_MONTHS: i32 = 12;

/// Returns the facts that are due, in Markdown.
pub fn section(content: &Content, tree: &Tree, on: Date) -> Result<String> {
    let mut rows = Vec::new();
    let shown_in_force = shown_in_force(tree);
    for (name, fact) in content.facts.iter() {
        let due = match tree.yearly.get(name) {
            Some(yearly) => years_due(name, fact, yearly, shown_in_force.contains(name)),
            None => fact_due(name, fact).map(|due| vec![due]),
        };
        rows.extend(due.with_context(|| format!("fact {name}"))?);
    }
    Ok(super::section("Facts", &about(), on, rows))
}

/// Returns the introduction to the list of facts, and its header.
fn about() -> String {
    format!("\
Compare each with its source. If it's still true, set its `reviewed` in `content/facts.toml` to today's date; if it isn't, \
update its `value` too. A fact is due until its first review, and then {FACT_MONTHS} months after its last, or when it \
expires, whichever comes first. The value of a tax year is due until its first review; if a page shows the value in force, the \
next one is due when the last year ends.

| due since | fact | value | why | source |
| --- | --- | --- | --- | --- |")
}

/// Returns the names of the facts whose value in force is on a page.
fn shown_in_force(tree: &Tree) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for file in &tree.files {
        for token in file.references_of(Target::Token) {
            if let Some(quoted) = tree.yearly_token(&token.name)
                && quoted.form == TokenForm::InForce
            {
                names.insert(quoted.name.to_owned());
            }
        }
    }
    names
}

const NEVER_REVIEWED: &str = "not compared with its source yet";

/// Returns the row of a fact without years, with the earliest of its due dates, or with no date if it was never
/// reviewed.
fn fact_due(name: &str, fact: &Fact) -> Result<Due> {
    let value = fact.value.as_deref().unwrap_or_default();
    let source = fact.source.as_deref().unwrap_or_default();
    let (value, source) = (text(value), text(source));
    let row = |why: &str| format!("`{name}` | {value} | {why} | {source}");
    let Some(reviewed) = &fact.reviewed else {
        return Ok((None, row(NEVER_REVIEWED)));
    };
    let reviewed: Date = reviewed.parse()?;
    let due = reviewed.saturating_add(FACT_MONTHS.months());
    let mut days = vec![(due, format!("last reviewed on {reviewed}"))];
    if let Some(expires) = &fact.expires {
        let expires: Date = expires.parse()?;
        days.push((expires.saturating_add(1.day()), "it has expired".to_owned()));
    }
    let (due, why) = first(days);
    Ok((due, row(&why)))
}

/// Returns the rows of a fact with years: each unreviewed year, and the year that needs a value, if a page shows the
/// value in force.
fn years_due(
    name: &str,
    fact: &Fact,
    yearly: &YearlyFact,
    is_shown_in_force: bool,
) -> Result<Vec<Due>> {
    let mut rows = Vec::new();
    for (year, value) in fact.years.iter() {
        let number = year.parse()?;
        let shown = yearly.of_year(number).map(|value| text(&value.shown));
        let shown = shown.unwrap_or_default();
        let source = text(&value.source);
        if value.reviewed.is_none() {
            rows.push((
                None,
                format!("`{name}` of {year} | {shown} | {NEVER_REVIEWED} | {source}"),
            ));
        }
        let last = yearly.values.last().map_or(number, |value| value.last);
        let is_newest = fact.years.keys().next_back() == Some(year);
        if is_newest && is_shown_in_force {
            let over = Date::new(last + 1, 1, 1)?;
            let why = format!("its last year, {last}, is over");
            rows.push((
                Some(over),
                format!("`{name}` of {year} | {shown} | {why} | {source}"),
            ));
        }
    }
    Ok(rows)
}

/// Returns the earliest date; of several with the same date, the first.
fn first(days: Vec<(Date, String)>) -> (Option<Date>, String) {
    match days.into_iter().min_by_key(|(day, _)| *day) {
        Some((day, why)) => (Some(day), why),
        None => (None, String::new()),
    }
}
