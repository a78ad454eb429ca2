//! The time that `cargo site build` takes, and how that grows with the site.

use crate::large_site::{self, SIZES};
use crate::workspace;
use anyhow::{Context as _, Result, ensure};
use fs_err as fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;
use wait4::Wait4 as _;

/// The output of a build, but for the packages and the programs: they are the same for any content.
const OUTPUT: [&str; 3] = ["target/site", "web/.cache", "web/dist"];

/// The stamps of the steps that make it, in the folder that Cargo builds into.
const STAMPS: [&str; 2] = ["site/site-pages", "site/site-table"];

/// Measures the build on each size of site.
pub fn bench() -> Result<()> {
    let program = workspace::site()?;
    // It is kept from one measurement to the next: what is compiled is not what is measured.
    let target = workspace::root().join("target/bench");
    println!("| articles | build | time | processor time | peak memory of a process |");
    println!("| ---: | --- | ---: | ---: | ---: |");
    for articles in SIZES {
        let folder = large_site::write(articles)?;
        let site = folder.path();
        // This one compiles, and installs the packages.
        build(&program, site, &target)?;
        for folder in OUTPUT {
            let folder = site.join(folder);
            if folder.exists() {
                fs::remove_dir_all(folder)?;
            }
        }
        for stamp in STAMPS {
            fs::remove_file(target.join(stamp))?;
        }
        let cost = build(&program, site, &target)?;
        println!("| {articles} | from nothing | {cost} |");
        let article = site.join("content/articles/market-drop.mdx");
        let text = fs::read_to_string(&article)?;
        fs::write(article, text + "\nOne more sentence.\n")?;
        let cost = build(&program, site, &target)?;
        println!("| {articles} | after one article changed | {cost} |");
    }
    Ok(())
}

/// Builds once, and returns what that took with all the programs that it runs: time, processor time with the system's work, and
/// peak memory.
fn build(program: &Path, site: &Path, target: &Path) -> Result<String> {
    let start = Instant::now();
    let mut child = Command::new(program)
        .arg("build")
        .current_dir(site)
        .stdout(Stdio::null())
        .env("CARGO_TARGET_DIR", target)
        .spawn()
        .context("cannot start a build")?;
    let end = child.wait4()?;
    let seconds = start.elapsed().as_secs_f64();
    ensure!(end.status.success(), "a build failed");
    let usage = end.rusage;
    let processor = (usage.utime + usage.stime).as_secs_f64();
    let peak = usage.maxrss / 1_000_000;
    Ok(format!("{seconds:.1} s | {processor:.1} s | {peak} MB"))
}
