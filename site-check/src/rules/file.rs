use super::{File, FileKind, Sink, Tree};
use crate::fix::Fix;
use crate::load::{PICTURES, Rejection, is_editor_temp_file};

const PLACES: &str = "content/site.toml, fees.toml, facts.toml or redirects.toml, content/pages/**/NAME.toml, content/articles/NAME.mdx, or a picture in content/images";

pub(super) const SHORTEN: &str = "Look for a paste that went wrong, or split the text.";

/// Why files are not read, each under the code of its rule.
pub(super) fn check_rejected(tree: &Tree, out: &mut Sink) {
    for rejected in &tree.rejected {
        let path = rejected.path.as_str();
        let (code, message, expected, found, help) = match &rejected.reason {
            Rejection::Scratch => continue,
            Rejection::TooLarge { bytes, limit } => {
                let help = match path.starts_with("content/images/") {
                    true => {
                        "Save the picture smaller: 2,400 pixels are enough for the widest screen."
                    }
                    false => SHORTEN,
                };
                out.for_rule("file/too-large")
                    .of_file(path, "this file is too large")
                    .expected(format!("at most {} KiB", limit / 1024))
                    .found(format!("{} KiB", bytes.div_ceil(1024)))
                    .help(help);
                continue;
            }
            Rejection::Unexpected => (
                "file/unexpected",
                "this file does not belong here",
                PLACES,
                path,
                help(path),
            ),
            Rejection::Special(what) => (
                "file/unexpected",
                "this is not a file",
                "only files and folders",
                what.as_str(),
                "Put the file itself here, or delete it. For a second address of a page, add a redirect in content/redirects.toml.",
            ),
            Rejection::NotUtf8(what) => (
                "file/unreadable",
                "this file is not UTF-8 text",
                "UTF-8, the usual encoding of text",
                what.as_str(),
                "Save it again as UTF-8 (in Notepad: Save as, Encoding), and check the text at that place.",
            ),
            Rejection::Unreadable(error) => (
                "file/unreadable",
                "this file can't be read",
                "a file that everybody may read",
                error.as_str(),
                "Check its permissions.",
            ),
        };
        out.for_rule(code)
            .of_file(path, message)
            .expected(expected)
            .found(found.replace(char::is_control, "\u{fffd}"))
            .help(help);
    }
}

/// What to do with a file that is not content.
fn help(path: &str) -> &'static str {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    match ending.to_lowercase().as_str() {
        _ if is_editor_temp_file(path.rsplit('/').next().unwrap_or_default()) => {
            "An editor or the system made this file for itself: delete it, commit that, and add its name to .gitignore."
        }
        "md" | "markdown" if path.starts_with("content/articles/") => {
            "Articles end in .mdx: rename the file."
        }
        "yml" | "yaml" | "json" => "Content is written in TOML: rewrite the file as NAME.toml.",
        ending if PICTURES.contains(&ending) => "Move the picture to content/images.",
        _ if path.starts_with("content/images/") => {
            "Export it as JPEG or PNG at its full size; the build makes the smaller ones."
        }
        _ => {
            "Move it to the right folder, or delete it. Notes for editors belong in CONTRIBUTING.md at the top of the repository."
        }
    }
}

pub(super) fn check_end(file: &File, out: &mut Sink) {
    let text = file.text.trim_start_matches('\u{feff}');
    if text.is_empty() || text.ends_with('\n') || !file.is_parsed() {
        return;
    }
    let end = file.text.len();
    let fix = Fix::edit(file, end..end, file.newline()).described("End the file with a newline.");
    out.at(file, end..end, "file does not end with a newline")
        .expected("a newline at the end of the file")
        .found("the end of the file")
        .help("Press Enter at the very end of the file.")
        .fix(Some(fix));
}

pub(super) fn check_missing(tree: &Tree, out: &mut Sink) {
    let single = FileKind::SINGLE
        .into_iter()
        .filter_map(|kind| Some((kind.path()?, kind)));
    let pages = [
        ("content/pages/index.toml", "/"),
        ("content/pages/404.toml", site_schema::NOT_FOUND_ROUTE),
    ];
    let pages = pages.map(|(path, route)| (path.to_owned(), FileKind::Page(route.to_owned())));
    for (path, kind) in single.chain(pages) {
        let is_stray = tree.rejected.iter().any(|rejected| rejected.path == path);
        let (message, found, help) = match tree.file(&kind) {
            Some(file) if file.is_draft() => (
                "the site needs this page, but it is a draft",
                "draft = true",
                "Delete the line `draft = true`.",
            ),
            None if !is_stray => (
                "this file is missing",
                "no such file",
                "Restore it from an earlier commit. The files in schemas/ describe what it contains.",
            ),
            _ => continue,
        };
        out.of_file(&path, message)
            .expected(format!("a published file {path}"))
            .found(found)
            .help(help);
    }
}
