//! `.github/approvers.toml`: the people who may approve, each with a role and the days on which it is theirs.

use jiff::civil::Date;
use std::fmt;
use std::ops::Range;
use toml_edit::{Document, Item, Table, Value};

/// The file, from the top of the repository.
pub const PATH: &str = ".github/approvers.toml";

const KEYS: [&str; 5] = ["login", "name", "role", "starts", "ends"];

/// The people of the file, in its order.
#[derive(Debug, Default)]
pub struct Approvers {
    pub all: Vec<Approver>,
}

/// One entry of the file.
#[derive(Debug, Clone)]
pub struct Approver {
    /// The name of the account on GitHub.
    pub login: String,
    /// The name of the person, as the record of publication shows it.
    pub name: String,
    pub role: Role,
    /// The first day on which what she approves counts.
    pub starts: Date,
    /// The last such day; none while it goes on.
    pub ends: Option<Date>,
}

impl Approver {
    /// Returns whether the entry stands for nobody yet: GitHub gives no account a name with two hyphens in a row.
    pub fn is_placeholder(&self) -> bool {
        self.login.contains("--")
    }
}

/// What somebody may approve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Everything.
    Compliance,
    /// What an editor may, and for compliance what all compliance officers have had a hand in.
    Deputy,
    /// Everything that does not need compliance.
    Maintainer,
    /// Content, docs and snapshots, if they do not need compliance.
    Editor,
}

impl Role {
    const ALL: [Self; 4] = [
        Self::Compliance,
        Self::Deputy,
        Self::Maintainer,
        Self::Editor,
    ];

    /// The word for it in the file.
    pub fn word(self) -> &'static str {
        match self {
            Self::Compliance => "compliance",
            Self::Deputy => "deputy",
            Self::Maintainer => "maintainer",
            Self::Editor => "editor",
        }
    }

    fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.word() == word)
    }
}

/// A mistake in the file, at its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    pub line: usize,
    pub column: usize,
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let Self {
            line,
            column,
            message,
        } = self;
        write!(formatter, "{PATH}:{line}:{column}: {message}")
    }
}

impl Approvers {
    /// Reads the text of the file.
    ///
    /// # Errors
    /// All mistakes in it, each with its place.
    pub fn parse(text: &str) -> Result<Self, Vec<Fault>> {
        let mut reader = Reader {
            text,
            faults: Vec::new(),
        };
        let document = match Document::parse(text) {
            Ok(document) => document,
            Err(error) => {
                let message = format!(
                    "expected TOML, but it can't be read: {}",
                    error.message().trim()
                );
                reader.fault(error.span(), message);
                return Err(reader.faults);
            }
        };
        let all = reader.entries(document.as_table());
        if reader.faults.is_empty() {
            Ok(Self { all })
        } else {
            Err(reader.faults)
        }
    }

    /// The entries of an account that hold on a day. GitHub's names know no upper case.
    pub fn entries_of(&self, login: &str, day: Date) -> Vec<&Approver> {
        let mut entries = Vec::new();
        for approver in self.on(day) {
            if approver.login.eq_ignore_ascii_case(login) {
                entries.push(approver);
            }
        }
        entries
    }

    /// The entries that hold on a day.
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

    /// The entries that are still placeholders.
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

/// Reads the file, and collects what is wrong with it.
struct Reader<'t> {
    text: &'t str,
    faults: Vec<Fault>,
}

impl Reader<'_> {
    fn fault(&mut self, span: Option<Range<usize>>, message: String) {
        let start = span.map_or(0, |span| span.start);
        let before = self.text.get(..start).unwrap_or_default();
        let last_line = before.rsplit('\n').next().unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = last_line.chars().count() + 1;
        self.faults.push(Fault {
            line,
            column,
            message,
        });
    }

    fn entries(&mut self, file: &Table) -> Vec<Approver> {
        for (key, _) in file.iter() {
            if key != "approvers" {
                let span = file.key(key).and_then(|key| key.span());
                let message = format!(
                    "expected [[approvers]] before each person, found `{key}`; write the heading [[approvers]] above it, or delete it"
                );
                self.fault(span, message);
            }
        }
        let Some(tables) = file.get("approvers").and_then(Item::as_array_of_tables) else {
            let span = file.get("approvers").and_then(Item::span);
            let message = "expected at least one person under [[approvers]], two brackets, found none; copy an entry from docs/compliance.md";
            self.fault(span, message.to_owned());
            return Vec::new();
        };

        let mut entries = Vec::new();
        for table in tables {
            if let Some(approver) = self.entry(table) {
                entries.push(approver);
            }
        }
        if self.faults.is_empty() {
            self.require_compliance(&entries);
        }
        entries
    }

    /// Fees and facts wait for somebody: without her they wait for ever.
    fn require_compliance(&mut self, entries: &[Approver]) {
        let mut roles = entries.iter().map(|approver| approver.role);
        if !roles.any(|role| role == Role::Compliance) {
            let message = "expected at least one person with role = \"compliance\", found none; without her nobody may approve fees and facts";
            self.fault(None, message.to_owned());
        }
    }

    /// Reads one person; none where something is wrong with her entry.
    fn entry(&mut self, table: &Table) -> Option<Approver> {
        for (key, _) in table.iter() {
            if !KEYS.contains(&key) {
                let span = table.key(key).and_then(|key| key.span());
                let message = format!(
                    "expected one of {}, found `{key}`; correct or delete it",
                    KEYS.join(", ")
                );
                self.fault(span, message);
            }
        }
        let login = self.word(
            table,
            "login",
            "the name of her account on GitHub, such as \"jo-miller\"",
        );
        let name = self.word(table, "name", "her own name, such as \"Jo Miller\"");
        let role = self.word(table, "role", "\"compliance\", \"deputy\" or \"editor\"");
        let starts = self.day(table, "starts");
        let mut ends = None;
        if table.contains_key("ends") {
            ends = Some(self.day(table, "ends")?);
        }

        let login = self.login(login?, table)?;
        let role = self.role(&role?, table)?;
        let starts = starts?;
        if ends.is_some_and(|ends| ends < starts) {
            let span = table.get("ends").and_then(Item::span);
            let message = format!(
                "expected a day that is not before `starts`, found one before {starts}; `ends` is the last day on which she may approve"
            );
            self.fault(span, message);
            return None;
        }
        Some(Approver {
            login,
            name: name?,
            role,
            starts,
            ends,
        })
    }

    /// A text that is not empty.
    fn word(&mut self, table: &Table, key: &str, expected: &str) -> Option<String> {
        let item = table.get(key);
        let word = item.and_then(Item::as_str).map(str::trim);
        if let Some(word) = word
            && !word.is_empty()
        {
            return Some(word.to_owned());
        }
        let found = match item {
            Some(item) => item.to_string().trim().to_owned(),
            None => "none".to_owned(),
        };
        let span = item.and_then(Item::span).or_else(|| table.span());
        self.fault(span, format!("expected {key} = {expected}, found {found}"));
        None
    }

    fn day(&mut self, table: &Table, key: &str) -> Option<Date> {
        let item = table.get(key);
        if let Some(day) = item.and_then(Item::as_value).and_then(whole_day) {
            return Some(day);
        }
        let found = match item {
            Some(item) => item.to_string().trim().to_owned(),
            None => "none".to_owned(),
        };
        let span = item.and_then(Item::span).or_else(|| table.span());
        let message = format!(
            "expected {key} = a day as year-month-day without quotes, such as 2026-01-31, found {found}"
        );
        self.fault(span, message);
        None
    }

    fn login(&mut self, login: String, table: &Table) -> Option<String> {
        let is_name = |character: char| {
            character.is_ascii_alphanumeric() || character == '-' || character == '_'
        };
        if login.len() <= 39 && login.chars().all(is_name) {
            return Some(login);
        }
        let span = table.get("login").and_then(Item::span);
        let message = format!(
            "expected the name of an account on GitHub, of letters, digits and hyphens and without @, found \"{login}\"; it stands in the address of her page there"
        );
        self.fault(span, message);
        None
    }

    fn role(&mut self, word: &str, table: &Table) -> Option<Role> {
        let role = Role::of_word(word);
        if role.is_none() {
            let span = table.get("role").and_then(Item::span);
            let message = format!(
                "expected role = \"compliance\", \"deputy\" or \"editor\", found \"{word}\""
            );
            self.fault(span, message);
        }
        role
    }
}

/// The day of a value that is a day and no more.
fn whole_day(value: &Value) -> Option<Date> {
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
