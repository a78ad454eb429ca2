//! `cargo site check`: every problem of the content in one run.

use crate::house::House;
use crate::report;
use anyhow::{Context, Result};

/// Whether the content has no error.
pub fn check() -> Result<bool> {
    let house = House::find()?;
    let content = house.content();
    let loaded =
        site_schema::load(&content).with_context(|| format!("can't read {}", content.display()))?;
    report::print(&loaded);
    Ok(loaded.errors() == 0)
}
