//! Pictures of the pages that look different, before and after: built with the
//! components as they are, so that what differs is the content alone.

use super::report::DiffReport;
use super::side::{Compiled, Side};
use crate::browser;
use crate::build;
use crate::run::ask;
use crate::step::timed;
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use site_schema::model::Content;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What was taken.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Screenshots {
    pub shots: Vec<Screenshot>,
    /// Pages that look different as well, and of which no pictures were taken.
    pub left_out: usize,
}

/// One page at one width.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Screenshot {
    /// The page's path before the change; none where it is new.
    pub before: Option<String>,
    /// The page's path after the change; none where it is removed.
    pub after: Option<String>,
    /// In CSS pixels.
    pub width: u32,
    pub files: Files,
}

/// The names of the pictures, in the folder that was asked for.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Files {
    pub before: Option<String>,
    pub after: Option<String>,
}

/// What web/screenshots/ is asked for.
#[derive(Serialize)]
struct Wanted {
    before: Source,
    after: Source,
    pages: Vec<Pair>,
    folder: PathBuf,
}

#[derive(Serialize)]
struct Source {
    content: PathBuf,
    images: PathBuf,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
struct Pair {
    before: Option<String>,
    after: Option<String>,
}

/// Takes them into a folder.
pub fn take(
    workspace: &Workspace,
    base: &Side,
    head: &Side,
    report: &DiffReport,
    folder: &Path,
) -> Result<Screenshots> {
    let (old, new) = (&base.compiled, &head.compiled);
    build::packages(workspace)?;
    let chromium = browser::chromium(workspace)?;
    let work = tempfile::tempdir().context("can't make a temporary folder")?;
    let source = |name: &str, content: &Content, images: &Path| {
        let path = work.path().join(name);
        let compiled = site_schema::Compiled::text(content, build::year(workspace, content))?;
        fs::write(&path, compiled).context("can't write a temporary file")?;
        anyhow::Ok(Source {
            content: path,
            images: images.to_owned(),
        })
    };
    let wanted = Wanted {
        before: source("before.json", &old.content, &base.images)?,
        after: source("after.json", &new.content, &head.images)?,
        pages: pairs(old, new, report),
        folder: folder.to_owned(),
    };
    let path = work.path().join("wanted.json");
    fs::write(&path, serde_json::to_vec(&wanted)?).context("can't write a temporary file")?;
    let printed = timed("Taking screenshots", |_| {
        let mut command = Command::new("node");
        command
            .arg("screenshots/screenshots.mjs")
            .env("SITE_SCREENSHOTS", &path)
            .env("CHROMIUM", chromium)
            .current_dir(workspace.web());
        ask(&mut command)
    })?;
    serde_json::from_str(&printed).context("the screenshots' script did not tell what it took")
}

/// Every page of both sides: its path before and after.
fn pairs(old: &Compiled, new: &Compiled, report: &DiffReport) -> Vec<Pair> {
    let moves = report.pages.moved.iter();
    let moved: BTreeMap<&str, &str> = moves.map(|page| (&*page.from, &*page.to)).collect();
    let there: BTreeSet<&str> = new.readings.iter().map(|page| &*page.route).collect();
    let mut out: Vec<Pair> = Vec::new();
    for page in &old.readings {
        let same = there.get(&*page.route).copied();
        out.push(Pair {
            before: Some(page.route.clone()),
            after: same
                .or_else(|| moved.get(&*page.route).copied())
                .map(str::to_owned),
        });
    }
    let known: BTreeSet<String> = out.iter().filter_map(|pair| pair.after.clone()).collect();
    let added = there.into_iter().filter(|route| !known.contains(*route));
    out.extend(added.map(|route| Pair {
        before: None,
        after: Some(route.to_owned()),
    }));
    out
}
