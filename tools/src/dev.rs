//! Measures how long `cargo site dev` takes from saving a file to updating the browser's page.

use crate::large_site::{self, SIZES};
use crate::moments::{self, Planted};
use crate::workspace;
use anyhow::Result;
use site_cli::packages::{self, Packages};
use site_cli::workspace::Workspace;
use std::env;
use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

/// Measures updates while articles are edited, for each size of site: without scheduled changes, and with three.
pub fn bench() -> Result<()> {
    let repository = Workspace::at(workspace::root().to_owned());
    packages::install(&repository, "web", Packages::All)?;
    let program = workspace::site()?;
    // Without this variable, Playwright uses its own browser.
    let browser = env::var_os("CHROMIUM").unwrap_or_default();
    println!("| articles | future moments | change | median | shortest | longest |");
    println!("| ---: | ---: | --- | ---: | ---: | ---: |");
    for articles in SIZES {
        let folder = large_site::write(articles)?;
        let site = folder.path();
        moments::remove(site)?;
        measure(&program, site, &browser, &format!("{articles} | 0"))?;
        // Never removed, because the site is a copy.
        let _facts = Planted::two_facts(site)?;
        let _navigation = Planted::navigation(site)?;
        measure(&program, site, &browser, &format!("{articles} | 3"))?;
    }
    Ok(())
}

/// Measures page updates on one site.
fn measure(program: &Path, site: &Path, browser: &OsStr, name: &str) -> Result<()> {
    let mut node = Command::new("node");
    node.arg(workspace::root().join("web/dev/bench.mjs"))
        .args([program, site])
        .arg(browser)
        .arg(name);
    workspace::run(&mut node)
}
