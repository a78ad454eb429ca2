//! `cargo site build`: compiles the content, and builds the pages and the server. A step whose inputs are unchanged is skipped.

use crate::fingerprint::Fingerprint;
use crate::load::{BuildMoment, Day};
use crate::output;
use crate::packages::{self, Packages};
use crate::revision::Revision;
use crate::run::{capture_stdout, run_checked};
use crate::step::{Step, in_parallel, timed, write_if_changed};
use crate::workspace::{Profile, Workspace, shown};
use anyhow::{Context as _, Result, bail, ensure};
use fs_err as fs;
use site_schema::model::{Content, date_in};
use site_schema::{COMPILED_FILE, Compiled};
use std::env;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The sources of a site, and the paths of the files that a build writes.
pub struct Site {
    name: &'static str,
    /// The compiled file.
    content: PathBuf,
    /// True if `site-prepare` was compiled with this content.
    is_embedded: bool,
    images: PathBuf,
    pub dist: PathBuf,
    /// The file with all responses.
    pub table: PathBuf,
}

impl Site {
    /// The firm's site.
    pub fn published(workspace: &Workspace) -> Self {
        Self {
            name: "site",
            content: workspace.path(COMPILED_FILE),
            is_embedded: true,
            images: workspace.path("content/images"),
            dist: workspace.path("web/dist"),
            table: workspace.site_folder().join("table.bin"),
        }
    }

    /// The tests' own site, which `cargo site schemas` compiles. Changes of the firm's content don't change it.
    pub fn fixture(workspace: &Workspace) -> Self {
        Self {
            name: "fixture",
            content: workspace.path("web/src/testing/content.json"),
            is_embedded: false,
            images: workspace.path("site-schema/tests/content/images"),
            dist: workspace.site_folder().join("fixture/dist"),
            table: workspace.site_folder().join("fixture/table.bin"),
        }
    }

    /// Prerenders every page and bundles the islands.
    pub fn pages(&self, workspace: &Workspace) -> Result<()> {
        let mut command = workspace.command("node", &["scripts/build.mjs"]);
        command
            .current_dir(workspace.path("web"))
            .env("SITE_CONTENT", &self.content)
            .env("SITE_IMAGES", &self.images)
            .env("SITE_DIST", &self.dist);
        let step = Step {
            name: &format!("{}-pages", self.name),
            title: &format!("Building the {}'s pages", self.name),
            inputs: Fingerprint::default()
                .text(&node_version(workspace)?)
                .sources(&workspace.path("web"))?
                .path(&self.content)?
                .path(&self.images)?,
            output: &self.dist,
            command,
        };
        step.run(workspace)
    }

    /// Prepares every response of the built pages and the compiled content.
    pub fn table(&self, workspace: &Workspace) -> Result<()> {
        let program = workspace.program(Profile::Dev, PREPARE);
        let mut command = Command::new(&program);
        if !self.is_embedded {
            command.arg("--content").arg(&self.content);
        }
        command.arg("--dist").arg(&self.dist);
        command.arg("--out").arg(&self.table);
        command.arg("--cache");
        command.arg(self.table.with_file_name("bodies"));
        // The table of the tests' own site doesn't name a commit, so it is the same in every commit.
        let mut commit = None;
        if self.is_embedded {
            commit = Revision::checked_out(workspace);
        }
        if let Some(commit) = &commit {
            command.arg("--commit").arg(commit);
        }
        let step = Step {
            name: &format!("{}-table", self.name),
            title: &format!("Preparing the {}'s responses", self.name),
            inputs: Fingerprint::default()
                .made(&program)?
                .text(commit.as_deref().unwrap_or_default())
                .path(&self.content)?
                .made(&self.dist)?,
            output: &self.table,
            command,
        };
        step.run(workspace)
    }
}

/// Builds the server to publish, for this machine or for a target, and prints its path.
pub fn release(target: Option<&str>) -> Result<bool> {
    let server = build_for(&Workspace::find()?, Profile::Release, target)?;
    println!("{}", shown(&server));
    Ok(true)
}

/// Builds everything, and returns the path of the server that contains the site.
pub fn build(workspace: &Workspace, profile: Profile) -> Result<PathBuf> {
    build_for(workspace, profile, None)
}

/// Builds everything, with the server for one of Rust's targets.
fn build_for(workspace: &Workspace, profile: Profile, target: Option<&str>) -> Result<PathBuf> {
    // These fail at once. Compiling the programs takes minutes.
    workspace.ensure_bundler_reads_path()?;
    node_version(workspace)?;
    content(workspace)?;
    // The programs don't contain the pages, so both are built in parallel.
    in_parallel(
        || programs(workspace, profile, target),
        || {
            packages::install(workspace, "web", Packages::Build)?;
            Site::published(workspace).pages(workspace)
        },
    )?;
    let site = Site::published(workspace);
    site.table(workspace)?;
    assemble(workspace, profile, target, &site)
}

/// Writes the server and its table to one file.
fn assemble(
    workspace: &Workspace,
    profile: Profile,
    target: Option<&str>,
    site: &Site,
) -> Result<PathBuf> {
    let mut program = workspace.program(profile, SERVER);
    if let Some(target) = target {
        let built = workspace.target().join(target).join(profile.folder());
        program = built.join(SERVER);
    }
    let folder = workspace.site_folder().join(profile.folder());
    let name = program.file_name().context("a program has a name")?;
    let server = folder.join(name);
    let mut prepare = Command::new(workspace.program(Profile::Dev, PREPARE));
    prepare.arg("--table").arg(&site.table);
    prepare.arg("--program").arg(&program);
    prepare.arg("--out").arg(&server);
    capture_stdout(&mut prepare)?;
    Ok(server)
}

/// Loads, checks and compiles the content, once for each build, and writes the compiled file, which the pages and the
/// server are built from.
pub fn content(workspace: &Workspace) -> Result<Content> {
    let build_moment = BuildMoment::of(workspace)?;
    if let Some(reason) = build_moment.clock_because {
        eprintln!(
            "note: the build begins now, at {}, since {reason}",
            build_moment.moment
        );
    }
    let loaded = timed("Checking the content", |_| {
        workspace.load(Day::OfBuild, false)
    })?;
    if !loaded.diagnostics.is_empty() {
        output::show(&loaded)?;
    }
    let Some(content) = loaded.content else {
        bail!("the content has errors; nothing was built")
    };
    let compiled = Compiled::text(&loaded.editions, year(workspace, &content)?)?;
    write_if_changed(&workspace.path(COMPILED_FILE), compiled.as_bytes())?;
    Ok(content)
}

/// Returns the year of the build, in the firm's time zone.
pub fn year(workspace: &Workspace, content: &Content) -> Result<i16> {
    let moment = BuildMoment::of(workspace)?.moment;
    Ok(date_in(&content.site.time_zone, moment).year())
}

/// Returns Node's version, system and kind of processor, such as `v20.19.0 linux x64`.
///
/// Returns an error if Node is missing or too old.
pub fn node_version(workspace: &Workspace) -> Result<String> {
    static VERSION: OnceLock<String> = OnceLock::new();
    if let Some(version) = VERSION.get() {
        return Ok(version.clone());
    }
    let script = "[process.version, process.platform, process.arch].join(' ')";
    let mut node = workspace.command("node", &["-p", script]);
    let output = match node.output() {
        Err(error) if error.kind() == ErrorKind::NotFound => bail!(
            "expected Node.js 20.19 or later, which builds the pages; found no `node` in the PATH; install it from \
             https://nodejs.org and run the command again"
        ),
        started => started.context("cannot start `node`")?,
    };
    ensure!(
        output.status.success(),
        "expected `node -p` to print Node's version, found {}: {}; reinstall Node.js and run the command again",
        output.status,
        String::from_utf8_lossy(&output.stderr).trim_end()
    );
    let version = String::from_utf8_lossy(&output.stdout)
        .trim_end()
        .to_owned();
    let mut numbers: Vec<u32> = Vec::new();
    for part in version.trim_start_matches('v').split('.') {
        let Ok(number) = part.parse() else { break };
        numbers.push(number);
    }
    ensure!(
        numbers >= vec![20, 19],
        "expected Node.js 20.19 or later, which builds the pages; found {version}; install a newer one and run the \
         command again"
    );
    Ok(VERSION.get_or_init(|| version).clone())
}

/// The program that prepares the table of responses.
const PREPARE: &str = "site-prepare";
/// The program that serves the table.
pub const SERVER: &str = "site-server";

/// Compiles `site-prepare`, which contains the content, and the server, which contains neither content nor pages. Only a
/// server to publish has another target than this machine.
pub fn programs(workspace: &Workspace, profile: Profile, target: Option<&str>) -> Result<()> {
    let mut build = workspace.command("cargo", &["build", "--locked", "--bin", PREPARE]);
    lint(&mut build);
    if profile == Profile::Dev {
        build.args(["--bin", SERVER]);
        return compile("Compiling the server and site-prepare", &mut build);
    }
    compile("Compiling site-prepare", &mut build)?;

    let mut server = workspace.command("cargo", &["build", "--locked", "--bin", SERVER]);
    server.args(["--release", "--package", SERVER]);
    server.env("CARGO_ENCODED_RUSTFLAGS", flags_of_any_machine(workspace)?);
    if let Some(target) = target {
        server.args(["--target", target]);
    }
    compile("Compiling the server", &mut server)
}

fn compile(title: &str, command: &mut Command) -> Result<()> {
    timed(title, |progress| run_checked(command, progress))?;
    Ok(())
}

/// Returns compiler flags that replace this machine's paths, which a panic's message contains. So the same commit and the same
/// compiler make the same program on every machine.
fn flags_of_any_machine(workspace: &Workspace) -> Result<String> {
    let mut flags = vec![remapped(workspace.root(), "/site")];
    let named = env::var_os("CARGO_HOME").map(PathBuf::from);
    let cargo_home = named
        .or_else(|| Some(env::home_dir()?.join(".cargo")))
        .context("expected a home folder, or CARGO_HOME, where Cargo keeps sources")?;
    let sources = cargo_home.join("registry").join("src");
    // The name of a registry's folder depends on the address of the registry.
    if sources.is_dir() {
        for registry in fs::read_dir(&sources)? {
            flags.push(remapped(&registry?.path(), "/sources"));
        }
    }
    flags.sort();
    // Cargo's separator.
    Ok(flags.join("\u{1f}"))
}

fn remapped(from: &Path, to: &str) -> String {
    format!("--remap-path-prefix={}={to}", from.display())
}

/// Returns a command that tests all crates at once. With separate commands, Cargo would compile dependencies twice, with
/// different features.
pub fn cargo_test(workspace: &Workspace, arguments: &[&str]) -> Command {
    let mut command = workspace.command("cargo", &["test", "--locked"]);
    command.args(arguments);
    lint(&mut command);
    command
}

/// Has Cargo compile the workspace's crates with Clippy's compiler. Every call needs this: after a call with another compiler,
/// Cargo compiles all of them again.
pub fn lint(cargo: &mut Command) {
    cargo.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver");
}
