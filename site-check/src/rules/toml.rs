use super::{Check, Diagnostic, File, Report, Rule, Severity, Tree};
use crate::fix::Fix;
use crate::load::FrontMatterFault;

pub static RULES: &[Rule] = &[
    Rule {
        code: "front-matter/missing",
        severity: Severity::Error,
        summary: "An article does not begin with front matter between two lines of +++.",
        why: "The front matter has the title, the category and the date; without them the article can't be listed.",
        bad: "content/articles/market-drop.mdx\n---\ntitle: Market Drop\n---\nProse.",
        good: "content/articles/market-drop.mdx\n+++\ntitle = \"Market Drop\"\n+++\nProse.",
        checks: &[Check::File(check_front_matter)],
    },
    Rule {
        code: "toml/syntax",
        severity: Severity::Error,
        summary: "A TOML file, or an article's front matter, is not valid TOML.",
        why: "A file that can't be read can't be published; everything in it would be missing.",
        bad: "content/pages/fees.toml\n[meta]\ntitle = \"Fees\ndescription = \"What we charge\"",
        good: "content/pages/fees.toml\n[meta]\ntitle = \"Fees\"\ndescription = \"What we charge\"",
        checks: &[Check::File(check_syntax)],
    },
];

fn check_front_matter(file: &File, _: &Tree, report: &mut Report) {
    let Some(fault) = &file.front_matter_fault else {
        return;
    };
    let first_line = file.text.lines().next().unwrap_or_default();
    let (message, found, help) = match fault {
        FrontMatterFault::Missing => (
            "this article has no front matter",
            match first_line.trim() {
                "" => "an empty line",
                _ => first_line,
            },
            missing(file),
        ),
        FrontMatterFault::Yaml => (
            "this article's front matter is YAML, not TOML",
            "---, the mark of YAML",
            yaml(&file.text),
        ),
        FrontMatterFault::Unclosed => (
            "this article's front matter is not closed",
            "no second line of +++",
            "Add a line of +++ between the front matter and the prose.".to_owned(),
        ),
    };
    report.push(
        Diagnostic::at(file, 0..first_line.len(), message)
            .expected("a line of +++ before and after the front matter")
            .found(found.chars().take(60).collect::<String>())
            .help(help),
    );
}

fn missing(file: &File) -> String {
    let lines = file.text.lines().enumerate();
    let marks = lines.filter(|(_, line)| line.trim() == "+++");
    let lines: Vec<_> = marks.map(|(index, _)| index + 1).collect();
    match lines.as_slice() {
        [first, _, ..] if *first > 1 => {
            format!("The first +++ is in line {first}: delete everything above it, including empty lines.")
        }
        [only] => format!("Write a line of +++ at the very beginning. The one in line {only} is the second."),
        _ => "Begin the file with a line of +++, then title, category and the rest as TOML, then another line of +++.".to_owned(),
    }
}

/// How YAML front matter is written as TOML, with its own lines as examples.
fn yaml(text: &str) -> String {
    let lines = text
        .lines()
        .skip(1)
        .take_while(|line| line.trim_end() != "---");
    let examples = lines.take(40).filter_map(toml_line).take(4);
    let examples: Vec<_> = examples
        .map(|(yaml, toml)| format!("`{yaml}` as `{toml}`"))
        .collect();
    let examples = match examples.as_slice() {
        [] => "each `key: value` as `key = \"value\"`".to_owned(),
        examples => examples.join(", "),
    };
    format!(
        "Replace both lines of --- by +++, and write {examples}. Lists are in square brackets: [\"a\", \"b\"]."
    )
}

/// A line of YAML, and the same in TOML.
fn toml_line(line: &str) -> Option<(&str, String)> {
    let line = line.trim_end();
    let (key, value) = line.split_once(':')?;
    let is_key = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    if key.is_empty() || !key.chars().all(is_key) || !(value.is_empty() || value.starts_with(' ')) {
        return None;
    }
    let value = value.trim();
    let bare = unquoted(value);
    let is_date = bare.parse::<jiff::civil::Date>().is_ok();
    let is_plain = value == "true" || value == "false" || value.parse::<i64>().is_ok();
    let list = value
        .strip_prefix('[')
        .and_then(|list| list.strip_suffix(']'));
    let quoted = |text: &str| {
        let text = unquoted(text.trim());
        format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
    };
    let toml = match list {
        _ if value.is_empty() => return None,
        _ if is_date => bare.to_owned(),
        _ if is_plain => value.to_owned(),
        Some(inner) => {
            let items = inner.split(',').filter(|item| !item.trim().is_empty());
            format!("[{}]", items.map(quoted).collect::<Vec<_>>().join(", "))
        }
        None => quoted(value),
    };
    Some((line, format!("{key} = {toml}")))
}

/// The text without the pair of quotes around it, if any.
fn unquoted(text: &str) -> &str {
    let within = |quote| text.strip_prefix(quote)?.strip_suffix(quote);
    within('"').or_else(|| within('\'')).unwrap_or(text)
}

fn check_syntax(file: &File, _: &Tree, report: &mut Report) {
    let mut line_before = None;
    for error in &file.document.errors {
        let at = Diagnostic::at(
            file,
            error.span.clone(),
            format!("invalid TOML: {}", error.message),
        );
        let Some(place) = &at.place else { continue };
        let help = syntax_help(&error.message, &place.source_line);
        let fix = straight(file, place.start);
        // An error on the same or the next line mostly follows from the first.
        let follows = line_before.is_some_and(|line| (line..=line + 1).contains(&place.line));
        let another_line = line_before.replace(place.line) != Some(place.line);
        if !follows || (fix.is_some() && another_line) {
            report.push(at.help(help).fix(fix));
        }
    }
}

fn syntax_help(message: &str, line: &str) -> String {
    if let Some((yaml, toml)) = toml_line(line.trim_start()) {
        return format!("`{yaml}` is YAML: write `{toml}`, and similar lines likewise.");
    }
    let help = if line.contains(['“', '”', '‘', '’']) && !line.contains('"') {
        "Put text in straight quotes (\"). Curly quotes are fine inside it."
    } else if line.contains('\u{a0}') {
        "This line has a non-breaking space, as word processors insert it: delete it and type a space."
    } else if message.contains("duplicate key") {
        "A table can have each key once: delete or rename one of the two."
    } else if line.matches('"').count() % 2 == 1 {
        "Close the text with the quote that opened it (\"). Write a quote inside text as \\\"."
    } else {
        "Put text in straight quotes, = after a key, and lists in [ ]. Begin a section with [name] or [[name]]."
    };
    help.to_owned()
}

/// Straight quotes on a line that is just a key and a text in curly quotes.
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
    let description = format!("Put `{inner}` in straight quotes.");
    Some(Fix::edit(file, open..end, format!("\"{inner}\"")).described(description))
}

#[cfg(test)]
mod tests {
    use super::toml_line;

    #[test]
    fn yaml_is_written_as_toml() {
        let toml = |yaml| toml_line(yaml).map(|(_, toml)| toml);
        assert_eq!(
            toml("title: Market Drop").as_deref(),
            Some("title = \"Market Drop\"")
        );
        assert_eq!(
            toml("title: 'A \"B\"'").as_deref(),
            Some("title = \"A \\\"B\\\"\"")
        );
        assert_eq!(
            toml("published: 2025-07-23").as_deref(),
            Some("published = 2025-07-23")
        );
        assert_eq!(
            toml("published: \"2025-07-23\"").as_deref(),
            Some("published = 2025-07-23")
        );
        assert_eq!(toml("id: 7").as_deref(), Some("id = 7"));
        assert_eq!(
            toml("keywords: [a, 'b c']").as_deref(),
            Some("keywords = [\"a\", \"b c\"]")
        );
        assert_eq!(toml("see https://example.com"), None);
        assert_eq!(toml("https://example.com"), None);
        assert_eq!(toml("keywords:"), None);
    }
}
