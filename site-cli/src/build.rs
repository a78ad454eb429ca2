//! `cargo site build`: content, pages, server; each step only where something changed.

use crate::files::write_if_changed;
use crate::fingerprint::Fingerprint;
use crate::history;
use crate::report::{self, Format, Outcome};
use crate::run::ask;
use crate::step::{Step, both, timed};
use crate::workspace::{Profile, Workspace};
use anyhow::{Context, Result, bail};
use jiff::Timestamp;
use site_schema::model::{Content, date_in};
use site_schema::{COMPILED_FILE, Compiled};
use std::path::PathBuf;
use std::process::Command;

/// A site that can be built: what it is made of, and where its parts are built.
pub struct Site {
    name: &'static str,
    /// Compiled.
    content: PathBuf,
    images: PathBuf,
    dist: PathBuf,
    /// All responses, which a server embeds or is given.
    pub table: PathBuf,
}

impl Site {
    /// What visitors are served.
    pub fn published(workspace: &Workspace) -> Self {
        Self {
            name: "site",
            content: workspace.path(COMPILED_FILE),
            images: workspace.path("content/images"),
            dist: workspace.path("web/dist"),
            table: workspace.path("target/site/table.bin"),
        }
    }

    /// The tests' own site, compiled by `cargo site schemas`: no editor's words can change what it shows.
    pub fn fixture(workspace: &Workspace) -> Self {
        Self {
            name: "fixture",
            content: workspace.path("web/src/testing/content.json"),
            images: workspace.path("site-schema/tests/content/images"),
            dist: workspace.path("target/site/fixture/dist"),
            table: workspace.path("target/site/fixture/table.bin"),
        }
    }

    /// Prerenders every page and bundles the islands.
    pub fn pages(&self, workspace: &Workspace) -> Result<()> {
        let mut command = workspace.npm("web", "build", &[]);
        command
            .env("SITE_CONTENT", &self.content)
            .env("SITE_IMAGES", &self.images)
            .env("SITE_DIST", &self.dist);
        let step = Step {
            name: &format!("{}-pages", self.name),
            title: &format!("Building the {}'s pages", self.name),
            inputs: Fingerprint::default()
                .text(&node_version(workspace)?)
                .sources(&workspace.web())?
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
        command.arg("--content").arg(&self.content);
        command.arg("--dist").arg(&self.dist);
        command.arg("--out").arg(&self.table);
        let kept = self.table.with_file_name("bodies");
        command.arg("--cache").arg(kept);
        let step = Step {
            name: &format!("{}-table", self.name),
            title: &format!("Preparing the {}'s responses", self.name),
            inputs: Fingerprint::default()
                .path(&program)?
                .path(&self.content)?
                .path(&self.dist)?,
            output: &self.table,
            command,
        };
        step.run(workspace)
    }
}

/// Builds everything; the server's program.
pub fn build(workspace: &Workspace, profile: Profile) -> Result<PathBuf> {
    content(workspace)?;
    // What prepares responses needs no pages: it is compiled while they are built.
    both(
        || prepare(workspace),
        || packages(workspace).and_then(|()| Site::published(workspace).pages(workspace)),
    )?;
    server(workspace, profile)
}

/// Loads, checks and compiles the content, once for a build, and writes the
/// compiled file that pages and server are made from.
pub fn content(workspace: &Workspace) -> Result<Content> {
    let loaded = timed("Checking the content", |_| {
        let mut loaded = site_check::load(&workspace.content())?;
        history::recall(workspace, &mut loaded);
        Ok(loaded)
    })?;
    if !loaded.diagnostics.is_empty() {
        report::print(&Outcome::of(&loaded), Format::Terminal)?;
    }
    let Some(content) = loaded.content else {
        bail!("the content has errors; nothing was built")
    };
    let compiled = Compiled::text(&content, year(workspace, &content))?;
    write_if_changed(&workspace.path(COMPILED_FILE), compiled.as_bytes())?;
    Ok(content)
}

/// The year of the last commit, for the firm, so that two builds of one commit are alike.
pub fn year(workspace: &Workspace, content: &Content) -> i16 {
    let given = std::env::var("SOURCE_DATE_EPOCH").ok();
    let committed = || ask(&mut workspace.git(&["log", "-1", "--format=%ct"])).ok();
    let seconds = given.or_else(committed).and_then(|text| text.parse().ok());
    let moment = seconds.and_then(|seconds| Timestamp::from_second(seconds).ok());
    date_in(
        &content.site.time_zone,
        moment.unwrap_or_else(Timestamp::now),
    )
    .year()
}

/// Installs the web's packages from the lockfile.
pub fn packages(workspace: &Workspace) -> Result<()> {
    install(
        workspace,
        "web",
        "packages",
        "Installing the web's packages",
    )
}

/// Installs what checks the repository itself.
pub fn checks(workspace: &Workspace) -> Result<()> {
    let title = "Installing the repository's checks";
    install(workspace, "checks", "checks", title)
}

fn install(workspace: &Workspace, folder: &str, name: &str, title: &str) -> Result<()> {
    let folder = workspace.path(folder);
    let mut command = workspace.command("npm", &["ci", "--no-audit", "--no-fund"]);
    command.current_dir(&folder);
    let step = Step {
        name,
        title,
        inputs: Fingerprint::default()
            .text(&node_version(workspace)?)
            .path(&folder.join("package-lock.json"))?,
        output: &folder.join("node_modules/.package-lock.json"),
        command,
    };
    step.run(workspace)
}

/// Node's version, once it is new enough.
fn node_version(workspace: &Workspace) -> Result<String> {
    let version = ask(&mut workspace.command("node", &["--version"])).context(
        "Node.js 20.19 or later is needed to build the pages; install it and call this again",
    )?;
    let mut parts = version.trim_start_matches('v').split('.');
    let mut part = || parts.next().and_then(|part| part.parse::<u32>().ok());
    if (part(), part()) < (Some(20), Some(19)) {
        bail!(
            "expected Node.js 20.19 or later, found {version}; install a newer one and call this again"
        );
    }
    Ok(version)
}

/// The program that makes the table of responses.
const PREPARE: &str = "site-prepare";

/// Compiles the program that makes the table; it needs neither content nor pages.
pub fn prepare(workspace: &Workspace) -> Result<()> {
    let inputs = rust(workspace)?
        .path(&workspace.path("site-schema"))?
        .path(&workspace.path("site-content"))?;
    let title = "Compiling what prepares responses";
    compile(workspace, Profile::Dev, title, inputs, PREPARE).map(drop)
}

/// Makes the server with the site inside, once there are pages; its program.
pub fn server(workspace: &Workspace, profile: Profile) -> Result<PathBuf> {
    prepare(workspace)?;
    let site = Site::published(workspace);
    site.table(workspace)?;
    let inputs = rust(workspace)?.path(&site.table)?;
    let title = "Compiling the server";
    compile(workspace, profile, title, inputs, "site-server")
}

/// Compiles the same server with its table from a file, and builds what the tests' own site needs beside it.
pub fn fixture(workspace: &Workspace) -> Result<PathBuf> {
    let site = Site::fixture(workspace);
    site.pages(workspace)?;
    site.table(workspace)?;
    let title = "Compiling the fixture's server";
    let inputs = rust(workspace)?;
    compile(
        workspace,
        Profile::Dev,
        title,
        inputs,
        "examples/serve_table",
    )
}

/// What every program of the server is compiled with.
fn rust(workspace: &Workspace) -> Result<Fingerprint> {
    let version = ask(&mut workspace.command("rustc", &["--version", "--verbose"]))?;
    let mut inputs = Fingerprint::default().text(&version);
    for part in [
        "Cargo.toml",
        "Cargo.lock",
        ".cargo",
        "site-server/Cargo.toml",
        "site-server/src",
        "site-server/examples",
    ] {
        inputs = inputs.path(&workspace.path(part))?;
    }
    Ok(inputs)
}

/// Compiles a program of the package `site-server`, or an example; where it is then.
fn compile(
    workspace: &Workspace,
    profile: Profile,
    title: &str,
    inputs: Fingerprint,
    program: &str,
) -> Result<PathBuf> {
    let mut command =
        workspace.command("cargo", &["build", "--locked", "--package", "site-server"]);
    command.args(["--profile", profile.name()]);
    match program.strip_prefix("examples/") {
        Some(example) => command.args(["--example", example]),
        None => command.args(["--bin", program]),
    };
    let output = workspace.program(profile, program);
    let step = Step {
        name: &format!("{}-{}", profile.name(), program.replace('/', "-")),
        title,
        inputs,
        output: &output,
        command,
    };
    step.run(workspace)?;
    Ok(output)
}
