//! TOML that can't be read: each mistake where it was made.
//!
//! The parser reports where it could read no further, which is often far below the mistake: an
//! open list swallows all keys after it. A statement is a header or a key with its value. Each
//! is read by itself here, up to its first mistake, and reading goes on at the next line that
//! looks like the beginning of a statement.

pub mod bare;
mod lines;

pub use bare::Bare;

use lines::{begins_statement, begins_statement_in_text, is_bare, line_end, next_line};
use std::ops::Range;

/// The most lists and tables within one another that are read.
const MAX_NESTING: usize = 60;

/// A mistake in TOML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    pub kind: MistakeKind,
    /// The place where it was made.
    pub span: Range<usize>,
    /// The statement with the mistake, and the lines below it that belong to no other.
    pub statement: Range<usize>,
    /// The key of the statement, where it is known.
    pub key: Option<Range<usize>>,
    /// True where other keys may be within the statement.
    pub may_hide_keys: bool,
}

impl Mistake {
    /// Moves all of its spans: they count from the beginning of another text.
    pub fn shift(&mut self, by: usize) {
        let moved = |span: &Range<usize>| span.start + by..span.end + by;
        self.span = moved(&self.span);
        self.statement = moved(&self.statement);
        self.key = self.key.as_ref().map(moved);
        if let MistakeKind::Duplicate(first) = &self.kind {
            self.kind = MistakeKind::Duplicate(moved(first));
        }
    }
}

/// A kind of mistake in TOML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MistakeKind {
    /// Three quotes that are never closed; the quotes.
    OpenLongText(String),
    /// A quote that is not closed on its line.
    OpenText,
    /// A text in one pair of quotes that goes on in another line.
    TextOverLines,
    /// A text that begins with a straight quote and ends with a curly one.
    CurlyEnd,
    /// Curly quotes in place of straight ones.
    CurlyQuotes,
    /// A quote within a text in quotes of the same kind.
    InnerQuote,
    /// An apostrophe in a text in single quotes.
    Apostrophe,
    /// A backslash that begins no escape.
    Backslash,
    OpenList,
    OpenTable,
    /// A header without all of its brackets; how it is written.
    OpenHeader(String),
    /// Other characters behind a header.
    BehindHeader,
    MissingComma,
    ExtraComma,
    /// A comma or a semicolon at the end of a line.
    EndMark(char),
    /// Several values, without the brackets of a list.
    ListWithoutBrackets,
    MissingEquals,
    ExtraEquals,
    /// A colon in place of an equals sign within a table in braces.
    Colon,
    MissingValue,
    /// A key alone on its line.
    KeyAlone,
    /// A key that needs quotes or underscores; how it could be written.
    InvalidKey(String),
    /// `key: value`
    Yaml,
    /// A comment that begins with two slashes.
    SlashComment,
    /// A space that is none of the keyboard.
    SpecialSpace,
    /// Characters behind a value.
    BehindValue,
    /// A value without quotes that is none.
    Bare(Bare),
    /// A line that belongs to nothing.
    StrayLine,
    TooDeep,
    /// A header in single brackets of what is a list; its name.
    SingleBrackets(String),
    /// The key, or the header, of a span that is there already.
    Duplicate(Range<usize>),
    /// Anything else, in the parser's words.
    Other(String),
}

/// A statement as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// The header, with its brackets, or the key.
    pub name: Range<usize>,
    pub is_header: bool,
}

/// Everything that is found in a text of TOML.
#[derive(Debug, Default)]
pub struct Scan {
    pub statements: Vec<Statement>,
    pub mistakes: Vec<Mistake>,
}

/// Reads all statements of a text.
pub fn scan(text: &str, is_value: fn(&str) -> bool) -> Scan {
    let mut scan = Scan::default();
    let mut at = 0;
    while at < text.len() {
        let line = &text[at..line_end(text, at)];
        let written = line.trim();
        if written.is_empty() || written.starts_with('#') {
            at = next_line(text, at);
            continue;
        }
        let start = at + line.len() - line.trim_start().len();
        let mut reader = Reader {
            text,
            at: start,
            nesting: 0,
            key: None,
            is_value,
        };
        match reader.statement() {
            Ok(statement) => {
                scan.statements.push(statement);
                at = next_line(text, reader.at);
            }
            Err(found) => {
                let mistake = reader.mistake(start, found);
                at = next_line(text, mistake.statement.end);
                scan.mistakes.push(mistake);
            }
        }
    }
    scan
}

/// A mistake as it is found: its kind, its place, and the end of what was read.
struct Found {
    kind: MistakeKind,
    span: Range<usize>,
    end: usize,
}

type Step<T> = Result<T, Found>;

/// Reads one statement.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// The number of lists and tables that are open.
    nesting: usize,
    /// The key of the statement.
    key: Option<Range<usize>>,
    is_value: fn(&str) -> bool,
}

/// The characters among which a value stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Around {
    Line,
    List,
    Table,
}

impl<'a> Reader<'a> {
    /// Completes a mistake: the lines below that belong to no other statement are part of its own.
    fn mistake(&self, start: usize, found: Found) -> Mistake {
        let text = self.text;
        let mut end = line_end(text, found.end);
        let mut has_more_lines = text[start..end].contains('\n');
        while end < text.len() {
            let below = end + 1;
            let below_end = line_end(text, below);
            let line = &text[below..below_end];
            let is_apart = line.trim().is_empty() || line.starts_with('#');
            if begins_statement(line) || (is_apart && self.nesting == 0) {
                break;
            }
            has_more_lines |= !is_apart;
            end = below_end;
        }
        let kind = match found.kind {
            MistakeKind::OpenText if has_more_lines && self.nesting == 0 => {
                MistakeKind::TextOverLines
            }
            kind => kind,
        };
        Mistake {
            may_hide_keys: may_hide_keys(&kind, has_more_lines),
            kind,
            span: found.span,
            statement: start..end,
            key: self.key.clone(),
        }
    }

    fn statement(&mut self) -> Step<Statement> {
        if self.rest().starts_with('[') {
            return self.header();
        }
        let key = self.key_of_line()?;
        self.key = Some(key.clone());
        self.value(Around::Line)?;
        self.end_of_line()?;
        Ok(Statement {
            name: key,
            is_header: false,
        })
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The rest of the line, without its end.
    fn line(&self) -> &'a str {
        &self.text[self.at..line_end(self.text, self.at)]
    }

    fn next(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip_spaces(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\r']).len();
    }

    /// A mistake of the characters from here to a byte.
    fn found<T>(&self, kind: MistakeKind, end: usize) -> Step<T> {
        Err(Found {
            kind,
            span: self.at..end,
            end,
        })
    }

    /// A mistake of the rest of the line.
    fn line_is<T>(&self, kind: MistakeKind) -> Step<T> {
        self.found(kind, self.at + self.line().trim_end().len())
    }

    /// Reads a header, such as `[meta]` or `[[blocks]]`.
    fn header(&mut self) -> Step<Statement> {
        let start = self.at;
        let line = self.line();
        let brackets = if line.starts_with("[[") { 2 } else { 1 };
        let inner = &line[brackets..];
        let is_part = |c: char| is_bare(c) || matches!(c, '.' | ' ' | '"' | '\'');
        let length = inner.find(|c: char| !is_part(c)).unwrap_or(inner.len());
        let name = inner[..length].trim();
        let closing = &inner[length..];
        let closed = closing.len() - closing.trim_start_matches(']').len();
        if name.is_empty() {
            let is_deep = inner.starts_with("[[");
            return self.line_is(if is_deep {
                MistakeKind::TooDeep
            } else {
                MistakeKind::StrayLine
            });
        }
        if closed != brackets {
            let count = brackets.max(closed).min(2);
            let right = format!("{}{name}{}", "[".repeat(count), "]".repeat(count));
            return self.line_is(MistakeKind::OpenHeader(right));
        }
        self.at += brackets + length + brackets;
        let name = start..self.at;
        self.skip_spaces();
        let behind = self.line();
        if !behind.is_empty() && !behind.starts_with('#') {
            return self.line_is(MistakeKind::BehindHeader);
        }
        Ok(Statement {
            name,
            is_header: true,
        })
    }

    /// Reads the key of a line and the equals sign after it. Returns the key.
    fn key_of_line(&mut self) -> Step<Range<usize>> {
        let start = self.at;
        let line = self.line();
        if line.starts_with("//") {
            return self.line_is(MistakeKind::SlashComment);
        }
        let Some(length) = key_length(line) else {
            return self.not_a_key();
        };
        let key = start..start + length;
        self.key = Some(key.clone());
        self.at = key.end;
        self.skip_spaces();
        let after = self.line();
        if let Some(colon) = after.strip_prefix(':') {
            self.at = start;
            if colon.starts_with('=') {
                return self.line_is(MistakeKind::ExtraEquals);
            }
            return self.line_is(MistakeKind::Yaml);
        }
        if !after.starts_with('=') {
            return self.without_equals(key);
        }
        self.at += 1;
        if self.rest().starts_with('=') {
            return self.found(MistakeKind::ExtraEquals, self.at + 1);
        }
        Ok(key)
    }

    /// The mistake of a line that begins with a word, but has no equals sign right after it.
    fn without_equals<T>(&mut self, key: Range<usize>) -> Step<T> {
        let after = self.line();
        let begins_value = |c: char| {
            c.is_ascii_digit() || matches!(c, '"' | '\'' | '[' | '{' | '“' | '”' | '‘' | '’')
        };
        if after.trim().is_empty() || after.starts_with('#') {
            self.at = key.start;
            return self.found(MistakeKind::KeyAlone, key.end);
        }
        if after.starts_with(begins_value) {
            self.at = key.start;
            return self.found(MistakeKind::MissingEquals, key.end);
        }
        self.at = key.start;
        self.key = None;
        self.not_a_key()
    }

    /// The mistake of a line that begins with no key.
    fn not_a_key<T>(&self) -> Step<T> {
        let line = self.line();
        let Some((before, _)) = line.split_once('=') else {
            return self.line_is(MistakeKind::StrayLine);
        };
        let written = before.trim();
        if let Some(at) = before.find(is_special_space) {
            let start = self.at + at;
            let end = self.text[start..]
                .chars()
                .next()
                .map_or(start, |c| start + c.len_utf8());
            return Err(Found {
                kind: MistakeKind::SpecialSpace,
                span: start..end,
                end,
            });
        }
        let is_wordy = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.');
        if written.is_empty() || !written.chars().all(is_wordy) || written.split(' ').count() > 4 {
            return self.line_is(MistakeKind::StrayLine);
        }
        let right = written.to_lowercase().replace(' ', "_");
        self.found(MistakeKind::InvalidKey(right), self.at + written.len())
    }

    /// Reads a value.
    fn value(&mut self, around: Around) -> Step<()> {
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

    /// Reads a text in quotes.
    fn text(&mut self, quote: char, around: Around) -> Step<()> {
        let long = quote.to_string().repeat(3);
        if self.rest().starts_with(&long) {
            return self.long_text(&long);
        }
        let start = self.at;
        let line_end = line_end(self.text, start);
        let Some(end) = self.closing(quote, start + 1..line_end)? else {
            return self.open_text(quote, start..line_end);
        };
        self.at = end + 1;
        self.behind_text(quote, end, around)
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

    /// Reads to the end of the line of a value, where only a comment may be.
    fn end_of_line(&mut self) -> Step<()> {
        self.skip_spaces();
        let behind = self.line().trim_end();
        let Some(first) = behind.chars().next() else {
            return Ok(());
        };
        if first == '#' {
            return Ok(());
        }
        if behind == "," || behind == ";" {
            return self.line_is(MistakeKind::EndMark(first));
        }
        if first == ',' {
            self.at = self.key.as_ref().map_or(self.at, |key| key.start);
            return self.line_is(MistakeKind::ListWithoutBrackets);
        }
        self.line_is(MistakeKind::BehindValue)
    }
}

/// Returns whether keys may be lost in a statement with a mistake, which has several lines or one.
fn may_hide_keys(kind: &MistakeKind, has_more_lines: bool) -> bool {
    match kind {
        MistakeKind::StrayLine | MistakeKind::BehindHeader | MistakeKind::InvalidKey(_) => true,
        MistakeKind::SpecialSpace | MistakeKind::TooDeep => true,
        MistakeKind::Yaml | MistakeKind::MissingEquals | MistakeKind::KeyAlone => has_more_lines,
        _ => false,
    }
}

/// Returns the length of the key that a line begins with, in parts joined by dots.
fn key_length(line: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        let rest = &line[at..];
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''));
        let length = match quote {
            Some(quote) => rest[1..].find(quote)? + 2,
            None => rest.find(|c: char| !is_bare(c)).unwrap_or(rest.len()),
        };
        if length == 0 {
            return None;
        }
        at += length;
        if !line[at..].starts_with('.') {
            return Some(at);
        }
        at += 1;
    }
}

/// Returns true for a space that looks like that of the keyboard and is none.
fn is_special_space(c: char) -> bool {
    c.is_whitespace() && !matches!(c, ' ' | '\t' | '\r' | '\n')
}
