use super::{File, Sink};
use crate::load::markdown::{Kind, Node, Prose};

pub(super) fn check_empty(file: &File, out: &mut Sink) {
    for (prose, heading, _) in headings(file) {
        if !heading.words().contains(char::is_alphanumeric) {
            out.at(file, prose.source(heading), "this heading has no words")
                .expected("words after the #")
                .quoting(prose.written(heading).trim())
                .help(
                    "Write the heading, or delete the line. For a rule across the page, write ---.",
                );
        }
    }
}

pub(super) fn check_levels(file: &File, out: &mut Sink) {
    let mut above = 1;
    for (prose, heading, level) in headings(file) {
        if level > above + 1 {
            let right = "#".repeat(above + 1);
            out.at(file, prose.source(heading), "this heading skips a level")
                .expected(format!(
                    "at most {right}, one level below the heading before it"
                ))
                .found("#".repeat(level))
                .help(format!("Write {right} before the words."));
        }
        above = level;
    }
}

pub(super) fn check_spaces(file: &File, out: &mut Sink) {
    let nodes = file.nodes();
    for (prose, paragraph) in nodes.filter(|(_, node)| node.kind == Kind::Paragraph) {
        let written = prose.written(paragraph);
        let words = written.trim_start_matches('#');
        let marks = &written[..written.len() - words.len()];
        if (2..=6).contains(&marks.len()) && words.starts_with(char::is_alphanumeric) {
            let length = written.lines().next().unwrap_or_default().len();
            let start = paragraph.span.start;
            let place = prose.map.source(start..start + length);
            let message = format!("missing space after `{marks}`, so this is not a heading");
            out.at(file, place, message)
                .expected("a space before the words")
                .quoting(written)
                .help(format!("Write {marks} and a space before the words."));
        }
    }
}

/// The headings of an article with their levels, in order.
fn headings(file: &File) -> impl Iterator<Item = (&Prose, &Node, usize)> {
    let nodes = file.nodes().filter(|_| file.body.is_some());
    nodes.filter_map(|(prose, node)| match node.kind {
        Kind::Heading(level) => Some((prose, node, usize::from(level))),
        _ => None,
    })
}
