//! The files themselves: their names, folders, sizes and encodings.

use crate::load::MAX_IMAGE;
use crate::load::{
    FileKind, PICTURES, PictureError, RejectedFile, Rejection, Tree, is_editor_temp_file,
};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use site_schema::LINKED_ROUTES;

pub(super) static RULES: &[&Rule] = &[&MISSING, &TOO_LARGE, &UNEXPECTED, &UNREADABLE];

static MISSING: Rule = Rule {
    code: "file/missing",
    severity: Severity::Error,
    scope: Scope::WholeTree(check_missing),
    summary: "A file that the site needs is missing, or is a draft.",
    why: "The header of every page, the fees and the page for unknown addresses come from these files, and links that no editor can change lead to /, /blog and /schedule.",
    example: Example::Planted {
        wrong: "content/fees.toml was deleted",
        right: "content/fees.toml is there",
        plant: |tree| tree.remove("content/fees.toml"),
    },
};

fn check_missing(tree: &Tree, out: &mut Diagnostics) {
    for kind in FileKind::SINGLE {
        let path = kind.path().unwrap_or_default();
        check_needed(&path, &kind, tree, out);
    }
    for route in LINKED_ROUTES {
        let name = if route == "/" { "/index" } else { route };
        let path = format!("content/pages{name}.toml");
        check_needed(&path, &FileKind::Page(route.to_owned()), tree, out);
    }
}

fn check_needed(path: &str, kind: &FileKind, tree: &Tree, out: &mut Diagnostics) {
    // `file/unexpected` reports a file whose name differs only in case.
    let is_rejected = tree
        .rejected
        .iter()
        .any(|rejected| rejected.path.eq_ignore_ascii_case(path));
    let (message, found, help) = match tree.file(kind) {
        Some(file) if file.is_draft() => (
            "the site needs this page, but it is a draft",
            "draft = true",
            "Delete the line `draft = true`.",
        ),
        None if !is_rejected => (
            "this file is missing",
            "no such file",
            "Restore it from an earlier commit. The files in schemas/ describe what it contains.",
        ),
        _ => return,
    };
    out.of_file(path, message)
        .expected(format!("a published file {path}"))
        .found(found)
        .help(help);
}

pub(super) static TOO_LARGE: Rule = Rule {
    code: "file/too-large",
    severity: Severity::Error,
    scope: Scope::WholeTree(check_files),
    summary: "A file or a text in it is too large or too deep: more than 256 KiB for a file, 64 KiB or 24 levels of lists, quotes and components for a Markdown text, or 10 MB or 120 million pixels for a picture.",
    why: "It is nearly always an accident, such as a paste that went wrong, and parsing it would take minutes.",
    example: Example::Planted {
        wrong: "content/images/office.png, 31 MB as the camera saved it",
        right: "content/images/office.jpg, 1 MB",
        plant: |tree| {
            let (bytes, limit) = (31_000_000, MAX_IMAGE);
            reject(
                tree,
                "content/images/office.png",
                Rejection::TooLarge { bytes, limit },
            );
        },
    },
};

/// Reports files that weren't read, under the rule of the reason, and pictures with too many pixels. The Markdown parser finds
/// texts that are too long or too deep.
fn check_files(tree: &Tree, out: &mut Diagnostics) {
    for RejectedFile { path, reason, .. } in &tree.rejected {
        match reason {
            Rejection::TooLarge { bytes, limit } => {
                let (most, found, help) = if path.starts_with("content/images/") {
                    (megabytes(*limit), megabytes(*bytes), SHRINK)
                } else {
                    (kibibytes(*limit), kibibytes(*bytes), SHORTEN)
                };
                out.of_file(path, "this file is too large")
                    .expected(format!("at most {most}"))
                    .found(found)
                    .help(help);
            }
            Rejection::Scratch => {}
            Rejection::Unexpected => {
                out.for_rule(&UNEXPECTED)
                    .of_file(path, "this file does not belong here")
                    .expected(places())
                    .found(printable(path))
                    .help(help(path));
            }
            Rejection::Special(what) => {
                out.for_rule(&UNEXPECTED)
                    .of_file(path, "this is not a file")
                    .expected("only files and folders")
                    .found(printable(what))
                    .help("Put the file itself here, or delete it. For a second address of a page, add a redirect in content/redirects.toml.");
            }
            Rejection::NotUtf8(what) => {
                out.for_rule(&UNREADABLE)
                    .of_file(path, "this file is not UTF-8 text")
                    .expected("UTF-8, the usual encoding of text")
                    .found(printable(what))
                    .help("Save it again as UTF-8 (in Notepad: Save as, Encoding), and check the text at that place.");
            }
            Rejection::Unreadable(error) => {
                out.for_rule(&UNREADABLE)
                    .of_file(path, "this file can't be read")
                    .expected("a file that everyone may read")
                    .found(printable(error))
                    .help("Check its permissions.");
            }
        }
    }
    for (name, picture) in &tree.images {
        let Some(PictureError::TooLarge { width, height }) = picture.error else {
            continue;
        };
        let path = format!("content/images/{name}");
        out.of_file(&path, "this picture is too large")
            .expected("at most 120 million pixels, and not taller than 16,383 pixels")
            .found(format!("{width} x {height} pixels"))
            .help(SHRINK);
    }
}

fn kibibytes(bytes: u64) -> String {
    format!("{} KiB", bytes.div_ceil(1024))
}

/// Returns a size in megabytes, rounded up to tenths.
fn megabytes(bytes: u64) -> String {
    let tenths = bytes.div_ceil(100_000);
    match tenths % 10 {
        0 => format!("{} MB", tenths / 10),
        tenth => format!("{}.{tenth} MB", tenths / 10),
    }
}

/// The help for a picture that is too large.
const SHRINK: &str =
    "Save a smaller version: a width of 2,400 pixels is enough for the widest screen.";

/// The help for a text that is too long.
pub(super) const SHORTEN: &str = "Look for a paste that went wrong, or split the text.";

static UNEXPECTED: Rule = Rule {
    code: "file/unexpected",
    severity: Severity::Error,
    scope: Scope::ByAnother,
    summary: "A file in content/ is not content, is in the wrong folder, or is a symbolic link.",
    why: "It would never be shown, and its author would wonder why; a symbolic link can lead to a file that must not be published. The check skips files that Git ignores, and files that an open editor or the system keeps for itself, unless they are committed.",
    example: Example::Planted {
        wrong: "content/articles/market-drop.md",
        right: "content/articles/market-drop.mdx",
        plant: |tree| {
            reject(
                tree,
                "content/articles/market-drop.md",
                Rejection::Unexpected,
            )
        },
    },
};

/// Returns the paths of all kinds of content, in words.
fn places() -> String {
    let mut single = Vec::new();
    for kind in FileKind::SINGLE {
        single.push(kind.path().unwrap_or_default());
    }
    format!(
        "{}, content/pages/**/NAME.toml, content/articles/NAME.mdx, or a picture in content/images",
        single.join(", ")
    )
}

/// Returns the help for a file that isn't content.
fn help(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or_default();
    if is_editor_temp_file(name) {
        return "An editor or the system created this file for its own use: delete it, commit the deletion, and add its name to .gitignore.".to_owned();
    }
    let lower = path.to_lowercase();
    if lower != path && is_place_of_content(&lower) {
        return format!("Rename it to {lower}: capitals matter, even if your system ignores them.");
    }
    let (_, extension) = lower.rsplit_once('.').unwrap_or_default();
    let help = match extension {
        "md" | "markdown" if path.starts_with("content/articles/") => {
            "The file name of an article ends with .mdx: rename the file."
        }
        "yml" | "yaml" | "json" => "Content is written in TOML: rewrite the file as NAME.toml.",
        extension if PICTURES.contains(&extension) => "Move the picture to content/images.",
        "heic" | "heif" => {
            "Export it as JPEG. To make an iPhone take JPEGs, choose Settings > Camera > Formats > Most Compatible."
        }
        _ if path.starts_with("content/images/") => {
            "Export it as JPEG or PNG at its full size; the build makes smaller versions."
        }
        _ => {
            "Move it to the right folder, or delete it. Notes for editors belong in CONTRIBUTING.md at the top of the repository."
        }
    };
    help.to_owned()
}

/// Returns true if a path can be that of content or of a picture.
fn is_place_of_content(path: &str) -> bool {
    let picture = path.strip_prefix("content/images/");
    let extension = picture.and_then(|name| name.rsplit_once('.'));
    FileKind::at(path).is_some()
        || extension.is_some_and(|(_, extension)| PICTURES.contains(&extension))
}

static UNREADABLE: Rule = Rule {
    code: "file/unreadable",
    severity: Severity::Error,
    scope: Scope::ByAnother,
    summary: "A file isn't UTF-8 text, or the system doesn't allow reading it.",
    why: "Accents, dashes and quotes would come out as other characters, or the file could not be read at all.",
    example: Example::Planted {
        wrong: r#"content/pages/about.toml, saved as "Windows-1252" or "Unicode" (UTF-16)"#,
        right: r#"content/pages/about.toml, saved as "UTF-8""#,
        plant: |tree| {
            let path = "content/pages/about.toml";
            tree.remove(path);
            let found = "UTF-16, which some editors call Unicode".to_owned();
            reject(tree, path, Rejection::NotUtf8(found));
        },
    },
};

/// Adds a rejected file.
fn reject(tree: &mut Tree, path: &str, reason: Rejection) {
    tree.rejected.push(RejectedFile {
        path: path.to_owned(),
        reason,
        kind: None,
    });
}

fn printable(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{assert_snapshot, check, finds, finds_files, near_misses, passes};

    #[test]
    #[rustfmt::skip]
    fn missing() {
        assert_snapshot!(check("redirects.toml", "", "DELETE"), @r#"
        error[file/missing]: this file is missing
        --> content/redirects.toml
         = expected: a published file content/redirects.toml
         = found: no such file
         = help: Restore it from an earlier commit. The files in schemas/ describe what it contains.
        "#);
        // Reports only the file whose name differs in case.
        finds_files("file/unexpected", &[
            ("Redirects.toml", "", "MOVED redirects.toml"),
        ]);
        finds_files("file/missing", &[
            ("pages/404.toml", "noindex = true", "noindex = true\ndraft = true"),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn too_large() {
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "MANY 100000 words "), @r#"
        error[file/too-large]: this file is too large
        --> content/articles/first.mdx
         = expected: at most 256 KiB
         = found: 587 KiB
         = help: Look for a paste that went wrong, or split the text.
        "#);
        finds_files("file/too-large", &[
            ("images/picture.svg", "<svg", "MANY 3000000 <!-- -->"),
        ]);
        finds("file/too-large", &[
            ("articles/first.mdx", "Some **words**", "MANY 14000 such words ", (15, 65437)),
            ("articles/first.mdx", "Some **words**", "MANY 5000 > ", (15, 95)),
            ("articles/first.mdx", "Some **words**", "MANY 40 1. ", (15, 70)),
        ]);
        assert_snapshot!(check("images/picture.svg", "<svg", "MANY 900000 <!-- padding -->"), @r#"
        error[file/too-large]: this file is too large
        --> content/images/picture.svg
         = expected: at most 10 MB
         = found: 14.5 MB
         = help: Save a smaller version: a width of 2,400 pixels is enough for the widest screen.
        "#);
        near_misses("file/too-large", &[
            ("articles/first.mdx", "Some **words**", "- a\n  - b\n    - c\n      1. d\n         > e\n\nSome **words**", "MANY 40 1. "),
            ("articles/first.mdx", "Some **words**", "MANY 5000 such words ", "MANY 7000 such words "),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn unexpected() {
        assert_snapshot!(check("articles/note.md", "", "A note."), @r#"
        error[file/unexpected]: this file does not belong here
        --> content/articles/note.md
         = expected: content/site.toml, content/fees.toml, content/facts.toml, content/subjects.toml, content/redirects.toml, content/words.toml, content/pages/**/NAME.toml, content/articles/NAME.mdx, or a picture in content/images
         = found: content/articles/note.md
         = help: The file name of an article ends with .mdx: rename the file.
        "#);
        finds_files("file/unexpected", &[
            ("articles/third.mdx", "", "LINK /etc/hostname"),
            ("pages/prices.toml", "", "LINK fees.toml"),
            ("pages/more", "", "LINK /etc"),
            ("articles/third.mdx", "", "PIPE"),
            ("images/picture.svg", "", "PIPE"),
            ("articles/README.md", "", "About."),
            ("articles/photo.jpg", "", "x"),
            ("images/photo.heic", "", "x"),
            ("pages/about.yml", "", "title: About"),
        ]);
        finds_files("file/unexpected", &[
            ("images/DS_Store", "", "x"),
            ("articles/first.mdx.swp", "", "x"),
            ("articles/first.mdx#", "", "LINK sam@computer.1234"),
            ("articles/first#.mdx#", "", "x"),
        ]);
        assert_snapshot!(check("Pages/Fees.TOML", "", "COPY pages/fees.toml"), @r#"
        error[file/unexpected]: this file does not belong here
        --> content/Pages/Fees.TOML
         = expected: content/site.toml, content/fees.toml, content/facts.toml, content/subjects.toml, content/redirects.toml, content/words.toml, content/pages/**/NAME.toml, content/articles/NAME.mdx, or a picture in content/images
         = found: content/Pages/Fees.TOML
         = help: Rename it to content/pages/fees.toml: capitals matter, even if your system ignores them.
        "#);
        finds_files("file/unexpected", &[
            ("Images/picture.SVG", "", "COPY images/picture.svg"),
            ("articles/second.MDX", "", "COPY articles/second.mdx"),
        ]);
        passes("images/.DS_Store", "", "x");
        passes("articles/.first.mdx.swp", "", "x");
        passes("articles/.#first.mdx", "", "LINK sam@computer.1234");
        passes("articles/#first.mdx#", "", "x");
    }

    #[test]
    #[rustfmt::skip]
    fn unreadable() {
        assert_snapshot!(check("articles/second.mdx", "What it shows.", "LATIN1 What it shöws."), @r#"
        error[file/unreadable]: this file is not UTF-8 text
        --> content/articles/second.mdx
         = expected: UTF-8, the usual encoding of text
         = found: an invalid byte in line 14, column 11
         = help: Save it again as UTF-8 (in Notepad: Save as, Encoding), and check the text at that place.
        "#);
        finds_files("file/unreadable", &[
            ("articles/second.mdx", "What it shows.", "UTF16 What it shows."),
        ]);
    }
}
