//! Compares two texts by words, and shows the differences.

use crate::escape::text;
use similar::{Algorithm, ChangeTag, DiffOp, capture_diff_slices, diff_ratio};

/// Words in reading order, of both texts or of one. Removed words come before their replacements.
pub type Words = Vec<(ChangeTag, String)>;

/// The number of words shown around a difference.
const CONTEXT: usize = 7;

/// The number of characters that identify a line.
const NAME_CHARACTERS: usize = 60;

/// Two texts as words, with the runs that are equal and the runs that differ.
struct Comparison<'t> {
    old: Vec<&'t str>,
    new: Vec<&'t str>,
    ops: Vec<DiffOp>,
}

impl<'t> Comparison<'t> {
    fn new(before: &'t str, after: &'t str) -> Self {
        let old: Vec<&str> = before.split_whitespace().collect();
        let new: Vec<&str> = after.split_whitespace().collect();
        let ops = capture_diff_slices(Algorithm::Myers, &old, &new);
        Self { old, new, ops }
    }

    fn words(&self) -> Words {
        let mut words = Vec::new();
        for op in &self.ops {
            for (tag, run) in op.iter_slices(&self.old, &self.new) {
                words.push((tag, run.join(" ")));
            }
        }
        words
    }
}

/// Returns the similarity of two texts, from 0 to 1.
pub fn likeness(before: &str, after: &str) -> f32 {
    let comparison = Comparison::new(before, after);
    diff_ratio(&comparison.ops, comparison.old.len(), comparison.new.len())
}

/// Returns the replaced words and their replacements, without the punctuation around them. The result is equal for
/// texts that differ in the same way.
pub fn replaced(before: &str, after: &str) -> Words {
    let mut words = Comparison::new(before, after).words();
    words.retain(|(tag, _)| *tag != ChangeTag::Equal);
    for (_, run) in &mut words {
        let bare = run.trim_matches(|c: char| c.is_ascii_punctuation());
        *run = bare.to_owned();
    }
    words
}

/// Renders a value before and after, in Markdown: removed words struck out, added words bold, with a few unchanged
/// words on either side.
pub fn between(before: Option<&str>, after: Option<&str>) -> String {
    match (before, after) {
        (Some(before), Some(after)) => marked(before, after),
        (None, Some(after)) => {
            let added = text(after);
            format!("**{added}** (added)")
        }
        (Some(before), None) => {
            let removed = text(before);
            format!("~~{removed}~~ (removed)")
        }
        (None, None) => String::new(),
    }
}

/// Combines both texts: words that are only in the first are struck out, words that are only in the second are bold.
fn marked(before: &str, after: &str) -> String {
    let runs = Comparison::new(before, after).words();
    let last = runs.len().saturating_sub(1);
    let mut shown = Vec::new();
    for (at, (tag, run)) in runs.iter().enumerate() {
        shown.push(match tag {
            ChangeTag::Delete => format!("~~{}~~", text(run)),
            ChangeTag::Insert => format!("**{}**", text(run)),
            ChangeTag::Equal => {
                let first = if at == 0 { 0 } else { CONTEXT };
                let end = if at == last { 0 } else { CONTEXT };
                shortened(run, first, end)
            }
        });
    }
    shown.join(" ")
}

/// Returns the start of a line, enough to identify it.
pub fn shorter(line: &str) -> String {
    match line.char_indices().nth(NAME_CHARACTERS) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line.to_owned(),
    }
}

/// Returns the first and last words of a run, or all of it if that would leave out very little.
fn shortened(run: &str, first: usize, last: usize) -> String {
    let words: Vec<&str> = run.split(' ').collect();
    if words.len() <= first + last + 2 {
        return text(run);
    }
    let (head, rest) = words.split_at(first);
    let (_, tail) = rest.split_at(rest.len() - last);
    let head = text(&head.join(" "));
    let tail = text(&tail.join(" "));
    let shown = format!("{head} … {tail}");
    shown.trim().to_owned()
}
