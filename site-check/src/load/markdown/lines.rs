//! What only the lines of a block show.

use super::build::Builder;
use super::tag::line_end;
use super::{Kind, MarkdownErrorKind, Node, pattern};
use pulldown_cmark::CodeBlockKind;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// A line that holds facts and nothing else.
static FACTS: LazyLock<Regex> = LazyLock::new(|| pattern(r"^(?:\{[^}]*\}\s*)+$"));
/// A bar between cells, captured, or a character that a backslash makes literal.
static BAR: LazyLock<Regex> = LazyLock::new(|| pattern(r"\\.|(\|)"));
/// The markers of the quotes that a line is in.
static QUOTES: LazyLock<Regex> = LazyLock::new(|| pattern("^(?: {0,3}>)*"));
/// A line so far indented that CommonMark sees no block begin in it, while MDX
/// does: a quote, a table, code, a heading, a list or a line across the page.
static INDENTED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"^(?: {0,3}\t| {4})\s*(?:[>|]|```|~~~|(?:[-#+*=_]+|[0-9]+[.)])(?:[ \t]|\s*$))")
});

impl Builder<'_> {
    /// The faults of the lines of a paragraph or a heading.
    pub(super) fn line_errors(&mut self, node: &Node) {
        self.esm(&node.span);
        let text = self.text;
        let written = &text[node.span.clone()];
        let mut at = node.span.start;
        let mut found = Vec::new();
        let several = written.trim_end().contains('\n');
        for line in written.split_inclusive('\n') {
            let inner = QUOTES.replace(line, "");
            let words = inner.trim();
            let start = at + line.len() - inner.trim_start().len();
            let place = start..start + words.len();
            if several && FACTS.is_match(words) {
                found.push((MarkdownErrorKind::LoneFact, place));
            } else if at > node.span.start && INDENTED.is_match(&inner) {
                found.push((MarkdownErrorKind::IndentedLine, place));
            } else if node.kind == Kind::Paragraph && several && is_delimiters(words) {
                found.push((MarkdownErrorKind::NoTable, place));
            }
            at += line.len();
        }
        for (kind, place) in found {
            self.error(kind, place);
        }
    }

    /// Finds an import or an export at the beginning of a block.
    pub(super) fn esm(&mut self, block: &Range<usize>) {
        let begins_line = block.start == 0 || self.text[..block.start].ends_with('\n');
        let written = &self.text[block.start..];
        let is_code = ["import", "export"].iter().any(|word| {
            let rest = written.strip_prefix(word);
            rest.is_some_and(|rest| rest.starts_with([' ', '\t']))
        });
        if begins_line && is_code {
            let end = line_end(self.text, block.start);
            self.error(MarkdownErrorKind::Esm, block.start..end);
        }
    }

    /// Finds the cells that are more than a table has columns, which the parser leaves out.
    pub(super) fn extra_cells(&mut self, columns: usize, table: Range<usize>) {
        let text = self.text;
        let mut at = table.start;
        for line in text[table].split_inclusive('\n') {
            let row = line.trim_end();
            if !row.contains('|') {
                self.error(MarkdownErrorKind::RowWithoutBars, at..at + row.len());
            }
            if let Some(extra) = cell(row, columns) {
                let start = at + extra;
                self.error(MarkdownErrorKind::ExtraCells, start..at + row.len());
            }
            at += line.len();
        }
    }

    /// The faults of a block of code: indentation, and a fence that never ends.
    pub(super) fn code_errors(&mut self, kind: &CodeBlockKind, range: &Range<usize>) {
        let line = range.start..line_end(self.text, range.start).min(range.end);
        if *kind == CodeBlockKind::Indented {
            return self.error(MarkdownErrorKind::IndentedCode, line);
        }
        let fence = &self.text[line.clone()];
        let mark = fence.chars().next().unwrap_or('`');
        let length = |text: &str| text.len() - text.trim_start_matches(mark).len();
        let below = &self.text[line.end..range.end];
        let last = below.trim_end().rsplit('\n').next().unwrap_or_default();
        let last = last.trim_start_matches(|c: char| c.is_whitespace() || c == '>');
        let is_end = last.len() == length(last) && length(last) >= length(fence);
        if !below.contains('\n') || !is_end {
            self.error(MarkdownErrorKind::OpenFence, line);
        }
    }
}

/// Where in a row a cell begins, counted from 0; none where the row has fewer.
fn cell(row: &str, number: usize) -> Option<usize> {
    let inner = row.trim_start_matches([' ', '\t', '>']);
    let start = row.len() - inner.len() + usize::from(inner.starts_with('|'));
    let bars = BAR.captures_iter(&row[start..]);
    let mut ends = bars.filter_map(|found| found.get(1));
    let behind = start + ends.nth(number.checked_sub(1)?)?.end();
    (!row[behind..].trim().is_empty()).then_some(behind)
}

/// Whether a line is dashes between bars, as below the header of a table.
fn is_delimiters(line: &str) -> bool {
    line.contains('|')
        && line.contains("--")
        && line
            .chars()
            .all(|c| matches!(c, '|' | '-' | ':' | ' ' | '\t'))
}
