//! `cargo site snapshots`: the recorded texts of the site's own pages, addresses and fee tables.

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

/// The variable that names the file in which a test lists a stale snapshot; without it, the test fails.
const STALE: &str = "STALE_SNAPSHOTS";

/// The variable that says at which moment the site was built, in seconds since 1970: from then on its first edition holds.
const BUILD_MOMENT: &str = "BUILD_MOMENT";

/// The folders of the snapshots of the site's own content, and how the names of their files begin.
const OWN: [(&str, &str); 2] = [
    ("site-content/tests/snapshots", "fees__"),
    ("site-server/tests/snapshots", ""),
];

/// The tests that take them.
const TESTS: [&[&str]; 2] = [
    &["--test", "fees", "--", "--quiet"],
    &["--test", "server", "--", "--quiet", "pages::"],
];

/// The way in which tests compare what they see with snapshots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Each must be what the test sees.
    Exact,
    /// Those of the site's own content may be older than it.
    Lenient,
    /// Each is written again.
    Accept,
}

impl Mode {
    /// The strictness that a change asks for, which is said. `base` is the revision that the change is compared with.
    pub fn of_change(workspace: &Workspace, base: Option<&Revision>) -> Self {
        match reason_to_be_exact(workspace, base) {
            Some(reason) => {
                say(&format!("  Snapshots must be exact, since {reason}."));
                Self::Exact
            }
            None => Self::Lenient,
        }
    }

    /// A command that runs tests in this way.
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

/// Builds the site, and takes its snapshots again, or only compares them. Returns whether they are exact.
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
    // A test that can't be compiled says nothing about snapshots.
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

/// Removes the snapshots of the site's own content, so that those of pages that were renamed or deleted do not stay.
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

/// The file in which tests list stale snapshots, from the workspace's folder, one a line.
fn stale_list(workspace: &Workspace) -> PathBuf {
    workspace.path("target/site/stale-snapshots")
}

/// Forgets what was stale the last time.
pub fn forget_stale(workspace: &Workspace) -> Result<()> {
    let list = stale_list(workspace);
    if list.exists() {
        fs::remove_file(list)?;
    }
    Ok(())
}

/// Names the snapshots that are older than the content, where there are any.
pub fn report_stale(workspace: &Workspace) {
    let Ok(listed) = fs::read_to_string(stale_list(workspace)) else {
        return;
    };
    let stale: BTreeSet<&str> = listed.lines().collect();
    let mut notice = format!(
        "notice: {} older than the content, since which nothing else has changed. Main takes them again each night, or at once with `cargo site snapshots`:",
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
