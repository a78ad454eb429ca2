//! The real server over real sockets, and `site-prepare`, with the tests' own site. Only [`pages`] uses the firm's site.

mod answers;
mod attacks;
mod common;
mod editions;
#[cfg(target_os = "linux")]
mod exhaustion;
mod lifecycle;
#[cfg(target_os = "linux")]
mod memory;
mod pages;
mod parts;
mod prepare;
mod proxies;
mod readable;
mod restart;
#[path = "../../site-content/tests/taken/mod.rs"]
mod taken;
mod tls;
mod unpack;
