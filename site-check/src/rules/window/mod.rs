//! The windows of content: from when on, and until when, something is there.
//!
//! They are checked in the files as they are written. What follows from them is found by all other rules, in each edition.
//!
//! 1. `form`, `clock`: moments that can't be read, or that no clock shows
//! 2. `order`, `published`, `past`, `next`: moments that contradict each other, or the day on which they are written
//! 3. `place`, `draft`: what takes no window
//! 4. `gap`, `overlap`, `many`: windows taken together

mod clock;
mod draft;
mod form;
mod gap;
mod many;
mod next;
mod order;
mod overlap;
mod past;
mod place;
mod published;

use crate::load::{File, Tree, WrittenBound};
use crate::rule::{Rule, key};

pub(super) static RULES: &[&Rule] = &[
    &clock::CLOCK,
    &draft::DRAFT,
    &form::FORM,
    &gap::GAP,
    &many::MANY,
    &next::NEXT,
    &order::ORDER,
    &overlap::OVERLAP,
    &past::PAST,
    &place::PLACE,
    &published::PUBLISHED,
];

/// All bounds of a tree, each with its file.
fn bounds(tree: &Tree) -> Vec<(&File, &WrittenBound)> {
    let mut all = Vec::new();
    for file in &tree.files {
        for window in &file.windows {
            for bound in window.bounds() {
                all.push((&**file, bound));
            }
        }
    }
    all
}

/// Returns whether a bound is an end.
fn is_end(bound: &WrittenBound) -> bool {
    key(&bound.pointer) == "ends"
}
