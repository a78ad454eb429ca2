//! The people who answer for compliance, asked by name where a change is theirs to judge.

use super::entry::Section;
use crate::escape::text;
use crate::workspace::Workspace;
use anyhow::Result;
use jiff::Zoned;
use site_check::report::counted;
use toml_edit::{DocumentMut, Item, Table};

/// The list of people, in the repository.
const FILE: &str = ".github/approvers.toml";

/// The role of those who answer for what the firm states and promises.
const COMPLIANCE: &str = "compliance";

/// The beginning of the headings that are theirs.
const THEIRS: &str = "For compliance: ";

/// The most characters of a login on GitHub.
const LOGIN_CHARACTERS: usize = 39;

/// A person who may approve what is for compliance.
pub struct Approver {
    login: String,
    name: String,
}

/// The people who may approve what is for compliance today, as a commit lists them: none where it has no list, or one
/// that can't be read, which another check reports.
pub fn of_commit(workspace: &Workspace, commit: &str) -> Result<Vec<Approver>> {
    let find = ["ls-tree", "--format=%(objectname)", commit, "--", FILE];
    let Some(blob) = workspace.ask_git(&find)? else {
        return Ok(Vec::new());
    };
    let listed = workspace.ask_git(&["cat-file", "blob", &blob])?;
    Ok(read(&listed.unwrap_or_default()))
}

fn read(listed: &str) -> Vec<Approver> {
    let mut approvers = Vec::new();
    let Ok(document) = listed.parse::<DocumentMut>() else {
        return approvers;
    };
    let today = Zoned::now().date().to_string();
    for (_, item) in document.iter() {
        let Item::ArrayOfTables(people) = item else {
            continue;
        };
        for person in people {
            let login = string(person, "login");
            if string(person, "role") == COMPLIANCE && is_login(&login) && holds(person, &today) {
                let name = string(person, "name");
                approvers.push(Approver { login, name });
            }
        }
    }
    approvers
}

/// The text of a key; empty where there is none.
fn string(person: &Table, key: &str) -> String {
    let value = person.get(key).and_then(Item::as_str);
    value.unwrap_or_default().to_owned()
}

/// Returns whether a person's role has started and not ended. Days of the form 2027-01-31 are in the order of their text.
fn holds(person: &Table, today: &str) -> bool {
    let starts = day(person, "starts");
    let ends = day(person, "ends");
    let has_started = starts.is_none_or(|starts| starts.as_str() <= today);
    let has_ended = ends.is_some_and(|ends| ends.as_str() < today);
    has_started && !has_ended
}

/// The day of a key, with or without quotes.
fn day(person: &Table, key: &str) -> Option<String> {
    let item = person.get(key)?;
    match item.as_datetime() {
        Some(date) => Some(date.to_string()),
        None => item.as_str().map(str::to_owned),
    }
}

/// Returns whether a text can be nothing but a login on GitHub: it is written as a mention. None has two hyphens in a row.
fn is_login(login: &str) -> bool {
    if login.is_empty() || login.len() > LOGIN_CHARACTERS || login.contains("--") {
        return false;
    }
    let is_of_login = |character: char| character.is_ascii_alphanumeric() || character == '-';
    login.chars().all(is_of_login)
}

/// A sentence that asks these people for what is theirs among all sections; none where nothing is.
pub fn asked(approvers: &[Approver], sections: &[Section]) -> Option<String> {
    let mut parts = Vec::new();
    for section in sections {
        let count = section.entries.len();
        if let Some(noun) = section.noun
            && section.heading.starts_with(THEIRS)
            && count > 0
        {
            parts.push(counted(count, noun));
        }
    }
    if parts.is_empty() {
        return None;
    }
    let mut people = Vec::new();
    for approver in approvers {
        let login = &approver.login;
        people.push(if approver.name.is_empty() {
            format!("@{login}")
        } else {
            format!("{} (@{login})", text(&approver.name))
        });
    }
    let people = if people.is_empty() {
        "Compliance".to_owned()
    } else {
        people.join(", ")
    };
    let theirs = parts.join(", ");
    Some(format!("{people}, this is yours to judge: {theirs}."))
}
