//! What holds for the articles as a whole.

use site_content::CONTENT;
use site_schema::model::{Article, plain_text};
use std::collections::{BTreeMap, BTreeSet};

/// How many words in a row two articles may share.
const LONGEST_SHARED_RUN: usize = 12;

/// Minutes to read an article, at least and at most.
const MINUTES: std::ops::RangeInclusive<u32> = 5..=12;

#[test]
fn every_article_is_worth_reading() {
    for article in CONTENT.articles.iter() {
        assert!(
            MINUTES.contains(&article.minutes),
            "{}: {} minutes",
            article.slug,
            article.minutes
        );
        let excerpt = article.matter.excerpt.chars().count();
        assert!(
            excerpt <= 160,
            "{}: an excerpt of {excerpt} characters",
            article.slug
        );
    }
}

#[test]
fn no_two_articles_share_a_run_of_words() {
    let texts: Vec<(&str, Vec<String>)> = CONTENT
        .articles
        .iter()
        .map(|article| (&*article.slug, words(article)))
        .collect();
    let mut seen: BTreeMap<&[String], &str> = BTreeMap::new();
    let mut shared = Vec::new();
    for (slug, words) in &texts {
        for run in words.windows(LONGEST_SHARED_RUN + 1) {
            match seen.get(run) {
                Some(other) if other != slug => {
                    shared.push(format!("{other} and {slug}: {}", run.join(" ")))
                }
                _ => {
                    seen.insert(run, slug);
                }
            }
        }
    }
    assert!(shared.is_empty(), "{}", shared.join("\n"));
}

#[test]
fn no_two_articles_open_alike() {
    let mut openings = BTreeSet::new();
    for article in CONTENT.articles.iter() {
        let opening: Vec<_> = words(article).into_iter().take(4).collect();
        assert!(
            openings.insert(opening.clone()),
            "{} opens with {opening:?}",
            article.slug
        );
    }
}

#[test]
fn every_article_is_linked_from_another() {
    for article in CONTENT.articles.iter() {
        let link = format!("](/blog/{}", article.slug);
        let linked = CONTENT.articles.iter().any(|other| {
            let after = other.mdx.split(&link).skip(1);
            other.slug != article.slug
                && after
                    .map(|rest| &rest[..1])
                    .any(|end| end == ")" || end == "#")
        });
        assert!(linked, "no article links to {}", article.slug);
    }
}

/// The words of an article; a fact counts as one, for it is the same everywhere.
fn words(article: &Article) -> Vec<String> {
    let mut text = plain_text(&article.body);
    for (_, fact) in CONTENT.facts.iter() {
        if fact.value.contains(' ') {
            text = text.replace(&*fact.value, "fact");
        }
    }
    let text = text.to_lowercase();
    let words = text.split(|c: char| !c.is_alphanumeric());
    words
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}
