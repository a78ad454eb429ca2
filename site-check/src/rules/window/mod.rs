//! The windows of content: from when on, and until when, something is there.
//!
//! They are checked in the files as they are written. What follows from them is found by all other rules, in each edition.
//!
//! 1. `form`, `clock`: moments that can't be read, or that no clock shows
//! 2. `order`: moments that contradict each other, or the day on which they are written
//! 3. `place`: what takes no window
//! 4. `many`: all windows together

mod clock;
mod form;
mod many;
mod order;
mod place;

use crate::load::{File, Tree, WrittenBound};
use crate::rule::{Rule, key};

pub(super) static RULES: &[&Rule] = &[
    &clock::CLOCK,
    &form::FORM,
    &many::MANY,
    &order::ORDER,
    &place::PLACE,
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
