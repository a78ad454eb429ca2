//! `cargo site schemas`: the committed files that are generated from the types and from the test content.

use crate::change::{self, FileChange};
use crate::output;
use crate::workspace::Workspace;
use anyhow::{Context as _, Result};
use fs_err as fs;
use jiff::civil::{DateTime, date};
use jiff::tz::TimeZone;
use site_check::document::document;
use site_check::report::Report;
use site_schema::fees::golden_vectors;
use site_schema::model::Content;
use site_schema::schemas::{files, output_schema};
use site_schema::{Compiled, Edition};

/// The content that the tests use.
const FIXTURE: &str = "site-schema/tests/content";

/// The fixed date of the tests. The fixture and the examples of the rules are written for it.
const FIXTURE_DAY: DateTime = date(2026, 1, 31).at(18, 0, 0, 0);

/// Writes the generated files; if `check` is true, only reports the files that aren't up to date.
pub fn schemas(check: bool) -> Result<bool> {
    let workspace = Workspace::find()?;
    let loaded = site_check::load(&workspace.path(FIXTURE))?;
    let Some(fixture) = loaded.content else {
        output::show(&loaded)?;
        println!("the places above are in {FIXTURE}, the content of the tests");
        return Ok(false);
    };
    let stale = stale(&workspace, &fixture)?;
    if !check {
        change::write(&stale, workspace.root())?;
    }
    for FileChange { path, .. } in &stale {
        if check {
            println!("{path} is out of date: run `cargo site schemas` and commit the file");
        } else {
            println!("wrote {path}");
        }
    }
    if stale.is_empty() {
        println!("all generated files are up to date");
    }
    Ok(!check || stale.is_empty())
}

/// Returns the changes to generated files that aren't up to date.
fn stale(workspace: &Workspace, fixture: &Content) -> Result<Vec<FileChange>> {
    let mut stale = Vec::new();
    for (path, text) in generated(workspace, fixture)? {
        let committed = fs::read_to_string(workspace.path(&path)).ok();
        if committed.as_ref() != Some(&text) {
            stale.push(FileChange::new(&path, committed.as_deref(), text));
        }
    }
    Ok(stale)
}

/// Returns the path and text of every generated file.
fn generated(workspace: &Workspace, fixture: &Content) -> Result<Vec<(String, String)>> {
    let mut all = Vec::new();
    for (name, text) in files() {
        all.push((format!("schemas/{name}"), text));
    }
    let mut add = |path: &str, text: String| all.push((path.to_owned(), text));
    let report = output_schema::<Report>();
    add("schemas/check.schema.json", format!("{report:#}\n"));
    let today = TimeZone::UTC.to_timestamp(FIXTURE_DAY)?;
    let rules = document(&workspace.path(FIXTURE), today)
        .with_context(|| format!("can't read {FIXTURE}"))?;
    add("docs/rules.md", rules);
    let golden = golden_vectors(&fixture.fees.schedules)?;
    add("web/src/fees/golden.json", golden);
    // On many lines, so that changes can be reviewed.
    let editions = [Edition::only(fixture.clone())];
    let text = Compiled::text(&editions, FIXTURE_DAY.year())?;
    let compiled: Compiled = serde_json::from_str(&text)?;
    let pretty = serde_json::to_string_pretty(&compiled)?;
    add("web/src/testing/content.json", pretty + "\n");
    Ok(all)
}
