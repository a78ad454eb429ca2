//! Rich text, and the components of articles, as they are read.

use super::reader::Reader;
use super::schedule;
use site_schema::model::{Component, Inline, Node, each_inline, each_node, inline_text};
use std::slice;

impl Reader<'_> {
    pub fn prose(&mut self, nodes: &[Node]) {
        for node in nodes {
            self.part(|reader| reader.with_inner_nodes(node));
        }
    }

    fn with_inner_nodes(&mut self, node: &Node) {
        each_node(slice::from_ref(node), &mut |inner| self.node(inner));
    }

    /// Reads a node, but for the nodes within it.
    fn node(&mut self, node: &Node) {
        match node {
            Node::CodeBlock { text } => self.line(text),
            Node::Component(component) => self.component(component),
            _ => {
                for line in node.lines() {
                    self.words(line);
                }
                if let Node::Heading { id, .. } = node {
                    self.mark("anchor", id);
                }
            }
        }
    }

    /// Reads the words of one line, then its links and pictures.
    fn words(&mut self, line: &[Inline]) {
        self.line(&inline_text(line));
        each_inline(line, &mut |part| match part {
            Inline::Link { link, children } => self.link(&inline_text(children), &link.href),
            Inline::Image { image } => {
                self.reading.pictures.push(image.src.to_string());
                self.line(&image.alt);
            }
            _ => {}
        });
    }

    /// Reads what a component shows by its attributes.
    fn component(&mut self, component: &Component) {
        for attribute in &component.attributes {
            let value = &attribute.value;
            match attribute.name.as_str() {
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
    }
}
