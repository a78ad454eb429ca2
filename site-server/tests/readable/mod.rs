//! Renders a page for review: its text and structure, without values that change on their own.

use html5ever::driver::{self, ParseOpts};
use html5ever::tendril::TendrilSink as _;
use scraper::{ElementRef, Html, HtmlTreeSink, Node, Selector};

/// Parses a page like a browser without scripts, including `<noscript>`.
pub fn page(html: &str) -> Html {
    let mut options = ParseOpts::default();
    options.tree_builder.scripting_enabled = false;
    driver::parse_document(HtmlTreeSink::new(Html::new_document()), options).one(html)
}

/// The head of a page: what search engines, browsers and networks see.
pub fn head(page: &Html) -> String {
    let mut out = String::new();
    for element in select(page, "head > *") {
        let attribute = |name| element.attr(name).unwrap_or_default();
        let name = element.attr("name").or(element.attr("property"));
        let line = match (element.value().name(), name) {
            ("title", _) => format!("title: {}", text(element)),
            ("meta", Some(name)) => format!("{name}: {}", attribute("content")),
            ("link", _) if !attribute("rel").ends_with("preload") => {
                format!("link {}: {}", attribute("rel"), attribute("href"))
            }
            ("script", _) if attribute("type") == "application/ld+json" => {
                format!("structured data: {}", element.text().collect::<String>())
            }
            _ => continue,
        };
        out += &(line + "\n");
    }
    out
}

/// The text and structure of an element, one item per line.
pub fn body(element: ElementRef) -> String {
    let mut out = String::new();
    block(element, 0, &mut out);
    out
}

pub fn select<'a>(page: &'a Html, selector: &str) -> Vec<ElementRef<'a>> {
    let selector = Selector::parse(selector).expect("a selector");
    page.select(&selector).collect()
}

const INLINE: [&str; 12] = [
    "a", "abbr", "b", "br", "code", "em", "i", "output", "small", "span", "strong", "time",
];
const SILENT: [&str; 4] = ["script", "style", "svg", "template"];

fn block(element: ElementRef, depth: usize, out: &mut String) {
    let name = element.value().name();
    if SILENT.contains(&name) {
        return;
    }
    let indent = "  ".repeat(depth);
    let attribute = |name| element.attr(name);
    let id = attribute("id").map_or_else(String::new, |id| format!("#{id}"));
    match name {
        "img" => {
            let source = match attribute("src").unwrap_or_default() {
                // An inline image. Its alt text identifies it.
                data if data.starts_with("data:") => "in the page",
                file => file,
            };
            let alt = attribute("alt").unwrap_or("NO ALT");
            *out += &format!("{indent}img {source} \"{alt}\"\n");
        }
        "input" | "iframe" => {
            let shown = "type inputmode placeholder src title loading".split(' ');
            let shown = shown.filter_map(|key| Some(format!(" {key}={:?}", attribute(key)?)));
            *out += &format!("{indent}{name}{id}{}\n", shown.collect::<String>());
        }
        _ if holds_only_words(element) => {
            let words = text(element);
            if !words.is_empty() {
                *out += &format!("{indent}{name}{id}: {words}\n");
            }
        }
        _ => {
            let plain = matches!(name, "div" | "span") && id.is_empty();
            if !plain {
                let label = attribute("aria-label").map(|label| format!(" \"{label}\""));
                *out += &format!("{indent}{name}{id}{}\n", label.unwrap_or_default());
            }
            let within = if plain { depth } else { depth + 1 };
            for child in element.children() {
                if let Some(element) = ElementRef::wrap(child) {
                    block(element, within, out);
                } else if let Node::Text(words) = child.value()
                    && !words.trim().is_empty()
                {
                    *out += &format!("{}{}\n", "  ".repeat(within), words.trim());
                }
            }
        }
    }
}

/// Returns true for an element that contains only text and text markup, such as a paragraph, a heading or a link.
fn holds_only_words(element: ElementRef) -> bool {
    element
        .children()
        .filter_map(ElementRef::wrap)
        .all(|child| {
            let name = child.value().name();
            SILENT.contains(&name) || (INLINE.contains(&name) && holds_only_words(child))
        })
}

/// The text of an element on one line, with the targets of its links.
fn text(element: ElementRef) -> String {
    let mut out = String::new();
    words(element, &mut out);
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn words(element: ElementRef, out: &mut String) {
    let name = element.value().name();
    if SILENT.contains(&name) {
        return;
    }
    let href = element.attr("href").filter(|_| name == "a");
    if href.is_some() {
        out.push('[');
    }
    for child in element.children() {
        if let Some(element) = ElementRef::wrap(child) {
            words(element, out);
        } else if let Node::Text(text) = child.value() {
            out.push_str(text);
        }
    }
    if let Some(href) = href {
        *out += &format!("]({href})");
    }
    if name == "br" {
        out.push(' ');
    }
}
