//! Rich text as plain HTML for feed readers: components become what they say.

use crate::{CONTENT, address};
use html_escape::{encode_double_quoted_attribute, encode_text};
use site_schema::fees::{Quote, grouped};
use site_schema::model::{Component, ComponentName, Inline, LinkKind, Node};

pub fn nodes(nodes: &[Node]) -> String {
    nodes.iter().map(node).collect()
}

fn node(node: &Node) -> String {
    match node {
        Node::Paragraph { children } => element("p", &line(children)),
        Node::Heading {
            level, children, ..
        } => element(&format!("h{level}"), &line(children)),
        Node::List { ordered, items } => {
            let items: String = items
                .iter()
                .map(|item| element("li", &nodes(&item.children)))
                .collect();
            element(if *ordered { "ol" } else { "ul" }, &items)
        }
        Node::Quote { children } => element("blockquote", &nodes(children)),
        Node::Table { header, rows } => {
            let cells = |tag, cells: &[site_schema::model::Cell]| -> String {
                cells
                    .iter()
                    .map(|cell| element(tag, &line(&cell.children)))
                    .collect()
            };
            let body: String = rows
                .iter()
                .map(|row| element("tr", &cells("td", &row.cells)))
                .collect();
            element(
                "table",
                &(element("thead", &element("tr", &cells("th", header)))
                    + &element("tbody", &body)),
            )
        }
        Node::CodeBlock { text } => element("pre", &encode_text(&**text)),
        Node::Divider => "<hr>".to_owned(),
        Node::Component(found) => component(found),
    }
}

fn line(children: &[Inline]) -> String {
    let inline = |child: &Inline| match child {
        Inline::Text { text } => encode_text(&**text).into_owned(),
        Inline::Strong { children } => element("strong", &line(children)),
        Inline::Emphasis { children } => element("em", &line(children)),
        Inline::Code { text } => element("code", &encode_text(&**text)),
        Inline::Link { link, children } => {
            let href = match link.kind {
                LinkKind::Page => address(&link.href),
                _ => link.href.to_string(),
            };
            format!(
                "<a href=\"{}\">{}</a>",
                encode_double_quoted_attribute(&href),
                line(children)
            )
        }
        Inline::Image { image } => encode_text(&*image.alt).into_owned(),
        Inline::LineBreak => "<br>".to_owned(),
    };
    children.iter().map(inline).collect()
}

fn component(component: &Component) -> String {
    let attribute = |name: &str| {
        let found = component
            .attributes
            .iter()
            .find(|attribute| attribute.name == name);
        found.map_or("", |attribute| &*attribute.value)
    };
    let text = |name: &str| encode_text(attribute(name)).into_owned();
    let within = nodes(&component.children);
    match component.name {
        ComponentName::Buckets => element(
            "p",
            &format!(
                "Cash: {}. Bonds: {}. Growth: {}.",
                text("cash"),
                text("bonds"),
                text("growth")
            ),
        ),
        ComponentName::Callout | ComponentName::Checklist => {
            element("p", &element("strong", &text("title"))) + &within
        }
        ComponentName::Disclaimer => {
            let disclaimer = CONTENT.site.disclaimers.get(attribute("kind"));
            element(
                "p",
                &element("em", &encode_text(disclaimer.map_or("", |text| &**text))),
            )
        }
        ComponentName::KeyFigure => element(
            "p",
            &(element("strong", &text("value")) + " " + &text("label")),
        ),
        ComponentName::WorkedExample => {
            let fee = worked_example(attribute("schedule"), attribute("assets"));
            element("p", &encode_text(&fee)) + &within
        }
    }
}

/// A fee in a sentence.
fn worked_example(schedule: &str, assets: &str) -> String {
    let amount = assets.parse::<u64>().unwrap_or(0);
    let quote = CONTENT
        .fees
        .schedules
        .get(schedule)
        .and_then(|schedule| schedule.quote(amount));
    match quote {
        Some(Quote::Fee { fee, .. }) => format!(
            "On ${} the fee is ${} a year, ${} a month.",
            grouped(amount),
            grouped(fee.annual()),
            grouped(fee.monthly())
        ),
        Some(Quote::Minimum { minimum, .. }) => {
            format!(
                "On ${}: {}.",
                grouped(amount),
                minimum.map_or("", |fee| &*fee.label)
            )
        }
        None => String::new(),
    }
}

fn element(tag: &str, within: &str) -> String {
    format!("<{tag}>{within}</{tag}>")
}
