use super::image::no_alt;
use super::{File, FileKind, Sink, Tree, key};
use crate::fix::Fix;
use crate::load::document::escaped;
use crate::load::{SchemaError, Target};
use crate::names::{listed, nearest, suggest};
use jsonschema::error::ValidationErrorKind as Kind;
use serde_json::Value;
use site_schema::fees::grouped;
use site_schema::model::NAME_FORM;
use site_schema::schemas::{SCHEMAS, resolve};
use std::ops::Range;

pub(super) fn check_names(file: &File, tree: &Tree, out: &mut Sink) {
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
        for used in file.references_of(target) {
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
pub(super) fn check_schema_errors(file: &File, out: &mut Sink) {
    for violation in &file.schema_errors {
        explain(file, violation, out);
    }
}

/// A value that departs from its schema, with its JSON pointer.
struct SchemaFinding<'a> {
    file: &'a File,
    pointer: &'a str,
    found: &'a Value,
}

/// Says what the validator found in an editor's words.
fn explain(file: &File, violation: &SchemaError, out: &mut Sink) {
    let root = &SCHEMAS[file.kind.schema_name()];
    let keyword = violation.schema_path().as_str();
    // The schema that the keyword belongs to.
    let schema = root.pointer(&keyword[..keyword.rfind('/').unwrap_or(0)]);
    let schema = schema.unwrap_or(&Value::Null);
    let known = schema["properties"].as_object().into_iter().flatten();
    let known: Vec<&str> = known.map(|(key, _)| key.as_str()).collect();
    let wrong = SchemaFinding {
        file,
        pointer: violation.instance_path().as_str(),
        found: violation.instance(),
    };
    match violation.kind() {
        Kind::AdditionalProperties { unexpected } => {
            for key in unexpected {
                wrong.unknown_key(key, &known, out);
            }
        }
        Kind::Required { property } => {
            let key = property.as_str().unwrap_or_default();
            let is_slip = |written: &str| {
                !known.contains(&written) && nearest(written, known.iter().copied()) == Some(key)
            };
            // A key that is there but misspelt is one departure, not two.
            if !wrong.keys().any(is_slip) {
                let described = &schema["properties"][key];
                let own = described["description"].as_str();
                let own = own.or_else(|| resolve(root, described)["description"].as_str());
                wrong.missing_key(key, own, out);
            }
        }
        Kind::Enum { options } => {
            wrong.one_of(options.as_array().map_or(&[], Vec::as_slice), out);
        }
        Kind::Constant { expected_value } => wrong.one_of(&[(**expected_value).clone()], out),
        Kind::Type { .. } => wrong.mistyped(schema["type"].as_str().unwrap_or_default(), out),
        Kind::PropertyNames { error } => {
            let name = error.instance();
            let key = escaped(name.as_str().unwrap_or_default());
            let name = SchemaFinding {
                pointer: &format!("{}/{key}", wrong.pointer),
                found: name,
                ..wrong
            };
            name.value(not_of(NAME_FORM), out);
        }
        Kind::OneOfNotValid { context } => wrong.choice(&schema["oneOf"], context, out),
        _ if key(wrong.pointer) == "alt" && wrong.found == "" => wrong.undescribed(out),
        _ => wrong.value(fault(schema, violation), out),
    }
}

impl SchemaFinding<'_> {
    fn span(&self) -> Range<usize> {
        self.file.document.span(self.pointer)
    }

    /// The keys of a table.
    fn keys(&self) -> impl Iterator<Item = &str> {
        let table = self.found.as_object().into_iter().flatten();
        table.map(|(key, _)| key.as_str())
    }

    /// What is wrong with the one of several choices that the editor meant, or why none can be.
    fn choice(&self, choices: &Value, context: &[Vec<SchemaError>], out: &mut Sink) {
        let choices = choices.as_array().map_or(&[][..], Vec::as_slice);
        let constants = |pointer: &str| -> Vec<Value> {
            let constants = choices.iter().filter_map(|choice| choice.pointer(pointer));
            constants.cloned().collect()
        };
        let (options, kinds) = (constants("/const"), constants("/properties/kind/const"));
        let meant = self.found.get("kind");
        if let Some(meant) = kinds.iter().position(|kind| Some(kind) == meant) {
            let schema_errors = context.get(meant).into_iter().flatten();
            return schema_errors.for_each(|inner| explain(self.file, inner, out));
        }
        match meant {
            _ if options.len() == choices.len() => self.one_of(&options, out),
            _ if !self.found.is_object() => self.mistyped("object", out),
            None => self.missing_key("kind", Some("What kind of block it is."), out),
            Some(found) => {
                let pointer = &format!("{}/kind", self.pointer);
                let kind = SchemaFinding {
                    pointer,
                    found,
                    ..*self
                };
                kind.one_of(&kinds, out);
            }
        }
    }

    fn unknown_key(&self, key: &str, known: &[&str], out: &mut Sink) {
        let document = &self.file.document;
        let place = document.key_span(&format!("{}/{}", self.pointer, escaped(key)));
        let (present, absent): (Vec<_>, Vec<_>) = known
            .iter()
            .partition(|name| self.found.get(name).is_some());
        // The entries of one list of sections, as `[[blocks]]` is, can move to another.
        let sections = |key: &str| {
            let list = self.found[key].as_array();
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
        let fix = Fix::misspelt(self.file, &place, key, meant);
        out.for_rule("schema/unknown-key")
            .at(self.file, place, format!("unknown key `{key}`"))
            .expected(format!("one of {}", listed(known)))
            .quoting(key)
            .help(help)
            .fix(fix);
    }

    fn missing_key(&self, key: &str, description: Option<&str>, out: &mut Sink) {
        if key == "alt" {
            return self.undescribed(out);
        }
        let present: Vec<_> = self.keys().collect();
        let described = |it: &str| format!(" Its description: {}", it.replace('\n', " "));
        let description = description.map(described).unwrap_or_default();
        out.for_rule("schema/missing-key")
            .at(self.file, self.span(), format!("missing key `{key}`"))
            .expected(format!("a key `{key}`"))
            .found(match present.is_empty() {
                true => "an empty table".to_owned(),
                false => format!("only {}", listed(&present)),
            })
            .help(format!("Add `{key} = …`.{description}"));
    }

    /// An image without a description.
    fn undescribed(&self, out: &mut Sink) {
        no_alt(&mut out.for_rule("image/alt"), self.file, self.span());
    }

    fn mistyped(&self, name: &str, out: &mut Sink) {
        let expected = match name {
            "string" => "text in quotes",
            "integer" => "a whole number without quotes",
            "boolean" => "true or false, without quotes",
            "array" => "a list in square brackets",
            "object" => "a table",
            other => other,
        };
        let help = match self.found {
            Value::Null | Value::String(_) if name == "integer" => {
                ", commas and signs: amounts are in dollars, rates in basis points (1.25 % is 125)"
            }
            _ => "",
        };
        let message = format!("`{}` has the wrong type", key(self.pointer));
        out.for_rule("schema/type")
            .at(self.file, self.span(), message)
            .expected(expected)
            .quoting(&self.file.text[self.span()])
            .help(format!("Write {expected}{help}."));
    }

    /// A value that is not one of a closed list.
    fn one_of(&self, options: &[Value], out: &mut Sink) {
        let options: Vec<_> = options.iter().filter_map(Value::as_str).collect();
        let name = self.found.as_str().unwrap_or_default();
        let message = format!("`{}` has an unknown value", key(self.pointer));
        let fix = Fix::misspelt(self.file, &self.span(), name, options.iter().copied());
        out.at(self.file, self.span(), message)
            .expected(format!("one of {}", listed(&options)))
            .found(self.found.to_string())
            .help(suggest(name, options))
            .fix(fix);
    }

    /// A value that is wrong in itself: what is wrong, such as "is too long", and what is expected.
    fn value(&self, (fault, expected): (String, String), out: &mut Sink) {
        let found = match self.found {
            Value::String(text) if fault.starts_with("is too ") => {
                format!("{} characters", text.chars().count())
            }
            Value::Array(items) => format!("{} entries", items.len()),
            _ => {
                let written = self.file.text[self.span()].lines().next();
                written.unwrap_or_default().to_owned()
            }
        };
        let message = format!("`{}` {fault}", key(self.pointer));
        out.at(self.file, self.span(), message)
            .help(format!("Write {expected}."))
            .expected(expected)
            .found(found);
    }
}

fn fault(schema: &Value, violation: &SchemaError) -> (String, String) {
    let many = |limit: u64, one: &str, many: &str| match limit {
        1 => format!("1 {one}"),
        limit => format!("{} {many}", grouped(limit)),
    };
    let entries = |limit: &u64| many(*limit, "entry", "entries");
    let number = |limit: &Value| limit.as_u64().map_or(limit.to_string(), grouped);
    let (fault, expected) = match (violation.kind(), schema["x-form"].as_str()) {
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
