//! Serves a table of responses. Everything is prepared at build; at run time only the choice is left. Nothing here is compiled
//! for its content: a table is read from a file, as a rule the program's own, and only the crate `site-prepare` knows what it is made of.
//!
//! A request passes five layers, and none imports from those above it:
//! 1. [`accept`]: listeners, who is let in, and who has waited too long.
//! 2. [`connection`]: TLS, and whether HTTP/2 is spoken.
//! 3. [`protocol`]: HTTP/1 and HTTP/2, which hyper speaks, and what a connection waits for.
//! 4. [`answer`]: the response, chosen from the table by the request alone.
//! 5. [`observe`]: metrics, the log, and the listener for the operator.
//!
//! [`server`] starts all of them as a [`Config`] says, and serves until a signal. [`parts`] answers
//! with the parts of earlier publications.

#[cfg(not(unix))]
compile_error!(
    "site-server needs a Unix system such as Linux or macOS; on Windows, build and run it in WSL"
);

mod accept;
mod answer;
mod config;
mod connection;
mod observe;
pub mod parts;
mod protocol;
pub mod server;

pub use answer::respond;
pub use config::Config;
pub use observe::log;
