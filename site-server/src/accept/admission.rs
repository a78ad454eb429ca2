//! The limits on connections: so many at once, so many from one network, and so many in a TLS handshake; and the end of those
//! that have waited too long.
//!
//! Where there is no room, those that have been idle for longest make some: who keeps connections for nothing can't keep
//! others out.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use ipnet::IpNet;
use parking_lot::Mutex;
use tokio::time::{Instant, sleep};

use crate::observe::metrics::METRICS;
use crate::protocol::{Peer, Phase};

#[derive(Default)]
pub struct Admission(Mutex<State>);

#[derive(Default)]
struct State {
    /// By their addresses in memory; not those whose place was given to others.
    peers: HashMap<usize, Arc<Peer>>,
    /// The most that are in a TLS handshake: counted again only where that many are too many.
    handshaking: usize,
    /// Of those networks only whose connections are limited.
    networks: HashMap<IpNet, usize>,
}

/// A connection's place, free again once it is dropped.
pub struct Place<'a> {
    admission: &'a Admission,
    peer: Arc<Peer>,
}

const HANDSHAKING: &[Phase] = &[Phase::Handshake];
/// They have asked for nothing.
const IDLE: &[Phase] = &[Phase::Handshake, Phase::Idle, Phase::Open];

/// The most that are asked to leave at once: to look at all of them for each new one would cost more than to serve it.
const BATCH: usize = 32;
/// As many times what an address may have are for a /48, which a provider may give to one customer.
const PER_48: usize = 4;
/// The time between two searches for those that have waited too long.
const TICK: Duration = Duration::from_millis(200);

impl Admission {
    /// A place for a peer, or the limit that it would exceed.
    pub fn admit(&self, peer: &Arc<Peer>) -> Result<Place<'_>, &'static str> {
        let (mut state, limits) = (self.0.lock(), &peer.site.limits);
        for (network, most) in networks(peer) {
            let count = state.networks.get(&network);
            if count.is_some_and(|count| *count >= most) {
                return Err("connections_per_address");
            }
        }
        if peer.is_encrypted {
            if state.handshaking >= limits.handshakes {
                state.handshaking = state.waiting(HANDSHAKING).count();
            }
            if state.handshaking >= limits.handshakes {
                state.dismiss(HANDSHAKING, "handshakes")?;
            }
        }
        if state.peers.len() >= limits.connections {
            state.dismiss(IDLE, "connections")?;
        }
        for (network, _) in networks(peer) {
            *state.networks.entry(network).or_default() += 1;
        }
        state.handshaking += usize::from(peer.is_encrypted);
        let key = Arc::as_ptr(peer).addr();
        state.peers.insert(key, Arc::clone(peer));
        METRICS.accepted.inc();
        METRICS.open.inc();
        Ok(Place {
            admission: self,
            peer: Arc::clone(peer),
        })
    }

    /// Dismisses those that have waited too long, for as long as it runs.
    pub async fn watch(&self) {
        loop {
            sleep(TICK).await;
            let now = Instant::now();
            for peer in self.0.lock().peers.values() {
                peer.expire(now);
            }
        }
    }
}

impl State {
    fn waiting(&self, phases: &[Phase]) -> impl Iterator<Item = (Instant, usize)> {
        let peers = self.peers.iter();
        peers.filter_map(move |(key, peer)| Some((peer.since(phases)?, *key)))
    }

    /// Asks some of those to leave that have waited for longest; an error where nobody waits.
    fn dismiss(&mut self, phases: &[Phase], limit: &'static str) -> Result<(), &'static str> {
        let mut waiting: Vec<_> = self.waiting(phases).collect();
        waiting.sort_unstable();
        // One of a hundred, for the next ones as well.
        waiting.truncate((self.peers.len() / 100).clamp(1, BATCH));
        for (_, key) in &waiting {
            let peer = self.peers.remove(key);
            peer.inspect(|peer| peer.dismiss(limit));
        }
        if waiting.is_empty() {
            return Err(limit);
        }
        Ok(())
    }
}

/// The networks that a connection counts for, and how many each may have; none where there is no limit.
fn networks(peer: &Peer) -> impl Iterator<Item = (IpNet, usize)> + use<> {
    let (address, most) = (peer.address, peer.site.limits.for_address(peer.address));
    let sizes: &[_] = match address {
        IpAddr::V4(_) => &[(32, 1)],
        IpAddr::V6(_) => &[(64, 1), (48, PER_48)],
    };
    let networks = sizes.iter().filter_map(move |(bits, times)| {
        let network = IpNet::new(address, *bits).ok()?.trunc();
        Some((network, most.saturating_mul(*times)))
    });
    networks.filter(|(_, most)| *most < usize::MAX)
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let mut state = self.admission.0.lock();
        state.peers.remove(&Arc::as_ptr(&self.peer).addr());
        METRICS.open.dec();
        for (network, _) in networks(&self.peer) {
            match state.networks.get_mut(&network) {
                Some(count) if *count > 1 => *count -= 1,
                _ => _ = state.networks.remove(&network),
            }
        }
    }
}
