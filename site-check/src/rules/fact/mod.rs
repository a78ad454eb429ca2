//! Facts: their definitions, and the places that quote them or should.
//!
//! 1. `tokens`, `literal`: a text quotes a fact, by a name that is known
//! 2. `definition`, `values`: how a fact is defined
//! 3. `unpinned`, `year`: the tax year of what a text quotes
//! 4. `review`: what time and changes make doubtful

mod definition;
mod literal;
mod review;
mod tokens;
mod unpinned;
mod values;
mod year;

use crate::load::facts::{YEAR_IN_FORCE, pinned};
use crate::load::{File, FileKind};
use crate::rule::Rule;
use serde_json::Value;

pub(super) static RULES: &[&Rule] = &[
    &tokens::BRACE,
    &review::CHANGED,
    &definition::DEFINITION,
    &review::EXPIRED,
    &literal::LITERAL,
    &review::OUTDATED,
    &tokens::UNKNOWN_TOKEN,
    &unpinned::UNPINNED,
    &year::YEAR,
];

/// Returns whether a file is an article, which was approved as it stands.
fn is_article(file: &File) -> bool {
    matches!(file.kind, FileKind::Article(_))
}

/// The token that shows the value of a fact in a year, in braces.
fn pinned_token(name: &str, year: i16) -> String {
    format!("{{{}}}", pinned(name, year))
}

/// The token that shows the year in force of a fact, in braces.
fn year_token(name: &str) -> String {
    format!("{{{name}{YEAR_IN_FORCE}}}")
}

/// The definition of a value: a fact without years, or one year of a fact.
struct Definition<'a> {
    pointer: String,
    value: &'a Value,
}

/// The definitions of all values in `content/facts.toml`.
fn definitions(file: &File) -> Vec<Definition<'_>> {
    let mut definitions = Vec::new();
    for (name, fact) in file.document.value.as_object().into_iter().flatten() {
        let Some(years) = fact["years"].as_object() else {
            definitions.push(Definition {
                pointer: format!("/{name}"),
                value: fact,
            });
            continue;
        };
        for (year, value) in years {
            definitions.push(Definition {
                pointer: format!("/{name}/years/{year}"),
                value,
            });
        }
    }
    definitions
}
