//! Who is let in: so many connections at once, and so many from one address.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::config::Limits;
use crate::observe::metrics::{Limit, Metrics};

pub struct Admission {
    limits: Limits,
    metrics: Arc<Metrics>,
    open: AtomicUsize,
    /// Of those addresses only whose connections are limited.
    addresses: Mutex<HashMap<IpAddr, usize>>,
}

/// A connection's place, free again once it is dropped.
pub struct Place {
    admission: Arc<Admission>,
    address: IpAddr,
}

impl Admission {
    pub fn new(limits: Limits, metrics: Arc<Metrics>) -> Arc<Self> {
        Arc::new(Admission {
            limits,
            metrics,
            open: AtomicUsize::new(0),
            addresses: Mutex::default(),
        })
    }

    /// A place for a connection from this address, or the limit that it would exceed.
    pub fn admit(self: &Arc<Self>, address: IpAddr) -> Result<Place, Limit> {
        let admitted = self
            .open
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |open| {
                (open < self.limits.connections).then_some(open + 1)
            });
        if admitted.is_err() {
            return Err(Limit::Connections);
        }
        if !self.count(address) {
            self.open.fetch_sub(1, Ordering::Relaxed);
            return Err(Limit::ConnectionsPerAddress);
        }
        self.metrics.accepted.inc();
        self.metrics.open.inc();
        Ok(Place {
            admission: Arc::clone(self),
            address,
        })
    }

    /// Whether the address may have one more.
    fn count(&self, address: IpAddr) -> bool {
        let most = self.limits.for_address(address);
        if most == usize::MAX {
            return true;
        }
        let mut addresses = self.addresses();
        let count = addresses.entry(network(address)).or_default();
        let is_free = *count < most;
        *count += usize::from(is_free);
        is_free
    }

    fn addresses(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.addresses
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let Place { admission, address } = self;
        admission.open.fetch_sub(1, Ordering::Relaxed);
        admission.metrics.open.dec();
        if admission.limits.for_address(*address) < usize::MAX {
            let (mut addresses, network) = (admission.addresses(), network(*address));
            match addresses.get_mut(&network) {
                Some(count) if *count > 1 => *count -= 1,
                _ => _ = addresses.remove(&network),
            }
        }
    }
}

/// Whoever has one address of IPv6 has all of the /64.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        address => address,
    }
}
