//! Pictures of the pages that look different, before and after: built with the
//! components as they are, so that what differs is the content alone.

use super::entry::Entry;
use super::pages::Pairs;
use super::side::Side;
use crate::browser;
use crate::build;
use crate::escape::code;
use crate::run::capture_stdout;
use crate::step::timed;
use crate::workspace::Workspace;
use anyhow::{Context as _, Result};
use fs_err as fs;
use serde::Deserialize;
use serde_json::json;
use site_schema::Compiled;
use std::path::Path;

/// What was taken.
#[derive(Deserialize)]
struct Taken {
    shots: Vec<Screenshot>,
    /// Pages that look different as well, and of which no pictures were taken.
    left_out: usize,
}

/// One page at one width.
#[derive(Deserialize)]
struct Screenshot {
    /// Its routes before and after the change; none where there is no page.
    before: Option<String>,
    after: Option<String>,
    /// In CSS pixels.
    width: u32,
    /// The names of the pictures, in the folder that was asked for.
    files: Files,
}

#[derive(Deserialize)]
struct Files {
    before: Option<String>,
    after: Option<String>,
}

/// Takes them into a folder; an entry of the comment for each page and width.
pub fn take(workspace: &Workspace, base: &Side, head: &Side, folder: &Path) -> Result<Vec<Entry>> {
    build::packages(workspace, "web")?;
    let chromium = browser::chromium(workspace)?;
    let work = tempfile::tempdir()?;
    let source = |name: &str, side: &Side| {
        let path = work.path().join(name);
        let year = build::year(workspace, &side.content);
        fs::write(&path, Compiled::text(&side.content, year)?)?;
        anyhow::Ok(json!({ "content": path, "images": side.images }))
    };
    let pages: Vec<_> = Pairs::new(base, head)
        .all
        .into_iter()
        .map(|(old, new)| [old, new].map(|page| page.map(|page| &page.route)))
        // What pages share has no address of its own.
        .filter(|[old, new]| new.or(*old).is_some_and(|route| route.starts_with('/')))
        .map(|[before, after]| json!({ "before": before, "after": after }))
        .collect();
    let wanted = json!({
        "before": source("before.json", base)?,
        "after": source("after.json", head)?,
        "pages": pages,
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
        .context("the screenshots' script did not report what it took")?;
    let shots = taken.shots.iter().map(|shot| {
        let page = shot.after.as_ref().or(shot.before.as_ref());
        let page = page.map_or_else(String::new, |route| code(route));
        let files = [&shot.files.before, &shot.files.after];
        let files = files.map(|file| file.as_deref().map_or("no page".to_owned(), code));
        let files = files.join(" → ");
        format!("{page}, {} pixels wide: {files}", shot.width)
    });
    let more =
        (taken.left_out > 0).then(|| format!("More pages that look different: {}", taken.left_out));
    Ok(shots.chain(more).map(Entry::new).collect())
}
