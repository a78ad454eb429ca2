//! A Chromium for the browser tests: the one that is there, or one that is installed.

use crate::run::{ask, must};
use crate::step::timed;
use crate::workspace::Workspace;
use anyhow::{Result, bail, ensure};
use std::env;
use std::path::PathBuf;
use std::process::Command;

/// The headless shell first: it paints the same pages in half the time, since it draws no window around them.
const NAMES: [&str; 5] = [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
];

/// The path of a Chromium: `$CHROMIUM`, one in the PATH, Playwright's own, or one that is installed.
pub fn chromium(workspace: &Workspace) -> Result<PathBuf> {
    if let Some(given) = env::var_os("CHROMIUM").map(PathBuf::from) {
        ensure!(
            given.is_file(),
            "expected CHROMIUM to name a browser, found {}; correct it or unset it",
            given.display()
        );
        return Ok(given);
    }
    if let Some(found) = installed(workspace) {
        return Ok(found);
    }
    let mut playwright = workspace.command("npx", &["playwright", "install", "chromium"]);
    playwright
        .env("PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT", "15000")
        .current_dir(workspace.web());
    let attempts = [
        ("Installing Playwright's Chromium", playwright),
        (
            "Updating Debian's list of packages",
            apt(workspace, &["update"]),
        ),
        (
            "Installing Debian's package chromium-headless-shell",
            apt(workspace, &["install", "--yes", "chromium-headless-shell"]),
        ),
        (
            "Installing Debian's package chromium",
            apt(workspace, &["install", "--yes", "chromium"]),
        ),
    ];
    let mut failed = Vec::new();
    for (title, mut command) in attempts {
        // What one cannot do, the next may.
        let result = timed(title, |progress| must(&mut command, progress));
        failed.extend(result.err().map(|error| format!("{error:#}")));
        if let Some(found) = installed(workspace) {
            return Ok(found);
        }
    }
    bail!(
        "the browser tests need Chromium, and it could not be installed here; install Chromium or Google Chrome with your system's package manager, or set CHROMIUM to the path of one, and call this again\n\n{}",
        failed.join("\n\n")
    )
}

/// Debian's package manager, as root or by `sudo` where that asks for no password.
fn apt(workspace: &Workspace, arguments: &[&str]) -> Command {
    let is_root = ask(&mut workspace.command("id", &["-u"])).is_ok_and(|id| id == "0");
    let mut command = match is_root {
        true => Command::new("apt-get"),
        false => workspace.command("sudo", &["--non-interactive", "apt-get"]),
    };
    command
        .args(arguments)
        .env("DEBIAN_FRONTEND", "noninteractive");
    command
}

fn installed(workspace: &Workspace) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<_> = env::split_paths(&path).collect();
    let files = NAMES
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    let playwrights = || {
        let script = "process.stdout.write(require('playwright-core').chromium.executablePath())";
        let mut node = workspace.command("node", &["-e", script]);
        Some(PathBuf::from(ask(node.current_dir(workspace.web())).ok()?))
    };
    let found = files.into_iter().find(|file| file.is_file());
    found.or_else(|| playwrights().filter(|file| file.is_file()))
}
