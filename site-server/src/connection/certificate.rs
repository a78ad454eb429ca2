//! The certificate and its key: read at start and again on SIGHUP, and what they say about themselves.
//!
//! Connections that are open keep what they began with. A certificate that can't be used never replaces one that can.

use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, PoisonError, RwLock};
use std::time::{Duration, UNIX_EPOCH};

use rustls::crypto::ring;
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::server::{NoServerSessionStorage, ProducesTickets};
use rustls::{Error, InconsistentKeys, ServerConfig};
use tracing::{error, info, warn};
use webpki::{EndEntityCert, KeyUsage};

use crate::observe::metrics::{self, HANDSHAKES};

/// What TLS is spoken with.
pub struct Tls {
    certificate: PathBuf,
    key: PathBuf,
    /// Visitors who come back need no second handshake, whichever thread they meet; nothing is stored for them.
    tickets: Arc<dyn ProducesTickets>,
    current: RwLock<Arc<Identity>>,
}

/// A certificate in use.
pub struct Identity {
    pub config: Arc<ServerConfig>,
    /// The certificate's last second, since 1970.
    pub expires: u64,
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
        let tickets = ring::Ticketer::new().map_err(|error| {
            format!("expected random numbers from the system, found: {error}; try again")
        })?;
        let identity = identity(certificate, key, &tickets)?;
        let tls = Arc::new(Tls {
            certificate: certificate.to_owned(),
            key: key.to_owned(),
            tickets,
            current: RwLock::new(Arc::new(identity)),
        });
        tls.warn();
        LazyLock::force(&HANDSHAKES);
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
        match identity(&self.certificate, &self.key, &self.tickets) {
            Ok(identity) => {
                let mut current = self.current.write().unwrap_or_else(PoisonError::into_inner);
                *current = Arc::new(identity);
                drop(current);
                info!("certificate reloaded; new connections use it");
                self.warn();
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

    /// Of a certificate that is not valid, or not for long.
    fn warn(&self) {
        let (identity, now) = (self.current(), UnixTime::now().as_secs());
        let file = self.certificate.display();
        let expires = date(identity.expires);
        if let Err(webpki::Error::CertNotValidYet { not_before, .. }) = judge(&identity.leaf, now) {
            let begins = date(not_before.as_secs());
            warn!(
                "expected a certificate in {file} that is valid today, found one that begins on {begins}; \
                 browsers refuse it until then: look at this machine's clock, or give the one before"
            );
        } else if identity.expires < now {
            warn!(
                "expected a certificate in {file} that is valid today, found one that expired on {expires}; \
                 browsers refuse it: renew it, and send SIGHUP"
            );
        } else if identity.expires < now + SOON {
            warn!("the certificate in {file} expires on {expires}; renew it, and send SIGHUP");
        }
    }
}

impl Identity {
    /// Whether the certificate speaks for this host.
    pub fn names(&self, host: &ServerName<'_>) -> bool {
        EndEntityCert::try_from(&self.leaf)
            .is_ok_and(|leaf| leaf.verify_is_valid_for_subject_name(host).is_ok())
    }
}

/// Checks the time alone: without trust anchors verification always fails, but webpki reports an expired or not yet valid
/// certificate before it reports an unknown issuer.
fn judge(leaf: &CertificateDer<'_>, now: u64) -> Result<(), webpki::Error> {
    let leaf = EndEntityCert::try_from(leaf)?;
    let now = UnixTime::since_unix_epoch(Duration::from_secs(now));
    leaf.verify_for_usage(&[], &[], &[], now, KeyUsage::server_auth(), None, None)?;
    Ok(())
}

fn identity(
    certificate: &Path,
    key: &Path,
    tickets: &Arc<dyn ProducesTickets>,
) -> Result<Identity, String> {
    let (chain, private) = (chain(certificate)?, private(key)?);
    let leaf = chain[0].clone();
    let unusable = |error: Error| {
        let (certificate, key) = (certificate.display(), key.display());
        match error {
            Error::InconsistentKeys(InconsistentKeys::KeyMismatch) => format!(
                "expected the private key of the certificate in {certificate}, found another's in {key}; \
                 give the two files that were issued together, the certificate itself first in its file"
            ),
            error => format!(
                "expected a certificate in {certificate} and a private key in {key} that can be used, found: {error}; \
                 give a certificate of X.509 version 3, and a key of RSA, ECDSA or Ed25519"
            ),
        }
    };
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map(|config| config.with_no_client_auth())
        .and_then(|config| config.with_single_cert(chain, private))
        .map_err(unusable)?;
    config.alpn_protocols = vec![HTTP2.to_vec(), HTTP1.to_vec()];
    config.ticketer = Arc::clone(tickets);
    config.session_storage = Arc::new(NoServerSessionStorage {});
    // webpki tells the last second of a certificate only when it has expired, as every one has at the end of time.
    let expires = match judge(&leaf, END_OF_TIME + 1) {
        Err(webpki::Error::CertExpired { not_after, .. }) => not_after.as_secs(),
        _ => END_OF_TIME,
    };
    Ok(Identity {
        config: Arc::new(config),
        leaf,
        expires,
    })
}

/// The certificate itself, and those up to its authority.
fn chain(file: &Path) -> Result<Vec<CertificateDer<'static>>, String> {
    let chain = CertificateDer::pem_file_iter(file).and_then(Iterator::collect);
    let chain = chain.and_then(|chain: Vec<_>| match chain.is_empty() {
        true => Err(pem::Error::NoItemsFound),
        false => Ok(chain),
    });
    let fix = "give the file that has -----BEGIN CERTIFICATE-----, with all of the chain";
    chain.map_err(|error| unread("a certificate", "--tls-certificate", file, error, fix))
}

fn private(file: &Path) -> Result<PrivateKeyDer<'static>, String> {
    let fix = "give the file that has -----BEGIN PRIVATE KEY-----, without a password";
    PrivateKeyDer::from_pem_file(file)
        .map_err(|error| unread("a private key", "--tls-key", file, error, fix))
}

fn unread(what: &str, flag: &str, file: &Path, error: pem::Error, fix: &str) -> String {
    let file = file.display();
    let start = format!("expected {what} in PEM in {file} ({flag}), found");
    match error {
        pem::Error::Io(error) => {
            format!("{start}: {error}; give a file that the server's user may read")
        }
        pem::Error::NoItemsFound => format!("{start} none; {fix}"),
        // Never what is in the file: this goes to a log.
        _ => format!("{start} what is not PEM; {fix}"),
    }
}

fn date(seconds: u64) -> String {
    httpdate::fmt_http_date(UNIX_EPOCH + Duration::from_secs(seconds.min(END_OF_TIME)))
}
