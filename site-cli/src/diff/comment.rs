//! The differences as a comment on GitHub: a summary, the parts that compliance must approve, then what visitors and
//! search engines see.

use super::approvers;
use super::compliance::STATEMENTS;
use super::entry::{Entry, Section};
use super::moments::{self, Difference};
use super::sections::SEARCH;
use super::side::Version;
use crate::escape::{code, text};
use jiff::Timestamp;
use site_check::moment_words::in_words;
use site_check::report::counted;
use std::collections::BTreeSet;

/// All differences between two versions.
pub struct Comment<'v> {
    base: &'v Version,
    head: &'v Version,
    /// The differences now, then the additional ones at each future moment.
    differences: Vec<Difference>,
}

impl<'v> Comment<'v> {
    /// Compares two versions; `shots` are the entries for screenshots, if any were taken.
    pub fn new(base: &'v Version, head: &'v Version, shots: Vec<Entry>) -> Self {
        Self {
            base,
            head,
            differences: moments::differences(base, head, &shots),
        }
    }

    /// Renders the comment in Markdown.
    pub fn markdown(&self) -> String {
        let whole = moments::whole(&self.differences);
        let mut out = "## What this change means\n\n".to_owned();
        if let Some(moment) = self.first_visible() {
            let moment = in_words(moment, &self.head.zone, None);
            out += &format!("**Not visible until {moment}.**\n\n");
        }
        out += &format!("**{}**\n\n", summary(&whole));
        let mut statement_count = 0;
        for section in &whole {
            if section.heading == STATEMENTS {
                statement_count = section.entries.len();
            }
        }
        if let Some(asked) = approvers::asked(&self.base.approvers, &whole, statement_count) {
            out += &format!("{asked}\n\n");
        }
        let (base, head) = (described(self.base), described(self.head));
        out += &format!("Compared: {base} with {head}.\n");
        out + &self.lists()
    }

    /// Returns the headings of the compliance sections that have an entry at any time.
    pub fn for_compliance(&self) -> Vec<String> {
        let mut headings = Vec::new();
        for section in moments::whole(&self.differences) {
            if section.heading.starts_with("For compliance") && !section.entries.is_empty() {
                headings.push(section.heading.to_owned());
            }
        }
        headings
    }

    /// Renders the differences now and at each future moment that has any.
    fn lists(&self) -> String {
        let is_timed = self.is_timed();
        let mut out = String::new();
        for difference in &self.differences {
            if difference.is_empty() {
                continue;
            }
            if is_timed {
                let heading = match difference.starts {
                    None => "Now".to_owned(),
                    Some(moment) => format!("From {}", in_words(moment, &self.head.zone, None)),
                };
                out += &format!("\n### {heading}\n");
            }
            let marks = if is_timed { "####" } else { "###" };
            for section in &difference.sections {
                if section.entries.is_empty() {
                    continue;
                }
                out += &format!("\n{marks} {}\n\n", section.heading);
                for entry in &section.entries {
                    out += &entry.markdown(difference.page_count);
                    out += "\n";
                }
            }
        }
        out
    }

    /// Returns true if a difference exists at only some of the moments.
    fn is_timed(&self) -> bool {
        let [now, ahead @ ..] = self.differences.as_slice() else {
            return false;
        };
        now.has_end() || ahead.iter().any(|difference| !difference.is_empty())
    }

    /// Returns the future moment when visitors see the first difference, if they see none now.
    fn first_visible(&self) -> Option<Timestamp> {
        for difference in &self.differences {
            if difference.is_visible() {
                return difference.starts;
            }
        }
        None
    }

    /// Returns the addresses of the changed pages, now and then at each future moment. Each future moment is given in
    /// seconds since 1970 and in the firm's time zone.
    pub fn changed_pages(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for difference in &self.differences {
            for page in difference.changed_pages() {
                match difference.starts {
                    None => lines.push(page.to_owned()),
                    Some(moment) => {
                        let at = self.written(moment);
                        lines.push(format!("{page} {} {at}", moment.as_second()));
                    }
                }
            }
        }
        lines
    }

    /// Formats a moment as editors write it, without the characters that file names can't contain: 2027-01-01, or
    /// 2027-01-01T0900.
    fn written(&self, moment: Timestamp) -> String {
        let at = moment.to_zoned(self.head.zone.clone());
        let is_first_of_day = at.start_of_day().is_ok_and(|start| start == at);
        let form = if is_first_of_day { "%F" } else { "%FT%H%M" };
        at.strftime(form).to_string()
    }
}

/// Summarizes all sections in one sentence.
fn summary(sections: &[Section]) -> String {
    let mut parts = Vec::new();
    let mut pages = BTreeSet::new();
    let mut is_searched = false;
    for section in sections {
        let count = section.entries.len();
        if let Some(noun) = section.noun
            && count > 0
        {
            parts.push(counted(count, noun));
        }
        if section.heading == SEARCH {
            is_searched = count > 0;
        } else {
            pages.extend(section.entries.iter().flat_map(|entry| &entry.pages));
        }
    }
    if !pages.is_empty() {
        let pages = counted(pages.len(), "page");
        parts.push(format!("what visitors see on {pages}"));
    }
    if is_searched {
        parts.push("what search engines see".to_owned());
    }
    let changed = listed(&parts);
    if sections.iter().any(Section::is_visible) {
        format!("Changed: {changed}.")
    } else if parts.is_empty() {
        "Visitors see no change.".to_owned()
    } else {
        format!("Visitors see no change. Other changes: {changed}.")
    }
}

/// Joins words into a list: "one", "one and two", "one, two and three".
fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Returns the requested name of a version; the name of a commit as code, so that GitHub doesn't link it.
fn described(version: &Version) -> String {
    let Some(commit) = &version.commit else {
        return text(&version.name);
    };
    if commit.starts_with(&version.name) {
        return short(&version.name);
    }
    format!("{} ({})", text(&version.name), short(commit))
}

/// Returns the first ten digits of a commit.
fn short(commit: &str) -> String {
    code(commit.get(..10).unwrap_or(commit))
}
