//! TLS: responses, the certificate and its renewal, and the redirect from the plain listener.

mod certificate;
pub mod files;
mod limits;
mod redirect;
mod served;
