//! Reads the prose that most texts are made of, in a fraction of the parser's time.
//!
//! It knows paragraphs, headings, lists of single paragraphs, tables, the tags of
//! components, and within a line emphasis, links and facts, each in its plainest
//! form. At the first sign of anything else it gives up, and the parser reads
//! the whole text. What it does read is the parser's own tree, but for the place
//! where a list ends: its tests compare the two.

mod line;

use markdown::mdast::{
    AlignKind, AttributeContent, AttributeValue, Heading, List, ListItem, MdxJsxAttribute,
    MdxJsxFlowElement, Node, Paragraph, Root, Table, TableCell, TableRow,
};
use markdown::unist::{Point, Position};
use memchr::memchr_iter;
use std::ops::Range;

/// The parser's tree of a text; none where that takes the parser.
pub fn plain(text: &str) -> Option<Node> {
    let foreign = |byte: u8| (byte < b' ' && byte != b'\n') || byte == 0x7f;
    // Looking at all of them is faster than stopping at the first.
    if text.bytes().fold(false, |any, byte| any | foreign(byte)) || text.starts_with('\u{feff}') {
        return None;
    }
    let mut starts = vec![0];
    starts.extend(memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1));
    let mut reader = Reader {
        text,
        starts,
        next: 0,
    };
    let children = reader.blocks(None)?;
    Some(Node::Root(Root {
        children,
        position: reader.position(0..text.len()),
    }))
}

struct Reader<'a> {
    text: &'a str,
    /// Where each line begins.
    starts: Vec<usize>,
    /// The number of the next line, from 0.
    next: usize,
}

impl<'a> Reader<'a> {
    /// The blocks up to the end of the text, or of the component they stand in.
    fn blocks(&mut self, within: Option<&str>) -> Option<Vec<Node>> {
        let mut blocks = Vec::new();
        while let Some((start, line)) = self.line() {
            if line.is_empty() {
                self.next += 1;
                continue;
            }
            if let Some(name) = line.strip_prefix("</") {
                self.next += 1;
                let is_end = name.strip_suffix('>') == Some(within?);
                return (is_end && self.is_parted()).then_some(blocks);
            }
            let block = match line.as_bytes()[0] {
                b'#' => self.heading(start, line),
                b'|' => self.table(start),
                b'<' => self.component(start, line),
                _ if marker(line).is_some() => self.list(start),
                _ => self.paragraph(start),
            };
            blocks.push(block?);
            if !self.is_parted() {
                return None;
            }
        }
        within.is_none().then_some(blocks)
    }

    /// The next line without its end, and where it begins.
    fn line(&self) -> Option<(usize, &'a str)> {
        let start = *self.starts.get(self.next)?;
        let end = self.starts.get(self.next + 1);
        let end = end.map_or(self.text.len(), |next| next - 1);
        Some((start, &self.text[start..end]))
    }

    /// Whether nothing stands right below what was read.
    fn is_parted(&self) -> bool {
        self.line().is_none_or(|(_, line)| line.is_empty())
    }

    fn heading(&mut self, start: usize, line: &str) -> Option<Node> {
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
        self.next += 1;
        Some(Node::Heading(Heading {
            children: self.inline(start + depth + 1..start + line.len(), false)?,
            position: self.position(start..start + line.len()),
            depth: u8::try_from(depth).ok()?,
        }))
    }

    fn paragraph(&mut self, start: usize) -> Option<Node> {
        let mut end = start;
        while let Some((at, line)) = self.line().filter(|(_, line)| !line.is_empty()) {
            if !is_plain(line) {
                return None;
            }
            end = at + line.len();
            self.next += 1;
        }
        self.words(start..end)
    }

    fn words(&self, range: Range<usize>) -> Option<Node> {
        Some(Node::Paragraph(Paragraph {
            children: self.inline(range.clone(), false)?,
            position: self.position(range),
        }))
    }

    fn list(&mut self, start: usize) -> Option<Node> {
        let (_, first) = self.line()?;
        let (number, _) = marker(first)?;
        let mut items = Vec::new();
        let mut end = start;
        let mut spread = false;
        loop {
            let after = self.next;
            while self.line().is_some_and(|(_, line)| line.is_empty()) {
                self.next += 1;
            }
            // Two empty lines make the item another one, at the end of the text too.
            if !items.is_empty() && self.next > after + 1 {
                return None;
            }
            let marked = self.line().and_then(|(at, line)| {
                let (other, length) = marker(line)?;
                (other.is_some() == number.is_some()).then_some((at, line, length))
            });
            let Some((at, line, length)) = marked else {
                self.next = after;
                break;
            };
            if !is_plain(&line[length..]) {
                return None;
            }
            spread |= !items.is_empty() && self.next > after;
            end = at + line.len();
            self.next += 1;
            items.push(Node::ListItem(ListItem {
                children: vec![self.words(at + length..end)?],
                position: self.position(at..end),
                spread: false,
                checked: None,
            }));
        }
        items.shrink_to_fit();
        Some(Node::List(List {
            children: items,
            position: self.position(start..end),
            ordered: number.is_some(),
            start: number,
            spread,
        }))
    }

    fn table(&mut self, start: usize) -> Option<Node> {
        let (_, header) = self.line()?;
        let mut rows = vec![self.row(start, header)?];
        self.next += 1;
        let (_, delimiters) = self.line()?;
        let cells = delimiters.strip_prefix('|')?.strip_suffix('|')?;
        let align = cells
            .split('|')
            .map(alignment)
            .collect::<Option<Vec<_>>>()?;
        let mut end = self.starts[self.next] + delimiters.len();
        self.next += 1;
        while let Some((at, line)) = self.line().filter(|(_, line)| !line.is_empty()) {
            rows.push(self.row(at, line)?);
            end = at + line.len();
            self.next += 1;
        }
        let fits = |row: &Node| {
            row.children()
                .is_some_and(|cells| cells.len() == align.len())
        };
        rows.iter().all(fits).then(|| {
            Node::Table(Table {
                children: rows,
                position: self.position(start..end),
                align,
            })
        })
    }

    fn row(&self, start: usize, line: &str) -> Option<Node> {
        let inner = line.strip_prefix('|')?.strip_suffix('|')?;
        let mut cells = Vec::with_capacity(inner.split('|').count());
        let mut at = start;
        for cell in inner.split('|') {
            let words = cell.trim_matches(' ');
            let from = at + 1 + cell.find(|c| c != ' ').unwrap_or_default();
            let is_last = at + cell.len() + 2 == start + line.len();
            let end = at + 1 + cell.len() + usize::from(is_last);
            cells.push(Node::TableCell(TableCell {
                children: self.inline(from..from + words.len(), false)?,
                position: self.position(at..end),
            }));
            at = end;
        }
        Some(Node::TableRow(TableRow {
            children: cells,
            position: self.position(start..start + line.len()),
        }))
    }

    fn component(&mut self, start: usize, line: &str) -> Option<Node> {
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
            attributes.push(AttributeContent::Property(MdxJsxAttribute {
                name: key.to_owned(),
                value: Some(AttributeValue::Literal(value.to_owned())),
            }));
            rest = after;
        }
        self.next += 1;
        let children = match rest {
            " />" | "/>" => Vec::new(),
            ">" if self.is_parted() => self.blocks(Some(name))?,
            _ => return None,
        };
        let end = self
            .starts
            .get(self.next)
            .map_or(self.text.len(), |next| next - 1);
        Some(Node::MdxJsxFlowElement(MdxJsxFlowElement {
            children,
            position: self.position(start..end),
            name: Some(name.to_owned()),
            attributes,
        }))
    }

    #[expect(clippy::unnecessary_wraps, reason = "the parser's nodes hold it so")]
    fn position(&self, range: Range<usize>) -> Option<Position> {
        let point = |offset: usize| {
            let line = self.starts.partition_point(|start| *start <= offset);
            Point::new(line, offset - self.starts[line - 1] + 1, offset)
        };
        Some(Position {
            start: point(range.start),
            end: point(range.end),
        })
    }
}

/// The number of an ordered list's item, or none for a bullet, and the length
/// of the mark with its space.
fn marker(line: &str) -> Option<(Option<u32>, usize)> {
    if line.starts_with("- ") {
        return Some((None, 2));
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    if !(1..=9).contains(&digits) || !line[digits..].starts_with(". ") {
        return None;
    }
    Some((line[..digits].parse().ok(), digits + 2))
}

fn alignment(cell: &str) -> Option<AlignKind> {
    let marks = cell.trim_matches(' ');
    let dashes = marks.trim_matches(':');
    if dashes.is_empty() || dashes.bytes().any(|byte| byte != b'-') {
        return None;
    }
    match (marks.len() - dashes.len(), marks.starts_with(':')) {
        (0, _) => Some(AlignKind::None),
        (1, true) => Some(AlignKind::Left),
        (1, false) => Some(AlignKind::Right),
        (2, true) if marks.ends_with(':') => Some(AlignKind::Center),
        _ => None,
    }
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
