//! The TOML of a file.

pub mod amounts;
mod hints;

use crate::load::File;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};

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
        let hint = hints::of(file, mistake);
        // What follows from a mistake is found in the rest of its statement.
        let statement = mistake.statement.start + 1..mistake.statement.end + 1;
        out.at(file, hint.span, hint.message)
            .help(hint.help)
            .suppresses(statement)
            .fix(hint.fix);
    }
}

#[cfg(test)]
mod tests;
