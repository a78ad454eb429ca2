//! `cargo site test`: every check and every test, and one line at the end.
//!
//! Each passes or fails by the exit status of its program, and runs whatever became of the others, so that one run shows all.

mod edits;
pub mod long;
mod snapshots;

use crate::browser::{chromium, engines};
use crate::build::{self, Site};
use crate::fingerprint::Fingerprint;
use crate::generated;
use crate::run::{Progress, ask, must};
use crate::server::Server;
use crate::step::{both, say, timed};
use crate::workspace::{Profile, Workspace};
use anyhow::{Result, ensure};
use fs_err as fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// What all checks together found so far.
#[derive(Default)]
struct Total(Mutex<(u32, Vec<String>)>);

impl Total {
    /// Runs a check, and reports at once where it failed.
    fn check(&self, title: &str, check: impl FnOnce(Progress) -> Result<()>) {
        let result = timed(title, check);
        let mut found = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match result {
            Ok(()) => found.0 += 1,
            Err(error) => {
                let fault = format!("\n{error:#}\n  {title}: failed\n");
                say(&fault);
                found.1.push(fault);
            }
        }
    }

    /// The same of one program.
    fn run(&self, title: &str, mut command: Command) {
        self.check(title, |progress| {
            let output = must(&mut command, progress)?;
            let skipped = |line: &&str| line.starts_with("not checked: ");
            output.lines().filter(skipped).for_each(say);
            Ok(())
        });
    }

    /// Prints the sum, below what failed: of a long log people see the end. Whether nothing failed.
    fn printed(&self) -> bool {
        let found = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (passed, failed) = &*found;
        if !failed.is_empty() {
            eprintln!("\nWhat failed, once more:\n{}", failed.concat());
        }
        println!("\n{passed} passed, {} failed", failed.len());
        failed.is_empty()
    }
}

/// Runs everything; whether nothing failed.
///
/// What compiles and what runs in Node take turns in waiting, so one of each
/// goes side by side.
pub fn test(accept: bool) -> Result<bool> {
    let workspace = &Workspace::find()?;
    let total = &Total::default();
    let cargo = |arguments: &[&str]| workspace.command("cargo", arguments);
    total.run("Rust is formatted", cargo(&["fmt", "--all", "--check"]));
    total.check("The content passes", |_| {
        let passes = crate::check::check(&Default::default())?;
        ensure!(passes, "the content has errors");
        Ok(())
    });
    total.check("Generated files are fresh", |_| {
        let fresh = generated::schemas(!accept)? && (!accept || crate::ledger::ledger(false)?);
        ensure!(fresh, "generated files are not up to date");
        Ok(())
    });
    // They are built by hand; nothing else would notice that a crate is missing from their lockfile.
    let fuzz = ["tree", "--locked", "--manifest-path", "fuzz/Cargo.toml"];
    total.run("The fuzz targets are locked", cargo(&fuzz));
    build::content(workspace)?;
    both(
        || build::programs(workspace, Profile::Dev),
        || web(workspace, total, accept),
    )?;
    let served = &Served::build(workspace)?;
    both(
        || {
            total.check("The Rust tests", |progress| {
                rust_tests(workspace, accept, progress)
            });
            let mut clippy = cargo(&["clippy", "--locked", "--workspace", "--all-targets"]);
            clippy.args(["--", "--deny", "warnings"]);
            total.run("Clippy passes", clippy);
            Ok(())
        },
        || {
            total.check("The browser tests", |progress| {
                browser_tests(workspace, served, progress)
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
    Ok(total.printed())
}

/// What is checked of the web before there is a server, and its pages.
fn web(workspace: &Workspace, total: &Total, accept: bool) -> Result<()> {
    build::packages(workspace, "web")?;
    build::packages(workspace, "checks")?;
    // Accepting also removes what no test asks for.
    let update: &[&str] = if accept { &["--update"] } else { &[] };
    for (title, folder, script, arguments) in [
        (
            "The web's types are fresh",
            "web",
            "types",
            &["--check"][..],
        ),
        ("TypeScript passes", "web", "typecheck", &[]),
        ("The web is linted", "web", "lint", &[]),
        ("The workflows pass", "checks", "workflows", &[]),
        ("The manifests pass", "checks", "manifests", &[]),
        ("The web's unit tests", "web", "test:unit", update),
    ] {
        total.run(title, workspace.npm(folder, script, arguments));
    }
    let site = Site::published(workspace);
    site.pages(workspace)?;
    total.check("Two builds are the same", |progress| {
        let again = workspace.path("target/site/again");
        let mut build = workspace.npm("web", "build", &[]);
        must(build.env("SITE_DIST", &again), progress)?;
        let digest = |dist: &Path| anyhow::Ok(Fingerprint::default().path(dist)?.finish());
        ensure!(
            digest(&site.dist)? == digest(&again)?,
            "two builds of the same content differ: something in web/ depends on time, order or chance"
        );
        Ok(())
    });
    Ok(())
}

fn rust_tests(workspace: &Workspace, accept: bool, progress: Progress) -> Result<()> {
    let arguments = ["test", "--locked", "--no-fail-fast", "--", "--quiet"];
    let mut command = workspace.command("cargo", &arguments);
    command.env("INSTA_UPDATE", if accept { "always" } else { "no" });
    command.env("INSTA_FORCE_PASS", "0");
    let asked = workspace.target().join("site/snapshots.txt");
    if accept {
        fs::create_dir_all(workspace.target().join("site"))?;
        fs::write(&asked, "")?;
        command.env("INSTA_SNAPSHOT_REFERENCES_FILE", &asked);
    }
    must(&mut command, progress)?;
    // A test that failed may not have asked for all of its own.
    if accept {
        snapshots::sweep(workspace, &asked)?;
    }
    Ok(())
}

/// Every page of the site, and what pages do on the tests' own site. That depends on no word of the content, so it is left
/// out where nothing it is made from has changed since it passed.
fn browser_tests(workspace: &Workspace, served: &Served, progress: Progress) -> Result<()> {
    let site = std::env::current_exe()?;
    let engines = engines(workspace)?;
    let mut inputs = Fingerprint::default()
        .sources(&workspace.path("web"))?
        .path(&served.fixture)?
        .path(&workspace.program(Profile::Dev, build::SERVER))?
        .path(&site)?;
    for (_, program) in &engines {
        inputs = match ask(Command::new(program).arg("--version")) {
            Ok(version) => inputs.text(&version),
            // WebKit's driver says none.
            Err(_) => inputs.path(program)?,
        };
    }
    let inputs = inputs.finish();
    let passed = workspace.target().join("site/browser-behaviour");
    let is_unchanged = fs::read_to_string(&passed).is_ok_and(|passed| passed == inputs);
    let mut arguments = vec!["--reporter=dot", "--fail-on-flaky-tests"];
    if is_unchanged {
        say(&format!("  {:<34} unchanged", "What pages do"));
        arguments.push("--project=routes");
    }
    let mut command = workspace.npm("web", "test:browser", &arguments);
    command.env("SITE_COMMAND", site).envs(engines);
    served.serve(workspace, &mut command, progress)?;
    Ok(fs::write(passed, inputs)?)
}

/// What browser tests visit.
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
        let site = Server::start(&self.site, &[])?;
        let table = self.fixture.to_string_lossy();
        let fixture = Server::start(&self.site, &["--table", &table])?;
        command
            .env("SITE_URL", format!("http://{}", site.address))
            .env("FIXTURE_URL", format!("http://{}", fixture.address))
            .env("CHROMIUM", chromium);
        must(command, progress)
    }
}
