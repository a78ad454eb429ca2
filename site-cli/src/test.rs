//! `cargo site test`: every check and every test, and one line at the end.
//!
//! Each passes or fails by the exit status of its program, and runs whatever became of the others, so that one run shows all.
//! Where only content has changed since everything passed, what no word of it can change is left out.

use crate::browser::{chromium, engines, extensions};
use crate::build::{self, Site};
use crate::check;
use crate::fingerprint::Fingerprint;
use crate::packages::{self, Packages};
use crate::revision::Revision;
use crate::run::{Progress, capture_stdout, run_checked};
use crate::schemas;
use crate::server::Running;
use crate::snapshots::{self, Mode};
use crate::step::{in_parallel, say, say_longest, timed, write_if_changed};
use crate::workspace::{Profile, Workspace};
use anyhow::{Result, ensure};
use fs_err as fs;
use std::env;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

/// The platform of editors on Windows, as Rust names it.
const WINDOWS: &str = "x86_64-pc-windows-gnu";

/// The sum of all checks so far.
#[derive(Default)]
struct Total {
    /// True where all passed with the code as it is.
    is_code_unchanged: bool,
    found: Mutex<Found>,
}

/// The checks that have ended.
#[derive(Default)]
struct Found {
    passed: u32,
    /// The report of each that failed.
    failures: Vec<String>,
}

impl Total {
    /// Runs a check, and reports at once where it failed.
    fn check(&self, title: &str, check: impl FnOnce(Progress) -> Result<()>) {
        let result = timed(title, check);
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        match result {
            Ok(()) => found.passed += 1,
            Err(error) => {
                let failure = format!("\n{error:#}\n  {title}: failed\n");
                say(&failure);
                found.failures.push(failure);
            }
        }
    }

    /// Does the same with a check that depends on code alone, where that has changed.
    fn check_code(&self, title: &str, check: impl FnOnce(Progress) -> Result<()>) {
        if !self.is_code_unchanged {
            self.check(title, check);
        }
    }

    /// Does the same with one program, and shows what it says that it could not check.
    fn run_code(&self, title: &str, mut command: Command) {
        self.check_code(title, |progress| {
            let output = run_checked(&mut command, progress)?;
            say_unchecked(&output);
            Ok(())
        });
    }

    /// Prints the sum, below what failed: of a long log people see the end. Returns whether nothing failed.
    fn print(&self) -> bool {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if !found.failures.is_empty() {
            eprintln!("\nWhat failed, once more:\n{}", found.failures.concat());
        }
        println!("\n{} passed, {} failed", found.passed, found.failures.len());
        found.failures.is_empty()
    }
}

/// Runs everything, and returns whether nothing failed.
///
/// What compiles and what runs in Node take turns in waiting, so one of each
/// goes side by side. The web's unit tests come late, to use the core that the browser tests leave
/// idle when they end before the Rust tests.
///
/// `base` is the branch that the change is for, or the commit before a push.
pub fn test(accept: bool, base: Option<&str>) -> Result<bool> {
    let start = Instant::now();
    let workspace = &Workspace::find()?;
    // Compiling the tests may put another file in this program's place: afterward the system knows this one as deleted.
    let program = &env::current_exe()?;
    let base = check::revision(base, workspace)?;
    let mode = if accept {
        Mode::Accept
    } else {
        Mode::of_change(workspace, base.as_ref())
    };
    snapshots::forget_stale(workspace)?;
    // Where there is no Git, nobody can tell what is written and what is made: everything runs.
    let code = code(workspace).unwrap_or_default();
    let passed = workspace.target().join("site/passed");
    let is_code_unchanged =
        !code.is_empty() && fs::read_to_string(&passed).is_ok_and(|passed| passed == code);
    if is_code_unchanged {
        say(
            "  Only content has changed since everything passed: tests of only the code are skipped.",
        );
    }
    let total = &Total {
        is_code_unchanged,
        ..Default::default()
    };

    total.check("The content passes", |_| {
        let passes = check::check_since(workspace, base.as_ref())?;
        ensure!(passes, "the content has errors");
        Ok(())
    });
    total.check_code("Generated files are fresh", |_| {
        ensure!(
            schemas::schemas(!accept)?,
            "generated files are not up to date"
        );
        Ok(())
    });
    build::content(workspace)?;
    in_parallel(
        || rust(workspace, total),
        || web(workspace, total, base.as_ref()),
    )?;
    let served = &Served::build(workspace)?;
    in_parallel(
        || {
            total.check("The Rust tests", |progress| {
                rust_tests(workspace, total, mode, progress)
            });
            Ok(())
        },
        || {
            // Accepting also removes what no test asks for.
            let update: &[&str] = if accept { &["--update"] } else { &[] };
            let unit_tests = workspace.npm("web", "test:unit", update);
            total.run_code("The web's unit tests", unit_tests);
            total.check("The browser tests", |progress| {
                browser_tests(workspace, total, program, served, progress)
            });
            total.check("The budgets", |progress| {
                let mut command = workspace.npm("web", "budgets", &[]);
                let printed = served.serve(workspace, &mut command, progress)?;
                say(&format!("\n{}\n", printed.trim_end()));
                Ok(())
            });
            Ok(())
        },
    )?;
    snapshots::report_stale(workspace);
    say_longest(start);
    let has_passed = total.print();
    write_if_changed(&passed, if has_passed { code.as_bytes() } else { b"" })?;
    Ok(has_passed)
}

/// A digest of all that is written but for content, and the snapshots that follow from it.
fn code(workspace: &Workspace) -> Result<String> {
    let others = ["--cached", "--others", "--exclude-standard", "-z", "--"];
    let mut git = workspace.git(&[&["ls-files"], &others[..]].concat());
    git.args([".", ":!content", ":!**/snapshots/**"]);
    let listed = capture_stdout(&mut git)?;
    let mut code = Fingerprint::default().text(&build::node_version(workspace)?);
    for file in listed.split_terminator('\0') {
        code = code.text(file).path(&workspace.path(file))?;
    }
    Ok(code.finish())
}

/// Checks what can be checked of Rust before its tests run, and compiles everything: first what the pages wait for.
fn rust(workspace: &Workspace, total: &Total) -> Result<()> {
    let cargo = |arguments: &[&str]| workspace.command("cargo", arguments);
    total.run_code("Rust is formatted", cargo(&["fmt", "--all", "--check"]));
    // They are built by hand; nothing else would notice that a crate is missing from their lockfile.
    let fuzz = ["tree", "--locked", "--manifest-path", "fuzz/Cargo.toml"];
    total.run_code("The fuzz targets are locked", cargo(&fuzz));
    build::programs(workspace, Profile::Dev, None)?;
    total.check_code("Rust compiles without warnings", |progress| {
        compile_cleanly(&mut build::cargo_test(workspace, &["--no-run"]), progress)?;
        // Only a build lists the sources of a program, which a test reads.
        let mut ops = cargo(&["build", "--locked", "--bin", "site-ops"]);
        build::lint(&mut ops);
        compile_cleanly(&mut ops, progress)
    });
    Ok(())
}

/// Checks what can be checked of the web before there is a server, and builds its pages and those of the tests' own site.
fn web(workspace: &Workspace, total: &Total, base: Option<&Revision>) -> Result<()> {
    packages::install(workspace, "web", Packages::All)?;
    packages::install(workspace, "checks", Packages::All)?;
    total.check("The language of the change passes", |progress| {
        let mut arguments = vec!["--base"];
        arguments.extend(base.map(|base| base.commit.as_str()));
        let mut command = workspace.npm("checks", "language", &arguments);
        // Shown even if it passes: the warnings are for a person to read.
        say(&run_checked(&mut command, progress)?);
        Ok(())
    });
    for (title, folder, script) in [
        ("TypeScript passes", "web", "typecheck"),
        ("The web is linted", "web", "lint"),
        ("The workflows pass", "checks", "workflows"),
        ("The manifests pass", "checks", "manifests"),
        ("The check of language passes", "checks", "language:test"),
    ] {
        total.run_code(title, workspace.npm(folder, script, &[]));
    }
    let site = Site::published(workspace);
    site.pages(workspace)?;
    total.check_code("Two builds are the same", |progress| {
        let again = workspace.path("target/site/again");
        let mut build = workspace.npm("web", "build", &[]);
        run_checked(build.env("SITE_DIST", &again), progress)?;
        let digest = |dist: &Path| anyhow::Ok(Fingerprint::default().path(dist)?.finish());
        ensure!(
            digest(&site.dist)? == digest(&again)?,
            "two builds of the same content differ: something in web/ depends on time, order or chance"
        );
        Ok(())
    });
    Site::fixture(workspace).pages(workspace)
}

/// Shows what a program says that it could not check.
fn say_unchecked(output: &str) {
    for line in output.lines() {
        if line.starts_with("not checked: ") {
            say(line);
        }
    }
}

/// Runs a command of Cargo's that must print no warning.
fn compile_cleanly(command: &mut Command, progress: Progress) -> Result<()> {
    let printed = run_checked(command, progress)?;
    // Cargo has no exit status for them before 1.97, where it is `build.warnings`.
    let warns = printed.lines().any(|line| line.starts_with("warning"));
    ensure!(!warns, "{}", printed.trim_end());
    Ok(())
}

/// Runs all tests in Rust, or those of the site's own content.
fn rust_tests(workspace: &Workspace, total: &Total, mode: Mode, progress: Progress) -> Result<()> {
    if mode == Mode::Accept {
        run_checked(&mut mode.tests(workspace, &["--no-run"]), progress)?;
        // Each is written again, so that those of pages that were renamed or deleted do not stay.
        for of in ["site-content", "site-server"] {
            let folder = workspace.path(of).join("tests/snapshots");
            if folder.exists() {
                fs::remove_dir_all(folder)?;
            }
        }
    }
    if total.is_code_unchanged {
        run_checked(
            &mut mode.tests(workspace, &["--test", "documents", "--", "--quiet"]),
            progress,
        )?;
        return snapshots::run_own(workspace, mode, progress);
    }
    // Twice as many at once as there are cores: half of the time they wait for programs, clocks and the disk.
    let threads = 2 * thread::available_parallelism().map_or(1, NonZero::get);
    let at_once = format!("--test-threads={threads}");
    let mut tests = mode.tests(workspace, &["--", "--quiet", &at_once]);
    if let Some(folder) = folder_in_memory() {
        tests.env("TMPDIR", folder);
    }
    let output = run_checked(&mut tests, progress)?;
    say_unchecked(&output);
    Ok(())
}

/// The folder that Linux keeps in memory, where programs may run in it and it has room. The tests make thousands of files and
/// soon delete them, which on a disk takes a tenth of their time.
#[cfg(target_os = "linux")]
fn folder_in_memory() -> Option<&'static str> {
    use rustix::fs::{StatVfsMountFlags, statvfs};

    const FOLDER: &str = "/dev/shm";
    /// The bytes that must be free, several times as many as the tests use.
    const ROOM: u64 = 2 << 30;
    let mount = statvfs(FOLDER).ok()?;
    let may_run = !mount.f_flag.contains(StatVfsMountFlags::NOEXEC);
    let has_room = mount.f_bavail * mount.f_frsize >= ROOM;
    (may_run && has_room).then_some(FOLDER)
}

#[cfg(not(target_os = "linux"))]
fn folder_in_memory() -> Option<&'static str> {
    None
}

/// Visits every page of the site in a browser, and tries what pages do on the tests' own site.
fn browser_tests(
    workspace: &Workspace,
    total: &Total,
    program: &Path,
    served: &Served,
    progress: Progress,
) -> Result<()> {
    let mut arguments = vec!["--reporter=dot", "--fail-on-flaky-tests"];
    if total.is_code_unchanged {
        arguments.push("--project=routes");
    }
    let mut command = workspace.npm("web", "test:browser", &arguments);
    command.env("SITE_COMMAND", program);
    command.envs(engines(workspace)?);
    served.serve(workspace, &mut command, progress).map(drop)
}

/// Runs what takes minutes, or needs programs that not every machine has; returns whether nothing failed.
pub fn long() -> Result<bool> {
    let workspace = &Workspace::find()?;
    let start = Instant::now();
    let total = Total::default();
    total.check("Compiling for Windows", |progress| {
        compile_for_windows(workspace, progress)
    });
    total.check("The benchmarks compile without warnings", |progress| {
        let arguments = ["build", "--locked", "--package", "site-bench"];
        let mut command = workspace.command("cargo", &arguments);
        build::lint(&mut command);
        compile_cleanly(&mut command, progress)
    });
    packages::install(workspace, "web", Packages::All)?;
    let served = Served::build(workspace)?;
    total.check("The long tests", |progress| {
        let mut command = build::cargo_test(workspace, &["--no-fail-fast"]);
        // One after another: a busy machine is no reason to fail. They print what they measured.
        command.args(["--", "--ignored", "--nocapture", "--test-threads=1"]);
        println!("{}", run_checked(&mut command, progress)?);
        Ok(())
    });
    total.check("The long browser tests", |progress| {
        let mut command = workspace.npm("web", "test:browser:long", &["--reporter=dot"]);
        command.envs(engines(workspace)?);
        command.envs(extensions(workspace)?);
        served.serve(workspace, &mut command, progress).map(drop)
    });
    total.check("Lighthouse", |progress| {
        let mut command = workspace.npm("web", "budgets", &["--lighthouse"]);
        println!("{}", served.serve(workspace, &mut command, progress)?);
        Ok(())
    });
    say_longest(start);
    Ok(total.print())
}

/// Compiles for Windows what editors run there. That needs no Windows, only Rust's own library for it, which rustup installs.
fn compile_for_windows(workspace: &Workspace, progress: Progress) -> Result<()> {
    let mut install = workspace.command("rustup", &["target", "add", WINDOWS]);
    if let Err(error) = run_checked(&mut install, progress) {
        let reason = format!(
            "Rust's library for {WINDOWS} is missing, and rustup can't install it: {error:#}"
        );
        ensure!(env::var_os("CI").is_none(), "{reason}");
        say(&format!("not checked: {reason}"));
        return Ok(());
    }
    // .cargo/config.toml says which crates.
    compile_cleanly(
        &mut workspace.command("cargo", &["check-windows"]),
        progress,
    )
}

/// The programs that browser tests visit.
struct Served {
    /// The server with the site inside.
    site: PathBuf,
    /// The table of the tests' own site.
    fixture: PathBuf,
}

impl Served {
    fn build(workspace: &Workspace) -> Result<Self> {
        let site = build::build(workspace, Profile::Dev)?;
        let fixture = Site::fixture(workspace);
        fixture.pages(workspace)?;
        fixture.table(workspace)?;
        Ok(Self {
            site,
            fixture: fixture.table,
        })
    }

    /// Runs a command that uses a real Chromium and both servers.
    fn serve(
        &self,
        workspace: &Workspace,
        command: &mut Command,
        progress: Progress,
    ) -> Result<String> {
        let chromium = chromium(workspace)?;
        let site = Running::site_server(&self.site, &[])?;
        let table = self.fixture.to_string_lossy();
        let fixture = Running::site_server(&self.site, &["--table", &table])?;
        command
            .env("SITE_URL", format!("http://{}", site.address))
            .env("FIXTURE_URL", format!("http://{}", fixture.address))
            .env("CHROMIUM", chromium);
        run_checked(command, progress)
    }
}
