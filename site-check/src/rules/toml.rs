use super::{File, Report, Rule, Tree, error};
use crate::diagnostic::line_at;
use crate::fix::Fix;
use crate::load::FrontMatterFault;

pub static RULES: &[Rule] = &[
    error("front-matter/missing", "An article does not begin with front matter between two lines of +++.")
        .why("The front matter has the title, the category and the date; without them the article can't be listed.")
        .bad("content/articles/market-drop.mdx\n---\ntitle: Market Drop\n---\nProse.")
        .good("content/articles/market-drop.mdx\n+++\ntitle = \"Market Drop\"\n+++\nProse.")
        .each_file(check_front_matter),
    error("toml/syntax", "A TOML file, or an article's front matter, is not valid TOML.")
        .why("A file that can't be read can't be published; everything in it would be missing.")
        .bad("content/pages/fees.toml\n[meta]\ntitle = \"Fees\ndescription = \"What we charge\"")
        .good("content/pages/fees.toml\n[meta]\ntitle = \"Fees\"\ndescription = \"What we charge\"")
        .each_file(check_syntax),
];

fn check_front_matter(file: &File, _: &Tree, out: &mut Report) {
    let Some(fault) = &file.front_matter_fault else {
        return;
    };
    let first_line = file.text.lines().next().unwrap_or_default();
    let (message, help) = match fault {
        FrontMatterFault::Missing => (
            "this article does not begin with front matter",
            "Begin the file with a line of +++, without an empty line above it, then title, category and the rest as TOML, then another line of +++.",
        ),
        FrontMatterFault::Yaml => (
            "this article's front matter is YAML, not TOML",
            "Replace both lines of --- by +++, and write each `key: value` as `key = \"value\"`, dates and numbers without quotes, and lists in square brackets: [\"a\", \"b\"].",
        ),
        FrontMatterFault::Unclosed => (
            "this article's front matter is not closed",
            "Add a line of +++ between the front matter and the prose.",
        ),
    };
    out.at(file, 0..first_line.len(), message)
        .expected("a line of +++ before and after the front matter")
        .quoting(first_line)
        .help(help);
}

fn check_syntax(file: &File, _: &Tree, out: &mut Report) {
    let mut line_before = None;
    for error in &file.document.errors {
        let start = error.span.start;
        let line = line_at(file, start);
        let fix = straight(file, start);
        // An error on the same or the next line mostly follows from the first.
        let follows = line_before.is_some_and(|before| (before..=before + 1).contains(&line));
        let another_line = line_before.replace(line) != Some(line);
        if !follows || (fix.is_some() && another_line) {
            let message = format!("invalid TOML: {}", error.message);
            let written = file.text[file.line_around(start)].trim_start_matches('\u{feff}');
            out.at(file, error.span.clone(), message)
                .help(syntax_help(&error.message, written))
                .fix(fix);
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

/// Straight quotes on a line that is just a key and a text in curly quotes.
fn straight(file: &File, at: usize) -> Option<Fix> {
    let line = file.line_around(at);
    let (key, value) = file.text[line.clone()].trim_end().split_once('=')?;
    let is_key = |c: char| c.is_ascii_alphanumeric() || " \t_-".contains(c);
    let curly = ['“', '”', '„'];
    let inner = value
        .trim_start()
        .strip_prefix(curly)?
        .strip_suffix(curly)?;
    let plain = |c: char| !c.is_control() && !matches!(c, '"' | '\\') && !curly.contains(&c);
    if !key.chars().all(is_key) || !inner.chars().all(plain) {
        return None;
    }
    let end = line.start + key.len() + 1 + value.len();
    let open = end - value.trim_start().len();
    Some(Fix::edit(file, open..end, format!("\"{inner}\"")))
}
