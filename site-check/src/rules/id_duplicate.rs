use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::{File, Tree};
use site_schema::model::format;
use std::collections::BTreeMap;

pub static ANCHOR: Rule = Rule {
    code: "id/duplicate",
    severity: Severity::Error,
    summary: "Two parts of one page have the same id.",
    why: "A link to the anchor finds only the first of them.",
    bad: "content/pages/about.toml\n[[blocks]]\nid = \"team\"\n[[blocks]]\nid = \"team\"",
    good: "content/pages/about.toml\n[[blocks]]\nid = \"team\"\n[[blocks]]\nid = \"values\"",
    checks: &[Check::File(check_anchors)],
};

pub static ARTICLE: Rule = Rule {
    code: "article/duplicate-id",
    severity: Severity::Error,
    summary: "Two articles have the same id.",
    why: "The id is an article's place in the list; a copied one leaves the order to chance.",
    bad: "content/articles/market-drop.mdx\n+++\nid = 17\n+++",
    good: "content/articles/market-drop.mdx\n+++\nid = 37\n+++",
    checks: &[Check::Tree(check_articles)],
};

fn check_anchors(file: &File, _: &Tree, report: &mut Report) {
    let mut seen = BTreeMap::new();
    for leaf in file.leaves.iter().filter(|leaf| leaf.format == format::ID) {
        let place = leaf.map.source(0..leaf.value.len());
        let Some(first) = seen.insert(&leaf.value, place.clone()) else {
            continue;
        };
        let line = Diagnostic::at(file, first, "").line;
        report.push(
            Diagnostic::at(
                file,
                place,
                format!("the id `{}` stands here a second time", leaf.value),
            )
            .expected("an id of its own for each part of a page")
            .found(format!("the same id in line {line}"))
            .help("Give one of the two another id, and mend the links to it."),
        );
    }
}

fn check_articles(tree: &Tree, report: &mut Report) {
    let ids = tree
        .articles()
        .filter_map(|file| Some((file.document.value.get("id")?.as_u64()?, file)));
    let ids: Vec<_> = ids.collect();
    let highest = ids.iter().map(|(id, _)| *id).max().unwrap_or(0);
    let mut seen = BTreeMap::new();
    for (id, file) in ids {
        let Some(first) = seen.insert(id, &file.path) else {
            continue;
        };
        report.push(
            Diagnostic::at(
                file,
                file.document.place("/id"),
                format!("the id {id} is taken"),
            )
            .expected("an id of its own for each article")
            .found(format!("the same id in {first}"))
            .help(format!("A new article takes the next one: {}", highest + 1)),
        );
    }
}
