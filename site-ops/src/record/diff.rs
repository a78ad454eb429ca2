//! `cargo site-ops record diff DAY DAY`: what differs between two days, in the words of `cargo site diff` where both commits
//! are here, or else in the words of the pages.

use super::moments::asked;
use super::opened::{Opened, SiteAt};
use super::text;
use crate::run::print;
use crate::workspace::Workspace;
use anyhow::{Context as _, Result};
use similar::{Algorithm, ChangeTag, capture_diff_slices};
use site_record::digest::Digest;
use site_record::row::Row;
use std::collections::BTreeSet;
use std::env;
use std::process::Command;

/// Prints what differs. Returns true whatever it is.
///
/// `days` are two days or moments; of a day, its end. `is_of_pages` compares the words of the pages, even if both commits are here.
pub fn diff(
    opened: &Opened,
    days: [&str; 2],
    place: Option<&str>,
    is_of_pages: bool,
) -> Result<bool> {
    let mut sites = Vec::new();
    for day in days {
        let asked = asked(day, &opened.calendar.zone)?;
        sites.push(opened.site_at(asked.until - 1, place)?);
    }
    if !is_of_pages && let Some((base, head)) = commits(&sites) {
        return diff_commits(&base, &head);
    }
    let out = diff_pages(opened, &sites[0], &sites[1])?;
    print(&out)?;
    Ok(true)
}

/// The commits of both sites, where both are in this repository.
fn commits(sites: &[SiteAt]) -> Option<(String, String)> {
    let workspace = Workspace::find().ok()?;
    let mut commits = Vec::new();
    for site in sites {
        let commit = site.begins.optional_text("commit")?;
        let object = format!("{commit}^{{commit}}");
        let status = workspace.git(&["cat-file", "-e", &object]).output().ok()?;
        if !status.status.success() {
            return None;
        }
        commits.push(commit.to_owned());
    }
    let head = commits.pop()?;
    Some((commits.pop()?, head))
}

/// Lets `cargo site diff` say what differs.
fn diff_commits(base: &str, head: &str) -> Result<bool> {
    let program = env::current_exe().context("cannot find this program")?;
    let mut diff = Command::new(program);
    diff.args(["diff", base, "--head", head]);
    let status = diff.status().context("cannot start `cargo site diff`")?;
    anyhow::ensure!(
        status.success(),
        "`cargo site diff {base} --head {head}` could not tell; --pages compares the words of the pages"
    );
    Ok(true)
}

/// Compares the words of all pages.
fn diff_pages(opened: &Opened, old: &SiteAt, new: &SiteAt) -> Result<String> {
    let mut paths: BTreeSet<&String> = old.table.keys().collect();
    paths.extend(new.table.keys());
    let mut out = String::new();
    for path in paths {
        let (before, after) = (old.table.get(path), new.table.get(path));
        if before == after {
            continue;
        }
        let before = words(opened, before)?;
        let after = words(opened, after)?;
        let changed = changed_lines(&before, &after);
        if !changed.is_empty() {
            let name = if path.is_empty() {
                "unknown addresses"
            } else {
                path
            };
            out += &format!("{name}\n{changed}\n");
        }
    }
    if out.is_empty() {
        out += "no page reads otherwise\n";
    }
    Ok(out)
}

/// The lines of a row: status, target, and words.
fn words(opened: &Opened, row: Option<&Digest>) -> Result<Vec<String>> {
    let Some(row) = row else {
        return Ok(Vec::new());
    };
    if !opened.record.bodies().has(row) {
        return Ok(vec!["(removed)".to_owned()]);
    }
    let row = Row::parse(&opened.record.bodies().read(row)?)?;
    let mut lines = vec![format!("(status {})", row.status)];
    if let Some(target) = row.header("location") {
        lines.push(format!("(leads to {target})"));
    }
    if let Some(body) = &row.body {
        if opened.record.bodies().has(body) {
            let bytes = opened.record.bodies().read(body)?;
            lines.extend(text::lines(row.media_type(), &bytes));
        } else {
            lines.push("(removed)".to_owned());
        }
    }
    Ok(lines)
}

/// The lines that are only in one, with a minus or a plus.
fn changed_lines(before: &[String], after: &[String]) -> String {
    let mut out = String::new();
    for op in capture_diff_slices(Algorithm::Myers, before, after) {
        for (tag, run) in op.iter_slices(before, after) {
            let mark = match tag {
                ChangeTag::Equal => continue,
                ChangeTag::Delete => '-',
                ChangeTag::Insert => '+',
            };
            for line in run {
                out += &format!("  {mark} {line}\n");
            }
        }
    }
    out
}
