//! The real `cargo site`: its commands on copies of the tests' own site, and the server that it builds.

mod base;
mod check;
#[path = "../src/client.rs"]
#[allow(dead_code, reason = "the tests use a part of it")]
mod client;
mod diff;
mod drafts;
mod editor;
mod fix;
mod formats;
mod github;
mod ledger;
mod mv;
mod new;
mod reviews;
#[path = "../src/server.rs"]
#[allow(dead_code, reason = "the tests use a part of it")]
mod server;
mod serving;
mod tasks;
mod workspace;
