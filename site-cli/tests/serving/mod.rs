//! The site as others serve it: exported, deployed, behind a cache or a proxy.
//!
//! Tests that take minutes or need special programs are in [`long`]: `cargo site test --long`.

#[cfg(unix)]
mod ahead;
mod deploy;
mod export;
pub mod long;
mod program;
