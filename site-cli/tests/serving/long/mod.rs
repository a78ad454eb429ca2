//! Each is ignored by `cargo test` and fails, naming the package, where its program is not installed.

mod clock;
mod edits;
mod export;
mod observatory;
mod proxies;
mod recipes;
mod soak;
mod varnish;
