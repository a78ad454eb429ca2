//! `cargo site-ops record search WORD`: every page that showed a word, a fact or a fee, and when.

use super::opened::Opened;
use super::text;
use crate::run::print;
use anyhow::Result;
use site_record::index::Answer;
use site_record::row::Row;
use site_record::showing::showings;
use std::collections::BTreeSet;

/// Prints each page and interval, and the lines that contain the words. Returns false if no page has them.
pub fn search(opened: &Opened, words: &str) -> Result<bool> {
    let lower = words.to_lowercase();
    let all_spans = opened.spans();
    let mut is_found = false;
    let mut removed = BTreeSet::new();
    for path in opened.index.paths()? {
        for showing in showings(&opened.index.answers(path)?, &all_spans) {
            if let Some(Answer::Removed(digest)) = showing.answer {
                removed.insert(digest);
            }
            let Some(row) = showing.row(&opened.record)? else {
                continue;
            };
            let lines = lines_with(opened, &row, &lower)?;
            if lines.is_empty() {
                continue;
            }
            is_found = true;
            let name = if path.is_empty() {
                "unknown addresses"
            } else {
                path
            };
            let mut out = format!("{name}, at {}\n", showing.place);
            for line in opened.shown_time(&showing.time, Some(row.cached_for())) {
                out += &format!("  {line}\n");
            }
            for line in lines {
                out += &format!("  | {line}\n");
            }
            print(&(out + "\n"))?;
        }
    }
    for digest in removed {
        let removal = &opened.index.removals()[&digest];
        print(&format!("not searched: {digest}, {removal}\n"))?;
    }
    if !is_found {
        print(&format!("no page showed “{}”\n", words))?;
    }
    Ok(is_found)
}

/// The lines of a response, and of the facts on it, that contain the words.
fn lines_with(opened: &Opened, row: &Row, words: &str) -> Result<Vec<String>> {
    let mut lines = Vec::new();
    if let Some(body) = &row.body {
        // A body that was removed has no text.
        if opened.record.bodies().has(body) {
            lines = text::lines(&row.media_type, &opened.record.bodies().read(body)?);
        }
    }
    if let Some(shown) = &row.shown {
        lines.push(format!("shown: {shown}"));
    }
    lines.retain(|line| line.to_lowercase().contains(words));
    Ok(lines)
}
