use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::markdown::Kind;
use crate::load::{File, Tree};
use std::ops::Range;

pub static EMPTY: Rule = Rule {
    code: "link/empty",
    severity: Severity::Error,
    summary: "A link has no words.",
    why: "There is nothing to click, and a screen reader reads out the address.",
    bad: "content/articles/market-drop.mdx\nSee [](/fees).",
    good: "content/articles/market-drop.mdx\nSee [our fees](/fees).",
    checks: &[Check::File(check_empty)],
};

pub static VAGUE: Rule = Rule {
    code: "link/vague",
    severity: Severity::Warning,
    summary: "A link's words do not say where it leads: «click here», «read more», an address.",
    why: "People who use a screen reader go from link to link and hear the words alone; search engines judge a page by them, too.",
    bad: "content/articles/market-drop.mdx\nFor our fees, [click here](/fees).",
    good: "content/articles/market-drop.mdx\nSee [what we charge](/fees).",
    checks: &[Check::File(check_vague)],
};

const VAGUE_WORDS: [&str; 21] = [
    "click here",
    "click",
    "here",
    "this",
    "this link",
    "this page",
    "this article",
    "link",
    "page",
    "more",
    "read more",
    "learn more",
    "find out more",
    "see more",
    "see here",
    "go",
    "go here",
    "read this",
    "details",
    "website",
    "this website",
];

fn check_empty(file: &File, _: &Tree, report: &mut Report) {
    each_link(file, &mut |words, place| {
        if words.trim().is_empty() {
            report.push(
                Diagnostic::at(file, place, "this link has no words")
                    .expected("words between [ and ]")
                    .found("nothing")
                    .help("Write between [ and ] what one finds there."),
            );
        }
    });
}

fn check_vague(file: &File, _: &Tree, report: &mut Report) {
    each_link(file, &mut |words, place| {
        let plain = words
            .trim()
            .trim_matches(|c: char| !c.is_alphanumeric())
            .to_lowercase();
        let is_address = !plain.contains(' ')
            && ["http://", "https://", "www."]
                .iter()
                .any(|begin| plain.starts_with(begin));
        if is_address || VAGUE_WORDS.contains(&plain.as_str()) {
            report.push(
                Diagnostic::at(file, place, "these words do not say where the link leads")
                    .expected("words that say what one finds there, read alone")
                    .found(format!("`{}`", words.trim()))
                    .help(
                        "Make the words that name the thing the link: see [what we charge](/fees).",
                    ),
            );
        }
    });
}

/// Calls `visit` with the words and the place of every link in prose.
fn each_link(file: &File, visit: &mut dyn FnMut(String, Range<usize>)) {
    for prose in file.proses() {
        for node in prose.nodes() {
            if let Kind::Link(_) = node.kind {
                let mut words = node.words();
                // A picture speaks for its link.
                for child in &node.children {
                    if let Kind::Image(_, alt) = &child.kind {
                        words.push_str(alt);
                    }
                }
                visit(words, prose.source(node));
            }
        }
    }
}
