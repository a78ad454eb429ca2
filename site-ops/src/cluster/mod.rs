//! Kubernetes as a place: the API of its cluster, the images that it runs, and the registry that keeps them.

mod annotation;
pub mod api;
mod call;
pub mod deployment;
pub mod image;
pub mod registry;
pub mod store;
mod tunnel;
mod update;
