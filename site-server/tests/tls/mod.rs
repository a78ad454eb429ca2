//! TLS: what is said over it, the certificate and its renewal, and the way to it from the plain listener.

mod certificate;
pub mod files;
mod limits;
mod redirect;
mod served;
