//! How long `cargo site dev` takes from a saved file to a browser's page.

use crate::{large_site, workspace};
use anyhow::{Context, Result};
use std::env;
use std::path::PathBuf;
use std::process::Command;
use std::thread::available_parallelism;

const SIZES: [usize; 2] = [40, 1_000];
const BROWSERS: [&str; 3] = ["chromium-headless-shell", "chromium", "google-chrome"];

pub fn bench() -> Result<()> {
    // The packages of web/ are installed then.
    let command = workspace::built()?;
    let browser = browser()?;
    let web = workspace::root().join("web");
    let cores = available_parallelism().map_or(1, usize::from);
    println!("cargo site dev, from the saved file to the page, ten times, on {cores} cores\n");
    println!("| articles | change | median | shortest | longest |");
    println!("| ---: | --- | ---: | ---: | ---: |");
    for articles in SIZES {
        let site = tempfile::tempdir().context("cannot make a folder for the site")?;
        large_site::write(site.path(), articles)?;
        #[cfg(unix)]
        std::os::unix::fs::symlink(&web, site.path().join("web")).context("cannot link to web/")?;
        let mut node = Command::new("node");
        node.arg(web.join("dev/bench.mjs"))
            .args([command.as_path(), site.path(), &browser])
            .arg(articles.to_string());
        workspace::run(&mut node)?;
    }
    Ok(())
}

/// `$CHROMIUM`, or one in the PATH.
fn browser() -> Result<PathBuf> {
    let given = env::var_os("CHROMIUM").map(PathBuf::from);
    let path = env::var_os("PATH").unwrap_or_default();
    let in_path = || {
        let folders: Vec<_> = env::split_paths(&path).collect();
        let mut files = BROWSERS
            .iter()
            .flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
        files.find(|file| file.is_file())
    };
    given.or_else(in_path).context(
        "expected Chromium in the PATH or at $CHROMIUM, found none; `cargo site test` installs one",
    )
}
