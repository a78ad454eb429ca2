use super::{Check, RULES, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity, listed, suggest};
use crate::load::File;
use crate::load::validate::{Violation, ViolationKind};
use linkme::distributed_slice;
use serde_json::Value;

#[distributed_slice(RULES)]
static RULE: Rule = Rule {
    code: "schema/value",
    severity: Severity::Error,
    summary: "A value is not one of those, or not of the form, that its key asks for.",
    why: "A category that does not exist has no filter; a malformed date or address leads nowhere.",
    bad: "content/articles/market-drop.mdx\n+++\ncategory = \"Tax Planing\"\n+++",
    good: "content/articles/market-drop.mdx\n+++\ncategory = \"Tax Planning\"\n+++",
    checks: &[Check::Violation {
        claims: |violation| {
            matches!(
                violation.kind,
                ViolationKind::NotOneOf { .. } | ViolationKind::Value { .. }
            )
        },
        particular: false,
        report,
    }],
};

fn report(file: &File, violation: &Violation, report: &mut Report) {
    let key = violation
        .pointer
        .rsplit('/')
        .find(|part| part.parse::<usize>().is_err())
        .unwrap_or_default();
    let found = match &violation.found {
        Value::String(text) if text.is_empty() => "empty text".to_owned(),
        Value::String(text) => format!("\"{}\"", text.chars().take(80).collect::<String>()),
        Value::Array(items) => format!("{} entries", items.len()),
        other => other.to_string(),
    };
    let at = Diagnostic::at(
        file,
        file.document.place(&violation.pointer),
        format!("the value of `{key}` can't stand here"),
    )
    .found(found);
    report.push(match &violation.kind {
        ViolationKind::NotOneOf { options } => {
            let options: Vec<_> = options.iter().filter_map(Value::as_str).collect();
            let help = suggest(
                violation.found.as_str().unwrap_or_default(),
                options.iter().copied(),
            );
            at.expected(format!("one of {}", listed(&options)))
                .help(help)
        }
        ViolationKind::Value { expected } => {
            let help = if expected.ends_with('.') {
                "Write it in that form.".to_owned()
            } else {
                format!("Write {expected}.")
            };
            at.expected(expected.clone()).help(help)
        }
        _ => return,
    });
}
