//! Rich text as plain HTML for feed readers: components become what they say.

use crate::address;
use html_escape::{encode_double_quoted_attribute, encode_text};
use site_schema::fees::{Quote, grouped};
use site_schema::model::{
    Cell, Component, ComponentName, Content, Inline, LinkKind, ListItem, Node, Row,
};

/// Writes HTML, with the content that components and links point to.
pub struct Html<'a>(pub &'a Content);

impl Html<'_> {
    pub fn nodes(&self, nodes: &[Node]) -> String {
        nodes.iter().map(|node| self.node(node)).collect()
    }

    fn node(&self, node: &Node) -> String {
        match node {
            Node::Paragraph { children } => element("p", &self.line(children)),
            Node::Heading {
                level, children, ..
            } => element(&format!("h{level}"), &self.line(children)),
            Node::List { ordered, items } => {
                let item = |item: &ListItem| element("li", &self.nodes(&item.children));
                let items: String = items.iter().map(item).collect();
                element(if *ordered { "ol" } else { "ul" }, &items)
            }
            Node::Quote { children } => element("blockquote", &self.nodes(children)),
            Node::Table { header, rows, .. } => {
                let row = |row: &Row| element("tr", &self.cells("td", &row.cells));
                let head = element("thead", &element("tr", &self.cells("th", header)));
                let body: String = rows.iter().map(row).collect();
                element("table", &(head + &element("tbody", &body)))
            }
            Node::CodeBlock { text } => element("pre", &encode_text(text)),
            Node::Divider => "<hr>".to_owned(),
            Node::Component(found) => self.component(found),
        }
    }

    fn cells(&self, tag: &str, cells: &[Cell]) -> String {
        let cell = |cell: &Cell| element(tag, &self.line(&cell.children));
        cells.iter().map(cell).collect()
    }

    fn line(&self, children: &[Inline]) -> String {
        let inline = |child: &Inline| match child {
            Inline::Text { text } => encode_text(text).into_owned(),
            Inline::Strong { children } => element("strong", &self.line(children)),
            Inline::Emphasis { children } => element("em", &self.line(children)),
            Inline::Code { text } => element("code", &encode_text(text)),
            Inline::Link { link, children } => {
                let href = match link.kind {
                    LinkKind::Page => address(self.0, &link.href),
                    _ => link.href.clone(),
                };
                let href = encode_double_quoted_attribute(&href);
                format!("<a href=\"{href}\">{}</a>", self.line(children))
            }
            Inline::Image { image } => encode_text(&*image.alt).into_owned(),
            Inline::LineBreak => "<br>".to_owned(),
        };
        children.iter().map(inline).collect()
    }

    fn component(&self, component: &Component) -> String {
        let attribute = |name: &str| {
            let mut attributes = component.attributes.iter();
            let found = attributes.find(|attribute| attribute.name == name);
            found.map_or("", |attribute| &*attribute.value)
        };
        let text = |name: &str| encode_text(attribute(name)).into_owned();
        let within = self.nodes(&component.children);
        match component.name {
            ComponentName::Buckets => {
                let [cash, bonds, growth] = ["cash", "bonds", "growth"].map(text);
                let said = format!("Cash: {cash}. Bonds: {bonds}. Growth: {growth}.");
                element("p", &said)
            }
            ComponentName::Callout | ComponentName::Checklist => {
                element("p", &element("strong", &text("title"))) + &within
            }
            ComponentName::Disclaimer => {
                let disclaimer = self.0.site.disclaimers.get(attribute("kind"));
                let text = disclaimer.map_or("", |text| &**text);
                element("p", &element("em", &encode_text(text)))
            }
            ComponentName::KeyFigure => {
                let value = element("strong", &text("value"));
                element("p", &(value + " " + &text("label")))
            }
            ComponentName::WorkedExample => {
                let fee = self.worked_example(attribute("schedule"), attribute("assets"));
                element("p", &encode_text(&fee)) + &within
            }
        }
    }

    /// A fee in a sentence.
    fn worked_example(&self, schedule: &str, assets: &str) -> String {
        let amount = assets.parse::<u64>().unwrap_or(0);
        let schedule = self.0.fees.schedules.get(schedule);
        match schedule.and_then(|schedule| schedule.quote(amount)) {
            Some(Quote::Fee { fee, .. }) => format!(
                "On ${} the fee is ${} a year, ${} a month.",
                grouped(amount),
                grouped(fee.annual()),
                grouped(fee.monthly())
            ),
            Some(Quote::Minimum { minimum, .. }) => {
                let label = minimum.map_or("", |fee| &*fee.label);
                format!("On ${}: {label}.", grouped(amount))
            }
            None => String::new(),
        }
    }
}

fn element(tag: &str, within: &str) -> String {
    format!("<{tag}>{within}</{tag}>")
}
