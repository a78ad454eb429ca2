//! The certificate and its key, which are read at start and again on SIGHUP.
//!
//! Open connections keep their original certificate. An unusable certificate never replaces a usable one.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::RwLock;
use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::server::{ClientHello, NoServerSessionStorage, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use tokio_rustls::TlsAcceptor;
use tracing::{error, info};
use webpki::{EndEntityCert, KeyUsage};

use crate::observe::metrics;

/// The certificate in use.
#[derive(Debug)]
pub struct Certificate {
    chain: PathBuf,
    key: PathBuf,
    current: RwLock<Arc<CertifiedKey>>,
}

pub const HTTP2: &[u8] = b"h2";
const HTTP1: &[u8] = b"http/1.1";

/// The last second that a certificate can name (RFC 5280, 4.1.2.5.2).
const END_OF_TIME: u64 = 253_402_300_799;

impl Certificate {
    /// Reads the certificate, the chain up to its authority, and the key.
    pub fn read(chain: &Path, key: &Path) -> Result<Arc<Self>, String> {
        let certificate = Arc::new(Certificate {
            chain: chain.to_owned(),
            key: key.to_owned(),
            current: RwLock::new(Arc::new(read(chain, key)?)),
        });
        let own = Arc::clone(&certificate);
        metrics::register_gauge(
            "site_tls_certificate_expires_timestamp_seconds",
            "When the current certificate expires, in seconds since 1970.",
            move || own.current().end_entity_cert().map_or(0, expires),
        );
        Ok(certificate)
    }

    /// Reads both files again, for new connections. If they can't be used, nothing changes.
    pub fn reload(&self) {
        match read(&self.chain, &self.key) {
            Ok(read) => {
                *self.current.write() = Arc::new(read);
                info!("certificate reloaded; new connections use it");
            }
            Err(error) => {
                error!("certificate not reloaded, the previous one stays in use: {error}");
            }
        }
    }

    /// A TLS acceptor with this certificate.
    pub fn acceptor(self: &Arc<Self>) -> Result<TlsAcceptor, String> {
        let resolver = Arc::clone(self) as Arc<dyn ResolvesServerCert>;
        let config = ServerConfig::builder().with_no_client_auth();
        let mut config = config.with_cert_resolver(resolver);
        config.alpn_protocols = vec![HTTP2.to_vec(), HTTP1.to_vec()];
        // Returning visitors need no full handshake in any thread, and the server stores nothing about them.
        let tickets = ring::Ticketer::new();
        config.ticketer = tickets.map_err(|error| format!("cannot speak TLS: {error}"))?;
        config.session_storage = Arc::new(NoServerSessionStorage {});
        Ok(TlsAcceptor::from(Arc::new(config)))
    }

    /// Returns true if the certificate is valid for this host. An IPv6 address has brackets.
    pub fn names(&self, host: &str) -> bool {
        let (host, current) = (host.trim_matches(['[', ']']), self.current());
        let names = || {
            let leaf = EndEntityCert::try_from(current.end_entity_cert().ok()?).ok()?;
            let host = ServerName::try_from(host).ok()?;
            leaf.verify_is_valid_for_subject_name(&host).ok()
        };
        names().is_some()
    }

    fn current(&self) -> Arc<CertifiedKey> {
        Arc::clone(&self.current.read())
    }
}

impl ResolvesServerCert for Certificate {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(self.current())
    }
}

fn read(certificate: &Path, key: &Path) -> Result<CertifiedKey, String> {
    let chain =
        read_chain(certificate).map_err(|error| unread("CERTIFICATE", certificate, error))?;
    let private = PrivateKeyDer::from_pem_file(key);
    let private = private.map_err(|error| unread("PRIVATE KEY", key, error))?;
    CertifiedKey::from_der(chain, private, &ring::default_provider()).map_err(|error| {
        let (certificate, key) = (certificate.display(), key.display());
        format!(
            "expected a certificate in {certificate} and its private key in {key}, found: {error}; give the two files \
             that were issued together, the certificate itself first in its file, and a key of RSA, ECDSA or Ed25519"
        )
    })
}

/// Reads the certificates in a file, which must have at least one.
fn read_chain(file: &Path) -> Result<Vec<CertificateDer<'static>>, pem::Error> {
    let chain: Vec<_> = CertificateDer::pem_file_iter(file)?.collect::<Result<_, _>>()?;
    if chain.is_empty() {
        return Err(pem::Error::NoItemsFound);
    }
    Ok(chain)
}

/// When a certificate expires, in seconds since 1970. webpki only names that time if it has passed, so this asks about the end of
/// time. webpki checks it before the chain of authorities, which isn't given here.
fn expires(leaf: &CertificateDer<'_>) -> u64 {
    let now = UnixTime::since_unix_epoch(Duration::from_secs(END_OF_TIME + 1));
    let Ok(leaf) = EndEntityCert::try_from(leaf) else {
        return END_OF_TIME;
    };
    match leaf.verify_for_usage(&[], &[], &[], now, KeyUsage::server_auth(), None, None) {
        Err(webpki::Error::CertExpired { not_after, .. }) => not_after.as_secs(),
        _ => END_OF_TIME,
    }
}

/// The message about an unreadable file, without the file's contents, because it goes to a log.
fn unread(kind: &str, file: &Path, error: pem::Error) -> String {
    let file = file.display();
    let found = match error {
        pem::Error::Io(error) => error.to_string(),
        _ => "none".to_owned(),
    };
    format!(
        "expected a {kind} in PEM in {file}, found: {found}; give a file that has -----BEGIN {kind}-----, without a password, \
         and that the server's user may read"
    )
}
