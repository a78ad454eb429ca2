//! How long `cargo site dev` takes from a saved file to a browser's page.

use crate::large_site::{self, SIZES};
use crate::workspace;
use anyhow::Result;
use std::env;
use std::process::Command;
use std::thread::available_parallelism;

pub fn bench() -> Result<()> {
    // The packages of web/ are installed then.
    let program = workspace::built()?;
    // Without it, Playwright takes its own.
    let browser = env::var_os("CHROMIUM").unwrap_or_default();
    let web = workspace::root().join("web");
    let cores = available_parallelism().map_or(1, usize::from);
    println!("cargo site dev, from the saved file to the page, ten times, on {cores} cores\n");
    println!("| articles | change | median | shortest | longest |");
    println!("| ---: | --- | ---: | ---: | ---: |");
    for articles in SIZES {
        let site = large_site::write(articles)?;
        #[cfg(unix)]
        fs_err::os::unix::fs::symlink(&web, site.path().join("web"))?;
        let mut node = Command::new("node");
        node.arg(web.join("dev/bench.mjs"))
            .args([program.as_path(), site.path()])
            .arg(&browser)
            .arg(articles.to_string());
        workspace::run(&mut node)?;
    }
    Ok(())
}
