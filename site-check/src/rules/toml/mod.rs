//! The TOML of a file.

mod words;

use crate::fix::Fix;
use crate::load::File;
use crate::load::scan::{Bare, Mistake, MistakeKind};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use std::ops::Range;

pub(super) static RULES: &[&Rule] = &[&SYNTAX];

pub(super) static SYNTAX: Rule = Rule {
    code: "toml/syntax",
    severity: Severity::Error,
    scope: Scope::FileAlone(check),
    summary: "A TOML file, or an article's front matter, is not valid TOML.",
    why: "A file that can't be read can't be published; everything in it would be missing.",
    example: Example::InFile {
        file: "content/pages/fees.toml",
        wrong: r#"
title = "Fees
short_title = "Fees"
"#,
        right: r#"
title = "Fees"
short_title = "Fees"
"#,
    },
};

fn check(file: &File, out: &mut Diagnostics) {
    for mistake in &file.document.errors {
        let words = words::of(file, mistake);
        // What follows from a mistake is found in the rest of its statement.
        let statement = mistake.statement.start + 1..mistake.statement.end + 1;
        out.at(file, mistake.span.clone(), words.message)
            .help(words.help)
            .suppresses(statement)
            .fix(fix(file, mistake));
    }
}

/// Returns the change that corrects a mistake, where only one can be meant.
fn fix(file: &File, mistake: &Mistake) -> Option<Fix> {
    if mistake.kind == MistakeKind::Bare(Bare::Text) {
        return quoted(file, mistake.span.clone());
    }
    let right = match &mistake.kind {
        MistakeKind::Bare(Bare::Number(right) | Bare::Rate(right) | Bare::LeadingZero(right)) => {
            right.as_str()
        }
        MistakeKind::Bare(Bare::Boolean(right)) => *right,
        MistakeKind::EndMark(_) => "",
        _ => return None,
    };
    let fix = Fix::edit(file, mistake.span.clone(), right);
    if right.is_empty() {
        return Some(fix.described("Delete the mark at the end of the line."));
    }
    Some(fix)
}

/// Puts a value in quotes, unless it has characters that they change.
fn quoted(file: &File, value: Range<usize>) -> Option<Fix> {
    let written = &file.text[value.clone()];
    if written.contains(['"', '\\', '#']) || written.contains(char::is_control) {
        return None;
    }
    let description = format!("Put `{written}` in quotes.");
    let fix = Fix::edit(file, value.clone(), format!("\"{written}\""));
    Some(fix.described(description))
}

#[cfg(test)]
mod tests;
