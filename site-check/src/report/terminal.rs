//! Pictures of each place for people at a terminal, in the style of the Rust compiler.

use super::listed::{Entry, entries, one_line};
use super::{Excerpt, FIXABLE};
use crate::diagnostic::{Diagnostic, Place, Severity, visible};
use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Annotation, AnnotationKind, Level, Origin, Renderer, Snippet};
use std::fmt;

/// The width in characters if there is no terminal.
const PLAIN_WIDTH: usize = 100;

/// Only the beginning of a longer place is marked, so that its line can be trimmed.
const LONGEST_MARK: usize = 60;

/// The capabilities of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Plain characters, for files and other programs.
    Plain,
    /// Colors and lines, with the width of the terminal, if known.
    Colored { width: Option<usize> },
}

/// Draws all problems, and adds the summary.
pub fn render(diagnostics: &[Diagnostic], summary: &str, style: Style) -> String {
    let renderer = renderer(style);
    let mut out = String::new();
    for entry in entries(diagnostics) {
        match entry {
            Entry::Problem(diagnostic) => out += &draw(diagnostic, &renderer),
            Entry::Omitted(omitted) => out += &format!("… {}", omitted.note()),
        }
        out += "\n\n";
    }
    out + summary + "\n"
}

fn renderer(style: Style) -> Renderer {
    match style {
        Style::Plain => Renderer::plain().term_width(PLAIN_WIDTH),
        Style::Colored { width } => {
            let renderer = Renderer::styled().decor_style(DecorStyle::Unicode);
            match width {
                Some(width) => renderer.term_width(width),
                None => renderer,
            }
        }
    }
}

impl fmt::Display for Diagnostic {
    /// Draws the problem in plain characters.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&draw(self, &renderer(Style::Plain)))
    }
}

/// Draws one problem: the source line, trimmed around the mark if it is long, and the expected and
/// the present content.
fn draw(diagnostic: &Diagnostic, renderer: &Renderer) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut title = level.primary_title(one_line(&diagnostic.message));
    if !diagnostic.code.is_empty() {
        title = title.id(diagnostic.code);
    }
    let file = visible(&diagnostic.file);
    let mut group = match &diagnostic.place {
        Some(place) => title.element(snippet(place, file.clone())),
        None => title.element(Origin::path(file.clone())),
    };
    for (name, text) in [
        ("expected", &diagnostic.expected),
        ("found", &diagnostic.found),
    ] {
        if let Some(text) = text {
            group = group.element(Level::NOTE.with_name(name).message(one_line(text)));
        }
    }
    group = group.element(Level::HELP.message(one_line(&diagnostic.help)));
    if diagnostic.fix.is_some() {
        group = group.element(Level::NOTE.message(FIXABLE));
    }
    if let Some(note) = diagnostic.origin.note() {
        group = group.element(Level::NOTE.message(note));
    }
    let drawn = renderer.render(&[group]);
    match &diagnostic.place {
        Some(place) => with_column(&drawn, &file, place),
        None => drawn,
    }
}

/// Replaces the column in a cut excerpt with the column in the file.
fn with_column(drawn: &str, file: &str, place: &Place) -> String {
    let at = format!("{file}:{}:", place.line);
    let counted = format!("{at}{}", before_mark(place, &Excerpt::of(place)) + 1);
    let meant = format!("{at}{}", place.column);
    drawn.replacen(&counted, &meant, 1)
}

/// Returns the number of characters that are drawn before the mark. An ellipsis replaces a cut.
fn before_mark(place: &Place, excerpt: &Excerpt) -> usize {
    place.column - excerpt.column + usize::from(excerpt.is_cut_before)
}

/// Returns the source line of a place, with a mark below the place.
fn snippet(place: &Place, file: String) -> Snippet<'static, Annotation<'static>> {
    let excerpt = Excerpt::of(place);
    let mut line = visible(excerpt.text);
    if excerpt.is_cut_before {
        line.insert(0, '…');
    }
    if excerpt.is_cut_after {
        line.push('…');
    }
    let first = before_mark(place, &excerpt);
    let start = byte_of(&line, first);
    let end = byte_of(&line, first + excerpt.width.min(LONGEST_MARK));
    Snippet::source(line)
        .line_start(place.line)
        .path(file)
        .annotation(AnnotationKind::Primary.span(start..end))
}

/// Returns the first byte of a character of a line; the line's end if the line is shorter.
fn byte_of(line: &str, character: usize) -> usize {
    let mut begins = line.char_indices();
    begins.nth(character).map_or(line.len(), |(at, _)| at)
}
