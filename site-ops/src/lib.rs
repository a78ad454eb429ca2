//! The library of `cargo site-ops`, for its program and the tests. It uses the library of `cargo site`, never the reverse.

pub mod approvals;
#[cfg(unix)]
#[cfg(unix)]
pub mod cluster;
pub mod commands;
pub mod exit;
#[cfg(unix)]
pub mod hold;
#[cfg(unix)]
pub mod nightly;
#[cfg(unix)]
pub mod place;
pub mod protect;
pub mod publication;
#[cfg(unix)]
pub mod publish;
pub mod record;
#[cfg(unix)]
pub mod rollback;
#[cfg(unix)]
pub mod take_down;
#[cfg(unix)]
pub mod taken_down;
#[cfg(unix)]
pub mod verify;

use site_cli::{arguments, browser, diff, listen, revision, run, workspace};
#[cfg(unix)]
use site_cli::{ask, history, load, output};
