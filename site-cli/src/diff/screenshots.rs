//! Screenshots of the pages that look different, before and after. Both sides are built with the current components, so
//! only the content differs.

use super::entry::Entry;
use super::pages::Pairs;
use super::side::{Side, Version};
use crate::browser;
use crate::build;
use crate::escape::code;
use crate::packages::{self, Packages};
use crate::run::capture_stdout;
use crate::step::timed;
use crate::workspace::Workspace;
use anyhow::{Context as _, Result};
use fs_err as fs;
use serde::Deserialize;
use serde_json::{Value, json};
use site_schema::{Compiled, Edition};
use std::path::Path;

/// The report of the script that takes the screenshots.
#[derive(Deserialize)]
struct Taken {
    shots: Vec<Screenshot>,
    /// The number of other pages that look different but have no screenshots.
    left_out: usize,
}

/// A page at one width.
#[derive(Deserialize)]
struct Screenshot {
    /// The routes before and after the change; `None` if the page doesn't exist on that side.
    before: Option<String>,
    after: Option<String>,
    /// In CSS pixels.
    width: u32,
    /// The file names of the images, in the requested folder.
    files: Files,
}

#[derive(Deserialize)]
struct Files {
    before: Option<String>,
    after: Option<String>,
}

/// Takes screenshots into a folder; returns an entry of the comment for each page and width.
pub fn take(
    workspace: &Workspace,
    base: &Version,
    head: &Version,
    folder: &Path,
) -> Result<Vec<Entry>> {
    packages::install(workspace, "web", Packages::All)?;
    let chromium = browser::chromium(workspace)?;
    let work = tempfile::tempdir()?;
    let before = work.path().join("before.json");
    let after = work.path().join("after.json");
    write_content(workspace, base.now(), &before)?;
    write_content(workspace, head.now(), &after)?;

    let wanted = json!({
        "before": { "content": before, "images": base.images },
        "after": { "content": after, "images": head.images },
        "pages": pages(base.now(), head.now()),
        "folder": std::path::absolute(folder)?,
    });
    let path = work.path().join("wanted.json");
    fs::write(&path, wanted.to_string())?;
    let mut node = workspace.command("node", &["screenshots/screenshots.mjs"]);
    node.env("SITE_SCREENSHOTS", &path)
        .env("CHROMIUM", chromium)
        .current_dir(workspace.path("web"));
    let printed = timed("Taking screenshots", |_| capture_stdout(&mut node))?;
    let taken: Taken = serde_json::from_str(&printed)
        .context("the screenshot script didn't report its screenshots")?;

    let mut entries = Vec::new();
    for shot in &taken.shots {
        entries.push(Entry::new(shot.line()));
    }
    if taken.left_out > 0 {
        let more = format!("More pages that look different: {}", taken.left_out);
        entries.push(Entry::new(more));
    }
    Ok(entries)
}

/// Writes the compiled content of a side.
fn write_content(workspace: &Workspace, side: &Side, path: &Path) -> Result<()> {
    let year = build::year(workspace, &side.content)?;
    let editions = [Edition::only(side.content.clone())];
    Ok(fs::write(path, Compiled::text(&editions, year)?)?)
}

/// Returns the addresses of all pages, before and after.
fn pages(base: &Side, head: &Side) -> Vec<Value> {
    let mut pages = Vec::new();
    for (before, after) in Pairs::new(base, head).all {
        let Some(page) = after.or(before) else {
            continue;
        };
        // Parts that pages share have no address.
        if page.route.starts_with('/') {
            let before = before.map(|page| &page.route);
            let after = after.map(|page| &page.route);
            pages.push(json!({ "before": before, "after": after }));
        }
    }
    pages
}

impl Screenshot {
    /// Returns a line about the page, in Markdown.
    fn line(&self) -> String {
        let route = self.after.as_ref().or(self.before.as_ref());
        let page = route.map_or_else(String::new, |route| code(route));
        let before = file(self.files.before.as_deref());
        let after = file(self.files.after.as_deref());
        format!("{page}, {} pixels wide: {before} → {after}", self.width)
    }
}

/// Returns the name of an image as code, or a placeholder.
fn file(name: Option<&str>) -> String {
    name.map_or_else(|| "no page".to_owned(), code)
}
