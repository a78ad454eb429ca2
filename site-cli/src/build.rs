//! `cargo site build`: content, pages, server; each step only where something changed.

use crate::files::write_if_changed;
use crate::fingerprint::Fingerprint;
use crate::history;
use crate::house::House;
use crate::report::{self, Format, Outcome};
use crate::run::{ask, must};
use crate::step::{Step, timed};
use anyhow::{Context, Result, bail};
use jiff::Timestamp;
use site_schema::model::{Content, date_in};
use site_schema::{COMPILED_FILE, Compiled};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

/// Builds the whole product.
pub fn build() -> Result<House> {
    let house = House::find()?;
    content(&house)?;
    // What prepares responses needs no pages: it is compiled while they are built.
    let program = thread::scope(|scope| {
        let compiling = scope.spawn(|| prepare(&house));
        let built = packages(&house).and_then(|()| pages(&house));
        let compiled = compiling
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        built.and(compiled)
    })?;
    embed(&house, &program)?;
    Ok(house)
}

/// Loads, checks and compiles the content, once for a build, and writes the
/// compiled file that pages and server are made from.
pub fn content(house: &House) -> Result<Content> {
    let loaded = timed("Checking the content", |_| {
        let mut loaded = site_check::load(&house.content())?;
        history::recall(house, &mut loaded);
        Ok(loaded)
    })?;
    if !loaded.diagnostics.is_empty() {
        report::print(&Outcome::of(&loaded), Format::Terminal)?;
    }
    let Some(content) = loaded.content else {
        bail!("the content has errors; nothing was built")
    };
    let compiled = Compiled::text(&content, year(house, &content))?;
    write_if_changed(&house.path(COMPILED_FILE), compiled.as_bytes())?;
    Ok(content)
}

/// The year of the last commit, for the firm, so that two builds of one commit are alike.
pub fn year(house: &House, content: &Content) -> i16 {
    let given = std::env::var("SOURCE_DATE_EPOCH").ok();
    let root = house.root().to_string_lossy();
    let committed = || ask("git", &["-C", &root, "log", "-1", "--format=%ct"]).ok();
    let seconds = given.or_else(committed).and_then(|text| text.parse().ok());
    let moment = seconds.and_then(|seconds| Timestamp::from_second(seconds).ok());
    date_in(
        &content.site.time_zone,
        moment.unwrap_or_else(Timestamp::now),
    )
    .year()
}

/// Installs the web's packages from the lockfile.
pub fn packages(house: &House) -> Result<()> {
    let node = node_version()?;
    let web = house.web();
    let inputs = Fingerprint::default()
        .text(&node)
        .path(&web.join("package-lock.json"))?
        .finish();
    let installed = web.join("node_modules/.package-lock.json");
    let step = Step {
        name: "packages",
        title: "Installing the web's packages",
        inputs,
        outputs: &|| {
            if !installed.exists() {
                bail!("not installed");
            }
            Ok(Fingerprint::default().path(&installed)?.finish())
        },
    };
    step.run(house, |progress| {
        must(
            Command::new("npm")
                .args(["ci", "--no-audit", "--no-fund"])
                .current_dir(&web),
            progress,
        )?;
        Ok(())
    })
}

/// Node's version, once it is new enough.
fn node_version() -> Result<String> {
    let version = ask("node", &["--version"]).context(
        "Node.js 20.19 or later is needed to build the pages; install it and call this again",
    )?;
    let mut parts = version
        .trim_start_matches('v')
        .split('.')
        .map(|part| part.parse::<u32>().unwrap_or(0));
    let (major, minor) = (parts.next().unwrap_or(0), parts.next().unwrap_or(0));
    if (major, minor) < (20, 19) {
        bail!(
            "expected Node.js 20.19 or later, found {version}; install a newer one and call this again"
        );
    }
    Ok(version)
}

/// Prerenders every page and bundles the islands.
pub fn pages(house: &House) -> Result<()> {
    let web = house.web();
    let dist = web.join("dist");
    let inputs = Fingerprint::default()
        .text(&node_version()?)
        .sources(&web)?
        .path(&house.path(COMPILED_FILE))?
        .path(&house.path("content/images"))?
        .finish();
    let step = Step {
        name: "pages",
        title: "Building the pages",
        inputs,
        outputs: &|| Ok(Fingerprint::default().path(&dist)?.finish()),
    };
    step.run(house, |progress| {
        must(
            Command::new("npm")
                .args(["run", "build"])
                .env("SITE_CONTENT", house.path(COMPILED_FILE))
                .current_dir(&web),
            progress,
        )?;
        Ok(())
    })
}

/// Makes the server with the site inside, once there are pages.
pub fn server(house: &House) -> Result<()> {
    let program = prepare(house)?;
    embed(house, &program)
}

/// Prepares the table of all responses, and compiles the server that embeds it.
fn embed(house: &House, prepare: &Path) -> Result<()> {
    table(house, prepare)?;
    let mut inputs = rust(house)?.path(&house.path(TABLE))?;
    for part in ["site-server/Cargo.toml", "site-server/src"] {
        inputs = inputs.path(&house.path(part))?;
    }
    let step = Step {
        name: "server",
        title: "Compiling the server",
        inputs: inputs.finish(),
        outputs: &|| Ok(Fingerprint::default().path(&house.server())?.finish()),
    };
    step.run(house, |progress| compile(house, "site-server", progress))
}

/// The table of all responses, which the server embeds from here.
const TABLE: &str = "target/site/table.bin";

/// Compiles the program that makes the table; it needs neither content nor pages.
fn prepare(house: &House) -> Result<PathBuf> {
    let program = house
        .server()
        .with_file_name(format!("site-prepare{}", std::env::consts::EXE_SUFFIX));
    let mut inputs = rust(house)?;
    for part in [
        "site-schema",
        "site-content",
        "site-server/Cargo.toml",
        "site-server/src",
    ] {
        inputs = inputs.path(&house.path(part))?;
    }
    let step = Step {
        name: "prepare",
        title: "Compiling what prepares responses",
        inputs: inputs.finish(),
        outputs: &|| Ok(Fingerprint::default().path(&program)?.finish()),
    };
    step.run(house, |progress| compile(house, "site-prepare", progress))?;
    Ok(program)
}

/// Prepares every response of the built pages and the compiled content.
fn table(house: &House, prepare: &Path) -> Result<()> {
    let (content, dist) = (house.path(COMPILED_FILE), house.web().join("dist"));
    let table = house.path(TABLE);
    let inputs = Fingerprint::default()
        .path(prepare)?
        .path(&content)?
        .path(&dist)?
        .finish();
    let step = Step {
        name: "table",
        title: "Preparing the responses",
        inputs,
        outputs: &|| Ok(Fingerprint::default().path(&table)?.finish()),
    };
    step.run(house, |progress| {
        let mut command = Command::new(prepare);
        command.arg("--content").arg(&content);
        command.arg("--dist").arg(&dist);
        command.arg("--out").arg(&table);
        command.arg("--cache").arg(house.path("target/site/bodies"));
        must(&mut command, progress)?;
        Ok(())
    })
}

/// What every program of the product is compiled with.
fn rust(house: &House) -> Result<Fingerprint> {
    let mut inputs = Fingerprint::default().text(&ask("rustc", &["--version", "--verbose"])?);
    for part in ["Cargo.toml", "Cargo.lock", ".cargo"] {
        inputs = inputs.path(&house.path(part))?;
    }
    Ok(inputs)
}

/// Compiles a program of the package `site-server`.
fn compile(house: &House, program: &str, progress: &(dyn Fn(&str) + Sync)) -> Result<()> {
    let cargo = [
        "build",
        "--release",
        "--locked",
        "--package",
        "site-server",
        "--bin",
        program,
    ];
    must(
        Command::new("cargo").args(cargo).current_dir(house.root()),
        progress,
    )?;
    Ok(())
}
