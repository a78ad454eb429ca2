//! Changes that fix a problem: what a rule is certain is meant.

use crate::load::{File, Use};
use crate::names::{listed, slips};
use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Serialize;
use site_schema::fees::grouped;
use std::ops::Range;

/// A change that fixes a problem.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "FindingFix")]
pub struct Fix {
    /// What it does, in one sentence.
    pub description: String,
    /// All of them together are the change.
    pub edits: Vec<Edit>,
    /// The file's other name, where it gets one.
    pub rename_to: Option<String>,
}

/// Bytes of a file that give way to a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "FindingEdit")]
pub struct Edit {
    pub file: String,
    /// The first byte, counted from 0.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
    pub text: String,
}

impl Fix {
    /// Writes `to` in place of `from`. None where the place does not hold
    /// exactly `from`, with or without quotes around it, because it is written
    /// with escapes or only the place around it is known; and none where `to`
    /// has a character that would need an escape.
    pub fn instead(file: &File, span: Range<usize>, from: &str, to: &str) -> Option<Self> {
        let span = within_quotes(file, span, from)?;
        let plain = |c: char| !c.is_control() && !matches!(c, '"' | '\'' | '\\');
        if from == to || !to.chars().all(plain) {
            return None;
        }
        let description = format!("Write {} in place of {}.", listed(&[to]), listed(&[from]));
        Some(Self::edit(file, span, to).described(description))
    }

    /// Writes another name where a place points somewhere else: see [`Self::instead`].
    pub fn of_use(file: &File, found: &Use, to: &str) -> Option<Self> {
        Self::instead(file, found.span.clone(), &found.name, to)
    }

    /// Replaces a place by a text, whatever is there.
    pub fn edit(file: &File, span: Range<usize>, text: impl Into<String>) -> Self {
        let text = text.into();
        Self {
            description: format!("Write `{text}`."),
            edits: vec![Edit {
                file: file.path.clone(),
                start: span.start,
                end: span.end,
                text,
            }],
            rename_to: None,
        }
    }

    pub fn described(mut self, description: impl Into<String>) -> Self {
        self.description = description.into();
        self
    }

    /// Makes another fix's edits, too.
    pub fn and(mut self, other: Self) -> Self {
        self.edits.extend(other.edits);
        self
    }

    /// Whether both change the same bytes.
    pub fn overlaps(&self, other: &Self) -> bool {
        let meets = |one: &Edit, two: &Edit| {
            one.file == two.file && one.start <= two.end && two.start <= one.end
        };
        let mut edits = self.edits.iter();
        edits.any(|one| other.edits.iter().any(|two| meets(one, two)))
    }
}

/// The part of a place that holds exactly a text: all of it, or what its quotes enclose.
fn within_quotes(file: &File, span: Range<usize>, text: &str) -> Option<Range<usize>> {
    let written = file.text.get(span.clone())?;
    if written == text {
        return Some(span);
    }
    let is_quoted = |quote: char| {
        let rest = written.strip_prefix(quote);
        rest.and_then(|rest| rest.strip_suffix(quote)) == Some(text)
    };
    ['"', '\'']
        .into_iter()
        .any(is_quoted)
        .then(|| span.start + 1..span.end - 1)
}

/// The one known name that a misspelt one must mean; none where two could be
/// meant, where it is too far off, or where figures differ.
pub fn meant<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let known = known.into_iter();
    let mut near: Vec<(usize, &str)> = known.map(|known| (slips(name, known), known)).collect();
    near.sort();
    let (distance, candidate) = *near.first()?;
    let limit = match candidate.chars().count() {
        0..5 => 1,
        5..12 => 2,
        _ => 3,
    };
    let digits = |text: &str| -> String { text.chars().filter(char::is_ascii_digit).collect() };
    let alone = near
        .get(1)
        .is_none_or(|(second, _)| *second > limit.max(distance + 1));
    let certain = distance <= limit && alone && digits(name) == digits(candidate);
    certain.then_some(candidate)
}

/// An amount of dollars written for people: $250,000, 250_000 or 250000.
pub fn whole_dollars(text: &str) -> Option<u64> {
    let written = text.trim().trim_start_matches('$').trim_start();
    let written = written.replace('_', ",");
    let amount: u64 = written.replace(',', "").parse().ok()?;
    (written == grouped(amount) || written == amount.to_string()).then_some(amount)
}

/// An amount as TOML takes it: 1_000_000.
pub fn underscored(amount: u64) -> String {
    grouped(amount).replace(',', "_")
}

/// A day written for people, where it can mean only one: July 15, 2025, or 2025/7/15.
pub fn day(text: &str) -> Option<Date> {
    const FORMS: [&str; 7] = [
        "%B %d, %Y",
        "%b %d, %Y",
        "%d %B %Y",
        "%d %b %Y",
        "%Y/%m/%d",
        "%Y.%m.%d",
        "%Y-%m-%d",
    ];
    let text = text.trim().replace(['–', '‑', '−'], "-");
    let mut days = FORMS
        .iter()
        .filter_map(|form| Date::strptime(form, &text).ok());
    days.find(|day| day.year() >= 1000)
}

#[cfg(test)]
mod tests {
    use super::{day, meant, whole_dollars};

    #[test]
    fn only_one_near_name_is_meant() {
        assert_eq!(meant("titel", ["title", "short_title"]), Some("title"));
        assert_eq!(
            meant("Tax planning", ["Tax Planning", "Personal"]),
            Some("Tax Planning")
        );
        assert_eq!(meant("card", ["cards", "care"]), None, "two are near");
        assert_eq!(
            meant("news", ["fees", "team"]),
            None,
            "two letters of four are too many"
        );
        assert_eq!(
            meant("limit-2024", ["limit-2025"]),
            None,
            "a year is not a slip"
        );
        assert_eq!(meant("anything", []), None);
    }

    #[test]
    fn an_amount_is_read_only_where_its_groups_are_right() {
        assert_eq!(whole_dollars("$250,000"), Some(250_000));
        assert_eq!(whole_dollars("1_000_000"), Some(1_000_000));
        for unclear in ["250,00", "1,25", "$2.5", "250k", "", "007", "-5"] {
            assert_eq!(whole_dollars(unclear), None, "{unclear}");
        }
    }

    #[test]
    fn a_day_is_read_only_where_it_can_mean_one() {
        for text in ["July 15, 2025", "15 Jul 2025", "2025/7/15", "2025–07–15"] {
            let day = day(text).map(|day| day.to_string());
            assert_eq!(day.as_deref(), Some("2025-07-15"), "{text}");
        }
        for unclear in [
            "07/08/2025",
            "7-8-25",
            "July 2025",
            "205-07-15",
            "2025-02-30",
        ] {
            assert_eq!(day(unclear), None, "{unclear}");
        }
    }
}
