//! The parser's tree as ours, and its messages at the places of their causes.

use super::ast::{Ast, Attribute, Kind, Tag, Writer};
use super::{MarkdownFault, MarkdownFaultKind};
use crate::load::guard::guarded;
use crate::load::limits::MAX_DEPTH;
use markdown::mdast::{self, AttributeContent, AttributeValue, Node};
use markdown::message::{Message, Place};
use markdown::{Constructs, MdxSignal, ParseOptions};
use std::ops::Range;

/// Reads any text.
///
/// # Errors
/// Where it is not of the grammar, or nested too deeply.
pub fn parse(text: &str) -> Result<Ast, MarkdownFault> {
    // The parser panics on some malformed mixtures of tables, lists and tags.
    let root = match guarded(|| markdown::to_mdast(text, &options())) {
        Some(result) => result.map_err(|message| fault(text, &message))?,
        None => {
            return Err(MarkdownFault {
                span: 0..0,
                kind: MarkdownFaultKind::Syntax,
                reason: "a table, a list or a component that is only half there".to_owned(),
            });
        }
    };
    if let Some(span) = too_deep(&root) {
        take_apart(root);
        return Err(MarkdownFault {
            span,
            kind: MarkdownFaultKind::TooDeep,
            reason: String::new(),
        });
    }
    let mut writer = Writer::new(text);
    root.children()
        .into_iter()
        .flatten()
        .for_each(|block| write(&mut writer, block));
    Ok(writer.finish())
}

fn write(writer: &mut Writer, node: &Node) {
    let tag = tag(node);
    let kind = match (node, &tag) {
        (Node::Paragraph(_), _) => Kind::Paragraph,
        (Node::Heading(heading), _) => Kind::Heading {
            depth: heading.depth,
        },
        (Node::List(list), _) => Kind::List {
            ordered: list.ordered,
        },
        (Node::ListItem(_), _) => Kind::ListItem,
        (Node::Blockquote(_), _) => Kind::Blockquote,
        (Node::Table(_), _) => Kind::Table,
        (Node::TableRow(_), _) => Kind::TableRow,
        (Node::TableCell(_), _) => Kind::TableCell,
        (Node::Code(code), _) => Kind::Code(&code.value),
        (Node::ThematicBreak(_), _) => Kind::ThematicBreak,
        (Node::Definition(definition), _) => Kind::Definition {
            identifier: &definition.identifier,
            url: &definition.url,
        },
        (Node::MdxFlowExpression(expression), _) => Kind::FlowExpression(&expression.value),
        (Node::MdxJsxFlowElement(_), Some(tag)) => Kind::FlowElement(tag),
        (Node::MdxjsEsm(_), _) => Kind::Esm,
        (Node::Text(text), _) => Kind::Text(&text.value),
        (Node::Strong(_), _) => Kind::Strong,
        (Node::Emphasis(_), _) => Kind::Emphasis,
        (Node::InlineCode(code), _) => Kind::InlineCode(&code.value),
        (Node::Break(_), _) => Kind::Break,
        (Node::Link(link), _) => Kind::Link { url: &link.url },
        (Node::LinkReference(link), _) => Kind::LinkReference {
            identifier: &link.identifier,
        },
        (Node::Image(image), _) => Kind::Image {
            url: &image.url,
            alt: &image.alt,
        },
        (Node::MdxTextExpression(expression), _) => Kind::TextExpression(&expression.value),
        (Node::MdxJsxTextElement(_), Some(tag)) => Kind::TextElement(tag),
        _ => Kind::Other,
    };
    let number = writer.open(kind, span(node));
    node.children()
        .into_iter()
        .flatten()
        .for_each(|child| write(writer, child));
    writer.close(number);
}

/// The tag of a component.
fn tag(node: &Node) -> Option<Tag> {
    let (name, attributes) = match node {
        Node::MdxJsxFlowElement(element) => (&element.name, &element.attributes),
        Node::MdxJsxTextElement(element) => (&element.name, &element.attributes),
        _ => return None,
    };
    let attributes = attributes.iter().map(|attribute| match attribute {
        AttributeContent::Property(mdast::MdxJsxAttribute { name, value }) => Attribute::Named {
            name: name.clone(),
            value: match value {
                Some(AttributeValue::Literal(value)) => Some(value.clone()),
                _ => None,
            },
        },
        AttributeContent::Expression(_) => Attribute::Expression,
    });
    Some(Tag {
        name: name.clone().unwrap_or_default(),
        attributes: attributes.collect(),
    })
}

/// Where a tree is nested more deeply than functions that call themselves may follow.
fn too_deep(root: &Node) -> Option<Range<usize>> {
    let mut open = vec![(root, 0)];
    while let Some((node, depth)) = open.pop() {
        if depth > 4 * MAX_DEPTH {
            return Some(span(node));
        }
        open.extend(
            node.children()
                .into_iter()
                .flatten()
                .map(|child| (child, depth + 1)),
        );
    }
    None
}

/// Drops a deep tree node by node, where dropping it as one would take too much stack.
fn take_apart(root: Node) {
    let mut open = vec![root];
    while let Some(mut node) = open.pop() {
        if let Some(children) = node.children_mut() {
            open.append(children);
        }
    }
}

/// A parser's message, at the place where the trouble begins: what is left open
/// is noticed at the end, but mended where it opens.
fn fault(text: &str, message: &Message) -> MarkdownFault {
    let noticed = match message.place.as_deref() {
        Some(Place::Position(position)) => position.start.offset..position.end.offset,
        Some(Place::Point(point)) => point.offset..point.offset + 1,
        None => 0..0,
    };
    let (reason, opened) = match message.reason.rsplit_once(" (") {
        Some((reason, place)) => (reason, offset(text, place.trim_end_matches(')'))),
        None => (message.reason.as_str(), None),
    };
    let brace = || {
        text.rfind('{')
            .filter(|_| reason.contains("end of file in expression"))
    };
    let span = opened.or_else(brace).map_or(noticed, |at| at..at + 1);
    let reason = if opened.is_some() {
        reason
    } else {
        &message.reason
    };
    MarkdownFault {
        span,
        kind: MarkdownFaultKind::Syntax,
        reason: reason.to_owned(),
    }
}

/// The byte at a place written as line and column, such as 4:1.
fn offset(text: &str, place: &str) -> Option<usize> {
    let (line, column) = place.split_once(':')?;
    let (line, column): (usize, usize) = (line.parse().ok()?, column.parse().ok()?);
    let start: usize = text
        .split_inclusive('\n')
        .take(line.checked_sub(1)?)
        .map(str::len)
        .sum();
    Some(start + column.checked_sub(1)?).filter(|at| *at < text.len())
}

/// How the parser is set: MDX with tables.
fn options() -> ParseOptions {
    ParseOptions {
        constructs: Constructs {
            gfm_table: true,
            ..Constructs::mdx()
        },
        mdx_esm_parse: Some(Box::new(|_| MdxSignal::Ok)),
        ..ParseOptions::default()
    }
}

fn span(node: &Node) -> Range<usize> {
    let position = node.position();
    position.map_or(0..0, |position| position.start.offset..position.end.offset)
}
