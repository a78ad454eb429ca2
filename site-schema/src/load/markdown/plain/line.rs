//! Words with emphasis, links and facts in them.

use super::Reader;
use crate::load::markdown::ast::Kind;
use std::ops::Range;

impl Reader<'_> {
    /// What stands in a part of the text that is no block.
    pub(super) fn inline(&mut self, range: Range<usize>, in_link: bool) -> Option<()> {
        let bytes = self.text.as_bytes();
        let (mut from, mut at) = (range.start, range.start);
        while let Some(found) = bytes[at..range.end]
            .iter()
            .position(|byte| SIGNS[usize::from(*byte)])
        {
            at += found;
            let rest = &self.text[at..range.end];
            if (bytes[at] == b'&' && !may_be_reference(rest))
                || (bytes[at] == b'!' && bytes.get(at + 1) != Some(&b'['))
            {
                at += 1;
                continue;
            }
            self.words(from..at);
            at = match bytes[at] {
                b'*' => self.emphasis(at..range.end, in_link),
                b'[' if !in_link => self.link(at, rest),
                b'{' => self.fact(at, rest),
                _ => None,
            }?;
            from = at;
        }
        self.words(from..range.end);
        Some(())
    }

    fn words(&mut self, range: Range<usize>) {
        if !range.is_empty() {
            self.writer
                .open(Kind::Text(&self.text[range.clone()]), range);
        }
    }

    /// Words between two marks that can only open and only close, and where they end.
    fn emphasis(&mut self, range: Range<usize>, in_link: bool) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let rest = &self.text[range.clone()];
        let length = rest.len() - rest.trim_start_matches('*').len();
        let inner = range.start + length;
        let end = inner + self.text[inner..range.end].find('*')?;
        let closing = &self.text[end..range.end];
        let closing = closing.len() - closing.trim_start_matches('*').len();
        let before = range.start.checked_sub(1).map(|at| bytes[at]);
        let first = bytes[inner];
        let opens = match before {
            None | Some(b' ' | b'\n') => first.is_ascii_graphic(),
            Some(b'[') => first.is_ascii_alphanumeric(),
            _ => false,
        };
        let last = self.text[inner..end].chars().next_back()?;
        let closes = match bytes.get(end + length) {
            None | Some(b' ' | b'\n') => !last.is_whitespace(),
            Some(after) => last.is_ascii_alphanumeric() && after.is_ascii_punctuation(),
        };
        if length > 2 || closing != length || !opens || !closes {
            return None;
        }
        let kind = [Kind::Emphasis, Kind::Strong][length - 1];
        let node = self.writer.open(kind, range.start..end + length);
        self.inline(inner..end, in_link)?;
        self.writer.close(node);
        Some(end + length)
    }

    fn link(&mut self, start: usize, rest: &str) -> Option<usize> {
        let close = rest.find(']')?;
        let words = &rest[1..close];
        let (url, _) = rest[close + 1..].strip_prefix('(')?.split_once(')')?;
        let sign = |byte: u8| byte.is_ascii_alphanumeric() || b"/#:.?=%+-_,@".contains(&byte);
        let blank = [' ', '\n'];
        if words.is_empty() || words.starts_with(blank) || words.ends_with(blank) {
            return None;
        }
        if url.is_empty() || !url.bytes().all(sign) {
            return None;
        }
        let end = start + close + 3 + url.len();
        let link = self.writer.open(Kind::Link { url }, start..end);
        self.inline(start + 1..start + close, true)?;
        self.writer.close(link);
        Some(end)
    }

    fn fact(&mut self, start: usize, rest: &str) -> Option<usize> {
        let (name, _) = rest[1..].split_once('}')?;
        let sign = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        if name.is_empty() || !name.bytes().all(sign) {
            return None;
        }
        let end = start + name.len() + 2;
        self.writer.open(Kind::TextExpression(name), start..end);
        Some(end)
    }
}

/// The signs that may be more than themselves within a line.
const SIGNS: [bool; 256] = {
    let mut signs = [false; 256];
    let special = b"*[]{}<!&_|\\`~";
    let mut at = 0;
    while at < special.len() {
        signs[special[at] as usize] = true;
        at += 1;
    }
    signs
};

/// Whether the & at which a text begins may be the beginning of a sign's name or number.
pub(super) fn may_be_reference(text: &str) -> bool {
    let name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'#';
    let length = text.bytes().skip(1).take_while(name).count();
    matches!(text.as_bytes().get(1 + length), None | Some(b';'))
}
