//! Measures the time of `cargo site build`, by size of the site and number of editions.

use crate::large_site::{self, SIZES};
use crate::moments::{self, Planted};
use crate::workspace;
use anyhow::{Context as _, Result, ensure};
use fs_err as fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;
use wait4::Wait4 as _;
use walkdir::WalkDir;

/// The output of a build, without packages and programs, which are the same for any content.
const OUTPUT: [&str; 3] = ["target/site", "web/.cache", "web/dist"];

/// The stamps of the build's steps, in Cargo's target folder.
const STAMPS: [&str; 2] = ["site/site-pages", "site/site-table"];

/// Adds scheduled changes to a site.
type Plant = fn(&Path) -> Result<Planted>;

/// Measures the build for each size of site: without scheduled changes, with two that each change one page in a hundred, and with one
/// that changes all pages.
pub fn bench() -> Result<()> {
    let program = workspace::site()?;
    let plants: [(&str, Plant); 3] = [
        ("one", |_| Ok(Planted::default())),
        ("three", Planted::two_facts),
        ("two, by a navigation item", Planted::navigation),
    ];
    println!(
        "| articles | editions | later pages with a difference | build | time | processor time | peak memory of a process |"
    );
    println!("| ---: | --- | ---: | --- | ---: | ---: | ---: |");
    for articles in SIZES {
        let folder = large_site::write(articles)?;
        let site = folder.path();
        moments::remove(site)?;
        for (editions, plant) in plants {
            let planted = plant(site)?;
            measure(&program, site, &format!("{articles} | {editions}"))?;
            planted.remove()?;
        }
    }
    Ok(())
}

/// Measures a clean build of a site, and a build after a change to one article.
fn measure(program: &Path, site: &Path, name: &str) -> Result<()> {
    // Shared by all measurements, because compiling isn't measured.
    let target = workspace::root().join("target/bench");
    // The first build compiles and installs the packages.
    build(program, site, &target)?;
    for folder in OUTPUT {
        let folder = site.join(folder);
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
    }
    for stamp in STAMPS {
        fs::remove_file(target.join(stamp))?;
    }

    let cost = build(program, site, &target)?;
    let differing = later_pages(site);
    println!("| {name} | {differing} | from nothing | {cost} |");
    let article = site.join("content/articles/market-drop.mdx");
    let text = fs::read_to_string(&article)?;
    fs::write(&article, format!("{text}\nOne more sentence.\n"))?;
    let cost = build(program, site, &target)?;
    println!("| {name} | {differing} | after one article changed | {cost} |");
    fs::write(article, text)?;
    Ok(())
}

/// The number of pages that change in later editions.
fn later_pages(site: &Path) -> usize {
    let mut pages = 0;
    for entry in WalkDir::new(site.join("web/dist/.editions")) {
        let is_page = entry.is_ok_and(|entry| entry.path().extension() == Some("html".as_ref()));
        if is_page {
            pages += 1;
        }
    }
    pages
}

/// Builds once, and returns the cost of all programs that it runs: wall time, processor time including the system's, and peak
/// memory.
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
