use super::{Check, RULES, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::{FileKind, StrayFault, Tree};
use linkme::distributed_slice;

#[distributed_slice(RULES)]
static UNEXPECTED: Rule = Rule {
    code: "file/unexpected",
    severity: Severity::Error,
    summary: "A file in content/ is not of a kind, or not at a place, that content can be.",
    why: "It would never be shown, and its author would wonder why.",
    bad: "content/articles/market-drop.md",
    good: "content/articles/market-drop.mdx",
    checks: &[Check::Tree(check_strays)],
};

#[distributed_slice(RULES)]
static MISSING: Rule = Rule {
    code: "file/missing",
    severity: Severity::Error,
    summary: "A file that the site can't be without is not there.",
    why: "The header of every page, the fees and the page for unknown addresses come from these files.",
    bad: "content/site.toml was deleted",
    good: "content/site.toml stands",
    checks: &[Check::Tree(check_missing)],
};

const PLACES: &str = "content/site.toml, fees.toml, facts.toml or redirects.toml, content/pages/**/NAME.toml, content/articles/NAME.mdx, or a picture in content/images";

fn check_strays(tree: &Tree, report: &mut Report) {
    for stray in &tree.strays {
        let (message, found, help) = match &stray.fault {
            StrayFault::Unexpected => (
                "this file has no place here",
                stray.path.clone(),
                if stray.path.ends_with(".md") {
                    "Articles end in .mdx: rename the file.".to_owned()
                } else {
                    "Move it to where its kind lives, or delete it.".to_owned()
                },
            ),
            StrayFault::NotUtf8(at) => (
                "this file is not UTF-8 text",
                format!("an invalid byte at position {}", at + 1),
                "Save it again as UTF-8.".to_owned(),
            ),
            StrayFault::NotAFile => (
                "this is neither a file nor a folder",
                "a link, a pipe or a device".to_owned(),
                "Put the file itself here.".to_owned(),
            ),
            StrayFault::Unreadable(error) => (
                "this file can't be read",
                error.clone(),
                "Check its permissions.".to_owned(),
            ),
        };
        report.push(
            Diagnostic::whole(&stray.path, message)
                .expected(PLACES)
                .found(found)
                .help(help),
        );
    }
}

fn check_missing(tree: &Tree, report: &mut Report) {
    let needed = [
        ("content/site.toml", FileKind::Site),
        ("content/fees.toml", FileKind::Fees),
        ("content/facts.toml", FileKind::Facts),
        ("content/redirects.toml", FileKind::Redirects),
        ("content/pages/index.toml", FileKind::Page("/".to_owned())),
        (
            "content/pages/404.toml",
            FileKind::Page(crate::NOT_FOUND_ROUTE.to_owned()),
        ),
    ];
    for (path, kind) in needed {
        let stray = tree.strays.iter().any(|stray| stray.path == path);
        if tree.file(&kind).is_none() && !stray {
            report.push(
                Diagnostic::whole(path, "this file is missing")
                    .expected(format!("a file {path}"))
                    .found("no such file")
                    .help(
                        "Bring it back from an earlier commit; its form is described in schemas/.",
                    ),
            );
        }
    }
}
