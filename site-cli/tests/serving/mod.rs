//! The site as others serve it: exported, deployed, behind a cache or a proxy.
//!
//! What takes minutes, or programs that not every machine has, is in [`long`]: `cargo site test --long`.

#[cfg(unix)]
mod ahead;
mod deploy;
mod export;
pub mod long;
mod program;
