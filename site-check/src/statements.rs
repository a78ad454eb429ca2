//! Sentences that people read for compliance: those with a figure and a word for the firm, its
//! clients or their results.
//!
//! The list is only for reading. Its sentences may be right, and no rule decides that.

use crate::load::{File, FileKind, Passage, Tree, pattern};
use crate::sentences::sentences;
use regex::Regex;
use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;
use std::sync::LazyLock;

/// A sentence of a content file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// The path of the file, relative to the folder that contains `content`.
    pub path: String,
    pub line: usize,
    /// The sentence that visitors read, with the values of facts.
    pub sentence: String,
    /// The first word that puts the sentence on the list.
    pub word: String,
    /// The figure that puts the sentence on the list: the first percentage or amount, or else the
    /// first figure of any kind.
    pub figure: String,
}

/// Returns the sentences of all content except drafts, by file and line.
pub fn statements(tree: &Tree) -> Vec<Statement> {
    let mut statements = Vec::new();
    for file in &tree.files {
        // Facts are read in the texts that quote them.
        if file.kind == FileKind::Facts || file.is_draft() || file.is_withdrawn() {
            continue;
        }
        for passage in file.passages(tree) {
            if !passage.text.contains(char::is_numeric) {
                continue;
            }
            for span in sentences(&passage.text) {
                statements.extend(statement(file, &passage, span));
            }
        }
    }
    statements.sort_by(|a, b| (&a.path, a.line).cmp(&(&b.path, b.line)));
    statements
}

/// Returns the new and changed sentences. A sentence that has only moved isn't changed.
pub fn changed<'a>(before: &'a [Statement], after: &'a [Statement]) -> Vec<&'a Statement> {
    let mut in_files: HashMap<(&str, &str), usize> = HashMap::new();
    for known in before {
        let place = (known.path.as_str(), known.sentence.as_str());
        *in_files.entry(place).or_default() += 1;
    }
    let mut not_in_file = Vec::new();
    for statement in after {
        let place = (statement.path.as_str(), statement.sentence.as_str());
        if !take(&mut in_files, &place) {
            not_in_file.push(statement);
        }
    }

    let mut elsewhere: HashMap<&str, usize> = HashMap::new();
    for ((_, sentence), count) in in_files {
        *elsewhere.entry(sentence).or_default() += count;
    }
    let mut changed = Vec::new();
    for statement in not_in_file {
        if !take(&mut elsewhere, &statement.sentence.as_str()) {
            changed.push(statement);
        }
    }
    changed
}

/// Decreases the count of a thing. Returns false if its count is zero.
fn take<K: Eq + Hash>(counts: &mut HashMap<K, usize>, thing: &K) -> bool {
    match counts.get_mut(thing) {
        Some(count) if *count > 0 => {
            *count -= 1;
            true
        }
        _ => false,
    }
}

/// Returns a sentence of a passage if it has a figure and one of the words.
fn statement(file: &File, passage: &Passage, span: Range<usize>) -> Option<Statement> {
    let words = &passage.text[span.clone()];
    let word = WORD.find(words)?;
    let mut figure: Option<&str> = None;
    for found in FIGURE.find_iter(words) {
        let place = span.start + found.start()..span.start + found.end();
        if is_of_contact(file, passage, &place) {
            continue;
        }
        let is_of_money = found.as_str().contains(['%', '$']) || found.as_str().contains("percent");
        if figure.is_none() || is_of_money {
            figure = Some(found.as_str());
        }
        if is_of_money {
            break;
        }
    }
    let first_byte = passage.source(span.clone()).start;
    Some(Statement {
        path: file.path.clone(),
        line: file.lines.number(first_byte),
        sentence: words.split_whitespace().collect::<Vec<_>>().join(" "),
        word: word.as_str().to_owned(),
        figure: figure?.to_owned(),
    })
}

/// Returns true if a figure is part of the phone number or of another fact for reaching the firm.
fn is_of_contact(file: &File, passage: &Passage, figure: &Range<usize>) -> bool {
    if passage.is_typed(figure) {
        return false;
    }
    let written = &file.text[passage.source(figure.clone())];
    CONTACT.contains(&written.trim_matches(['{', '}', ' ']))
}

/// The facts for reaching the firm, from content/site.toml.
const CONTACT: [&str; 4] = ["phone", "email", "address", "hours"];

/// A word for the firm, its clients, its work with their money, or a result. "US" is the country.
static WORD: LazyLock<Regex> = LazyLock::new(|| {
    let any_case = "we|our|my|clients?|portfolios?|models?|strateg(?:y|ies)|methods?|returns?|returned|returning|gains?|gained|gaining";
    pattern(&format!(r"(?-u:\b)(?:(?i:{any_case})|[uU]s|I)(?-u:\b)"))
});

/// Digits with the sign before and the word or sign after them: "$1.5 million", "12%", "5 percent",
/// "2024".
static FIGURE: LazyLock<Regex> = LazyLock::new(|| {
    let unit = r"\s?(?:%|(?:percent|percentage points?|basis points|thousand|million|billion|trillion)(?-u:\b))";
    pattern(&format!(
        r"[$€£]?\p{{N}}(?:[\p{{N}},.]*\p{{N}})?(?:{unit})?"
    ))
});

#[cfg(test)]
mod tests {
    use super::{Statement, changed, statements};
    use crate::rules::tests::site::Site;

    /// Returns the statements of an article with some added words, in a short form.
    fn listed(words: &str) -> Vec<String> {
        let site = Site::new();
        let path = "articles/first.mdx";
        let before = statements(&site.load_today().tree);
        site.write(path, site.text(path) + "\n" + words + "\n");
        let after = statements(&site.load_today().tree);
        let mut listed = Vec::new();
        for Statement {
            sentence,
            word,
            figure,
            ..
        } in changed(&before, &after)
        {
            listed.push(format!("{sentence} ({word}, {figure})"));
        }
        listed
    }

    #[test]
    #[rustfmt::skip]
    fn a_sentence_with_a_figure_and_a_word_is_listed() {
        for (words, expected) in [
            ("Our portfolios gained 12% in 2024.", "Our portfolios gained 12% in 2024. (Our, 12%)"),
            ("A walk. Clients who followed the plan in 2020\nare up 34 percent. Rain.", "Clients who followed the plan in 2020 are up 34 percent. (Clients, 34 percent)"),
            ("The **method** has **returned** $1.5 million.", "The method has returned $1.5 million. (method, $1.5 million)"),
            ("We said {withdrawal-rule}, and meant it 3 times.", "We said 4%, and meant it 3 times. (We, 4%)"),
            ("I’ve met 140 families.", "I’ve met 140 families. (I, 140)"),
            ("| One | Two |\n| --- | --- |\n| ours | my 59½ |", "my 59½ (my, 59½)"),
            ("- A model\n- A model of 5", "A model of 5 (model, 5)"),
            ("## Strategies of 2024", "Strategies of 2024 (Strategies, 2024)"),
            ("<KeyFigure value=\"9.8%\" label=\"Since 2011, our gain\" />", "Since 2011, our gain (our, 2011)"),
            ("![Us in 2024](square.png)", "Us in 2024 (Us, 2024)"),
        ] {
            assert_eq!(listed(words), [expected]);
        }
    }

    #[test]
    fn other_sentences_are_not_listed() {
        for words in [
            "We do our best. The S&P 500 rose 23%.",
            "Stocks in the US rose 5%, and houses 3%.",
            "Our portfolios gained twelve percent.",
            "Call us at {phone}, or write to us at {address}.",
            "The ourang of 1912, an outreturn of 3, a modeler of 4.",
            "",
        ] {
            assert_eq!(listed(words), [""; 0], "{words}");
        }
    }

    #[test]
    fn a_sentence_that_has_only_moved_does_not_differ() {
        let statement = |path: &str, sentence: &str| Statement {
            path: path.to_owned(),
            line: 1,
            sentence: sentence.to_owned(),
            word: "We".to_owned(),
            figure: "1".to_owned(),
        };
        let before = [statement("a", "We 1."), statement("a", "We 2.")];
        let after = [
            statement("a", "We 2."),
            statement("b", "We 2."),
            statement("b", "We 1."),
            statement("b", "We 3."),
        ];
        let found = changed(&before, &after);
        assert_eq!(found, [&after[1], &after[3]]);
    }
}
