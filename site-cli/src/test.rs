//! `cargo site test`: runs every check and every test, and prints one line at the end.
//!
//! The exit status of each program decides whether it passed. All of them run even if others fail, so one run shows
//! every failure. If only content has changed since everything passed, checks that content can't affect are skipped.

use crate::browser::{chromium, companions, engines};
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

/// Rust's name for the platform of editors on Windows.
const WINDOWS: &str = "x86_64-pc-windows-gnu";

/// The results of all checks so far.
#[derive(Default)]
struct Total {
    /// True if everything passed with the current code.
    is_code_unchanged: bool,
    found: Mutex<Found>,
}

/// The checks that have finished.
#[derive(Default)]
struct Found {
    passed: u32,
    /// The reports of the failed checks.
    failures: Vec<String>,
}

impl Total {
    /// Runs a check, and reports at once if it failed.
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

    /// Runs a check that depends only on code, if the code has changed.
    fn check_code(&self, title: &str, check: impl FnOnce(Progress) -> Result<()>) {
        if !self.is_code_unchanged {
            self.check(title, check);
        }
    }

    /// Runs one program as a check, and prints what it reports as unchecked.
    fn run_code(&self, title: &str, mut command: Command) {
        self.check_code(title, |progress| {
            let output = run_checked(&mut command, progress)?;
            say_unchecked(&output);
            Ok(())
        });
    }

    /// Prints the failures, then the total, because users see the end of a long log. Returns true if nothing failed.
    fn print(&self) -> bool {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if !found.failures.is_empty() {
            eprintln!("\nSummary of the failures:\n{}", found.failures.concat());
        }
        println!("\n{} passed, {} failed", found.passed, found.failures.len());
        found.failures.is_empty()
    }
}

/// Runs everything, and returns true if nothing failed.
///
/// Compilers and Node wait at different times, so one of each runs in parallel. The web's unit tests run late, to use
/// the core that the browser tests leave idle if they finish before the Rust tests.
///
/// `base` is the target branch of the change, or the commit before a push.
pub fn test(accept: bool, base: Option<&str>) -> Result<bool> {
    let start = Instant::now();
    let workspace = &Workspace::find()?;
    // Compiling the tests may replace this program's file; the system would then report the path as deleted.
    let program = &env::current_exe()?;
    let base = check::revision(base, workspace)?;
    let mode = if accept {
        Mode::Accept
    } else {
        Mode::of_change(workspace, base.as_ref())
    };
    snapshots::forget_stale(workspace)?;
    // Without Git, source and generated files can't be distinguished, so everything runs.
    let code = code(workspace).unwrap_or_default();
    let passed = workspace.site_folder().join("passed");
    let is_code_unchanged =
        !code.is_empty() && fs::read_to_string(&passed).is_ok_and(|passed| passed == code);
    if is_code_unchanged {
        say(
            "  Only content has changed since everything passed: tests that depend only on code are skipped.",
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
    total.check_code("Generated files are up to date", |_| {
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
            // Accepting also removes snapshots that no test uses.
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

/// Returns a digest of all source files except content and the snapshots that depend on it.
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

/// Runs the checks of Rust code that need no tests, and compiles everything, first what the pages depend on.
fn rust(workspace: &Workspace, total: &Total) -> Result<()> {
    let cargo = |arguments: &[&str]| workspace.command("cargo", arguments);
    total.run_code("Rust is formatted", cargo(&["fmt", "--all", "--check"]));
    // These are built manually; nothing else would detect that their lockfile lacks a crate.
    let fuzz = ["tree", "--locked", "--manifest-path", "fuzz/Cargo.toml"];
    total.run_code("The fuzz targets are locked", cargo(&fuzz));
    build::programs(workspace, Profile::Dev, None)?;
    total.check_code("Rust compiles without warnings", |progress| {
        compile_cleanly(&mut build::cargo_test(workspace, &["--no-run"]), progress)?;
        // Only a build lists the source files of a program, which a test reads.
        let mut ops = cargo(&["build", "--locked", "--bin", "site-ops"]);
        build::lint(&mut ops);
        compile_cleanly(&mut ops, progress)
    });
    Ok(())
}

/// Runs the checks of web code that need no server, and builds the pages of the site and of the test site.
fn web(workspace: &Workspace, total: &Total, base: Option<&Revision>) -> Result<()> {
    packages::install(workspace, "web", Packages::All)?;
    packages::install(workspace, "checks", Packages::All)?;
    total.check("The language of the change passes", |progress| {
        let mut arguments = vec!["--base"];
        arguments.extend(base.map(|base| base.commit.as_str()));
        let mut command = workspace.npm("checks", "language", &arguments);
        // Printed even if it passes, because a person must read the warnings.
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
    total.check_code("Two builds are identical", |progress| {
        let again = workspace.site_folder().join("again");
        let mut build = workspace.npm("web", "build", &[]);
        run_checked(build.env("SITE_DIST", &again), progress)?;
        let digest = |dist: &Path| anyhow::Ok(Fingerprint::default().path(dist)?.finish());
        ensure!(
            digest(&site.dist)? == digest(&again)?,
            "two builds of the same content differ: something in web/ depends on time, order or randomness"
        );
        Ok(())
    });
    Site::fixture(workspace).pages(workspace)
}

/// Prints what a program reports as unchecked.
fn say_unchecked(output: &str) {
    for line in output.lines() {
        if line.starts_with("not checked: ") {
            say(line);
        }
    }
}

/// Runs a Cargo command that must not print warnings.
fn compile_cleanly(command: &mut Command, progress: Progress) -> Result<()> {
    let printed = run_checked(command, progress)?;
    // Cargo before 1.97 has no exit status for warnings; later versions have `build.warnings`.
    let warns = printed.lines().any(|line| line.starts_with("warning"));
    ensure!(!warns, "{}", printed.trim_end());
    Ok(())
}

/// Runs all Rust tests, or only the tests of the site's own content.
fn rust_tests(workspace: &Workspace, total: &Total, mode: Mode, progress: Progress) -> Result<()> {
    if mode == Mode::Accept {
        run_checked(&mut mode.tests(workspace, &["--no-run"]), progress)?;
        // Each snapshot is rewritten, so snapshots of renamed or deleted pages disappear.
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
    // Twice as many threads as cores: half of the time, tests wait for programs, timers and the disk.
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

/// Returns the folder that Linux keeps in memory, if programs can run there and it has enough space. The tests create
/// and soon delete thousands of files, which takes a tenth of their time on a disk.
#[cfg(target_os = "linux")]
fn folder_in_memory() -> Option<&'static str> {
    use rustix::fs::{StatVfsMountFlags, statvfs};

    const FOLDER: &str = "/dev/shm";
    /// The minimum free bytes, several times as many as the tests use.
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

/// Visits every page of the site in a browser, and tests page behavior on the test site.
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

/// Runs the tests that take minutes or need special programs; returns true if nothing failed.
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
        // One after another: a busy machine must not make them fail. They print their measurements.
        command.args(["--", "--ignored", "--nocapture", "--test-threads=1"]);
        println!("{}", run_checked(&mut command, progress)?);
        Ok(())
    });
    total.check("The long browser tests", |progress| {
        let mut command = workspace.npm("web", "test:browser:long", &["--reporter=dot"]);
        command.envs(engines(workspace)?);
        command.envs(companions(workspace)?);
        served.serve(workspace, &mut command, progress).map(drop)
    });
    total.check("Lighthouse", |progress| {
        let mut command = workspace.npm("web", "lighthouse", &[]);
        println!("{}", served.serve(workspace, &mut command, progress)?);
        Ok(())
    });
    say_longest(start);
    Ok(total.print())
}

/// Compiles the programs that editors run for Windows. This requires only Rust's library for Windows, which rustup
/// installs.
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
    // .cargo/config.toml lists the crates.
    compile_cleanly(
        &mut workspace.command("cargo", &["check-windows"]),
        progress,
    )
}

/// The programs that serve the browser tests.
struct Served {
    /// The server that contains the site.
    site: PathBuf,
    /// The table of the test site.
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
