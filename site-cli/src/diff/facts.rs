//! The facts, and what quotes them.

use super::entry::{Entry, Section, values};
use super::side::Side;
use crate::escape::{code, text};
use site_check::load::Target;
use site_check::reading;
use site_schema::model::Fact;
use std::collections::BTreeSet;

pub fn section(base: &Side, head: &Side) -> Section {
    let (old, new) = (&base.content.facts, &head.content.facts);
    let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let mut entries = Vec::new();
    for name in names {
        let (before, after) = (old.get(name), new.get(name));
        let fields = |fact: Option<&Fact>| fact.map_or_else(Vec::new, reading::values);
        let changes = values(&fields(before), &fields(after));
        if changes.is_empty() {
            continue;
        }
        let what = match (before, after) {
            (None, _) => "Added",
            (_, None) => "Removed",
            _ => "Changed",
        };
        let value = after.or(before).map(|fact| text(&fact.value));
        let about = format!("{} ({})", code(name), value.unwrap_or_default());
        let quoted = match quoted_by(name, [base, head]).as_slice() {
            [] => "which nothing quotes".to_owned(),
            few if few.len() <= 5 => format!("quoted by {}", few.join(", ")),
            many => format!(
                "quoted by {} and {} more",
                many[..4].join(", "),
                many.len() - 4
            ),
        };
        let line = format!("**{what}**: {about}, {quoted}");
        entries.push(Entry::listing(line, changes));
    }
    let section = Section::new("For compliance: facts", entries);
    section.counting("fact").unseen()
}

/// The pages and files that quote a fact, before or after, as code.
fn quoted_by(name: &str, sides: [&Side; 2]) -> Vec<String> {
    let files = sides.into_iter().flat_map(|side| &side.tree.files);
    let quoting = files.filter(|file| {
        file.references_of(Target::Token)
            .any(|quote| quote.name == name)
    });
    let names: BTreeSet<String> = quoting
        .map(|file| file.route().unwrap_or_else(|| file.path.clone()))
        .collect();
    names.iter().map(|name| code(name)).collect()
}
