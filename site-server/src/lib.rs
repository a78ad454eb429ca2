//! Serves a table of responses. Everything is prepared by the build, so only a choice remains at run time. This crate doesn't depend on
//! the content: the table is read from a file, usually the program's own, and only the crate `site-prepare` knows what is in it.
//!
//! A request passes through five layers. No layer imports from one above it:
//! 1. [`accept`]: listeners, limits on connections, and timeouts.
//! 2. [`connection`]: TLS, and detection of HTTP/2.
//! 3. [`protocol`]: HTTP/1 and HTTP/2 with hyper, and what a connection waits for.
//! 4. [`answer`]: the response, which depends only on the table and the request.
//! 5. [`observe`]: metrics, the log, and the listener for the operator.
//!
//! [`server`] starts all of them from a [`Config`], and serves until a signal. [`parts`] serves the parts of earlier publications.

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
