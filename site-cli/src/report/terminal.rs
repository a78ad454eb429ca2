//! For people at a terminal: a picture of each place; plain lines where there
//! is no terminal, or where colours are not wanted.

use super::{Outcome, mended, summary};
use miette::{
    GraphicalReportHandler, LabeledSpan, MietteDiagnostic, NamedSource, Report, Severity as Level,
};
use site_schema::Loaded;
use site_schema::diagnostic::{Diagnostic, FIXABLE, Severity, visible};
use std::fmt::Write as _;
use std::io::{IsTerminal, stdout};

pub fn render(outcome: &Outcome) -> String {
    let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let draw = stdout().is_terminal() && !no_color;
    let mut out = mended(outcome);
    for found in &outcome.loaded.diagnostics {
        _ = if draw {
            writeln!(out, "{}", drawn(outcome.loaded, found))
        } else {
            writeln!(out, "{found}\n")
        };
    }
    out + &summary(outcome) + "\n"
}

fn drawn(loaded: &Loaded, found: &Diagnostic) -> String {
    let expected = found
        .expected
        .as_ref()
        .map(|expected| format!("expected: {}\n", visible(expected)));
    let fixable = found.fix.as_ref().map(|_| format!("\n{FIXABLE}"));
    let level = match found.severity {
        Severity::Error => Level::Error,
        Severity::Warning => Level::Warning,
    };
    let help = expected.unwrap_or_default() + &visible(&found.help) + &fixable.unwrap_or_default();
    let mut told = MietteDiagnostic::new(visible(&found.message))
        .with_code(found.code)
        .with_severity(level)
        .with_help(help);
    if let Some(span) = &found.span {
        let label = found
            .found
            .as_ref()
            .map(|found| format!("found: {}", visible(found)));
        told = told.with_label(LabeledSpan::new(label, span.start, span.len()));
    } else {
        told.message = format!("{}: {}", visible(&found.file), told.message);
    }
    let file = loaded
        .tree
        .files
        .iter()
        .find(|file| file.path == found.file);
    let report = match file.filter(|_| found.span.is_some()) {
        Some(file) => Report::new(told)
            .with_source_code(NamedSource::new(visible(&file.path), harmless(&file.text))),
        None => Report::new(told),
    };
    let mut out = String::new();
    match GraphicalReportHandler::new().render_report(&mut out, report.as_ref()) {
        Ok(()) => out,
        Err(_) => found.to_string(),
    }
}

/// A file's text without the signs that would steer a terminal or hide
/// something; every other byte stays where it is.
fn harmless(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let mut shown = [0; 4];
        let stays = c == '\n'
            || (c == '\r' && rest.peek() == Some(&'\n'))
            || visible(c.encode_utf8(&mut shown)).starts_with(c);
        match (stays, c.len_utf8()) {
            (true, _) => out.push(c),
            (false, 3) => out.push(char::REPLACEMENT_CHARACTER),
            (false, length) => out.extend(std::iter::repeat_n('?', length)),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::harmless;

    #[test]
    fn what_steers_a_terminal_is_shown_and_nothing_moves() {
        let text = "a\u{1b}[31mb\u{202e}c\u{9b}d\r\ne\rf\t√\u{200b}";
        assert_eq!(harmless(text), "a?[31mb\u{fffd}c??d\r\ne?f\t√\u{fffd}");
        assert_eq!(harmless(text).len(), text.len());
    }
}
