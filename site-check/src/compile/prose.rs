//! Parsed Markdown as a typed tree, its facts filled in and its links resolved.

use super::typography;
use crate::address::link::resolve;
use crate::load::Tree;
use crate::load::markdown::tag::Tag;
use crate::load::markdown::{self, Kind, Prose};
use site_schema::model::{
    Attribute, Cell, Component, ComponentName, Heading, Image, ImageFile, Inline, ListItem, Node,
    Row, Text, inline_text,
};
use std::borrow::Cow;
use std::collections::HashMap;

/// A plain text with its facts filled in.
pub fn filled(text: &str, tree: &Tree) -> String {
    markdown::filled(text, Cow::Borrowed, |name| tree.fact(name))
}

/// Prose as a typed tree, and its headings in order.
pub fn nodes(prose: &Prose, tree: &Tree) -> (Vec<Node>, Vec<Heading>) {
    let mut maker = Maker {
        tree,
        headings: Vec::new(),
        anchors: HashMap::new(),
    };
    (maker.flow(&prose.parsed.nodes), maker.headings)
}

struct Maker<'a> {
    tree: &'a Tree,
    headings: Vec<Heading>,
    /// How often each anchor has been given.
    anchors: HashMap<String, usize>,
}

impl Maker<'_> {
    fn flow(&mut self, nodes: &[markdown::Node]) -> Vec<Node> {
        nodes.iter().filter_map(|node| self.block(node)).collect()
    }

    fn block(&mut self, node: &markdown::Node) -> Option<Node> {
        let children = node.children.as_slice();
        Some(match &node.kind {
            Kind::Paragraph => Node::Paragraph {
                children: self.line(children),
            },
            Kind::Heading(level) => {
                let children = self.line(children);
                let id = markdown::anchor(&node.words(), &mut self.anchors);
                self.headings.push(Heading {
                    level: *level,
                    id: id.clone(),
                    text: inline_text(&children),
                });
                Node::Heading {
                    level: *level,
                    id,
                    children,
                }
            }
            Kind::List { ordered } => {
                let items = children.iter().map(|item| ListItem {
                    children: self.flow(&item.children),
                });
                Node::List {
                    items: items.collect(),
                    ordered: *ordered,
                }
            }
            Kind::Quote => Node::Quote {
                children: self.flow(children),
            },
            Kind::Table(alignments) => {
                let mut rows = children.iter().map(|row| self.row(row));
                Node::Table {
                    alignments: alignments.clone(),
                    header: rows.next().unwrap_or_default(),
                    rows: rows.map(|cells| Row { cells }).collect(),
                }
            }
            Kind::Code(text) => Node::CodeBlock {
                text: text.strip_suffix('\n').unwrap_or(text).to_owned(),
            },
            Kind::Divider => Node::Divider,
            Kind::Component(tag) => Node::Component(self.component(tag, children)?),
            _ => return None,
        })
    }

    fn row(&self, row: &markdown::Node) -> Vec<Cell> {
        let cells = row.children.iter().map(|cell| Cell {
            children: self.line(&cell.children),
        });
        cells.collect()
    }

    fn component(&mut self, tag: &Tag, children: &[markdown::Node]) -> Option<Component> {
        let attributes = tag.attributes.iter().map(|attribute| {
            let value = attribute.filled(|name| self.tree.fact(name));
            let is_name = matches!(&*attribute.name, "kind" | "schedule");
            Attribute {
                name: attribute.name.clone(),
                value: if is_name {
                    value
                } else {
                    typography::text(&value)
                },
            }
        });
        Some(Component {
            name: ComponentName::parse(&tag.name)?,
            attributes: attributes.collect(),
            children: self.flow(children),
        })
    }

    fn line(&self, nodes: &[markdown::Node]) -> Vec<Inline> {
        let mut line = self.parts(nodes);
        typography::line(&mut line);
        line
    }

    fn parts(&self, nodes: &[markdown::Node]) -> Vec<Inline> {
        let mut line: Vec<Inline> = Vec::new();
        for inline in nodes.iter().filter_map(|node| self.inline(node)) {
            match (line.last_mut(), inline) {
                (Some(Inline::Text { text: before }), Inline::Text { text }) => {
                    before.push_str(&text);
                }
                (_, inline) => line.push(inline),
            }
        }
        line
    }

    fn inline(&self, node: &markdown::Node) -> Option<Inline> {
        let children = self.parts(&node.children);
        Some(match &node.kind {
            Kind::Text(text) => Inline::Text {
                text: text.to_owned(),
            },
            Kind::Fact(name) => Inline::Text {
                text: self.tree.fact(name),
            },
            Kind::Strong => Inline::Strong { children },
            Kind::Emphasis => Inline::Emphasis { children },
            Kind::InlineCode(text) => Inline::Code {
                text: text.to_owned(),
            },
            Kind::Break => Inline::LineBreak,
            Kind::Link(address) => Inline::Link {
                link: resolve(&address.url, self.tree),
                children,
            },
            Kind::Image(address, alt) => Inline::Image {
                image: Image {
                    src: ImageFile(address.url.clone()),
                    alt: Text(typography::text(alt)),
                },
            },
            _ => return None,
        })
    }
}
