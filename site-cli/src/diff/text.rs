//! What visitors read differently: lines side by side, grouped by what differs in them.

use super::words::{Words, compared, likeness, replaced};
use schemars::JsonSchema;
use serde::Serialize;
use similar::{Algorithm, capture_diff_slices};
use site_check::reading::Reading;
use std::collections::HashMap;

/// The same difference in one or more lines of one or more pages.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TextChange {
    /// The lines that differ in this way.
    pub lines: Vec<LineChange>,
    /// All pages that have one of these lines, as they are after the change.
    pub pages: Vec<String>,
}

/// A line before and after.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LineChange {
    /// None where the line was not there.
    pub before: Option<String>,
    /// None where the line is no longer there.
    pub after: Option<String>,
    /// The line word by word.
    pub words: Vec<Words>,
    pub pages: Vec<String>,
}

type Line = Option<String>;
type Key = Vec<(String, String)>;

/// From this likeness on, in hundredths, one line is another changed.
const ALIKE: usize = 40;

/// More pairs of lines than these are not compared one with another.
const MANY: usize = 10_000;

pub fn changes(pairs: &[(&Reading, &Reading)]) -> Vec<TextChange> {
    let mut all: Vec<TextChange> = Vec::new();
    let mut places: HashMap<Key, usize> = HashMap::new();
    // Most lines stand on every page: what was once compared is known.
    let mut known: HashMap<(Line, Line), (usize, usize)> = HashMap::new();
    for (old, new) in pairs {
        for pair in lines(&old.lines, &new.lines) {
            let (group, line) = *known.entry(pair).or_insert_with_key(|(before, after)| {
                let words = compared(
                    before.as_deref().unwrap_or_default(),
                    after.as_deref().unwrap_or_default(),
                );
                let group = *places.entry(replaced(&words)).or_insert_with(|| {
                    all.push(TextChange {
                        lines: Vec::new(),
                        pages: Vec::new(),
                    });
                    all.len() - 1
                });
                let lines = &mut all[group].lines;
                lines.push(LineChange {
                    before: before.clone(),
                    after: after.clone(),
                    words,
                    pages: Vec::new(),
                });
                (group, lines.len() - 1)
            });
            let change = &mut all[group];
            add(&mut change.pages, &new.route);
            add(&mut change.lines[line].pages, &new.route);
        }
    }
    all
}

fn add(pages: &mut Vec<String>, page: &str) {
    if pages.last().is_none_or(|last| last != page) {
        pages.push(page.to_owned());
    }
}

/// The lines of a page that differ, before and after.
fn lines(old: &[String], new: &[String]) -> Vec<(Line, Line)> {
    let mut out = Vec::new();
    for op in capture_diff_slices(Algorithm::Myers, old, new) {
        let (tag, from, to) = op.as_tag_tuple();
        if tag != similar::DiffTag::Equal {
            align(&old[from], &new[to], &mut out);
        }
    }
    out
}

/// Puts lines that are alike side by side, without changing their order.
fn align(old: &[String], new: &[String], out: &mut Vec<(Line, Line)>) {
    let (rows, columns) = (old.len(), new.len());
    let mut best = vec![vec![0; columns + 1]; rows + 1];
    let mut alike = vec![vec![0; columns]; rows];
    if rows * columns <= MANY {
        for row in (0..rows).rev() {
            for column in (0..columns).rev() {
                let likeness = likeness(&old[row], &new[column]);
                alike[row][column] = if likeness >= ALIKE || rows * columns == 1 {
                    likeness.max(1)
                } else {
                    0
                };
                let with = alike[row][column] + best[row + 1][column + 1];
                let without = best[row + 1][column].max(best[row][column + 1]);
                best[row][column] = with.max(without);
            }
        }
    }
    let (mut row, mut column) = (0, 0);
    while row < rows && column < columns {
        let pair = alike[row][column];
        if pair > 0 && best[row][column] == pair + best[row + 1][column + 1] {
            out.push((Some(old[row].clone()), Some(new[column].clone())));
            row += 1;
            column += 1;
        } else if best[row][column] == best[row + 1][column] {
            out.push((Some(old[row].clone()), None));
            row += 1;
        } else {
            out.push((None, Some(new[column].clone())));
            column += 1;
        }
    }
    out.extend(old[row..].iter().map(|line| (Some(line.clone()), None)));
    out.extend(new[column..].iter().map(|line| (None, Some(line.clone()))));
}
