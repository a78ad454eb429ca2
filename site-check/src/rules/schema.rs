use super::image::no_alt;
use super::{File, FileKind, Report, Rule, Tree, correction, error, key};
use crate::fix::{Fix, day, meant, underscored, whole_dollars};
use crate::load::Target;
use crate::load::document::escaped;
use crate::load::validate::{Violation, ViolationKind, type_name, violations};
use crate::names::{listed, nearest, suggest};
use serde_json::Value;

pub static RULES: &[Rule] = &[
    error("name/unknown", "A name refers to a fee schedule, an external link or a disclaimer that does not exist.")
        .why("A block without its schedule has no fees to show; a button without its link leads nowhere.")
        .bad("content/pages/fees.toml\n[[blocks]]\nkind = \"fee_tiers\"\nschedule = \"calculater\"")
        .good("content/pages/fees.toml\n[[blocks]]\nkind = \"fee_tiers\"\nschedule = \"calculator\"")
        .each_file(check_names),
    error("schema/missing-key", "A required key is missing.")
        .why("A page without its description, or case studies without their disclaimer, may not be published.")
        .bad("content/pages/working-with-us.toml\n[[blocks]]\nkind = \"case_studies\"\nheading = \"Example clients\"\nstudies = []")
        .good("content/pages/working-with-us.toml\n[[blocks]]\nkind = \"case_studies\"\nheading = \"Example clients\"\nstudies = []\ndisclaimer = \"These examples are hypothetical …\""),
    error("schema/type", "A value has the wrong type for its key.")
        .why("A fee in quotes is text, and text can't be computed with.")
        .bad("content/fees.toml\n[terms]\ninvestment_minimum = \"250,000\"")
        .good("content/fees.toml\n[terms]\ninvestment_minimum = 250_000"),
    error("schema/unknown-key", "A key does not exist in this table, often because it is misspelled.")
        .why("The value of an unknown key would never be shown, and nobody would notice.")
        .bad("content/pages/about.toml\n[meta]\ntitel = \"About us\"")
        .good("content/pages/about.toml\n[meta]\ntitle = \"About us\""),
    error("schema/value", "A value is not one of those that its key allows, or not in the right form.")
        .why("A block of an unknown kind would leave a hole in the page; a category that does not exist has no filter.")
        .bad("content/articles/market-drop.mdx\n+++\ncategory = \"Tax Planing\"\n+++")
        .good("content/articles/market-drop.mdx\n+++\ncategory = \"Tax Planning\"\n+++")
        .each_file(check_violations),
];

fn check_names(file: &File, tree: &Tree, out: &mut Report) {
    if !tree.definitions_are_known {
        return;
    }
    let (site, fees) = (FileKind::Site, FileKind::Fees);
    for (target, defined_in, table, noun) in [
        (Target::Schedule, &fees, "schedules", "fee schedule"),
        (Target::External, &site, "external", "external link"),
        (Target::Disclaimer, &site, "disclaimers", "disclaimer"),
    ] {
        let known = tree.keys(defined_in, &format!("/{table}"));
        let known = || known.iter().copied();
        let path = defined_in.path().unwrap_or_default();
        for used in file.uses_of(target) {
            let name = &used.name;
            if known().all(|known| known != name) {
                out.at(file, used.span.clone(), format!("unknown {noun} `{name}`"))
                    .expected(format!("the name of one in {path}, under [{table}]"))
                    .quoting(name)
                    .help(suggest(name, known()))
                    .fix(correction(file, &used.span, name, known()));
            }
        }
    }
}

/// The departures from the file's schema, each under the code of its rule.
fn check_violations(file: &File, _: &Tree, out: &mut Report) {
    for violation in &file.violations {
        explain(file, violation, out);
    }
}

fn explain(file: &File, violation: &Violation, out: &mut Report) {
    let pointer = &violation.pointer;
    let place = file.document.place(pointer);
    let key = key(pointer);
    match &violation.kind {
        ViolationKind::MissingKey { key, .. } if key == "alt" => {
            no_alt(&mut out.under("image/alt"), file, place);
        }
        ViolationKind::Value { .. } if key == "alt" && violation.found == "" => {
            no_alt(&mut out.under("image/alt"), file, place);
        }
        ViolationKind::MissingKey { key, description } => {
            let present = violation.found.as_object().into_iter().flatten();
            let present: Vec<_> = present.map(|(key, _)| key).collect();
            let described = |it: &String| format!(" Its description: {it}");
            let description = description.as_ref().map(described).unwrap_or_default();
            out.under("schema/missing-key")
                .at(file, place, format!("missing key `{key}`"))
                .expected(format!("a key `{key}`"))
                .found(match present.is_empty() {
                    true => "an empty table".to_owned(),
                    false => format!("only {}", listed(&present)),
                })
                .help(format!("Add `{key} = …`.{description}"));
        }
        ViolationKind::UnknownKey { key, known } => {
            unknown_key(
                file,
                violation,
                key,
                known,
                &mut out.under("schema/unknown-key"),
            );
        }
        ViolationKind::Type { expected } => {
            let written = &file.text[place.clone()];
            let right = retyped(expected, &violation.found, written);
            let help = match &right {
                Some(right) => format!("Write {right}."),
                None if violation.found.is_null() => format!(
                    "Write {expected}: amounts are in dollars, rates in basis points (1.25 % is 125)."
                ),
                None => format!("Write {expected}."),
            };
            out.under("schema/type")
                .at(file, place.clone(), format!("`{key}` has the wrong type"))
                .expected(expected)
                .quoting(written)
                .help(help)
                .fix(right.map(|text| Fix::edit(file, place, text)));
        }
        ViolationKind::NotOneOf { options } => {
            let options: Vec<_> = options.iter().filter_map(Value::as_str).collect();
            let found = violation.found.as_str().unwrap_or_default();
            out.at(file, place.clone(), format!("`{key}` has an unknown value"))
                .expected(format!("one of {}", listed(&options)))
                .found(violation.found.to_string())
                .help(suggest(found, options.iter().copied()))
                .fix(correction(file, &place, found, options));
        }
        ViolationKind::Value { fault, expected } => {
            let found = match &violation.found {
                Value::String(text) if fault.starts_with("is too ") => {
                    format!("{} characters", text.chars().count())
                }
                Value::Array(items) => format!("{} entries", items.len()),
                _ => file.text[place.clone()]
                    .lines()
                    .next()
                    .unwrap_or_default()
                    .to_owned(),
            };
            out.at(file, place, format!("`{key}` {fault}"))
                .expected(expected)
                .found(found)
                .help(format!("Write {expected}."))
                .fix(corrected(file, violation));
        }
    }
}

fn unknown_key(file: &File, violation: &Violation, key: &str, known: &[String], out: &mut Report) {
    let pointer = format!("{}/{}", violation.pointer, escaped(key));
    let place = file.document.key_place(&pointer);
    let names = known.iter().map(String::as_str);
    let (present, absent): (Vec<_>, Vec<_>) =
        names.partition(|name| violation.found.get(name).is_some());
    let (help, near) = match nearest(key, present) {
        Some(near) if are_sections(&violation.found, key, near) => {
            (format!("Did you mean `{near}`?"), Some(near))
        }
        Some(near) => (
            format!("The table already has `{near}`: delete one of the two."),
            None,
        ),
        None => (suggest(key, absent.iter().copied()), meant(key, absent)),
    };
    let fix = near.and_then(|near| Fix::instead(file, place.clone(), key, near));
    out.at(file, place, format!("unknown key `{key}`"))
        .expected(format!("one of {}", listed(known)))
        .quoting(key)
        .help(help)
        .fix(fix);
}

/// Whether two keys of a table are both lists of sections, as `[[blocks]]` is,
/// so that the entries of one can move to the other.
fn are_sections(table: &Value, one: &str, two: &str) -> bool {
    let sections = |key: &str| {
        let list = table[key].as_array();
        list.is_some_and(|list| !list.is_empty() && list.iter().all(Value::is_object))
    };
    sections(one) && sections(two)
}

/// A value in the type that is expected, in TOML, where only one can be meant.
fn retyped(expected: &str, found: &Value, written: &str) -> Option<String> {
    let is = |name| expected == type_name(name);
    match found {
        Value::String(text) if is("integer") => whole_dollars(text).map(underscored),
        Value::String(text) if is("boolean") => match text.trim() {
            "true" | "yes" => Some("true".to_owned()),
            "false" | "no" => Some("false".to_owned()),
            _ => None,
        },
        Value::Number(_) | Value::Null if is("string") => Some(format!("\"{written}\"")),
        _ => None,
    }
}

/// The fix of a text in the wrong form: the one of these that fits.
fn corrected(file: &File, violation: &Violation) -> Option<Fix> {
    let text = violation.found.as_str()?;
    let place = file.document.place(&violation.pointer);
    if let Some(day) = day(text).map(|day| day.to_string())
        && fits(file, violation, &day)
    {
        return Some(Fix::edit(file, place, day));
    }
    let trimmed = text.trim();
    let lower = trimmed.to_lowercase();
    let digits: String = trimmed.chars().filter(char::is_ascii_digit).collect();
    let phone = match digits.strip_prefix('1').unwrap_or(&digits) {
        national if national.len() == 10 && trimmed.ends_with(&national[6..]) => {
            let (area, rest) = national.split_at(3);
            format!("({area}) {}-{}", &rest[..3], &rest[3..])
        }
        _ => String::new(),
    };
    let forms = [
        trimmed.trim_end_matches('/').to_owned(),
        lower.replace([' ', '_'], "-"),
        lower,
        phone,
    ];
    let form = forms.into_iter().find(|form| fits(file, violation, form))?;
    Fix::instead(file, place, text, &form)
}

/// Whether a text would be valid in place of the one that was found.
fn fits(file: &File, violation: &Violation, text: &str) -> bool {
    let mut document = file.document.value.clone();
    match document.pointer_mut(&violation.pointer) {
        Some(place @ Value::String(_)) if place != text => *place = text.into(),
        _ => return false,
    }
    let left = violations(&file.kind, &document);
    left.iter().all(|left| left.pointer != violation.pointer)
}
