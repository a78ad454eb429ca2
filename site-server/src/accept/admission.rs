//! Who is let in: so many connections at once, so many from one network, and so many in a TLS handshake.
//!
//! Where there is no room, those that have been idle for longest make some: who keeps connections for nothing can't keep
//! others out.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ipnet::{IpNet, Ipv6Net};
use tokio::time::Instant;

use crate::config::Limits;
use crate::observe::metrics::{Limit, METRICS};
use crate::protocol::Peer;

#[derive(Default)]
pub struct Admission(Mutex<State>);

#[derive(Default)]
struct State {
    /// By their addresses in memory.
    peers: HashMap<usize, Arc<Peer>>,
    /// How many are in a TLS handshake, at most: counted again only where that many are too many.
    handshaking: usize,
    /// How many have been asked to leave.
    leaving: usize,
    /// Of those networks only whose connections are limited.
    networks: HashMap<IpNet, usize>,
}

/// A connection's place, free again once it is dropped.
pub struct Place {
    admission: Arc<Admission>,
    peer: Arc<Peer>,
}

/// How many are asked to leave at once, at most: to look at all of them for each new one would cost more than to serve it.
const BATCH: usize = 32;
/// As many times what an address may have are for a /48, which a provider may give to one customer.
const PER_48: usize = 4;

impl Admission {
    /// A place for a peer, or the limit that it would exceed.
    pub fn admit(self: &Arc<Self>, peer: &Arc<Peer>) -> Result<Place, Limit> {
        let (mut state, limits) = (self.state(), &peer.site.limits);
        for (network, most) in networks(peer) {
            if state
                .networks
                .get(&network)
                .is_some_and(|count| *count >= most)
            {
                return Err(Limit::ConnectionsPerAddress);
            }
        }
        if peer.is_encrypted {
            if state.handshaking >= limits.handshakes {
                state.handshaking = state.waiting(Peer::handshaking_since).count();
            }
            if state.handshaking >= limits.handshakes {
                state.dismiss(Peer::handshaking_since, limits, Limit::Handshakes)?;
            }
        }
        if state.peers.len() - state.leaving >= limits.connections {
            state.dismiss(Peer::idle_since, limits, Limit::Connections)?;
        }
        for (network, _) in networks(peer) {
            *state.networks.entry(network).or_default() += 1;
        }
        state.handshaking += usize::from(peer.is_encrypted);
        state
            .peers
            .insert(Arc::as_ptr(peer).addr(), Arc::clone(peer));
        METRICS.accepted.inc();
        METRICS.open.inc();
        Ok(Place {
            admission: Arc::clone(self),
            peer: Arc::clone(peer),
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Since when a peer has waited for something.
type Since = fn(&Peer) -> Option<Instant>;

impl State {
    fn waiting(&self, since: Since) -> impl Iterator<Item = (Instant, &Arc<Peer>)> {
        let peers = self.peers.values();
        peers.filter_map(move |peer| Some((since(peer)?, peer)))
    }

    /// Asks some of those to leave that have waited for longest; an error where nobody waits.
    fn dismiss(&mut self, since: Since, limits: &Limits, limit: Limit) -> Result<(), Limit> {
        let mut waiting: Vec<_> = self.waiting(since).collect();
        waiting.sort_unstable_by_key(|(since, _)| *since);
        // One of a hundred, for the next ones as well.
        waiting.truncate((limits.connections / 100).clamp(1, BATCH));
        for (_, peer) in &waiting {
            peer.dismissed.cancel();
            METRICS.limit(limit);
        }
        let dismissed = waiting.len();
        self.leaving += dismissed;
        if dismissed > 0 { Ok(()) } else { Err(limit) }
    }
}

/// The networks that a connection counts for, and how many each may have; none where there is no limit.
fn networks(peer: &Peer) -> impl Iterator<Item = (IpNet, usize)> + use<> {
    let most = peer.site.limits.for_address(peer.address);
    let networks = match peer.address {
        IpAddr::V4(_) => [Some((peer.address.into(), most)), None],
        IpAddr::V6(address) => [(64, 1), (48, PER_48)].map(|(bits, times)| {
            let network = Ipv6Net::new(address, bits).ok()?.trunc();
            Some((network.into(), most.saturating_mul(times)))
        }),
    };
    let networks = networks.into_iter().flatten();
    networks.filter(|(_, most)| *most < usize::MAX)
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut state = self.admission.state();
        state.peers.remove(&Arc::as_ptr(&self.peer).addr());
        METRICS.open.dec();
        state.leaving -= usize::from(self.peer.dismissed.is_cancelled());
        for (network, _) in networks(&self.peer) {
            match state.networks.get_mut(&network) {
                Some(count) if *count > 1 => *count -= 1,
                _ => _ = state.networks.remove(&network),
            }
        }
    }
}
