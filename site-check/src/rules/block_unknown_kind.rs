use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::fix::{Fix, meant};
use crate::load::validate::{Violation, ViolationKind};
use crate::load::{File, Tree};
use crate::names::{listed, suggest};

pub static RULE: Rule = Rule {
    code: "block/unknown-kind",
    severity: Severity::Error,
    summary: "A block's kind is not one of the known kinds.",
    why: "A block that nothing knows how to show would leave a hole in the page.",
    bad: "content/pages/index.toml\n[[blocks]]\nkind = \"heros\"",
    good: "content/pages/index.toml\n[[blocks]]\nkind = \"hero\"",
    checks: &[Check::Violation {
        claims: |violation| matches!(violation.kind, ViolationKind::UnknownKind { .. }),
        particular: true,
        report,
    }],
};

fn report(file: &File, violation: &Violation, _: &Tree, report: &mut Report) {
    let ViolationKind::UnknownKind { kinds } = &violation.kind else {
        return;
    };
    let found = violation.found.as_str().unwrap_or_default();
    let place = file.document.place(&violation.pointer);
    let near = meant(found, kinds.iter().map(String::as_str));
    report.push(
        Diagnostic::at(file, place.clone(), "this is not a kind of block")
            .expected(format!("one of {}", listed(kinds)))
            .found(violation.found.to_string())
            .help(suggest(found, kinds.iter().map(String::as_str)))
            .fix(near.and_then(|near| Fix::instead(file, place, found, near))),
    );
}
