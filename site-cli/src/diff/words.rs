//! Two texts compared by words, and how that is shown.

use super::escape::text;
use similar::{Algorithm, ChangeTag, capture_diff_slices};

/// Words in the order in which they are read: of both texts, or of one of them.
/// What is removed stands before what takes its place.
type Words = Vec<(ChangeTag, String)>;

/// How many words are shown around what differs.
const CONTEXT: usize = 7;

fn compared(before: &str, after: &str) -> Words {
    let old: Vec<&str> = before.split_whitespace().collect();
    let new: Vec<&str> = after.split_whitespace().collect();
    let mut out = Words::new();
    let mut push = |tag, words: &[&str]| {
        if !words.is_empty() {
            out.push((tag, words.join(" ")));
        }
    };
    for op in capture_diff_slices(Algorithm::Myers, &old, &new) {
        let (tag, from, to) = op.as_tag_tuple();
        if tag == similar::DiffTag::Equal {
            push(ChangeTag::Equal, &old[from]);
        } else {
            push(ChangeTag::Delete, &old[from]);
            push(ChangeTag::Insert, &new[to]);
        }
    }
    out
}

/// How much of two texts is the same, in hundredths.
pub fn likeness(before: &str, after: &str) -> usize {
    let count = |text: &str| text.split_whitespace().count();
    let compared = compared(before, after);
    let same = compared.iter().filter(|(tag, _)| *tag == ChangeTag::Equal);
    let same: usize = same.map(|(_, words)| count(words)).sum();
    (same * 200)
        .checked_div(count(before) + count(after))
        .unwrap_or(100)
}

/// What was replaced by what, without the punctuation around it: two texts that
/// differ in the same way have the same.
pub fn replaced(before: &str, after: &str) -> Words {
    let bare = |words: &str| {
        words
            .trim_matches(|c: char| c.is_ascii_punctuation())
            .to_owned()
    };
    compared(before, after)
        .into_iter()
        .filter(|(tag, _)| *tag != ChangeTag::Equal)
        .map(|(tag, words)| (tag, bare(&words)))
        .collect()
}

/// What was and what is: removed words struck out, added ones bold, and of what
/// is the same a little on either side.
pub fn between(before: Option<&str>, after: Option<&str>) -> String {
    let (before, after) = match (before, after) {
        (Some(before), Some(after)) => (before, after),
        (None, Some(after)) => return format!("**{}** (added)", text(after)),
        (Some(before), None) => return format!("~~{}~~ (removed)", text(before)),
        (None, None) => return String::new(),
    };
    let pieces = compared(before, after);
    let last = pieces.len().saturating_sub(1);
    let shown = pieces
        .iter()
        .enumerate()
        .map(|(at, (tag, words))| match tag {
            ChangeTag::Delete => format!("~~{}~~", text(words)),
            ChangeTag::Insert => format!("**{}**", text(words)),
            ChangeTag::Equal => {
                let all: Vec<&str> = words.split(' ').collect();
                let first = if at == 0 { 0 } else { CONTEXT };
                let end = if at == last { 0 } else { CONTEXT };
                if all.len() <= first + end + 2 {
                    return text(words);
                }
                let [head, tail] =
                    [&all[..first], &all[all.len() - end..]].map(|words| text(&words.join(" ")));
                [head, "…".to_owned(), tail].join(" ").trim().to_owned()
            }
        });
    shown.collect::<Vec<_>>().join(" ")
}
