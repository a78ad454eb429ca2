//! The place that a site is published to.
//!
//! [`state`] has everything that a place knows. [`request`] has the requests to it, and [`change`] decides what each does. [`machine`] is the
//! store on a machine with systemd, which the program `site-place` of this crate uses; `site-ops` has the store in Kubernetes.

pub mod change;
#[cfg(unix)]
pub mod machine;
pub mod refusal;
pub mod request;
pub mod sha256;
pub mod state;
#[cfg(unix)]
pub mod step;
