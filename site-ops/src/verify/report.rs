//! The result of a verification, for people and programs.

use super::compare::Difference;
use anyhow::Result;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The most places that a report names for one difference.
const NAMED: usize = 3;

#[derive(Debug, Serialize)]
pub struct Report {
    pub url: String,
    pub result: Outcome,
    /// The digest of the expected publication.
    pub digest: String,
    pub commit: Option<String>,
    /// When the current edition started, in seconds since 1970. `null` for the first.
    pub edition: Option<i64>,
    /// The number of responses that were compared.
    pub compared: usize,
    pub differences: Vec<Found>,
    pub unasked: Vec<Unasked>,
    /// Responses of the previous version, which caches may still serve.
    pub kept: Vec<Kept>,
    /// The origin's clock minus ours, in seconds, if the origin sends its time.
    #[serde(skip)]
    pub clock_difference: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    Same,
    Differs,
    Unasked,
}

/// A difference and where it was found.
#[derive(Debug, Serialize)]
pub struct Found {
    pub path: String,
    /// The kind of client.
    pub asked: String,
    #[serde(flatten)]
    pub difference: Difference,
}

#[derive(Debug, Serialize)]
pub struct Unasked {
    pub path: String,
    pub asked: String,
    pub reason: String,
}

#[derive(Debug, Serialize)]
pub struct Kept {
    pub path: String,
    pub asked: String,
    /// When caches must have dropped it, in seconds since 1970.
    pub until: i64,
}

impl Report {
    pub fn to_json(&self) -> Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// The report as sentences. Each kind of difference is one paragraph, with the first one as an example.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        let mut kinds: BTreeMap<(&str, &str), Vec<&Found>> = BTreeMap::new();
        for found in &self.differences {
            let difference = &found.difference;
            let kind = (difference.what.as_str(), difference.help.as_str());
            kinds.entry(kind).or_default().push(found);
        }
        for ((what, help), all) in kinds {
            let Difference {
                expected, found, ..
            } = &all[0].difference;
            let mut places = Vec::new();
            for found in &all {
                places.push(format!("{} ({})", found.path, found.asked));
            }
            _ = writeln!(
                text,
                "{what}: at {}\n  expected: {expected}\n  found: {found}\n  help: {help}\n",
                listed(&places)
            );
        }

        let mut reasons: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for unasked in &self.unasked {
            let place = format!("{} ({})", unasked.path, unasked.asked);
            reasons.entry(&unasked.reason).or_default().push(place);
        }
        for (reason, places) in reasons {
            _ = writeln!(
                text,
                "no answer: at {}\n  found: {reason}\n",
                listed(&places)
            );
        }

        if !self.kept.is_empty() {
            let places: Vec<String> = self.kept.iter().map(|kept| kept.path.clone()).collect();
            let until = self.kept.iter().map(|kept| kept.until).max().unwrap_or(0);
            let until = jiff::Timestamp::from_second(until).unwrap_or_default();
            _ = writeln!(
                text,
                "still as before, which caches may give until {until}: at {}\n",
                listed(&places)
            );
        }
        text + &self.summary()
    }

    /// The last line of the text, which summarizes the result.
    pub fn last_line(&self) -> String {
        self.summary().trim_end().to_owned()
    }

    fn summary(&self) -> String {
        let digest = self.digest.get(..16).unwrap_or(&self.digest);
        let commit = self.commit.as_deref().unwrap_or("unknown");
        let (url, compared) = (&self.url, self.compared);
        let what = format!("content {digest}, commit {commit}");
        match self.result {
            Outcome::Same => {
                format!("{url} answers as it should ({what}): {compared} answers compared\n")
            }
            Outcome::Differs => format!(
                "{url} differs from what it should answer ({what}): {} differences in {compared} answers\n",
                self.differences.len()
            ),
            Outcome::Unasked => format!(
                "{url} could not be compared ({what}): {} questions have no answer, {compared} have the right one; \
                 this says nothing against the publication. See that the place runs and can be reached from here, and ask again\n",
                self.unasked.len()
            ),
        }
    }
}

/// The first places of a list, and the number of all places.
fn listed(places: &[String]) -> String {
    let named = places
        .iter()
        .take(NAMED)
        .cloned()
        .collect::<Vec<_>>()
        .join(", ");
    if places.len() > NAMED {
        return format!("{named} and {} more", places.len() - NAMED);
    }
    named
}
