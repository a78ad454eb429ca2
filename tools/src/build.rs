//! How long `cargo site build` takes, and how that grows with the site.

use crate::large_site::{self, SIZES};
use crate::workspace;
use anyhow::{Context as _, Result, ensure};
use fs_err as fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;
use wait4::Wait4 as _;

/// What a build makes, but for the packages and the programs: they are the same for any content.
const MADE: [&str; 3] = ["target/site", "web/.cache", "web/dist"];

/// What is known of the steps that make it, in the folder that Cargo builds into.
const STAMPS: [&str; 2] = ["site/site-pages", "site/site-table"];

pub fn bench() -> Result<()> {
    let program = workspace::site()?;
    // Kept from one measurement to the next: what is compiled is not what is measured.
    let target = workspace::root().join("target/bench");
    println!("| articles | build | time | processor time | peak memory of a process |");
    println!("| ---: | --- | ---: | ---: | ---: |");
    for articles in SIZES {
        let site = large_site::write(articles)?;
        let site = site.path();
        // This one compiles, and installs the packages.
        build(&program, site, &target)?;
        for made in MADE.map(|made| site.join(made)) {
            if made.exists() {
                fs::remove_dir_all(made)?;
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

/// One build with all the programs that it runs: its time; its processor time, the system's work included; its peak memory.
fn build(program: &Path, site: &Path, target: &Path) -> Result<String> {
    let mut command = Command::new(program);
    command.arg("build").current_dir(site).stdout(Stdio::null());
    command.env("CARGO_TARGET_DIR", target);
    let begin = Instant::now();
    let used = command.spawn().context("cannot start a build")?.wait4()?;
    let seconds = begin.elapsed().as_secs_f64();
    ensure!(used.status.success(), "a build failed");
    let processor = (used.rusage.utime + used.rusage.stime).as_secs_f64();
    let peak = used.rusage.maxrss / 1_000_000;
    Ok(format!("{seconds:.1} s | {processor:.1} s | {peak} MB"))
}
