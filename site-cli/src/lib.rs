//! What `cargo site`, its tests and the benchmarks have in common: a running server, and a client that asks it.

pub mod client;
pub mod server;
