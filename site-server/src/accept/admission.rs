//! Who is let in: so many connections at once, so many from one network, and so many in a TLS handshake.
//!
//! Where there is no room, those that have been idle for longest make some: who keeps connections for nothing can't keep
//! others out.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::time::Instant;

use crate::observe::metrics::{Limit, METRICS};
use crate::protocol::Peer;

#[derive(Default)]
pub struct Admission(Mutex<State>);

#[derive(Default)]
struct State {
    /// All but those in a handshake, and perhaps some of these that have come to its end.
    peers: Peers,
    handshaking: Peers,
    /// How many have been asked to leave.
    leaving: usize,
    /// Of those networks only whose connections are limited.
    networks: HashMap<Network, usize>,
}

/// By their addresses in memory.
type Peers = HashMap<usize, Arc<Peer>>;

/// An address, of IPv6 the beginning of one, and for that its length in bits.
type Network = (IpAddr, u32);

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
        let (mut guard, limits) = (self.state(), &peer.site.limits);
        let state = &mut *guard;
        for (network, most) in networks(peer) {
            if state.networks.get(&network).copied().unwrap_or(0) >= most {
                return Err(Limit::ConnectionsPerAddress);
            }
        }
        // One of a hundred, for the next ones as well.
        let batch = (limits.connections / 100).clamp(1, BATCH);
        if peer.is_encrypted && state.handshaking.len() >= limits.handshakes {
            let done = |_: &_, peer: &mut Arc<Peer>| peer.handshaking_since().is_none();
            state.peers.extend(state.handshaking.extract_if(done));
            if state.handshaking.len() >= limits.handshakes {
                let peers = state.handshaking.values();
                let since = peers.filter_map(|peer| Some((peer.handshaking_since()?, peer)));
                state.leaving += dismiss(since.collect(), batch, Limit::Handshakes)?;
            }
        }
        let open = state.peers.len() + state.handshaking.len();
        if open - state.leaving >= limits.connections {
            let peers = state.peers.values().chain(state.handshaking.values());
            let since = peers.filter_map(|peer| Some((peer.idle_since()?, peer)));
            state.leaving += dismiss(since.collect(), batch, Limit::Connections)?;
        }
        for (network, _) in networks(peer) {
            *state.networks.entry(network).or_default() += 1;
        }
        let peers = match peer.is_encrypted {
            true => &mut state.handshaking,
            false => &mut state.peers,
        };
        peers.insert(Arc::as_ptr(peer).addr(), Arc::clone(peer));
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

/// Asks so many to leave of those that wait for longest: how many they are; an error where nobody waits.
fn dismiss(
    mut waiting: Vec<(Instant, &Arc<Peer>)>,
    batch: usize,
    limit: Limit,
) -> Result<usize, Limit> {
    waiting.sort_unstable_by_key(|(since, _)| *since);
    waiting.truncate(batch);
    for (_, peer) in &waiting {
        peer.dismissed.cancel();
        METRICS.limit(limit);
    }
    if waiting.is_empty() {
        Err(limit)
    } else {
        Ok(waiting.len())
    }
}

/// The networks that a connection counts for, and how many each may have; none where there is no limit.
fn networks(peer: &Peer) -> impl Iterator<Item = (Network, usize)> + use<> {
    let most = peer.site.limits.for_address(peer.address);
    let network = |bits, times| {
        let prefix = match peer.address {
            IpAddr::V6(address) => {
                let rest = 128 - bits;
                Ipv6Addr::from_bits(address.to_bits() >> rest << rest).into()
            }
            address => address,
        };
        ((prefix, bits), most.saturating_mul(times))
    };
    let wide = peer.address.is_ipv6().then(|| network(48, PER_48));
    let networks = [Some(network(64, 1)), wide].into_iter().flatten();
    networks.filter(|(_, most)| *most < usize::MAX)
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut guard = self.admission.state();
        let (state, peer) = (&mut *guard, Arc::as_ptr(&self.peer).addr());
        _ = state
            .peers
            .remove(&peer)
            .or_else(|| state.handshaking.remove(&peer));
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
