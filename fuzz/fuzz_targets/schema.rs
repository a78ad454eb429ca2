//! Arbitrary text as a content file: the check and the jsonschema crate report the same places.
#![no_main]

use jsonschema::error::ValidationErrorKind;
use jsonschema::{ValidationError, Validator};
use libfuzzer_sys::fuzz_target;
use site_check::load::{File, FileKind};
use site_schema::model::{format, is_time_zone};
use site_schema::schemas::SCHEMAS;
use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

/// Files of all kinds.
const FILES: [&str; 9] = [
    "content/site.toml",
    "content/fees.toml",
    "content/facts.toml",
    "content/redirects.toml",
    "content/pages/index.toml",
    "content/pages/404.toml",
    "content/articles/market-drop.mdx",
    "content/subjects.toml",
    "content/words.toml",
];

static VALIDATORS: LazyLock<HashMap<&str, Validator>> = LazyLock::new(|| {
    let mut validators = HashMap::new();
    for (name, schema) in SCHEMAS.iter() {
        let validator = jsonschema::options()
            .should_validate_formats(true)
            .with_format(format::TIME_ZONE, is_time_zone)
            .build(schema)
            .expect("a valid schema");
        validators.insert(*name, validator);
    }
    validators
});

// The first byte selects the kind.
fuzz_target!(|data: &[u8]| {
    let Some((first, text)) = data.split_first() else {
        return;
    };
    let Ok(text) = str::from_utf8(text) else {
        return;
    };
    let path = FILES[usize::from(*first) % FILES.len()];
    let kind = FileKind::at(path).expect("a path of content");
    let file = File::parse(path.to_owned(), kind, text.to_owned());
    if !file.has_front_matter {
        return;
    }

    let mut found = BTreeSet::new();
    for error in &file.schema_errors {
        found.insert(error.pointer.clone());
    }
    let mut expected = BTreeSet::new();
    for error in VALIDATORS[file.kind.schema_name()].iter_errors(&file.document.value) {
        add_places(&error, &mut expected);
    }
    assert_eq!(found, expected, "{path}");
});

/// Adds the places of an error. If the value means one of several schemas, adds only the errors of this schema.
fn add_places(error: &ValidationError, places: &mut BTreeSet<String>) {
    let here = error.instance_path().as_str();
    let ValidationErrorKind::OneOfNotValid { context } = error.kind() else {
        places.insert(here.to_owned());
        return;
    };
    let means_another = |error: &ValidationError| {
        let keyword = error.schema_path().as_str();
        let is_of_kind = keyword.ends_with("/properties/kind/const");
        is_of_kind || keyword.ends_with("/const") && error.instance_path().as_str() == here
    };
    let names_kind = error
        .instance()
        .get("kind")
        .unwrap_or(error.instance())
        .is_string();
    let meant = context
        .iter()
        .find(|errors| !errors.iter().any(means_another));
    match meant {
        Some(errors) if names_kind => {
            for error in errors {
                add_places(error, places);
            }
        }
        _ => {
            places.insert(here.to_owned());
        }
    }
}
