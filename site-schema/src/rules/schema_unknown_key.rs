use super::{Check, RULES, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity, listed, nearest, suggest};
use crate::load::File;
use crate::load::document::escaped;
use crate::load::validate::{Violation, ViolationKind};
use linkme::distributed_slice;

#[distributed_slice(RULES)]
static RULE: Rule = Rule {
    code: "schema/unknown-key",
    severity: Severity::Error,
    summary: "A key is not one that this table may have, often because it is misspelt.",
    why: "What stands under an unknown key would never be shown, and nobody would notice.",
    bad: "content/pages/about.toml\n[meta]\ntitel = \"About us\"",
    good: "content/pages/about.toml\n[meta]\ntitle = \"About us\"",
    checks: &[Check::Violation {
        claims: |violation| matches!(violation.kind, ViolationKind::UnknownKey { .. }),
        particular: false,
        report,
    }],
};

fn report(file: &File, violation: &Violation, report: &mut Report) {
    let ViolationKind::UnknownKey { key, known } = &violation.kind else {
        return;
    };
    let place = file
        .document
        .key_place(&format!("{}/{}", violation.pointer, escaped(key)));
    let present = |name: &&String| violation.found.get(name.as_str()).is_some();
    let open: Vec<_> = known
        .iter()
        .filter(|name| !present(name))
        .map(String::as_str)
        .collect();
    let standing = nearest(key, known.iter().filter(present).map(String::as_str));
    let help = match standing {
        Some(near) => format!("`{near}` stands here already: delete one of the two."),
        None => suggest(key, open),
    };
    report.push(
        Diagnostic::at(
            file,
            place,
            format!("`{key}` is not a key that can stand here"),
        )
        .expected(format!("one of {}", listed(known)))
        .found(format!("`{key}`"))
        .help(help),
    );
}
