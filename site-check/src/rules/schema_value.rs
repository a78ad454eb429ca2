use super::{Check, Diagnostic, File, Rule, Severity, Tree, correction, key};
use crate::fix::Fix;
use crate::load::validate::{Violation, ViolationKind, violations};
use crate::names::{listed, suggest};
use serde_json::Value;
use site_schema::model::month_number;

pub static RULES: &[Rule] = &[Rule {
    code: "schema/value",
    severity: Severity::Error,
    summary: "A value is not one of those that its key allows, or not in the right form.",
    why: "A category that does not exist has no filter; a malformed date or address leads nowhere.",
    bad: "content/articles/market-drop.mdx\n+++\ncategory = \"Tax Planing\"\n+++",
    good: "content/articles/market-drop.mdx\n+++\ncategory = \"Tax Planning\"\n+++",
    checks: &[Check::Violation(report)],
}];

fn report(file: &File, violation: &Violation, tree: &Tree) -> Option<Diagnostic> {
    let key = key(&violation.pointer);
    let place = file.document.place(&violation.pointer);
    let text = violation.found.as_str().unwrap_or_default();
    let (message, expected, help) = match &violation.kind {
        ViolationKind::NotOneOf { options } => {
            let options: Vec<_> = options.iter().filter_map(Value::as_str).collect();
            (
                format!("`{key}` has an unknown value"),
                format!("one of {}", listed(&options)),
                suggest(text, options.iter().copied()),
            )
        }
        ViolationKind::Value { fault, expected } => (
            format!("`{key}` {fault}"),
            expected.clone(),
            format!("Write {expected}."),
        ),
        _ => return None,
    };
    let found = match &violation.found {
        Value::String(text) if text.is_empty() => "empty text".to_owned(),
        Value::String(text) if fault_is_length(&violation.kind) => {
            format!("{} characters", text.chars().count())
        }
        Value::String(text) => format!("\"{}\"", text.chars().take(80).collect::<String>()),
        Value::Array(items) => format!("{} entries", items.len()),
        Value::Object(_) => "a table".to_owned(),
        Value::Null | Value::Bool(_) | Value::Number(_) => file.text[place.clone()].to_owned(),
    };
    Some(
        Diagnostic::at(file, place, message)
            .expected(expected)
            .found(found)
            .help(help)
            .fix(corrected(file, violation, tree)),
    )
}

fn fault_is_length(kind: &ViolationKind) -> bool {
    matches!(kind, ViolationKind::Value { fault, .. } if fault.starts_with("is too "))
}

fn corrected(file: &File, violation: &Violation, tree: &Tree) -> Option<Fix> {
    let found = violation.found.as_str()?;
    let place = file.document.place(&violation.pointer);
    if let ViolationKind::NotOneOf { options } = &violation.kind {
        return correction(
            file,
            &place,
            found,
            options.iter().filter_map(Value::as_str),
        );
    }
    if let Some(day) = day(found).filter(|day| fits(file, violation, day)) {
        let description = format!("Write the day as {day}.");
        return Some(Fix::edit(file, place, day).described(description));
    }
    let mut forms = forms(found, tree).into_iter();
    let form = forms.find(|form| fits(file, violation, form))?;
    Fix::instead(file, place, found, &form)
}

/// Whether a text would be valid in place of the one that was found.
fn fits(file: &File, violation: &Violation, text: &str) -> bool {
    let mut document = file.document.value.clone();
    match document.pointer_mut(&violation.pointer) {
        Some(place @ Value::String(_)) if place != text => *place = text.into(),
        _ => return false,
    }
    let left = violations(file.kind.schema(), &document);
    left.iter().all(|left| left.pointer != violation.pointer)
}

/// What a text in the wrong form may mean.
fn forms(text: &str, tree: &Tree) -> Vec<String> {
    let trimmed = text.trim();
    let name: Vec<String> = trimmed
        .split(|c: char| c.is_whitespace() || c == '_')
        .map(str::to_lowercase)
        .collect();
    let mut forms = vec![
        trimmed.to_owned(),
        trimmed.trim_end_matches('/').to_owned(),
        trimmed.to_lowercase(),
        name.join("-"),
    ];
    let is_phone = |c: char| c.is_ascii_digit() || " ()-.+".contains(c);
    let digits: String = trimmed.chars().filter(char::is_ascii_digit).collect();
    let national = digits.strip_prefix('1').unwrap_or(&digits);
    if trimmed.chars().all(is_phone) && national.len() == 10 {
        let (area, rest) = national.split_at(3);
        forms.push(format!("({area}) {}-{}", &rest[..3], &rest[3..]));
    }
    if let Some(address) = trimmed.strip_prefix("http://") {
        let host = address.split(['/', '?', '#']).next().unwrap_or_default();
        let is_known = tree.is_known_host(host);
        forms.extend(is_known.then(|| format!("https://{address}")));
    }
    forms
}

/// A day written for people, where it can mean only one: July 15, 2025, or 2025/7/15.
fn day(text: &str) -> Option<String> {
    let parts = text.split(|c: char| !c.is_alphanumeric());
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    let [first, second, third] = parts.as_slice() else {
        return None;
    };
    let number = |part: &str| part.parse::<u32>().ok();
    let (year, month, day) = if number(first).is_some_and(|year| year > 31) {
        (first, number(second)?, third)
    } else if let Some(month) = month(first) {
        (third, month, second)
    } else {
        (third, month(second)?, first)
    };
    let ordinal = day.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let fine = year.len() == 4 && matches!(&day[ordinal.len()..], "" | "st" | "nd" | "rd" | "th");
    fine.then_some(())?;
    Some(format!(
        "{:04}-{month:02}-{:02}",
        number(year)?,
        number(ordinal)?
    ))
}

/// The number of a month by its English name or its first letters, in any case.
fn month(name: &str) -> Option<u32> {
    let name = name.to_lowercase();
    let name = if name == "sept" { "sep" } else { &*name };
    let (first, rest) = name.split_at_checked(1)?;
    month_number(&(first.to_uppercase() + rest)).map(u32::from)
}

#[cfg(test)]
mod tests {
    use super::day;

    #[test]
    fn a_day_is_read_only_where_it_can_mean_one() {
        for text in [
            "July 15, 2025",
            "15 Jul 2025",
            "July 15th, 2025",
            "2025/7/15",
            "2025.07.15",
        ] {
            assert_eq!(day(text).as_deref(), Some("2025-07-15"), "{text}");
        }
        for unclear in [
            "07/08/2025",
            "7-8-25",
            "July 2025",
            "205-07-15",
            "15 Julio 2025",
            "",
        ] {
            assert_eq!(day(unclear), None, "{unclear}");
        }
    }
}
