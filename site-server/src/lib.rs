//! Serves the whole site from one binary. Everything is prepared at build; at run time only the choice is left.
//!
//! A request runs down one line, one file a step:
//! 1. [`method`]: GET and HEAD go on; OPTIONS and everything else are answered.
//! 2. [`path`]: the row of the table, the address that the row has moved to, or the not-found page. Redirects and gone pages
//!    from `content/redirects.toml` are rows like any other.
//! 3. [`encoding`]: the body in the encoding that the client likes best.
//! 4. [`condition`]: 304 where the client has that body already.
//! 5. [`respond`]: the response from these parts.
//!
//! [`table`] is what they choose from; [`server`] brings the requests.

mod condition;
mod encoding;
mod method;
mod path;
mod respond;
mod server;
mod table;

pub use respond::respond;
pub use server::{Ended, Limits, run};
