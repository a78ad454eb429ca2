//! The report for people, as a comment on GitHub: the whole in a sentence, what
//! the compliance officer answers for, then page by page what visitors meet.

mod compliance;
mod escape;
mod page;
mod visitors;

use super::report::{Compared, DiffReport};
use super::spread::ValueChange;
use super::words::{Words, WordsKind};
use escape::{code, text};
use page::Page;

pub fn render(report: &DiffReport) -> String {
    let mut page = Page::default();
    page.entry("## What this change means\n");
    page.entry(&format!("**{}**\n", report.summary));
    page.entry(&format!(
        "Compared: {} with {}.",
        side(&report.base),
        side(&report.head)
    ));
    visitors::shout(&mut page, report);
    compliance::render(&mut page, report);
    visitors::render(&mut page, report);
    page.finish()
}

fn side(side: &Compared) -> String {
    match &side.commit {
        Some(commit) if !is_commit(side) => format!("{} ({})", name(side), short(commit)),
        _ => name(side),
    }
}

/// How it was asked for; the name of a commit as code, which GitHub does not link.
fn name(side: &Compared) -> String {
    if is_commit(side) {
        short(&side.name)
    } else {
        text(&side.name)
    }
}

fn is_commit(side: &Compared) -> bool {
    let commit = side.commit.as_ref();
    commit.is_some_and(|commit| commit.starts_with(&side.name))
}

fn short(commit: &str) -> String {
    code(commit.get(..10).unwrap_or(commit))
}

/// A list item, with what belongs to it indented below it.
fn item(line: &str, below: &[String]) -> String {
    let mut out = format!("- {line}");
    for part in below {
        for line in part.lines() {
            out.push('\n');
            if !line.is_empty() {
                out += "  ";
                out += line;
            }
        }
    }
    out
}

/// What unfolds on a click.
fn folded(summary: &str, inside: &str) -> String {
    format!("<details><summary>{summary}</summary>\n\n{inside}\n\n</details>\n")
}

/// Where something is, of so many pages compared: by name while few, else
/// counted and folded below.
fn places(pages: &[String], every: usize) -> (String, Option<String>) {
    match pages {
        [] => ("on no page".to_owned(), None),
        all if all.len() == every && every > 4 => (format!("on all {every} pages"), None),
        few if few.len() <= 4 => (format!("on {}", codes(few)), None),
        many => {
            let fold = folded("The pages", &codes(many));
            (format!("on {} pages", many.len()), Some(fold))
        }
    }
}

fn codes(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| code(name)).collect();
    names.join(", ")
}

/// The first few of a list.
fn some(names: &[String]) -> String {
    match names {
        few if few.len() <= 5 => codes(few),
        many => format!("{} and {} more", codes(&many[..4]), many.len() - 4),
    }
}

fn counted(count: usize, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

/// A named value before and after.
fn value(change: &ValueChange) -> String {
    let ValueChange {
        name,
        before,
        after,
    } = change;
    format!(
        "{}: {}",
        text(name),
        between(before.as_ref(), after.as_ref())
    )
}

/// What was and what is.
fn between(before: Option<&String>, after: Option<&String>) -> String {
    match (before, after) {
        (Some(before), Some(after)) => words(&super::words::compared(before, after)),
        (None, Some(after)) => format!("**{}** (added)", text(after)),
        (Some(before), None) => format!("~~{}~~ (removed)", text(before)),
        (None, None) => String::new(),
    }
}

/// How many words are shown around what differs.
const CONTEXT: usize = 7;

/// Two texts word by word: what is removed struck out, what is added bold, and
/// of what is the same a little on either side.
fn words(pieces: &[Words]) -> String {
    let last = pieces.len().saturating_sub(1);
    let shown = pieces
        .iter()
        .enumerate()
        .map(|(at, piece)| match piece.kind {
            WordsKind::Removed => format!("~~{}~~", text(&piece.text)),
            WordsKind::Added => format!("**{}**", text(&piece.text)),
            WordsKind::Same => {
                let all: Vec<&str> = piece.text.split(' ').collect();
                let (first, end) = match (at == 0, at == last) {
                    (true, true) => (CONTEXT, 0),
                    (true, false) => (0, CONTEXT),
                    (false, true) => (CONTEXT, 0),
                    (false, false) => (CONTEXT, CONTEXT),
                };
                if all.len() <= first + end + 2 {
                    return text(&piece.text);
                }
                let [head, tail] =
                    [&all[..first], &all[all.len() - end..]].map(|words| text(&words.join(" ")));
                [head, "…".to_owned(), tail].join(" ").trim().to_owned()
            }
        });
    shown.collect::<Vec<_>>().join(" ")
}
