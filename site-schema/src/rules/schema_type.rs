use super::{Check, RULES, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::fix::{Fix, whole_dollars};
use crate::load::File;
use crate::load::validate::{Violation, ViolationKind, type_name};
use linkme::distributed_slice;
use serde_json::Value;

#[distributed_slice(RULES)]
static RULE: Rule = Rule {
    code: "schema/type",
    severity: Severity::Error,
    summary: "A value has another type than its key asks for.",
    why: "A fee in quotes is text, and text can't be computed with.",
    bad: "content/fees.toml\n[terms]\ninvestment_minimum = \"250,000\"",
    good: "content/fees.toml\n[terms]\ninvestment_minimum = 250_000",
    checks: &[Check::Violation {
        claims: |violation| matches!(violation.kind, ViolationKind::Type { .. }),
        particular: false,
        report,
    }],
};

fn report(file: &File, violation: &Violation, report: &mut Report) {
    let ViolationKind::Type { expected } = &violation.kind else {
        return;
    };
    let found = match &violation.found {
        Value::String(text) => format!("{}: \"{text}\"", type_name("string")),
        Value::Number(number) if number.is_f64() => {
            format!("a number with a decimal point: {number}")
        }
        Value::Number(number) => format!("a number: {number}"),
        Value::Bool(value) => format!("{value}"),
        Value::Array(_) => type_name("array").to_owned(),
        _ => type_name("object").to_owned(),
    };
    let key = violation.pointer.rsplit('/').next().unwrap_or_default();
    let place = file.document.place(&violation.pointer);
    let fix = mended(expected, &violation.found, &file.text[place.clone()])
        .map(|text| Fix::edit(file, place.clone(), text));
    report.push(
        Diagnostic::at(file, place, format!("`{key}` has the wrong type of value"))
            .expected(expected.clone())
            .found(found)
            .help(help(expected, &violation.found))
            .fix(fix),
    );
}

/// The value as it must be meant, in TOML.
fn mended(expected: &str, found: &Value, written: &str) -> Option<String> {
    match found {
        Value::String(text) if expected == type_name("integer") => {
            let groups = |c: char| if c == ',' { '_' } else { c };
            let amount = text.trim().trim_start_matches('$').trim_start();
            whole_dollars(text).map(|_| amount.chars().map(groups).collect())
        }
        Value::String(text) if expected == type_name("boolean") => match text.trim() {
            "true" | "yes" => Some("true".to_owned()),
            "false" | "no" => Some("false".to_owned()),
            _ => None,
        },
        Value::Number(_) if expected == type_name("string") => Some(format!("\"{written}\"")),
        _ => None,
    }
}

fn help(expected: &str, found: &Value) -> String {
    match found {
        Value::String(text) if expected.contains("number") && text.chars().any(|c| c.is_ascii_digit()) => {
            let digits: String = text.chars().filter(char::is_ascii_digit).collect();
            format!("Write the number without quotes, $ or commas: {digits}")
        }
        Value::String(text) if expected.contains("true") => {
            format!("Write true or false without quotes, not \"{text}\".")
        }
        Value::Number(_) | Value::Bool(_) if expected.contains("text") => {
            format!("Put it in straight quotes: \"{found}\"")
        }
        Value::Number(number) if number.is_f64() => {
            "Amounts are whole dollars and rates are basis points (1.25 % is 125): write a whole number.".to_owned()
        }
        _ => format!("Write {expected}."),
    }
}
