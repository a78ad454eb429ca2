use super::image::no_alt;
use super::{File, FileKind, Report, Rule, Tree, error, key};
use crate::fix::Fix;
use crate::load::document::escaped;
use crate::load::{Target, Violation};
use crate::names::{listed, nearest, suggest};
use jsonschema::error::ValidationErrorKind as Kind;
use serde_json::Value;
use site_schema::fees::grouped;
use site_schema::model::NAME_FORM;
use site_schema::schemas::{SCHEMAS, resolve};

pub static RULES: &[Rule] = &[
    error("name/unknown").each_file(check_names),
    error("schema/missing-key"),
    error("schema/type"),
    error("schema/unknown-key"),
    error("schema/value").each_file(check_violations),
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
                    .fix(Fix::misspelt(file, &used.span, name, known()));
            }
        }
    }
}

/// The departures from the file's schema, each under the code of its rule.
fn check_violations(file: &File, _: &Tree, out: &mut Report) {
    let schema = &SCHEMAS[file.kind.schema_name()];
    for violation in &file.violations {
        explain(file, schema, violation, out);
    }
}

/// Says what the validator found in an editor's words.
fn explain(file: &File, schema: &Value, violation: &Violation, out: &mut Report) {
    let pointer = violation.instance_path().as_str();
    let found = &**violation.instance();
    let keyword = violation.schema_path().as_str();
    // The schema that the keyword belongs to.
    let around = schema.pointer(&keyword[..keyword.rfind('/').unwrap_or(0)]);
    let around = around.unwrap_or(&Value::Null);
    let known = around["properties"].as_object().into_iter().flatten();
    let known: Vec<&str> = known.map(|(key, _)| key.as_str()).collect();
    match violation.kind() {
        Kind::AdditionalProperties { unexpected } => {
            for key in unexpected {
                unknown_key(file, pointer, found, key, &known, out);
            }
        }
        Kind::Required { property } => {
            let key = property.as_str().unwrap_or_default();
            let mut written = found.as_object().into_iter().flatten();
            let is_slip = |written: &str| {
                !known.contains(&written) && nearest(written, known.iter().copied()) == Some(key)
            };
            // A key that is there but misspelt is one departure, not two.
            if !written.any(|(written, _)| is_slip(written)) {
                let described = &around["properties"][key];
                let own = described["description"].as_str();
                let own = own.or_else(|| resolve(schema, described)["description"].as_str());
                missing_key(file, pointer, found, key, own, out);
            }
        }
        Kind::Enum { options } => one_of(file, pointer, found, options.as_array(), out),
        Kind::Constant { expected_value } => {
            one_of(
                file,
                pointer,
                found,
                Some(&vec![(**expected_value).clone()]),
                out,
            );
        }
        Kind::Type { .. } => wrong_type(file, pointer, found, &around["type"], out),
        Kind::PropertyNames { error } => {
            let name = error.instance().as_str().unwrap_or_default();
            let pointer = format!("{pointer}/{}", escaped(name));
            let (fault, expected) = not_of(NAME_FORM);
            value(file, &pointer, error.instance(), &fault, &expected, out);
        }
        Kind::OneOfNotValid { context } => {
            choice(
                file,
                schema,
                (pointer, found),
                &around["oneOf"],
                context,
                out,
            );
        }
        _ if key(pointer) == "alt" && found == "" => no_description(file, pointer, out),
        _ => {
            let (fault, expected) = fault(around, violation);
            value(file, pointer, found, &fault, &expected, out);
        }
    }
}

/// What is wrong with the one of several choices that the editor meant, or why none can be.
fn choice(
    file: &File,
    schema: &Value,
    (pointer, found): (&str, &Value),
    choices: &Value,
    context: &[Vec<Violation>],
    out: &mut Report,
) {
    let choices = choices.as_array().map_or(&[][..], Vec::as_slice);
    let constants = |pointer: &str| -> Vec<Value> {
        let constants = choices.iter().filter_map(|choice| choice.pointer(pointer));
        constants.cloned().collect()
    };
    let (options, kinds) = (constants("/const"), constants("/properties/kind/const"));
    let meant = found.get("kind");
    if let Some(meant) = kinds.iter().position(|kind| Some(kind) == meant) {
        let violations = context.get(meant).into_iter().flatten();
        return violations.for_each(|inner| explain(file, schema, inner, out));
    }
    match meant {
        _ if options.len() == choices.len() => one_of(file, pointer, found, Some(&options), out),
        _ if !found.is_object() => wrong_type(file, pointer, found, &"object".into(), out),
        None => {
            let description = Some("What kind of block it is.");
            missing_key(file, pointer, found, "kind", description, out);
        }
        Some(meant) => one_of(file, &format!("{pointer}/kind"), meant, Some(&kinds), out),
    }
}

fn unknown_key(
    file: &File,
    table: &str,
    found: &Value,
    key: &str,
    known: &[&str],
    out: &mut Report,
) {
    let place = file
        .document
        .key_place(&format!("{table}/{}", escaped(key)));
    let (present, absent): (Vec<_>, Vec<_>) =
        known.iter().partition(|name| found.get(name).is_some());
    // The entries of one list of sections, as `[[blocks]]` is, can move to another.
    let sections = |key: &str| {
        let list = found[key].as_array();
        list.is_some_and(|list| list.iter().any(Value::is_object))
    };
    let (help, meant) = match nearest(key, present) {
        Some(near) if sections(key) && sections(near) => {
            (format!("Did you mean `{near}`?"), vec![near])
        }
        Some(near) => (
            format!("The table already has `{near}`: delete one of the two."),
            Vec::new(),
        ),
        None => (suggest(key, absent.iter().copied()), absent),
    };
    let fix = Fix::misspelt(file, &place, key, meant);
    out.under("schema/unknown-key")
        .at(file, place, format!("unknown key `{key}`"))
        .expected(format!("one of {}", listed(known)))
        .quoting(key)
        .help(help)
        .fix(fix);
}

fn missing_key(
    file: &File,
    table: &str,
    found: &Value,
    key: &str,
    description: Option<&str>,
    out: &mut Report,
) {
    if key == "alt" {
        return no_description(file, table, out);
    }
    let present = found.as_object().into_iter().flatten();
    let present: Vec<_> = present.map(|(key, _)| key).collect();
    let described = |it: &str| format!(" Its description: {}", it.replace('\n', " "));
    let description = description.map(described).unwrap_or_default();
    out.under("schema/missing-key")
        .at_value(file, table, format!("missing key `{key}`"))
        .expected(format!("a key `{key}`"))
        .found(match present.is_empty() {
            true => "an empty table".to_owned(),
            false => format!("only {}", listed(&present)),
        })
        .help(format!("Add `{key} = …`.{description}"));
}

fn no_description(file: &File, pointer: &str, out: &mut Report) {
    let place = file.document.place(pointer);
    no_alt(&mut out.under("image/alt"), file, place);
}

fn wrong_type(file: &File, pointer: &str, found: &Value, name: &Value, out: &mut Report) {
    let expected = match name.as_str().unwrap_or_default() {
        "string" => "text in quotes",
        "integer" => "a whole number without quotes",
        "boolean" => "true or false, without quotes",
        "array" => "a list in square brackets",
        "object" => "a table",
        other => other,
    };
    let is_amount = name == "integer" && (found.is_null() || found.is_string());
    let help = match is_amount {
        true => ", commas and signs: amounts are in dollars, rates in basis points (1.25 % is 125)",
        false => "",
    };
    let place = file.document.place(pointer);
    let message = format!("`{}` has the wrong type", key(pointer));
    out.under("schema/type")
        .at(file, place.clone(), message)
        .expected(expected)
        .quoting(&file.text[place])
        .help(format!("Write {expected}{help}."));
}

/// A value that is not one of a closed list.
fn one_of(
    file: &File,
    pointer: &str,
    found: &Value,
    options: Option<&Vec<Value>>,
    out: &mut Report,
) {
    let options: Vec<_> = options
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let name = found.as_str().unwrap_or_default();
    let place = file.document.place(pointer);
    let fix = Fix::misspelt(file, &place, name, options.iter().copied());
    out.at(
        file,
        place,
        format!("`{}` has an unknown value", key(pointer)),
    )
    .expected(format!("one of {}", listed(&options)))
    .found(found.to_string())
    .help(suggest(name, options))
    .fix(fix);
}

/// A value that is wrong in itself: what is wrong, such as "is too long", and what is expected.
fn value(file: &File, pointer: &str, found: &Value, fault: &str, expected: &str, out: &mut Report) {
    let place = file.document.place(pointer);
    let found = match found {
        Value::String(text) if fault.starts_with("is too ") => {
            format!("{} characters", text.chars().count())
        }
        Value::Array(items) => format!("{} entries", items.len()),
        _ => {
            let written = file.text[place.clone()].lines().next();
            written.unwrap_or_default().to_owned()
        }
    };
    out.at(file, place, format!("`{}` {fault}", key(pointer)))
        .expected(expected)
        .found(found)
        .help(format!("Write {expected}."));
}

fn fault(around: &Value, violation: &Violation) -> (String, String) {
    let many = |limit: u64, one: &str, many: &str| match limit {
        1 => format!("1 {one}"),
        limit => format!("{} {many}", grouped(limit)),
    };
    let entries = |limit: &u64| many(*limit, "entry", "entries");
    let number = |limit: &Value| limit.as_u64().map_or(limit.to_string(), grouped);
    let (fault, expected) = match (violation.kind(), around["x-form"].as_str()) {
        (Kind::MinLength { .. }, _) => ("is empty", "text that is not empty".to_owned()),
        (Kind::MaxLength { limit }, _) => {
            let most = many(*limit, "character", "characters");
            ("is too long", format!("at most {most}"))
        }
        (Kind::MinItems { limit }, _) => (
            "has too few entries",
            format!("at least {}", entries(limit)),
        ),
        (Kind::MaxItems { limit }, _) => (
            "has too many entries",
            format!("at most {}", entries(limit)),
        ),
        (Kind::Format { format }, _) if format == "date" => {
            return not_of("a date, such as 2025-07-23");
        }
        (_, Some(form)) => return not_of(form),
        (Kind::Minimum { limit }, _) => {
            let least = number(limit);
            ("is too small", format!("a whole number, at least {least}"))
        }
        (Kind::Maximum { limit }, _) => {
            let most = number(limit);
            ("is too large", format!("a whole number, at most {most}"))
        }
        _ => ("is not valid", violation.to_string()),
    };
    (fault.to_owned(), expected)
}

/// A value that is not of a form, such as "a phone number, such as (918) 555-0142".
fn not_of(form: &str) -> (String, String) {
    let noun = form.split(", such as").next().unwrap_or_default();
    let noun = noun.trim_start_matches("an ").trim_start_matches("a ");
    (format!("is not a valid {noun}"), form.to_owned())
}
