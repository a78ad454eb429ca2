use super::{Check, Diagnostic, File, FileKind, Report, Rule, Severity, Tree, correction, key};
use crate::fix::{Fix, meant, whole_dollars};
use crate::load::Target;
use crate::load::document::escaped;
use crate::load::validate::{Violation, ViolationKind, type_name};
use crate::names::{listed, nearest, suggest};
use serde_json::Value;

pub static RULES: &[Rule] = &[
    Rule {
        code: "block/unknown-kind",
        severity: Severity::Error,
        summary: "A block's kind does not exist.",
        why: "A block of an unknown kind would leave a hole in the page.",
        bad: "content/pages/index.toml\n[[blocks]]\nkind = \"heros\"",
        good: "content/pages/index.toml\n[[blocks]]\nkind = \"hero\"",
        checks: &[Check::Violation(unknown_kind)],
    },
    Rule {
        code: "name/unknown",
        severity: Severity::Error,
        summary: "A name refers to a fee schedule, an external link or a disclaimer that does not exist.",
        why: "A block without its schedule has no fees to show; a button without its link leads nowhere.",
        bad: "content/pages/fees.toml\n[[blocks]]\nkind = \"fee_tiers\"\nschedule = \"calculater\"",
        good: "content/pages/fees.toml\n[[blocks]]\nkind = \"fee_tiers\"\nschedule = \"calculator\"",
        checks: &[Check::File(check_names)],
    },
    Rule {
        code: "schema/missing-key",
        severity: Severity::Error,
        summary: "A required key is missing.",
        why: "A page without its description, or case studies without their disclaimer, may not be published.",
        bad: "content/pages/working-with-us.toml\n[[blocks]]\nkind = \"case_studies\"\nheading = \"Example clients\"\nstudies = []",
        good: "content/pages/working-with-us.toml\n[[blocks]]\nkind = \"case_studies\"\nheading = \"Example clients\"\nstudies = []\ndisclaimer = \"These examples are hypothetical …\"",
        checks: &[Check::Violation(missing_key)],
    },
    Rule {
        code: "schema/type",
        severity: Severity::Error,
        summary: "A value has the wrong type for its key.",
        why: "A fee in quotes is text, and text can't be computed with.",
        bad: "content/fees.toml\n[terms]\ninvestment_minimum = \"250,000\"",
        good: "content/fees.toml\n[terms]\ninvestment_minimum = 250_000",
        checks: &[Check::Violation(wrong_type)],
    },
    Rule {
        code: "schema/unknown-key",
        severity: Severity::Error,
        summary: "A key does not exist in this table, often because it is misspelled.",
        why: "The value of an unknown key would never be shown, and nobody would notice.",
        bad: "content/pages/about.toml\n[meta]\ntitel = \"About us\"",
        good: "content/pages/about.toml\n[meta]\ntitle = \"About us\"",
        checks: &[Check::Violation(unknown_key)],
    },
];

fn unknown_kind(file: &File, violation: &Violation, _: &Tree) -> Option<Diagnostic> {
    let ViolationKind::UnknownKind { kinds } = &violation.kind else {
        return None;
    };
    let known = || kinds.iter().map(String::as_str);
    let found = violation.found.as_str().unwrap_or_default();
    let place = file.document.place(&violation.pointer);
    Some(
        Diagnostic::at(file, place.clone(), "unknown kind of block")
            .expected(format!("one of {}", listed(kinds)))
            .found(violation.found.to_string())
            .help(suggest(found, known()))
            .fix(correction(file, &place, found, known())),
    )
}

fn check_names(file: &File, tree: &Tree, report: &mut Report) {
    if !tree.definitions_are_known {
        return;
    }
    let site = FileKind::Site;
    for (target, defined_in, pointer, noun) in [
        (
            Target::Schedule,
            FileKind::Fees,
            "/schedules",
            "fee schedule",
        ),
        (Target::External, site.clone(), "/external", "external link"),
        (Target::Disclaimer, site, "/disclaimers", "disclaimer"),
    ] {
        let known = tree.keys(&defined_in, pointer);
        let known = || known.iter().copied();
        let path = defined_in.path().unwrap_or_default();
        for used in file.uses_of(target) {
            let name = &used.name;
            if known().all(|known| known != name) {
                report.push(
                    Diagnostic::at(file, used.span.clone(), format!("unknown {noun} `{name}`"))
                        .expected(format!(
                            "the name of one in {path}, under [{}]",
                            &pointer[1..]
                        ))
                        .quoting(name)
                        .help(suggest(name, known()))
                        .fix(correction(file, &used.span, name, known())),
                );
            }
        }
    }
}

fn missing_key(file: &File, violation: &Violation, _: &Tree) -> Option<Diagnostic> {
    let ViolationKind::MissingKey { key, description } = &violation.kind else {
        return None;
    };
    let present: Vec<_> = violation
        .found
        .as_object()
        .into_iter()
        .flat_map(|it| it.keys())
        .collect();
    let found = match present.as_slice() {
        [] => "an empty table".to_owned(),
        present => format!("only {}", listed(present)),
    };
    let description = description
        .as_ref()
        .map(|text| format!(" Its description: {text}"));
    Some(
        Diagnostic::at(
            file,
            file.document.place(&violation.pointer),
            format!("missing key `{key}`"),
        )
        .expected(format!("a key `{key}`"))
        .found(found)
        .help(format!(
            "Add `{key} = …`.{}",
            description.unwrap_or_default()
        )),
    )
}

fn unknown_key(file: &File, violation: &Violation, _: &Tree) -> Option<Diagnostic> {
    let ViolationKind::UnknownKey { key, known } = &violation.kind else {
        return None;
    };
    let pointer = format!("{}/{}", violation.pointer, escaped(key));
    let place = file.document.key_place(&pointer);
    let names = known.iter().map(String::as_str);
    let (present, absent): (Vec<_>, Vec<_>) =
        names.partition(|name| violation.found.get(name).is_some());
    let twin = nearest(key, present);
    let is_mergeable = |near: &str| are_sections(&violation.found, key, near);
    let (help, near) = match twin {
        Some(near) if is_mergeable(near) => (format!("Did you mean `{near}`?"), Some(near)),
        Some(near) => (
            format!("The table already has `{near}`: delete one of the two."),
            None,
        ),
        None => (suggest(key, absent.iter().copied()), meant(key, absent)),
    };
    let fix = near.and_then(|near| Fix::instead(file, place.clone(), key, near));
    Some(
        Diagnostic::at(file, place, format!("unknown key `{key}`"))
            .expected(format!("one of {}", listed(known)))
            .quoting(key)
            .help(help)
            .fix(fix),
    )
}

/// Whether two keys of a table are both lists of sections, as `[[blocks]]` is,
/// so that the entries of one can move to the other.
fn are_sections(table: &Value, one: &str, two: &str) -> bool {
    let sections = |key: &str| {
        let list = table.get(key).and_then(Value::as_array);
        list.is_some_and(|list| !list.is_empty() && list.iter().all(Value::is_object))
    };
    sections(one) && sections(two)
}

fn wrong_type(file: &File, violation: &Violation, _: &Tree) -> Option<Diagnostic> {
    let ViolationKind::Type { expected } = &violation.kind else {
        return None;
    };
    let place = file.document.place(&violation.pointer);
    let written = &file.text[place.clone()];
    let found = match &violation.found {
        Value::String(text) => format!("{}: \"{text}\"", type_name("string")),
        Value::Null if is_integer(written) => format!("a number with too many digits: {written}"),
        Value::Null => format!("a number with a decimal point: {written}"),
        Value::Number(_) => format!("a number: {written}"),
        Value::Bool(value) => value.to_string(),
        Value::Array(_) => type_name("array").to_owned(),
        Value::Object(_) => type_name("object").to_owned(),
    };
    let message = format!("`{}` has the wrong type", key(&violation.pointer));
    let fix = corrected(expected, &violation.found, written)
        .map(|text| Fix::edit(file, place.clone(), text));
    Some(
        Diagnostic::at(file, place, message)
            .expected(expected.clone())
            .found(found)
            .help(help(expected, &violation.found, written))
            .fix(fix),
    )
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

/// The value that must be meant, in TOML.
fn corrected(expected: &str, found: &Value, written: &str) -> Option<String> {
    let is = |name| expected == type_name(name);
    match found {
        Value::String(text) if is("integer") => {
            let amount = text.trim().trim_start_matches('$').trim_start();
            whole_dollars(text).map(|_| amount.replace(',', "_"))
        }
        Value::String(text) if is("boolean") => match text.trim() {
            "true" | "yes" => Some("true".to_owned()),
            "false" | "no" => Some("false".to_owned()),
            _ => None,
        },
        Value::Null if is("integer") => without_fraction(written).map(str::to_owned),
        Value::Number(_) | Value::Null if is("string") => Some(format!("\"{written}\"")),
        _ => None,
    }
}

fn help(expected: &str, found: &Value, written: &str) -> String {
    match found {
        Value::String(text) if expected.contains("number") && text.contains(char::is_numeric) => {
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
            None => "Write a whole number: amounts are in dollars, rates in basis points (1.25 % is 125).".to_owned(),
        },
        _ => format!("Write {expected}."),
    }
}
