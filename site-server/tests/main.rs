//! The real server over real sockets, and `site-prepare`, on the tests' own site; [`pages`] alone has the firm's.

mod attacks;
mod common;
mod headers;
mod lifecycle;
#[cfg(target_os = "linux")]
mod memory;
mod negotiation;
mod pages;
mod paths;
mod prepare;
mod proxies;
mod ranges;
mod readable;
mod restart;
mod tls;
