//! Drawings: SVG, which someone can open by its address as a document of this site. So it must not
//! run scripts or load anything. The policy that the site serves with it stops whatever isn't found
//! here.

use super::Size;
use crate::load::pattern;
use regex::Regex;
use roxmltree::{Document, Node, ParsingOptions};
use std::sync::LazyLock;

const SVG: &str = "http://www.w3.org/2000/svg";
/// The maximum depth of elements. The build's parser allows 256.
const MAX_DEPTH: usize = 200;

/// The reason why a drawing can't be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DrawingError {
    /// It isn't UTF-8.
    Encoding,
    /// It isn't XML. Contains the parser's message, with line and column.
    Syntax(String),
    /// It is XML, but not a drawing.
    NoDrawing,
    /// Neither `width` and `height` nor `viewBox` specify its size.
    NoSize,
    TooDeep,
    /// It runs or loads something. Contains the code that does.
    RunsOrLoads(String),
}

/// Returns the size of a drawing that doesn't run or load anything.
pub fn size(bytes: &[u8]) -> Result<Size, DrawingError> {
    let written = str::from_utf8(bytes).map_err(|_| DrawingError::Encoding)?;
    let text = written.strip_prefix('\u{feff}').unwrap_or(written);
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(text, options)
        .map_err(|error| DrawingError::Syntax(error.to_string()))?;
    let root = document.root_element();
    // The build's parser doesn't recognize a root element with a prefix.
    let is_drawing = root.has_tag_name((SVG, "svg")) && text[root.range()].starts_with("<svg");
    if !is_drawing {
        return Err(DrawingError::NoDrawing);
    }
    let is_too_deep = |node: Node| node.ancestors().nth(MAX_DEPTH).is_some();
    if root.descendants().any(is_too_deep) {
        return Err(DrawingError::TooDeep);
    }
    for node in document.descendants() {
        if let Some(found) = active_part(&node) {
            return Err(DrawingError::RunsOrLoads(found));
        }
    }
    shown_size(&root).ok_or(DrawingError::NoSize)
}

/// Returns true if a drawing has text.
pub fn has_text(svg: &str) -> bool {
    TEXT.is_match(svg)
}

/// The start of an element for text, as the build searches for it.
static TEXT: LazyLock<Regex> = LazyLock::new(|| pattern(r"<text\b"));

/// The elements that run a script or show another document, in lower case.
const ACTIVE: [&str; 10] = [
    "audio",
    "embed",
    "foreignobject",
    "handler",
    "iframe",
    "link",
    "listener",
    "object",
    "script",
    "video",
];

/// Returns the code of a node that runs or loads something.
fn active_part(node: &Node) -> Option<String> {
    if let Some(instruction) = node.pi() {
        let is_style = instruction.target == "xml-stylesheet";
        return is_style.then(|| "<?xml-stylesheet".to_owned());
    }
    let name = node.tag_name().name();
    if node.is_element() && ACTIVE.contains(&name.to_lowercase().as_str()) {
        return Some(format!("<{name}>"));
    }
    for attribute in node.attributes() {
        let (attribute_name, value) = (attribute.name(), attribute.value());
        let acts = match attribute.namespace() {
            None => is_handler(attribute_name) || loads(name, attribute_name, value),
            Some(XLINK) => loads(name, attribute_name, value),
            Some(_) => false,
        };
        if acts {
            return Some(quote(attribute_name, value));
        }
    }
    let is_style = node.is_text() && node.parent_element().is_some_and(is_style_element);
    if is_style {
        return external_reference(node.text().unwrap_or_default());
    }
    None
}

const XLINK: &str = "http://www.w3.org/1999/xlink";

fn is_style_element(node: Node) -> bool {
    node.tag_name().name().eq_ignore_ascii_case("style")
}

/// Returns true if an attribute without a namespace is an event handler, such as `onload`.
fn is_handler(name: &str) -> bool {
    let lower_case = name.to_lowercase();
    match lower_case.strip_prefix("on") {
        Some(event) => event.starts_with(|c: char| c.is_ascii_lowercase()),
        None => false,
    }
}

/// Returns true if an attribute of an element loads something or links to something.
fn loads(element: &str, name: &str, value: &str) -> bool {
    match name {
        "href" | "src" => {
            let address = value.trim().to_lowercase();
            let is_embedded =
                matches!(element, "image" | "feImage") && address.starts_with("data:image/");
            !address.is_empty() && !address.starts_with('#') && !is_embedded
        }
        _ => value.contains('(') && external_reference(value).is_some(),
    }
}

/// Returns an attribute as written, cut if it is long.
fn quote(name: &str, value: &str) -> String {
    const LONGEST: usize = 40;
    match value.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{name}=\"{}…\"", &value[..end]),
        None => format!("{name}=\"{value}\""),
    }
}

/// Returns the first reference to something outside the drawing in a style sheet or a style value.
fn external_reference(css: &str) -> Option<String> {
    for found in LOADED.captures_iter(css) {
        let is_own = found.get(1).is_some_and(|address| {
            let address = address.as_str().to_lowercase();
            address.is_empty() || address.starts_with('#') || address.starts_with("data:")
        });
        if !is_own {
            return Some(found[0].to_owned());
        }
    }
    None
}

/// A reference in a style sheet: the address in `url()`, captured, or another style sheet.
static LOADED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r#"(?i)url\(\s*["']?\s*([^"')\s]*)|@import\b"#));

/// Returns the default size of a drawing.
fn shown_size(root: &Node) -> Option<Size> {
    let width = length(root.attribute("width"))?;
    let height = length(root.attribute("height"))?;
    let own = view_box(root.attribute("viewBox").unwrap_or_default());
    let (width, height) = match (width, height, own) {
        (Some(width), Some(height), _) => (width, height),
        (Some(width), None, Some(own)) => (width, width * own.1 / own.0),
        (None, Some(height), Some(own)) => (height * own.0 / own.1, height),
        (None, None, Some(own)) => own,
        _ => return None,
    };
    let is_seen = width >= 1.0 && height >= 1.0;
    is_seen.then_some((width.ceil() as u64, height.ceil() as u64))
}

/// Parses a length in pixels. Returns `Some(None)` if it is relative to the page, and `None` for a
/// length of zero.
fn length(written: Option<&str>) -> Option<Option<f64>> {
    let Some(found) = LENGTH.captures(written.unwrap_or_default()) else {
        return Some(None);
    };
    let number: f64 = found[1].parse().ok()?;
    let unit = match found[2].to_lowercase().as_str() {
        "in" => 96.0,
        "cm" => 96.0 / 2.54,
        "mm" => 96.0 / 25.4,
        "pt" => 96.0 / 72.0,
        "pc" | "em" | "rem" => 16.0,
        "ex" | "ch" => 8.0,
        _ => 1.0,
    };
    let pixels = number * unit;
    (pixels > 0.0).then_some(Some(pixels))
}

/// Captures the number and the unit of a length that isn't relative to the page.
static LENGTH: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^\s*([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?)(px|in|cm|mm|pt|pc|r?em|ex|ch|)\s*$",
    )
});

/// Parses the width and the height in a `viewBox`.
fn view_box(written: &str) -> Option<(f64, f64)> {
    let mut numbers = Vec::new();
    for part in written.split([' ', ',', '\t', '\n', '\r']) {
        if !part.is_empty() {
            numbers.push(part.parse::<f64>().ok()?);
        }
    }
    let [_, _, width, height] = numbers[..] else {
        return None;
    };
    (width > 0.0 && height > 0.0).then_some((width, height))
}
