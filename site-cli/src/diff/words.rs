//! Two texts compared by words, and how that is shown.

use crate::escape::text;
use similar::{Algorithm, ChangeTag, DiffOp, capture_diff_slices, diff_ratio};

/// Words in the order in which they are read: of both texts, or of one of them.
/// What is removed stands before what takes its place.
type Words = Vec<(ChangeTag, String)>;

/// How many words are shown around what differs.
const CONTEXT: usize = 7;

/// The words of two texts, and what is the same and not in them.
fn diff(texts: [&str; 2]) -> ([Vec<&str>; 2], Vec<DiffOp>) {
    let [old, new] = texts.map(|text| text.split_whitespace().collect::<Vec<_>>());
    let ops = capture_diff_slices(Algorithm::Myers, &old, &new);
    ([old, new], ops)
}

fn compared(before: &str, after: &str) -> Words {
    let ([old, new], ops) = diff([before, after]);
    let parts = ops.iter().flat_map(|op| op.iter_slices(&old, &new));
    parts.map(|(tag, words)| (tag, words.join(" "))).collect()
}

/// How much of two texts is the same, from 0 to 1.
pub fn likeness(before: &str, after: &str) -> f32 {
    let ([old, new], ops) = diff([before, after]);
    diff_ratio(&ops, old.len(), new.len())
}

/// What was replaced by what, without the punctuation around it: two texts that
/// differ in the same way have the same.
pub fn replaced(before: &str, after: &str) -> Words {
    let mut words = compared(before, after);
    words.retain(|(tag, _)| *tag != ChangeTag::Equal);
    for (_, words) in &mut words {
        let bare = words.trim_matches(|c: char| c.is_ascii_punctuation());
        *words = bare.to_owned();
    }
    words
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
    let shown = pieces.iter().enumerate();
    let shown = shown.map(|(at, (tag, words))| match tag {
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
            format!("{head} … {tail}").trim().to_owned()
        }
    });
    shown.collect::<Vec<_>>().join(" ")
}
