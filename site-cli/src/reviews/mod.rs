//! `cargo site reviews`: facts and articles whose day of review has come.
//!
//! It is a list for people, not a check: time alone never breaks a build.

mod markdown;

use crate::form::Form;
use crate::house::House;
use anyhow::{Context, Result, bail};
use jiff::civil::Date;
use jiff::{Span, Timestamp, ToSpan};
use serde::Serialize;
use site_schema::model::{Article, Content, Fact, date_in};

/// A fact is compared with its source once a year: the tax figures are set anew
/// each year, and an adviser's disclosure brochure is amended once a year
/// (SEC rule 204-1).
pub const FACT_MONTHS: i32 = 12;

/// An article is read again after two years. Its figures are facts, which come
/// up every year by themselves; what is left is advice, which ages slower.
pub const ARTICLE_MONTHS: i32 = 24;

/// What is due on a day.
#[derive(Debug, Serialize)]
pub struct Reviews {
    pub on: Date,
    /// The longest due first.
    pub facts: Vec<Due>,
    /// The longest due first.
    pub articles: Vec<Due>,
    /// Articles without any day, of which nobody can tell.
    pub undated: Vec<String>,
}

/// A fact or an article whose day of review has come.
#[derive(Debug, Serialize)]
pub struct Due {
    /// A fact's name, or an article's file.
    pub name: String,
    /// A fact's value, or an article's title.
    pub says: String,
    /// Where a fact comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The day it was last reviewed, or an article last changed.
    pub reviewed: Date,
    /// The first day on which it is due.
    pub due: Date,
    pub because: Because,
}

/// Why something is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Because {
    /// The day its `expires` names is over.
    Expired,
    /// Its tax year is over, and nobody has looked since.
    TaxYearOver,
    /// The time after which anything is looked at again.
    LongAgo,
}

/// Prints what is due; always succeeds where the content can be read.
pub fn reviews(on: Option<Date>, form: Form) -> Result<bool> {
    let house = House::find()?;
    let folder = house.content();
    let loaded =
        site_check::load(&folder).with_context(|| format!("can't read {}", folder.display()))?;
    let Some(content) = loaded.content else {
        bail!("the content has errors, so it can't be read; `cargo site check` shows them")
    };
    let today = date_in(&content.site.time_zone, Timestamp::now());
    let reviews = find(&content, on.unwrap_or(today))?;
    match form {
        Form::Markdown => print!("{}", markdown::render(&reviews)),
        Form::Json => println!("{}", serde_json::to_string_pretty(&reviews)?),
    }
    Ok(true)
}

/// What is due on a day.
fn find(content: &Content, on: Date) -> Result<Reviews> {
    let mut facts = Vec::new();
    for (name, fact) in content.facts.iter() {
        let (reviewed, due, because) = fact_due(fact).with_context(|| format!("fact {name}"))?;
        facts.push(Due {
            name: name.to_owned(),
            says: fact.value.to_string(),
            source: Some(fact.source.to_string()),
            reviewed,
            due,
            because,
        });
    }
    let mut articles = Vec::new();
    let mut undated = Vec::new();
    for article in content.articles.iter() {
        let file = format!("content/articles/{}.mdx", article.slug);
        match article_due(article).with_context(|| file.clone())? {
            Some((reviewed, due)) => articles.push(Due {
                name: file,
                says: article.matter.title.to_string(),
                source: None,
                reviewed,
                due,
                because: Because::LongAgo,
            }),
            None => undated.push(file),
        }
    }
    undated.sort();
    Ok(Reviews {
        on,
        facts: due_on(on, facts),
        articles: due_on(on, articles),
        undated,
    })
}

fn due_on(on: Date, mut all: Vec<Due>) -> Vec<Due> {
    all.retain(|found| found.due <= on);
    all.sort_by(|a, b| (a.due, &a.name).cmp(&(b.due, &b.name)));
    all
}

/// The earliest of the days on which a fact is due: when it was last reviewed, the day, why.
fn fact_due(fact: &Fact) -> Result<(Date, Date, Because)> {
    let reviewed: Date = fact.reviewed.parse()?;
    let mut due = (after(reviewed, FACT_MONTHS.months())?, Because::LongAgo);
    if let Some(year) = fact.tax_year {
        let over = Date::new(i16::try_from(year)? + 1, 1, 1)?;
        if reviewed < over && over < due.0 {
            due = (over, Because::TaxYearOver);
        }
    }
    if let Some(expires) = &fact.expires {
        let over = after(expires.parse()?, 1.day())?;
        if over < due.0 {
            due = (over, Because::Expired);
        }
    }
    Ok((reviewed, due.0, due.1))
}

fn article_due(article: &Article) -> Result<Option<(Date, Date)>> {
    let Some(changed) = article.matter.last_changed() else {
        return Ok(None);
    };
    let changed: Date = changed.parse()?;
    Ok(Some((changed, after(changed, ARTICLE_MONTHS.months())?)))
}

fn after(day: Date, span: Span) -> Result<Date> {
    day.checked_add(span)
        .with_context(|| format!("{day} is too late a day to count on from"))
}
