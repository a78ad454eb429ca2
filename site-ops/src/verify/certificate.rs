//! The certificate of a place: trusted, for this name, and not near its end.

use super::compare::Difference;
use super::validity::validity;
use anyhow::{Context as _, Result, bail, ensure};
use fs_err as fs;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs as _};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use ureq::http::Uri;
use ureq::tls::{Certificate, RootCerts, TlsConfig};

/// The longest that a handshake may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// A certificate that expires sooner than this is reported. A short-lived one is reported in the last quarter of its lifetime.
const NEAR: i64 = 14 * 24 * 60 * 60;
const SHORT: i64 = 4 * NEAR;

/// The trusted certificate authorities.
pub struct Trust {
    /// The authorities in a file, instead of the web's.
    own: Option<Vec<CertificateDer<'static>>>,
}

impl Trust {
    /// Reads the authorities from a PEM file. Without a file, uses the authorities that browsers trust.
    pub fn new(file: Option<&Path>) -> Result<Self> {
        let Some(file) = file else {
            return Ok(Self { own: None });
        };
        let pem = fs::read(file)?;
        let mut own = Vec::new();
        for certificate in CertificateDer::pem_slice_iter(&pem) {
            own.push(certificate.context("expected certificates in PEM in the file of --ca")?);
        }
        ensure!(
            !own.is_empty(),
            "expected a certificate in PEM in {}, found none",
            file.display()
        );
        Ok(Self { own: Some(own) })
    }

    /// Converts them for the HTTP client.
    pub fn for_ureq(&self) -> TlsConfig {
        let mut builder = TlsConfig::builder();
        if let Some(own) = &self.own {
            let mut roots = Vec::new();
            for certificate in own {
                roots.push(Certificate::from_der(certificate.as_ref()).to_owned());
            }
            builder = builder.root_certs(RootCerts::new_with_certs(&roots));
        }
        builder.build()
    }

    fn roots(&self) -> Result<RootCertStore> {
        let mut roots = RootCertStore::empty();
        match &self.own {
            None => roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned()),
            Some(own) => {
                for certificate in own {
                    roots.add(certificate.clone())?;
                }
            }
        }
        Ok(roots)
    }
}

/// The problems of a place's certificate. Plain HTTP has no certificate to check.
///
/// # Errors
/// Returns an error if the handshake fails, which proves nothing about the certificate.
pub fn check(
    uri: &Uri,
    trust: &Trust,
    connect: Option<SocketAddr>,
    now: i64,
) -> Result<Option<Difference>> {
    if uri.scheme_str() != Some("https") {
        return Ok(None);
    }
    let (connection, _) = match handshake(uri, trust, connect)? {
        Ok(open) => open,
        Err(fault) => return Ok(Some(fault)),
    };
    let chain = connection
        .peer_certificates()
        .context("a certificate is shown")?;
    let leaf = chain.first().context("a certificate is shown")?;
    near_its_end(leaf, now)
}

/// Opens a connection for HTTP.
///
/// # Errors
/// Returns an error if the connection fails, or if its certificate is refused.
pub fn open(uri: &Uri, trust: &Trust, connect: Option<SocketAddr>) -> Result<Box<dyn Stream>> {
    if uri.scheme_str() != Some("https") {
        return Ok(Box::new(reach(uri, connect)?));
    }
    match handshake(uri, trust, connect)? {
        Ok((connection, stream)) => Ok(Box::new(StreamOwned::new(connection, stream))),
        Err(fault) => bail!("{}", fault.found),
    }
}

/// Bytes in both directions.
pub trait Stream: Read + Write {}

impl<S: Read + Write> Stream for S {}

/// A connection whose certificate was accepted, or the problem with the certificate.
type Handshake = Result<(ClientConnection, TcpStream), Difference>;

fn handshake(uri: &Uri, trust: &Trust, connect: Option<SocketAddr>) -> Result<Handshake> {
    let host = uri.host().context("an address has a host")?;
    let name = ServerName::try_from(host.trim_matches(['[', ']']).to_owned())?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_root_certificates(trust.roots()?)
        .with_no_client_auth();
    let mut connection = ClientConnection::new(Arc::new(config), name)?;

    let mut stream = reach(uri, connect)?;
    while connection.is_handshaking() {
        let Err(error) = connection.complete_io(&mut stream) else {
            continue;
        };
        let inner = error.get_ref().and_then(|inner| inner.downcast_ref());
        if let Some(rustls::Error::InvalidCertificate(reason)) = inner {
            return Ok(Err(refused(&format!("{reason:?}"))));
        }
        return Err(error).context("no handshake of TLS");
    }
    Ok(Ok((connection, stream)))
}

/// A connection to the socket of an address.
fn reach(uri: &Uri, connect: Option<SocketAddr>) -> Result<TcpStream> {
    let host = uri.host().context("an address has a host")?;
    let address = match connect {
        Some(address) => address,
        None => {
            let usual = if uri.scheme_str() == Some("https") {
                443
            } else {
                80
            };
            let port = uri.port_u16().unwrap_or(usual);
            let found = (host.trim_matches(['[', ']']), port)
                .to_socket_addrs()?
                .next();
            found.with_context(|| format!("{host} has no IP address"))?
        }
    };
    let stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    Ok(stream)
}

/// The problem of a certificate that expires soon.
fn near_its_end(leaf: &CertificateDer<'_>, now: i64) -> Result<Option<Difference>> {
    let (begin, end) = validity(leaf)?;
    let whole = end - begin;
    let least = if whole < SHORT { whole / 4 } else { NEAR };
    if end - now >= least {
        return Ok(None);
    }
    let (hours, least) = ((end - now) / 3600, least / 3600);
    Ok(Some(Difference::new(
        "certificate",
        &format!("a certificate that is valid for {least} more hours"),
        &format!("a certificate that expires in {hours} hours"),
        "renew it, and find out why it was not renewed automatically",
    )))
}

/// The problem of a certificate that a browser would refuse too.
pub fn refused(reason: &str) -> Difference {
    Difference::new(
        "certificate",
        "a certificate for this host that browsers trust",
        reason,
        "see which certificate the place shows; obtain one for this host",
    )
}
