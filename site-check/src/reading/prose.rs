//! Rich text, and the components of articles, as they are read.

use super::schedule;
use super::walk::Walk;
use site_schema::model::{Attribute, Component, Image, Inline, Node, inline_text};

impl Walk<'_> {
    pub fn prose(&mut self, nodes: &[Node]) {
        nodes.iter().for_each(|node| self.node(node));
    }

    fn node(&mut self, node: &Node) {
        match node {
            Node::Paragraph { children } => self.words(children),
            Node::Heading {
                level: _,
                id,
                children,
            } => {
                self.words(children);
                self.mark("anchor", id);
            }
            Node::List { ordered: _, items } => {
                items.iter().for_each(|item| self.prose(&item.children));
            }
            Node::Quote { children } => self.prose(children),
            Node::Table { header, rows } => {
                let cells = rows.iter().flat_map(|row| &row.cells);
                for cell in header.iter().chain(cells) {
                    self.words(&cell.children);
                }
            }
            Node::CodeBlock { text } => self.line(text),
            Node::Divider => {}
            Node::Component(component) => self.component(component),
        }
    }

    /// The words of one line, then where its links lead and what its pictures show.
    fn words(&mut self, children: &[Inline]) {
        self.line(&inline_text(children));
        self.within(children);
    }

    fn within(&mut self, children: &[Inline]) {
        for child in children {
            match child {
                Inline::Link { link, children } => {
                    self.link(&inline_text(children), &link.href);
                    self.within(children);
                }
                Inline::Strong { children } | Inline::Emphasis { children } => {
                    self.within(children);
                }
                Inline::Image {
                    image: Image { src, alt },
                } => {
                    self.reading.pictures.push(src.to_string());
                    self.line(alt);
                }
                Inline::Text { .. } | Inline::Code { .. } | Inline::LineBreak => {}
            }
        }
    }

    fn component(&mut self, component: &Component) {
        for Attribute { name, value } in &component.attributes {
            match &**name {
                "kind" => {
                    let text = self.content.site.disclaimers.get(value);
                    self.disclaimer(value, text.map_or("", |text| &**text));
                }
                "schedule" => {
                    self.reading.shows.insert(schedule(value));
                }
                _ => self.line(value),
            }
        }
        self.prose(&component.children);
    }
}
