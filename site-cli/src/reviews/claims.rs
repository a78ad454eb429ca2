//! Sentences that may be about the firm's performance, for `cargo site reviews`.

use crate::escape::{code, text};
use site_check::load::Tree;
use site_check::rules::sentences_like_performance;

const ABOUT: &str = "\
The check finds a percentage for a gain or return of the firm, its clients or a model portfolio. These sentences only resemble such claims. \
Take out what states a result of the firm, a model or a method; market history and examples with their disclaimer may stay.

| place | sentence |
| --- | --- |";

/// Returns the sentences as a section in Markdown; nothing where there is none.
pub fn section(tree: &Tree) -> String {
    let found = sentences_like_performance(tree);
    if found.is_empty() {
        return String::new();
    }
    let count = found.len();
    let mut out = format!("\n### Sentences that may be about performance: {count}\n\n{ABOUT}\n");
    for sentence in found {
        let line = sentence.place.map_or(1, |place| place.line);
        let file = code(&sentence.file);
        let words = text(&sentence.message);
        out += &format!("| {file}, line {line} | {words} |\n");
    }
    out
}
