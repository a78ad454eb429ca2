//! A page as a person would review it: its words and its structure, nothing that changes by itself.

use std::fmt::Write as _;

use html5ever::driver::{self, ParseOpts};
use html5ever::tendril::TendrilSink as _;
use scraper::{ElementRef, Html, HtmlTreeSink, Node, Selector};

/// As a browser without scripts reads it, `<noscript>` included.
pub fn page(html: &str) -> Html {
    let mut options = ParseOpts::default();
    options.tree_builder.scripting_enabled = false;
    driver::parse_document(HtmlTreeSink::new(Html::new_document()), options).one(html)
}

/// What stands in the head: what search engines, browsers and networks see.
pub fn head(page: &Html) -> String {
    let mut out = String::new();
    for element in select(page, "head > *") {
        let attribute = |name| element.attr(name).unwrap_or_default();
        let line = match element.value().name() {
            "title" => format!("title: {}", text(element)),
            "meta" if element.attr("name").is_some() => {
                format!("{}: {}", attribute("name"), attribute("content"))
            }
            "meta" if element.attr("property").is_some() => {
                format!("{}: {}", attribute("property"), attribute("content"))
            }
            "link" if attribute("rel") != "preload" && attribute("rel") != "modulepreload" => {
                format!("link {}: {}", attribute("rel"), attribute("href"))
            }
            "script" if attribute("type") == "application/ld+json" => {
                format!("structured data: {}", element.text().collect::<String>())
            }
            _ => continue,
        };
        let _ = writeln!(out, "{}", unhashed(&line));
    }
    out
}

/// The words and the structure of an element, a line for each thing.
pub fn body(element: ElementRef) -> String {
    let mut out = String::new();
    block(element, 0, &mut out);
    out
}

pub fn select<'a>(page: &'a Html, selector: &str) -> Vec<ElementRef<'a>> {
    page.select(&Selector::parse(selector).expect("a selector"))
        .collect()
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
    let id = element
        .attr("id")
        .map_or_else(String::new, |id| format!("#{id}"));
    match name {
        "img" => {
            let source = match element.attr("src").unwrap_or_default() {
                // A drawing that travels in the page: its alt says which.
                data if data.starts_with("data:") => "in the page".to_owned(),
                file => unhashed(file),
            };
            let _ = writeln!(
                out,
                "{indent}img {source} \"{}\"",
                element.attr("alt").unwrap_or("NO ALT")
            );
        }
        "input" | "iframe" => {
            let attributes = [
                "type",
                "inputmode",
                "placeholder",
                "src",
                "title",
                "loading",
            ];
            let shown = attributes
                .iter()
                .filter_map(|key| Some(format!(" {key}={:?}", element.attr(key)?)));
            let _ = writeln!(out, "{indent}{name}{id}{}", shown.collect::<String>());
        }
        _ if holds_only_words(element) => {
            let words = text(element);
            if !words.is_empty() {
                let _ = writeln!(out, "{indent}{name}{id}: {words}");
            }
        }
        _ => {
            let plain = matches!(name, "div" | "span") && id.is_empty();
            if !plain {
                let label = element
                    .attr("aria-label")
                    .map_or_else(String::new, |label| format!(" \"{label}\""));
                let _ = writeln!(out, "{indent}{name}{id}{label}");
            }
            let within = if plain { depth } else { depth + 1 };
            for child in element.children() {
                if let Some(element) = ElementRef::wrap(child) {
                    block(element, within, out);
                } else if let Node::Text(words) = child.value()
                    && !words.trim().is_empty()
                {
                    let _ = writeln!(out, "{}{}", "  ".repeat(within), words.trim());
                }
            }
        }
    }
}

/// Whether an element is a paragraph, a heading, a link: words and what marks them.
fn holds_only_words(element: ElementRef) -> bool {
    element
        .children()
        .filter_map(ElementRef::wrap)
        .all(|child| {
            let name = child.value().name();
            SILENT.contains(&name) || (INLINE.contains(&name) && holds_only_words(child))
        })
}

/// The words of an element, links with where they lead, in one line.
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
        let _ = write!(out, "]({})", unhashed(href));
    }
    if name == "br" {
        out.push(' ');
    }
}

/// The name of a hashed asset without its hash.
pub fn unhashed(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("/assets/") {
        let (before, asset) = rest.split_at(at);
        let end = asset.find(['"', ' ', ')', '\\']).unwrap_or(asset.len());
        let (file, after) = asset.split_at(end);
        out.push_str(before);
        match file.rsplit_once('.') {
            Some((stem, extension)) if stem.len() > 9 && stem.is_char_boundary(stem.len() - 9) => {
                let _ = write!(out, "{}.{extension}", &stem[..stem.len() - 9]);
            }
            _ => out.push_str(file),
        }
        rest = after;
    }
    out + rest
}
