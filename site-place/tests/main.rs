//! The real `site-place`, with a stand-in for systemctl.
#![cfg(unix)]

mod harm;
mod import;
mod model;
mod sshd;
mod support;
