//! How long `cargo site build` takes, and how that grows with the site.

use crate::measure::{Cost, once};
use crate::{large_site, workspace};
use anyhow::{Context, Result, ensure};
use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::thread::available_parallelism;
use walkdir::WalkDir;

/// How many articles the measured sites have; growth is measured against the first.
const SIZES: [usize; 2] = [40, 1_000];

/// What a build is made from beside the content.
const SOURCES: [&str; 11] = [
    ".cargo",
    "Cargo.lock",
    "Cargo.toml",
    "rust-toolchain.toml",
    "site-check",
    "site-cli",
    "site-content",
    "site-schema",
    "site-server",
    "tools",
    "web",
];

/// What a build makes, but for the packages and the programs: they are the same for any content.
const MADE: [&str; 3] = ["target/site", "web/.cache", "web/dist"];

/// What is known of the steps that make it, in the folder that Cargo builds into.
const STAMPS: [&str; 2] = ["site/site-pages", "site/site-table"];

pub fn bench() -> Result<()> {
    let command = workspace::site()?;
    // Kept from one measurement to the next: what is compiled is not what is measured.
    let target = workspace::root().join("target/bench");
    fs::create_dir_all(&target).context("cannot make the folder that Cargo builds into")?;
    let cores = available_parallelism().map_or(1, usize::from);
    println!("cargo site build, once each, on {cores} cores, with all crates compiled before\n");
    println!("| articles | build | time | processor time | peak memory of a process |");
    println!("| ---: | --- | ---: | ---: | ---: |");
    let mut all = Vec::new();
    for articles in SIZES {
        let site = tempfile::tempdir().context("cannot make a folder for the site")?;
        copy(site.path())?;
        large_site::add_content(site.path(), articles)?;
        let build = || {
            let mut build = Command::new(&command);
            let log = target.join("build.log");
            let printed = File::create(&log).context("cannot write the log of a build")?;
            build
                .arg("build")
                .current_dir(site.path())
                .env("CARGO_TARGET_DIR", &target)
                .stdout(printed.try_clone()?)
                .stderr(printed);
            let cost = once(build)?;
            ensure!(
                cost.succeeded,
                "the build of {articles} articles failed; {} says why",
                log.display()
            );
            Ok(cost)
        };
        // This one compiles, and installs the packages.
        build()?;
        for made in MADE {
            let made = site.path().join(made);
            if made.exists() {
                fs::remove_dir_all(&made)
                    .with_context(|| format!("cannot delete {}", made.display()))?;
            }
        }
        for stamp in STAMPS {
            fs::remove_file(target.join(stamp))
                .with_context(|| format!("cannot delete {stamp}"))?;
        }
        let nothing = build()?;
        println!("{}", row(articles, "from nothing", &nothing));
        change_an_article(site.path())?;
        let changed = build()?;
        println!("{}", row(articles, "after one article changed", &changed));
        all.push([nothing, changed]);
    }
    println!("\nTime for each article, against that at {}:", SIZES[0]);
    for (place, what) in ["from nothing", "after one article changed"]
        .iter()
        .enumerate()
    {
        let each = |size: usize| all[size][place].seconds / SIZES[size] as f64;
        println!("- {what}, {} articles: {:.2}", SIZES[1], each(1) / each(0));
    }
    Ok(())
}

fn row(articles: usize, what: &str, cost: &Cost) -> String {
    format!(
        "| {articles} | {what} | {:.1} s | {:.1} s | {} MB |",
        cost.seconds,
        cost.processor_seconds,
        cost.peak_bytes / 1_000_000
    )
}

/// Copies the sources of everything but the content.
fn copy(to: &Path) -> Result<()> {
    let root = workspace::root();
    for source in SOURCES {
        let from = root.join(source);
        let made = |name: &std::ffi::OsStr| {
            ["node_modules", "dist", ".cache"]
                .iter()
                .any(|made| name == *made)
        };
        let entries = WalkDir::new(&from)
            .into_iter()
            .filter_entry(|entry| entry.depth() != 1 || !made(entry.file_name()));
        for entry in entries {
            let entry = entry.with_context(|| format!("cannot read {source}"))?;
            let to = to.join(entry.path().strip_prefix(root)?);
            if entry.file_type().is_dir() {
                fs::create_dir_all(&to)
            } else {
                fs::copy(entry.path(), &to).map(|_| ())
            }
            .with_context(|| format!("cannot write {}", to.display()))?;
        }
    }
    Ok(())
}

/// Adds a sentence to the first article.
fn change_an_article(folder: &Path) -> Result<()> {
    let articles = fs::read_dir(folder.join("content/articles"))?;
    let paths = articles.map(|entry| Ok(entry?.path()));
    let first = paths.collect::<Result<Vec<_>>>()?.into_iter().min();
    let first = first.context("there is no article")?;
    let text = fs::read_to_string(&first)?;
    fs::write(&first, text + "\nOne more sentence.\n")?;
    Ok(())
}
