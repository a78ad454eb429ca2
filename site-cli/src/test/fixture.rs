//! The tests' own site, built and served as the real one is: no editor's words can change what it shows.

use crate::fingerprint::Fingerprint;
use crate::house::House;
use crate::run::must;
use crate::server::{self, Server};
use crate::step::{Step, timed};
use anyhow::Result;
use std::env::consts::EXE_SUFFIX;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Compiled by `cargo site schemas` from `site-schema/tests/content`.
const CONTENT: &str = "web/src/testing/content.json";
const IMAGES: &str = "site-schema/tests/content/images";
const DIST: &str = "target/site/fixture/dist";
const TABLE: &str = "target/site/fixture/table.bin";

/// A server that is there, and a table for it.
pub struct Fixture {
    program: PathBuf,
    table: PathBuf,
}

impl Fixture {
    /// Builds the fixture site, once the real one is built: what prepares its responses is the same program.
    pub fn build(house: &House) -> Result<Self> {
        let release = house.server();
        let prepare = release.with_file_name(format!("site-prepare{EXE_SUFFIX}"));
        pages(house)?;
        table(house, &prepare)?;
        timed("Compiling the fixture site's server", |progress| {
            let cargo = "build --release --locked --package site-server --example serve_table";
            must(
                Command::new("cargo")
                    .args(cargo.split(' '))
                    .current_dir(house.root()),
                progress,
            )
        })?;
        Ok(Self {
            program: release.with_file_name(format!("examples/serve_table{EXE_SUFFIX}")),
            table: house.path(TABLE),
        })
    }

    pub fn start(&self) -> Result<Server> {
        let table = self.table.to_string_lossy();
        Server::run(server::command(
            &self.program,
            &[&table, "--addr", "127.0.0.1:0"],
        ))
    }
}

fn pages(house: &House) -> Result<()> {
    let (images, dist) = (house.path(IMAGES), house.path(DIST));
    let step = Step {
        name: "fixture-pages",
        title: "Building the fixture site's pages",
        inputs: Fingerprint::default()
            .path(&house.web())?
            .path(&images)?
            .finish(),
        outputs: &|| Ok(Fingerprint::default().path(&dist)?.finish()),
    };
    step.run(house, |progress| {
        let mut command = Command::new("npm");
        command
            .args(["run", "build"])
            .env("SITE_CONTENT", house.path(CONTENT))
            .env("SITE_IMAGES", &images)
            .env("SITE_DIST", &dist)
            .current_dir(house.web());
        must(&mut command, progress).map(drop)
    })
}

fn table(house: &House, prepare: &Path) -> Result<()> {
    let (content, dist, table) = (house.path(CONTENT), house.path(DIST), house.path(TABLE));
    let step = Step {
        name: "fixture-table",
        title: "Preparing the fixture site's responses",
        inputs: Fingerprint::default()
            .path(prepare)?
            .path(&content)?
            .path(&dist)?
            .finish(),
        outputs: &|| Ok(Fingerprint::default().path(&table)?.finish()),
    };
    step.run(house, |progress| {
        let mut command = Command::new(prepare);
        command.arg("--content").arg(&content);
        command.arg("--dist").arg(&dist);
        command.arg("--out").arg(&table);
        must(&mut command, progress).map(drop)
    })
}
