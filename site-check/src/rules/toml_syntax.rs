use super::front_matter::toml_line;
use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::fix::Fix;
use crate::load::{File, Tree};

pub static RULE: Rule = Rule {
    code: "toml/syntax",
    severity: Severity::Error,
    summary: "A TOML file, or an article's front matter, is not valid TOML.",
    why: "A file that can't be read can't be published; everything in it would silently be missing.",
    bad: "content/pages/fees.toml\n[meta]\ntitle = \"Fees\ndescription = \"What we charge\"",
    good: "content/pages/fees.toml\n[meta]\ntitle = \"Fees\"\ndescription = \"What we charge\"",
    checks: &[Check::File(check)],
};

fn check(file: &File, _: &Tree, report: &mut Report) {
    let mut line_before = None;
    for error in &file.document.errors {
        let at = Diagnostic::at(
            file,
            error.span.clone(),
            format!("this is not valid TOML: {}", error.message),
        );
        let line = at.source_line.clone();
        let start = at.span.as_ref().map_or(0, |span| span.start);
        let fix = straight(file, start);
        // What is wrong on the lines right below mostly follows from the first.
        let follows = line_before.is_some_and(|before| (before..=before + 1).contains(&at.line));
        let another_line = line_before.replace(at.line) != Some(at.line);
        if !follows || (fix.is_some() && another_line) {
            report.push(at.help(help(&error.message, &line)).fix(fix));
        }
    }
}

fn help(message: &str, line: &str) -> String {
    if let Some((yaml, toml)) = toml_line(line.trim_start()) {
        return format!("`{yaml}` is YAML: write `{toml}`, and the lines like it in the same way.");
    }
    let help = match () {
        () if line.contains(['“', '”', '‘', '’']) && !line.contains('"') => {
            "Use straight quotes (\") around text; curly quotes belong within it."
        }
        () if line.contains('\u{a0}') => {
            "A space that may not break stands here, as word processors put it: delete it and type a space."
        }
        () if message.contains("duplicate key") => {
            "Each key stands once in its table: delete or rename one of the two."
        }
        () if line.matches('"').count() % 2 == 1 => {
            "Close the text with the quote that opened it (\"); write a quote within text as \\\"."
        }
        () => {
            "Text stands in straight quotes, keys are followed by =, lists stand in [ ], and a section begins with [name] or [[name]]."
        }
    };
    help.to_owned()
}

/// Straight quotes where a line is a key and a text in curly ones, and nothing else.
fn straight(file: &File, at: usize) -> Option<Fix> {
    let start = file.text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let line = file.text[start..].lines().next()?.trim_end();
    let (key, value) = line.split_once('=')?;
    let is_key = |c: char| c.is_ascii_alphanumeric() || " \t_-".contains(c);
    let inner = value.trim_start().strip_prefix(['“', '”', '„'])?;
    let inner = inner.strip_suffix(['“', '”'])?;
    let plain = |c: char| !c.is_control() && !matches!(c, '"' | '\\' | '“' | '”' | '„');
    if !key.chars().all(is_key) || !inner.chars().all(plain) {
        return None;
    }
    let end = start + line.len();
    let open = end - inner.len() - '“'.len_utf8() * 2;
    let description = format!("Write straight quotes around `{inner}`.");
    let fix = Fix::edit(file, open..end, format!("\"{inner}\"")).described(description);
    Some(fix)
}
