//! Kubernetes as a place: the real kubectl with a small API server in this test, and the real skopeo with a real registry.

mod api;
mod conflicts;
pub mod container;
mod forward;
mod http;
mod image;
mod registry;
mod server;
mod store;
mod stored;
mod world;
