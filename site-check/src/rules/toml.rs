use super::{File, Sink};
use crate::diagnostic::line_at;

pub(super) fn check_front_matter(file: &File, out: &mut Sink) {
    if file.has_front_matter() {
        return;
    }
    let first_line = file.text.lines().next().unwrap_or_default();
    let (message, help) = match first_line.trim_start_matches('\u{feff}').trim_end() {
        "+++" => (
            "this article's front matter is not closed",
            "Add a line of +++ between the front matter and the prose.",
        ),
        "---" => (
            "this article's front matter is YAML, not TOML",
            "Replace both lines of --- by +++, and write each `key: value` as `key = \"value\"`, dates and numbers without quotes, and lists in square brackets: [\"a\", \"b\"].",
        ),
        _ => (
            "this article does not begin with front matter",
            "Begin the file with a line of +++, without an empty line above it, then title, category and the rest as TOML, then another line of +++.",
        ),
    };
    out.at(file, 0..first_line.len(), message)
        .expected("a line of +++ before and after the front matter")
        .quoting(first_line)
        .help(help);
}

pub(super) fn check_syntax(file: &File, out: &mut Sink) {
    let mut line_before = None;
    for error in &file.document.errors {
        let start = error.span.start;
        let line = line_at(file, start);
        // An error on the same or the next line mostly follows from the first.
        let follows = line_before.is_some_and(|before| (before..=before + 1).contains(&line));
        line_before = Some(line);
        if !follows {
            let message = format!("invalid TOML: {}", error.message);
            let written = &file.text[file.line_around(start)];
            out.at(file, error.span.clone(), message)
                .help(syntax_help(&error.message, written));
        }
    }
}

fn syntax_help(message: &str, line: &str) -> &'static str {
    let (key, value) = line.split_once(':').unwrap_or_default();
    let is_key = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    if !key.is_empty() && key.chars().all(is_key) && value.starts_with(' ') {
        "This is YAML. Write key = \"value\", dates and numbers without quotes, and similar lines likewise."
    } else if line.contains(['“', '”', '‘', '’']) && !line.contains('"') {
        "Put text in straight quotes (\"). Curly quotes are fine inside it."
    } else if line.contains('\u{a0}') {
        "This line has a non-breaking space, as word processors insert it: delete it and type a space."
    } else if message.contains("duplicate key") {
        "A table can have each key once: delete or rename one of the two."
    } else if message.contains("recursion limit") {
        "This is nested too deeply: delete the characters that were typed or pasted many times."
    } else if line.matches('"').count() % 2 == 1 {
        "Close the text with the quote that opened it (\"). Write a quote inside text as \\\"."
    } else {
        "Put text in straight quotes, = after a key, and lists in [ ]. Begin a section with [name] or [[name]]."
    }
}
