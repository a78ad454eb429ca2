//! Rich text as plain HTML for feed readers. Components become text.

use crate::address;
use html_escape::{encode_double_quoted_attribute, encode_text};
use site_schema::fees::{Quote, grouped};
use site_schema::model::{
    Article, Cell, Component, ComponentName, Content, Inline, LinkKind, ListItem, Node,
    ResolvedLink, Row,
};

/// The HTML of an article's text. All addresses are absolute, because a feed reader shows the text on its own page.
pub fn html(content: &Content, article: &Article) -> String {
    Html { content, article }.nodes(&article.body)
}

/// The renderer of one article.
struct Html<'a> {
    content: &'a Content,
    article: &'a Article,
}

impl Html<'_> {
    fn nodes(&self, nodes: &[Node]) -> String {
        nodes.iter().map(|node| self.node(node)).collect()
    }

    fn node(&self, node: &Node) -> String {
        match node {
            Node::Paragraph { children } => element("p", &self.line(children)),
            Node::Heading {
                level, children, ..
            } => element(&format!("h{level}"), &self.line(children)),
            Node::List { ordered, items } => {
                let tag = if *ordered { "ol" } else { "ul" };
                element(tag, &self.list_items(items))
            }
            Node::Quote { children } => element("blockquote", &self.nodes(children)),
            Node::Table { header, rows, .. } => self.table(header, rows),
            Node::CodeBlock { text } => element("pre", &encode_text(text)),
            Node::Divider => "<hr>".to_owned(),
            Node::Component(component) => self.component(component),
        }
    }

    fn list_items(&self, items: &[ListItem]) -> String {
        items
            .iter()
            .map(|item| element("li", &self.nodes(&item.children)))
            .collect()
    }

    fn table(&self, header: &[Cell], rows: &[Row]) -> String {
        let head = element("tr", &self.cells("th", header));
        let mut body = String::new();
        for row in rows {
            body += &element("tr", &self.cells("td", &row.cells));
        }
        element(
            "table",
            &(element("thead", &head) + &element("tbody", &body)),
        )
    }

    fn cells(&self, tag: &str, cells: &[Cell]) -> String {
        cells
            .iter()
            .map(|cell| element(tag, &self.line(&cell.children)))
            .collect()
    }

    fn line(&self, children: &[Inline]) -> String {
        children.iter().map(|child| self.inline(child)).collect()
    }

    fn inline(&self, inline: &Inline) -> String {
        match inline {
            Inline::Text { text } => encode_text(text).into_owned(),
            Inline::Strong { children } => element("strong", &self.line(children)),
            Inline::Emphasis { children } => element("em", &self.line(children)),
            Inline::Code { text } => element("code", &encode_text(text)),
            Inline::Link { link, children } => {
                let address = self.full_address(link);
                let href = encode_double_quoted_attribute(&address);
                format!("<a href=\"{href}\">{}</a>", self.line(children))
            }
            Inline::Image { image } => encode_text(&*image.alt).into_owned(),
            Inline::LineBreak => "<br>".to_owned(),
        }
    }

    /// The address of a link, with the site's origin if it leads to a page.
    fn full_address(&self, link: &ResolvedLink) -> String {
        match link.kind {
            LinkKind::Page if link.href.starts_with('#') => {
                address(self.content, &self.article.route) + &link.href
            }
            LinkKind::Page => address(self.content, &link.href),
            LinkKind::External | LinkKind::Phone | LinkKind::Email => link.href.clone(),
        }
    }

    fn component(&self, component: &Component) -> String {
        let text = |name| encode_text(attribute(component, name)).into_owned();
        let children = self.nodes(&component.children);
        match component.name {
            ComponentName::Buckets => {
                let cash = text("cash");
                let bonds = text("bonds");
                let growth = text("growth");
                element(
                    "p",
                    &format!("Cash: {cash}. Bonds: {bonds}. Growth: {growth}."),
                )
            }
            ComponentName::Callout | ComponentName::Checklist => {
                element("p", &element("strong", &text("title"))) + &children
            }
            ComponentName::Disclaimer => {
                let kind = attribute(component, "kind");
                let words = match self.content.site.disclaimers.get(kind) {
                    Some(words) => encode_text(&**words),
                    None => "".into(),
                };
                element("p", &element("em", &words))
            }
            ComponentName::KeyFigure => {
                let value = element("strong", &text("value"));
                element("p", &format!("{value} {}", text("label")))
            }
            ComponentName::WorkedExample => {
                let schedule = attribute(component, "schedule");
                let assets = attribute(component, "assets");
                let fee = self.worked_example(schedule, assets);
                element("p", &encode_text(&fee)) + &children
            }
        }
    }

    /// A fee example as a sentence.
    fn worked_example(&self, schedule: &str, assets: &str) -> String {
        let amount = assets.parse::<u64>().unwrap_or(0);
        let Some(schedule) = self.content.fees.schedules.get(schedule) else {
            return String::new();
        };
        match schedule.quote(amount) {
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

/// The value of a component's attribute. Empty if there is no such attribute.
fn attribute<'c>(component: &'c Component, name: &str) -> &'c str {
    for attribute in &component.attributes {
        if attribute.name == name {
            return &attribute.value;
        }
    }
    ""
}

/// Wraps HTML in an element.
fn element(tag: &str, children: &str) -> String {
    format!("<{tag}>{children}</{tag}>")
}
