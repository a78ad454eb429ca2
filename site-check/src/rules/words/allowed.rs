//! The places in content/words.toml where a phrase or a figure is allowed.

use super::{List, phrases};
use crate::load::{File, FileKind, Folded, Passage, Phrases, Tree};
use crate::names::did_you_mean;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use site_schema::model::AllowedPlace;
use std::collections::HashSet;
use std::ops::Range;

pub(super) static ALLOWED: Rule = Rule {
    code: "words/allowed",
    severity: Severity::Warning,
    scope: Scope::SingleFile(FileKind::Words, check),
    summary: "content/words.toml allows a phrase or a typed figure in a place that no longer exists, or allows something that no rule checks.",
    why: "An exception that is no longer needed hides that the text has changed, and would also allow a different text with the same words.",
    example: Example::InFile {
        file: "content/words.toml",
        wrong: r#"text = "risk-free, as the leaflet says""#,
        right: r#"text = "called risk-free""#,
    },
};

/// An allowed place.
#[derive(Debug)]
pub(super) struct AllowedWords {
    /// Its JSON pointer in content/words.toml.
    pub pointer: String,
    /// Its words, folded.
    words: String,
}

/// Returns the allowed places in one file, from the entries at a JSON pointer of content/words.toml.
pub(super) fn places(entries: &[AllowedPlace], pointer: &str, path: &str) -> Vec<AllowedWords> {
    let mut places = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        if entry.file != path {
            continue;
        }
        places.push(AllowedWords {
            pointer: format!("{pointer}/{index}"),
            words: Folded::of(entry.text.trim()).text,
        });
    }
    places
}

/// Returns the place that allows a span of a passage, if there is one.
pub(super) fn place_of<'p>(
    places: &'p [AllowedWords],
    file: &File,
    passage: &Passage,
    span: &Range<usize>,
) -> Option<&'p AllowedWords> {
    let source = passage.source(span.clone());
    places
        .iter()
        .find(|place| place.holds(&passage.text, span) || place.holds(&file.text, &source))
}

/// The number of bytes of markup and white space that may separate a span from the place that allows it.
const REACH: usize = 500;

impl AllowedWords {
    /// Returns true if a text has its words, and they overlap a span of the text.
    fn holds(&self, text: &str, span: &Range<usize>) -> bool {
        if self.words.is_empty() {
            return false;
        }
        let reach = REACH + 2 * self.words.len();
        let start = text.floor_char_boundary(span.start.saturating_sub(reach));
        let end = text.ceil_char_boundary(span.end.saturating_add(reach).min(text.len()));
        let near = Folded::of(&text[start..end]);
        for (at, words) in near.text.match_indices(&self.words) {
            let place = near.source(at..at + words.len());
            if start + place.start < span.end && span.start < start + place.end {
                return true;
            }
        }
        false
    }
}

/// Reports entries that don't allow anything.
fn check(words: &File, tree: &Tree, out: &mut Diagnostics) {
    let Some(phrases) = phrases(tree) else { return };
    check_ignored(words, out);
    // An entry may allow a phrase that can't be read.
    if !phrases.are_readable() {
        return;
    }
    let entries = entries(phrases);
    let mut named = HashSet::new();
    for (_, entry) in &entries {
        named.insert(entry.file.as_str());
    }
    let mut used = HashSet::new();
    for file in &tree.files {
        if named.contains(file.path.as_str()) {
            let list = List::new(phrases, &file.path);
            for finding in list.findings(file, &file.passages(tree), tree) {
                used.extend(finding.allowed_by);
            }
        }
    }

    let known = tree.paths();
    for (place, AllowedPlace { file, text, .. }) in &entries {
        if used.contains(place) {
            continue;
        }
        if known.contains(&file.as_str()) {
            let pointer = format!("{place}/text");
            out.at_value(words, &pointer, "these words don't need an exception")
                .expected(format!("words from {file} that contain the allowed phrase or figure"))
                .quoting(text)
                .help("If the text has changed, copy its current words. If the phrase or the figure is gone, delete this entry.");
            continue;
        }
        let near = did_you_mean(file, known.iter().copied());
        let pointer = format!("{place}/file");
        out.at_value(words, &pointer, "this content file doesn't exist")
            .expected("a file's path from content/, such as content/articles/market-drop.mdx")
            .quoting(file)
            .help(near.unwrap_or_else(|| "Correct the path, or delete this entry.".to_owned()));
    }
}

/// Reports a part of the list that no rule uses.
fn check_ignored(words: &File, out: &mut Diagnostics) {
    if words.document.value.get("performance").is_some() {
        let span = words.document.key_span("/performance");
        out.at(words, span, "`performance` is ignored: no rule checks statements of performance")
            .expected("only [[phrases]] and [[figures.allowed]]")
            .found("`performance`")
            .help("Delete each [[performance.allowed]] entry. A later version will reject them. For compliance, `cargo site reviews` and the comment on a pull request list the changed sentences that have a figure.");
    }
}

/// Returns all entries, each with its JSON pointer in content/words.toml.
fn entries(phrases: &Phrases) -> Vec<(String, &AllowedPlace)> {
    let mut lists = Vec::new();
    for (index, phrase) in phrases.list.phrases.iter().enumerate() {
        lists.push((format!("/phrases/{index}/allowed"), &phrase.allowed));
    }
    lists.push(("/figures/allowed".to_owned(), &phrases.list.figures.allowed));

    let mut entries = Vec::new();
    for (pointer, list) in lists {
        for (index, entry) in list.iter().enumerate() {
            entries.push((format!("{pointer}/{index}"), entry));
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::site::Site;
    use crate::rules::tests::{assert_snapshot, check, check_at_marks, near_misses};

    #[test]
    #[rustfmt::skip]
    fn allowed() {
        assert_snapshot!(check("articles/tables-and-lists.mdx", "called risk-free", "praised"), @r#"
        warning[words/allowed]: these words don't need an exception
         --> content/words.toml:9:8
          |
        9 | text = "called risk-free"
          |        ^^^^^^^^^^^^^^^^^^
          |
          = expected: words from content/articles/tables-and-lists.mdx that contain the allowed phrase or figure
          = found: `called risk-free`
          = help: If the text has changed, copy its current words. If the phrase or the figure is gone, delete this entry.
        "#);
        assert_snapshot!(check("words.toml", "articles/tables-and-lists", "articles/tables-and-list"), @r#"
        warning[words/phrase]: `risk-free` is a phrase that the firm doesn't use: every investment carries some risk.
          --> content/articles/tables-and-lists.mdx:41:22
           |
        41 | A leaflet had called risk-free what was not. Another said that our model portfolio gained 1 ...
           |                      ^^^^^^^^^
           |
           = expected: other words; the list of phrases is content/words.toml
           = found: `risk-free`
           = help: Say which risk is small, and which is left. If the words are right as written, the compliance officer can allow them under their phrase in content/words.toml, with [[phrases.allowed]].

        warning[words/allowed]: this content file doesn't exist
         --> content/words.toml:8:8
          |
        8 | file = "content/articles/tables-and-list.mdx"
          |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          |
          = expected: a file's path from content/, such as content/articles/market-drop.mdx
          = found: `content/articles/tables-and-list.mdx`
          = help: Did you mean `content/articles/tables-and-lists.mdx`?
        "#);
        // The same words, written differently.
        near_misses("words/allowed", &[
            ("words.toml", "called risk-free", "Called\u{a0}risk\u{2011}free", "called dull"),
        ]);
    }

    /// An entry that allowed a statement of performance gets a single warning.
    #[test]
    #[rustfmt::skip]
    fn performance_is_ignored() {
        let why = "instead = \"Say how much it has lost.\"";
        let entry = "\n\n[[«performance».allowed]]\nfile = \"content/articles/gone.mdx\"\ntext = \"our portfolios gained 1 percent\"\nallowed_because = \"It is approved.\"";
        assert_snapshot!(check_at_marks("words.toml", why, &format!("{why}{entry}")), @r#"
        warning[words/allowed]: `performance` is ignored: no rule checks statements of performance
        --> content/words.toml
         = expected: only [[phrases]] and [[figures.allowed]]
         = found: `performance`
         = help: Delete each [[performance.allowed]] entry. A later version will reject them. For compliance, `cargo site reviews` and the comment on a pull request list the changed sentences that have a figure.
        "#);
    }

    #[test]
    fn an_allowed_figure_passes() {
        let site = Site::new();
        let contact = "pages/contact.toml";
        site.change(
            contact,
            "For everything that can wait.",
            "For a gift of $5, say.",
        );
        let allowed = r#"
[[figures.allowed]]
file = "content/pages/contact.toml"
text = "a gift of $5"
allowed_because = "It is an example of a small gift."
"#;
        site.write("words.toml", site.text("words.toml") + allowed);
        assert!(site.load_today().diagnostics.is_empty());

        site.change(contact, "of $5, ", "");
        let found = site.load_today().diagnostics;
        let codes: Vec<_> = found.iter().map(|found| found.code).collect();
        assert_eq!(codes, ["words/allowed"]);
    }
}
