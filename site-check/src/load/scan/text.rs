//! A text of TOML in quotes.

use super::MistakeKind;
use super::lines::{begins_statement, begins_statement_in_text, line_end, next_line};
use super::statement::{Around, Found, Reader, Step};
use std::ops::Range;

impl Reader<'_> {
    /// Reads a text in quotes.
    pub(super) fn text(&mut self, quote: char, around: Around) -> Step<()> {
        let long = quote.to_string().repeat(3);
        if self.rest().starts_with(&long) {
            return self.long_text(&long);
        }
        let start = self.at;
        let line_end = line_end(self.text, start);
        let Some(end) = self.closing(quote, start + 1..line_end)? else {
            return self.open_text(quote, start..line_end);
        };
        if end == start + 1
            && around == Around::Line
            && let Some(below_end) = self.end_of_text_below(&long)
        {
            return Err(Found {
                kind: MistakeKind::TextOverLines,
                span: start..end + 1,
                end: below_end,
            });
        }
        self.at = end + 1;
        self.behind_text(quote, end, around)
    }

    /// Returns the end of the line that closes, with three quotes, a text which begins below a line with two of them.
    fn end_of_text_below(&self, long: &str) -> Option<usize> {
        let two = &long[1..];
        if self.line().trim_end() != two {
            return None;
        }
        let mut below = next_line(self.text, self.at);
        while below < self.text.len() {
            let below_end = line_end(self.text, below);
            let line = self.text[below..below_end].trim_end();
            if begins_statement_in_text(line) {
                return None;
            }
            if line.ends_with(long) || line == two {
                return Some(below_end);
            }
            below = next_line(self.text, below);
        }
        None
    }

    /// Returns the byte of the quote that closes a text, within a span.
    fn closing(&self, quote: char, span: Range<usize>) -> Step<Option<usize>> {
        let mut at = span.start;
        while at < span.end {
            let rest = &self.text[at..span.end];
            let Some(found) = rest.find([quote, '\\']) else {
                return Ok(None);
            };
            at += found;
            if self.text[at..].starts_with(quote) {
                return Ok(Some(at));
            }
            if quote == '"' {
                at += self.escape(at)?;
            } else {
                at += 1;
            }
        }
        Ok(None)
    }

    /// Returns the length of the escape that a backslash begins.
    fn escape(&self, at: usize) -> Step<usize> {
        let rest = &self.text[at + 1..];
        let digits = match rest.chars().next() {
            Some('b' | 't' | 'n' | 'f' | 'r' | 'e' | '"' | '\\') => return Ok(2),
            Some('x') => 2,
            Some('u') => 4,
            Some('U') => 8,
            _ => 0,
        };
        let written = rest.get(1..1 + digits).unwrap_or_default();
        let is_number = digits > 0 && written.chars().all(|c| c.is_ascii_hexdigit());
        if is_number && !written.is_empty() {
            return Ok(2 + digits);
        }
        let is_line_end = rest.trim_start_matches([' ', '\t', '\r']).starts_with('\n');
        if is_line_end {
            return Ok(1);
        }
        let end = at + 1 + rest.chars().next().map_or(0, char::len_utf8);
        Err(Found {
            kind: MistakeKind::Backslash,
            span: at..end,
            end,
        })
    }

    /// Reads a text between three quotes.
    fn long_text(&mut self, quotes: &str) -> Step<()> {
        let start = self.at;
        let from = start + 3;
        let closing = self.text[from..].find(quotes).map(|at| from + at);
        let inner_end = closing.unwrap_or(self.text.len());
        let mut line = next_line(self.text, from);
        while line < inner_end {
            let end = line_end(self.text, line);
            if begins_statement_in_text(&self.text[line..end]) {
                return Err(Found {
                    kind: MistakeKind::OpenLongText(quotes.to_owned()),
                    span: start..from,
                    end: line - 1,
                });
            }
            line = next_line(self.text, line);
        }
        let Some(closing) = closing else {
            return Err(Found {
                kind: MistakeKind::OpenLongText(quotes.to_owned()),
                span: start..from,
                end: self.text.len(),
            });
        };
        if quotes.starts_with('"') {
            return self.escapes_of_long_text(from, closing);
        }
        self.at = closing + 3;
        self.skip_quotes('\'');
        Ok(())
    }

    /// Reads the escapes between three double quotes, one of which may escape those that seem to close it.
    fn escapes_of_long_text(&mut self, from: usize, closing: usize) -> Step<()> {
        let mut at = from;
        let mut closing = closing;
        while let Some(found) = self.text[at..closing].find('\\') {
            at += found;
            at += self.escape(at)?;
            if at > closing {
                let next = self.text[at..].find("\"\"\"");
                closing = next.map_or(self.text.len(), |found| at + found);
            }
        }
        self.at = (closing + 3).min(self.text.len());
        self.skip_quotes('"');
        Ok(())
    }

    /// Skips up to two quotes right behind three: they are the end of the text.
    fn skip_quotes(&mut self, quote: char) {
        for _ in 0..2 {
            if self.rest().starts_with(quote) {
                self.at += 1;
            }
        }
    }

    /// The mistake of a text that is not closed on its line.
    fn open_text<T>(&mut self, quote: char, line: Range<usize>) -> Step<T> {
        let written = self.text[line.clone()].trim_end();
        let end = line.start + written.len();
        if let Some(before) = written.strip_suffix(['”', '’', '“']) {
            self.at = line.start + before.len();
            return self.found(MistakeKind::CurlyEnd, end);
        }
        // The closing quote may be in one of the next lines.
        let mut below = next_line(self.text, line.start);
        while self.nesting == 0 && below < self.text.len() {
            let below_end = line_end(self.text, below);
            let written = &self.text[below..below_end];
            if begins_statement(written) {
                break;
            }
            if written.contains(quote) {
                return self.found(MistakeKind::TextOverLines, below_end);
            }
            below = next_line(self.text, below);
        }
        let start = self.at;
        self.at = end;
        let result = self.found(MistakeKind::OpenText, end);
        self.at = start;
        result
    }

    /// Looks at what is right behind a text, whose closing quote is at a byte.
    fn behind_text(&mut self, quote: char, closing: usize, around: Around) -> Step<()> {
        let behind = self.line();
        let Some(next) = behind.trim_start().chars().next() else {
            return Ok(());
        };
        let is_end = match around {
            Around::Line => next == '#',
            Around::List => matches!(next, ',' | ']' | '#'),
            Around::Table => matches!(next, ',' | '}' | '#'),
        };
        let is_closing_bracket = matches!(next, ',' | ']' | '}');
        if is_end || (around != Around::Line && is_closing_bracket) {
            return Ok(());
        }
        let goes_on = behind.starts_with(char::is_alphanumeric);
        let kind = if quote == '\'' && goes_on {
            MistakeKind::Apostrophe
        } else if around == Around::Line && next != ',' && behind.contains(quote) || goes_on {
            MistakeKind::InnerQuote
        } else {
            return Ok(());
        };
        self.at = closing;
        self.found(kind, closing + 1)
    }
}
