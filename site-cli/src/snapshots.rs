//! `cargo site snapshots`: recorded text of the site's own pages, addresses and fee tables.

use crate::build::{self, Site, cargo_test};
use crate::load::BuildMoment;
use crate::packages::{self, Packages};
use crate::revision::Revision;
use crate::run::{Progress, run_checked};
use crate::step::{in_parallel, say, timed};
use crate::strictness::reason_to_be_exact;
use crate::workspace::{Profile, Workspace};
use anyhow::Result;
use fs_err as fs;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::Command;

/// The environment variable for the file where tests list stale snapshots. Without it, a stale snapshot fails the
/// test.
const STALE: &str = "STALE_SNAPSHOTS";

/// The environment variable for the moment when the site was built, in seconds since 1970. The first edition starts
/// then.
const BUILD_MOMENT: &str = "BUILD_MOMENT";

/// The folders of the snapshots of the site's own content, and the prefixes of their file names.
const OWN: [(&str, &str); 2] = [
    ("site-content/tests/snapshots", "fees__"),
    ("site-server/tests/snapshots", ""),
];

/// The arguments of the tests that compare these snapshots.
const TESTS: [&[&str]; 2] = [
    &["--test", "fees", "--", "--quiet"],
    &["--test", "server", "--", "--quiet", "pages::"],
];

/// How tests compare results with snapshots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Every snapshot must match.
    Exact,
    /// Snapshots of the site's own content may be out of date.
    Lenient,
    /// Every snapshot is rewritten.
    Accept,
}

impl Mode {
    /// Chooses the mode for a change, and prints the choice. `base` is the revision that the change is compared with.
    pub fn of_change(workspace: &Workspace, base: Option<&Revision>) -> Self {
        match reason_to_be_exact(workspace, base) {
            Some(reason) => {
                say(&format!(
                    "  Snapshots must match exactly, because {reason}."
                ));
                Self::Exact
            }
            None => Self::Lenient,
        }
    }

    /// Returns a command that runs tests in this mode.
    pub fn tests(self, workspace: &Workspace, arguments: &[&str]) -> Command {
        let mut command = cargo_test(workspace, &["--no-fail-fast"]);
        let update = if self == Self::Accept { "always" } else { "no" };
        command
            .args(arguments)
            .env("INSTA_UPDATE", update)
            .env("INSTA_FORCE_PASS", "0");
        if let Ok(build) = BuildMoment::of(workspace) {
            command.env(BUILD_MOMENT, build.moment.as_second().to_string());
        }
        if self == Self::Lenient {
            command.env(STALE, stale_list(workspace));
        } else {
            command.env_remove(STALE);
        }
        command
    }
}

/// Builds the site, and updates its snapshots or only compares them. Returns true if they match.
pub fn snapshots(check: bool) -> Result<bool> {
    let workspace = &Workspace::find()?;
    build::content(workspace)?;
    let site = Site::published(workspace);
    in_parallel(
        || build::programs(workspace, Profile::Dev, None),
        || {
            packages::install(workspace, "web", Packages::Build)?;
            site.pages(workspace)
        },
    )?;
    site.table(workspace)?;
    // If the tests don't compile, the snapshots aren't at fault.
    timed("Compiling the tests", |progress| {
        let mut compile = cargo_test(workspace, &["--test", "fees", "--test", "server"]);
        run_checked(compile.arg("--no-run"), progress)
    })?;
    let (mode, title) = if check {
        (Mode::Exact, "Comparing the snapshots")
    } else {
        remove_own(workspace)?;
        (Mode::Accept, "Taking the snapshots")
    };
    match timed(title, |progress| run_own(workspace, mode, progress)) {
        Ok(()) => Ok(true),
        Err(error) => {
            say(&format!("{error:#}"));
            Ok(false)
        }
    }
}

/// Runs the tests that compare the site's own content with its snapshots.
pub fn run_own(workspace: &Workspace, mode: Mode, progress: Progress) -> Result<()> {
    for arguments in TESTS {
        run_checked(&mut mode.tests(workspace, arguments), progress)?;
    }
    Ok(())
}

/// Removes the snapshots of the site's own content, including snapshots of renamed or deleted pages.
fn remove_own(workspace: &Workspace) -> Result<()> {
    let mut folders: Vec<(PathBuf, &str)> = Vec::new();
    for (folder, begin) in OWN {
        folders.push((workspace.path(folder), begin));
    }
    while let Some((folder, begin)) = folders.pop() {
        if !folder.exists() {
            continue;
        }
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if entry.file_type()?.is_dir() {
                folders.push((entry.path(), begin));
            } else if name.starts_with(begin) && name.ends_with(".snap") {
                fs::remove_file(entry.path())?;
            }
        }
    }
    Ok(())
}

/// Returns the file where tests list stale snapshots, one per line, relative to the root of the workspace.
fn stale_list(workspace: &Workspace) -> PathBuf {
    workspace.site_folder().join("stale-snapshots")
}

/// Deletes the list of stale snapshots from the last run.
pub fn forget_stale(workspace: &Workspace) -> Result<()> {
    let list = stale_list(workspace);
    if list.exists() {
        fs::remove_file(list)?;
    }
    Ok(())
}

/// Lists the snapshots that are older than the content, if there are any.
pub fn report_stale(workspace: &Workspace) {
    let Ok(listed) = fs::read_to_string(stale_list(workspace)) else {
        return;
    };
    let stale: BTreeSet<&str> = listed.lines().collect();
    let mut notice = format!(
        "notice: {} older than the content, and nothing else has changed since then. Main updates them each night; to update them at once, run `cargo site snapshots`:",
        counted(stale.len())
    );
    for path in stale {
        notice += &format!("\n  {path}");
    }
    say(&notice);
}

fn counted(count: usize) -> String {
    match count {
        1 => "1 snapshot is".to_owned(),
        _ => format!("{count} snapshots are"),
    }
}
