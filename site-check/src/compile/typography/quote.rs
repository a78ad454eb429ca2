//! Quotation marks and apostrophes.

use super::opens;

/// Words that begin with an apostrophe, in lower case.
const ELISIONS: [&str; 13] = [
    "tis", "twas", "twere", "twill", "twould", "tween", "til", "em", "cuz", "n", "nuff", "kay",
    "nother",
];
/// Words that begin with an apostrophe only in lower case. If they are capitalized, the mark begins
/// a quotation.
const SMALL_ELISIONS: [&str; 7] = ["er", "im", "cause", "bout", "round", "neath", "gainst"];

/// The maximum number of characters from a quotation mark to the first letter of its word, with
/// marks such as ... between them.
const LONGEST_MARK: usize = 6;

/// The quotation marks of a line.
pub(super) struct Quotes<'a> {
    typed: &'a [char],
    /// True inside a quotation in double marks.
    is_double_open: bool,
    /// True inside a quotation in single marks.
    is_single_open: bool,
    /// The last single mark that can end a quotation.
    last_end: Option<usize>,
}

impl<'a> Quotes<'a> {
    pub fn of(typed: &'a [char]) -> Self {
        Self {
            typed,
            is_double_open: false,
            is_single_open: false,
            last_end: last_end(typed),
        }
    }

    /// Reads a character that stays unchanged.
    pub fn pass(&mut self, c: char) {
        match c {
            '“' => self.is_double_open = true,
            '”' => self.is_double_open = false,
            _ => {}
        }
    }

    /// Returns the replacement of a double mark after a character.
    pub fn double(&mut self, at: usize, before: Option<char>) -> char {
        let has_word_after = self.has_word_after(at);
        let is_open = self.is_double_open;
        let opens = match before {
            Some('–' | '—' | '-' | '−' | '/') => has_word_after && !is_open,
            _ if opens(before) => has_word_after || !is_open && self.has_space_after(at),
            // The sign for inches, unless it ends a quotation.
            Some(c) if is_figure(c) && (!is_open || self.is_in_inches(at)) => return '"',
            _ => has_word_after && !is_open,
        };
        self.is_double_open = opens;
        if opens { '“' } else { '”' }
    }

    /// Returns the replacement of a single mark after a character.
    pub fn single(&mut self, at: usize, before: Option<char>) -> char {
        if before.is_some_and(is_figure) && self.is_in_feet(at) {
            return '\'';
        }
        let begins_word = opens(before) || matches!(before, Some('-' | '−' | '='));
        let can_end = self.last_end.is_some_and(|end| at + 1 < end);
        if begins_word && can_end && self.has_word_after(at) && !self.is_elision(at) {
            self.is_single_open = true;
            return '‘';
        }
        let next = self.next(at + 1);
        if !begins_word && next.is_none_or(|next| !next.is_alphanumeric()) {
            self.is_single_open = false;
        }
        '’'
    }

    fn next(&self, at: usize) -> Option<char> {
        self.typed.get(at).copied()
    }

    /// Returns true if a word begins right after a mark.
    fn has_word_after(&self, at: usize) -> bool {
        let mut rest = self.typed[at + 1..].iter().copied().take(LONGEST_MARK);
        match rest.next() {
            None | Some(',' | ';' | ':' | '!' | '?' | ')' | ']' | '}' | '”' | '’' | '%') => {
                false
            }
            Some('.' | '-' | '–' | '—' | '\'' | '"' | '…') => {
                let word = rest.find(|c| !matches!(c, '.' | '-' | '\'' | '"'));
                word.is_some_and(char::is_alphanumeric)
            }
            Some(c) => !c.is_whitespace(),
        }
    }

    fn has_space_after(&self, at: usize) -> bool {
        self.next(at + 1).is_some_and(char::is_whitespace)
    }

    /// Returns true if a single mark stands for letters or digits at the beginning of a word: ’tis,
    /// ’90s.
    fn is_elision(&self, at: usize) -> bool {
        let rest = &self.typed[at + 1..];
        let word = rest.iter().take_while(|c| c.is_alphanumeric());
        let word: String = word.collect();
        let is_decade = matches!(word.len(), 2 | 3)
            && word.strip_suffix('s').unwrap_or(&word).len() == 2
            && word.starts_with(|c: char| c.is_ascii_digit())
            && word[1..].starts_with(|c: char| c.is_ascii_digit());
        if is_decade {
            // Digits between two marks are a quotation. So is a sentence that begins with digits.
            return rest.get(2) != Some(&'\'') && !self.ends_with_sentence(at);
        }
        ELISIONS.contains(&word.to_lowercase().as_str()) || SMALL_ELISIONS.contains(&word.as_str())
    }

    /// Returns true if the next single mark follows a sentence, so that it ends the quotation that
    /// this mark begins.
    fn ends_with_sentence(&self, at: usize) -> bool {
        let next = self.typed[at + 1..].iter().position(|&c| c == '\'');
        let Some(length) = next.filter(|_| !self.is_single_open) else {
            return false;
        };
        let end = at + 1 + length;
        let is_word_after = self.next(end + 1).is_some_and(char::is_alphanumeric);
        matches!(self.typed[end - 1], '.' | ',' | '!' | '?') && !is_word_after
    }

    /// Returns true if a single mark after a figure is a sign for feet: 5'10", 6', 12'x14'.
    fn is_in_feet(&self, at: usize) -> bool {
        // Q3'24 is the third quarter of a year.
        let mut before = self.typed[..at].iter().rev();
        if before
            .find(|c| !is_figure(**c))
            .is_some_and(|&c| c.is_alphabetic() && c != 'x' && c != '×')
        {
            return false;
        }
        let rest = &self.typed[at + 1..];
        let space = usize::from(rest.first() == Some(&' '));
        let digits = count_digits(&rest[space..]);
        let after_digits = rest.get(space + digits).copied();
        if matches!(digits, 1 | 2) {
            return if space == 0 {
                after_digits.is_none_or(|c| !c.is_alphanumeric() || is_figure(c))
            } else {
                after_digits.is_some_and(|c| c == '"' || is_figure(c))
            };
        }
        match rest.first() {
            Some('x' | '×') => rest.get(1).is_some_and(char::is_ascii_digit),
            Some(c) if c.is_alphanumeric() => false,
            _ => !self.is_single_open,
        }
    }

    /// Returns true if a double mark is the sign for inches in 5'10".
    fn is_in_inches(&self, at: usize) -> bool {
        let before = &self.typed[..at];
        let digits = before.iter().rev().take_while(|&&c| is_figure(c)).count();
        let mut before = before[..at - digits].iter().rev();
        let mut mark = before.next();
        if mark == Some(&' ') {
            mark = before.next();
        }
        mark == Some(&'\'') && before.next().is_some_and(char::is_ascii_digit)
    }
}

/// Returns the last single mark that can end a quotation: it follows a character other than a
/// space, and no word follows it directly.
fn last_end(typed: &[char]) -> Option<usize> {
    (1..typed.len()).rev().find(|&at| {
        let is_word_after = typed.get(at + 1).is_some_and(|c| c.is_alphanumeric());
        typed[at] == '\'' && !typed[at - 1].is_whitespace() && !is_word_after
    })
}

fn count_digits(typed: &[char]) -> usize {
    typed.iter().take_while(|c| c.is_ascii_digit()).count()
}

/// Returns true if a character ends a figure: a digit or a fraction such as ½.
fn is_figure(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '¼'..='¾' | '⅐'..='⅞')
}
