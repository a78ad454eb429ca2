//! Compares `.github/rulesets/` with GitHub's rules.

use super::Fault;
use crate::workspace::Workspace;
use anyhow::{Context as _, Result};
use fs_err as fs;
use serde::Deserialize;
use serde_json::Value;

const FOLDER: &str = ".github/rulesets";

/// The required ruleset. Others, such as the ruleset of a merge queue, are compared only if GitHub has them.
const MAIN: &str = "main.json";

/// The list that may be longer on GitHub, because each of its entries adds a restriction. Entries of other lists can remove
/// restrictions: an entry in `exclude` exempts a branch.
const DEMANDS: &str = "include";

const CHECKS: &str = "required_status_checks";

/// The app whose checks and statuses count: GitHub Actions. Without this restriction, anyone with write access can set a
/// status of the same name.
const ACTIONS: u64 = 15368;

/// A status that earlier versions required for a second approval of fee tables. No workflow sets it.
const RETIRED: &str = "fees";

/// GitHub's response, as .github/scripts/protect.mjs fetches it.
#[derive(Debug, Deserialize)]
pub struct Answers {
    /// Set if GitHub didn't answer every question.
    #[serde(default)]
    pub incomplete: Option<String>,
    /// All rulesets of the repository, with all their fields.
    #[serde(default)]
    pub rulesets: Vec<Value>,
    #[serde(default)]
    pub codeowners_errors: Vec<OwnersError>,
}

/// A line of CODEOWNERS that GitHub skips.
#[derive(Debug, Deserialize)]
pub struct OwnersError {
    pub line: usize,
    pub kind: String,
    #[serde(default)]
    pub source: String,
    #[serde(default)]
    pub suggestion: Option<String>,
}

/// A ruleset of the repository.
pub struct RulesFile {
    pub path: String,
    pub rules: Value,
}

/// The result of a comparison.
#[derive(Debug, Default)]
pub struct Compared {
    pub faults: Vec<Fault>,
    pub notes: Vec<String>,
}

/// Returns the rulesets of the repository.
pub fn files(workspace: &Workspace) -> Result<Vec<RulesFile>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(workspace.path(FOLDER))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if !name.ends_with(".json") {
            continue;
        }
        let shown = format!("{FOLDER}/{name}");
        let text = fs::read_to_string(&path)?;
        let rules = serde_json::from_str(&text)
            .with_context(|| format!("expected JSON in {shown}, and it can't be read"))?;
        files.push(RulesFile { path: shown, rules });
    }
    files.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(files)
}

/// Compares a ruleset with the ruleset of the same name on GitHub. Additional requirements on GitHub aren't errors.
pub fn compare(file: &RulesFile, answers: &Answers) -> Compared {
    let mut compared = Compared::default();
    let name = file.rules["name"].as_str().unwrap_or_default();
    let mut rulesets = answers.rulesets.iter();
    let Some(found) = rulesets.find(|ruleset| ruleset["name"] == file.rules["name"]) else {
        if file.path.ends_with(MAIN) {
            compared.fault(
                file,
                format!("expected a ruleset `{name}` on GitHub, found none"),
                &format!("import {} under Settings, Rules, Rulesets", file.path),
            );
        } else {
            compared.notes.push(format!(
                "GitHub has no ruleset `{name}`; {} is not in use",
                file.path
            ));
        }
        return compared;
    };

    for key in ["target", "enforcement", "conditions"] {
        if !holds(key, &file.rules[key], &found[key]) {
            compared.differs(file, &format!("`{key}`"), &file.rules[key], &found[key]);
        }
    }
    for rule in list(&file.rules["rules"]) {
        compare_rule(file, rule, found, &mut compared);
    }
    compare_bypass(file, found, &mut compared);
    compared
}

fn compare_rule(file: &RulesFile, rule: &Value, found: &Value, compared: &mut Compared) {
    let kind = rule["type"].as_str().unwrap_or_default();
    let mut rules = list(&found["rules"]).iter();
    let Some(same) = rules.find(|found| found["type"] == rule["type"]) else {
        compared.fault(
            file,
            format!("expected the rule `{kind}` on GitHub, found none"),
            "add it under Settings, Rules, Rulesets",
        );
        return;
    };
    let Some(parameters) = rule["parameters"].as_object() else {
        return;
    };
    for (name, expected) in parameters {
        let value = &same["parameters"][name];
        if name == CHECKS {
            compare_checks(file, list(expected), list(value), compared);
        } else if !holds(name, expected, value) {
            compared.differs(
                file,
                &format!("`{name}` of the rule `{kind}`"),
                expected,
                value,
            );
        }
    }
}

/// Compares the required checks, and the app of each. GitHub may require more.
fn compare_checks(file: &RulesFile, expected: &[Value], found: &[Value], compared: &mut Compared) {
    let source = |check: &Value| match check["integration_id"].as_u64() {
        Some(ACTIONS) => "the app 15368 (GitHub Actions)".to_owned(),
        Some(app) => format!("the app {app}"),
        None => "any source".to_owned(),
    };
    for check in expected {
        let name = check["context"].as_str().unwrap_or_default();
        let of_name = found.iter().filter(|other| other["context"] == name);
        let mut sources = of_name.map(source);
        let Some(first) = sources.next() else {
            let message = format!("expected the required check `{name}` on GitHub, found none");
            compared.fault(file, message, "add it under Settings, Rules, Rulesets");
            continue;
        };
        let expected = source(check);
        if first != expected && !sources.any(|other| other == expected) {
            let message = format!(
                "expected the required check `{name}` to be from {expected} on GitHub, found {first}"
            );
            let help =
                "under Settings, Rules, Rulesets, remove the check and add it with that source";
            compared.fault(file, message, help);
        }
    }
    let is_retired = |check: &Value| check["context"] == RETIRED;
    if found.iter().any(is_retired) && !expected.iter().any(is_retired) {
        let message = format!(
            "expected no required check `{RETIRED}` on GitHub, because no workflow sets it, found it: no pull request can be merged"
        );
        let help = "remove it under Settings, Rules, Rulesets, Require status checks to pass";
        compared.fault(file, message, help);
    }
}

/// Compares who may bypass the rules. GitHub shows that only to administrators.
fn compare_bypass(file: &RulesFile, found: &Value, compared: &mut Compared) {
    let expected = list(&file.rules["bypass_actors"]);
    let Some(actors) = found["bypass_actors"].as_array() else {
        compared.notes.push(unseen_bypass(file, expected));
        return;
    };
    for actor in actors {
        if !has_actor(expected, actor) {
            compared.fault(
                file,
                format!("expected no other account that can bypass the rules, found {actor}"),
                "take it off the bypass list",
            );
        }
    }
    for actor in expected {
        if !has_actor(actors, actor) {
            let message = format!("expected {actor} on the bypass list, found none");
            compared.fault(file, message, "add it there");
        }
    }
}

/// The note about a bypass list that only an administrator can see.
fn unseen_bypass(file: &RulesFile, expected: &[Value]) -> String {
    let mut kinds = Vec::new();
    for actor in expected {
        kinds.extend(actor["actor_type"].as_str());
    }
    let expected = if kinds.is_empty() {
        "nobody".to_owned()
    } else {
        kinds.join(", ")
    };
    format!(
        "GitHub shows only administrators who may bypass the ruleset `{}`: check its bypass list under Settings, Rules, Rulesets; expected there: {expected}",
        file.rules["name"].as_str().unwrap_or_default()
    )
}

fn has_actor(actors: &[Value], actor: &Value) -> bool {
    actors.iter().any(|known| is_same_actor(known, actor))
}

/// Compares two actors. For an actor without an id, GitHub omits the id or writes 0 or null.
fn is_same_actor(one: &Value, other: &Value) -> bool {
    let id = |actor: &Value| actor["actor_id"].as_u64().unwrap_or_default();
    one["actor_type"] == other["actor_type"]
        && one["bypass_mode"] == other["bypass_mode"]
        && id(one) == id(other)
}

/// Returns true if GitHub's value requires at least as much as ours: it has every key of an object and every entry of a
/// list, in any order. A number is a minimum, or a maximum if its key says so.
fn holds(key: &str, expected: &Value, found: &Value) -> bool {
    if let Some(values) = expected.as_object() {
        return values
            .iter()
            .all(|(key, value)| holds(key, value, &found[key]));
    }
    if let (Some(entries), Some(others)) = (expected.as_array(), found.as_array()) {
        let has_each = entries
            .iter()
            .all(|entry| others.iter().any(|other| holds(key, entry, other)));
        return has_each && (entries.len() == others.len() || key == DEMANDS);
    }
    if let (Some(limit), Some(number)) = (expected.as_u64(), found.as_u64()) {
        return if key.starts_with("max_") {
            number <= limit
        } else {
            number >= limit
        };
    }
    expected == found
}

/// Returns the lines of CODEOWNERS that GitHub skips.
pub fn errors_of_owners(answers: &Answers) -> Vec<Fault> {
    let mut faults = Vec::new();
    for error in &answers.codeowners_errors {
        // GitHub's file may differ from the local one, so this isn't a position in the local file.
        let file = format!(".github/CODEOWNERS:{}", error.line);
        let message = format!(
            "expected owners that GitHub knows and that may write, found “{}” in `{}`",
            error.kind,
            error.source.trim()
        );
        let mut help = "correct it; GitHub skips the line".to_owned();
        if let Some(suggestion) = &error.suggestion {
            help += &format!(": {suggestion}");
        }
        faults.push(Fault::of_file(&file, message, help));
    }
    faults
}

impl Compared {
    fn fault(&mut self, file: &RulesFile, message: String, help: &str) {
        self.faults.push(Fault::of_file(&file.path, message, help));
    }

    fn differs(&mut self, file: &RulesFile, what: &str, expected: &Value, found: &Value) {
        let message = format!("expected {what} to be {expected} on GitHub, found {found}");
        self.fault(file, message, "set it under Settings, Rules, Rulesets");
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
