//! How long `cargo site dev` takes from a saved file to a browser's page.

use super::large_site;
use crate::browser::chromium;
use crate::build;
use crate::house::House;
use anyhow::{Context, Result, ensure};
use std::env;
use std::process::Command;
use std::thread::available_parallelism;

const SIZES: [usize; 2] = [40, 1_000];

pub fn bench() -> Result<()> {
    let house = House::find()?;
    build::packages(&house)?;
    let browser = chromium(&house)?;
    let command = env::current_exe().context("can't tell which program this is")?;
    let cores = available_parallelism().map_or(1, usize::from);
    println!("cargo site dev, from the saved file to the page, ten times, on {cores} cores\n");
    println!("| articles | change | median | shortest | longest |");
    println!("| ---: | --- | ---: | ---: | ---: |");
    for articles in SIZES {
        let site = tempfile::tempdir().context("can't make a folder for the site")?;
        large_site::write(&house.content(), site.path(), articles)?;
        #[cfg(unix)]
        std::os::unix::fs::symlink(house.web(), site.path().join("web"))
            .context("can't link to web/")?;
        let status = Command::new("node")
            .arg(house.web().join("dev/bench.mjs"))
            .args([command.as_path(), site.path(), &browser])
            .arg(articles.to_string())
            .env("CARGO_TARGET_DIR", house.target())
            .status()
            .context("can't start Node.js")?;
        ensure!(status.success(), "the measurement failed");
    }
    Ok(())
}
