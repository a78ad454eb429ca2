//! `cargo site-ops verify`, over real sockets, with a real site-server of the tests' own site.

mod clock;
mod files;
pub mod host;
mod late;
mod lies;
pub mod place;
pub mod proxy;
mod silence;
mod sly;
mod tls;
