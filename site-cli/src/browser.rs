//! A Chromium for the browser tests: the one that is there, or one that is installed.

use crate::house::House;
use crate::run::{ask, run};
use crate::step::timed;
use anyhow::{Result, bail};
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The headless shell first: it paints the same pages in half the time, since it draws no window around them.
const NAMES: [&str; 5] = [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
];

/// Package managers, and what makes them install Chromium, until it is there.
const MANAGERS: [(&str, &[&[&str]]); 5] = [
    (
        "apt-get",
        &[
            &["update"],
            &["install", "--yes", "chromium-headless-shell"],
            &["install", "--yes", "chromium"],
        ],
    ),
    ("dnf", &[&["install", "--assumeyes", "chromium"]]),
    ("apk", &[&["add", "chromium"]]),
    ("pacman", &[&["--sync", "--noconfirm", "chromium"]]),
    ("zypper", &[&["--non-interactive", "install", "chromium"]]),
];

/// The path of a Chromium: `$CHROMIUM`, one in the PATH, Playwright's own, or
/// one that is installed now.
pub fn chromium(house: &House) -> Result<PathBuf> {
    if let Some(given) = env::var_os("CHROMIUM").map(PathBuf::from) {
        if given.is_file() {
            return Ok(given);
        }
        bail!(
            "expected CHROMIUM to name a browser, found {}; correct it or unset it",
            given.display()
        );
    }
    if let Some(found) = installed(house) {
        return Ok(found);
    }
    timed("Installing Chromium", |progress| {
        let playwright = run(
            Command::new("npx")
                .args(["playwright", "install", "chromium"])
                .env("PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT", "15000")
                .current_dir(house.web()),
            progress,
        )?;
        if playwright.succeeded && installed(house).is_some() {
            return Ok(());
        }
        for (manager, calls) in MANAGERS
            .iter()
            .filter(|(manager, _)| in_path(manager).is_some())
        {
            for arguments in *calls {
                let root = ask("id", &["-u"]).is_ok_and(|id| id == "0");
                let mut command = if root {
                    Command::new(manager)
                } else {
                    Command::new("sudo")
                };
                if !root {
                    command.args(["--non-interactive", manager]);
                }
                run(
                    command
                        .args(*arguments)
                        .env("DEBIAN_FRONTEND", "noninteractive"),
                    progress,
                )?;
                if installed(house).is_some() {
                    return Ok(());
                }
            }
        }
        Ok(())
    })?;
    match installed(house) {
        Some(found) => Ok(found),
        None => bail!(
            "the browser tests need Chromium, and it could not be installed here; install Chromium or Google Chrome with your system's package manager, or set CHROMIUM to the path of one, and call this again"
        ),
    }
}

fn installed(house: &House) -> Option<PathBuf> {
    NAMES
        .iter()
        .find_map(|name| in_path(name))
        .or_else(|| playwrights_own(house))
}

fn playwrights_own(house: &House) -> Option<PathBuf> {
    let script = "process.stdout.write(require('playwright-core').chromium.executablePath())";
    let output = run(
        Command::new("node")
            .args(["-e", script])
            .current_dir(house.web()),
        &|_| {},
    )
    .ok()?;
    let path = PathBuf::from(output.stdout.trim());
    (output.succeeded && path.is_file()).then_some(path)
}

fn in_path(name: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders)
        .map(|folder| folder.join(name))
        .find(|path: &PathBuf| Path::is_file(path))
}
