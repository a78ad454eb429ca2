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
use std::process::Command;

/// Builds the whole product.
pub fn build() -> Result<House> {
    let house = House::find()?;
    content(&house)?;
    packages(&house)?;
    pages(&house)?;
    server(&house)?;
    Ok(house)
}

/// Loads, checks and compiles the content, once for a build, and writes the
/// compiled file that pages and server are made from.
pub fn content(house: &House) -> Result<Content> {
    let loaded = timed("Checking the content", |_| {
        let mut loaded = site_schema::load(&house.content())?;
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

/// Compiles the server with the site inside.
pub fn server(house: &House) -> Result<()> {
    let mut inputs = Fingerprint::default().text(&ask("rustc", &["--version", "--verbose"])?);
    for part in [
        "Cargo.toml",
        "Cargo.lock",
        ".cargo",
        "site-schema",
        "site-content",
        "site-server",
        COMPILED_FILE,
        "web/dist",
    ] {
        inputs = inputs.path(&house.path(part))?;
    }
    let step = Step {
        name: "server",
        title: "Compiling the server",
        inputs: inputs.finish(),
        outputs: &|| Ok(Fingerprint::default().path(&house.server())?.finish()),
    };
    step.run(house, |progress| {
        let cargo = ["build", "--release", "--locked", "--package", "site-server"];
        must(
            Command::new("cargo").args(cargo).current_dir(house.root()),
            progress,
        )?;
        Ok(())
    })
}
