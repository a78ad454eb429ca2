//! The real `cargo site`: its commands on copies of the test site, and the server that it builds.

mod addresses;
mod base;
mod change;
mod check;
mod client;
mod diff;
mod diff_moments;
mod drafts;
mod editor;
mod escape;
mod fingerprint;
mod fix;
mod formats;
#[cfg(unix)]
mod git_settings;
mod github;
mod hosts;
mod links;
mod listening;
mod load;
mod mv;
mod new;
#[cfg(unix)]
mod node;
#[cfg(unix)]
mod package;
#[cfg(unix)]
#[path = "../../site-check/tests/planned.rs"]
mod planned;
mod reviews;
mod schedule;
mod serving;
// Some helpers of other tests aren't used here.
#[cfg(unix)]
#[allow(dead_code)]
#[path = "../../site-check/tests/site.rs"]
mod site;
mod strictness;
mod tasks;
mod workspace;

use site_cli::server;
use std::path::PathBuf;

/// Returns the program of a command.
pub fn program(_: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_site"))
}
