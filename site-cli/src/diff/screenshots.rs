//! Pictures of the pages that look different, before and after: built with the
//! components as they are, so that what differs is the content alone.

use super::escape::code;
use super::pages::Pairs;
use super::side::Side;
use crate::browser;
use crate::build;
use crate::run::ask;
use crate::step::timed;
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use site_check::reading::Reading;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What was taken.
#[derive(Debug, Deserialize)]
pub struct Screenshots {
    shots: Vec<Screenshot>,
    /// Pages that look different as well, and of which no pictures were taken.
    left_out: usize,
}

/// One page at one width.
#[derive(Debug, Deserialize)]
struct Screenshot {
    #[serde(flatten)]
    page: Pair,
    /// In CSS pixels.
    width: u32,
    /// The names of the pictures, in the folder that was asked for.
    files: Pair,
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

/// Before and after the change; none where there is no page.
#[derive(Debug, Serialize, Deserialize)]
struct Pair {
    before: Option<String>,
    after: Option<String>,
}

/// Takes them into a folder.
pub fn take(workspace: &Workspace, base: &Side, head: &Side, folder: &Path) -> Result<Screenshots> {
    build::packages(workspace)?;
    let chromium = browser::chromium(workspace)?;
    let work = tempfile::tempdir().context("can't make a temporary folder")?;
    let source = |name: &str, side: &Side| {
        let path = work.path().join(name);
        let year = build::year(workspace, &side.content);
        let compiled = site_schema::Compiled::text(&side.content, year)?;
        fs::write(&path, compiled).context("can't write a temporary file")?;
        anyhow::Ok(Source {
            content: path,
            images: side.images.clone(),
        })
    };
    let wanted = Wanted {
        before: source("before.json", base)?,
        after: source("after.json", head)?,
        pages: pairs(base, head),
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
    serde_json::from_str(&printed).context("the screenshots' script did not report what it took")
}

/// Every page of both sides.
fn pairs(base: &Side, head: &Side) -> Vec<Pair> {
    let path = |page: Option<&Reading>| page.map(|page| page.route.clone());
    let is_page = |page: &Reading| page.route.starts_with('/');
    let pairs = Pairs::new(base, head);
    let all = pairs
        .all()
        .filter(|(old, new)| old.or(*new).is_some_and(is_page));
    let pairs = all.map(|(old, new)| Pair {
        before: path(old),
        after: path(new),
    });
    pairs.collect()
}

impl Screenshots {
    /// As entries of the report.
    pub fn entries(&self) -> Vec<String> {
        let shots = self.shots.iter().map(|Screenshot { page, width, files }| {
            let path = page.after.as_deref().or(page.before.as_deref());
            let files = [&files.before, &files.after]
                .map(|file| file.as_deref().map_or("no page".to_owned(), code));
            let path = code(path.unwrap_or_default());
            format!("- {path}, {width} pixels wide: {}", files.join(" → "))
        });
        let more = match self.left_out {
            0 => None,
            1 => Some("- One more page looks different.".to_owned()),
            count => Some(format!("- {count} more pages look different.")),
        };
        shots.chain(more).collect()
    }
}
