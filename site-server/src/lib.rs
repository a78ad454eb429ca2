//! Serves a table of responses. Everything is prepared at build; at run time only the choice is left. Nothing here is compiled
//! for its content: a table is read from a file, as a rule the program's own, and what it is made of only `site-prepare` knows.
//!
//! A request comes down five floors, and none knows those above it:
//! 1. [`accept`]: listeners, who is let in, and who has waited too long.
//! 2. [`connection`]: TLS, and whether HTTP/2 is spoken.
//! 3. [`protocol`]: HTTP/1 and HTTP/2, which hyper speaks, and what a peer is waited for.
//! 4. [`answer`]: the response, chosen from the table by the request alone.
//! 5. [`observe`]: metrics, the log, and the listener for the operator.
//!
//! [`server`] makes them of a [`Config`], until the system says otherwise.

mod accept;
mod answer;
mod config;
mod connection;
mod observe;
mod protocol;
pub mod server;

pub use answer::{respond, table};
pub use config::Config;
pub use observe::log;
