//! The text of a page, one line per heading, paragraph, label or cell.

use scraper::{ElementRef, Html, Node, Selector};

/// The elements whose text starts a new line.
const BLOCKS: [&str; 34] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "br",
    "button",
    "caption",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "li",
    "main",
    "nav",
    "p",
    "section",
    "summary",
    "td",
    "th",
    "tr",
];

/// The elements whose text isn't displayed.
const UNREAD: [&str; 5] = ["head", "noscript", "script", "style", "template"];

/// The text of a body with this media type. Empty if it isn't text.
pub fn lines(media_type: &str, body: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(body);
    if media_type.starts_with("text/html") {
        return page_lines(&text);
    }
    let is_text = [
        "text/",
        "application/json",
        "application/xml",
        "application/atom+xml",
    ]
    .iter()
    .any(|start| media_type.starts_with(start));
    if !is_text {
        return Vec::new();
    }
    text.lines().map(str::to_owned).collect()
}

/// The displayed text of a page.
fn page_lines(html: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    let page = Html::parse_document(html);
    read(page.root_element(), &mut lines);
    let mut read_lines = Vec::new();
    for line in lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        if !words.is_empty() {
            read_lines.push(words.join(" "));
        }
    }
    read_lines
}

/// Appends the text of an element.
fn read(element: ElementRef, lines: &mut Vec<String>) {
    let name = element.value().name();
    if UNREAD.contains(&name) {
        return;
    }
    let is_block = BLOCKS.contains(&name);
    if is_block {
        lines.push(String::new());
    }
    if let Some(description) = element.value().attr("alt") {
        lines.push(description.to_owned());
        lines.push(String::new());
    }
    for child in element.children() {
        if let Node::Text(text) = child.value()
            && let Some(line) = lines.last_mut()
        {
            line.push_str(text);
        }
        if let Some(inner) = ElementRef::wrap(child) {
            read(inner, lines);
        }
    }
    if is_block {
        lines.push(String::new());
    }
}

/// The canonical address in a page.
pub fn canonical(html: &str) -> Option<String> {
    let page = Html::parse_document(html);
    let link = Selector::parse("link[rel=canonical]").expect("a selector");
    let href = page.select(&link).next()?.value().attr("href")?;
    Some(href.to_owned())
}

/// The title of a page.
pub fn title(html: &str) -> Option<String> {
    let page = Html::parse_document(html);
    let title = Selector::parse("title").expect("a selector");
    let text: String = page.select(&title).next()?.text().collect();
    Some(text)
}
