use super::{Check, Diagnostic, File, FileKind, Report, Rule, Severity, Tree};
use crate::fix::Fix;
use crate::load::{PICTURES, is_scratch};

pub static RULES: &[Rule] = &[
    Rule {
        code: "file/end",
        severity: Severity::Warning,
        summary: "A file does not end with a newline.",
        why: "Whoever adds a line changes the last one too, and a reviewer sees a change that is none.",
        bad: "content/redirects.toml\nto = \"/fees\"⏎ is missing here",
        good: "content/redirects.toml\nto = \"/fees\"⏎",
        checks: &[Check::File(check_end)],
    },
    Rule {
        code: "file/unexpected",
        severity: Severity::Error,
        summary: "A file in content/ is not content, or is in the wrong folder.",
        why: "It would never be shown, and its author would wonder why. Files that Git ignores, and those that an open editor or the system keeps for itself, are skipped unless they are committed.",
        bad: "content/articles/market-drop.md",
        good: "content/articles/market-drop.mdx",
        checks: &[],
    },
    Rule {
        code: "file/missing",
        severity: Severity::Error,
        summary: "A file that the site needs is missing.",
        why: "The header of every page, the fees and the page for unknown addresses come from these files.",
        bad: "content/site.toml was deleted",
        good: "content/site.toml is there",
        checks: &[Check::Tree(check_missing)],
    },
];

pub(super) const PLACES: &str = "content/site.toml, fees.toml, facts.toml or redirects.toml, content/pages/**/NAME.toml, content/articles/NAME.mdx, or a picture in content/images";

fn check_end(file: &File, _: &Tree, report: &mut Report) {
    let text = file.text.trim_start_matches('\u{feff}');
    if text.is_empty() || text.ends_with('\n') || !file.is_parsed() {
        return;
    }
    let end = file.text.len();
    let newline = match text.split_once('\n') {
        Some((first, _)) if first.ends_with('\r') => "\r\n",
        _ => "\n",
    };
    let fix = Fix::edit(file, end..end, newline).described("End the file with a newline.");
    report.push(
        Diagnostic::at(file, end..end, "file does not end with a newline")
            .expected("a newline at the end of the file")
            .found("the end of the file")
            .help("Press Enter at the very end of the file.")
            .fix(Some(fix)),
    );
}

/// What to do with a file that is not content.
pub(super) fn help(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or_default();
    let lower = name.to_lowercase();
    let ending = lower.rsplit_once('.').map_or("", |(_, ending)| ending);
    let help = match ending {
        _ if is_scratch(name) => {
            "An editor or the system made this file for itself: delete it, commit that, and add its name to .gitignore."
        }
        "bak" | "orig" | "rej" | "tmp" => "An editor or Git left this file behind: delete it.",
        _ if lower.starts_with("readme") => {
            "Move notes for editors to CONTRIBUTING.md at the top of the repository, or delete the file."
        }
        "md" | "markdown" if path.starts_with("content/articles/") => {
            "Articles end in .mdx: rename the file."
        }
        "yml" | "yaml" | "json" => "Content is written in TOML: rewrite the file as NAME.toml.",
        "doc" | "docx" | "odt" | "pages" | "rtf" | "pdf" => {
            "Documents can't be content: write an article (content/articles/NAME.mdx), or keep the document elsewhere and link to it."
        }
        _ if PICTURES.contains(&ending) => "Move the picture to content/images.",
        _ if path.starts_with("content/images/") => {
            return format!(
                "Export it as JPEG or PNG at its full size; the build makes the smaller ones. Pictures end in .{}.",
                PICTURES.join(", .")
            );
        }
        "mdx" if path.matches('/').count() > 2 => {
            "Move the article to content/articles itself, out of the folder."
        }
        _ => "Move it to the right folder, or delete it.",
    };
    help.to_owned()
}

fn check_missing(tree: &Tree, report: &mut Report) {
    let single = FileKind::SINGLE
        .into_iter()
        .filter_map(|kind| Some((kind.path()?, kind)));
    let pages = [
        ("content/pages/index.toml", "/"),
        ("content/pages/404.toml", site_schema::NOT_FOUND_ROUTE),
    ];
    let pages = pages.map(|(path, route)| (path, FileKind::Page(route.to_owned())));
    for (path, kind) in single.chain(pages) {
        let is_stray = tree.rejected.iter().any(|rejected| rejected.path == path);
        if tree.file(&kind).is_none() && !is_stray {
            report.push(
                Diagnostic::of_file(path, "this file is missing")
                    .expected(format!("a file {path}"))
                    .found("no such file")
                    .help("Restore it from an earlier commit. The files in schemas/ describe what it contains."),
            );
        }
    }
}
