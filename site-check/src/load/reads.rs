//! Records of what rules read.

use std::borrow::Borrow;
use std::collections::HashSet;
use std::hash::Hash;
use std::sync::{PoisonError, RwLock};

/// The keys of a table that were read. Until one of their values changes, every conclusion from them
/// is still true.
#[derive(Debug)]
pub struct Reads<K>(RwLock<HashSet<K>>);

impl<K: Clone + Eq + Hash> Reads<K> {
    pub fn record<Q>(&self, key: &Q)
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ToOwned<Owned = K> + ?Sized,
    {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if known.contains(key) {
            return;
        }
        drop(known);
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        known.insert(key.to_owned());
    }

    pub fn record_all(&self, other: &Self) {
        let others = other.keys();
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        known.extend(others);
    }

    pub fn keys(&self) -> HashSet<K> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        known.clone()
    }
}

impl<K> Default for Reads<K> {
    fn default() -> Self {
        Self(RwLock::default())
    }
}
