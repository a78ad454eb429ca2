//! Converts parsed Markdown to a typed tree, fills in its facts and resolves its links.

use super::cache::Names;
use super::typography;
use crate::load::markdown::tag::{self, Tag};
use crate::load::markdown::{self, Kind, Prose};
use site_schema::model::{
    Alignment, Attribute, Cell, Component, ComponentName, Heading, Image, ImageFile, Inline,
    ListItem, Node, Row, Text, inline_text,
};
use std::collections::HashMap;

/// Returns prose as a typed tree, and its headings in order.
pub fn nodes(prose: &Prose, names: &Names) -> (Vec<Node>, Vec<Heading>) {
    let mut compiler = ProseCompiler {
        names,
        headings: Vec::new(),
        anchors: HashMap::new(),
    };
    let nodes = compiler.blocks(&prose.parsed.nodes);
    (nodes, compiler.headings)
}

struct ProseCompiler<'a> {
    names: &'a Names<'a>,
    headings: Vec<Heading>,
    /// The number of headings with each anchor so far.
    anchors: HashMap<String, usize>,
}

impl ProseCompiler<'_> {
    fn blocks(&mut self, nodes: &[markdown::Node]) -> Vec<Node> {
        nodes.iter().filter_map(|node| self.block(node)).collect()
    }

    fn block(&mut self, node: &markdown::Node) -> Option<Node> {
        let children = node.children.as_slice();
        Some(match &node.kind {
            Kind::Paragraph => Node::Paragraph {
                children: self.line(children),
            },
            Kind::Heading(level) => self.heading(*level, node),
            Kind::List { ordered } => {
                let mut items = Vec::with_capacity(children.len());
                for item in children {
                    let children = self.blocks(&item.children);
                    items.push(ListItem { children });
                }
                Node::List {
                    items,
                    ordered: *ordered,
                }
            }
            Kind::Quote => Node::Quote {
                children: self.blocks(children),
            },
            Kind::Table(alignments) => self.table(alignments, children),
            Kind::Code(text) => Node::CodeBlock {
                text: text.strip_suffix('\n').unwrap_or(text).to_owned(),
            },
            Kind::Divider => Node::Divider,
            Kind::Component(tag) => Node::Component(self.component(tag, children)?),
            _ => return None,
        })
    }

    /// Compiles a heading, and adds it to the table of contents.
    fn heading(&mut self, level: u8, heading: &markdown::Node) -> Node {
        let children = self.line(&heading.children);
        let id = markdown::anchor(&heading.words(), &mut self.anchors);
        self.headings.push(Heading {
            level,
            id: id.clone(),
            text: inline_text(&children),
        });
        Node::Heading {
            level,
            id,
            children,
        }
    }

    /// Compiles a table. Its first row is the header.
    fn table(&self, alignments: &[Alignment], written_rows: &[markdown::Node]) -> Node {
        let mut header = Vec::new();
        let mut rows = Vec::new();
        for (index, row) in written_rows.iter().enumerate() {
            let cells = self.cells(row);
            if index == 0 {
                header = cells;
            } else {
                rows.push(Row { cells });
            }
        }
        Node::Table {
            alignments: alignments.to_vec(),
            header,
            rows,
        }
    }

    fn cells(&self, row: &markdown::Node) -> Vec<Cell> {
        let mut cells = Vec::with_capacity(row.children.len());
        for cell in &row.children {
            let children = self.line(&cell.children);
            cells.push(Cell { children });
        }
        cells
    }

    fn component(&mut self, tag: &Tag, children: &[markdown::Node]) -> Option<Component> {
        let mut attributes = Vec::with_capacity(tag.attributes.len());
        for attribute in &tag.attributes {
            attributes.push(self.attribute(attribute));
        }
        Some(Component {
            name: ComponentName::parse(&tag.name)?,
            attributes,
            children: self.blocks(children),
        })
    }

    fn attribute(&self, attribute: &tag::Attribute) -> Attribute {
        let filled = attribute.filled(|name| self.names.fact(name));
        Attribute {
            name: attribute.name.clone(),
            value: if attribute.is_words() {
                typography::text(&filled)
            } else {
                filled
            },
        }
    }

    /// Compiles the parts of a line, with typographic quotes and dashes.
    fn line(&self, nodes: &[markdown::Node]) -> Vec<Inline> {
        let mut line = self.parts(nodes);
        typography::line(&mut line);
        line
    }

    /// Compiles the parts of a line, and joins adjacent texts.
    fn parts(&self, nodes: &[markdown::Node]) -> Vec<Inline> {
        let mut parts: Vec<Inline> = Vec::new();
        for node in nodes {
            let Some(part) = self.inline(node) else {
                continue;
            };
            if let Inline::Text { text } = &part
                && let Some(Inline::Text { text: before }) = parts.last_mut()
            {
                before.push_str(text);
            } else {
                parts.push(part);
            }
        }
        parts
    }

    fn inline(&self, node: &markdown::Node) -> Option<Inline> {
        let children = self.parts(&node.children);
        Some(match &node.kind {
            Kind::Text(text) => Inline::Text {
                text: text.to_owned(),
            },
            Kind::Fact(name) => Inline::Text {
                text: self.names.fact(name),
            },
            Kind::Strong => Inline::Strong { children },
            Kind::Emphasis => Inline::Emphasis { children },
            Kind::InlineCode(text) => Inline::Code {
                text: text.to_owned(),
            },
            Kind::Break => Inline::LineBreak,
            Kind::Link(address) => Inline::Link {
                link: self.names.link(&address.url),
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
