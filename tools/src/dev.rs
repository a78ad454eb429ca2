//! The time that `cargo site dev` takes from a saved file to a browser's page.

use crate::large_site::{self, SIZES};
use crate::workspace;
use anyhow::Result;
use std::env;
use std::process::Command;

/// Measures the pages that are shown while articles are written, on each size of site.
pub fn bench() -> Result<()> {
    // The packages of web/ are installed then.
    workspace::server()?;
    let program = workspace::site()?;
    // Without it, Playwright takes its own.
    let browser = env::var_os("CHROMIUM").unwrap_or_default();
    println!("| articles | change | median | shortest | longest |");
    println!("| ---: | --- | ---: | ---: | ---: |");
    for articles in SIZES {
        let site = large_site::write(articles)?;
        let mut node = Command::new("node");
        node.arg(workspace::root().join("web/dev/bench.mjs"))
            .args([program.as_path(), site.path()])
            .arg(&browser)
            .arg(articles.to_string());
        workspace::run(&mut node)?;
    }
    Ok(())
}
