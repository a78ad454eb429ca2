//! The places of content/words.toml where words are right that are not wanted elsewhere.

use crate::load::{File, Passage, Tree, pattern};
use crate::names::did_you_mean;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use crate::sentences::around;
use regex::Regex;
use site_schema::model::AllowedPlace;
use std::collections::BTreeSet;
use std::ops::Range;

pub(super) static ALLOWED: Rule = Rule {
    code: "words/allowed",
    severity: Severity::Warning,
    scope: Scope::ReportedBy("words/phrase"),
    summary: "A place at which content/words.toml allows a phrase, a statement of performance or a typed figure is no longer there.",
    why: "An exception that excuses nothing hides that the text has changed, and would excuse another text that happens to be like it.",
    example: Example::InFile {
        file: "content/words.toml",
        wrong: r#"text = "risk-free, as the leaflet says""#,
        right: r#"text = "called risk-free""#,
    },
};

/// A place that is allowed, with its words ready to be found.
#[derive(Debug)]
pub(super) struct Place<'a> {
    entry: &'a AllowedPlace,
    /// Its JSON pointer in content/words.toml.
    pub pointer: String,
    words: Regex,
}

/// Returns the places at a JSON pointer of content/words.toml.
pub(super) fn places<'a>(entries: &'a [AllowedPlace], pointer: &str) -> Vec<Place<'a>> {
    let mut places = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let words: Vec<String> = entry.text.split_whitespace().map(regex::escape).collect();
        places.push(Place {
            entry,
            pointer: format!("{pointer}/{index}"),
            words: pattern(&words.join(r"\s+")),
        });
    }
    places
}

/// Returns the place that allows a span of a passage of a file, if one does.
pub(super) fn place_of<'p, 'a>(
    places: &'p [Place<'a>],
    file: &File,
    passage: &Passage,
    span: &Range<usize>,
) -> Option<&'p Place<'a>> {
    let source = passage.source(span.clone());
    for place in places {
        let is_here = place.entry.file == file.path
            && (place.holds(&passage.text, span) || place.holds(&file.text, &source));
        if is_here {
            return Some(place);
        }
    }
    None
}

impl Place<'_> {
    /// Returns whether its words stand in a text and share some with a span of it.
    fn holds(&self, text: &str, span: &Range<usize>) -> bool {
        let window = around(text, span);
        let mut found = self.words.find_iter(&text[window.clone()]);
        found.any(|words| {
            let (start, end) = (window.start + words.start(), window.start + words.end());
            start < span.end && span.start < end
        })
    }
}

/// Reports the places that allow nothing: `used` has the JSON pointers of the others.
pub(super) fn report_unused<'a>(
    words: &File,
    places: impl Iterator<Item = &'a Place<'a>>,
    used: &BTreeSet<String>,
    tree: &Tree,
    out: &mut Diagnostics,
) {
    let mut out = out.for_rule(&ALLOWED);
    let known = tree.paths();
    for place in places {
        let AllowedPlace { file, text, .. } = place.entry;
        if used.contains(&place.pointer) {
            continue;
        }
        if known.contains(&file.as_str()) {
            let pointer = format!("{}/text", place.pointer);
            out.at_value(words, &pointer, "these words need no exception")
                .expected(format!("words of {file} in which what they allow is found"))
                .quoting(text)
                .help("If the text has changed, write the words as they stand there. If what they allow has gone, delete this entry.");
            continue;
        }
        let near = did_you_mean(file, known.iter().copied());
        let pointer = format!("{}/file", place.pointer);
        out.at_value(words, &pointer, "there is no such content file")
            .expected("a file's path from content/, such as content/articles/market-drop.mdx")
            .quoting(file)
            .help(near.unwrap_or_else(|| "Correct the path, or delete this entry.".to_owned()));
    }
}
