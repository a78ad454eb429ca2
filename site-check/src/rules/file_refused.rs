use super::{Check, Diagnostic, File, Report, Rule, Severity, Tree, file};
use crate::load::limits::MAX_DEPTH;
use crate::load::{RejectedFile, Rejection};
use std::ops::Range;

pub static RULES: &[Rule] = &[
    Rule {
        code: "file/encoding",
        severity: Severity::Error,
        summary: "A file is not UTF-8 text.",
        why: "Accents, dashes and quotes would come out as other characters, or the file could not be read at all.",
        bad: "content/pages/about.toml, saved as \"Windows-1252\" or \"Unicode\" (UTF-16)",
        good: "content/pages/about.toml, saved as \"UTF-8\"",
        checks: &[],
    },
    Rule {
        code: "file/special",
        severity: Severity::Error,
        summary: "Something in content/ is a symbolic link, a pipe, a socket or a device instead of a file.",
        why: "A link can lead to a file outside the content that must not be published; reading a pipe never ends.",
        bad: "content/articles/market-drop.mdx -> ../../notes/market.mdx",
        good: "content/articles/market-drop.mdx, the file itself",
        checks: &[],
    },
    Rule {
        code: "file/too-large",
        severity: Severity::Error,
        summary: "A file or a text in it is too large: more than 256 KiB for a file, 64 KiB for a Markdown text (some 10,000 words) or 10 MiB for a picture.",
        why: "It is nearly always an accident, such as a paste that went wrong, and the parsers would take minutes for it.",
        bad: "content/images/office.png, 31 MiB as the camera saved it",
        good: "content/images/office.jpg, 1 MiB",
        checks: &[],
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
        checks: &[],
    },
];

pub(super) const SHORTEN: &str = "Look for a paste that went wrong, or split the text.";

/// Why a file is not read, as an editor reads it, under the code of its rule.
pub(super) fn explain(rejected: &RejectedFile) -> Option<Diagnostic> {
    let say = |code, message: &str, expected: &str, found: &str, help: &str| Diagnostic {
        code,
        ..Diagnostic::of_file(&rejected.path, message)
            .expected(expected)
            .found(found)
            .help(help)
    };
    let special = |found: &str, help| {
        let expected = "only files and folders";
        say("file/special", "this is not a file", expected, found, help)
    };
    let encoding = |found: &str| {
        say(
            "file/encoding",
            "this file is not UTF-8 text",
            "UTF-8, the usual encoding of text",
            found,
            "Save it again as UTF-8 (in Notepad: Save as, Encoding), and check the text at that place.",
        )
    };
    Some(match &rejected.reason {
        Rejection::Scratch => return None,
        Rejection::Unexpected => say(
            "file/unexpected",
            "this file does not belong here",
            file::PLACES,
            &rejected.path,
            &file::help(&rejected.path),
        ),
        Rejection::NotUtf8 { is_utf16: true, .. } => {
            encoding("UTF-16, which some editors call Unicode")
        }
        Rejection::NotUtf8 { line, column, .. } => {
            encoding(&format!("an invalid byte in line {line}, column {column}"))
        }
        Rejection::Link(to) => special(
            &format!(
                "a symbolic link to {}",
                to.replace(char::is_control, "\u{fffd}")
            ),
            "Put the file itself here. For a second address of a page, add a redirect in content/redirects.toml.",
        ),
        Rejection::Special(what) => special(what, "Delete it."),
        Rejection::TooLarge { bytes, limit } => say(
            "file/too-large",
            "this file is too large",
            &format!("at most {} KiB", limit / 1024),
            &format!("{} KiB", bytes.div_ceil(1024)),
            if rejected.path.starts_with("content/images/") {
                "Save the picture smaller: 2,400 pixels are enough for the widest screen."
            } else {
                SHORTEN
            },
        ),
        Rejection::Unreadable(error) => say(
            "file/unreadable",
            "this file can't be read",
            "a file that everybody may read",
            error,
            "Check its permissions.",
        ),
    })
}

fn check_depth(file: &File, _: &Tree, report: &mut Report) {
    if let Some(place) = &file.document.too_deep {
        report.push(too_deep(
            file,
            place.clone(),
            "arrays, tables or dotted keys",
        ));
    }
}

pub(super) fn too_deep(file: &File, place: Range<usize>, what: &str) -> Diagnostic {
    Diagnostic::at(
        file,
        place,
        format!("more than {MAX_DEPTH} levels of nesting"),
    )
    .expected(format!("{what} at most {MAX_DEPTH} levels deep"))
    .found("a deeper level, from here on")
    .help("Look for characters that were typed or pasted many times. Delete them, or close each.")
}
