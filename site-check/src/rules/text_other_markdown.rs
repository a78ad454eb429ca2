use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::markdown::{FaultKind, Kind, Node, Prose};
use crate::load::{File, Tree};
use std::ops::Range;

pub static STRIKETHROUGH: Rule = Rule {
    code: "text/strikethrough",
    severity: Severity::Error,
    summary: "Words stand between ~~ and ~~, which strikes nothing out here.",
    why: "Visitors would read the tildes, and the words that were meant to be gone.",
    bad: "content/articles/market-drop.mdx\nThe limit is ~~$23,000~~ $23,500.",
    good: "content/articles/market-drop.mdx\nThe limit is $23,500.",
    checks: &[Check::File(check_strikethrough)],
};

pub static FOOTNOTE: Rule = Rule {
    code: "text/footnote",
    severity: Severity::Error,
    summary: "A footnote such as [^1] stands in prose, which has none.",
    why: "Visitors would read the brackets, or follow a link to nowhere.",
    bad: "content/articles/market-drop.mdx\nThe market fell by a third.[^1]",
    good: "content/articles/market-drop.mdx\nThe market fell by a third, as [the exchange reports](https://www.example.com/).",
    checks: &[Check::File(check_footnotes)],
};

pub static ADDRESS: Rule = Rule {
    code: "link/bare",
    severity: Severity::Error,
    summary: "A web or email address stands in prose without being a link.",
    why: "Visitors would have to copy it: nothing but [words](address) is a link here.",
    bad: "content/articles/market-drop.mdx\nThe forms are at www.irs.gov/forms.",
    good: "content/articles/market-drop.mdx\nThe forms are [at the IRS](https://www.irs.gov/forms).",
    checks: &[Check::File(check_addresses)],
};

pub static TITLE: Rule = Rule {
    code: "link/title",
    severity: Severity::Error,
    summary: "A link has a title behind its address, which no page shows.",
    why: "What stands there is lost: people on phones and with screen readers never meet it anyway.",
    bad: "content/articles/market-drop.mdx\nSee [our fees](/fees \"What it costs\").",
    good: "content/articles/market-drop.mdx\nSee [what it costs](/fees).",
    checks: &[Check::File(check_titles)],
};

fn check_strikethrough(file: &File, _: &Tree, report: &mut Report) {
    file.each_written(&mut |written| {
            let places = written.text.match_indices("~~").map(|(at, _)| at);
            let mut places = places.filter(|_| written.in_markdown);
            let (Some(open), Some(close)) = (places.next(), places.next()) else {
                return;
            };
            if written.is_escaped(open) || close == open + 2 {
                return;
            }
            let place = written.place(open..close + 2);
            report.push(
                Diagnostic::at(file, place, "these words would not be struck out")
                    .expected("the words that are to be read, alone")
                    .found(format!("`{}`", &written.text[open..close + 2]))
                    .help("Delete the words with their tildes; if they are to be read, delete the tildes alone."),
            );
        });
}

fn check_footnotes(file: &File, _: &Tree, report: &mut Report) {
    each_fault(file, &FaultKind::Footnote, &mut |prose, span| {
        report.push(
            Diagnostic::at(file, prose.map.source(span.clone()), "footnotes are not possible")
                .expected("a link, or the words themselves")
                .found(format!("`{}`", first_line(&prose.text[span])))
                .help("Write the note into the sentence, or its source as a link: [words](https://…). Authorities can be listed in an article's `references`."),
        );
    });
}

fn check_titles(file: &File, _: &Tree, report: &mut Report) {
    each_fault(file, &FaultKind::LinkTitle, &mut |prose, span| {
        report.push(
            Diagnostic::at(
                file,
                prose.map.source(span.clone()),
                "this link's title is not shown",
            )
            .expected("[words](address) and no more")
            .found(format!("`{}`", first_line(&prose.text[span])))
            .help("Delete the title in quotes; what it says belongs into the words of the link."),
        );
    });
}

fn check_addresses(file: &File, _: &Tree, report: &mut Report) {
    for prose in file.proses() {
        each_text(prose.blocks(), &mut |node| {
            let written = prose.written(node);
            for place in addresses(written) {
                let found = &written[place.clone()];
                let start = node.span.start;
                let source = prose.map.source(start + place.start..start + place.end);
                let link = match found {
                    _ if found.contains("://") => format!("[words]({found})"),
                    _ if found.starts_with("www.") => format!("[words](https://{found})"),
                    _ => "[words](contact:email)".to_owned(),
                };
                report.push(
                        Diagnostic::at(file, source, "this address is not a link")
                            .expected("a link: words in square brackets and the address in round ones")
                            .found(format!("`{found}`"))
                            .help(format!("Write {link}, with words that say what one finds there. An address that is to be read and not to be followed stands between backticks (`).")),
                    );
            }
        });
    }
}

/// Calls `visit` with every text that stands in no link.
fn each_text<'a>(nodes: &'a [Node], visit: &mut dyn FnMut(&'a Node)) {
    for node in nodes {
        match node.kind {
            Kind::Text(_) => visit(node),
            Kind::Link(_) => {}
            _ => each_text(&node.children, visit),
        }
    }
}

/// Where in a text words stand that look like a web or an email address.
fn addresses(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for word in text.split_inclusive(|c: char| c.is_whitespace() || "()<>[]\"“”".contains(c)) {
        let inner = word.trim_start_matches(|c: char| !c.is_alphanumeric());
        let at = start + word.len() - inner.len();
        start += word.len();
        let inner = inner.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '/');
        if is_address(inner) {
            found.push(at..at + inner.len());
        }
    }
    found
}

fn is_address(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    let is_host = |host: &str| {
        let host = host.split(['/', '?', '#', ':']).next().unwrap_or_default();
        let last = host.rsplit('.').next().unwrap_or_default();
        host.contains('.') && last.len() > 1 && last.chars().all(char::is_alphabetic)
    };
    for scheme in ["https://", "http://", "ftp://", "mailto:", "tel:"] {
        if let Some(rest) = lower.strip_prefix(scheme) {
            return !rest.is_empty();
        }
    }
    if let Some((name, host)) = lower.split_once('@') {
        return !name.is_empty() && is_host(host);
    }
    lower.strip_prefix("www.").is_some_and(is_host)
}

fn each_fault(file: &File, kind: &FaultKind, visit: &mut dyn FnMut(&Prose, Range<usize>)) {
    for prose in file.proses() {
        for fault in prose.faults().iter().filter(|fault| fault.kind == *kind) {
            visit(prose, fault.span.clone());
        }
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::addresses;

    #[test]
    fn addresses_are_not_words_with_a_dot() {
        for text in [
            "at www.irs.gov/x.",
            "(https://www.irs.gov@evil.example)",
            "to a@b.co,",
            "http://localhost:80 is",
            "mailto:a@b.co",
            "WWW.IRS.GOV",
        ] {
            assert_eq!(addresses(text).len(), 1, "{text}");
        }
        let text = "See “www.irs.gov/x”, please";
        assert_eq!(
            addresses(text)
                .iter()
                .map(|it| &text[it.clone()])
                .collect::<Vec<_>>(),
            ["www.irs.gov/x"]
        );
        for text in [
            "irs.gov",
            "e.g. this",
            "@name",
            "a @ b.co",
            "5@3.50",
            "www.",
            "https://",
            "and/or",
        ] {
            assert!(addresses(text).is_empty(), "{text}");
        }
    }
}
