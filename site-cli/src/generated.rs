//! `cargo site schemas`: the committed files that are made from the types and the fees.

use crate::diff::DiffReport;
use crate::files::write_if_changed;
use crate::house::House;
use crate::report::{self, Format, Outcome};
use anyhow::Result;
use site_schema::fees::golden_vectors;
use site_schema::model::Content;
use site_schema::schemas::written;
use std::fs;

/// Writes the generated files; with `check` it only tells whether they are up to date.
pub fn schemas(check: bool) -> Result<bool> {
    let house = House::find()?;
    let loaded = site_schema::load(&house.content())?;
    let Some(content) = loaded.content else {
        report::print(&Outcome::of(&loaded), Format::Terminal)?;
        return Ok(false);
    };
    let stale = stale(&house, &content);
    for (path, text) in &stale {
        if check {
            println!("{path} is not what `cargo site schemas` writes: run it and commit the file");
        } else {
            write_if_changed(&house.path(path), text.as_bytes())?;
            println!("wrote {path}");
        }
    }
    if stale.is_empty() {
        println!("all generated files are up to date");
    }
    Ok(!check || stale.is_empty())
}

/// The generated files that are not up to date: path and text.
fn stale(house: &House, content: &Content) -> Vec<(String, String)> {
    let schemas = site_schema::schemas::files()
        .into_iter()
        .map(|(name, text)| (format!("schemas/{name}"), text));
    let diff = (
        "schemas/diff.schema.json".to_owned(),
        format!("{:#}\n", written::<DiffReport>()),
    );
    let golden = (
        "web/src/fees/golden.json".to_owned(),
        golden_vectors(&content.fees.schedules),
    );
    let wanted = schemas.chain([diff, golden]);
    wanted
        .filter(|(path, text)| fs::read_to_string(house.path(path)).ok().as_ref() != Some(text))
        .collect()
}
