//! Keys and values of TOML that the JSON Schema of their file doesn't allow, in an editor's words.

mod keys;
mod values;

use super::image;
use crate::load::document::escaped;
use crate::load::{File, SchemaError, Violation};
use crate::names::nearest;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity, key};
use crate::rules::toml::values::{basis_points, number};
use serde_json::{Value, json};
use site_schema::model::{NAME_FORM, NOT_BLANK};
use site_schema::schemas::SCHEMAS;
use std::ops::Range;
use std::slice;
use std::sync::LazyLock;
use values::ValueError;

pub(super) static RULES: &[&Rule] = &[
    &keys::MISSING_KEY,
    &TYPE,
    &keys::UNKNOWN_KEY,
    &values::VALUE,
];

/// The schema of a block without a kind.
static BLOCK_KIND: LazyLock<Value> = LazyLock::new(|| {
    json!({ "properties": { "kind": {
        "type": "string",
        "const": "hero",
        "description": "The kind of block that it is.",
    } } })
});

/// A value that its schema doesn't allow, with its JSON pointer.
#[derive(Clone, Copy)]
struct WrongValue<'a> {
    file: &'a File,
    pointer: &'a str,
    value: &'a Value,
}

impl WrongValue<'_> {
    fn span(&self) -> Range<usize> {
        self.file.document.span(self.pointer)
    }

    /// The key of the value.
    fn key(&self) -> &str {
        key(self.pointer)
    }

    /// The path of the schema, which lists everything that the file may contain.
    fn schema_path(&self) -> String {
        format!("schemas/{}.schema.json", self.file.kind.schema_name())
    }

    /// The keys of a table.
    fn keys(&self) -> Vec<&str> {
        let table = self.value.as_object().into_iter().flatten();
        table.map(|(key, _)| key.as_str()).collect()
    }
}

/// Reports all schema errors of a file.
fn check(file: &File, out: &mut Diagnostics) {
    for error in &file.schema_errors {
        report(file, error, out);
    }
}

/// Reports a value under the rule of the keyword that it violates.
fn report(file: &File, error: &SchemaError, out: &mut Diagnostics) {
    let schema = error.schema;
    let known = known_keys(schema);
    let Some(value) = file.document.value.pointer(&error.pointer) else {
        return;
    };
    let wrong = WrongValue {
        file,
        pointer: &error.pointer,
        value,
    };
    match &error.violation {
        Violation::UnknownKey(key) => {
            let root = &SCHEMAS[file.kind.schema_name()];
            let help = match schema["x-refused"][key].as_str() {
                Some(reason) => Some(format!("Delete `{key}`: {reason}.")),
                None => keys::help_elsewhere(root, wrong, key),
            };
            keys::report_unknown(wrong, key, &known, help, out);
        }
        Violation::MissingKey(key) => {
            // A key that is misspelled or in the wrong table is one mistake, not two.
            let mut errors = file.schema_errors.iter();
            let is_elsewhere = errors.any(|error| is_unknown_in(file, error, key));
            if !has_misspelled(wrong, key, &known) && !is_elsewhere {
                report_missing(wrong, key, schema, out);
            }
        }
        Violation::KeyForm(key) => {
            let name = WrongValue {
                pointer: &format!("{}/{}", wrong.pointer, escaped(key)),
                ..wrong
            };
            let form = schema["propertyNames"]["x-form"].as_str();
            values::report(name, &ValueError::not_of(form.unwrap_or(NAME_FORM)), out);
        }
        Violation::NoChoice => report_no_choice(wrong, &schema["oneOf"], out),
        Violation::Keyword(keyword) => report_keyword(wrong, schema, keyword, out),
    }
}

fn report_keyword(wrong: WrongValue, schema: &Value, keyword: &str, out: &mut Diagnostics) {
    match keyword {
        "enum" => {
            let options = schema["enum"].as_array();
            values::report_unknown(wrong, options.map_or(&[], Vec::as_slice), out);
        }
        "const" => values::report_unknown(wrong, slice::from_ref(&schema["const"]), out),
        "type" => {
            let name = match schema["format"].as_str() {
                Some("date" | "moment") => "date",
                _ => schema["type"].as_str().unwrap_or_default(),
            };
            report_type(wrong, name, out);
        }
        "uniqueItems" => values::report_twice(wrong, out),
        "minProperties" => values::report_idle_next(wrong, out),
        "pattern" if schema["pattern"] == NOT_BLANK => {
            if wrong.key() == "alt" {
                report_alt(wrong, out);
            } else {
                values::report_blank(wrong, out);
            }
        }
        _ => values::report(wrong, &ValueError::of(schema, keyword), out),
    }
}

/// Returns true if an error reports a key as unknown. The key can also be in a section without a schema.
fn is_unknown_in(file: &File, error: &SchemaError, key: &str) -> bool {
    let Violation::UnknownKey(unknown) = &error.violation else {
        return false;
    };
    let table = file.document.value.pointer(&error.pointer);
    let section = table.and_then(|table| table.get(unknown));
    unknown == key || section.is_some_and(|section| section.get(key).is_some())
}

/// Returns true if a table has an unknown key that resembles a missing one.
fn has_misspelled(table: WrongValue, missing: &str, known: &[&str]) -> bool {
    for written in table.keys() {
        if !known.contains(&written) && nearest(written, known.iter().copied()) == Some(missing) {
            return true;
        }
    }
    false
}

fn known_keys(schema: &Value) -> Vec<&str> {
    let properties = schema["properties"].as_object().into_iter().flatten();
    properties.map(|(key, _)| key.as_str()).collect()
}

/// Reports that a value is none of the choices of a schema.
fn report_no_choice(wrong: WrongValue, choices: &Value, out: &mut Diagnostics) {
    let choices = choices.as_array().map_or(&[][..], Vec::as_slice);
    let options = constants(choices, "/const");
    if options.len() == choices.len() {
        return values::report_unknown(wrong, &options, out);
    }
    if !wrong.value.is_object() {
        return report_type(wrong, "object", out);
    }
    let Some(written_kind) = wrong.value.get("kind") else {
        let mut written = wrong.keys().into_iter();
        if let Some(key) = written.find(|key| key.eq_ignore_ascii_case("kind")) {
            return keys::report_unknown(wrong, key, &["kind"], None, out);
        }
        return report_missing(wrong, "kind", &BLOCK_KIND, out);
    };
    let wrong_kind = WrongValue {
        pointer: &format!("{}/kind", wrong.pointer),
        value: written_kind,
        ..wrong
    };
    let kinds = constants(choices, "/properties/kind/const");
    values::report_unknown(wrong_kind, &kinds, out);
}

/// Returns the values at a pointer of several schemas.
fn constants(choices: &[Value], pointer: &str) -> Vec<Value> {
    let constants = choices.iter().filter_map(|choice| choice.pointer(pointer));
    constants.cloned().collect()
}

/// Reports a key that a table lacks, unless a mistake in the TOML may hide the key.
fn report_missing(wrong: WrongValue, key: &str, schema: &Value, out: &mut Diagnostics) {
    if wrong.file.document.may_lack_keys() {
        return;
    }
    if key == "alt" {
        report_alt(wrong, out);
    } else {
        keys::report_missing(wrong, key, schema, out);
    }
}

fn report_alt(wrong: WrongValue, out: &mut Diagnostics) {
    image::report_alt(wrong.file, wrong.span(), &mut out.for_rule(&image::ALT));
}

static TYPE: Rule = Rule {
    code: "schema/type",
    severity: Severity::Error,
    scope: Scope::ByAnother,
    summary: "A value has the wrong type for its key.",
    why: "A fee in quotes is text, and the site can't calculate with text.",
    example: Example::InFile {
        file: "content/fees.toml",
        wrong: r#"investment_minimum = "250,000""#,
        right: "investment_minimum = 250_000",
    },
};

/// Reports a value that doesn't have the JSON type with a name, or isn't a date.
fn report_type(wrong: WrongValue, type_name: &str, out: &mut Diagnostics) {
    let expected = match type_name {
        "string" => "text in quotes",
        "date" => "a day without quotes, such as 2027-01-01",
        "integer" => "a whole number without quotes",
        "boolean" => "true or false, without quotes",
        "array" => "a list in square brackets",
        "object" => "a table",
        other => other,
    };
    let help_with_type = help_with_type(wrong, type_name, expected);
    let message = format!("`{}` has the wrong type", wrong.key());
    out.for_rule(&TYPE)
        .at(wrong.file, wrong.span(), message)
        .expected(expected)
        .quoting(&wrong.file.text[wrong.span()])
        .help(help_with_type);
}

/// Returns the help for a value with the wrong type.
fn help_with_type(wrong: WrongValue, type_name: &str, expected: &str) -> String {
    let key = wrong.key();
    let written = &wrong.file.text[wrong.span()];
    let is_header = written.starts_with('[') && wrong.pointer.ends_with(key);
    if type_name == "array" && wrong.value.is_object() && is_header {
        return format!("Write `[[{key}]]`, two brackets.");
    }
    if type_name == "object" && wrong.value.is_array() && written.starts_with("[[") {
        return format!("Write `[{key}]`, one bracket on each side.");
    }
    if type_name == "string" && is_scalar(wrong.value) {
        return if written.contains('_') {
            "Write it as visitors read it, in straight quotes (\").".to_owned()
        } else {
            format!("Put it in straight quotes: \"{written}\".")
        };
    }
    if type_name != "integer" || !matches!(wrong.value, Value::Null | Value::String(_)) {
        return format!("Write {expected}.");
    }
    let amount = written.trim_matches(['"', '\'', ' ']);
    if let Some(right) = number(amount) {
        return format!("Write {right}, without quotes, commas and signs.");
    }
    let percentage = amount.trim_end_matches('%').trim_end();
    let is_percentage = amount.ends_with('%') || percentage.contains('.');
    match basis_points(percentage) {
        Some(points) if key == "rate" && is_percentage => format!(
            "Write {points}: rates are in basis points, hundredths of a percent."
        ),
        _ => "Write a whole number without quotes, commas and signs: amounts are in dollars, rates in basis points (1.25% is 125).".to_owned(),
    }
}

/// Returns true if a value is neither a list nor a table.
fn is_scalar(value: &Value) -> bool {
    !value.is_array() && !value.is_object()
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{assert_snapshot, check, finds_in_files, found};

    #[test]
    #[rustfmt::skip]
    fn type_of_value() {
        assert_snapshot!(check("fees.toml", "annual = 17_500", "annual = \"$17,500\""), @r#"
        error[schema/type]: `annual` has the wrong type
          --> content/fees.toml:18:10
           |
        18 | annual = "$17,500"
           |          ^^^^^^^^^
           |
           = expected: a whole number without quotes
           = found: `"$17,500"`
           = help: Write 17_500, without quotes, commas and signs.
        "#);
        for (from, to, help) in [
            ("rate = 125", "rate = 1.25", "Write 125: rates are in basis points, hundredths of a percent."),
            ("rate = 125", "rate = \"1.25%\"", "Write 125: rates are in basis points, hundredths of a percent."),
            ("transfer_days = 90", "transfer_days = \"ninety\"", "Write a whole number without quotes, commas and signs: amounts are in dollars, rates in basis points (1.25% is 125)."),
        ] {
            assert!(found("fees.toml", from, to)[0].ends_with(help), "{to}");
        }
        finds_in_files("schema/type", &[
            ("pages/fees.toml", "title = \"Fees\"\nshort", "title = «5\nshort"),
            ("articles/first.mdx", "id = 1\n", "id = «17.0\n"),
            ("fees.toml", "rate = 125", "rate = «125.0"),
            ("fees.toml", "rate = 125", "rate = «1.25"),
            ("fees.toml", "assets = 1_500_000", "assets = «500_000.0"),
            ("articles/first.mdx", "id = 1\n", "id = «99_999_999_999_999_999_999\n"),
            ("articles/first.mdx", "title = \"First\"", "title = «inf"),
        ]);
    }

    #[test]
    fn what_is_to_be_written_is_said_of_days_and_years() {
        for (file, from, to, expected) in [
            (
                "pages/about.toml",
                "kind = \"hero\"",
                "kind = \"hero\"\nstarts = 20270101",
                "schema/type 8:10 Write a day without quotes, such as 2027-01-01.",
            ),
            (
                "facts.toml",
                "[contribution-limit.years.2026]",
                "[contribution-limit.years.26]",
                "schema/value 13:1 Write a tax year, such as 2025.",
            ),
        ] {
            let found = found(file, from, to);
            assert!(found.contains(&expected.to_owned()), "{found:#?}");
        }
    }
}
