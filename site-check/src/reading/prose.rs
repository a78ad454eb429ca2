//! Rich text, and the components of articles, as they are read.

use super::{Reader, money};
use site_schema::model::{Component, ComponentName, Inline, Node, inline_text};

impl Reader<'_> {
    pub(super) fn prose(&mut self, nodes: &[Node]) {
        nodes.iter().for_each(|node| self.node(node));
    }

    fn node(&mut self, node: &Node) {
        match node {
            Node::Paragraph { children } => self.inline(children),
            Node::Heading {
                level: _,
                id,
                children,
            } => {
                self.inline(children);
                self.mark("anchor", id);
            }
            Node::List { ordered: _, items } => {
                items.iter().for_each(|item| self.prose(&item.children));
            }
            Node::Quote { children } => self.prose(children),
            Node::Table { header, rows } => {
                let cells = rows.iter().flat_map(|row| row.cells.iter());
                for cell in header.iter().chain(cells) {
                    self.inline(&cell.children);
                }
            }
            Node::CodeBlock { text } => self.line(text),
            Node::Divider => {}
            Node::Component(component) => self.component(component),
        }
    }

    /// The words of one line, then where its links lead and what its pictures show.
    fn inline(&mut self, children: &[Inline]) {
        self.line(&inline_text(children));
        self.within(children);
    }

    fn within(&mut self, children: &[Inline]) {
        for child in children {
            match child {
                Inline::Link { link, children } => {
                    self.leads(&inline_text(children), &link.href);
                    self.within(children);
                }
                Inline::Strong { children } | Inline::Emphasis { children } => {
                    self.within(children);
                }
                Inline::Image { image } => self.picture(image),
                Inline::Text { .. } | Inline::Code { .. } | Inline::LineBreak => {}
            }
        }
    }

    fn component(&mut self, component: &Component) {
        let attribute = |name: &str| {
            let mut all = component.attributes.iter();
            all.find(|attribute| attribute.name == name)
                .map_or("", |attribute| &*attribute.value)
        };
        match component.name {
            ComponentName::Buckets => {
                for (name, years) in [("Cash", "cash"), ("Bonds", "bonds"), ("Growth", "growth")] {
                    self.line(&format!("{name} {}", attribute(years)));
                }
            }
            ComponentName::Callout | ComponentName::Checklist => self.line(attribute("title")),
            ComponentName::Disclaimer => {
                let kind = attribute("kind");
                if let Some(text) = self.content.site.disclaimers.get(kind) {
                    self.disclaimer(kind, text);
                }
            }
            ComponentName::KeyFigure => {
                self.line(&format!("{} {}", attribute("value"), attribute("label")));
            }
            ComponentName::WorkedExample => {
                self.worked_example(attribute("schedule"), attribute("assets"));
            }
        }
        self.prose(&component.children);
    }

    fn worked_example(&mut self, schedule: &str, assets: &str) {
        let digits: String = assets.chars().filter(char::is_ascii_digit).collect();
        let schedule = self.content.fees.schedules.get(schedule);
        let (Some(schedule), Ok(assets)) = (schedule, digits.parse()) else {
            return;
        };
        self.line(&format!("Assets {}", money(assets)));
        let fee = schedule.quote(assets).and_then(|quote| quote.fee());
        match fee {
            Some(fee) => {
                self.line(&format!("Annual fee {}", money(fee.annual())));
                self.line(&format!("Each quarter {}", money(fee.quarterly())));
            }
            None => {
                let minimum = schedule.minimum.as_ref().map_or("", |least| &*least.label);
                self.line(&format!("Annual fee {minimum}"));
            }
        }
    }
}
