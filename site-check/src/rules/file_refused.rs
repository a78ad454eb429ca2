use super::{Check, Diagnostic, File, Report, Rule, Severity, Tree};
use crate::load::Rejection;
use crate::load::limits::{MAX_DEPTH, MAX_PROSE};
use crate::load::markdown::MarkdownFaultKind;
use std::ops::Range;

pub static RULES: &[Rule] = &[
    Rule {
        code: "file/encoding",
        severity: Severity::Error,
        summary: "A file is not UTF-8 text.",
        why: "Accents, dashes and quotes would come out as other characters, or the file could not be read at all.",
        bad: "content/pages/about.toml, saved as \"Windows-1252\" or \"Unicode\" (UTF-16)",
        good: "content/pages/about.toml, saved as \"UTF-8\"",
        checks: &[Check::Tree(check_encoding)],
    },
    Rule {
        code: "file/special",
        severity: Severity::Error,
        summary: "Something in content/ is a symbolic link, a pipe, a socket or a device instead of a file.",
        why: "A link can lead to a file outside the content that must not be published; reading a pipe never ends.",
        bad: "content/articles/market-drop.mdx -> ../../notes/market.mdx",
        good: "content/articles/market-drop.mdx, the file itself",
        checks: &[Check::Tree(check_special)],
    },
    Rule {
        code: "file/too-large",
        severity: Severity::Error,
        summary: "A file or a text in it is too large: more than 256 KiB for a file, 64 KiB for a Markdown text (some 10,000 words) or 10 MiB for a picture.",
        why: "It is nearly always an accident, such as a paste that went wrong, and the parsers would take minutes for it.",
        bad: "content/images/office.png, 31 MiB as the camera saved it",
        good: "content/images/office.jpg, 1 MiB",
        checks: &[Check::Tree(check_size), Check::File(check_length)],
    },
    Rule {
        code: "file/too-deep",
        severity: Severity::Error,
        summary: "Tables, arrays, lists, quotes, brackets or components are nested more than 24 levels deep.",
        why: "No page needs it: it is an accident or an attack, and the parsers would take minutes or all of the memory for it.",
        bad: "content/articles/market-drop.mdx\n[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
        good: "content/articles/market-drop.mdx\n> One quote, perhaps with another > inside it.",
        checks: &[Check::File(check_depth)],
    },
    Rule {
        code: "file/unreadable",
        severity: Severity::Error,
        summary: "The system denies reading a file.",
        why: "What can't be read can't be published.",
        bad: "content/pages/about.toml, which only its owner may read",
        good: "content/pages/about.toml, which everybody may read",
        checks: &[Check::Tree(check_unreadable)],
    },
];

const SHORTEN: &str = "Look for a paste that went wrong, or split the text.";

fn check_encoding(tree: &Tree, report: &mut Report) {
    for rejected in &tree.rejected {
        let Rejection::NotUtf8 {
            line,
            column,
            is_utf16,
        } = rejected.reason
        else {
            continue;
        };
        let mut at = Diagnostic::whole(&rejected.path, "this file is not UTF-8 text");
        if !is_utf16 {
            (at.line, at.column) = (line, column);
        }
        let found = if is_utf16 {
            "UTF-16, which some editors call Unicode".to_owned()
        } else {
            format!("an invalid byte in line {line}, column {column}")
        };
        report.push(
            at.expected("UTF-8, the usual encoding of text")
                .found(found)
                .help("Save it again as UTF-8 (in Notepad: Save as, Encoding), and check the text at that place."),
        );
    }
}

fn check_special(tree: &Tree, report: &mut Report) {
    for rejected in &tree.rejected {
        let (found, help) = match &rejected.reason {
            Rejection::Link(to) => (
                format!(
                    "a symbolic link to {}",
                    to.replace(char::is_control, "\u{fffd}")
                ),
                "Put the file itself here. For a second address of a page, add a redirect in content/redirects.toml.",
            ),
            Rejection::Special(what) => ((*what).to_owned(), "Delete it."),
            _ => continue,
        };
        report.push(
            Diagnostic::whole(&rejected.path, "this is not a file")
                .expected("only files and folders")
                .found(found)
                .help(help),
        );
    }
}

fn check_size(tree: &Tree, report: &mut Report) {
    for rejected in &tree.rejected {
        let Rejection::TooLarge { bytes, limit } = rejected.reason else {
            continue;
        };
        let is_picture = rejected.path.starts_with("content/images/");
        report.push(
            too_large(
                Diagnostic::whole(&rejected.path, "this file is too large"),
                bytes,
                limit,
            )
            .help(if is_picture {
                "Save the picture smaller: 2,400 pixels are enough for the widest screen."
            } else {
                SHORTEN
            }),
        );
    }
}

fn check_length(file: &File, _: &Tree, report: &mut Report) {
    for (place, length) in refused(file, MarkdownFaultKind::TooLong) {
        let at = Diagnostic::at(file, place, "this text is too long");
        report.push(too_large(at, length as u64, MAX_PROSE as u64).help(SHORTEN));
    }
}

fn too_large(at: Diagnostic, bytes: u64, limit: u64) -> Diagnostic {
    at.expected(format!("at most {} KiB", limit / 1024))
        .found(format!("{} KiB", bytes.div_ceil(1024)))
}

fn check_depth(file: &File, _: &Tree, report: &mut Report) {
    let toml = file
        .document
        .too_deep
        .clone()
        .map(|place| (place, "arrays, tables or dotted keys"));
    let prose = refused(file, MarkdownFaultKind::TooDeep)
        .map(|(place, _)| (place, "lists, quotes, brackets, emphasis or components"));
    for (place, what) in toml.into_iter().chain(prose) {
        report.push(
            Diagnostic::at(file, place, format!("more than {MAX_DEPTH} levels of nesting"))
                .expected(format!("{what} at most {MAX_DEPTH} levels deep"))
                .found("a deeper level, from here on")
                .help("Look for characters that were typed or pasted many times. Delete them, or close each."),
        );
    }
}

/// The texts that were not parsed: where, and how long they are.
fn refused(file: &File, kind: MarkdownFaultKind) -> impl Iterator<Item = (Range<usize>, usize)> {
    file.proses().filter_map(move |prose| match &prose.parsed {
        Err(fault) if fault.kind == kind => {
            Some((prose.map.source(fault.span.clone()), prose.text.len()))
        }
        _ => None,
    })
}

fn check_unreadable(tree: &Tree, report: &mut Report) {
    for rejected in &tree.rejected {
        if let Rejection::Unreadable(error) = &rejected.reason {
            report.push(
                Diagnostic::whole(&rejected.path, "this file can't be read")
                    .expected("a file that everybody may read")
                    .found(error.clone())
                    .help("Check its permissions."),
            );
        }
    }
}
