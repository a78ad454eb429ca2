//! Parts of a page that moved: blocks, questions, paragraphs, list items.

use super::entry::Entry;
use super::words::shorter;
use crate::escape::text;
use site_check::reading::Reading;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The order of more parts in one place isn't compared: the time that takes is quadratic in their number.
const MOST_PARTS: usize = 2_000;

/// Parts that are adjacent before and after, and moved among their siblings.
#[derive(Clone, PartialEq, Eq)]
pub struct Move {
    /// The first of their lines.
    first_line: String,
    line_count: usize,
    /// The first line of the part before them after the change; `None` if they come first.
    follows: Option<String>,
    /// The paths of the pages that show them, after the change.
    pages: BTreeSet<String>,
}

impl From<Move> for Entry {
    fn from(moved: Move) -> Self {
        let what = format!("“{}”", text(&shorter(&moved.first_line)));
        let more = match moved.line_count {
            1 => String::new(),
            2 => " and the line below it".to_owned(),
            count => format!(" and the {} lines below it", count - 1),
        };
        let place = match &moved.follows {
            Some(line) => format!("below “{}”", text(&shorter(line))),
            None => "to the beginning".to_owned(),
        };
        Self {
            pages: moved.pages,
            ..Self::new(format!("**moved** {place}: {what}{more}"))
        }
    }
}

/// Adds a move, or adds its pages to an identical one.
pub fn merge(moves: &mut Vec<Move>, moved: Move) {
    for known in moves.iter_mut() {
        let is_same = known.first_line == moved.first_line
            && known.line_count == moved.line_count
            && known.follows == moved.follows;
        if is_same {
            known.pages.extend(moved.pages);
            return;
        }
    }
    moves.push(moved);
}

/// Returns the lines of a page before the change, rearranged into their order after the change, with the moves that
/// this takes. What remains to be compared is the text of the lines.
pub fn arranged(old: &Reading, new: &Reading) -> (Vec<String>, Vec<Move>) {
    let mut moves = Vec::new();
    if old.lines == new.lines {
        return (old.lines.clone(), moves);
    }
    let lines = arrange(&Part::whole(old), &Part::whole(new), &mut moves);
    for moved in &mut moves {
        moved.pages = new.pages.iter().cloned().collect();
    }
    (lines, moves)
}

/// A part of a page, or a single line, which has no parts within it.
struct Part<'r> {
    lines: &'r [String],
    inner: Vec<Self>,
}

impl<'r> Part<'r> {
    /// Returns all lines of a page, and the parts among them.
    fn whole(reading: &'r Reading) -> Self {
        let mut ranges = reading.parts.clone();
        ranges.retain(|range| !range.is_empty());
        Self::new(&reading.lines, 0..reading.lines.len(), &ranges)
    }

    /// Returns the part with some of a page's lines; `ranges` are the ranges of the parts within it.
    fn new(page: &'r [String], lines: Range<usize>, ranges: &[Range<usize>]) -> Self {
        let mut inner = Vec::new();
        let mut next_line = lines.start;
        let mut rest = ranges;
        while let Some((range, following)) = rest.split_first() {
            inner.extend(page[next_line..range.start].iter().map(Self::line));
            let count = following.partition_point(|other| other.start < range.end);
            let (within, after) = following.split_at(count);
            inner.push(Self::new(page, range.clone(), within));
            next_line = range.end;
            rest = after;
        }
        inner.extend(page[next_line..lines.end].iter().map(Self::line));
        Self {
            lines: &page[lines],
            inner,
        }
    }

    fn line(line: &'r String) -> Self {
        Self {
            lines: std::slice::from_ref(line),
            inner: Vec::new(),
        }
    }
}

/// Returns the lines of a part in the order of another; adds the moves to `moves`.
fn arrange(old: &Part, new: &Part, moves: &mut Vec<Move>) -> Vec<String> {
    if old.lines == new.lines || old.inner.is_empty() || new.inner.is_empty() {
        return old.lines.to_vec();
    }
    let pairs = pairs(&old.inner, &new.inner);
    if pairs.len() > MOST_PARTS {
        return old.lines.to_vec();
    }
    add_moves(&pairs, &new.inner, moves);

    // Fills the positions of the parts that exist on both sides, in their order after the change.
    let mut by_new_place = pairs.clone();
    by_new_place.sort_by_key(|pair| pair.new);
    let mut filling = by_new_place.iter();
    let mut is_paired = vec![false; old.inner.len()];
    for pair in &pairs {
        is_paired[pair.old] = true;
    }
    let mut lines = Vec::new();
    for (at, part) in old.inner.iter().enumerate() {
        let filled = if is_paired[at] { filling.next() } else { None };
        match filled {
            Some(pair) => {
                let arranged = arrange(&old.inner[pair.old], &new.inner[pair.new], moves);
                lines.extend(arranged);
            }
            None => lines.extend_from_slice(part.lines),
        }
    }
    lines
}

/// The positions of a part among its siblings, before and after the change.
#[derive(Clone, Copy)]
struct Pair {
    old: usize,
    new: usize,
    line_count: usize,
}

/// Pairs the parts on both sides, in their old order: first those with identical lines, then those with the same first
/// line.
fn pairs(old: &[Part], new: &[Part]) -> Vec<Pair> {
    let mut pairs: Vec<Pair> = Vec::new();
    let mut old_left: BTreeSet<usize> = (0..old.len()).collect();
    let mut new_left: BTreeSet<usize> = (0..new.len()).collect();
    for key in [all_lines, first_line] {
        let old_places = places(old, &old_left, key);
        let new_places = places(new, &new_left, key);
        for (lines, at) in old_places {
            if let (Some(at), Some(Some(new_at))) = (at, new_places.get(lines)) {
                old_left.remove(&at);
                new_left.remove(new_at);
                pairs.push(Pair {
                    old: at,
                    new: *new_at,
                    line_count: new[*new_at].lines.len(),
                });
            }
        }
    }
    pair_by_place(old, new, &mut pairs);
    pairs.sort_by_key(|pair| pair.old);
    pairs
}

/// Pairs the remaining parts of several lines that are in the same place: at the start, or below a part that exists on
/// both sides.
fn pair_by_place(old: &[Part], new: &[Part], pairs: &mut Vec<Pair>) {
    let mut new_places: BTreeMap<usize, usize> = BTreeMap::new();
    let mut is_paired = vec![false; new.len()];
    for pair in &*pairs {
        new_places.insert(pair.old, pair.new);
        is_paired[pair.new] = true;
    }
    for (at, part) in old.iter().enumerate() {
        if new_places.contains_key(&at) || part.inner.is_empty() {
            continue;
        }
        let new_at = match at.checked_sub(1) {
            None => Some(0),
            Some(above) => new_places.get(&above).map(|above| above + 1),
        };
        if let Some(new_at) = new_at
            && new_at < new.len()
            && !is_paired[new_at]
            && !new[new_at].inner.is_empty()
        {
            new_places.insert(at, new_at);
            is_paired[new_at] = true;
            pairs.push(Pair {
                old: at,
                new: new_at,
                line_count: new[new_at].lines.len(),
            });
        }
    }
}

fn all_lines<'r>(part: &Part<'r>) -> &'r [String] {
    part.lines
}

/// Returns the first line of a part that has several.
fn first_line<'r>(part: &Part<'r>) -> &'r [String] {
    if part.inner.is_empty() {
        return &[];
    }
    &part.lines[..1]
}

/// Returns the positions of parts by some of their lines; `None` if several parts share the lines.
fn places<'r>(
    parts: &[Part<'r>],
    among: &BTreeSet<usize>,
    key: fn(&Part<'r>) -> &'r [String],
) -> BTreeMap<&'r [String], Option<usize>> {
    let mut places = BTreeMap::new();
    for at in among {
        let lines = key(&parts[*at]);
        if !lines.is_empty() {
            places
                .entry(lines)
                .and_modify(|place| *place = None)
                .or_insert(Some(*at));
        }
    }
    places
}

/// Adds the parts that are out of their old order. Parts that are adjacent on both sides are one move.
fn add_moves(pairs: &[Pair], new: &[Part], moves: &mut Vec<Move>) {
    let staying = staying(pairs);
    let mut moving: BTreeMap<usize, Pair> = BTreeMap::new();
    for pair in pairs {
        if !staying.contains(&pair.old) {
            moving.insert(pair.new, *pair);
        }
    }
    // The positions on both sides that would continue the last move.
    let mut next = None;
    for pair in moving.into_values() {
        let follows_last = next == Some((pair.old, pair.new));
        match moves.last_mut() {
            Some(moved) if follows_last => moved.line_count += pair.line_count,
            _ => {
                let above = pair.new.checked_sub(1);
                moves.push(Move {
                    first_line: new[pair.new].lines[0].clone(),
                    line_count: pair.line_count,
                    follows: above.map(|place| new[place].lines[0].clone()),
                    pages: BTreeSet::new(),
                });
            }
        }
        next = Some((pair.old + 1, pair.new + 1));
    }
}

/// Returns the old positions of the parts that keep their order, chosen so that they have the most lines in total.
fn staying(pairs: &[Pair]) -> BTreeSet<usize> {
    if pairs.is_sorted_by_key(|pair| pair.new) {
        return pairs.iter().map(|pair| pair.old).collect();
    }

    // For each part, the line count of the best order that ends with it, and the previous part in that order.
    let mut best: Vec<(usize, Option<usize>)> = Vec::new();
    for (at, pair) in pairs.iter().enumerate() {
        let mut most = 0;
        let mut before = None;
        for (earlier, other) in pairs[..at].iter().enumerate() {
            if other.new < pair.new && best[earlier].0 > most {
                most = best[earlier].0;
                before = Some(earlier);
            }
        }
        best.push((most + pair.line_count, before));
    }

    let mut last = None;
    let mut most_lines = 0;
    for (at, (lines, _)) in best.iter().enumerate() {
        if *lines > most_lines {
            most_lines = *lines;
            last = Some(at);
        }
    }
    let mut staying = BTreeSet::new();
    while let Some(at) = last {
        staying.insert(pairs[at].old);
        last = best[at].1;
    }
    staying
}
