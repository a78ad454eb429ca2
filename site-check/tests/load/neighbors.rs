//! Which articles are around each, and which are offered after it.

use crate::site::Site;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use site_schema::model::Article;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

const CATEGORIES: [&str; 3] = ["Economy", "Personal", "Tax Planning"];

/// An article, as far as it matters here; its place in the list is its number.
#[derive(Debug, Clone)]
struct Draft {
    category: &'static str,
    keywords: Vec<&'static str>,
    /// Numbers of articles; those that are not there are left out.
    links: Vec<usize>,
}

fn drafts(count: impl Into<prop::collection::SizeRange>) -> impl Strategy<Value = Vec<Draft>> {
    let keywords = prop::sample::subsequence(vec!["Bonds", "bonds", "IRA", "Roth", "wages"], 0..4);
    let links = prop::collection::vec(0_usize..15, 0..3);
    let draft = (prop::sample::select(&CATEGORIES), keywords, links).prop_map(
        |(category, keywords, links)| Draft {
            category,
            keywords,
            links,
        },
    );
    prop::collection::vec(draft, count)
}

/// The articles as a site has them whose only articles they are.
fn articles(drafts: &[Draft]) -> Vec<Article> {
    let site = Site::new();
    fs::remove_dir_all(site.path("articles")).expect("writable");
    for (page, article) in [("index", "first"), ("services", "tables-and-lists")] {
        let page = format!("pages/{page}.toml");
        let text = site.text(&page);
        site.write(&page, text.replace(&format!("/blog/{article}"), "/fees"));
    }
    for (place, draft) in drafts.iter().enumerate() {
        let file = format!("articles/a{place}.mdx");
        site.write(&file, draft.mdx(place, drafts.len()));
    }
    site.content().articles
}

impl Draft {
    fn mdx(&self, place: usize, count: usize) -> String {
        let Self {
            category, keywords, ..
        } = self;
        let link = |at: usize| {
            let to = self.links.get(at).filter(|to| **to < count);
            to.map_or(String::new(), |to| format!("[one](/blog/a{to}?from=here)"))
        };
        format!(
            r#"+++
id = {id}
title = "Article {place}"
excerpt = "Its excerpt."
category = {category:?}
author = "firm"
keywords = {keywords:?}
hero = {{ src = "picture.svg", alt = "A square" }}
+++

<Callout title="First">

Some words {first}.

</Callout>

| A | table |
| --- | --- |
| with | {second} |
"#,
            id = count - place,
            first = link(0),
            second = link(1),
        )
    }
}

/// The rule in its plainest form: every other article, sorted.
fn expected(drafts: &[Draft], place: usize) -> Vec<String> {
    let draft = &drafts[place];
    let keywords = |draft: &Draft| -> BTreeSet<String> {
        draft
            .keywords
            .iter()
            .map(|word| word.to_lowercase())
            .collect()
    };
    let mut others: Vec<usize> = (0..drafts.len()).filter(|other| *other != place).collect();
    others.sort_by_key(|other| {
        let linked = draft.links.iter().position(|link| link == other);
        let shared = keywords(&drafts[*other])
            .intersection(&keywords(draft))
            .count();
        (
            linked.unwrap_or(usize::MAX),
            drafts[*other].category != draft.category,
            usize::MAX - shared,
            other.abs_diff(place),
            *other,
        )
    });
    others
        .into_iter()
        .take(3)
        .map(|other| format!("a{other}"))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 60,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(2008),
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_next_article_leads_through_the_whole_list_and_the_previous_back(drafts in drafts(0..40)) {
        let articles = articles(&drafts);
        let by_slug: BTreeMap<&str, &Article> =
            articles.iter().map(|article| (&*article.slug, article)).collect();
        let mut visited = Vec::new();
        let mut article = articles.first();
        while let Some(at) = article {
            prop_assert_eq!(at.previous.as_deref(), visited.last().copied());
            visited.push(&*at.slug);
            article = at.next.as_deref().map(|next| by_slug[next]);
        }
        let listed: Vec<&str> = articles.iter().map(|article| &*article.slug).collect();
        prop_assert_eq!(visited, listed);
    }

    #[test]
    fn three_others_are_offered_none_twice(drafts in drafts(0..40)) {
        for article in articles(&drafts).iter() {
            let related: BTreeSet<&str> = article.related.iter().map(|slug| &**slug).collect();
            prop_assert_eq!(related.len(), article.related.len());
            prop_assert_eq!(related.len(), drafts.len().saturating_sub(1).min(3));
            prop_assert!(!related.contains(&*article.slug));
        }
    }

    #[test]
    fn linked_ones_come_first_then_the_category_then_keywords_then_the_nearest(drafts in drafts(0..10)) {
        for (place, article) in articles(&drafts).iter().enumerate() {
            let related: Vec<&str> = article.related.iter().map(|slug| &**slug).collect();
            prop_assert_eq!(related, expected(&drafts, place));
        }
    }
}
