//! Parsed Markdown as a typed tree, and as MDX with its facts filled in.

use crate::link::resolve;
use crate::load::Tree;
use crate::load::markdown::{Element, Prose, is_token, span, tokens};
use crate::model::{
    Attribute, Cell, Component, ComponentName, Heading, Image, ImageFile, Inline, List, ListItem,
    Node, Row, Str, Text, inline_text,
};
use markdown::mdast;
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
    let Ok(root) = &prose.parsed else {
        return Vec::new();
    };
    let mut definitions = HashMap::new();
    prose.walk(&mut |node| {
        if let mdast::Node::Definition(definition) = node {
            definitions.insert(definition.identifier.clone(), definition.url.clone());
        }
    });
    let mut maker = Maker {
        tree,
        definitions,
        anchors: anchors.iter(),
    };
    maker.flow(root.children().map_or(&[], Vec::as_slice))
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
                    text: inline_text(children).into(),
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
    definitions: HashMap<String, String>,
    anchors: std::slice::Iter<'a, &'a str>,
}

impl Maker<'_> {
    fn flow(&mut self, children: &[mdast::Node]) -> Vec<Node> {
        children
            .iter()
            .filter_map(|child| self.block(child))
            .collect()
    }

    fn block(&mut self, node: &mdast::Node) -> Option<Node> {
        Some(match node {
            mdast::Node::Paragraph(paragraph) => match paragraph.children.as_slice() {
                [only @ mdast::Node::MdxJsxTextElement(_)] => self.component(only)?,
                children => Node::Paragraph {
                    children: self.line(children),
                },
            },
            mdast::Node::Heading(heading) => {
                let id = self.anchors.next().copied().unwrap_or_default();
                Node::Heading {
                    level: heading.depth,
                    id: owned(id),
                    children: self.line(&heading.children),
                }
            }
            mdast::Node::List(list) => {
                let items = list.children.iter().map(|item| ListItem {
                    children: self.flow(item.children().map_or(&[], Vec::as_slice)).into(),
                });
                Node::List {
                    ordered: list.ordered,
                    items: items.collect::<Vec<_>>().into(),
                }
            }
            mdast::Node::Blockquote(quote) => Node::Quote {
                children: self.flow(&quote.children).into(),
            },
            mdast::Node::Table(table) => {
                let mut rows = table.children.iter().map(|row| {
                    let cells = row.children().into_iter().flatten();
                    cells
                        .map(|cell| Cell {
                            children: self.line(cell.children().map_or(&[], Vec::as_slice)),
                        })
                        .collect()
                });
                let header: Vec<Cell> = rows.next().unwrap_or_default();
                let rows: Vec<Row> = rows
                    .map(|cells: Vec<Cell>| Row {
                        cells: cells.into(),
                    })
                    .collect();
                Node::Table {
                    header: header.into(),
                    rows: rows.into(),
                }
            }
            mdast::Node::Code(code) => Node::CodeBlock {
                text: owned(&code.value),
            },
            mdast::Node::ThematicBreak(_) => Node::Divider,
            mdast::Node::MdxFlowExpression(expression) => Node::Paragraph {
                children: vec![self.fact(&expression.value)].into(),
            },
            mdast::Node::MdxJsxFlowElement(_) => self.component(node)?,
            _ => return None,
        })
    }

    fn component(&mut self, node: &mdast::Node) -> Option<Node> {
        let element = Element::of(node)?;
        let attributes = element.literals().map(|(name, value)| Attribute {
            name: owned(name),
            value: filled(value, self.tree).into(),
        });
        let attributes: Vec<_> = attributes.collect();
        let inline = element.children.iter().all(is_phrasing);
        let children = if inline && !element.children.is_empty() {
            vec![Node::Paragraph {
                children: self.line(element.children),
            }]
        } else {
            self.flow(element.children)
        };
        let name = ComponentName::parse(element.name)?;
        Some(Node::Component(Component {
            name,
            attributes: attributes.into(),
            children: children.into(),
        }))
    }

    fn line(&mut self, children: &[mdast::Node]) -> List<Inline> {
        let mut line: Vec<Inline> = Vec::new();
        for child in children {
            let Some(inline) = self.inline(child) else {
                continue;
            };
            match (line.last_mut(), inline) {
                (Some(Inline::Text { text: before }), Inline::Text { text }) => {
                    before.to_mut().push_str(&text)
                }
                (_, inline) => line.push(inline),
            }
        }
        line.into()
    }

    fn inline(&mut self, node: &mdast::Node) -> Option<Inline> {
        Some(match node {
            mdast::Node::Text(text) => Inline::Text {
                text: text.value.replace('\n', " ").into(),
            },
            mdast::Node::Strong(strong) => Inline::Strong {
                children: self.line(&strong.children),
            },
            mdast::Node::Emphasis(emphasis) => Inline::Emphasis {
                children: self.line(&emphasis.children),
            },
            mdast::Node::InlineCode(code) => Inline::Code {
                text: owned(&code.value),
            },
            mdast::Node::Break(_) => Inline::LineBreak,
            mdast::Node::Link(link) => Inline::Link {
                link: resolve(&link.url, self.tree),
                children: self.line(&link.children),
            },
            mdast::Node::LinkReference(link) => {
                let url = self
                    .definitions
                    .get(&link.identifier)
                    .map_or("", String::as_str);
                Inline::Link {
                    link: resolve(url, self.tree),
                    children: self.line(&link.children),
                }
            }
            mdast::Node::Image(image) => Inline::Image {
                image: Image {
                    src: ImageFile(owned(&image.url)),
                    alt: Text(owned(&image.alt)),
                },
            },
            mdast::Node::MdxTextExpression(expression) => self.fact(&expression.value),
            _ => return None,
        })
    }

    fn fact(&self, name: &str) -> Inline {
        let value = self.tree.tokens.get(name.trim());
        Inline::Text {
            text: value.cloned().unwrap_or_default().into(),
        }
    }
}

fn is_phrasing(node: &mdast::Node) -> bool {
    matches!(
        node,
        mdast::Node::Text(_)
            | mdast::Node::Strong(_)
            | mdast::Node::Emphasis(_)
            | mdast::Node::InlineCode(_)
            | mdast::Node::Break(_)
            | mdast::Node::Link(_)
            | mdast::Node::LinkReference(_)
            | mdast::Node::Image(_)
            | mdast::Node::MdxTextExpression(_)
    )
}

/// The prose as MDX: each fact as a text expression, each link resolved.
pub fn mdx(prose: &Prose, tree: &Tree) -> String {
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    prose.walk(&mut |node| match node {
        mdast::Node::MdxTextExpression(mdast::MdxTextExpression {
            value, position, ..
        })
        | mdast::Node::MdxFlowExpression(mdast::MdxFlowExpression {
            value, position, ..
        }) if is_token(value) => {
            let value = tree.tokens.get(value.trim()).map_or("", String::as_str);
            edits.push((
                span(position.as_ref()),
                format!("{{{}}}", serde_json::Value::from(value)),
            ));
        }
        mdast::Node::Link(mdast::Link { url, position, .. })
        | mdast::Node::Definition(mdast::Definition { url, position, .. }) => {
            let href = resolve(url, tree).href;
            if href != *url {
                edits.push((prose.find(position.as_ref(), url), href.into_owned()));
            }
        }
        _ => {
            let Some(element) = Element::of(node) else {
                return;
            };
            for (name, value) in element
                .literals()
                .filter(|(_, value)| !tokens(value).is_empty())
            {
                let place = prose.attribute(&element, name, value);
                edits.push((
                    place,
                    filled(value, tree)
                        .replace('&', "&amp;")
                        .replace('"', "&quot;"),
                ));
            }
        }
    });
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

fn owned(text: &str) -> Str {
    Str::Owned(text.to_owned())
}
