use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::fix::{Fix, whole_dollars};
use crate::load::validate::{Violation, ViolationKind, type_name};
use crate::load::{File, Tree};
use serde_json::Value;

pub static RULE: Rule = Rule {
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

fn report(file: &File, violation: &Violation, _: &Tree, report: &mut Report) {
    let ViolationKind::Type { expected } = &violation.kind else {
        return;
    };
    let key = violation.pointer.rsplit('/').next().unwrap_or_default();
    let place = file.document.place(&violation.pointer);
    let written = &file.text[place.clone()];
    let found = match &violation.found {
        Value::String(text) => format!("{}: \"{text}\"", type_name("string")),
        Value::Null if is_integer(written) => format!("a number with too many digits: {written}"),
        Value::Null => format!("a number with a decimal point: {written}"),
        Value::Number(_) => format!("a number: {written}"),
        Value::Bool(value) => format!("{value}"),
        Value::Array(_) => type_name("array").to_owned(),
        Value::Object(_) => type_name("object").to_owned(),
    };
    let fix = corrected(expected, &violation.found, written)
        .map(|text| Fix::edit(file, place.clone(), text));
    report.push(
        Diagnostic::at(file, place, format!("`{key}` has the wrong type of value"))
            .expected(expected.clone())
            .found(found)
            .help(help(expected, &violation.found, written))
            .fix(fix),
    );
}

fn is_integer(written: &str) -> bool {
    written
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'_')
}

/// A whole number that is written with a decimal point: 17 of 17.0.
fn without_fraction(written: &str) -> Option<&str> {
    let (whole, fraction) = written.split_once('.')?;
    let is_nothing = fraction.bytes().all(|byte| matches!(byte, b'0' | b'_'));
    (is_integer(whole) && is_nothing).then_some(whole)
}

/// The value as it must be meant, in TOML.
fn corrected(expected: &str, found: &Value, written: &str) -> Option<String> {
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
        Value::Null if expected == type_name("integer") => {
            without_fraction(written).map(str::to_owned)
        }
        Value::Number(_) | Value::Null if expected == type_name("string") => {
            Some(format!("\"{written}\""))
        }
        _ => None,
    }
}

fn help(expected: &str, found: &Value, written: &str) -> String {
    match found {
        Value::String(text) if expected.contains("number") && text.chars().any(|c| c.is_ascii_digit()) => {
            let digits: String = text.chars().filter(char::is_ascii_digit).collect();
            format!("Write the number without quotes, $ or commas: {digits}")
        }
        Value::String(text) if expected.contains("true") => {
            format!("Write true or false without quotes, not \"{text}\".")
        }
        Value::Number(_) | Value::Bool(_) | Value::Null if expected.contains("text") => {
            format!("Put it in straight quotes: \"{written}\"")
        }
        Value::Null if expected.contains("number") => match without_fraction(written) {
            Some(whole) => format!("Write {whole}."),
            None if is_integer(written) => "Correct the digits.".to_owned(),
            None => "Amounts are whole dollars and rates are basis points (1.25 % is 125): write a whole number.".to_owned(),
        },
        _ => format!("Write {expected}."),
    }
}
