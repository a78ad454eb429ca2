use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::validate::{Violation, ViolationKind};
use crate::load::{File, Tree};

pub static RULE: Rule = Rule {
    code: "schema/missing-key",
    severity: Severity::Error,
    summary: "A key that this table must have is not there.",
    why: "What is required is required for a reason: a page without its description, or case studies without their disclaimer, may not be published.",
    bad: "content/pages/working-with-us.toml\n[[blocks]]\nkind = \"case_studies\"\nheading = \"Example clients\"\nstudies = []",
    good: "content/pages/working-with-us.toml\n[[blocks]]\nkind = \"case_studies\"\nheading = \"Example clients\"\nstudies = []\ndisclaimer = \"These examples are hypothetical …\"",
    checks: &[Check::Violation {
        claims: |violation| matches!(violation.kind, ViolationKind::MissingKey { .. }),
        particular: false,
        report,
    }],
};

fn report(file: &File, violation: &Violation, _: &Tree, report: &mut Report) {
    let ViolationKind::MissingKey { key, description } = &violation.kind else {
        return;
    };
    let present = violation
        .found
        .as_object()
        .map_or_else(Vec::new, |table| table.keys().collect());
    let found = if present.is_empty() {
        "an empty table".to_owned()
    } else {
        format!("only {}", crate::names::listed(&present))
    };
    let what = description
        .as_ref()
        .map_or_else(String::new, |text| format!(" What stands there: {text}"));
    report.push(
        Diagnostic::at(
            file,
            file.document.place(&violation.pointer),
            format!("`{key}` is missing here"),
        )
        .expected(format!("a key `{key}`"))
        .found(found)
        .help(format!("Add `{key} = …`.{what}")),
    );
}
