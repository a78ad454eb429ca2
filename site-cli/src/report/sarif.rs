//! SARIF 2.1.0, the Static Analysis Results Interchange Format of OASIS, as far
//! as it is needed here.

use super::Outcome;
use anyhow::Result;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use site_schema::Loaded;
use site_schema::diagnostic::{Diagnostic, visible};
use site_schema::fix::Fix;
use site_schema::rules::{self, Rule};
use std::collections::BTreeMap;
use std::ops::Range;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The name for the folder that holds `content`, from which all paths count.
const ROOT: &str = "SRCROOT";

/// What stands for itself in the path of a URI.
const PATH: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

pub fn render(outcome: &Outcome) -> Result<String> {
    let rules = rules::by_code();
    let results = outcome.loaded.diagnostics.iter();
    let log = Log {
        schema: SCHEMA,
        version: "2.1.0",
        runs: [Run {
            tool: Tool {
                driver: Driver {
                    name: "cargo site check",
                    version: env!("CARGO_PKG_VERSION"),
                    rules: rules.iter().map(|rule| descriptor(rule)).collect(),
                },
            },
            original_uri_base_ids: BTreeMap::from([(
                ROOT,
                Base {
                    description: text("The root of the repository."),
                },
            )]),
            column_kind: "unicodeCodePoints",
            invocations: [Invocation {
                execution_successful: true,
            }],
            results: results
                .map(|found| result(found, &rules, outcome.loaded))
                .collect(),
        }],
    };
    Ok(serde_json::to_string_pretty(&log)? + "\n")
}

fn descriptor(rule: &Rule) -> Descriptor {
    Descriptor {
        id: rule.code,
        short_description: text(rule.summary),
        full_description: text(&format!("{} {}", rule.summary, rule.why)),
        help: Help {
            text: format!(
                "{}\n\nWrong:\n{}\n\nRight:\n{}",
                rule.why, rule.bad, rule.good
            ),
            markdown: format!(
                "{}\n\nWrong:\n\n{}\n\nRight:\n\n{}\n",
                rule.why,
                fenced(rule.bad),
                fenced(rule.good)
            ),
        },
        default_configuration: Configuration {
            level: rule.severity.as_str(),
        },
    }
}

fn fenced(example: &str) -> String {
    format!("````\n{example}\n````")
}

fn result(found: &Diagnostic, rules: &[&Rule], loaded: &Loaded) -> Finding {
    let lines = [
        Some(visible(&found.message) + "."),
        found
            .expected
            .as_ref()
            .map(|text| format!("Expected: {}", visible(text))),
        found
            .found
            .as_ref()
            .map(|text| format!("Found: {}", visible(text))),
        Some(visible(&found.help)),
    ];
    let lines: Vec<String> = lines.into_iter().flatten().collect();
    // GitHub wants a line of every result; a whole file is shown at its first.
    let region = match found.span {
        Some(_) => Region::of(found),
        None => Region {
            start_line: 1,
            start_column: None,
            end_line: None,
            end_column: None,
        },
    };
    Finding {
        rule_id: found.code,
        rule_index: rules.iter().position(|rule| rule.code == found.code),
        level: found.severity.as_str(),
        message: Message {
            text: unlinked(&lines.join("\n")),
        },
        locations: [Location {
            physical_location: PhysicalLocation {
                artifact_location: artifact(&found.file),
                region,
            },
        }],
        fixes: found
            .fix
            .as_ref()
            .and_then(|fix| proposal(fix, loaded))
            .into_iter()
            .collect(),
    }
}

/// A text in which nothing is a link: in SARIF, [words](address) would be one.
/// The forms that a help shows lead nowhere and stay.
fn unlinked(text: &str) -> String {
    let mut parts = text.split("](");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let form = part.starts_with("https://…)") || part.starts_with("picture.jpg)");
        out.push_str(if form { "](" } else { "] (" });
        out.push_str(part);
    }
    out
}

/// A fix; none where it renames a file, for which SARIF has no words.
fn proposal(fix: &Fix, loaded: &Loaded) -> Option<Proposal> {
    if fix.rename.is_some() {
        return None;
    }
    let mut files: BTreeMap<&str, Vec<Replacement>> = BTreeMap::new();
    for edit in &fix.edits {
        files.entry(&edit.file).or_default().push(Replacement {
            deleted_region: region(loaded, &edit.file, edit.span.clone())?,
            inserted_content: Message {
                text: edit.text.clone(),
            },
        });
    }
    let changes = files
        .into_iter()
        .map(|(file, replacements)| ArtifactChange {
            artifact_location: artifact(file),
            replacements,
        });
    Some(Proposal {
        description: Message {
            text: visible(&fix.description),
        },
        artifact_changes: changes.collect(),
    })
}

fn region(loaded: &Loaded, file: &str, span: Range<usize>) -> Option<Region> {
    let file = loaded.tree.files.iter().find(|known| known.path == file)?;
    Some(Region::of(&Diagnostic::at(file, span, "")))
}

fn artifact(path: &str) -> ArtifactLocation {
    ArtifactLocation {
        uri: utf8_percent_encode(path, PATH).to_string(),
        uri_base_id: ROOT,
    }
}

fn text(text: &str) -> Message {
    Message {
        text: text.to_owned(),
    }
}

impl Region {
    fn of(found: &Diagnostic) -> Self {
        Self {
            start_line: found.line,
            start_column: Some(found.column),
            end_line: Some(found.end.0),
            end_column: Some(found.end.1),
        }
    }
}

#[derive(Serialize)]
struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    tool: Tool,
    original_uri_base_ids: BTreeMap<&'static str, Base>,
    column_kind: &'static str,
    invocations: [Invocation; 1],
    results: Vec<Finding>,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
struct Driver {
    name: &'static str,
    version: &'static str,
    rules: Vec<Descriptor>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Descriptor {
    id: &'static str,
    short_description: Message,
    full_description: Message,
    help: Help,
    default_configuration: Configuration,
}

#[derive(Serialize)]
struct Help {
    text: String,
    markdown: String,
}

#[derive(Serialize)]
struct Configuration {
    level: &'static str,
}

#[derive(Serialize)]
struct Base {
    description: Message,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    execution_successful: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Finding {
    rule_id: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_index: Option<usize>,
    level: &'static str,
    message: Message,
    locations: [Location; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<Proposal>,
}

#[derive(Serialize)]
struct Message {
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    physical_location: PhysicalLocation,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    region: Region,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactLocation {
    uri: String,
    uri_base_id: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_column: Option<usize>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Proposal {
    description: Message,
    artifact_changes: Vec<ArtifactChange>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactChange {
    artifact_location: ArtifactLocation,
    replacements: Vec<Replacement>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement {
    deleted_region: Region,
    inserted_content: Message,
}
