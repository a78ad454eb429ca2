//! Quotes, apostrophes, dashes and minus signs as a printer sets them: editors type
//! what is on a keyboard.

use site_schema::model::Inline;

/// A plain text, set.
pub fn text(text: &str) -> String {
    Setter::default().text(text)
}

/// The texts of one line, set: a quotation may begin within a link and end after it.
pub fn line(line: &mut [Inline]) {
    Setter::default().line(line);
}

/// Sets one text after another of the same line.
#[derive(Default)]
struct Setter {
    /// The last character so far.
    before: Option<char>,
}

impl Setter {
    fn line(&mut self, line: &mut [Inline]) {
        for part in line {
            match part {
                Inline::Text { text } => *text = self.text(text),
                Inline::Strong { children }
                | Inline::Emphasis { children }
                | Inline::Link { children, .. } => self.line(children),
                Inline::LineBreak => self.before = None,
                Inline::Code { .. } | Inline::Image { .. } => self.before = Some('x'),
            }
        }
    }

    fn text(&mut self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let last_quoted = last_quoted(text).unwrap_or(0);
        for (at, c) in text.char_indices() {
            let set = match c {
                '\'' => self.single_quote(&text[at + 1..], at < last_quoted),
                '"' | '-' => self.set(c, &text[..at], &text[at + 1..]),
                _ => c,
            };
            out.push(set);
            self.before = Some(set);
        }
        out
    }

    /// Returns what a single quote becomes before a part of a text: it begins a quotation only
    /// where another one can end it, rather than standing for digits, as in ’90s.
    fn single_quote(&self, after: &str, can_be_closed: bool) -> char {
        if self.opens() && can_be_closed && !after.starts_with(is_digit) {
            '‘'
        } else {
            '’'
        }
    }

    /// The printer's character for a double quote or a hyphen between two parts of a text.
    fn set(&self, c: char, before: &str, after: &str) -> char {
        match c {
            '"' if self.opens() => '“',
            '"' => '”',
            _ if self.opens() && is_figure(after) => '−',
            _ if is_range(before, after) => '–',
            // Between words: neither at the beginning of a line, nor behind a number that begins
            // it, as in "404 - Page Not Found".
            _ if self.before == Some(' ') && after.starts_with(' ') && !is_number(before) => '–',
            hyphen => hyphen,
        }
    }

    /// Returns whether the next character stands at the beginning of a word.
    fn opens(&self) -> bool {
        let Some(before) = self.before else {
            return true;
        };
        before.is_whitespace() || matches!(before, '(' | '[' | '“' | '‘' | '–' | '—' | '/')
    }
}

/// Returns the byte of the last character of a text behind which a single quote can end a
/// quotation: no space before the quote, and no word right after it.
fn last_quoted(text: &str) -> Option<usize> {
    if !text.contains('\'') {
        return None;
    }
    let mut next = None;
    let mut is_before_quote = false;
    for (at, c) in text.char_indices().rev() {
        if is_before_quote && !c.is_whitespace() {
            return Some(at);
        }
        let ends_word = next.is_none_or(|next: char| !next.is_alphanumeric());
        is_before_quote = c == '\'' && ends_word;
        next = Some(c);
    }
    None
}

/// Returns whether a hyphen before a text is a minus sign: -5% or -$2,900.
fn is_figure(after: &str) -> bool {
    without_dollar_sign(after).starts_with(is_digit)
}

/// Returns whether a hyphen between two texts joins the ends of a range: 5-10, $5-$10 or
/// 2024-2025, but no phone number, no date, no form such as 1099-R and no law such as 119-21.
fn is_range(before: &str, after: &str) -> bool {
    let before_first = before.trim_end_matches(is_digit);
    let from_last = without_dollar_sign(after);
    let after_last = from_last.trim_start_matches(is_digit);
    if before_first.ends_with(continues_number_before) || after_last.starts_with(continues_number) {
        return false;
    }

    let first_digits = before.len() - before_first.len();
    let last_digits = from_last.len() - after_last.len();
    match first_digits {
        1 | 2 => matches!(last_digits, 1 | 2),
        4 => last_digits == 4,
        _ => false,
    }
}

/// Returns whether a text is a number and a space.
fn is_number(text: &str) -> bool {
    let number = text.trim_end();
    !number.is_empty() && number.chars().all(is_digit)
}

fn without_dollar_sign(text: &str) -> &str {
    text.strip_prefix('$').unwrap_or(text)
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// Returns whether digits before a character belong to the same number or word.
fn continues_number(c: char) -> bool {
    c == '-' || c.is_alphanumeric()
}

/// Returns whether digits after a character belong to the same number or word.
fn continues_number_before(c: char) -> bool {
    continues_number(c) || matches!(c, ',' | '.' | ')')
}
