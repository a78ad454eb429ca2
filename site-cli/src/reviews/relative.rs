//! Words whose meaning depends on the day when they are read: "soon", "this week".
//!
//! Most are correct, so they don't cause warnings: "a call this week" is advice that is valid on any day.

use crate::diff::entry::folded;
use crate::escape::text;
use regex::Regex;
use site_check::load::{FileKind, Tree};
use std::ops::Range;
use std::sync::LazyLock;

/// The number of bytes shown on each side, rounded to a whole word.
const REACH: usize = 40;

/// Returns the places of such words in pages and articles, in Markdown; empty if none are found.
pub fn list(tree: &Tree) -> String {
    let mut places = Vec::new();
    for file in &tree.files {
        if !matches!(file.kind, FileKind::Page(_) | FileKind::Article(_)) {
            continue;
        }
        let mut line_ends = Vec::new();
        for (end, _) in file.text.match_indices('\n') {
            line_ends.push(end);
        }
        for passage in file.passages(tree) {
            for found in RELATIVE.find_iter(&passage.text) {
                let at = passage.source(found.range()).start;
                let line = line_ends.partition_point(|end| *end < at) + 1;
                let words = in_context(&passage.text, found.range());
                places.push(format!("- `{}`, line {line}: {words}", file.path));
            }
        }
    }
    if places.is_empty() {
        return String::new();
    }

    let about =
        "Words such as \"soon\" and \"this week\", whose meaning depends on when they are read";
    let summary = format!("{about}: {}", places.len());
    format!("\n{}", folded(&summary, &places.join("\n")))
}

/// Returns a word with its context.
fn in_context(words: &str, found: Range<usize>) -> String {
    let before = text(words_before(words, found.start));
    let after = text(words_after(words, found.end));
    let word = &words[found];
    format!("{before}**{word}**{after}")
}

/// Returns the last whole words before a position.
fn words_before(words: &str, place: usize) -> &str {
    let from = words.floor_char_boundary(place.saturating_sub(REACH));
    let near = &words[from..place];
    if from == 0 {
        return near;
    }
    near.split_once(' ').map_or("", |(_, whole)| whole)
}

/// Returns the first whole words after a position.
fn words_after(words: &str, place: usize) -> &str {
    let to = words.floor_char_boundary(place.saturating_add(REACH));
    let near = &words[place..to];
    if to == words.len() {
        return near;
    }
    near.rsplit_once(' ').map_or("", |(whole, _)| whole)
}

static RELATIVE: LazyLock<Regex> = LazyLock::new(|| {
    let period = "(?:week|month|spring|summer|fall|autumn|winter)";
    let words = format!(
        "soon|recently|upcoming|still to come|just announced|(?:this|next) {period}|(?:the )?coming {period}s?"
    );
    Regex::new(&format!(r"(?i)\b(?:{words})\b")).expect("a pattern")
});
