//! The facts, and the details of the firms that content quotes like facts.

use super::side::Side;
use super::spread::{ValueChange, values};
use schemars::JsonSchema;
use serde::Serialize;
use site_check::load::{Target, Tree};
use site_schema::model::Fact;
use std::collections::BTreeSet;

/// A fact that is not as it was.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FactChange {
    /// The name under which content quotes it.
    pub name: String,
    pub change: FactChangeKind,
    /// What it says, after the change; before it, where it is gone.
    pub value: String,
    /// What differs: the value, the source, the day of the review …
    pub fields: Vec<ValueChange>,
    /// The pages and files that quote it, before or after.
    pub quoted_by: Vec<String>,
}

/// Whether a fact is another or the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FactChangeKind {
    Added,
    Removed,
    Changed,
}

/// The details of the firms that content/site.toml states, by their tokens.
const DETAILS: [&str; 7] = [
    "firm", "tax-firm", "founder", "phone", "email", "address", "hours",
];

pub fn facts(base: &Side, head: &Side) -> Vec<FactChange> {
    let (old, new) = (&base.compiled.content.facts, &head.compiled.content.facts);
    let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    names
        .into_iter()
        .filter_map(|name| {
            let (before, after) = (old.get(name), new.get(name));
            let change = match (before, after) {
                (None, Some(_)) => FactChangeKind::Added,
                (Some(_), None) => FactChangeKind::Removed,
                _ => FactChangeKind::Changed,
            };
            let fields = |fact: Option<&Fact>| fact.map_or_else(Vec::new, fields);
            let fields = values(&fields(before), &fields(after));
            let value = after.or(before).map(|fact| fact.value.to_string());
            let trees = [&base.tree, &head.tree];
            (!fields.is_empty()).then(|| FactChange {
                name: name.to_owned(),
                change,
                value: value.unwrap_or_default(),
                fields,
                quoted_by: quoted_by(name, trees),
            })
        })
        .collect()
}

fn fields(fact: &Fact) -> Vec<(&'static str, String)> {
    let Fact {
        value,
        source,
        url,
        reviewed,
        tax_year,
        expires,
        means_something_else_in,
        note,
    } = fact;
    let text = |text: Option<&str>| text.map(str::to_owned);
    let listed = [
        ("value", text(Some(value))),
        ("source", text(Some(source))),
        ("source's page", text(url.as_deref())),
        ("reviewed", text(Some(reviewed))),
        ("tax year", tax_year.map(|year| year.to_string())),
        ("expires", text(expires.as_deref())),
        (
            "means something else in",
            Some(means_something_else_in.join(", ")).filter(|files| !files.is_empty()),
        ),
        ("remark for editors", text(note.as_deref())),
    ];
    let there = listed.into_iter();
    there
        .filter_map(|(name, value)| Some((name, value?)))
        .collect()
}

fn quoted_by(name: &str, trees: [&Tree; 2]) -> Vec<String> {
    let files = trees.into_iter().flat_map(|tree| &tree.files);
    let quoting = files.filter(|file| file.uses_of(Target::Token).any(|quote| quote.name == name));
    let names: BTreeSet<String> = quoting
        .map(|file| file.route().unwrap_or_else(|| file.path.clone()))
        .collect();
    names.into_iter().collect()
}

/// The details of the firms that differ.
pub fn details(base: &Side, head: &Side) -> Vec<ValueChange> {
    let stated = |side: &Side| {
        let stated = DETAILS.iter().filter_map(|name| {
            let value = side.tree.tokens.get(*name)?;
            Some((*name, value.clone()))
        });
        stated.collect::<Vec<_>>()
    };
    values(&stated(base), &stated(head))
}
