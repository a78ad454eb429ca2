//! Two texts compared by words.

use schemars::JsonSchema;
use serde::Serialize;
use similar::{Algorithm, DiffOp, capture_diff_slices};

/// Words that are in both texts, or in one of them alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Words {
    pub kind: WordsKind,
    pub text: String,
}

/// Where words stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WordsKind {
    Same,
    Removed,
    Added,
}

/// The words of two texts in the order in which they are read; what is removed
/// stands before what takes its place.
pub fn compared(before: &str, after: &str) -> Vec<Words> {
    let old: Vec<&str> = before.split_whitespace().collect();
    let new: Vec<&str> = after.split_whitespace().collect();
    let mut out: Vec<Words> = Vec::new();
    for op in capture_diff_slices(Algorithm::Myers, &old, &new) {
        let (_, from, to) = op.as_tag_tuple();
        match op {
            DiffOp::Equal { .. } => push(&mut out, WordsKind::Same, &old[from]),
            _ => {
                push(&mut out, WordsKind::Removed, &old[from]);
                push(&mut out, WordsKind::Added, &new[to]);
            }
        }
    }
    out
}

fn push(out: &mut Vec<Words>, kind: WordsKind, words: &[&str]) {
    if !words.is_empty() {
        let text = words.join(" ");
        out.push(Words { kind, text });
    }
}

/// How much of two texts is the same, in hundredths.
pub fn likeness(before: &str, after: &str) -> usize {
    let count = |text: &str| text.split_whitespace().count();
    let both = count(before) + count(after);
    let same = compared(before, after)
        .iter()
        .filter(|words| words.kind == WordsKind::Same)
        .map(|words| count(&words.text))
        .sum::<usize>();
    (same * 200).checked_div(both).unwrap_or(100)
}

/// What was replaced by what, without the punctuation around it: two texts that
/// differ in the same way have the same.
pub fn replaced(words: &[Words]) -> Vec<(String, String)> {
    let mut out: Vec<(String, String)> = Vec::new();
    let mut follows = false;
    for piece in words {
        match piece.kind {
            WordsKind::Same => follows = false,
            WordsKind::Removed => {
                out.push((piece.text.clone(), String::new()));
                follows = true;
            }
            WordsKind::Added => {
                match out.last_mut() {
                    Some((_, after)) if follows => after.clone_from(&piece.text),
                    _ => out.push((String::new(), piece.text.clone())),
                }
                follows = false;
            }
        }
    }
    out.iter()
        .map(|(before, after)| bare(before, after))
        .collect()
}

/// Without the punctuation that both begin and end with.
fn bare(before: &str, after: &str) -> (String, String) {
    let (mut before, mut after) = (before, after);
    let mark = |c: &char| !c.is_alphanumeric() && !c.is_whitespace();
    while let (Some(a), Some(b)) = (before.chars().next(), after.chars().next()) {
        if a != b || !mark(&a) {
            break;
        }
        before = &before[a.len_utf8()..];
        after = &after[a.len_utf8()..];
    }
    while let (Some(a), Some(b)) = (before.chars().next_back(), after.chars().next_back()) {
        if a != b || !mark(&a) {
            break;
        }
        before = &before[..before.len() - a.len_utf8()];
        after = &after[..after.len() - a.len_utf8()];
    }
    (before.to_owned(), after.to_owned())
}
