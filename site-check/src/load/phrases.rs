//! Finds the phrases of content/words.toml: words, with alternatives in brackets.
//!
//! Each phrase is compared with a folded text separately, letter by letter, so there can be any
//! number of phrases and alternatives, and no phrase interferes with another.

use super::fold::Folded;
use aho_corasick::AhoCorasick;
use serde_json::Value;
use site_schema::model::{FromFile, WordList};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::sync::RwLock;

/// The most bytes between two words of a phrase in a folded text: a dash.
const LONGEST_GAP: usize = '—'.len_utf8();

/// The number of bytes before a phrase to search for the beginning of a longer phrase that is fine.
const REACH: usize = 500;

/// The list of content/words.toml, prepared for searching.
#[derive(Debug)]
pub struct Phrases {
    pub list: WordList,
    /// In the order of the list; `None` for a phrase that can't be read, which `words/form`
    /// reports.
    patterns: Vec<Option<Pattern>>,
    /// The longer phrases that are fine, in the same order.
    except: Vec<Vec<Pattern>>,
    keys: Keys,
    /// The results of searches, by text.
    searches: RwLock<HashMap<String, Vec<FoundPhrase>>>,
}

const NO_PANIC: &str = "the lock is only held while a map is read or extended";

/// The span of a phrase in a text, and the phrase's index in the list.
pub type FoundPhrase = (Range<usize>, usize);

impl Phrases {
    /// Reads a list. `None` if it doesn't fit its schema, or if it is too long to search, which the
    /// maximum size of a file prevents.
    pub fn read(words: &Value) -> Option<Self> {
        let list = WordList::from_file(words.clone()).ok()?;
        let mut patterns = Vec::new();
        let mut except = Vec::new();
        for phrase in &list.phrases {
            patterns.push(Pattern::parse(&phrase.phrase).ok());
            let longer = phrase.except.iter();
            except.push(longer.filter_map(|it| Pattern::parse(it).ok()).collect());
        }
        Some(Self {
            keys: Keys::of(&patterns)?,
            list,
            patterns,
            except,
            searches: RwLock::default(),
        })
    }

    /// Returns true if every phrase can be read.
    pub fn are_readable(&self) -> bool {
        self.patterns.iter().all(Option::is_some)
    }

    /// Returns the phrases in a text, in order. Spans may overlap.
    ///
    /// A text is only searched once: most texts are the same in all editions and after a change.
    pub fn find(&self, text: &str) -> Vec<FoundPhrase> {
        let searches = self.searches.read().expect(NO_PANIC);
        if let Some(found) = searches.get(text) {
            return found.clone();
        }
        drop(searches);
        let found = self.search(text);
        let mut searches = self.searches.write().expect(NO_PANIC);
        searches.insert(text.to_owned(), found.clone());
        found
    }

    fn search(&self, text: &str) -> Vec<FoundPhrase> {
        let mut found = Vec::new();
        for folded in Folded::readings(text) {
            for (index, starts) in self.keys.starts(&folded.text) {
                let Some(pattern) = &self.patterns[index] else {
                    continue;
                };
                for span in pattern.find(&folded.text, starts) {
                    if !self.is_excepted(index, &folded.text, span.start) {
                        found.push((folded.source(span), index));
                    }
                }
            }
        }
        found.sort_by_key(|(span, index)| (span.start, *index));
        found.dedup();
        found
    }

    /// Returns true if the phrase at a byte of a folded text is part of a longer, allowed phrase.
    fn is_excepted(&self, phrase: usize, text: &str, at: usize) -> bool {
        let from = text.floor_char_boundary(at.saturating_sub(REACH));
        for longer in &self.except[phrase] {
            for start in starts(text, from..at + 1) {
                if longer.end_at(text, start).is_some_and(|end| at < end) {
                    return true;
                }
            }
        }
        false
    }
}

/// Letters that each phrase must contain one of. Only the words near them are compared with the phrase.
#[derive(Debug)]
struct Keys {
    search: AhoCorasick,
    /// The phrases of each key.
    phrases: Vec<Vec<KeyOfPhrase>>,
}

#[derive(Debug)]
struct KeyOfPhrase {
    /// The index of the phrase.
    phrase: usize,
    /// The most bytes of the phrase before the key.
    bytes_before: usize,
}

impl Keys {
    fn of(patterns: &[Option<Pattern>]) -> Option<Self> {
        let mut by_key: BTreeMap<&str, Vec<KeyOfPhrase>> = BTreeMap::new();
        for (phrase, pattern) in patterns.iter().enumerate() {
            let Some(pattern) = pattern else { continue };
            let (keys, bytes_before) = pattern.keys();
            for key in keys {
                by_key.entry(key).or_default().push(KeyOfPhrase {
                    phrase,
                    bytes_before,
                });
            }
        }
        Some(Self {
            search: AhoCorasick::new(by_key.keys()).ok()?,
            phrases: by_key.into_values().collect(),
        })
    }

    /// Returns the phrases that a folded text may contain, in list order, each with the places where it may begin.
    fn starts(&self, text: &str) -> BTreeMap<usize, BTreeSet<usize>> {
        let mut starts_of: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for found in self.search.find_overlapping_iter(text) {
            for key in &self.phrases[found.pattern()] {
                let from = text.floor_char_boundary(found.start().saturating_sub(key.bytes_before));
                let starts = starts(text, from..found.start() + 1);
                starts_of.entry(key.phrase).or_default().extend(starts);
            }
        }
        starts_of
    }
}

/// A phrase: words with a space between each. Some may be optional.
#[derive(Debug)]
pub struct Pattern {
    words: Vec<Word>,
}

impl Pattern {
    /// Parses a phrase of the list.
    ///
    /// # Errors
    /// Returns the mistake in the phrase, as the end of a sentence about it.
    pub fn parse(phrase: &str) -> Result<Self, String> {
        let words = words(phrase)?;
        match words.last() {
            None => Err("has no words".to_owned()),
            Some(last) if last.is_optional() => Err("ends with an optional word".to_owned()),
            Some(_) => Ok(Self { words }),
        }
    }

    /// Returns the places of the phrase in a folded text, each with as many words as possible. `starts` are the places where it
    /// may begin, in order.
    fn find(&self, text: &str, starts: impl IntoIterator<Item = usize>) -> Vec<Range<usize>> {
        let mut found: Vec<Range<usize>> = Vec::new();
        for start in starts {
            if found.last().is_some_and(|last| start < last.end) {
                continue;
            }
            if let Some(end) = self.end_at(text, start) {
                found.push(start..end);
            }
        }
        found
    }

    /// Returns the end of the phrase at a byte of a folded text; `None` if the phrase isn't there.
    fn end_at(&self, text: &str, start: usize) -> Option<usize> {
        // The places where the next word may begin.
        let mut places = vec![start];
        for (index, word) in self.words.iter().enumerate() {
            let is_last = index + 1 == self.words.len();
            let mut next = Vec::new();
            for &place in &places {
                for end in word.ends(text, place) {
                    if is_last {
                        next.push(end);
                    } else if text[end..].starts_with(' ') {
                        next.push(end + 1);
                    } else if word.has_hyphen && text[end..].starts_with('—') {
                        next.push(end + '—'.len_utf8());
                    }
                }
            }
            if word.is_optional() {
                next.append(&mut places);
            }
            if next.is_empty() {
                return None;
            }
            next.sort_unstable();
            next.dedup();
            places = next;
        }
        places.retain(|&end| end > start && is_end(text, end));
        places.last().copied()
    }

    /// Returns the choices of the longest required part, which the phrase contains one of, and the most bytes before it.
    fn keys(&self) -> (Vec<&str>, usize) {
        let mut keys: &[String] = &[];
        let mut length = 0;
        let mut bytes_before_keys = 0;
        let mut bytes_before = 0;
        for word in &self.words {
            for part in &word.parts {
                let lengths = part.choices.iter().map(String::len);
                let shortest = lengths.clone().min().unwrap_or(0);
                if !word.is_optional() && shortest > length {
                    length = shortest;
                    keys = &part.choices;
                    bytes_before_keys = bytes_before;
                }
                bytes_before += lengths.max().unwrap_or(0);
            }
            bytes_before += LONGEST_GAP;
        }
        let keys = keys.iter().map(String::as_str).collect();
        (keys, bytes_before_keys)
    }
}

/// Returns the places in a part of a folded text where a word, and so a phrase, may begin.
fn starts(text: &str, within: Range<usize>) -> impl Iterator<Item = usize> {
    let before = text[..within.start].chars().next_back();
    let mut is_in_word = before.is_some_and(is_of_word);
    let part = &text[within.start..text.ceil_char_boundary(within.end)];
    part.char_indices().filter_map(move |(at, character)| {
        let is_start = !is_in_word;
        is_in_word = is_of_word(character);
        is_start.then_some(within.start + at)
    })
}

/// Returns true if a word, and so a phrase, may end at a byte of a folded text.
fn is_end(text: &str, at: usize) -> bool {
    !text[at..].chars().next().is_some_and(is_of_word)
}

fn is_of_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// A word of a phrase: its parts, which follow one another without spaces.
#[derive(Debug, Default)]
struct Word {
    parts: Vec<Part>,
    /// True if a hyphen follows, which may be typed as a dash. A dash elsewhere divides a sentence.
    has_hyphen: bool,
}

/// A part of a word, folded: letters, or the alternatives of a pair of brackets.
#[derive(Debug)]
struct Part {
    choices: Vec<String>,
}

impl Word {
    /// Returns true if the part may be empty.
    fn is_optional(&self) -> bool {
        let mut parts = self.parts.iter();
        parts.all(|part| part.choices.iter().any(String::is_empty))
    }

    /// Returns the possible ends of the word at a byte of a folded text. It has at least one
    /// letter.
    fn ends(&self, text: &str, start: usize) -> Vec<usize> {
        let mut ends = vec![start];
        for part in &self.parts {
            let mut next = Vec::new();
            for end in ends {
                for choice in &part.choices {
                    if text[end..].starts_with(choice.as_str()) {
                        next.push(end + choice.len());
                    }
                }
            }
            next.sort_unstable();
            next.dedup();
            ends = next;
        }
        ends.retain(|end| *end > start);
        ends
    }
}

/// Splits a phrase into words and their parts.
fn words(phrase: &str) -> Result<Vec<Word>, String> {
    let mut words = Vec::new();
    let mut word = Word::default();
    let mut letters = String::new();
    let mut rest = phrase.trim().chars();
    while let Some(character) = rest.next() {
        let is_between = Folded::of(character.encode_utf8(&mut [0; 4])).text == " ";
        if is_between || character == '[' {
            word.add_letters(&mut letters);
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
                if let Some(last) = words.last_mut() {
                    last.has_hyphen |= character == '-';
                }
            }
            _ => letters.push(character),
        }
    }
    word.add_letters(&mut letters);
    if !word.parts.is_empty() {
        words.push(word);
    }
    Ok(words)
}

impl Word {
    /// Adds letters as a part, and clears them.
    fn add_letters(&mut self, letters: &mut String) {
        let folded = Folded::of(letters).text;
        letters.clear();
        if !folded.is_empty() {
            self.parts.push(Part {
                choices: vec![folded],
            });
        }
    }
}

/// Parses the text in a pair of brackets.
fn alternatives_of(inside: &str) -> Result<Part, String> {
    if inside.contains('[') {
        return Err("has a [ within brackets".to_owned());
    }
    let mut choices = Vec::new();
    for words in inside.split('/') {
        choices.push(Folded::of(words.trim()).text);
    }
    if choices.iter().all(String::is_empty) {
        return Err("has brackets without a word".to_owned());
    }
    Ok(Part { choices })
}

#[cfg(test)]
mod tests {
    use super::{Pattern, Phrases, starts};
    use crate::load::fold::Folded;
    use serde_json::json;

    #[test]
    fn words_and_alternatives_are_matched() {
        for (phrase, met, not_met) in [
            (
                "risk-free",
                "Risk free, RISK-FREE, risk‑free, risk—free",
                "riskfree, risk — free, brisk-free, risk-freely",
            ),
            (
                "can't lose",
                "can't lose, can’t-lose",
                "cant lose, can't—lose, can't loser",
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
            (
                "[five / 5] star[ / s / -rated] firm",
                "a 5-star firm, five-star-rated firm, 5 stars firm",
                "a 5 starrated firm, 15 star firm",
            ),
            (
                "[a / ][b / ] [no / zero] risk",
                "no risk, ab zero risk, b no-risk",
                "no risky, zero, no — risk",
            ),
            ("S&P 500 (the index)", "s&p 500 (the index)", "S and P 500"),
        ] {
            let pattern = Pattern::parse(phrase).expect("a phrase");
            let find = |text: &str| {
                let text = Folded::of(text).text;
                pattern.find(&text, starts(&text, 0..text.len()))
            };
            for text in met.split(", ") {
                assert_eq!(find(text).len(), 1, "{phrase}: {text}");
            }
            for text in not_met.split(", ") {
                assert!(find(text).is_empty(), "{phrase}: {text}");
            }
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
            ("best [adviser / ]", "ends with an optional word"),
            ("[best / ]", "ends with an optional word"),
            ("best [a / ][b / ]", "ends with an optional word"),
            ("\u{200b}", "has no words"),
        ] {
            let error = Pattern::parse(phrase).expect_err("an error");
            assert_eq!(error, expected, "{phrase}");
        }
    }

    /// With thousands of phrases, and one of hundreds of alternatives, each is found and none hides
    /// another.
    #[test]
    fn each_of_many_phrases_is_found() {
        let mut list = Vec::new();
        for number in 0..3000 {
            let phrase = format!("[word / words] number{number} [one / two / three]");
            list.push(json!({"phrase": phrase, "why": "w", "instead": "i"}));
        }
        let alternatives: Vec<String> = (0..500).map(|number| format!("w{number}")).collect();
        let phrase = format!("[{}] ends", alternatives.join(" / "));
        list.push(json!({"phrase": phrase, "why": "w", "instead": "i"}));
        let phrases = Phrases::read(&json!({ "phrases": list })).expect("a list");
        for number in 0..3000 {
            let text = format!("Two words, number{number}: words number{number} two.");
            let place = text.rfind("words").expect("the word");
            assert_eq!(phrases.find(&text), [(place..text.len() - 1, number)]);
        }
        assert_eq!(phrases.find("It is w499 ends."), [(6..15, 3000)]);
    }
}
