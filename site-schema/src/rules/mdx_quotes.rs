use super::{Check, RULES, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::File;
use linkme::distributed_slice;
use std::ops::Range;

#[distributed_slice(RULES)]
static RULE: Rule = Rule {
    code: "mdx/quotes",
    severity: Severity::Error,
    summary: "A component's attribute stands in curly quotes.",
    why: "Only straight quotes end a value; with curly ones everything behind it is swallowed. Word processors and phones put them in by themselves.",
    bad: "content/articles/market-drop.mdx\n<Callout title=“Note”>",
    good: "content/articles/market-drop.mdx\n<Callout title=\"Note\">",
    checks: &[Check::Files(check)],
};

const CURLY: [char; 8] = ['“', '”', '„', '‟', '‘', '’', '«', '»'];

fn check(files: &[File], report: &mut Report) {
    for file in files {
        for prose in file.proses().filter(|prose| prose.parsed.is_err()) {
            for (tag, quote) in curly_tags(&prose.text) {
                let sign = &prose.text[quote.clone()];
                report.cause(
                    Diagnostic::at(
                        file,
                        prose.map.source(quote.clone()),
                        "this value stands in curly quotes",
                    )
                    .expected("straight quotes (\") before and after the value")
                    .found(format!("`{sign}`"))
                    .help("Type \" before and after the value; within it, curly quotes may stand."),
                    prose.map.source(tag..prose.text.len()),
                );
            }
        }
    }
}

/// The tags in which a curly quote opens or closes a value: where the tag begins, and the quote.
fn curly_tags(text: &str) -> Vec<(usize, Range<usize>)> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        for (at, _) in line.match_indices('<') {
            let rest = &line[at + 1..];
            if !rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
                continue;
            }
            let end = rest.find('<').unwrap_or(rest.len());
            if let Some(quote) = curly(&rest[..end]) {
                let quote = start + at + 1 + quote.start..start + at + 1 + quote.end;
                found.push((start + at, quote));
            }
        }
        start += line.len();
    }
    found
}

/// The curly quote that opens or closes a value of a tag.
fn curly(tag: &str) -> Option<Range<usize>> {
    let mut from = 0;
    while let Some(equals) = tag[from..].find('=').map(|at| from + at + 1) {
        let value = tag[equals..].trim_start();
        let at = tag.len() - value.len();
        let first = value.chars().next()?;
        if CURLY.contains(&first) {
            return Some(at..at + first.len_utf8());
        }
        from = equals;
        if !matches!(first, '"' | '\'') {
            continue;
        }
        let inner = &value[1..];
        let straight = inner.find(first).unwrap_or(inner.len());
        for (curly, sign) in inner
            .char_indices()
            .filter(|(_, sign)| CURLY.contains(sign))
        {
            let after = inner[curly + sign.len_utf8()..].trim_start();
            let next = after.trim_start_matches(|c: char| c.is_ascii_alphabetic());
            let ends = after.starts_with(['>', '/'])
                || after.is_empty()
                || (next.len() < after.len() && next.starts_with('='));
            if curly < straight && ends && !(straight < inner.len() && after.is_empty()) {
                let place = at + 1 + curly;
                return Some(place..place + sign.len_utf8());
            }
        }
        from = at + 1 + straight;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::curly_tags;

    #[test]
    fn quotes_around_values_are_told_from_quotes_within() {
        for text in [
            "<Callout title=“Note”>",
            "<Callout title=\"Note”>",
            "<KeyFigure value=\"4%\" label=“a year” />",
            "<KeyFigure value=\"4%” label=\"a year\" />",
            "<A b=’c’/>",
        ] {
            assert_eq!(curly_tags(text).len(), 1, "{text}");
        }
        for text in [
            "<Callout title=\"The “best” one\">",
            "5 < 6 and “so on”",
            "<Callout title=\"It’s on\">",
            "“<Callout title=\"Note\">”",
        ] {
            assert!(curly_tags(text).is_empty(), "{text}");
        }
    }
}
