//! A part of the report, and the entries in it.

use super::escape::code;

/// One thing that differs.
#[derive(Default)]
pub struct Entry {
    pub line: String,
    /// What is indented below the line: Markdown.
    pub below: Vec<String>,
    /// The pages that show it, as they are after the change.
    pub pages: Vec<String>,
}

impl Entry {
    /// Without a page.
    pub fn new(line: String) -> Self {
        Self {
            line,
            ..Self::default()
        }
    }

    /// It as an item of a list, where there are so many pages in all: these by
    /// name while they are few, else counted and folded.
    pub fn markdown(&self, every: usize) -> String {
        let pages = &self.pages;
        let names: Vec<String> = pages.iter().map(|page| code(page)).collect();
        let place = match pages.len() {
            0 => String::new(),
            count if count == every && every > 4 => format!("on all {every} pages: "),
            1..=4 => format!("on {}: ", names.join(", ")),
            count => format!("on {count} pages: "),
        };
        let is_counted = pages.len() > 4 && pages.len() < every;
        let fold = is_counted.then(|| folded("The pages", &names.join(", ")));
        let mut out = format!("- {place}{}", self.line);
        for line in self.below.iter().chain(&fold).flat_map(|part| part.lines()) {
            out.push('\n');
            if !line.is_empty() {
                out += "  ";
                out += line;
            }
        }
        out
    }
}

/// What unfolds on a click.
pub fn folded(summary: &str, inside: &str) -> String {
    format!("<details><summary>{summary}</summary>\n\n{inside}\n\n</details>\n")
}

/// A part of the report under a heading of its own.
pub struct Section {
    pub heading: &'static str,
    pub entries: Vec<Entry>,
    /// One entry of it, and several; none where the report counts pages instead.
    pub noun: Option<(&'static str, &'static str)>,
    /// Whether visitors meet it even where no page shows it.
    is_seen: bool,
}

impl Section {
    pub fn new<E: Into<Entry>>(heading: &'static str, all: impl IntoIterator<Item = E>) -> Self {
        Self {
            heading,
            entries: all.into_iter().map(Into::into).collect(),
            noun: None,
            is_seen: true,
        }
    }

    pub fn counted(self, one: &'static str, several: &'static str) -> Self {
        let noun = Some((one, several));
        Self { noun, ..self }
    }

    /// Of what visitors meet only where a page shows it, if at all.
    pub fn unseen(self) -> Self {
        let is_seen = false;
        Self { is_seen, ..self }
    }

    pub fn is_visible(&self) -> bool {
        let mut entries = self.entries.iter();
        entries.any(|entry| self.is_seen || !entry.pages.is_empty())
    }
}
