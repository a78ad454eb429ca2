//! The validity period of a certificate.

use anyhow::{Context as _, Result, bail};
use rustls::client::verify_server_cert_signed_by_trust_anchor;
use rustls::crypto::ring;
use rustls::pki_types::{CertificateDer, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{CertificateError, Error, RootCertStore};
use std::time::Duration;

/// A time after the latest possible expiration of a certificate, which is in the year 9999, in seconds since 1970.
const AFTER_ALL: u64 = 253_402_300_800;

/// Returns the first and last seconds of a certificate's validity, since 1970.
///
/// rustls doesn't return them, but its errors name them, and it checks a certificate's time first. So this function has it
/// check the certificate long before and long after, which saves a library that parses certificates.
pub fn validity(certificate: &CertificateDer<'_>) -> Result<(i64, i64)> {
    let begin = match refusal(certificate, 0)? {
        CertificateError::NotValidYetContext { not_before, .. } => not_before,
        other => bail!("expected a certificate that begins after 1970, found {other:?}"),
    };
    let end = match refusal(certificate, AFTER_ALL)? {
        CertificateError::ExpiredContext { not_after, .. } => not_after,
        other => bail!("expected a certificate that ends, found {other:?}"),
    };
    let begin_seconds = i64::try_from(begin.as_secs())?;
    let end_seconds = i64::try_from(end.as_secs())?;
    Ok((begin_seconds, end_seconds))
}

/// Returns the reason why a verifier without trusted authorities refuses a certificate at this time.
fn refusal(certificate: &CertificateDer<'_>, moment: u64) -> Result<CertificateError> {
    let parsed =
        ParsedCertificate::try_from(certificate).context("a certificate that can't be read")?;
    let verified = verify_server_cert_signed_by_trust_anchor(
        &parsed,
        &RootCertStore::empty(),
        &[],
        UnixTime::since_unix_epoch(Duration::from_secs(moment)),
        ring::default_provider()
            .signature_verification_algorithms
            .all,
    );
    match verified {
        Err(Error::InvalidCertificate(reason)) => Ok(reason),
        other => bail!("expected a certificate that no authority vouches for, found {other:?}"),
    }
}
