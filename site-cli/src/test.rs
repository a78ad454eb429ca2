//! `cargo site test`: every check and every test, and one line at the end.
//!
//! Each check runs whatever became of the others, so that one run shows all.

mod edits;
mod fixture;
pub mod long;
mod snapshots;

use crate::browser::chromium;
use crate::build;
use crate::fingerprint::Fingerprint;
use crate::generated;
use crate::house::House;
use crate::report::Format;
use crate::run::{Output, must, run};
use crate::server::Server;
use crate::step::{say, timed};
use anyhow::{Context, Result, bail};
use fixture::Fixture;
use serde_json::Value;
use std::fs;
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// How many of a check's parts held, and what to know of those that did not.
#[derive(Debug, Default)]
struct Tally {
    passed: u64,
    failed: u64,
    details: String,
}

impl Tally {
    fn passed(passed: u64) -> Self {
        Self {
            passed,
            ..Self::default()
        }
    }

    fn failed(failed: u64, details: String) -> Self {
        Self {
            failed,
            details,
            ..Self::default()
        }
    }
}

type Progress<'a> = &'a (dyn Fn(&str) + Sync);

/// What all checks together found so far.
#[derive(Debug, Default)]
struct Total {
    found: Mutex<Tally>,
}

impl Total {
    /// Runs a check, and says at once what failed.
    fn tally(&self, title: &str, check: impl FnOnce(Progress) -> Result<Tally>) {
        let found =
            timed(title, check).unwrap_or_else(|error| Tally::failed(1, format!("{error:#}")));
        let mut total = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        total.passed += found.passed;
        total.failed += found.failed;
        if found.failed > 0 {
            let fault = format!(
                "\n{}\n  {title}: {} failed\n",
                found.details.trim_end(),
                found.failed
            );
            say(&fault);
            total.details.push_str(&fault);
        }
    }

    /// Prints the sum, below what failed: of a long log people see the end. Whether nothing failed.
    fn printed(self) -> bool {
        let total = self
            .found
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        if total.failed > 0 {
            eprintln!("\nWhat failed, once more:\n{}", total.details);
        }
        println!("\n{} passed, {} failed", total.passed, total.failed);
        total.failed == 0
    }
}

/// Runs everything; whether nothing failed.
///
/// What compiles and what runs in Node take turns in waiting, so one of each
/// goes side by side; what is measured has the machine for itself.
pub fn test(accept: bool) -> Result<bool> {
    let house = House::find()?;
    let total = Total::default();
    total.tally("Rust is formatted", |progress| formatted(&house, progress));
    total.tally("The content holds", |_| {
        one(
            crate::check::check(Format::Terminal, false)?,
            "the content has errors",
        )
    });
    total.tally("Generated files are fresh", |_| {
        one(
            generated::schemas(!accept)? && (!accept || crate::ledger::ledger(false)?),
            "generated files are not up to date",
        )
    });
    // They are built by hand; nothing else would tell that a crate is missing from their lockfile.
    total.tally("The fuzz targets are locked", |progress| {
        let arguments = ["tree", "--locked", "--manifest-path", "fuzz/Cargo.toml"];
        must(&mut cargo(&house, &arguments), progress).map(|_| Tally::passed(1))
    });
    build::content(&house)?;
    both(
        || {
            clippy(&house, &total, "Clippy holds", CRATES_BUT_THE_SERVER);
            Ok(())
        },
        || web(&house, &total, accept),
    )?;
    build::server(&house)?;
    let fixture = Fixture::build(&house)?;
    both(
        || {
            total.tally("The Rust tests", |progress| {
                let mut command = cargo(
                    &house,
                    &[
                        "test",
                        "--release",
                        "--locked",
                        "--workspace",
                        "--no-fail-fast",
                    ],
                );
                command.env("INSTA_UPDATE", if accept { "always" } else { "no" });
                command.env("INSTA_FORCE_PASS", "0");
                let asked = house.target().join("site/snapshots.txt");
                if accept {
                    fs::create_dir_all(house.target().join("site"))?;
                    fs::write(&asked, "")?;
                    command.env("INSTA_SNAPSHOT_REFERENCES_FILE", &asked);
                }
                let tally = rust_tests(&run(&mut command, progress)?)?;
                // A test that failed may not have asked for all of its own.
                if accept && tally.failed == 0 {
                    snapshots::sweep(&house, &asked)?;
                }
                Ok(tally)
            });
            Ok(())
        },
        || {
            total.tally("The browser tests", |progress| {
                browser_tests(&house, &fixture, progress)
            });
            clippy(
                &house,
                &total,
                "Clippy holds in the server",
                CRATES_OF_THE_SERVER,
            );
            Ok(())
        },
    )?;
    total.tally("The budgets", |progress| {
        budgets(&house, &fixture, progress)
    });

    Ok(total.printed())
}

/// Does two things at once; the first error of either, once both have ended.
fn both(one: impl FnOnce() -> Result<()> + Send, other: impl FnOnce() -> Result<()>) -> Result<()> {
    thread::scope(|scope| {
        let one = scope.spawn(one);
        let other = other();
        one.join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        other
    })
}

/// What is checked of the web before there is a server, and its pages.
fn web(house: &House, total: &Total, accept: bool) -> Result<()> {
    let npm = |title, script, arguments: &[&str]| {
        total.tally(title, |progress| {
            let mut command = Command::new("npm");
            command
                .args(["run", script, "--"])
                .args(arguments)
                .current_dir(house.web());
            must(&mut command, progress).map(|_| Tally::passed(1))
        });
    };
    build::packages(house)?;
    npm("The web's types are fresh", "types", &["--check"]);
    npm("TypeScript holds", "typecheck", &[]);
    npm("The web is linted", "lint", &[]);
    npm("The workflows hold", "workflows", &[]);
    npm("The manifests hold", "manifests", &[]);
    total.tally("The web's unit tests", |progress| {
        let report = house.target().join("site/vitest.json");
        let output = format!("--outputFile={}", report.display());
        let mut command = Command::new("npm");
        command.args([
            "run",
            "test:unit",
            "--",
            "--reporter=json",
            "--reporter=default",
            &output,
        ]);
        // Also takes out what no test asks for any more.
        if accept {
            command.arg("--update");
        }
        let run = run(command.current_dir(house.web()), progress)?;
        vitest(&run, &report)
    });
    build::pages(house)?;
    total.tally("Two builds are the same", |progress| {
        reproducible(house, progress)
    });
    Ok(())
}

fn cargo(house: &House, arguments: &[&str]) -> Command {
    let mut command = Command::new("cargo");
    command.args(arguments).current_dir(house.root());
    command
}

/// For Cargo, the crates that are compiled before there are pages, and the others.
const CRATES_BUT_THE_SERVER: &str = "--workspace --exclude site-content --exclude site-server";
const CRATES_OF_THE_SERVER: &str = "--package site-content --package site-server";

/// Clippy on some of the crates.
fn clippy(house: &House, total: &Total, title: &str, crates: &str) {
    total.tally(title, |progress| {
        let mut command = cargo(house, &["clippy", "--release", "--locked", "--all-targets"]);
        command.args(crates.split(' '));
        command.args(["--", "--deny", "warnings"]);
        must(&mut command, progress).map(|_| Tally::passed(1))
    });
}

fn one(held: bool, fault: &str) -> Result<Tally> {
    if held {
        Ok(Tally::passed(1))
    } else {
        bail!("{fault}")
    }
}

/// rustfmt on all crates.
fn formatted(house: &House, progress: Progress) -> Result<Tally> {
    must(
        Command::new("cargo")
            .args(["fmt", "--all", "--check"])
            .current_dir(house.root()),
        progress,
    )?;
    Ok(Tally::passed(1))
}

/// A second build of the pages, byte for byte.
fn reproducible(house: &House, progress: Progress) -> Result<Tally> {
    let dist = house.web().join("dist");
    let first = Fingerprint::default().path(&dist)?.finish();
    must(
        Command::new("npm")
            .args(["run", "build"])
            .current_dir(house.web()),
        progress,
    )?;
    let second = Fingerprint::default().path(&dist)?.finish();
    one(
        first == second,
        "two builds of the same content differ: something in web/ depends on time, order or chance",
    )
}

/// Adds up the lines `test result: ok. 3 passed; 0 failed; …`.
fn rust_tests(output: &Output) -> Result<Tally> {
    let mut tally = Tally::default();
    for line in output
        .all
        .lines()
        .filter_map(|line| line.trim().strip_prefix("test result: "))
    {
        let number = |what: &str| {
            let before = line.split(what).next()?;
            before.split_whitespace().last()?.parse::<u64>().ok()
        };
        tally.passed += number(" passed").unwrap_or(0);
        tally.failed += number(" failed").unwrap_or(0);
    }
    tally.details = failures(&output.all);
    settle(tally, output, "Rust tests")
}

/// What a person needs of a failed `cargo test`: everything but what went well.
fn failures(output: &str) -> String {
    without(output, |line| {
        let line = line.trim_start();
        line.ends_with("... ok")
            || line.starts_with("Compiling")
            || line.starts_with("Running")
            || line.is_empty()
    })
}

fn without(output: &str, is_noise: impl Fn(&&str) -> bool) -> String {
    let lines = output.lines().filter(|line| !is_noise(line));
    lines.collect::<Vec<_>>().join("\n")
}

fn vitest(output: &Output, report: &std::path::Path) -> Result<Tally> {
    let json: Value = fs::read(report)
        .ok()
        .and_then(|bytes| serde_json::from_slice(&bytes).ok())
        .with_context(|| format!("the web's unit tests did not run:\n{}", output.all))?;
    let number = |key: &str| json.get(key).and_then(Value::as_u64).unwrap_or(0);
    let details = output.all.clone();
    let tally = Tally {
        passed: number("numPassedTests"),
        failed: number("numFailedTests"),
        details,
    };
    settle(tally, output, "unit tests of the web")
}

fn playwright(output: &Output, report: &std::path::Path) -> Result<Tally> {
    let json: Value = fs::read(report)
        .ok()
        .and_then(|bytes| serde_json::from_slice(&bytes).ok())
        .with_context(|| format!("the browser tests did not run:\n{}", output.all))?;
    let number = |key: &str| {
        json.pointer(&format!("/stats/{key}"))
            .and_then(Value::as_u64)
            .unwrap_or(0)
    };
    let failed = number("unexpected") + number("flaky");
    let is_progress = |line: &&str| line.trim_start().starts_with('[');
    let tally = Tally {
        passed: number("expected"),
        failed,
        details: without(&output.all, is_progress),
    };
    settle(tally, output, "browser tests")
}

/// A run that failed without saying which test did, or that ran none, has failed.
fn settle(mut tally: Tally, output: &Output, what: &str) -> Result<Tally> {
    if tally.passed + tally.failed == 0 {
        bail!("no {what} ran:\n{}", output.all);
    }
    if !output.succeeded && tally.failed == 0 {
        tally.failed = 1;
    }
    Ok(tally)
}

/// Playwright in a real Chromium against the real server.
fn browser_tests(house: &House, fixture: &Fixture, progress: Progress) -> Result<Tally> {
    let chromium = chromium(house)?;
    let server = Server::start(&house.server())?;
    let tested = fixture.start()?;
    let report = house.target().join("site/playwright.json");
    let mut command = Command::new("npm");
    command
        .args(["run", "test:browser", "--", "--reporter=json,line"])
        .env("PLAYWRIGHT_JSON_OUTPUT_NAME", &report)
        .env("SITE_URL", server.url())
        .env("FIXTURE_URL", tested.url())
        .env("SITE_COMMAND", std::env::current_exe()?)
        .env("CHROMIUM", chromium)
        .current_dir(house.web());
    if report.exists() {
        fs::remove_file(&report)?;
    }
    let output = run(&mut command, progress)?;
    playwright(&output, &report)
}

/// What developers add to pages, and what pages weigh, measured and printed.
/// What pages and their parts weigh; it is the same on every machine.
fn budgets(house: &House, fixture: &Fixture, progress: Progress) -> Result<Tally> {
    let tested = fixture.start()?;
    measured(house, &[], &[("FIXTURE_URL", tested.url())], progress)
}

/// How soon the pages stand, by Lighthouse; it depends on how busy the machine is.
fn lighthouse(house: &House, progress: Progress) -> Result<Tally> {
    measured(house, &["--", "--lighthouse"], &[], progress)
}

fn measured(
    house: &House,
    arguments: &[&str],
    variables: &[(&str, String)],
    progress: Progress,
) -> Result<Tally> {
    let chromium = chromium(house)?;
    let server = Server::start(&house.server())?;
    let mut command = Command::new("npm");
    command
        .args(["run", "--silent", "budgets"])
        .args(arguments)
        .env("SITE_URL", server.url())
        .env("CHROMIUM", chromium)
        .envs(variables.iter().cloned())
        .current_dir(house.web());
    let output = run(&mut command, progress)?;
    println!("\n{}", output.stdout.trim_end());
    let number = |before: &str| {
        let (found, _) = output.stdout.rsplit_once(before)?;
        found.split_whitespace().last()?.parse::<u64>().ok()
    };
    let tally = Tally {
        passed: number(" budgets kept").unwrap_or(0),
        failed: number(" exceeded").unwrap_or(0),
        details: output.all.clone(),
    };
    settle(tally, &output, "budgets")
}
