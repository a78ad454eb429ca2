//! The parts of `cargo site` that the tests and the benchmarks use as well: a running server and a client that asks it, and
//! what is tested with cases that no command makes.

pub mod change;
pub mod client;
pub mod escape;
pub mod fingerprint;
pub mod history;
pub mod hosts;
pub mod load;
pub mod publication;
pub mod revision;
pub mod run;
pub mod server;
pub mod strictness;
pub mod workspace;
