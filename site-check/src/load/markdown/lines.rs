//! Errors that are only visible in the lines of a block.

use super::build::Builder;
use super::tag::line_end;
use super::{Kind, MarkdownErrorKind, Node, pattern};
use pulldown_cmark::CodeBlockKind;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// A line with only facts.
static FACTS: LazyLock<Regex> = LazyLock::new(|| pattern(r"^(?:\{[^}]*\}\s*)+$"));
/// A bar between cells, captured, or a character escaped with a backslash.
static BAR: LazyLock<Regex> = LazyLock::new(|| pattern(r"\\.|(\|)"));
/// The markers of the quotes around a line.
static QUOTES: LazyLock<Regex> = LazyLock::new(|| pattern("^(?: {0,3}>)*"));
/// A line with so much indentation that CommonMark doesn't begin a block there, although MDX does:
/// a quote, a table, code, a heading, a list or a thematic break.
static INDENTED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"^(?: {0,3}\t| {4})\s*(?:[>|]|```|~~~|(?:[-#+*=_]+|[0-9]+[.)])(?:[ \t]|\s*$))")
});

impl Builder<'_> {
    /// Reports the errors of the lines of a paragraph or a heading.
    pub(super) fn line_errors(&mut self, node: &Node) {
        self.esm(&node.span);
        let written = &self.text[node.span.clone()];
        let has_several = written.trim_end().contains('\n');
        let mut line_start = node.span.start;
        for line in written.split_inclusive('\n') {
            let inner = QUOTES.replace(line, "");
            let words = inner.trim();
            let line_end = line_start + line.len();
            let start = line_end - inner.trim_start().len();
            let span = start..start + words.len();
            let is_first = line_start == node.span.start;
            if has_several && FACTS.is_match(words) {
                self.error(MarkdownErrorKind::LoneFact, span);
            } else if !is_first && INDENTED.is_match(&inner) {
                self.error(MarkdownErrorKind::IndentedLine, span);
            } else if node.kind == Kind::Paragraph && has_several && is_delimiter_row(words) {
                self.error(MarkdownErrorKind::NoTable, span);
            }
            line_start = line_end;
        }
    }

    /// Reports an import or an export at the beginning of a block.
    pub(super) fn esm(&mut self, block: &Range<usize>) {
        let begins_line = block.start == 0 || self.text[..block.start].ends_with('\n');
        if begins_line && is_import_or_export(&self.text[block.start..]) {
            let end = line_end(self.text, block.start);
            self.error(MarkdownErrorKind::Esm, block.start..end);
        }
    }

    /// Reports the cells beyond the columns of a table, which the parser leaves out.
    pub(super) fn extra_cells(&mut self, columns: usize, table: Range<usize>) {
        let mut start = table.start;
        for line in self.text[table].split_inclusive('\n') {
            let row = line.trim_end();
            let end = start + row.len();
            if !row.contains('|') {
                self.error(MarkdownErrorKind::RowWithoutBars, start..end);
            }
            if let Some(extra) = cell(row, columns) {
                self.error(MarkdownErrorKind::ExtraCells, start + extra..end);
            }
            start += line.len();
        }
    }

    /// Reports the errors of a block of code: indentation, and an unclosed fence.
    pub(super) fn code_errors(&mut self, kind: &CodeBlockKind, block: &Range<usize>) {
        let first_line_end = line_end(self.text, block.start).min(block.end);
        let first_line = block.start..first_line_end;
        if *kind == CodeBlockKind::Indented {
            self.error(MarkdownErrorKind::IndentedCode, first_line);
            return;
        }

        let fence = &self.text[first_line.clone()];
        let below = &self.text[first_line_end..block.end];
        if !is_closed(fence, below) {
            self.error(MarkdownErrorKind::OpenFence, first_line);
        }
    }
}

/// Returns true if the text below a fence ends with a line of the same characters, at least as
/// many.
fn is_closed(fence: &str, below: &str) -> bool {
    if !below.contains('\n') {
        return false;
    }

    let mark = fence.chars().next().unwrap_or('`');
    let fence_length = fence.len() - fence.trim_start_matches(mark).len();

    let last_line = below.trim_end().rsplit('\n').next().unwrap_or_default();
    let closing = last_line.trim_start_matches(is_indentation);
    let is_fence = closing.trim_start_matches(mark).is_empty();
    is_fence && closing.len() >= fence_length
}

/// Returns true for a character that may precede the closing fence, including in a quote.
fn is_indentation(c: char) -> bool {
    c.is_whitespace() || c == '>'
}

fn is_import_or_export(text: &str) -> bool {
    for word in ["import", "export"] {
        if let Some(rest) = text.strip_prefix(word)
            && rest.starts_with([' ', '\t'])
        {
            return true;
        }
    }
    false
}

/// Returns the position of a cell in a row, counting cells from 0; `None` if the row has fewer
/// cells, or only empty ones from here.
fn cell(row: &str, number: usize) -> Option<usize> {
    let inner = row.trim_start_matches([' ', '\t', '>']);
    let cells = inner.strip_prefix('|').unwrap_or(inner);
    let bars: Vec<_> = BAR
        .captures_iter(cells)
        .filter_map(|found| found.get(1))
        .collect();
    let bar_before = bars.get(number.checked_sub(1)?)?;
    let start = row.len() - cells.len() + bar_before.end();
    if row[start..].trim().is_empty() {
        return None;
    }
    Some(start)
}

/// Returns true if a line is dashes between bars, like the line below the header of a table.
fn is_delimiter_row(line: &str) -> bool {
    let is_mark = |c: char| matches!(c, '|' | '-' | ':' | ' ' | '\t');
    line.contains('|') && line.contains("--") && line.chars().all(is_mark)
}
