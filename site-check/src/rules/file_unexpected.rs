use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::{FileKind, PICTURES, Rejection, Tree, is_scratch};

pub static UNEXPECTED: Rule = Rule {
    code: "file/unexpected",
    severity: Severity::Error,
    summary: "A file in content/ is not content, or is not where its kind belongs.",
    why: "It would never be shown, and its author would wonder why. Files that Git ignores, and those that an open editor or the system keeps for itself, are passed over unless they are committed.",
    bad: "content/articles/market-drop.md",
    good: "content/articles/market-drop.mdx",
    checks: &[Check::Tree(check_rejected)],
};

pub static MISSING: Rule = Rule {
    code: "file/missing",
    severity: Severity::Error,
    summary: "A file that the site needs is missing.",
    why: "The header of every page, the fees and the page for unknown addresses come from these files.",
    bad: "content/site.toml was deleted",
    good: "content/site.toml is there",
    checks: &[Check::Tree(check_missing)],
};

const PLACES: &str = "content/site.toml, fees.toml, facts.toml or redirects.toml, content/pages/**/NAME.toml, content/articles/NAME.mdx, or a picture in content/images";

fn check_rejected(tree: &Tree, report: &mut Report) {
    for rejected in &tree.rejected {
        if rejected.reason == Rejection::Unexpected {
            report.push(
                Diagnostic::whole(&rejected.path, "this file does not belong here")
                    .expected(PLACES)
                    .found(rejected.path.clone())
                    .help(help(&rejected.path)),
            );
        }
    }
}

fn help(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or_default();
    let lower = name.to_lowercase();
    let ending = lower.rsplit_once('.').map_or("", |(_, ending)| ending);
    let in_images = path.starts_with("content/images/");
    match () {
        () if is_scratch(name) => {
            "An editor or the computer made this file for itself: delete it and commit that, and add its name to .gitignore."
                .to_owned()
        }
        () if matches!(ending, "bak" | "orig" | "rej" | "tmp") => {
            "An editor or Git left this file behind: delete it.".to_owned()
        }
        () if lower.starts_with("readme") => {
            "Notes for editors belong in CONTRIBUTING.md at the top of the repository: move them there, or delete the file.".to_owned()
        }
        () if matches!(ending, "md" | "markdown") && path.starts_with("content/articles/") => {
            "Articles end in .mdx: rename the file.".to_owned()
        }
        () if matches!(ending, "yml" | "yaml" | "json") => {
            "Content is written in TOML: rewrite the file as NAME.toml.".to_owned()
        }
        () if matches!(ending, "doc" | "docx" | "odt" | "pages" | "rtf" | "pdf") => {
            "Only text can be content: write it as an article (content/articles/NAME.mdx), or keep the document elsewhere and link to it.".to_owned()
        }
        () if PICTURES.contains(&ending) => "Pictures belong in content/images: move it there.".to_owned(),
        () if in_images => format!(
            "Export it as JPEG or PNG, as large as you have it: the build makes the sizes. Pictures end in .{}.",
            PICTURES.join(", .")
        ),
        () if ending == "mdx" && path.matches('/').count() > 2 => {
            "Articles belong directly in content/articles, not in a folder below it: move it there.".to_owned()
        }
        () => "Move it to where its kind belongs, or delete it.".to_owned(),
    }
}

fn check_missing(tree: &Tree, report: &mut Report) {
    let single = [
        FileKind::Site,
        FileKind::Fees,
        FileKind::Facts,
        FileKind::Redirects,
        FileKind::Published,
    ];
    let single = single
        .into_iter()
        .filter_map(|kind| Some((kind.path()?, kind)));
    let pages = [
        ("content/pages/index.toml", "/"),
        ("content/pages/404.toml", site_schema::NOT_FOUND_ROUTE),
    ];
    let pages = pages.map(|(path, route)| (path, FileKind::Page(route.to_owned())));
    for (path, kind) in single.chain(pages) {
        let rejected = tree.rejected.iter().any(|rejected| rejected.path == path);
        if tree.file(&kind).is_none() && !rejected {
            report.push(
                Diagnostic::whole(path, "this file is missing")
                    .expected(format!("a file {path}"))
                    .found("no such file")
                    .help("Restore it from an earlier commit; schemas/ describes what it holds."),
            );
        }
    }
}
