//! The phrases of content/words.toml, ready to be found: words, and alternatives in brackets.

use regex::{Error, Regex};
use serde::Deserialize;
use serde_json::Value;
use site_schema::model::{Phrase, WordList};
use std::ops::Range;
use std::sync::OnceLock;

/// What content/words.toml lists. Compiling it takes longer than a search, so the file keeps it.
#[derive(Debug)]
pub struct Phrases {
    pub list: WordList,
    /// One alternative for each phrase, captured; none where there is no phrase.
    all: Option<Regex>,
    /// What is fine although it holds a phrase, by the phrase's index, compiled when it is first needed.
    except: Vec<OnceLock<Option<Regex>>>,
}

impl Phrases {
    /// Reads a list that fits its schema. `None` where one of its phrases can't be read.
    pub fn read(words: &Value) -> Option<Self> {
        let list = WordList::deserialize(words).ok()?;
        let mut alternatives = Vec::new();
        for phrase in &list.phrases {
            alternatives.push(format!("({})", expression(&phrase.phrase).ok()?));
        }
        let all = if alternatives.is_empty() {
            None
        } else {
            Some(compiled(&alternatives).ok()?)
        };
        Some(Self {
            except: list.phrases.iter().map(|_| OnceLock::new()).collect(),
            list,
            all,
        })
    }

    /// Returns where a text has phrases: each span, and the phrase's index in the list.
    pub fn find(&self, text: &str) -> Vec<(Range<usize>, usize)> {
        let mut found = Vec::new();
        let Some(all) = &self.all else {
            return found;
        };
        for words in all.find_iter(text) {
            let Some(groups) = all.captures_at(text, words.start()) else {
                continue;
            };
            for index in 0..self.list.phrases.len() {
                if groups.get(index + 1).is_some() {
                    found.push((words.range(), index));
                }
            }
        }
        found
    }

    /// Returns whether a span of a text that has a phrase is part of a longer one that is fine.
    pub fn is_excepted(&self, phrase: usize, text: &str, span: &Range<usize>) -> bool {
        let except = self.except[phrase].get_or_init(|| exceptions(&self.list.phrases[phrase]));
        let Some(except) = except else {
            return false;
        };
        let mut found = except.find_iter(text);
        found.any(|longer| longer.start() <= span.start && span.start < longer.end())
    }
}

/// Returns the expression of what is fine although it holds a phrase. `None` where nothing is.
fn exceptions(phrase: &Phrase) -> Option<Regex> {
    let mut alternatives = Vec::new();
    for longer in &phrase.except {
        alternatives.push(expression(longer).ok()?);
    }
    if alternatives.is_empty() {
        return None;
    }
    compiled(&alternatives).ok()
}

/// What may stand between two words: white space or hyphens, also those that break no line.
const BETWEEN: &str = "(?:[\\s-]|\u{a0}|\u{2010}|\u{2011})+";

/// Compiles expressions as alternatives. Capitals count only beyond ASCII, which keeps it small.
///
/// # Errors
/// Where all of it is too large.
fn compiled(alternatives: &[String]) -> Result<Regex, Error> {
    Regex::new(&format!("(?i-u){}", alternatives.join("|")))
}

/// Returns a phrase as a regular expression without groups that capture.
///
/// # Errors
/// What is wrong with the phrase, as the end of a sentence about it.
pub fn expression(phrase: &str) -> Result<String, String> {
    let words = words(phrase)?;
    let Some(last) = words.len().checked_sub(1) else {
        return Err("has no words".to_owned());
    };
    if words.iter().all(|word| word.is_optional()) || words[last].is_optional() {
        return Err("ends with a word that may be left out".to_owned());
    }

    let mut expression = String::new();
    for (index, word) in words.iter().enumerate() {
        let pattern = word.expression();
        let between = if index == last { "" } else { BETWEEN };
        if word.is_optional() {
            expression += &format!("(?:{pattern}{between})?");
        } else {
            expression += &format!("{pattern}{between}");
        }
    }
    // Half a boundary: before "#1" and after "(k)" there is no whole one.
    Ok(format!(r"\b{{start-half}}(?:{expression})\b{{end-half}}"))
}

/// A word of a phrase: its parts, which follow one another without a space.
#[derive(Debug, Default)]
struct Word {
    parts: Vec<Part>,
}

#[derive(Debug)]
enum Part {
    Letters(String),
    /// What stands in brackets.
    Alternatives(Vec<String>),
}

impl Word {
    /// Returns whether nothing need stand in its place.
    fn is_optional(&self) -> bool {
        match self.parts.as_slice() {
            [Part::Alternatives(alternatives)] => alternatives.iter().any(String::is_empty),
            _ => false,
        }
    }

    fn expression(&self) -> String {
        let is_optional = self.is_optional();
        let mut expression = String::new();
        for part in &self.parts {
            match part {
                Part::Letters(letters) => expression += &literal(letters),
                Part::Alternatives(alternatives) => {
                    let mut choices = Vec::new();
                    for alternative in alternatives {
                        if !(is_optional && alternative.is_empty()) {
                            choices.push(literal(alternative));
                        }
                    }
                    expression += &format!("(?:{})", choices.join("|"));
                }
            }
        }
        expression
    }
}

/// Returns the words of a phrase with their parts.
fn words(phrase: &str) -> Result<Vec<Word>, String> {
    let mut words = Vec::new();
    let mut word = Word::default();
    let mut letters = String::new();
    let mut rest = phrase.trim().chars();
    while let Some(character) = rest.next() {
        let is_between = character.is_whitespace() || character == '-';
        if (is_between || character == '[') && !letters.is_empty() {
            word.parts.push(Part::Letters(std::mem::take(&mut letters)));
        }
        match character {
            '[' => {
                let (alternatives, after) =
                    rest.as_str().split_once(']').ok_or("has a [ without a ]")?;
                word.parts.push(alternatives_of(alternatives)?);
                rest = after.chars();
            }
            ']' => return Err("has a ] without a [".to_owned()),
            _ if is_between => {
                if !word.parts.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
            }
            _ => letters.push(character),
        }
    }
    if !letters.is_empty() {
        word.parts.push(Part::Letters(letters));
    }
    if !word.parts.is_empty() {
        words.push(word);
    }
    Ok(words)
}

/// Returns what stands between a pair of brackets.
fn alternatives_of(inside: &str) -> Result<Part, String> {
    if inside.contains('[') {
        return Err("has a [ within brackets".to_owned());
    }
    let mut alternatives = Vec::new();
    for words in inside.split('/') {
        alternatives.push(words.trim().to_owned());
    }
    if alternatives.iter().all(String::is_empty) {
        return Err("has brackets without a word".to_owned());
    }
    Ok(Part::Alternatives(alternatives))
}

/// Returns words as an expression that matches them with any apostrophes and spaces.
fn literal(words: &str) -> String {
    let mut parts = Vec::new();
    for word in words.split(|c: char| c.is_whitespace() || c == '-') {
        if !word.is_empty() {
            parts.push(regex::escape(word).replace(['\'', '’'], "(?:'|’)"));
        }
    }
    parts.join(BETWEEN)
}

#[cfg(test)]
mod tests {
    use super::{compiled, expression};

    #[test]
    fn words_and_alternatives_are_matched() {
        for (phrase, met, not_met) in [
            (
                "risk-free",
                "Risk free, RISK-FREE, risk‑free",
                "riskfree, brisk-free, risk-freely",
            ),
            (
                "can't lose",
                "can't lose, can’t-lose",
                "cant lose, can't loser",
            ),
            (
                "[best / top rated] adviser[ / s]",
                "best adviser, top-rated advisers",
                "best advisery, better adviser",
            ),
            (
                "best [tax / ] adviser",
                "best adviser, best tax adviser",
                "best estate adviser",
            ),
            (
                "guarantee[ / d] a return",
                "guarantee a return, guaranteed a return",
                "guarantees a return",
            ),
            ("#1 firm", "the #1 firm", "#11 firm"),
            ("S&P 500 (the index)", "s&p 500 (the index)", "S and P 500"),
        ] {
            let alternatives = [expression(phrase).expect("a phrase")];
            let expression = compiled(&alternatives).expect("a small expression");
            for text in met.split(", ") {
                assert!(expression.is_match(text), "{phrase}: {text}");
            }
            assert!(!expression.is_match(not_met), "{phrase}: {not_met}");
        }
    }

    #[test]
    fn what_is_no_phrase_is_explained() {
        for (phrase, expected) in [
            (" - ", "has no words"),
            ("[best / top adviser", "has a [ without a ]"),
            ("best / top] adviser", "has a ] without a ["),
            ("[best / [top]] adviser", "has a [ within brackets"),
            ("best [ / ]", "has brackets without a word"),
            ("best [adviser / ]", "ends with a word that may be left out"),
            ("[best / ]", "ends with a word that may be left out"),
        ] {
            assert_eq!(expression(phrase), Err(expected.to_owned()), "{phrase}");
        }
    }
}
