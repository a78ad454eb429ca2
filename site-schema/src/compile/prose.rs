//! Parsed Markdown as a typed tree, and as MDX with its facts filled in.

use crate::link::resolve;
use crate::load::Tree;
use crate::load::markdown::ast::{self, Kind, Nodes};
use crate::load::markdown::{Element, Prose, is_token, tokens};
use crate::model::{
    Attribute, Cell, Component, ComponentName, Heading, Image, ImageFile, Inline, ListItem, Node,
    Row, Text, inline_text,
};
use std::collections::HashMap;
use std::ops::Range;

/// A plain text with its facts filled in.
pub fn filled(text: &str, tree: &Tree) -> String {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for (name, place) in tokens(text) {
        out.push_str(&text[from..place.start]);
        out.push_str(tree.tokens.get(&name).map_or("", String::as_str));
        from = place.end;
    }
    out.push_str(&text[from..]);
    out.replace("\\{", "{").replace("\\}", "}")
}

/// Prose as a typed tree; `anchors` are those of its headings, in order.
pub fn nodes(prose: &Prose, tree: &Tree, anchors: &[&str]) -> Vec<Node> {
    let Ok(parsed) = &prose.parsed else {
        return Vec::new();
    };
    let definitions = prose.nodes().filter_map(|node| match node.kind() {
        Kind::Definition { identifier, url } => Some((identifier, url)),
        _ => None,
    });
    let mut maker = Maker {
        tree,
        definitions: definitions.collect(),
        anchors: anchors.iter(),
    };
    maker.flow(parsed.blocks(&prose.text))
}

/// The headings of a tree, in order.
pub fn collect_headings(nodes: &[Node], found: &mut Vec<Heading>) {
    for node in nodes {
        match node {
            Node::Heading {
                level,
                id,
                children,
            } => {
                found.push(Heading {
                    level: *level,
                    id: id.clone(),
                    text: inline_text(children),
                });
            }
            Node::Quote { children } => collect_headings(children, found),
            Node::Component(component) => collect_headings(&component.children, found),
            Node::List { items, .. } => {
                items
                    .iter()
                    .for_each(|item| collect_headings(&item.children, found));
            }
            _ => {}
        }
    }
}

struct Maker<'a> {
    tree: &'a Tree,
    definitions: HashMap<&'a str, &'a str>,
    anchors: std::slice::Iter<'a, &'a str>,
}

impl Maker<'_> {
    fn flow(&mut self, children: Nodes) -> Vec<Node> {
        children.filter_map(|child| self.block(child)).collect()
    }

    fn block(&mut self, node: ast::Node) -> Option<Node> {
        let children = node.children();
        Some(match node.kind() {
            Kind::Paragraph => {
                let mut all = children.clone();
                match (all.next().and_then(Element::of), all.next()) {
                    (Some(only), None) => self.component(only)?,
                    _ => Node::Paragraph {
                        children: self.line(children),
                    },
                }
            }
            Kind::Heading { depth } => {
                let id = self.anchors.next().copied().unwrap_or_default();
                Node::Heading {
                    level: depth,
                    id: owned(id),
                    children: self.line(children),
                }
            }
            Kind::List { ordered } => {
                let items = children.map(|item| ListItem {
                    children: self.flow(item.children()),
                });
                Node::List {
                    ordered,
                    items: items.collect(),
                }
            }
            Kind::Blockquote => Node::Quote {
                children: self.flow(children),
            },
            Kind::Table => {
                let mut rows = children.map(|row| {
                    row.children()
                        .map(|cell| Cell {
                            children: self.line(cell.children()),
                        })
                        .collect()
                });
                let header: Vec<Cell> = rows.next().unwrap_or_default();
                let rows: Vec<Row> = rows.map(|cells: Vec<Cell>| Row { cells }).collect();
                Node::Table { header, rows }
            }
            Kind::Code(value) => Node::CodeBlock { text: owned(value) },
            Kind::ThematicBreak => Node::Divider,
            Kind::FlowExpression(value) => Node::Paragraph {
                children: vec![self.fact(value)],
            },
            Kind::FlowElement(_) => self.component(Element::of(node)?)?,
            _ => return None,
        })
    }

    fn component(&mut self, element: Element) -> Option<Node> {
        let attributes = element.literals().map(|(name, value)| Attribute {
            name: owned(name),
            value: filled(value, self.tree),
        });
        let attributes: Vec<_> = attributes.collect();
        let within = element.node.children();
        let inline = within.clone().all(|child| is_phrasing(child.kind()));
        let children = if inline && !element.is_empty() {
            vec![Node::Paragraph {
                children: self.line(within),
            }]
        } else {
            self.flow(within)
        };
        let name = ComponentName::parse(element.name)?;
        Some(Node::Component(Component {
            name,
            attributes,
            children,
        }))
    }

    fn line(&mut self, children: Nodes) -> Vec<Inline> {
        let mut line: Vec<Inline> = Vec::new();
        for child in children {
            let Some(inline) = self.inline(child) else {
                continue;
            };
            match (line.last_mut(), inline) {
                (Some(Inline::Text { text: before }), Inline::Text { text }) => {
                    before.push_str(&text)
                }
                (_, inline) => line.push(inline),
            }
        }
        line
    }

    fn inline(&mut self, node: ast::Node) -> Option<Inline> {
        let children = node.children();
        Some(match node.kind() {
            Kind::Text(value) => Inline::Text {
                text: value.replace('\n', " "),
            },
            Kind::Strong => Inline::Strong {
                children: self.line(children),
            },
            Kind::Emphasis => Inline::Emphasis {
                children: self.line(children),
            },
            Kind::InlineCode(value) => Inline::Code { text: owned(value) },
            Kind::Break => Inline::LineBreak,
            Kind::Link { url } => Inline::Link {
                link: resolve(url, self.tree),
                children: self.line(children),
            },
            Kind::LinkReference { identifier } => {
                let url = self.definitions.get(identifier).copied();
                Inline::Link {
                    link: resolve(url.unwrap_or_default(), self.tree),
                    children: self.line(children),
                }
            }
            Kind::Image { url, alt } => Inline::Image {
                image: Image {
                    src: ImageFile(owned(url)),
                    alt: Text(owned(alt)),
                },
            },
            Kind::TextExpression(value) => self.fact(value),
            _ => return None,
        })
    }

    fn fact(&self, name: &str) -> Inline {
        let value = self.tree.tokens.get(name.trim());
        Inline::Text {
            text: value.cloned().unwrap_or_default(),
        }
    }
}

fn is_phrasing(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Text(_)
            | Kind::Strong
            | Kind::Emphasis
            | Kind::InlineCode(_)
            | Kind::Break
            | Kind::Link { .. }
            | Kind::LinkReference { .. }
            | Kind::Image { .. }
            | Kind::TextExpression(_)
    )
}

/// The prose as MDX: each fact as a text expression, each link resolved.
pub fn mdx(prose: &Prose, tree: &Tree) -> String {
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    for node in prose.nodes() {
        match node.kind() {
            Kind::TextExpression(value) | Kind::FlowExpression(value) if is_token(value) => {
                let value = tree.tokens.get(value.trim()).map_or("", String::as_str);
                edits.push((
                    node.span(),
                    format!("{{{}}}", serde_json::Value::from(value)),
                ));
            }
            Kind::Link { url } | Kind::Definition { url, .. } => {
                let href = resolve(url, tree).href;
                if href != url {
                    edits.push((node.find(url), href));
                }
            }
            _ => {
                let Some(element) = Element::of(node) else {
                    continue;
                };
                for (name, value) in element
                    .literals()
                    .filter(|(_, value)| !tokens(value).is_empty())
                {
                    edits.push((
                        element.value(name, value),
                        filled(value, tree)
                            .replace('&', "&amp;")
                            .replace('"', "&quot;"),
                    ));
                }
            }
        }
    }
    edits.sort_by_key(|(place, _)| place.start);
    let mut out = String::with_capacity(prose.text.len());
    let mut from = 0;
    for (place, text) in edits {
        out.push_str(&prose.text[from..place.start]);
        out.push_str(&text);
        from = place.end;
    }
    out.push_str(&prose.text[from..]);
    out
}

fn owned(text: &str) -> String {
    text.to_owned()
}
