//! The digests of fee tables: what somebody who may approve fees accepts is one table as it is, and no other.

use serde_json::Value;
use sha2::{Digest as _, Sha256};
use std::collections::BTreeSet;

/// The digits of a digest that are shown and compared: too many to make another table that has them.
const DIGITS: usize = 16;

/// The name of all that stands in content/fees.toml beside the schedules.
const TERMS: &str = "terms";

/// A fee table that differs from what it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeeDigest {
    /// The name of the schedule in content/fees.toml, or `terms` for all that stands beside the schedules.
    pub table: String,
    /// The digest of its name and of all that the file says of it, now and for later.
    pub digest: String,
}

/// Returns the fee tables that differ between two texts of content/fees.toml, with their digests after the change. A
/// table that is gone has one, too. An empty text stands for no file.
pub fn fee_digests(before: &str, after: &str) -> Vec<FeeDigest> {
    let before = &values(before);
    let after = &values(after);
    let mut names = BTreeSet::new();
    for side in [before, after] {
        if let Some(schedules) = side.get("schedules").and_then(Value::as_object) {
            names.extend(schedules.keys().cloned());
        }
    }

    let mut digests = Vec::new();
    for name in names {
        let old = schedule(before, &name);
        let new = schedule(after, &name);
        if old != new {
            digests.push(FeeDigest {
                digest: digest(&name, new),
                table: name,
            });
        }
    }
    let old = terms(before);
    let new = terms(after);
    if old != new {
        digests.push(FeeDigest {
            table: TERMS.to_owned(),
            digest: digest(TERMS, Some(&new)),
        });
    }
    digests
}

/// The line with which the tables are accepted; none where none differs.
pub fn accept_line(digests: &[FeeDigest]) -> Option<String> {
    if digests.is_empty() {
        return None;
    }
    let mut line = "/accept-fees".to_owned();
    for table in digests {
        line += " ";
        line += &table.digest;
    }
    Some(line)
}

/// The paragraph of the report on a pull request that says how the tables are accepted; empty where none differs.
pub fn accepting(before: &str, after: &str) -> String {
    let digests = fee_digests(before, after);
    let Some(line) = accept_line(&digests) else {
        return String::new();
    };
    let mut names = Vec::new();
    for table in &digests {
        names.push(format!("`{}`", table.table));
    }
    format!(
        "\n### To accept the fees\n\nChanged: {}. Someone who may approve fees accepts exactly these changes by writing the line below in a comment or in the text of an approving review. If these fees change again, they must be accepted again.\n\n```\n{line}\n```\n",
        names.join(", ")
    )
}

/// The values of the file; where it is no TOML, its text stands for all that it says.
fn values(text: &str) -> Value {
    match toml::from_str(text) {
        Ok(values) => values,
        Err(_) => Value::String(text.to_owned()),
    }
}

fn schedule<'f>(file: &'f Value, name: &str) -> Option<&'f Value> {
    file.get("schedules")?.get(name)
}

/// All values of the file but its schedules.
fn terms(file: &Value) -> Value {
    let mut terms = file.clone();
    if let Some(values) = terms.as_object_mut() {
        values.remove("schedules");
    }
    terms
}

/// The first digits of the digest of a table's name and its values in JSON, whose keys are sorted.
fn digest(name: &str, table: Option<&Value>) -> String {
    let mut hasher = Sha256::new();
    hasher.update(name.as_bytes());
    hasher.update([0]);
    if let Some(table) = table {
        hasher.update(sorted(table).to_string().as_bytes());
    }
    let mut digits = String::new();
    for byte in hasher.finalize() {
        digits += &format!("{byte:02x}");
    }
    digits.truncate(DIGITS);
    digits
}

/// The same value with the keys of each object in order, whatever order the file has them in.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(values) => {
            let mut keys: Vec<&String> = values.keys().collect();
            keys.sort();
            let mut out = serde_json::Map::new();
            for key in keys {
                out.insert(key.clone(), sorted(&values[key]));
            }
            Value::Object(out)
        }
        Value::Array(values) => Value::Array(values.iter().map(sorted).collect()),
        other => other.clone(),
    }
}
