//! Tests of the real `cargo site-ops`: approvals, publications to real places, the record, and verification.

mod approvals;
#[cfg(unix)]
mod cluster;
#[cfg(unix)]
mod gate;
#[cfg(unix)]
mod long;
#[cfg(unix)]
#[path = "../../site-cli/tests/package.rs"]
mod package;
mod protect;
#[cfg(unix)]
mod publish;
mod record;
#[cfg(unix)]
mod verify;
// Some helpers are only for the tests of `cargo site`.
#[allow(dead_code)]
#[path = "../../site-cli/tests/workspace.rs"]
mod workspace;

use site_cli::server;
use std::path::{Path, PathBuf};

/// The commands of `cargo site` that these tests use.
const OF_SITE: [&str; 3] = ["build", "check", "export"];

/// The program of a command. Cargo builds `site` next to this crate's program, if it builds both.
pub fn program(command: &str) -> PathBuf {
    let ops = Path::new(env!("CARGO_BIN_EXE_site-ops"));
    if OF_SITE.contains(&command) {
        return ops.with_file_name("site");
    }
    ops.to_owned()
}
