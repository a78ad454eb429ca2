//! How long `cargo site build` takes, and how that grows with the site.

use crate::large_site::{self, SIZES};
use crate::workspace;
use anyhow::{Context as _, Result, ensure};
use fs_err::{self as fs, File};
use std::path::Path;
use std::process::Command;
use std::thread::available_parallelism;
use std::time::Instant;
use wait4::Wait4 as _;

/// What a build makes, but for the packages and the programs: they are the same for any content.
const MADE: [&str; 3] = ["target/site", "web/.cache", "web/dist"];

/// What is known of the steps that make it, in the folder that Cargo builds into.
const STAMPS: [&str; 2] = ["site/site-pages", "site/site-table"];

const BUILDS: [&str; 2] = ["from nothing", "after one article changed"];

pub fn bench() -> Result<()> {
    let program = workspace::site()?;
    // Kept from one measurement to the next: what is compiled is not what is measured.
    let target = workspace::root().join("target/bench");
    fs::create_dir_all(&target)?;
    let cores = available_parallelism().map_or(1, usize::from);
    println!("cargo site build, once each, on {cores} cores, with all crates compiled before\n");
    println!("| articles | build | time | processor time | peak memory of a process |");
    println!("| ---: | --- | ---: | ---: | ---: |");
    let mut seconds = [[0.0; 2]; 2];
    for (size, articles) in SIZES.into_iter().enumerate() {
        let folder = tempfile::tempdir()?;
        let site = folder.path();
        copy(site)?;
        large_site::add_content(site, articles)?;
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
        for (place, what) in BUILDS.into_iter().enumerate() {
            let (time, cost) = build(&program, site, &target)?;
            println!("| {articles} | {what} | {time:.1} s | {cost} |");
            seconds[size][place] = time;
            large_site::change_an_article(site)?;
        }
    }
    println!("\nTime for each article, against that at {}:", SIZES[0]);
    for (place, what) in BUILDS.into_iter().enumerate() {
        let each = |size: usize| seconds[size][place] / SIZES[size] as f64;
        println!("- {what}, {} articles: {:.2}", SIZES[1], each(1) / each(0));
    }
    Ok(())
}

/// One build with all the programs that it runs: its seconds; its processor time, the system's work included, and its peak memory.
fn build(program: &Path, site: &Path, target: &Path) -> Result<(f64, String)> {
    let log = target.join("build.log");
    let printed = File::create(&log)?;
    let mut command = Command::new(program);
    command
        .arg("build")
        .current_dir(site)
        .env("CARGO_TARGET_DIR", target)
        .stdout(printed.file().try_clone()?)
        .stderr(printed.into_file());
    let begin = Instant::now();
    let used = command.spawn().context("cannot start a build")?.wait4()?;
    let seconds = begin.elapsed().as_secs_f64();
    ensure!(
        used.status.success(),
        "a build failed; {} says why",
        log.display()
    );
    let processor = (used.rusage.utime + used.rusage.stime).as_secs_f64();
    let peak = used.rusage.maxrss / 1_000_000;
    Ok((seconds, format!("{processor:.1} s | {peak} MB")))
}

/// Copies all that Git does not ignore, but for the content.
fn copy(to: &Path) -> Result<()> {
    let mut git = Command::new("git");
    git.args(["ls-files", "-z", "--cached", "--others"]);
    git.args(["--exclude-standard", "--", ".", ":!content"]);
    let listed = git.current_dir(workspace::root()).output()?.stdout;
    let listed = String::from_utf8(listed)?;
    ensure!(
        !listed.is_empty(),
        "expected the sources in a Git repository"
    );
    for file in listed.split_terminator('\0') {
        let to = to.join(file);
        fs::create_dir_all(to.parent().context("a file is in a folder")?)?;
        fs::copy(workspace::root().join(file), to)?;
    }
    Ok(())
}
