//! The lines of the paragraphs of prose, for rules that look for lists, tables and headings that Markdown doesn't read as such.

use crate::load::File;
use crate::load::markdown::{Kind, Node, Prose};
use std::ops::Range;

/// Paragraphs that follow one another with nothing between them.
pub(super) struct Paragraphs<'a> {
    pub prose: &'a Prose,
    pub lines: Vec<Line<'a>>,
}

/// A line of a paragraph, without the spaces around it and the marker of a quote before it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<'a> {
    pub text: &'a str,
    /// Its first byte in the prose.
    pub start: usize,
    pub begins_paragraph: bool,
    /// True if another mark, such as the marker of a list, is before it on the line.
    pub is_within_line: bool,
}

impl Line<'_> {
    /// The place of its first bytes in the prose.
    pub fn first(&self, length: usize) -> Range<usize> {
        self.start..self.start + length
    }

    pub fn span(&self) -> Range<usize> {
        self.first(self.text.len())
    }
}

/// Returns the paragraphs of all prose of a file. Consecutive paragraphs are together.
pub(super) fn paragraphs(file: &File) -> Vec<Paragraphs<'_>> {
    let mut all = Vec::new();
    for prose in file.proses() {
        collect(prose, &prose.parsed.nodes, &mut all);
    }
    all
}

fn collect<'a>(prose: &'a Prose, nodes: &'a [Node], all: &mut Vec<Paragraphs<'a>>) {
    let mut lines = Vec::new();
    for node in nodes {
        if node.kind == Kind::Paragraph {
            add_lines(prose, node, &mut lines);
            continue;
        }
        if !lines.is_empty() {
            all.push(Paragraphs {
                prose,
                lines: std::mem::take(&mut lines),
            });
        }
        collect(prose, &node.children, all);
    }
    if !lines.is_empty() {
        all.push(Paragraphs { prose, lines });
    }
}

fn add_lines<'a>(prose: &'a Prose, paragraph: &Node, lines: &mut Vec<Line<'a>>) {
    let mut start = paragraph.span.start;
    for written in prose.written(paragraph).split_inclusive('\n') {
        let text = written.trim_start_matches(is_before_line);
        let line_start = start + written.len() - text.len();
        let before = prose.text[..line_start].rsplit('\n').next();
        lines.push(Line {
            text: text.trim_end(),
            start: line_start,
            begins_paragraph: start == paragraph.span.start,
            is_within_line: !before.unwrap_or_default().chars().all(is_before_line),
        });
        start += written.len();
    }
}

/// Returns true for a space, a tab and the marker of a quote.
fn is_before_line(c: char) -> bool {
    matches!(c, ' ' | '\t' | '>')
}
