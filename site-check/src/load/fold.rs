//! Folds texts for comparison with phrases: to small Latin letters without accents, and one space
//! between words.
//!
//! Wide and bold letters, ligatures, unusual spaces and hyphens, invisible characters, and letters
//! of other alphabets that look Latin are replaced with the letters that visitors see. Folded texts
//! are never published.

use super::strings::SourceMap;
use std::ops::Range;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// A folded text, and the map of its bytes to the original text.
#[derive(Debug)]
pub struct Folded {
    pub text: String,
    map: SourceMap,
}

impl Folded {
    /// Folds a text, without its invisible characters.
    pub fn of(text: &str) -> Self {
        Folder::fold(text, Invisible::Nothing)
    }

    /// Folds a text in both ways to read invisible characters: within a word, or between two words.
    pub fn readings(text: &str) -> Vec<Self> {
        let mut readings = vec![Self::of(text)];
        if text.chars().any(is_invisible) {
            readings.push(Folder::fold(text, Invisible::Space));
        }
        readings
    }

    /// Returns the span of the original text for a span of the folded text.
    pub fn source(&self, span: Range<usize>) -> Range<usize> {
        self.map.source(span)
    }
}

/// The replacement of an invisible character.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Invisible {
    Nothing,
    Space,
}

struct Folder<'t> {
    text: &'t str,
    invisible: Invisible,
    folded: String,
    /// The parts that differ, as spans of the folded and the original text.
    parts: Vec<(Range<usize>, Range<usize>)>,
}

impl<'t> Folder<'t> {
    fn fold(text: &'t str, invisible: Invisible) -> Folded {
        let mut folder = Self {
            text,
            invisible,
            folded: String::with_capacity(text.len()),
            parts: Vec::new(),
        };
        let mut at = 0;
        loop {
            at = folder.add_letters(at);
            let Some(character) = text[at..].chars().next() else {
                break;
            };
            at = folder.add(character, at);
        }
        Folded {
            text: folder.folded,
            map: SourceMap::of_parts(0..text.len(), folder.parts),
        }
    }

    /// Adds the ASCII letters and digits at a byte of the text, if any. Returns the byte after them.
    fn add_letters(&mut self, at: usize) -> usize {
        let rest = &self.text[at..];
        let length = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let start = self.folded.len();
        self.folded.push_str(&rest[..length]);
        self.folded[start..].make_ascii_lowercase();
        at + length
    }

    /// Adds the character at a byte of the text, or the run between two words that begins there.
    /// Returns the byte after it.
    fn add(&mut self, character: char, at: usize) -> usize {
        let end = at + character.len_utf8();
        if self.is_between(character) {
            return self.add_run(at);
        } else if is_invisible(character) {
            self.parts
                .push((self.folded.len()..self.folded.len(), at..end));
        } else if character.is_ascii() {
            self.folded
                .push(if character == '`' { '\'' } else { character });
        } else {
            let start = self.folded.len();
            fold_letter(character, &mut self.folded);
            self.parts.push((start..self.folded.len(), at..end));
        }
        end
    }

    /// Adds a run of spaces and hyphens as a space, or as a dash with its surrounding spaces,
    /// because a dash can divide a sentence.
    fn add_run(&mut self, at: usize) -> usize {
        let rest = &self.text[at..];
        let goes_on = |c| self.is_between(c) || is_invisible(c);
        let length = rest.find(|c| !goes_on(c)).unwrap_or(rest.len());
        let run = &rest[..length];
        let is_apart = run.starts_with(char::is_whitespace) && run.ends_with(char::is_whitespace);
        let between = if is_apart && (run.contains(['–', '—', '―']) || run.contains("--")) {
            " — "
        } else if run.contains(['—', '―']) {
            "—"
        } else {
            " "
        };

        let start = self.folded.len();
        self.folded.push_str(between);
        if length > 1 || between.len() > 1 {
            self.parts.push((start..self.folded.len(), at..at + length));
        }
        at + length
    }

    /// Returns true if a character separates two words, or two parts of a word.
    fn is_between(&self, character: char) -> bool {
        character.is_whitespace()
            || is_hyphen(character)
            || (self.invisible == Invisible::Space && is_invisible(character))
    }
}

/// Returns true if a character is a hyphen, or looks like one.
fn is_hyphen(character: char) -> bool {
    matches!(
        character,
        '-' | '\u{2010}'
            ..='\u{2015}' | '\u{2043}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}'
    )
}

/// Returns true if readers don't see a character, or don't see it as part of a word: zero-width
/// characters, marks of text direction, Hangul fillers, and backslashes.
fn is_invisible(character: char) -> bool {
    if character.is_ascii() {
        return character == '\\';
    }
    matches!(
        character,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'
            | '\u{1160}'
            | '\u{17b4}'
            | '\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{2800}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Adds the small Latin letters that a non-ASCII character looks like, or the character itself if
/// it doesn't look like any.
fn fold_letter(character: char, folded: &mut String) {
    if let Some(letter) = lookalike(character) {
        folded.push(letter);
        return;
    }
    for part in character.nfkd() {
        if is_combining_mark(part) {
            continue;
        }
        match lookalike(part) {
            Some(letter) => folded.push(letter),
            None => folded.extend(part.to_lowercase()),
        }
    }
}

/// Returns the ASCII character that a non-ASCII one looks like, unless Unicode's decompositions
/// have it.
fn lookalike(character: char) -> Option<char> {
    for (ascii, twins, others) in LOOKALIKES {
        if twins.contains(character) || others.contains(character) {
            return Some(ascii);
        }
    }
    None
}

/// Returns the Latin letter with the same shape as a Greek or Cyrillic one.
pub fn latin_twin(letter: char) -> Option<char> {
    if !matches!(letter, '\u{370}'..='\u{52f}') {
        return None;
    }
    for (latin, twins, _) in LOOKALIKES {
        if twins.contains(letter) {
            let is_capital = letter.is_uppercase();
            return Some(if is_capital {
                latin.to_ascii_uppercase()
            } else {
                latin
            });
        }
    }
    None
}

/// Latin letters, each with the Greek and Cyrillic letters of the same shape, and with similar
/// letters of all alphabets.
const LOOKALIKES: [(char, &str, &str); 27] = [
    ('\'', "", "’‘‛ʼʹ′´`＇"),
    ('a', "аΑА", "αɑᴀ"),
    ('b', "ВΒ", "Ьвʙ"),
    ('c', "сС", "ϲϹᴄ"),
    ('d', "ԁ", "đĐᴅ"),
    ('e', "еЕΕ", "εᴇ"),
    ('f', "", "ƒϝꜰ"),
    ('g', "", "ɡցɢ"),
    ('h', "һНΗ", "нհħʜ"),
    ('i', "іІΙ", "ιıɪ"),
    ('j', "јЈ", "ϳᴊ"),
    ('k', "КΚ", "кκᴋ"),
    ('l', "", "ӏӀłŁʟ"),
    ('m', "МΜ", "мᴍ"),
    ('n', "Ν", "пηոɴ"),
    ('o', "оОΟο", "σօøØᴏ"),
    ('p', "рРΡ", "ρᴘ"),
    ('q', "ԛ", "Ԛզ"),
    ('r', "", "гʀ"),
    ('s', "ѕЅ", "ꜱ"),
    ('t', "ТΤ", "тτŧᴛ"),
    ('u', "", "υսᴜ"),
    ('v', "", "νѵᴠ"),
    ('w', "ԝ", "Ԝωᴡ"),
    ('x', "хХΧ", "χ"),
    ('y', "уУΥ", "γʏ"),
    ('z', "Ζ", "ᴢ"),
];

#[cfg(test)]
mod tests {
    use super::Folded;

    /// Variants of the same words that look the same or nearly so.
    const WAYS: [&str; 29] = [
        "Guaranteed returns",
        "GUARANTEED RETURNS",
        "guaranteed\u{a0}returns",
        "guaranteed\u{202f}returns",
        "guaranteed\u{2009}returns",
        "guaranteed\u{2007}returns",
        "guaranteed\u{3000}returns",
        "guaranteed \u{200b} returns",
        "guaranteed \t\r\n returns",
        "guaranteed-returns",
        "guaranteed\u{2010}returns",
        "guaranteed\u{2011}returns",
        "guaranteed\u{2012}returns",
        "guaranteed\u{2013}returns",
        "guaranteed\u{2212}returns",
        "guar\u{ad}an\u{ad}teed returns",
        "guar\u{200b}anteed re\u{200d}turns",
        "\u{feff}guaranteed ret\u{2060}urns",
        "gua\\ranteed returns",
        "guarante\u{301}ed ret\u{fc}rns",
        "ｇｕａｒａｎｔｅｅｄ　ｒｅｔｕｒｎｓ",
        "𝐠𝐮𝐚𝐫𝐚𝐧𝐭𝐞𝐞𝐝 𝗿𝗲𝘁𝘂𝗿𝗻𝘀",
        "𝓰𝓾𝓪𝓻𝓪𝓷𝓽𝓮𝓮𝓭 𝚛𝚎𝚝𝚞𝚛𝚗𝚜",
        "ⓖⓤⓐⓡⓐⓝⓣⓔⓔⓓ ʳᵉᵗᵘʳⁿˢ",
        "guаrаntееd returns",
        "guarantεed retυrns",
        "ɢᴜᴀʀᴀɴᴛᴇᴇᴅ ʀᴇᴛᴜʀɴꜱ",
        "guaranteed\u{ff0d}returns",
        "guaranteed \u{2010} returns",
    ];

    #[test]
    fn words_are_folded_to_what_readers_see() {
        for written in WAYS {
            assert_eq!(Folded::of(written).text, "guaranteed returns", "{written}");
        }
        for (written, folded) in [
            // A dash between spaces divides a sentence.
            ("No risk — free of charge", "no risk — free of charge"),
            ("No risk -- free of charge", "no risk — free of charge"),
            ("proﬁt, oﬃce, can’t, ½", "profit, office, can't, 1⁄2"),
            ("#1, 100% & U.S.", "#1, 100% & u.s."),
            ("No risk – free of charge", "no risk — free of charge"),
            ("ＳＥＣ―approved", "sec—approved"),
            ("You can`t", "you can't"),
            ("", ""),
            ("東京 café", "東京 cafe"),
        ] {
            assert_eq!(Folded::of(written).text, folded);
        }
    }

    #[test]
    fn an_invisible_character_is_within_a_word_or_between_two() {
        let readings = Folded::readings("risk\u{ad}free");
        let texts: Vec<_> = readings.iter().map(|it| it.text.as_str()).collect();
        assert_eq!(texts, ["riskfree", "risk free"]);
        assert_eq!(Folded::readings("risk-free").len(), 1);
    }

    #[test]
    fn a_span_leads_back_to_what_was_typed() {
        for written in WAYS {
            let text = format!("“Ünser {written}”, ﬁnally");
            let folded = Folded::of(&text);
            let at = folded.text.find("guaranteed").expect("the word");
            let span = folded.source(at..at + "guaranteed returns".len());
            assert_eq!(
                text[span].trim_start_matches('\u{feff}'),
                written.trim_start_matches('\u{feff}')
            );
        }
    }
}
