use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::fix::{Fix, meant};
use crate::load::document::escaped;
use crate::load::validate::{Violation, ViolationKind};
use crate::load::{File, Tree};
use crate::names::{listed, nearest, suggest};
use serde_json::Value;

pub static RULE: Rule = Rule {
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

fn report(file: &File, violation: &Violation, _: &Tree, report: &mut Report) {
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
        Some(near) if !(are_sections(&violation.found, key, near)) => {
            format!("`{near}` stands here already: delete one of the two.")
        }
        Some(near) => format!("Did you mean `{near}`?"),
        None => suggest(key, open.iter().copied()),
    };
    let near = match standing {
        Some(near) => Some(near).filter(|near| are_sections(&violation.found, key, near)),
        None => meant(key, open),
    };
    let fix = near.and_then(|near| Fix::instead(file, place.clone(), key, near));
    report.push(
        Diagnostic::at(
            file,
            place,
            format!("`{key}` is not a key that can stand here"),
        )
        .expected(format!("one of {}", listed(known)))
        .found(format!("`{key}`"))
        .help(help)
        .fix(fix),
    );
}

/// Whether two keys of a table both are lists of sections, as `[[blocks]]` is:
/// what stands under the one can stand under the other.
fn are_sections(table: &Value, one: &str, two: &str) -> bool {
    let sections = |key: &str| {
        let list = table.get(key).and_then(Value::as_array);
        list.is_some_and(|list| !list.is_empty() && list.iter().all(Value::is_object))
    };
    sections(one) && sections(two)
}
