//! Words with emphasis, links and facts in them.

use super::Reader;
use markdown::mdast::{Emphasis, Link, MdxTextExpression, Node, Strong, Text};
use std::ops::Range;

impl Reader<'_> {
    /// What stands in a part of the text that is no block.
    pub(super) fn inline(&self, range: Range<usize>, in_link: bool) -> Option<Vec<Node>> {
        let bytes = self.text.as_bytes();
        // Most have a single node, and room for more would be most of the tree.
        let mut nodes = Vec::with_capacity(1);
        let (mut from, mut at) = (range.start, range.start);
        while let Some(found) = bytes[at..range.end]
            .iter()
            .position(|byte| SIGNS[usize::from(*byte)])
        {
            at += found;
            let rest = &self.text[at..range.end];
            let (node, end) = match bytes[at] {
                b'&' if !may_be_reference(rest) => {
                    at += 1;
                    continue;
                }
                b'!' if bytes.get(at + 1) != Some(&b'[') => {
                    at += 1;
                    continue;
                }
                b'*' => self.emphasis(at..range.end, in_link)?,
                b'[' if !in_link => self.link(at, rest)?,
                b'{' => self.fact(at, rest)?,
                _ => return None,
            };
            nodes.extend(self.text_node(from..at));
            nodes.push(node);
            (from, at) = (end, end);
        }
        nodes.extend(self.text_node(from..range.end));
        nodes.shrink_to_fit();
        Some(nodes)
    }

    fn text_node(&self, range: Range<usize>) -> Option<Node> {
        (!range.is_empty()).then(|| {
            Node::Text(Text {
                value: self.text[range.clone()].to_owned(),
                position: self.position(range),
            })
        })
    }

    /// Words between two marks that can only open and only close.
    fn emphasis(&self, range: Range<usize>, in_link: bool) -> Option<(Node, usize)> {
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
        let children = self.inline(inner..end, in_link)?;
        let position = self.position(range.start..end + length);
        let node = if length == 1 {
            Node::Emphasis(Emphasis { children, position })
        } else {
            Node::Strong(Strong { children, position })
        };
        Some((node, end + length))
    }

    fn link(&self, start: usize, rest: &str) -> Option<(Node, usize)> {
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
        let node = Node::Link(Link {
            children: self.inline(start + 1..start + close, true)?,
            position: self.position(start..end),
            url: url.to_owned(),
            title: None,
        });
        Some((node, end))
    }

    fn fact(&self, start: usize, rest: &str) -> Option<(Node, usize)> {
        let (name, _) = rest[1..].split_once('}')?;
        let sign = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        if name.is_empty() || !name.bytes().all(sign) {
            return None;
        }
        let end = start + name.len() + 2;
        let node = Node::MdxTextExpression(MdxTextExpression {
            value: name.to_owned(),
            position: self.position(start..end),
            stops: vec![(0, start + 1)],
        });
        Some((node, end))
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
