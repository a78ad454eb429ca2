//! The place that a site is published to.
//!
//! [`state`] decides which version may go live. [`request`] has the requests that change the state. [`machine`] is the store on a machine
//! with systemd, which the program `site-place` of this crate uses; `site-ops` has the store in Kubernetes.

#[cfg(unix)]
pub mod machine;
pub mod request;
pub mod sha256;
pub mod state;
#[cfg(unix)]
pub mod step;
