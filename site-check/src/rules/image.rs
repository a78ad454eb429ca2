use super::{Check, Diagnostic, File, Report, Rule, Severity, Tree, correction};
use crate::load::Target;
use crate::load::markdown::Kind;
use crate::load::validate::{Violation, ViolationKind};
use crate::names::suggest;

pub static RULES: &[Rule] = &[
    Rule {
        code: "image/alt",
        severity: Severity::Error,
        summary: "An image has no description for people who do not see it.",
        why: "A screen reader would say nothing, or read out the file's name. The law requires the description, too.",
        bad: "content/pages/about.toml\nportrait = { src = \"portrait-founder.svg\" }",
        good: "content/pages/about.toml\nportrait = { src = \"portrait-founder.svg\", alt = \"The founder at her desk\" }",
        checks: &[Check::File(check_alt), Check::Violation(missing_alt)],
    },
    Rule {
        code: "image/missing",
        severity: Severity::Error,
        summary: "An image is not in content/images.",
        why: "Visitors would see a broken picture.",
        bad: "content/articles/market-drop.mdx\n+++\nhero = { src = \"hero-chart.SVG\", alt = \"A line that falls\" }\n+++",
        good: "content/articles/market-drop.mdx\n+++\nhero = { src = \"hero-chart.svg\", alt = \"A line that falls\" }\n+++",
        checks: &[Check::File(check_missing)],
    },
    Rule {
        code: "image/name",
        severity: Severity::Error,
        summary: "A picture's file name has characters other than small letters, digits and hyphens, or the file is in a folder inside content/images.",
        why: "Photo.JPG and photo.jpg are one file on one machine and two on another, and a space becomes %20 in an address.",
        bad: "content/images/Our Office.JPG",
        good: "content/images/our-office.jpg",
        checks: &[Check::Tree(check_names)],
    },
];

const NO_ALT: &str = "this image has no description";
const DESCRIBE: &str =
    "Say in one sentence what the picture shows: alt = \"…\", or ![…](picture.jpg) in prose.";

fn missing_alt(file: &File, violation: &Violation, _: &Tree) -> Option<Diagnostic> {
    let is_missing = match &violation.kind {
        ViolationKind::MissingKey { key, .. } => key == "alt",
        ViolationKind::Value { .. } => violation.pointer.ends_with("/alt") && violation.found == "",
        _ => false,
    };
    is_missing.then(|| {
        Diagnostic::at(file, file.document.place(&violation.pointer), NO_ALT)
            .expected("`alt`, a sentence on what the picture shows")
            .help(DESCRIBE)
    })
}

fn check_alt(file: &File, _: &Tree, report: &mut Report) {
    for (prose, node) in file.nodes() {
        if let Kind::Image(_, alt) = &node.kind
            && alt.trim().is_empty()
        {
            report.push(
                Diagnostic::at(file, prose.source(node), NO_ALT)
                    .expected("a description between ![ and ]")
                    .help(DESCRIBE),
            );
        }
    }
}

fn check_missing(file: &File, tree: &Tree, report: &mut Report) {
    let known = || tree.images.iter().map(String::as_str);
    for image in file.uses_of(Target::Image) {
        let name = &image.name;
        if tree.images.contains(name) {
            continue;
        }
        let help = match known().find(|known| known.eq_ignore_ascii_case(name)) {
            Some(known) => format!("Capital letters matter: write `{known}`."),
            None => format!(
                "{} Or add the picture to content/images.",
                suggest(name, known())
            ),
        };
        report.push(
            Diagnostic::at(file, image.span.clone(), "there is no such image")
                .expected("the name of a file in content/images")
                .quoting(name)
                .help(help)
                .fix(correction(file, &image.span, name, known())),
        );
    }
}

fn check_names(tree: &Tree, report: &mut Report) {
    for name in &tree.images {
        let fine = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_.".contains(c);
        // Tools' own files, such as .DS_Store, are never shown.
        let hidden = name.split('/').any(|part| part.starts_with('.'));
        if hidden || name.chars().all(fine) {
            continue;
        }
        let last = name.rsplit('/').next().unwrap_or_default().to_lowercase();
        let better = last.replace(|c| !fine(c), "-");
        let path = format!("content/images/{name}");
        report.push(
            Diagnostic::of_file(&path, "this is not a valid name for a picture")
                .expected("small letters, digits and hyphens, directly in content/images")
                .quoting(name)
                .help(format!(
                    "Rename it to content/images/{better}, and write {better} where it is used."
                )),
        );
    }
}
