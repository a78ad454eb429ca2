//! `cargo site check`: every problem of the content in one run.

use crate::files;
use crate::history;
use crate::house::House;
use crate::report::{self, Format, Outcome};
use anyhow::{Context, Result, bail};
use jiff::Zoned;
use site_schema::Loaded;
use site_schema::fix::{self, Applied, Rewritten};
use std::mem;

/// What `cargo site check --help` says below the options.
pub const AFTER_HELP: &str = "\
Exit codes:
  0  no error; there may be warnings
  1  at least one error
  2  the check itself failed: it was called in the wrong folder, or a file can't be written";

/// Checks the content, and mends with `fix` what is certain. Whether it has no error.
pub fn check(format: Format, fix: bool) -> Result<bool> {
    let house = House::find()?;
    let mut loaded = load(&house)?;
    let mut applied = Applied::default();
    if fix && loaded.diagnostics.iter().any(|found| found.fix.is_some()) {
        applied = fix::apply(&mut loaded.tree);
        write(&house, &applied.files)?;
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
    let is_sound = loaded.errors() == 0;
    // The process ends here; of a large site, freeing each node by itself takes a while.
    mem::forget(loaded);
    Ok(is_sound)
}

fn load(house: &House) -> Result<Loaded> {
    let content = house.content();
    let today = Zoned::now().date();
    let mut loaded = site_schema::check_on(&content, Some(today))
        .with_context(|| format!("can't read {}", content.display()))?;
    history::recall(house, &mut loaded);
    Ok(loaded)
}

/// Writes the mended files, each at once as a whole.
fn write(house: &House, mended: &[Rewritten]) -> Result<()> {
    for file in mended {
        let path = house.path(&file.path);
        let there = std::fs::read(&path).with_context(|| format!("can't read {}", file.path))?;
        if there != file.text.as_bytes() {
            bail!(
                "{} was changed by somebody else meanwhile and is left as it is; call the check again",
                file.path
            );
        }
        files::replace(&path, file.new_text.as_bytes())?;
        if file.new_path != file.path {
            files::rename(&path, &house.path(&file.new_path))?;
        }
    }
    Ok(())
}
