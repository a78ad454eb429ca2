use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::limits::{MAX_DEPTH, MAX_PROSE};
use crate::load::markdown::MarkdownFaultKind;
use crate::load::{File, Rejection, Tree};

pub static ENCODING: Rule = Rule {
    code: "file/encoding",
    severity: Severity::Error,
    summary: "A file is not UTF-8 text.",
    why: "Umlauts, dashes and quotes would come out as other signs, or the file could not be read at all.",
    bad: "content/pages/about.toml, saved as «Windows-1252» or «Unicode» (UTF-16)",
    good: "content/pages/about.toml, saved as «UTF-8»",
    checks: &[Check::Tree(check_encoding)],
};

pub static SPECIAL: Rule = Rule {
    code: "file/special",
    severity: Severity::Error,
    summary: "Something in content/ is no file: a symbolic link, a pipe, a socket or a device.",
    why: "A link can lead out of the content, to what must not be published; reading a pipe never ends.",
    bad: "content/articles/market-drop.mdx -> ../../notes/market.mdx",
    good: "content/articles/market-drop.mdx, the file itself",
    checks: &[Check::Tree(check_special)],
};

pub static TOO_LARGE: Rule = Rule {
    code: "file/too-large",
    severity: Severity::Error,
    summary: "A file, or one text in it, is larger than it may be: 256 KiB a file, 64 KiB a text of Markdown (some 10,000 words), 10 MiB a picture.",
    why: "It is nearly always a slip, such as a paste that went wrong, and the parsers would take minutes for it.",
    bad: "content/images/office.png, 31 MiB as the camera saved it",
    good: "content/images/office.jpg, 1 MiB",
    checks: &[Check::Tree(check_size), Check::File(check_length)],
};

pub static TOO_DEEP: Rule = Rule {
    code: "file/too-deep",
    severity: Severity::Error,
    summary: "Tables, arrays, lists, quotes, brackets or components stand within one another more than 32 levels deep.",
    why: "No page needs it: it is a slip or an attack, and the parsers would take minutes or all of the memory for it.",
    bad: "content/articles/market-drop.mdx\n[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
    good: "content/articles/market-drop.mdx\n> One quote, perhaps with another > within it.",
    checks: &[Check::File(check_depth)],
};

pub static UNREADABLE: Rule = Rule {
    code: "file/unreadable",
    severity: Severity::Error,
    summary: "The system does not let a file be read.",
    why: "What can't be read can't be published.",
    bad: "content/pages/about.toml, which only its owner may read",
    good: "content/pages/about.toml, which everybody may read",
    checks: &[Check::Tree(check_unreadable)],
};

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
            format!("a byte that is no UTF-8 in line {line}, column {column}")
        };
        report.push(
            at.expected("UTF-8, as nearly all editors save text")
                .found(found)
                .help("Save it again as UTF-8 (in Notepad: Save as, Encoding), and look at what stands at that place."),
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
                "Put the file itself here. A page that shall have a second address gets a redirect in content/redirects.toml.",
            ),
            Rejection::Special(what) => ((*what).to_owned(), "Delete it."),
            _ => continue,
        };
        report.push(
            Diagnostic::whole(&rejected.path, "this is not a file")
                .expected("files and folders alone")
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
        let help = if rejected.path.starts_with("content/images/") {
            "Save the picture smaller: 2,400 pixels are enough for the widest screen."
        } else {
            "Look for a paste that went wrong; divide what is really that long."
        };
        report.push(
            Diagnostic::whole(&rejected.path, "this file is too large")
                .expected(format!("at most {} KiB", limit / 1024))
                .found(format!("{} KiB", bytes.div_ceil(1024)))
                .help(help),
        );
    }
}

fn check_length(file: &File, _: &Tree, report: &mut Report) {
    for prose in file.proses() {
        if let Err(fault) = &prose.parsed
            && fault.kind == MarkdownFaultKind::TooLong
        {
            let at = prose.map.source(fault.span.clone());
            report.push(
                Diagnostic::at(file, at, "this text is too long")
                    .expected(format!("at most {} KiB", MAX_PROSE / 1024))
                    .found(format!("{} KiB", prose.text.len().div_ceil(1024)))
                    .help("Look for a paste that went wrong; divide what is really that long."),
            );
        }
    }
}

fn check_depth(file: &File, _: &Tree, report: &mut Report) {
    let toml = file.document.too_deep.clone();
    let prose = file.proses().filter_map(|prose| match &prose.parsed {
        Err(fault) if fault.kind == MarkdownFaultKind::TooDeep => {
            Some(prose.map.source(fault.span.clone()))
        }
        _ => None,
    });
    for place in toml.into_iter().chain(prose) {
        report.push(
                Diagnostic::at(file, place, "this is nested too deeply to be read")
                    .expected(format!("at most {MAX_DEPTH} levels"))
                    .found("more levels")
                    .help("Look for signs that were typed or pasted many times; delete them or close each."),
            );
    }
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
