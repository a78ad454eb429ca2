//! The place that serves a published site.
//!
//! [`state`] is everything that a place knows. [`request`] lists the requests, and [`change`] decides what each does. [`machine`] is
//! the store on a machine with systemd, which this crate's program `site-place` uses. `site-ops` has the store in Kubernetes.

pub mod change;
#[cfg(unix)]
pub mod machine;
pub mod refusal;
pub mod request;
pub mod sha256;
pub mod state;
#[cfg(unix)]
pub mod step;
