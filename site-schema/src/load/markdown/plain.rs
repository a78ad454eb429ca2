//! Reads the prose that most texts are made of, in a fraction of the parser's time.
//!
//! It knows paragraphs, headings, lists of single paragraphs, tables, the tags of
//! components, and within a line emphasis, links and facts, each in its plainest
//! form. At the first sign of anything else it gives up, and the parser reads
//! the whole text. What it does read is the parser's own tree, but for the place
//! where a list ends: its tests compare the two.

mod line;

use super::ast::{Ast, Attribute, Kind, Tag, Writer};
use memchr::memchr;

/// The parser's tree of a text; none where that takes the parser.
pub fn plain(text: &str) -> Option<Ast> {
    let foreign = |byte: u8| (byte < b' ' && byte != b'\n') || byte == 0x7f;
    // Looking at all of them is faster than stopping at the first.
    if text.bytes().fold(false, |any, byte| any | foreign(byte)) || text.starts_with('\u{feff}') {
        return None;
    }
    let mut reader = Reader {
        text,
        next: 0,
        writer: Writer::new(text),
    };
    reader.blocks(None)?;
    Some(reader.writer.finish())
}

/// Reads a text line by line; what is none was not plain.
struct Reader<'a> {
    text: &'a str,
    /// Where the next line begins: behind the text, once all are read.
    next: usize,
    writer: Writer<'a>,
}

impl<'a> Reader<'a> {
    /// The blocks up to the end of the text, or of the component they stand in.
    fn blocks(&mut self, within: Option<&str>) -> Option<()> {
        while let Some((start, line)) = self.line() {
            if line.is_empty() {
                self.pass(line);
                continue;
            }
            if let Some(name) = line.strip_prefix("</") {
                self.pass(line);
                let is_end = name.strip_suffix('>') == Some(within?);
                return (is_end && self.is_parted()).then_some(());
            }
            match line.as_bytes()[0] {
                b'#' => self.heading(start, line),
                b'|' => self.table(start, line),
                b'<' => self.component(start, line),
                _ if marker(line).is_some() => self.list(start, line),
                _ => self.paragraph(start),
            }?;
            if !self.is_parted() {
                return None;
            }
        }
        within.is_none().then_some(())
    }

    /// Where the next line begins, and the line without its end.
    fn line(&self) -> Option<(usize, &'a str)> {
        let rest = self.text.get(self.next..)?;
        let end = memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len());
        Some((self.next, &rest[..end]))
    }

    /// Goes on to the line after the next one.
    fn pass(&mut self, line: &str) {
        self.next += line.len() + 1;
    }

    /// Whether nothing stands right below what was read.
    fn is_parted(&self) -> bool {
        self.line().is_none_or(|(_, line)| line.is_empty())
    }

    fn heading(&mut self, start: usize, line: &str) -> Option<()> {
        let words = line.trim_start_matches('#');
        let depth = line.len() - words.len();
        let words = words.strip_prefix(' ')?;
        if depth > 6 || words.is_empty() || words.starts_with(' ') || words.ends_with(' ') {
            return None;
        }
        // Of further signs some end the heading and are no words.
        if words.contains('#') {
            return None;
        }
        self.pass(line);
        let end = start + line.len();
        let kind = Kind::Heading {
            depth: u8::try_from(depth).ok()?,
        };
        let heading = self.writer.open(kind, start..end);
        self.inline(start + depth + 1..end, false)?;
        self.writer.close(heading);
        Some(())
    }

    fn paragraph(&mut self, start: usize) -> Option<()> {
        let mut end = start;
        while let Some((at, line)) = self.line().filter(|(_, line)| !line.is_empty()) {
            if !is_plain(line) {
                return None;
            }
            end = at + line.len();
            self.pass(line);
        }
        let paragraph = self.writer.open(Kind::Paragraph, start..end);
        self.inline(start..end, false)?;
        self.writer.close(paragraph);
        Some(())
    }

    fn list(&mut self, start: usize, first: &str) -> Option<()> {
        let (ordered, _) = marker(first)?;
        let list = self.writer.open(Kind::List { ordered }, start..start);
        let mut end = start;
        loop {
            let after = self.next;
            while self.line().is_some_and(|(_, line)| line.is_empty()) {
                self.next += 1;
            }
            // Two empty lines make the item another one, at the end of the text too.
            if end > start && self.next > after + 1 {
                return None;
            }
            let marked = self.line().and_then(|(at, line)| {
                let (other, length) = marker(line)?;
                (other == ordered).then_some((at, line, length))
            });
            let Some((at, line, length)) = marked else {
                self.next = after;
                break;
            };
            if !is_plain(&line[length..]) {
                return None;
            }
            end = at + line.len();
            self.pass(line);
            let item = self.writer.open(Kind::ListItem, at..end);
            let paragraph = self.writer.open(Kind::Paragraph, at + length..end);
            self.inline(at + length..end, false)?;
            self.writer.close(paragraph);
            self.writer.close(item);
        }
        self.writer.close_at(list, end);
        Some(())
    }

    fn table(&mut self, start: usize, header: &str) -> Option<()> {
        let table = self.writer.open(Kind::Table, start..start);
        let columns = self.row(start, header)?;
        let (at, delimiters) = self.line()?;
        let cells = delimiters.strip_prefix('|')?.strip_suffix('|')?;
        if cells.split('|').count() != columns || !cells.split('|').all(is_delimiter) {
            return None;
        }
        let mut end = at + delimiters.len();
        self.pass(delimiters);
        while let Some((at, line)) = self.line().filter(|(_, line)| !line.is_empty()) {
            if self.row(at, line)? != columns {
                return None;
            }
            end = at + line.len();
        }
        self.writer.close_at(table, end);
        Some(())
    }

    /// Reads a row; the result is the number of its cells.
    fn row(&mut self, start: usize, line: &str) -> Option<usize> {
        let inner = line.strip_prefix('|')?.strip_suffix('|')?;
        let row = self.writer.open(Kind::TableRow, start..start + line.len());
        let mut at = start;
        for cell in inner.split('|') {
            let words = cell.trim_matches(' ');
            let from = at + 1 + cell.find(|c| c != ' ').unwrap_or_default();
            let is_last = at + cell.len() + 2 == start + line.len();
            let end = at + 1 + cell.len() + usize::from(is_last);
            let cell = self.writer.open(Kind::TableCell, at..end);
            self.inline(from..from + words.len(), false)?;
            self.writer.close(cell);
            at = end;
        }
        self.writer.close(row);
        self.pass(line);
        Some(inner.split('|').count())
    }

    fn component(&mut self, start: usize, line: &str) -> Option<()> {
        let inner = line.strip_prefix('<')?;
        let length = inner.find(|c: char| !c.is_ascii_alphanumeric())?;
        let (name, mut rest) = inner.split_at(length);
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        let mut attributes = Vec::new();
        while let Some((key, value)) = rest.split_once("=\"") {
            let key = key.strip_prefix(' ')?;
            let (value, after) = value.split_once('"')?;
            let mut ampersands = value.match_indices('&');
            if key.is_empty()
                || !key.bytes().all(|byte| byte.is_ascii_alphabetic())
                || ampersands.any(|(at, _)| line::may_be_reference(&value[at..]))
            {
                return None;
            }
            attributes.push(Attribute::Named {
                name: key.to_owned(),
                value: Some(value.to_owned()),
            });
            rest = after;
        }
        self.pass(line);
        let tag = Tag {
            name: name.to_owned(),
            attributes,
        };
        let element = self
            .writer
            .open(Kind::FlowElement(&tag), start..start + line.len());
        match rest {
            " />" | "/>" => {}
            ">" if self.is_parted() => self.blocks(Some(name))?,
            _ => return None,
        }
        self.writer.close_at(element, self.next - 1);
        Some(())
    }
}

/// Whether a list's mark is of an ordered one, and its length with its space.
fn marker(line: &str) -> Option<(bool, usize)> {
    if line.starts_with("- ") {
        return Some((false, 2));
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    if !(1..=9).contains(&digits) || !line[digits..].starts_with(". ") {
        return None;
    }
    Some((true, digits + 2))
}

/// Whether a cell of the line below a table's header is dashes, with colons or without.
fn is_delimiter(cell: &str) -> bool {
    let marks = cell.trim_matches(' ');
    let dashes = marks.strip_prefix(':').unwrap_or(marks);
    let dashes = dashes.strip_suffix(':').unwrap_or(dashes);
    !dashes.is_empty() && dashes.bytes().all(|byte| byte == b'-')
}

/// Whether a line of a paragraph can be nothing else.
fn is_plain(line: &str) -> bool {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let begins = match line.as_bytes().first() {
        Some(b'0'..=b'9') => !line[digits..].starts_with(['.', ')']),
        Some(b'a'..=b'z') => !line.starts_with("import") && !line.starts_with("export"),
        // A fact alone would be a block of its own.
        Some(b'{') => line
            .split_once("} ")
            .is_some_and(|(_, rest)| rest.starts_with(|c: char| c.is_ascii_alphanumeric())),
        Some(byte) => matches!(byte, b'A'..=b'Z' | b'(' | b'"' | b'$' | b'\'' | b'*' | b'['),
        None => false,
    };
    let foreign = line.starts_with(|c: char| !c.is_ascii() && !c.is_whitespace());
    (begins || foreign) && !line.ends_with(' ')
}

#[cfg(test)]
mod tests;
