use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::{File, FrontMatterFault, Tree};

pub static RULE: Rule = Rule {
    code: "front-matter/missing",
    severity: Severity::Error,
    summary: "An article does not begin with its front matter between two lines of +++.",
    why: "Title, category and date stand there; without them the article can't be listed.",
    bad: "content/articles/market-drop.mdx\n---\ntitle: Market Drop\n---\nProse.",
    good: "content/articles/market-drop.mdx\n+++\ntitle = \"Market Drop\"\n+++\nProse.",
    checks: &[Check::File(check)],
};

fn check(file: &File, _: &Tree, report: &mut Report) {
    let Some(fault) = &file.front_matter_fault else {
        return;
    };
    let first_line = 0..file.text.find('\n').unwrap_or(file.text.len());
    let (message, found, help) = match fault {
        FrontMatterFault::Missing => (
            "this article has no front matter",
            first_line_text(&file.text),
            missing(file),
        ),
        FrontMatterFault::Yaml => (
            "this article's front matter is YAML; here it is TOML",
            "---, the mark of YAML".to_owned(),
            yaml(file.readable()),
        ),
        FrontMatterFault::Unclosed => (
            "this article's front matter does not end",
            "no second line of +++".to_owned(),
            "Add a line of +++ between the front matter and the prose.".to_owned(),
        ),
    };
    let diagnostic = Diagnostic::at(file, first_line, message);
    report.push(
        diagnostic
            .expected("a line of +++ before and after the front matter")
            .found(found)
            .help(help),
    );
}

fn missing(file: &File) -> String {
    let marks = file
        .readable()
        .lines()
        .enumerate()
        .filter(|(_, line)| line.trim() == "+++");
    let lines: Vec<_> = marks.map(|(index, _)| index + 1).collect();
    match lines.as_slice() {
        [first, _, ..] if *first > 1 => format!(
            "The first +++ stands in line {first}: delete what is above it, empty lines and spaces, too."
        ),
        [only] => format!("Write a line of +++ at the very beginning; the one in line {only} is the second."),
        _ => "Begin the file with a line of +++, then title, category and the rest as TOML, then another line of +++.".to_owned(),
    }
}

/// How YAML front matter is written as TOML, with its own lines as examples.
fn yaml(text: &str) -> String {
    let lines = text
        .lines()
        .skip(1)
        .take_while(|line| line.trim_end() != "---");
    let written: Vec<_> = lines.take(40).filter_map(toml_line).take(4).collect();
    let examples = match written.as_slice() {
        [] => "each `key: value` as `key = \"value\"`".to_owned(),
        lines => {
            let quoted: Vec<_> = lines
                .iter()
                .map(|(yaml, toml)| format!("`{yaml}` as `{toml}`"))
                .collect();
            quoted.join(", ")
        }
    };
    format!(
        "Write +++ in place of both lines of ---, and between them {examples}. Lists stand in square brackets: [\"a\", \"b\"]."
    )
}

/// A line of YAML, and the same in TOML.
pub fn toml_line(line: &str) -> Option<(&str, String)> {
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
        .and_then(|inner| inner.strip_suffix(']'));
    let quoted = |text: &str| {
        let text = unquoted(text.trim());
        format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
    };
    let toml = match list {
        _ if value.is_empty() => return None,
        _ if is_date => bare.to_owned(),
        _ if is_plain => value.to_owned(),
        Some(inner) => {
            let items: Vec<_> = inner
                .split(',')
                .filter(|item| !item.trim().is_empty())
                .map(quoted)
                .collect();
            format!("[{}]", items.join(", "))
        }
        None => quoted(value),
    };
    Some((line, format!("{key} = {toml}")))
}

/// Without the quotes around it, where it has a pair of them.
fn unquoted(text: &str) -> &str {
    let within = |quote| text.strip_prefix(quote)?.strip_suffix(quote);
    within('"').or_else(|| within('\'')).unwrap_or(text)
}

fn first_line_text(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    if line.trim().is_empty() {
        "an empty line".to_owned()
    } else {
        line.chars().take(60).collect()
    }
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
