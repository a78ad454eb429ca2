use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::{File, Tree};
use std::ops::Range;

pub static RULE: Rule = Rule {
    code: "text/markdown",
    severity: Severity::Error,
    summary: "A plain text has marks of Markdown or HTML in it.",
    why: "A title, a label or a description is shown as it is written: visitors would read the marks.",
    bad: "content/pages/about.toml\n[meta]\ntitle = \"About **us**\"",
    good: "content/pages/about.toml\n[meta]\ntitle = \"About us\"",
    checks: &[Check::File(check)],
};

fn check(file: &File, _: &Tree, report: &mut Report) {
    file.each_written(&mut |written| {
        if written.in_markdown {
            return;
        }
        let Some((what, place)) = mark(written.text) else {
            return;
        };
        let found = written.text[place.clone()].to_owned();
        report.push(
            Diagnostic::at(
                file,
                written.place(place),
                format!("{what} would be shown as it is written"),
            )
            .expected("plain words, and facts such as {phone}")
            .found(format!("`{found}`"))
            .help("Delete the marks: this text can't be bold, hold a link or be HTML."),
        );
    });
}

/// The first mark of Markdown or HTML in a plain text.
fn mark(text: &str) -> Option<(&'static str, Range<usize>)> {
    if let Some(at) = text.find("](") {
        return Some(("a link", at..at + 2));
    }
    if let Some(at) = text.find("**") {
        return Some(("bold", at..at + 2));
    }
    if let Some(at) = text.find('`') {
        return Some(("code", at..at + 1));
    }
    for (at, _) in text.match_indices('<') {
        let inner = text[at + 1..].trim_start_matches('/');
        if inner.starts_with(|c: char| c.is_ascii_alphabetic())
            && let Some(length) = inner.find(['>', '<'])
            && inner[length..].starts_with('>')
        {
            let end = text.len() - inner.len() + length + 1;
            return Some(("HTML", at..end));
        }
    }
    for (at, _) in text.match_indices('&') {
        let inner = text[at + 1..].trim_start_matches('#');
        let length = inner.bytes().take_while(u8::is_ascii_alphanumeric).count();
        if (2..10).contains(&length) && inner[length..].starts_with(';') {
            let end = text.len() - inner.len() + length + 1;
            return Some(("HTML", at..end));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::mark;

    #[test]
    fn marks_are_told_from_signs() {
        for text in [
            "**a**", "[a](/b)", "`a`", "a<br>b", "a</b>", "a&nbsp;b", "&#160;",
        ] {
            assert!(mark(text).is_some(), "{text}");
        }
        for text in [
            "a * b",
            "5 < 6 and 7 > 6",
            "Smith & Sons; more",
            "[sic] (so)",
            "<5 or >6",
        ] {
            assert!(mark(text).is_none(), "{text}");
        }
    }
}
