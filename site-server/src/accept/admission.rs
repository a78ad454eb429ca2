//! The limits on connections: how many are open at once, how many come from one network, and how many are in a TLS handshake. Also
//! closes connections that have waited too long.
//!
//! If there is no room, connections without progress are closed, so that a client that keeps idle connections can't keep others
//! out.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use ipnet::IpNet;
use parking_lot::Mutex;
use tokio::time::{Instant, sleep};

use crate::observe::metrics::METRICS;
use crate::protocol::{Peer, Wait};

#[derive(Default)]
pub struct Admission(Mutex<State>);

#[derive(Default)]
struct State {
    /// Peers by their addresses in memory, without those whose place was given to another.
    peers: HashMap<usize, Arc<Peer>>,
    /// An upper bound of the connections in a TLS handshake. Counted again only when it reaches the limit.
    handshaking: usize,
    /// The peers of each network whose connections are limited.
    networks: HashMap<IpNet, Vec<Arc<Peer>>>,
}

/// A connection's place, which becomes free when this value is dropped.
pub struct Place<'a> {
    admission: &'a Admission,
    peer: Arc<Peer>,
}

/// A connection that can be closed to make room.
struct Candidate {
    key: usize,
    /// The network that its place counts toward.
    network: IpAddr,
    since: u64,
}

/// The most connections that are closed at once. Searching all connections for each new one would cost more than serving it.
const BATCH: usize = 32;
/// A /48, which a provider may give to one customer, may have this many times the connections of one address.
const PER_48: usize = 4;
/// The time between two searches for connections that have waited too long.
const TICK: Duration = Duration::from_millis(200);
/// Milliseconds without progress after which a connection may be closed to make room.
const PATIENCE: u64 = 2_000;

impl Admission {
    /// Returns a place for a peer, or the limit that the peer would exceed.
    pub fn admit(&self, peer: &Arc<Peer>) -> Result<Place<'_>, &'static str> {
        let limits = &peer.site.limits;
        let mut state = self.0.lock();
        for (network, most) in networks(peer) {
            state.make_room_in(network, most, peer.now())?;
        }
        if peer.is_encrypted {
            if state.handshaking >= limits.handshakes {
                state.handshaking = state.count_handshakes();
            }
            if state.handshaking >= limits.handshakes {
                let candidates = state.candidates(|wait, _| wait == Wait::Handshake);
                state.dismiss(candidates, "handshakes")?;
            }
        }
        if state.peers.len() >= limits.connections {
            let now = peer.now();
            let candidates = state.candidates(|_, since| since + PATIENCE <= now);
            state.dismiss(candidates, "connections")?;
        }

        for (network, _) in networks(peer) {
            let peers = state.networks.entry(network).or_default();
            peers.push(Arc::clone(peer));
        }
        if peer.is_encrypted {
            state.handshaking += 1;
        }
        state.peers.insert(key(peer), Arc::clone(peer));
        METRICS.accepted.inc();
        METRICS.open.inc();
        Ok(Place {
            admission: self,
            peer: Arc::clone(peer),
        })
    }

    /// Repeatedly reports the milliseconds since its start, which time the connections, and closes connections that have waited too
    /// long.
    pub async fn watch(&self, mut tick: impl FnMut(u64)) {
        let start = Instant::now();
        loop {
            sleep(TICK).await;
            let passed = start.elapsed().as_millis();
            let now = u64::try_from(passed).unwrap_or(u64::MAX);
            tick(now);
            for peer in self.0.lock().peers.values() {
                peer.expire(now);
            }
        }
    }
}

impl State {
    /// Makes room for one more peer of a network that may have `most`: closes its longest idle connection.
    fn make_room_in(&mut self, network: IpNet, most: usize, now: u64) -> Result<(), &'static str> {
        const LIMIT: &str = "connections_per_address";
        let Some(peers) = self.networks.get_mut(&network) else {
            return Ok(());
        };
        if peers.len() < most {
            return Ok(());
        }
        let mut longest: Option<(u64, usize)> = None;
        for (place, peer) in peers.iter().enumerate() {
            let (wait, since) = peer.wait();
            let is_longer = longest.is_none_or(|(other, _)| since < other);
            if wait.is_idle() && is_longer && since + PATIENCE <= now {
                longest = Some((since, place));
            }
        }
        let Some((_, place)) = longest else {
            return Err(LIMIT);
        };
        let peer = peers.swap_remove(place);
        self.peers.remove(&key(&peer));
        peer.dismiss(LIMIT);
        Ok(())
    }

    fn count_handshakes(&self) -> usize {
        let mut count = 0;
        for peer in self.peers.values() {
            let (wait, _) = peer.wait();
            if wait == Wait::Handshake {
                count += 1;
            }
        }
        count
    }

    /// The connections whose wait allows closing them.
    fn candidates(&self, may_leave: impl Fn(Wait, u64) -> bool) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for (key, peer) in &self.peers {
            let (wait, since) = peer.wait();
            if may_leave(wait, since) {
                candidates.push(Candidate {
                    key: *key,
                    network: largest_network(peer.address),
                    since,
                });
            }
        }
        candidates
    }

    /// Closes some of these connections: the oldest ones of the networks with the most. Returns an error if no connection may leave.
    fn dismiss(
        &mut self,
        mut candidates: Vec<Candidate>,
        limit: &'static str,
    ) -> Result<(), &'static str> {
        if candidates.is_empty() {
            return Err(limit);
        }
        let mut places: HashMap<IpAddr, usize> = HashMap::new();
        for candidate in &candidates {
            *places.entry(candidate.network).or_default() += 1;
        }
        candidates.sort_unstable_by_key(|candidate| {
            let held = places.get(&candidate.network).copied();
            (Reverse(held), candidate.since, candidate.key)
        });
        // One percent, to make room for the next connections too.
        candidates.truncate((self.peers.len() / 100).clamp(1, BATCH));
        for candidate in candidates {
            if let Some(peer) = self.peers.remove(&candidate.key) {
                peer.dismiss(limit);
            }
        }
        Ok(())
    }
}

/// The key of a peer.
fn key(peer: &Arc<Peer>) -> usize {
    Arc::as_ptr(peer).addr()
}

/// The networks that a connection counts toward, and the limit of each. Empty if there is no limit.
fn networks(peer: &Peer) -> Vec<(IpNet, usize)> {
    let most = peer.site.limits.for_address(peer.address);
    let sizes: &[(u8, usize)] = match peer.address {
        IpAddr::V4(_) => &[(32, 1)],
        IpAddr::V6(_) => &[(64, 1), (48, PER_48)],
    };
    let mut networks = Vec::new();
    for (bits, times) in sizes {
        let most = most.saturating_mul(*times);
        if most < usize::MAX
            && let Ok(network) = IpNet::new(peer.address, *bits)
        {
            networks.push((network.trunc(), most));
        }
    }
    networks
}

/// The first address of the largest network that one customer may have.
fn largest_network(address: IpAddr) -> IpAddr {
    let bits = match address {
        IpAddr::V4(_) => 32,
        IpAddr::V6(_) => 48,
    };
    IpNet::new(address, bits).map_or(address, |network| network.network())
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let mut state = self.admission.0.lock();
        state.peers.remove(&key(&self.peer));
        METRICS.open.dec();
        for (network, _) in networks(&self.peer) {
            let Some(peers) = state.networks.get_mut(&network) else {
                continue;
            };
            peers.retain(|peer| !Arc::ptr_eq(peer, &self.peer));
            if peers.is_empty() {
                state.networks.remove(&network);
            }
        }
    }
}
