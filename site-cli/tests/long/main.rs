//! What takes minutes, or programs that not every machine has: `cargo site test --long`.
//!
//! Each is ignored by `cargo test` and fails, naming the package, where its program is not installed.

#[path = "../../src/bench/serve/client.rs"]
#[allow(dead_code, reason = "the tests use a part of it")]
mod client;

mod export;
mod observatory;
mod program;
mod soak;
mod varnish;
