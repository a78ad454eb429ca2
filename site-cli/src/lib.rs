//! What the tests and the benchmarks use of `cargo site` as well: a running server and a client that asks it, and parts that
//! are tested with cases that no command makes.

pub mod change;
pub mod client;
pub mod escape;
pub mod fingerprint;
pub mod hosts;
pub mod server;
