//! The server itself, without a proxy or a CDN in front of it.

use std::any::Any;

/// The address of the server itself.
pub struct Origin {
    pub url: String,
    /// The tunnel, which closes when this value is dropped.
    _tunnel: Option<Box<dyn Any>>,
}

impl Origin {
    /// Returns an address that needs no tunnel.
    pub fn at(url: String) -> Self {
        Self { url, _tunnel: None }
    }

    /// Returns an address at the end of a tunnel.
    pub fn behind(tunnel: impl Any, url: String) -> Self {
        Self {
            url,
            _tunnel: Some(Box::new(tunnel)),
        }
    }
}
