//! A peer, as the layers of its connection know it: what the connection waits for and since when.
//!
//! A connection is served by one thread, which records what it waits for. The watcher reads it, and so does a new connection in search of a place. No
//! clock is read for it: times are those of the watcher's ticks.

use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use super::challenge::Challenges;
use super::orders::Orders;
use crate::answer::edition::InForce;
use crate::answer::redirect::Redirect;
use crate::config::Limits;
use crate::observe::metrics::METRICS;
use site_table::Table;

/// The time in which a connection that stays idle may send one more request once the server shuts down, in milliseconds: one that
/// is on its way is answered, and the response says `Connection: close`.
pub const DRAIN: u64 = 1_000;

/// The limits and the responses that all connections are served with.
pub struct Site {
    pub limits: Limits,
    pub table: &'static Table,
    /// The edition that each request is answered from.
    pub edition: InForce,
    /// The answer without TLS where there is TLS.
    pub redirect: Option<Redirect>,
    /// What an authority may ask for where no TLS is spoken.
    pub challenges: Option<Challenges>,
    /// Since when the server shuts down: each response from here on is the last of its connection.
    pub draining: OnceLock<u64>,
    pub clock: Clock,
}

/// Milliseconds since the start, at the watcher's last tick.
#[derive(Default)]
pub struct Clock(AtomicU64);

impl Clock {
    pub fn set(&self, now: u64) {
        self.0.store(now, Ordering::Relaxed);
    }

    pub fn now(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

pub struct Peer {
    pub address: IpAddr,
    pub site: Arc<Site>,
    pub is_encrypted: bool,
    /// True for a trusted proxy, whomever it speaks for.
    pub is_trusted: bool,
    /// It is dismissed where it has waited too long, or its place is wanted for another.
    pub orders: Orders,
    /// What it waits for in the lowest [`WAIT_BITS`], and above them the time since when.
    state: AtomicU64,
}

/// The event that a connection waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wait {
    /// The end of the TLS handshake.
    Handshake,
    /// The first request.
    FirstRequest,
    /// The rest of a request's head.
    Head,
    /// That the peer takes a response.
    Response,
    /// Another request.
    NextRequest,
}

const WAIT_BITS: u32 = 3;
const WAITS: [Wait; 5] = [
    Wait::Handshake,
    Wait::FirstRequest,
    Wait::Head,
    Wait::Response,
    Wait::NextRequest,
];

impl Wait {
    /// Returns true where nobody has asked for anything that is not answered.
    pub fn is_idle(self) -> bool {
        matches!(
            self,
            Wait::Handshake | Wait::FirstRequest | Wait::NextRequest
        )
    }
}

impl Peer {
    pub fn new(address: IpAddr, site: Arc<Site>, is_encrypted: bool, is_trusted: bool) -> Self {
        let peer = Peer {
            address,
            site,
            is_encrypted,
            is_trusted,
            orders: Orders::default(),
            state: AtomicU64::new(0),
        };
        let first = if is_encrypted {
            Wait::Handshake
        } else {
            Wait::FirstRequest
        };
        peer.waits_for(first);
        peer
    }

    /// The time at the watcher's last tick.
    pub fn now(&self) -> u64 {
        self.site.clock.now()
    }

    /// Sets what it waits for from here on.
    pub fn waits_for(&self, wait: Wait) {
        self.waits_since(wait, self.now());
    }

    /// Sets what it waits for, and since when.
    pub fn waits_since(&self, wait: Wait, since: u64) {
        let state = since << WAIT_BITS | wait as u64;
        self.state.store(state, Ordering::Relaxed);
    }

    /// What it waits for, and since when.
    pub fn wait(&self) -> (Wait, u64) {
        let state = self.state.load(Ordering::Relaxed);
        let number = state & ((1 << WAIT_BITS) - 1);
        let wait = usize::try_from(number)
            .ok()
            .and_then(|number| WAITS.get(number));
        (*wait.unwrap_or(&Wait::Handshake), state >> WAIT_BITS)
    }

    /// Ends its connection, for this limit.
    pub fn dismiss(&self, limit: &'static str) {
        METRICS.limit(limit);
        self.orders.dismiss();
    }

    /// Ends its connection if it has waited too long: for its limit, or because the server shuts down.
    pub fn expire(&self, now: u64) {
        if self.orders.is_dismissed() {
            return;
        }
        let limits = &self.site.limits;
        let (wait, since) = self.wait();
        let (limit, seconds) = match wait {
            Wait::Response => ("write_seconds", limits.write_seconds),
            Wait::NextRequest => ("idle_seconds", limits.idle_seconds),
            Wait::Handshake | Wait::FirstRequest | Wait::Head => {
                ("header_seconds", limits.header_seconds)
            }
        };
        if now > since + 1_000 * u64::from(seconds) {
            self.dismiss(limit);
        } else if let Some(start) = self.site.draining.get() {
            self.orders.say_goaway();
            if wait.is_idle() && now > since.max(*start) + DRAIN {
                self.orders.dismiss();
            }
        }
    }
}
