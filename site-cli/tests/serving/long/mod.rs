//! `cargo test` ignores these tests. Each fails and names the package if its program isn't installed.

mod clock;
mod edits;
mod export;
mod observatory;
mod proxies;
mod recipes;
mod soak;
mod varnish;
