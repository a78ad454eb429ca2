//! Kubernetes as a place: the cluster's API, the images that it runs, and their registry.

mod annotation;
pub mod api;
mod call;
pub mod deployment;
pub mod image;
pub mod registry;
pub mod store;
mod tunnel;
mod update;

use api::Api;
use registry::Registry;
use std::time::Duration;

/// The longest wait for a version's servers.
const PATIENCE: Duration = Duration::from_secs(180);

/// A Deployment, and the repository of its images.
pub struct Cluster {
    pub api: Api,
    pub registry: Registry,
    /// The longest wait for a version's servers.
    pub patience: Duration,
}

impl Cluster {
    /// Returns the cluster that KUBECONFIG names.
    pub fn new(repository: &str) -> Self {
        Self {
            api: Api::default(),
            registry: Registry {
                repository: repository.to_owned(),
                environment: Vec::new(),
            },
            patience: PATIENCE,
        }
    }
}
