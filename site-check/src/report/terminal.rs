//! For people at a terminal: a picture of each place, as the Rust compiler draws
//! its own.

use super::FIXABLE;
use super::listed::{Entry, entries, shown};
use crate::diagnostic::{Diagnostic, Place, Severity, visible};
use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Annotation, AnnotationKind, Level, Origin, Renderer, Snippet};
use std::fmt;

/// The width in characters of problems drawn where there is no terminal.
const PLAIN_WIDTH: usize = 100;

/// A longer place is marked at its beginning alone, so that its line can be trimmed.
const LONGEST_MARK: usize = 60;

/// The means of drawing that the reader's screen has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Characters alone, as a file or another program gets them.
    Plain,
    /// Colors and lines, as wide as the terminal is, where that is known.
    Colored { width: Option<usize> },
}

/// All problems, each drawn, and the summary.
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
    /// The problem drawn in characters alone.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&draw(self, &renderer(Style::Plain)))
    }
}

/// One problem: the source line, trimmed around the mark where it is long, and what
/// was expected and found.
fn draw(diagnostic: &Diagnostic, renderer: &Renderer) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut title = level.primary_title(shown(&diagnostic.message));
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
            group = group.element(Level::NOTE.with_name(name).message(shown(text)));
        }
    }
    group = group.element(Level::HELP.message(shown(&diagnostic.help)));
    if diagnostic.fix.is_some() {
        group = group.element(Level::NOTE.message(FIXABLE));
    }
    if let Some(note) = diagnostic.origin.note() {
        group = group.element(Level::NOTE.message(note));
    }
    let drawn = renderer.render(&[group]);
    match &diagnostic.place {
        Some(place) if place.excerpt.is_cut_before => with_column(&drawn, &file, place),
        _ => drawn,
    }
}

/// Returns a drawing with the column of the file, where it counts those of the excerpt.
fn with_column(drawn: &str, file: &str, place: &Place) -> String {
    let at = format!("{file}:{}:", place.line);
    let counted = format!("{at}{}", column_in_excerpt(place) + 1);
    let meant = format!("{at}{}", place.column);
    drawn.replacen(&counted, &meant, 1)
}

/// Returns the number of characters that are shown before the mark.
fn column_in_excerpt(place: &Place) -> usize {
    let excerpt = &place.excerpt;
    // An ellipsis stands for what is cut.
    place.column - excerpt.column + usize::from(excerpt.is_cut_before)
}

/// The source line of a place, with a mark below the place.
fn snippet(place: &Place, file: String) -> Snippet<'static, Annotation<'static>> {
    let excerpt = &place.excerpt;
    let mut line = visible(&excerpt.text);
    if excerpt.is_cut_before {
        line.insert(0, '…');
    }
    if excerpt.is_cut_after {
        line.push('…');
    }
    let first = column_in_excerpt(place);
    let start = byte_of(&line, first);
    let end = byte_of(&line, first + excerpt.width.min(LONGEST_MARK));
    Snippet::source(line)
        .line_start(place.line)
        .path(file)
        .annotation(AnnotationKind::Primary.span(start..end))
}

/// The byte at which a character of a line begins; the line's end where it has fewer.
fn byte_of(line: &str, character: usize) -> usize {
    let mut begins = line.char_indices();
    begins.nth(character).map_or(line.len(), |(at, _)| at)
}
