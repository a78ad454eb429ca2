//! The server itself, without a proxy or a CDN in front of it.

use super::Place;
use anyhow::{Result, bail};
use std::env;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::process::Child;
use std::thread::sleep;
use std::time::Duration;

/// The number of ports that are tried. Another program can take a port in the moment between.
const ATTEMPTS: usize = 5;

/// The longest wait for a tunnel.
const PATIENCE: Duration = Duration::from_secs(20);

/// The address of the server itself. A tunnel to it ends with this value.
pub struct Origin {
    pub url: String,
    tunnel: Option<Child>,
}

impl Origin {
    /// Returns the address in SITE_ORIGIN, or else opens a tunnel.
    ///
    /// # Errors
    /// If no tunnel opens.
    pub fn of(place: &dyn Place) -> Result<Self> {
        if let Ok(url) = env::var("SITE_ORIGIN")
            && !url.is_empty()
        {
            return Ok(Self { url, tunnel: None });
        }
        for _ in 0..ATTEMPTS {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
            let address = listener.local_addr()?;
            drop(listener);
            let mut origin = Self {
                url: format!("http://{address}"),
                tunnel: Some(place.tunnel(address.port())?),
            };
            if origin.is_open(address) {
                return Ok(origin);
            }
        }
        bail!(
            "expected a tunnel to the server itself, found none (above). See that the key may forward the port in SITE_SSH_PORT, or name the server's address in SITE_ORIGIN"
        )
    }

    /// Waits until the tunnel accepts connections. Returns false if its program ends.
    fn is_open(&mut self, address: SocketAddr) -> bool {
        let pause = Duration::from_millis(50);
        let mut waited = Duration::ZERO;
        while waited < PATIENCE {
            let has_ended = |tunnel: &mut Child| !matches!(tunnel.try_wait(), Ok(None));
            if self.tunnel.as_mut().is_none_or(has_ended) {
                return false;
            }
            if TcpStream::connect(address).is_ok() {
                return true;
            }
            sleep(pause);
            waited += pause;
        }
        false
    }
}

impl Drop for Origin {
    fn drop(&mut self) {
        if let Some(tunnel) = &mut self.tunnel {
            _ = tunnel.kill();
            _ = tunnel.wait();
        }
    }
}
