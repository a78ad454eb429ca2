use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::markdown::Kind;
use crate::load::validate::{Violation, ViolationKind};
use crate::load::{File, Tree};

pub static RULE: Rule = Rule {
    code: "image/alt",
    severity: Severity::Error,
    summary: "An image has no description for people who do not see it.",
    why: "A screen reader would say nothing, or read out the file's name. The law asks for the description, too.",
    bad: "content/pages/about.toml\nportrait = { src = \"portrait-founder.svg\" }",
    good: "content/pages/about.toml\nportrait = { src = \"portrait-founder.svg\", alt = \"The founder at her desk\" }",
    checks: &[
        Check::File(check_prose),
        Check::Violation {
            claims,
            particular: true,
            report,
        },
    ],
};

const HELP: &str =
    "Say in one sentence what the picture shows: alt = \"…\", or ![…](picture.jpg) in prose.";

fn claims(violation: &Violation) -> bool {
    match &violation.kind {
        ViolationKind::MissingKey { key, .. } => key == "alt",
        ViolationKind::Value { .. } => violation.pointer.ends_with("/alt") && violation.found == "",
        _ => false,
    }
}

fn report(file: &File, violation: &Violation, _: &Tree, report: &mut Report) {
    let at = Diagnostic::at(
        file,
        file.document.place(&violation.pointer),
        "this image has no description",
    );
    report.push(
        at.expected("`alt`, one sentence on what the picture shows")
            .help(HELP),
    );
}

fn check_prose(file: &File, _: &Tree, report: &mut Report) {
    for prose in file.proses() {
        for node in prose.nodes() {
            if let Kind::Image(_, alt) = &node.kind
                && alt.trim().is_empty()
            {
                let at = prose.source(node);
                let at = Diagnostic::at(file, at, "this image has no description");
                report.push(at.expected("a description between ![ and ]").help(HELP));
            }
        }
    }
}
