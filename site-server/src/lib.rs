//! Serves a table of responses. Everything is prepared at build; at run time only the choice is left. This library holds no
//! content: `main.rs` embeds the table, and what `site-prepare` makes it of is known only there.
//!
//! A request runs down one line, one file a step:
//! 1. [`method`]: GET and HEAD go on; OPTIONS and everything else are answered.
//! 2. [`path`]: the row of the table, the address that the row has moved to, or the not-found page. Redirects and gone pages
//!    from `content/redirects.toml` are rows like any other.
//! 3. [`encoding`]: the body in the encoding that the client likes best.
//! 4. [`condition`]: 304 where the client has that body already.
//! 5. [`range`]: the part of a body that was asked for.
//! 6. [`respond`]: the response from these parts.
//!
//! [`table`] is what they choose from, [`request`] and [`host`] what they read.
//!
//! A connection is accepted by a [`worker`], one a core. [`http1`] answers plain requests with bytes of the table, [`whole`]
//! gives hyper all others, through a [`session`] where TLS is spoken with the certificate of [`tls`], and a [`redirect`] where
//! it should be; [`connection`] and [`frames`] keep them within the limits of the [`config`].
//! [`metrics`], [`admin`] and [`log`] tell what happens; [`server`] begins and ends it, and [`command`] is what a shell starts.

mod admin;
mod command;
mod condition;
mod config;
mod connection;
mod encoding;
mod frames;
mod host;
mod http1;
mod log;
mod method;
mod metrics;
mod path;
mod range;
mod redirect;
mod request;
mod respond;
mod server;
mod session;
mod sockets;
pub mod table;
mod tls;
mod whole;
mod worker;

pub use command::command;
pub use config::{Config, Limits, LogForm};
pub use respond::respond;
pub use server::{Ended, Server};
pub use tls::Tls;

/// For the fuzz target: reads any bytes as a plain request, and as hyper would answer what it takes for one. Whether it was one.
#[doc(hidden)]
pub fn read_plain(table: &table::Table, bytes: &[u8]) -> bool {
    !bytes.is_empty() && matches!(http1::read(table, bytes, 16_384, 64), http1::Read::Plain(_))
}
