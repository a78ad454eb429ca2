//! The phrases that the firm doesn't use, according to its compliance officer's list, content/words.toml.
//!
//! 1. this file: the phrases, and where texts have them
//! 2. `allowed`: the places where a phrase or a figure is allowed

mod allowed;

use super::claim;
use crate::load::{File, FileKind, Passage, Pattern, Phrases, Tree};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use crate::sentences::{is_denied, is_question};
use allowed::{ALLOWED, AllowedWords, place_of, places};
use site_schema::model::Phrase;
use std::ops::Range;

pub(super) static RULES: &[&Rule] = &[&ALLOWED, &FORM, &PHRASE];

static FORM: Rule = Rule {
    code: "words/form",
    severity: Severity::Error,
    scope: Scope::FileAlone(check_form),
    summary: "A phrase of content/words.toml can't be read: a bracket is missing, the phrase is empty, or its last word is optional.",
    why: "A phrase that can't be read isn't checked.",
    example: Example::InFile {
        file: "content/words.toml",
        wrong: r#"phrase = "[can't / cannot lose""#,
        right: r#"phrase = "[can't / cannot] lose""#,
    },
};

fn check_form(file: &File, out: &mut Diagnostics) {
    if file.kind != FileKind::Words {
        return;
    }
    for (pointer, phrase) in file.document.strings() {
        let is_phrase = pointer.ends_with("/phrase") || pointer.contains("/except/");
        if !is_phrase {
            continue;
        }
        if let Err(problem) = Pattern::parse(phrase) {
            out.at_value(file, pointer, format!("this phrase {problem}"))
                .expected("words, and alternatives in brackets, such as [best / leading] [adviser / advisers]")
                .quoting(phrase)
                .help("Close each [ with a ], and write / between alternatives. An empty alternative makes a word optional, but the last word can't be optional.");
        }
    }
}

pub(super) static PHRASE: Rule = Rule {
    code: "words/phrase",
    severity: Severity::Warning,
    scope: Scope::TextsInTree(check_phrases),
    summary: "A text has a phrase from content/words.toml, the compliance officer's list, in a sentence that is neither a question nor a denial.",
    why: "The rules for advertising by advisers forbid claims that are untrue or can't be substantiated.",
    example: Example::InFile {
        file: "content/pages/contact.toml",
        wrong: r#"description = "Ask the best advisers in town.""#,
        right: r#"description = "For everything that can wait.""#,
    },
};

/// A phrase or a figure in a file's text.
struct Finding<'a> {
    /// Its place in the file.
    place: Range<usize>,
    words: String,
    what: Unwanted<'a>,
    /// The JSON pointer of the entry that allows it, if there is one.
    allowed_by: Option<String>,
}

/// A kind of words that a text may have only where the list allows them.
#[derive(Clone, Copy)]
enum Unwanted<'a> {
    /// A phrase from the list.
    Phrase(&'a Phrase),
    /// A figure that is typed on a page.
    Figure,
}

fn check_phrases(file: &File, texts: &[Passage], tree: &Tree, out: &mut Diagnostics) {
    let Some(phrases) = phrases(tree) else { return };
    let list = List::new(phrases, &file.path);
    for finding in list.findings(file, texts, tree) {
        if finding.allowed_by.is_none() {
            report(file, finding, out);
        }
    }
}

/// Returns the phrases of content/words.toml; `None` if they can't be read, or if a file with facts can't be read.
fn phrases(tree: &Tree) -> Option<&Phrases> {
    if !tree.definitions_are_known {
        return None;
    }
    tree.file(&FileKind::Words)?.phrases.as_ref()
}

fn report(file: &File, finding: Finding, out: &mut Diagnostics) {
    let Finding { place, words, .. } = finding;
    let Unwanted::Phrase(Phrase { why, instead, .. }) = finding.what else {
        claim::report(file, place, &words, out);
        return;
    };
    out.at(file, place, format!("`{words}` is a phrase that the firm doesn't use: {why}"))
        .expected("other words; the list of phrases is content/words.toml")
        .quoting(&words)
        .help(format!("{instead} If the words are right as written, the compliance officer can allow them under their phrase in content/words.toml, with [[phrases.allowed]]."));
}

/// The list of phrases, with the places that it allows in one file.
struct List<'a> {
    phrases: &'a Phrases,
    /// The allowed places of each phrase, in the order of the phrases.
    allowed: Vec<Vec<AllowedWords>>,
    /// The allowed places of figures.
    figures: Vec<AllowedWords>,
}

impl<'a> List<'a> {
    fn new(phrases: &'a Phrases, path: &str) -> Self {
        let mut allowed = Vec::new();
        for (index, phrase) in phrases.list.phrases.iter().enumerate() {
            let pointer = format!("/phrases/{index}/allowed");
            allowed.push(places(&phrase.allowed, &pointer, path));
        }
        let figures = &phrases.list.figures.allowed;
        Self {
            phrases,
            allowed,
            figures: places(figures, "/figures/allowed", path),
        }
    }

    /// Returns the phrases and the figures in a file's text.
    fn findings(&self, file: &File, texts: &[Passage], tree: &Tree) -> Vec<Finding<'a>> {
        let mut findings = Vec::new();
        for passage in texts {
            let mut end_of_last = 0;
            for (span, index) in self.phrases.find(&passage.text) {
                // Of phrases that overlap, only the first is reported.
                let is_said = span.start < end_of_last;
                // A phrase in a fact's value is reported in content/facts.toml.
                let is_elsewhere = file.kind != FileKind::Facts && passage.is_of_one_fact(&span);
                let text = &passage.text;
                if is_said || is_elsewhere || is_question(text, &span) || is_denied(text, &span) {
                    continue;
                }
                end_of_last = span.end;
                let what = Unwanted::Phrase(&self.phrases.list.phrases[index]);
                findings.push(finding(file, passage, span, what, &self.allowed[index]));
            }
            for span in claim::figures(passage, file, tree) {
                let what = Unwanted::Figure;
                findings.push(finding(file, passage, span, what, &self.figures));
            }
        }
        findings
    }
}

fn finding<'a>(
    file: &File,
    passage: &Passage,
    span: Range<usize>,
    what: Unwanted<'a>,
    allowed: &[AllowedWords],
) -> Finding<'a> {
    let place = place_of(allowed, file, passage, &span);
    Finding {
        place: passage.source(span.clone()),
        words: passage.text[span].to_owned(),
        what,
        allowed_by: place.map(|place| place.pointer.clone()),
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::site::Site;
    use crate::rules::tests::{
        assert_snapshot, check, check_at_marks, finds_at_marks, finds_in_files, finds_in_none,
        found_in_words, found_on_page, near_misses,
    };

    #[test]
    #[rustfmt::skip]
    fn form() {
        assert_snapshot!(check_at_marks("words.toml", "phrase = \"risk-free\"", "phrase = «\"[risk-free\"»"), @r#"
        error[words/form]: this phrase has a [ without a ]
        --> content/words.toml
         = expected: words, and alternatives in brackets, such as [best / leading] [adviser / advisers]
         = found: `[risk-free`
         = help: Close each [ with a ], and write / between alternatives. An empty alternative makes a word optional, but the last word can't be optional.
        "#);
        finds_in_files("words/form", &[
            ("words.toml", "\"risk-free [rate / rates / return / returns]", "«\"risk-free rate]"),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn phrase() {
        let waits = "For everything that can wait.";
        assert_snapshot!(check("pages/contact.toml", waits, "Guaranteed returns. A top-rated advisor and a Risk Free plan."), @r#"
        warning[words/phrase]: `Guaranteed returns` is a phrase that the firm doesn't use: nobody can promise a return.
          --> content/pages/contact.toml:31:16
           |
        31 | description = "Guaranteed returns. A top-rated advisor and a Risk Free plan."
           |                ^^^^^^^^^^^^^^^^^^
           |
           = expected: other words; the list of phrases is content/words.toml
           = found: `Guaranteed returns`
           = help: Say what you do, not what it brings. If the words are right as written, the compliance officer can allow them under their phrase in content/words.toml, with [[phrases.allowed]].

        warning[words/phrase]: `top-rated advisor` is a phrase that the firm doesn't use: praise has to be proved.
          --> content/pages/contact.toml:31:38
           |
        31 | description = "Guaranteed returns. A top-rated advisor and a Risk Free plan."
           |                                      ^^^^^^^^^^^^^^^^^
           |
           = expected: other words; the list of phrases is content/words.toml
           = found: `top-rated advisor`
           = help: Say what you do. If the words are right as written, the compliance officer can allow them under their phrase in content/words.toml, with [[phrases.allowed]].

        warning[words/phrase]: `Risk Free` is a phrase that the firm doesn't use: every investment carries some risk.
          --> content/pages/contact.toml:31:62
           |
        31 | description = "Guaranteed returns. A top-rated advisor and a Risk Free plan."
           |                                                              ^^^^^^^^^
           |
           = expected: other words; the list of phrases is content/words.toml
           = found: `Risk Free`
           = help: Say which risk is small, and which is left. If the words are right as written, the compliance officer can allow them under their phrase in content/words.toml, with [[phrases.allowed]].
        "#);
        // Titles, descriptions, alt texts, labels, keywords, facts and fees.
        finds_in_files("words/phrase", &[
            ("pages/contact.toml", "How to reach", "The «best advisers: how to reach"),
            ("pages/contact.toml", "Come In", "«Risk-free"),
            // In a paragraph of several lines.
            ("pages/contact.toml", "A door", "Our «leading team"),
            ("articles/first.mdx", "\"A square\"", "\"A «risk-free square\""),
            ("articles/first.mdx", "title=\"Mind\"", "title=\"You «can’t lose\""),
            ("site.toml", "A small site for tests.", "The best planners? The «best firm."),
            ("fees.toml", "A return for a small company.", "A risk-free return. It is «risk-free."),
            ("facts.toml", "value = \"a third\"", "value = \"a guarantee of steady returns; «risk-free\""),
        ]);
        finds_at_marks("words/phrase", &[
            "Some\nthat are «risk-free, **words**",
            "A **«best** tax *planner*",
        ]);
        near_misses("words/phrase", &[
            ("articles/first.mdx", "Some **words**", "The risk-free rate", "A risk-free plan"),
            ("pages/index.toml", "{firm}", "We never guarantee returns, {firm}", "We guarantee returns, {firm}"),
        ]);
    }

    #[test]
    fn honest_texts_pass() {
        finds_in_none(
            "words/phrase",
            &[
                "The risk-free rate is that of Treasury bills.",
                "No investment is risk-free.",
                "Nothing we own is risk-free, however dull.",
                "A bond isn't risk-free.",
                "A plan that is neither risk-free nor dull.",
                "Is there a risk-free way to save?",
                "Beware of anything that is called risk-free.",
                "An adviser who speaks of risk-free plans is running a scam.",
                "We never guarantee returns.",
                "We do not guarantee steady returns, or any.",
                "Nobody can guarantee high returns.",
                "No one, whatever they say, can guarantee a thing, or guarantee returns.",
                "Past performance does not guarantee return.",
                "Advisers cannot guarantee returns.",
                "Walk away from anyone who says they guarantee returns.",
                "Do you guarantee returns?",
                "The best advice is to wait.",
                "The best part of a team is the one who listens.",
                "Our best year was the first.",
                "A leading question, a leading cause.",
                "You cannot lose sight of it.",
                "You can't lose more than you put in.",
                "A policy with guaranteed issue.",
                "No service is the best service for everyone.",
            ],
        );
    }

    /// The check finds each of many phrases. A phrase that is too long is an error that names the limit.
    #[test]
    #[rustfmt::skip]
    fn a_long_list_is_checked_and_a_long_phrase_is_refused() {
        let many = Site::new();
        let mut list = String::new();
        for number in 0..3000 {
            list += &format!("\n[[phrases]]\nphrase = \"number{number} [is / are] one\"\nwhy = \"w.\"\ninstead = \"i.\"\n");
        }
        many.write("words.toml", many.text("words.toml") + &list);
        many.change("pages/contact.toml", "For everything that can wait.", "Risk-free. Number2999 is one.");
        let found = many.load_today().diagnostics;
        let found: Vec<_> = found.iter().map(|it| (it.code, it.found.as_deref().unwrap_or_default())).collect();
        assert_eq!(found, [("words/phrase", "`Risk-free`"), ("words/phrase", "`Number2999 is one`")]);

        let alternatives: Vec<String> = (0..500).map(|number| format!("w{number}")).collect();
        let long = format!("[{}] free", alternatives.join("/"));
        assert_snapshot!(check_at_marks("words.toml", "phrase = \"risk-free\"", &format!("phrase = «\"{long}\"»")), @r#"
        error[schema/value]: `phrase` is too long
        --> content/words.toml
         = expected: at most 1,000 characters
         = found: 2396 characters
         = help: Write at most 1,000 characters.
        "#);
        let words = format!("«\"{}\"»", vec!["of"; 18_000].join(" "));
        assert_snapshot!(check_at_marks("words.toml", "\"called risk-free\"", &words), @r#"
        error[schema/value]: `text` is too long
        --> content/words.toml
         = expected: at most 1,000 characters
         = found: 53999 characters
         = help: Write at most 1,000 characters.
        "#);
    }

    /// Readers see the phrase regardless of its characters.
    #[test]
    #[rustfmt::skip]
    fn a_phrase_is_found_with_any_characters() {
        let hidden = [
            "A risk\u{a0}free plan.",
            "A risk\u{202f}free plan.",
            "A risk\u{2007}free plan.",
            "A risk\u{3000}free plan.",
            "A risk\u{2011}free plan.",
            "A risk\u{2013}free plan.",
            "A risk\u{2212}free plan.",
            "A risk&nbsp;free plan.",
            "A r&#105;sk-free plan.",
            "A ri&shy;sk-free plan.",
            "A risk\\-free plan.",
            "A risk\nfree plan.",
            "A risk\\\nfree plan.",
            "A ri**sk-fr**ee plan.",
            "A **risk**-*free* plan.",
            "A [risk](/contact)-free plan.",
            "A ri\u{200b}sk-fr\u{ad}ee plan.",
            "A risk\u{200b}free plan.",
            "A rіsk-frее plan.",
            "A ｒｉｓｋ－ｆｒｅｅ plan.",
            "A 𝐫𝐢𝐬𝐤-𝐟𝐫𝐞𝐞 plan.",
            "A ri\u{308}sk-free plan.",
            "<Disclaimer kind=\"tax\" title=\"Risk\u{a0}free\" />",
        ];
        for text in hidden {
            assert_eq!(found_in_words("words/phrase", text).len(), 1, "{text}");
        }
        assert_eq!(found_in_words("words/phrase", "A ri**sk\u{2011}fr**ee plan.\n"), ["ri**sk\u{2011}fr**ee"]);
        assert_eq!(found_on_page("words/phrase", "A 𝐫𝐢𝐬𝐤\u{a0}frее plan.\n"), ["𝐫𝐢𝐬𝐤\u{a0}frее"]);
        finds_in_files("words/phrase", &[
            ("pages/contact.toml", "For everything that can wait.", "For a «risk\\u2011free plan."),
        ]);
        finds_in_none("words/phrase", &[
            "We do it at our own risk — free of charge.",
            "We do it at our own risk – free of charge.",
            "A frisk-free flight.",
            "A risk-freedom.",
            "A risk, free of charge.",
            "A risk. Free coffee is there, too.",
            "A “risk” (free) word.",
            "Риск-free is half Russian.",
            "A riskfree word.",
            "No investment is risk\u{a0}free.",
            "The risk\u{2011}free rate.",
        ]);
    }
}
