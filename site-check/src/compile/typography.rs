//! Quotes, apostrophes, dashes and minus signs as a printer sets them: editors type what is on a keyboard.

use crate::load::pattern;
use regex::Regex;
use site_schema::model::Inline;
use std::sync::LazyLock;

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
        for (at, c) in text.char_indices() {
            let set = match c {
                '"' | '\'' | '-' => self.set(c, &text[..at], &text[at + 1..]),
                c => c,
            };
            out.push(set);
            self.before = Some(set);
        }
        out
    }

    /// What a quote or a hyphen becomes between two parts of a text.
    fn set(&self, c: char, before: &str, after: &str) -> char {
        match c {
            '"' if self.opens() => '“',
            '"' => '”',
            '\'' if self.opens() && is_quotation(after) => '‘',
            '\'' => '’',
            _ if self.opens() && is_figure(after) => '−',
            _ if is_range(before, after) => '–',
            // Between words; a line that begins with it is none.
            _ if self.before == Some(' ') && after.starts_with(' ') => '–',
            hyphen => hyphen,
        }
    }

    /// Whether what comes next stands at the beginning of a word.
    fn opens(&self) -> bool {
        self.before.is_none_or(|c| {
            c.is_whitespace() || matches!(c, '(' | '[' | '“' | '‘' | '–' | '—' | '/')
        })
    }
}

/// A single quote that ends a quotation.
static CLOSING: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\S'(?:[^\p{Alphabetic}\p{Number}]|\z)"));

/// Whether a single quote before this begins a quotation, rather than standing for digits: ’90s.
fn is_quotation(after: &str) -> bool {
    !after.starts_with(|c: char| c.is_ascii_digit()) && CLOSING.is_match(after)
}

/// -5% or -$2,900.
fn is_figure(after: &str) -> bool {
    let figure = after.strip_prefix('$').unwrap_or(after);
    figure.starts_with(|c: char| c.is_ascii_digit())
}

/// 5-10, $5-$10 or 2024-2025, but no phone number, no date, no form such as 1099-R and no law such as 119-21.
fn is_range(before: &str, after: &str) -> bool {
    let digits = |text: &str, part: &str| text.len() - part.len();
    let start = before.trim_end_matches(|c: char| c.is_ascii_digit());
    let after = after.strip_prefix('$').unwrap_or(after);
    let end = after.trim_start_matches(|c: char| c.is_ascii_digit());
    let fits = |count| matches!(count, 1 | 2);
    let (first, last) = (digits(before, start), digits(after, end));
    let is_alone = !start
        .ends_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | ',' | '.' | ')'))
        && !end.starts_with(|c: char| c == '-' || c.is_alphanumeric());
    is_alone && (fits(first) && fits(last) || first == 4 && last == 4)
}
