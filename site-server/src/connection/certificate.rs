//! The certificate and its key: read at start and again on SIGHUP, and what they say about themselves.
//!
//! Connections that are open keep what they began with. A certificate that can't be used never replaces one that can.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, UNIX_EPOCH};

use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::server::NoServerSessionStorage;
use tracing::{error, info, warn};
use webpki::{EndEntityCert, KeyUsage};

use crate::observe::metrics;

/// What TLS is spoken with.
pub struct Tls {
    certificate: PathBuf,
    key: PathBuf,
    current: RwLock<Arc<Identity>>,
}

/// A certificate in use.
pub struct Identity {
    pub config: Arc<ServerConfig>,
    /// The certificate's last second, since 1970.
    expires: u64,
    leaf: CertificateDer<'static>,
}

pub const HTTP2: &[u8] = b"h2";
const HTTP1: &[u8] = b"http/1.1";

/// A program that renews certificates has done so long before.
const SOON: u64 = 7 * 24 * 60 * 60;
/// The last second that a certificate can name (RFC 5280, 4.1.2.5.2).
const END_OF_TIME: u64 = 253_402_300_799;

impl Tls {
    /// Reads the certificate, the chain up to its authority, and the key.
    pub fn read(certificate: &Path, key: &Path) -> Result<Arc<Self>, String> {
        let identity = Identity::read(certificate, key)?;
        let tls = Arc::new(Tls {
            certificate: certificate.to_owned(),
            key: key.to_owned(),
            current: RwLock::new(Arc::new(identity)),
        });
        let own = Arc::clone(&tls);
        metrics::ask(
            "site_tls_certificate_expires_timestamp_seconds",
            "The last second of the certificate in use, since 1970.",
            move || own.current().expires,
        );
        Ok(tls)
    }

    /// Reads both files again, for the connections to come. What can't be used changes nothing.
    pub fn reload(&self) {
        match Identity::read(&self.certificate, &self.key) {
            Ok(identity) => {
                let mut current = self.current.write().unwrap_or_else(PoisonError::into_inner);
                *current = Arc::new(identity);
                info!("certificate reloaded; new connections use it");
            }
            Err(error) => {
                error!("certificate not reloaded, the previous one stays in use: {error}");
            }
        }
    }

    pub fn current(&self) -> Arc<Identity> {
        let current = self.current.read().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(&current)
    }
}

impl Identity {
    fn read(certificate: &Path, key: &Path) -> Result<Self, String> {
        let chain = CertificateDer::pem_file_iter(certificate).and_then(Iterator::collect);
        let chain = chain.and_then(|chain: Vec<_>| match chain.is_empty() {
            true => Err(pem::Error::NoItemsFound),
            false => Ok(chain),
        });
        let chain = chain.map_err(|error| unread("CERTIFICATE", certificate, error))?;
        let private = PrivateKeyDer::from_pem_file(key);
        let private = private.map_err(|error| unread("PRIVATE KEY", key, error))?;
        let leaf = chain[0].clone();
        let provider = Arc::new(ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .and_then(|config| {
                config
                    .with_no_client_auth()
                    .with_single_cert(chain, private)
            })
            // Visitors who come back need no second handshake, whichever thread they meet; nothing is stored for them.
            .and_then(|config| Ok((config, ring::Ticketer::new()?)));
        let (mut config, tickets) = config.map_err(|error| {
            let (certificate, key) = (certificate.display(), key.display());
            format!(
                "expected a certificate in {certificate} and its private key in {key}, found: {error}; give the two files \
                 that were issued together, the certificate itself first in its file, and a key of RSA, ECDSA or Ed25519"
            )
        })?;
        config.alpn_protocols = vec![HTTP2.to_vec(), HTTP1.to_vec()];
        config.ticketer = tickets;
        config.session_storage = Arc::new(NoServerSessionStorage {});
        let expires = check(&leaf, &certificate.display().to_string());
        Ok(Identity {
            config: Arc::new(config),
            leaf,
            expires,
        })
    }

    /// Whether the certificate speaks for this host; an address of IPv6 has brackets.
    pub fn names(&self, host: &str) -> bool {
        let names = || {
            let host = ServerName::try_from(host.trim_matches(['[', ']'])).ok()?;
            let leaf = EndEntityCert::try_from(&self.leaf).ok()?;
            leaf.verify_is_valid_for_subject_name(&host).ok()
        };
        names().is_some()
    }
}

/// Warns of a certificate that is not valid, or not for long; its last second.
fn check(leaf: &CertificateDer<'_>, file: &str) -> u64 {
    // Without trust anchors verification always fails, but webpki reports the time of a certificate before an unknown issuer.
    let judge = |now: u64| {
        let leaf = EndEntityCert::try_from(leaf)?;
        let now = UnixTime::since_unix_epoch(Duration::from_secs(now));
        leaf.verify_for_usage(&[], &[], &[], now, KeyUsage::server_auth(), None, None)
            .map(|_| ())
    };
    // webpki names a certificate's last second only once that has passed, as it has for all of them at the end of time.
    let expires = match judge(END_OF_TIME + 1) {
        Err(webpki::Error::CertExpired { not_after, .. }) => not_after.as_secs(),
        _ => END_OF_TIME,
    };
    let now = UnixTime::now().as_secs();
    let change = match judge(now) {
        Err(webpki::Error::CertNotValidYet { not_before, .. }) => {
            Some(("begins", not_before.as_secs()))
        }
        _ => (expires < now + SOON).then_some(("expires", expires)),
    };
    if let Some((change, time)) = change {
        let time = UNIX_EPOCH + Duration::from_secs(time.min(END_OF_TIME));
        let date = httpdate::fmt_http_date(time);
        warn!(
            "the certificate in {file} {change} on {date}, and browsers refuse it outside its time; look at this machine's \
             clock, or renew it, and send SIGHUP"
        );
    }
    expires
}

/// Why a file of this kind can't be read; never what is in it, since this goes to a log.
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
