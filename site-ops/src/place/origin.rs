//! The server itself, without a proxy or a CDN in front of it.

use super::Place;
use anyhow::Result;
use std::any::Any;
use std::env;

/// The address of the server itself.
pub struct Origin {
    pub url: String,
    /// The tunnel to it, which ends with this value.
    _tunnel: Option<Box<dyn Any>>,
}

impl Origin {
    /// Returns the address in SITE_ORIGIN, or else opens a tunnel.
    ///
    /// # Errors
    /// If no tunnel opens.
    pub fn of(place: &dyn Place) -> Result<Self> {
        match env::var("SITE_ORIGIN") {
            Ok(url) if !url.is_empty() => Ok(Self { url, _tunnel: None }),
            _ => place.tunnel(),
        }
    }

    /// Returns an address at the end of a tunnel.
    pub fn behind(tunnel: impl Any, url: String) -> Self {
        Self {
            url,
            _tunnel: Some(Box::new(tunnel)),
        }
    }
}
