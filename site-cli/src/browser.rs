//! Finds the browsers for the tests, or installs them.

use crate::run::{capture_stdout, run_checked};
use crate::step::timed;
use crate::workspace::{Workspace, shown};
use anyhow::{Result, bail, ensure};
use std::env::{self, consts::EXE_SUFFIX};
use std::iter;
use std::path::PathBuf;
use std::process::Command;

/// A program that the browser tests need.
struct Program {
    title: &'static str,
    /// The environment variable that can specify the program's path.
    variable: &'static str,
    /// Its names in the PATH, the preferred one first.
    names: &'static [&'static str],
    /// True if Playwright's copy can be used.
    playwrights: bool,
    /// The Debian packages that provide it, the preferred one first.
    packages: &'static [&'static str],
}

/// Chromium, as its headless shell if available. The shell paints the same pages in half the time, because it doesn't
/// draw a window around them.
const CHROMIUM: Program = Program {
    title: "Chromium or Google Chrome",
    variable: "CHROMIUM",
    names: &[
        "chromium-headless-shell",
        "chromium",
        "chromium-browser",
        "google-chrome-stable",
        "google-chrome",
    ],
    playwrights: true,
    packages: &["chromium-headless-shell", "chromium"],
};

const FIREFOX: Program = Program {
    title: "Firefox",
    variable: "FIREFOX",
    names: &["firefox-esr", "firefox"],
    playwrights: false,
    packages: &["firefox-esr", "firefox"],
};

/// The first version of Firefox with the WebDriver command that sets a screen's orientation, which Puppeteer sends whenever it
/// resizes a page: <https://bugzilla.mozilla.org/show_bug.cgi?id=1974167>.
const OLDEST_FIREFOX: u32 = 144;

/// The driver of `WebKitGTK`'s browser, or of Safari, which must allow it: `safaridriver --enable`.
const WEBKIT_DRIVER: Program = Program {
    title: "a WebDriver for WebKit, WebKitWebDriver or safaridriver",
    variable: "WEBKIT_DRIVER",
    names: &["WebKitWebDriver", "safaridriver"],
    playwrights: false,
    packages: &["webkit2gtk-driver"],
};

/// The virtual screen that `WebKitGTK` draws on if the machine has no display.
const XVFB: Program = Program {
    title: "the X server Xvfb",
    variable: "XVFB",
    names: &["Xvfb"],
    playwrights: false,
    packages: &["xvfb"],
};

/// A Firefox extension, found by the file that describes it.
const UBLOCK: Program = Program {
    title: "uBlock Origin for Firefox",
    variable: "UBLOCK",
    names: &[
        "/usr/share/mozilla/extensions/{ec8030f7-c20a-464f-9b0e-13a3a9e97384}/uBlock0@raymondhill.net/manifest.json",
    ],
    playwrights: false,
    packages: &["webext-ublock-origin-firefox"],
};

/// The screen reader, and what its tests need to type in a window of Firefox.
const SCREEN_READER: [Program; 4] = [
    program("the screen reader Orca", "ORCA", &["orca"], &["orca"]),
    program(
        "the window manager Openbox",
        "OPENBOX",
        &["openbox"],
        &["openbox"],
    ),
    program(
        "xdotool, which presses keys",
        "XDOTOOL",
        &["xdotool"],
        &["xdotool"],
    ),
    program(
        "dbus-run-session",
        "DBUS_RUN_SESSION",
        &["dbus-run-session"],
        &["dbus"],
    ),
];

/// The text browsers, which have neither styles nor scripts.
const TEXT_BROWSERS: [Program; 2] = [
    program("the text browser lynx", "LYNX", &["lynx"], &["lynx"]),
    program("the text browser w3m", "W3M", &["w3m"], &["w3m"]),
];

/// A program of Debian's with the same name everywhere.
const fn program(
    title: &'static str,
    variable: &'static str,
    names: &'static [&'static str],
    packages: &'static [&'static str],
) -> Program {
    Program {
        title,
        variable,
        names,
        playwrights: false,
        packages,
    }
}

/// Returns the path of Chromium.
pub fn chromium(workspace: &Workspace) -> Result<PathBuf> {
    CHROMIUM.find(workspace)
}

/// Returns the path of each program that the long tests use with a browser, such as an extension or a screen reader, with
/// the environment variable that passes it to them. Empty outside of Linux.
pub fn companions(workspace: &Workspace) -> Result<Vec<(&'static str, PathBuf)>> {
    let mut companions = Vec::new();
    if cfg!(target_os = "linux") {
        let programs = iter::once(UBLOCK).chain(SCREEN_READER);
        for program in programs.chain(TEXT_BROWSERS) {
            companions.push((program.variable, program.find(workspace)?));
        }
    }
    Ok(companions)
}

/// Returns the path of a browser or driver for each engine, with the environment variable that passes it to the tests.
pub fn engines(workspace: &Workspace) -> Result<Vec<(&'static str, PathBuf)>> {
    if cfg!(target_os = "linux") {
        XVFB.find(workspace)?;
    }
    let chromium = CHROMIUM.find(workspace)?;
    let firefox = FIREFOX.find(workspace)?;
    check_firefox(&capture_stdout(Command::new(&firefox).arg("--version"))?)?;
    let webkit = WEBKIT_DRIVER.find(workspace)?;
    Ok(vec![
        (CHROMIUM.variable, chromium),
        (FIREFOX.variable, firefox),
        (WEBKIT_DRIVER.variable, webkit),
    ])
}

/// Returns an error if the tests can't use this version of Firefox, such as `Mozilla Firefox 140.12.0esr`.
fn check_firefox(version: &str) -> Result<()> {
    let mut numbers = version.split(|letter: char| !letter.is_ascii_digit());
    let major = numbers.find_map(|digits| digits.parse().ok());
    ensure!(
        major.is_none_or(|major: u32| major >= OLDEST_FIREFOX),
        "the browser tests need Firefox {OLDEST_FIREFOX} or later, found {}; update it, or set {} to the path of a later one, and run the command again",
        version.trim(),
        FIREFOX.variable
    );
    Ok(())
}

impl Program {
    /// Finds the program that the variable specifies, looks in the PATH and for Playwright's copy, or else installs it.
    fn find(&self, workspace: &Workspace) -> Result<PathBuf> {
        let (title, variable) = (self.title, self.variable);
        if let Some(given) = env::var_os(variable).map(PathBuf::from) {
            ensure!(
                given.is_file(),
                "expected {variable} to name a program, found {}; correct it or unset it",
                shown(&given)
            );
            return Ok(given);
        }
        if let Some(found) = self.installed(workspace) {
            return Ok(found);
        }
        let mut failed = String::new();
        for (title, mut command) in self.attempts(workspace) {
            // If one command fails, the next one may succeed.
            if let Err(error) = timed(&title, |progress| run_checked(&mut command, progress)) {
                failed += &format!("\n\n{error:#}");
            }
            if let Some(found) = self.installed(workspace) {
                return Ok(found);
            }
        }
        bail!(
            "the browser tests need {title}, which could not be installed here; install it with your system's package manager, or set {variable} to its path, and run the command again{failed}"
        )
    }

    /// Returns the commands that can install the program, each with a title.
    fn attempts(&self, workspace: &Workspace) -> Vec<(String, Command)> {
        let mut attempts = Vec::new();
        let mut add = |title: &str, command| attempts.push((title.to_owned(), command));
        if self.playwrights {
            let mut playwright = workspace.command("npx", &["playwright", "install", "chromium"]);
            playwright.env("PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT", "15000");
            playwright.current_dir(workspace.path("web"));
            add("Installing Playwright's Chromium", playwright);
        }
        add(
            "Updating Debian's list of packages",
            apt(workspace, &["update"]),
        );
        for package in self.packages {
            let install = apt(workspace, &["install", "--yes", package]);
            add(&format!("Installing Debian's package {package}"), install);
        }
        attempts
    }

    /// Looks in the PATH, then for Playwright's copy.
    fn installed(&self, workspace: &Workspace) -> Option<PathBuf> {
        let path = env::var_os("PATH").unwrap_or_default();
        let folders: Vec<PathBuf> = env::split_paths(&path).collect();
        for name in self.names {
            let file_name = format!("{name}{EXE_SUFFIX}");
            for folder in &folders {
                let file = folder.join(&file_name);
                if file.is_file() {
                    return Some(file);
                }
            }
        }
        if self.playwrights {
            return playwrights_chromium(workspace);
        }
        None
    }
}

/// Returns the file of Playwright's Chromium, if it's installed.
fn playwrights_chromium(workspace: &Workspace) -> Option<PathBuf> {
    let script = "process.stdout.write(require('playwright-core').chromium.executablePath())";
    let mut node = workspace.command("node", &["-e", script]);
    node.current_dir(workspace.path("web"));
    let file = PathBuf::from(capture_stdout(&mut node).ok()?);
    file.is_file().then_some(file)
}

/// Returns a command of Debian's package manager, run as root or with `sudo`, which must not ask for a password.
fn apt(workspace: &Workspace, arguments: &[&str]) -> Command {
    let user = capture_stdout(&mut workspace.command("id", &["-u"]));
    let is_root = user.is_ok_and(|id| id == "0");
    let mut command = if is_root {
        Command::new("apt-get")
    } else {
        workspace.command("sudo", &["--non-interactive", "apt-get"])
    };
    // Waits for other installations to finish, such as the system's updates.
    command
        .args(["-o", "DPkg::Lock::Timeout=300"])
        .args(arguments)
        .env("DEBIAN_FRONTEND", "noninteractive");
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_firefox_that_is_too_old_is_named() {
        let error = check_firefox("Mozilla Firefox 140.12.0esr\n").expect_err("too old");
        assert_eq!(
            error.to_string(),
            "the browser tests need Firefox 144 or later, found Mozilla Firefox 140.12.0esr; update it, or set FIREFOX to the path of a later one, and run the command again"
        );
        for version in [
            "Mozilla Firefox 144.0\n",
            "Mozilla Firefox 153.8.0esr\n",
            "Nightly",
        ] {
            assert!(check_firefox(version).is_ok(), "{version}");
        }
    }
}
