//! `.github/approvers.toml`: the people who may approve changes, each with a role and the dates it applies.

use crate::fault::Fault;
use jiff::civil::Date;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The path of the file, relative to the root of the repository.
pub const PATH: &str = ".github/approvers.toml";

const KEYS: [&str; 5] = ["login", "name", "role", "starts", "ends"];

/// How messages describe the format of a date.
const DAY: &str = "a day as year-month-day without quotes, such as 2026-01-31";

/// The people in the file, in order.
#[derive(Debug, Default)]
pub struct Approvers {
    pub all: Vec<Approver>,
    /// The mistakes in the file. An entry with a mistake isn't in `all` and approves nothing: a later version of the
    /// program may know a role or a key that this version doesn't.
    pub faults: Vec<Fault>,
}

/// One entry of the file.
#[derive(Debug, Clone)]
pub struct Approver {
    /// The name of the GitHub account.
    pub login: String,
    /// The person's name, as the publication record shows it.
    pub name: String,
    pub role: Role,
    /// The first day when this person's approval counts.
    pub starts: Date,
    /// The last day when this person's approval counts; `None` if the role has no end.
    pub ends: Option<Date>,
}

impl Approver {
    /// Returns true if no real account has been entered yet. GitHub doesn't allow two hyphens in a row in account
    /// names.
    pub fn is_placeholder(&self) -> bool {
        self.login.contains("--")
    }
}

/// The set of changes that a person may approve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Everything.
    Compliance,
    /// Everything that an editor may approve. Also compliance changes that every compliance officer contributed to.
    Deputy,
    /// Everything that doesn't need compliance.
    Maintainer,
    /// Content, docs and snapshots, if they don't need compliance.
    Editor,
}

impl Role {
    const ALL: [Self; 4] = [
        Self::Compliance,
        Self::Deputy,
        Self::Maintainer,
        Self::Editor,
    ];

    /// The role's name in the file.
    pub fn word(self) -> &'static str {
        match self {
            Self::Compliance => "compliance",
            Self::Deputy => "deputy",
            Self::Maintainer => "maintainer",
            Self::Editor => "editor",
        }
    }

    fn of_value(value: &DeValue) -> Option<Self> {
        let word = value.as_str()?;
        Self::ALL.into_iter().find(|role| role.word() == word)
    }
}

impl Approvers {
    /// Parses the text of the file.
    ///
    /// # Errors
    /// Returns an error with every mistake if the text isn't TOML, lists no one, or has no compliance officer.
    pub fn parse(text: &str) -> Result<Self, Vec<Fault>> {
        let mut reader = Reader {
            text,
            faults: Vec::new(),
        };
        let all = reader.entries();
        let mut faults = reader.faults;
        faults.sort_by_key(|fault| fault.place.as_ref().map(|place| place.start));
        match all {
            Some(all) => Ok(Self { all, faults }),
            None => Err(faults),
        }
    }

    /// Returns an account's entries that are valid on a day. GitHub's account names are case-insensitive.
    pub fn entries_of(&self, login: &str, day: Date) -> Vec<&Approver> {
        let mut entries = Vec::new();
        for approver in self.on(day) {
            if approver.login.eq_ignore_ascii_case(login) {
                entries.push(approver);
            }
        }
        entries
    }

    /// Returns the entries that are valid on a day.
    pub fn on(&self, day: Date) -> Vec<&Approver> {
        let mut entries = Vec::new();
        for approver in &self.all {
            let has_begun = approver.starts <= day;
            let goes_on = approver.ends.is_none_or(|ends| day <= ends);
            if has_begun && goes_on {
                entries.push(approver);
            }
        }
        entries
    }

    /// Returns the entries that are still placeholders.
    pub fn placeholders(&self) -> Vec<&Approver> {
        let mut placeholders = Vec::new();
        for approver in &self.all {
            if approver.is_placeholder() {
                placeholders.push(approver);
            }
        }
        placeholders
    }
}

/// Reads the file and collects every mistake; serde would stop at the first.
struct Reader<'t> {
    text: &'t str,
    faults: Vec<Fault>,
}

impl Reader<'_> {
    /// Reads all entries without a mistake; returns `None` if the file can't be used.
    fn entries(&mut self) -> Option<Vec<Approver>> {
        let file = match DeTable::parse(self.text) {
            Ok(file) => file,
            Err(error) => {
                let message = format!("expected TOML, found a mistake: {}", error.message());
                self.fault(error.span().unwrap_or_default(), message, "correct it");
                return None;
            }
        };
        for key in file.get_ref().keys() {
            if key.get_ref() != "approvers" {
                let message = format!("expected [[approvers]] above each person, found `{key}`");
                let help = "write the heading [[approvers]] above it, or delete it";
                self.fault(key.span(), message, help);
            }
        }
        let listed = file.get_ref().get("approvers");
        let tables = listed.and_then(|listed| listed.get_ref().as_array());
        let Some(tables) = tables.filter(|tables| !tables.is_empty()) else {
            let span = listed.map_or(0..0, Spanned::span);
            let message =
                "expected at least one person under [[approvers]], two brackets, found none";
            let help = "copy an entry from docs/compliance.md";
            self.fault(span, message.to_owned(), help);
            return None;
        };

        let mut entries = Vec::new();
        let mut has_officer = false;
        // An unknown heading may be a misspelled [[approvers]].
        let mut may_hide_officer = !self.faults.is_empty();
        for table in tables.iter() {
            let role = table.get_ref().get("role");
            let role = role.and_then(|role| Role::of_value(role.get_ref()));
            has_officer |= role == Some(Role::Compliance);
            let known_faults = self.faults.len();
            let entry = self.entry(table);
            if self.faults.len() == known_faults {
                entries.extend(entry);
            } else {
                may_hide_officer |= role.is_none_or(|role| role == Role::Compliance);
            }
        }
        if !has_officer {
            let message = "expected at least one person with role = \"compliance\", found none";
            let help = "add one, because no other role may approve fees and facts";
            self.fault(0..0, message.to_owned(), help);
            return None;
        }
        // A deputy acts for compliance if every officer contributed to a change. An officer whose entry can't be read
        // might not have.
        for entry in &mut entries {
            if may_hide_officer && entry.role == Role::Deputy {
                entry.role = Role::Editor;
            }
        }
        Some(entries)
    }

    /// Reads one person; returns `None` if a required value is missing or wrong.
    fn entry(&mut self, entry: &Spanned<DeValue>) -> Option<Approver> {
        let keys = entry
            .get_ref()
            .as_table()
            .into_iter()
            .flat_map(DeTable::keys);
        for key in keys {
            if !KEYS.contains(&key.get_ref().as_ref()) {
                let message = format!("expected one of {}, found `{key}`", KEYS.join(", "));
                self.fault(key.span(), message, "correct or delete it");
            }
        }
        let login = self.value(
            entry,
            "login",
            "the name of an account on GitHub, of letters, digits and hyphens and without @, such as \"jo-miller\"",
            account,
        );
        let name = self.value(
            entry,
            "name",
            "the person's own name, such as \"Jo Miller\"",
            word,
        );
        let roles = "\"compliance\", \"deputy\", \"maintainer\" or \"editor\"";
        let role = self.value(entry, "role", roles, Role::of_value);
        let starts = self.value(entry, "starts", DAY, whole_day);
        let ends = match entry.get_ref().get("ends") {
            Some(_) => Some(self.value(entry, "ends", DAY, whole_day)?),
            None => None,
        };
        let starts = starts?;
        if ends.is_some_and(|ends| ends < starts) {
            let span = entry.get_ref().get("ends").map_or(0..0, Spanned::span);
            let message =
                format!("expected `ends` on or after `starts`, {starts}, found an earlier day");
            let help = "write the last day of the role";
            self.fault(span, message, help);
        }
        Some(Approver {
            login: login?,
            name: name?,
            role: role?,
            starts,
            ends,
        })
    }

    /// Reads the value of a key; reports a mistake and returns `None` if `read` fails.
    fn value<T>(
        &mut self,
        entry: &Spanned<DeValue>,
        key: &str,
        expected: &str,
        read: fn(&DeValue) -> Option<T>,
    ) -> Option<T> {
        let Some(value) = entry.get_ref().get(key) else {
            let message = format!("expected {key} = {expected}, found no line for it");
            self.fault(entry.span(), message, "add the line");
            return None;
        };
        let read = read(value.get_ref());
        if read.is_none() {
            let found = self.text.get(value.span()).unwrap_or_default();
            let message = format!("expected {key} = {expected}, found {found}");
            self.fault(value.span(), message, "correct the value");
        }
        read
    }

    fn fault(&mut self, span: Range<usize>, message: String, help: &str) {
        let fault = Fault::of_file(PATH, message, help);
        self.faults.push(fault.at(self.text, span));
    }
}

/// Returns a string that isn't empty.
fn word(value: &DeValue) -> Option<String> {
    let word = value.as_str()?.trim();
    (!word.is_empty()).then(|| word.to_owned())
}

/// Returns an account name, which is also part of its address on GitHub.
fn account(value: &DeValue) -> Option<String> {
    let is_part = |character: char| character.is_ascii_alphanumeric() || "-_".contains(character);
    word(value).filter(|name| name.len() <= 39 && name.chars().all(is_part))
}

/// Returns a date without a time.
fn whole_day(value: &DeValue) -> Option<Date> {
    let moment = value.as_datetime()?;
    if moment.time.is_some() {
        return None;
    }
    let date = moment.date?;
    let year = i16::try_from(date.year).ok()?;
    let month = i8::try_from(date.month).ok()?;
    let day = i8::try_from(date.day).ok()?;
    Date::new(year, month, day).ok()
}
