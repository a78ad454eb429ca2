//! Each is ignored by `cargo test` and fails, naming the package, where its program is not installed.

mod export;
mod observatory;
mod soak;
mod varnish;
