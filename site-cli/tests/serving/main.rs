//! The site as others serve it: exported, deployed, behind a cache.
//!
//! What takes minutes, or programs that not every machine has, is in [`long`]: `cargo site test --long`.

#[path = "../../src/client.rs"]
#[allow(dead_code, reason = "the tests use a part of it")]
mod client;
mod deploy;
mod export;
mod long;
mod program;
#[path = "../../src/server.rs"]
#[allow(dead_code, reason = "the tests use a part of it")]
mod server;
