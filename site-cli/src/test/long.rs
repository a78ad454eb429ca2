//! `cargo site test --long`: what takes minutes, or programs that not every machine has.

use super::{Progress, Tally, Total, edits, lighthouse, rust_tests};
use crate::build::build;
use crate::house::House;
use crate::run::run;
use anyhow::{Result, ensure};
use std::process::Command;

/// Runs it on what is built now; whether nothing failed.
pub fn test(minutes: f64) -> Result<bool> {
    ensure!(
        minutes > 0.0 && minutes <= 24.0 * 60.0,
        "expected --minutes between 0 and 1440, found {minutes}"
    );
    let house = build()?;
    let total = Total::default();
    total.tally("The long tests", |progress| {
        tests(&house, minutes, progress)
    });
    total.tally("Lighthouse", |progress| lighthouse(&house, progress));
    total.tally("An editor's changes are green", |progress| {
        edits::green(&house, progress)
    });
    Ok(total.printed())
}

fn tests(house: &House, minutes: f64, progress: Progress) -> Result<Tally> {
    let mut command = Command::new("cargo");
    command
        .args(["test", "--release", "--locked", "--package", "site-cli"])
        .args(["--test", "serving", "--test", "tasks"])
        .args(["--", "--ignored", "--nocapture"])
        // One after another: a busy machine is no reason to fail.
        .arg("--test-threads=1")
        .env("SITE_LONG_MINUTES", minutes.to_string())
        .current_dir(house.root());
    let output = run(&mut command, progress)?;
    // What they measured.
    for line in output.stdout.lines() {
        if ["Cloudflare:", "Observatory:", "Varnish:", "Soak:"]
            .iter()
            .any(|name| line.contains(name))
        {
            println!("{}", line.trim_start_matches("test ").trim());
        }
    }
    rust_tests(&output)
}
