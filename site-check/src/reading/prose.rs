//! Rich text, and the components of articles, as they are read.

use super::schedule;
use super::walk::Walk;
use site_schema::model::{Component, Image, Inline, Node, each_inline, each_node, inline_text};

impl Walk<'_> {
    pub fn prose(&mut self, nodes: &[Node]) {
        each_node(nodes, &mut |node| match node {
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
        });
    }

    /// The words of one line, then where its links lead and what its pictures show.
    fn words(&mut self, line: &[Inline]) {
        self.line(&inline_text(line));
        each_inline(line, &mut |part| match part {
            Inline::Link { link, children } => self.link(&inline_text(children), &link.href),
            Inline::Image { image } => {
                let Image { src, alt } = image;
                self.reading.pictures.push(src.to_string());
                self.line(alt);
            }
            _ => {}
        });
    }

    /// What a component shows by its attributes.
    fn component(&mut self, component: &Component) {
        for attribute in &component.attributes {
            let value = &attribute.value;
            match &*attribute.name {
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
