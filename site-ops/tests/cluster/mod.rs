//! Kubernetes as a place: the real kubectl asks a small server of this test for the API, and the real skopeo a real registry.

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
