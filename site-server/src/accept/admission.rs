//! Who is let in: so many connections at once, so many from one network, and so many in a TLS handshake.
//!
//! Where there is no room, those that have been idle for longest make some: who keeps connections for nothing can't keep
//! others out.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::time::Instant;

use crate::config::Limits;
use crate::observe::metrics::{Limit, Metrics};
use crate::protocol::Peer;

pub struct Admission {
    limits: Limits,
    metrics: Arc<Metrics>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    next: u64,
    /// All but those in a handshake, and perhaps some of these that have come to its end.
    peers: Peers,
    handshaking: Peers,
    /// How many have been asked to leave.
    leaving: usize,
    /// Of those networks only whose connections are limited.
    networks: HashMap<Network, usize>,
}

type Peers = HashMap<u64, Arc<Peer>>;

/// The beginning of an address, and its length in bits.
type Network = (IpAddr, u8);

/// A connection's place, free again once it is dropped.
pub struct Place {
    admission: Arc<Admission>,
    id: u64,
}

/// How many are asked to leave at once, at most: to look at all of them for each new one would cost more than to serve it.
const BATCH: usize = 32;
/// As many times what an address may have are for a /48, which a provider may give to one customer.
const PER_48: usize = 4;

impl Admission {
    pub fn new(limits: Limits, metrics: Arc<Metrics>) -> Arc<Self> {
        Arc::new(Admission {
            limits,
            metrics,
            state: Mutex::default(),
        })
    }

    /// A place for a peer, or the limit that it would exceed.
    pub fn admit(self: &Arc<Self>, peer: &Arc<Peer>) -> Result<Place, Limit> {
        let (mut guard, limits) = (self.state(), &self.limits);
        let state = &mut *guard;
        for (network, most) in self.networks(peer) {
            if state.networks.get(&network).copied().unwrap_or(0) >= most {
                return Err(Limit::ConnectionsPerAddress);
            }
        }
        if peer.is_encrypted && state.handshaking.len() >= limits.handshakes {
            let done = |_: &u64, peer: &mut Arc<Peer>| peer.handshaking_since().is_none();
            state.peers.extend(state.handshaking.extract_if(done));
            if state.handshaking.len() >= limits.handshakes {
                let since = state
                    .handshaking
                    .values()
                    .filter_map(|peer| Some((peer.handshaking_since()?, peer)));
                self.dismiss(since.collect(), &mut state.leaving, Limit::Handshakes)?;
            }
        }
        let open = state.peers.len() + state.handshaking.len();
        if open - state.leaving >= limits.connections {
            let peers = state.peers.values().chain(state.handshaking.values());
            let since = peers.filter_map(|peer| Some((peer.idle_since()?, peer)));
            self.dismiss(since.collect(), &mut state.leaving, Limit::Connections)?;
        }
        for (network, _) in self.networks(peer) {
            *state.networks.entry(network).or_default() += 1;
        }
        let id = state.next;
        state.next += 1;
        let peers = match peer.is_encrypted {
            true => &mut state.handshaking,
            false => &mut state.peers,
        };
        peers.insert(id, Arc::clone(peer));
        self.metrics.accepted.inc();
        self.metrics.open.inc();
        Ok(Place {
            admission: Arc::clone(self),
            id,
        })
    }

    /// Asks those to leave that wait for longest; an error where nobody does.
    fn dismiss(
        &self,
        mut waiting: Vec<(Instant, &Arc<Peer>)>,
        leaving: &mut usize,
        limit: Limit,
    ) -> Result<(), Limit> {
        if waiting.is_empty() {
            return Err(limit);
        }
        waiting.sort_unstable_by_key(|(since, _)| *since);
        // One of a hundred, for the next ones as well.
        for (_, peer) in waiting
            .iter()
            .take((self.limits.connections / 100).clamp(1, BATCH))
        {
            peer.dismiss();
            *leaving += 1;
            self.metrics.limit(limit);
        }
        Ok(())
    }

    fn networks(&self, peer: &Peer) -> impl Iterator<Item = (Network, usize)> + use<> {
        networks(peer.address, self.limits.for_address(peer.address))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The networks that a connection counts for, and how many each may have; none where there is no limit.
fn networks(address: IpAddr, most: usize) -> impl Iterator<Item = (Network, usize)> {
    let networks = match address.to_canonical() {
        IpAddr::V6(address) => {
            let prefix = |bits| {
                IpAddr::V6(Ipv6Addr::from_bits(
                    address.to_bits() >> (128 - bits) << (128 - bits),
                ))
            };
            let wide = most.saturating_mul(PER_48);
            [
                Some(((prefix(64), 64), most)),
                Some(((prefix(48), 48), wide)),
            ]
        }
        address => [Some(((address, 32), most)), None],
    };
    let networks = networks.into_iter().flatten();
    networks.filter(|(_, most)| *most < usize::MAX)
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut guard = self.admission.state();
        let state = &mut *guard;
        let peer = state.peers.remove(&self.id);
        let Some(peer) = peer.or_else(|| state.handshaking.remove(&self.id)) else {
            return;
        };
        self.admission.metrics.open.dec();
        state.leaving -= usize::from(peer.is_dismissed());
        for (network, _) in self.admission.networks(&peer) {
            match state.networks.get_mut(&network) {
                Some(count) if *count > 1 => *count -= 1,
                _ => _ = state.networks.remove(&network),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::networks;

    #[test]
    fn an_address_of_ipv6_counts_for_two_networks() {
        let of = |address: &str, most| -> Vec<String> {
            let networks = networks(address.parse().expect("an address"), most);
            let networks =
                networks.map(|((prefix, bits), most)| format!("{prefix}/{bits}: {most}"));
            networks.collect()
        };
        assert_eq!(of("192.0.2.1", 256), ["192.0.2.1/32: 256"]);
        assert_eq!(of("::ffff:192.0.2.1", 256), ["192.0.2.1/32: 256"]);
        assert_eq!(
            of("2001:db8:1:2:3:4:5:6", 256),
            ["2001:db8:1:2::/64: 256", "2001:db8:1::/48: 1024"]
        );
        assert!(of("2001:db8::1", usize::MAX).is_empty());
    }
}
