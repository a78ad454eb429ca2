//! For programs.

use super::Outcome;
use anyhow::Result;
use site_check::report::CheckReport;

pub fn render(outcome: &Outcome) -> Result<String> {
    let report = CheckReport::new(outcome.loaded, outcome.changes);
    Ok(serde_json::to_string_pretty(&report)? + "\n")
}
