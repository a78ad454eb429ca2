//! A value of TOML that is no text: a list, a table, a number, a date, true or false.

use super::MistakeKind;
use super::bare::{self, Bare};
use super::lines::{begins_statement, line_end};
use super::statement::{Around, Found, Reader, Step, is_special_space, key_length};

/// The most lists and tables within one another that are read.
const MAX_NESTING: usize = 60;

impl Reader<'_> {
    /// Reads a value.
    pub(super) fn value(&mut self, around: Around) -> Step<()> {
        self.skip_spaces();
        let Some(first) = self.next() else {
            return self.found(MistakeKind::MissingValue, self.at);
        };
        match first {
            '\n' | '#' => self.found(MistakeKind::MissingValue, self.at),
            ',' | '}' | ']' => self.found(MistakeKind::MissingValue, self.at + 1),
            '=' => self.found(MistakeKind::ExtraEquals, self.at + 1),
            '"' | '\'' => self.text(first, around),
            '“' | '”' | '‘' | '’' | '„' | '«' => self.line_is(MistakeKind::CurlyQuotes),
            '[' => self.nested(Self::list),
            '{' => self.nested(Self::table),
            c if is_special_space(c) => {
                self.found(MistakeKind::SpecialSpace, self.at + c.len_utf8())
            }
            _ => self.bare(around),
        }
    }

    fn nested(&mut self, read: fn(&mut Self) -> Step<()>) -> Step<()> {
        if self.nesting == MAX_NESTING {
            return self.line_is(MistakeKind::TooDeep);
        }
        self.nesting += 1;
        read(self)?;
        self.nesting -= 1;
        Ok(())
    }

    /// Reads a list.
    fn list(&mut self) -> Step<()> {
        let open = self.at;
        self.at += 1;
        loop {
            self.skip_lines(open, MistakeKind::OpenList)?;
            match self.next() {
                Some(']') => break,
                Some(',') => return self.found(MistakeKind::ExtraComma, self.at + 1),
                Some('}') => return self.not_closed(open, MistakeKind::OpenList),
                _ => self.value(Around::List)?,
            }
            let entry_end = self.at;
            self.skip_lines(open, MistakeKind::OpenList)?;
            match self.next() {
                Some(']') => break,
                Some(',') => self.at += 1,
                Some('}') => return self.not_closed(open, MistakeKind::OpenList),
                _ => return self.missing_comma(entry_end),
            }
        }
        self.at += 1;
        Ok(())
    }

    /// Reads a table in braces.
    fn table(&mut self) -> Step<()> {
        let open = self.at;
        self.at += 1;
        loop {
            self.skip_lines(open, MistakeKind::OpenTable)?;
            match self.next() {
                Some('}') => break,
                Some(',') => return self.found(MistakeKind::ExtraComma, self.at + 1),
                Some(']' | '{') => return self.not_closed(open, MistakeKind::OpenTable),
                _ => self.entry()?,
            }
            let entry_end = self.at;
            self.skip_lines(open, MistakeKind::OpenTable)?;
            match self.next() {
                Some('}') => break,
                Some(',') => self.at += 1,
                Some(']') => return self.not_closed(open, MistakeKind::OpenTable),
                _ => return self.missing_comma(entry_end),
            }
        }
        self.at += 1;
        Ok(())
    }

    /// Reads a key and its value within a table in braces.
    fn entry(&mut self) -> Step<()> {
        let start = self.at;
        let Some(length) = key_length(self.line()) else {
            return self.line_is(MistakeKind::StrayLine);
        };
        self.at += length;
        self.skip_spaces();
        match self.next() {
            Some('=') => self.at += 1,
            Some(':') => return self.found(MistakeKind::Colon, self.at + 1),
            _ => {
                self.at = start;
                return self.found(MistakeKind::MissingEquals, start + length);
            }
        }
        if self.rest().starts_with('=') {
            return self.found(MistakeKind::ExtraEquals, self.at + 1);
        }
        self.value(Around::Table)
    }

    fn missing_comma(&self, entry_end: usize) -> Step<()> {
        Err(Found {
            kind: MistakeKind::MissingComma,
            span: entry_end..entry_end,
            end: self.at,
        })
    }

    /// The mistake of a list or a table that begins at a byte, which another bracket closes.
    fn not_closed(&self, open: usize, kind: MistakeKind) -> Step<()> {
        Err(Found {
            kind,
            span: open..open + 1,
            end: self.at,
        })
    }

    /// Skips spaces, line endings and comments within a list or a table that begins at a byte.
    fn skip_lines(&mut self, open: usize, kind: MistakeKind) -> Step<()> {
        loop {
            self.skip_spaces();
            let line_start = self.at + 1;
            match self.next() {
                Some('#') => self.at = line_end(self.text, self.at),
                Some('\n') => {
                    let line = &self.text[line_start..line_end(self.text, line_start)];
                    if begins_statement(line) {
                        return self.not_closed(open, kind);
                    }
                    self.at += 1;
                }
                Some(_) => return Ok(()),
                None => return self.not_closed(open, kind),
            }
        }
    }

    /// Reads a number, a date, or true or false.
    fn bare(&mut self, around: Around) -> Step<()> {
        let line = self.line();
        let comment = line.find(" #").unwrap_or(line.len());
        let whole = line[..comment].trim_end();
        let end = match around {
            Around::Line => whole.len(),
            Around::List => whole.find([',', ']', '}']).unwrap_or(whole.len()),
            Around::Table => bare::length_in_table(whole),
        };
        let written = whole[..end].trim_end();
        if (self.is_value)(written) {
            self.at += written.len();
            return Ok(());
        }
        let key = self.key.clone().unwrap_or_default();
        let kind = bare::mistake(written, &self.text[key]);
        let kind = match kind {
            Bare::Mark(mark) => MistakeKind::EndMark(mark),
            Bare::List => MistakeKind::ListWithoutBrackets,
            Bare::Behind(start) => {
                self.at += start;
                return self.line_is(MistakeKind::BehindValue);
            }
            kind => MistakeKind::Bare(kind),
        };
        let start = match kind {
            MistakeKind::EndMark(_) => self.at + written.len() - 1,
            _ => self.at,
        };
        let end = self.at + written.len();
        Err(Found {
            kind,
            span: start..end,
            end,
        })
    }
}
