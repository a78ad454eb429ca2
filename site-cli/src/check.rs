//! `cargo site check`: every problem of the content in one run.

use crate::change::{Change, FileChange};
use crate::history;
use crate::house::House;
use crate::report::{self, Format, Outcome};
use anyhow::{Context, Result};
use jiff::Timestamp;
use site_schema::Loaded;
use site_schema::fix::{self, Applied, Rewritten};
use std::mem;

/// What `cargo site check --help` says below the options.
pub const AFTER_HELP: &str = "\
Exit codes:
  0  no error; there may be warnings
  1  at least one error
  2  the check itself failed: it was called in the wrong folder, or a file can't be written";

/// Checks the content, and fixes with `fix` what is certain. Whether it has no error.
pub fn check(format: Format, fix: bool) -> Result<bool> {
    let house = House::find()?;
    let mut loaded = load(&house)?;
    let mut applied = Applied::default();
    if fix && loaded.diagnostics.iter().any(|found| found.fix.is_some()) {
        applied = fix::apply(&mut loaded.tree);
        write(&house, mem::take(&mut applied.files))?;
        loaded = load(&house)?;
    }
    fix::keep_sound(&mut loaded);
    report::print(
        &Outcome {
            loaded: &loaded,
            changes: &applied.changes,
            refused: &applied.refused,
        },
        format,
    )?;
    Ok(loaded.errors() == 0)
}

fn load(house: &House) -> Result<Loaded> {
    let content = house.content();
    let mut loaded = site_schema::load_at(&content, Timestamp::now(), false)
        .with_context(|| format!("can't read {}", content.display()))?;
    history::recall(house, &mut loaded);
    Ok(loaded)
}

fn write(house: &House, mended: Vec<Rewritten>) -> Result<()> {
    let files = mended.into_iter().map(|file| FileChange {
        path: file.path,
        new_path: file.new_path,
        before: Some(file.text),
        after: file.new_text,
    });
    Change {
        files: files.collect(),
    }
    .write(house)
}
