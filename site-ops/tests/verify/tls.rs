//! Certificates, and the one redirect that may precede a site.

use super::place::{LIVE, Verified, verify_url};
use crate::server::{Running, free_address};
use rcgen::{CertificateParams, CertifiedIssuer, KeyPair};
use std::fs;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, SystemTime};
use tempfile::TempDir;

const HOST: &str = "www.example.com";
const DAY: u64 = 24 * 60 * 60;

/// A TLS server with a certificate for a name and a number of days.
struct Secured {
    _server: Running,
    plain: SocketAddr,
    address: SocketAddr,
    authority: PathBuf,
    _folder: TempDir,
}

impl Secured {
    fn start(name: &str, days_since: u64, days_left: u64) -> Self {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let key = KeyPair::generate().expect("a key");
        let mut params = CertificateParams::new(Vec::new()).expect("good");
        params.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
        let authority = CertifiedIssuer::self_signed(params, key).expect("an authority");
        let mut params = CertificateParams::new(vec![name.to_owned()]).expect("a name");
        let now = SystemTime::now();
        params.not_before = (now - Duration::from_secs(days_since * DAY)).into();
        params.not_after = (now + Duration::from_secs(days_left * DAY + 3600)).into();
        let own = KeyPair::generate().expect("a key");
        let certificate = params.signed_by(&own, &authority).expect("signed");
        let file = |name: &str, text: String| {
            let path = folder.path().join(name);
            fs::write(&path, text).expect("writable");
            path
        };
        let chain = file("chain.pem", certificate.pem());
        let key = file("key.pem", own.serialize_pem());
        let authority = file("authority.pem", authority.pem());

        let free = || free_address().expect("a free port");
        let (plain, address) = (free(), free());
        let mut command = Command::new(&*LIVE);
        command.env_clear().args(["--addr", &plain.to_string()]);
        command.args(["--tls-addr", &address.to_string()]);
        command.arg("--tls-certificate").arg(chain);
        command.arg("--tls-key").arg(key);
        Self {
            _server: Running::start(&mut command, plain).expect("it listens"),
            plain,
            address,
            authority,
            _folder: folder,
        }
    }

    fn verify(&self, url: &str, connect: SocketAddr) -> Verified {
        let connect = connect.to_string();
        let authority = self.authority.to_str().expect("UTF-8");
        verify_url(url, &["--connect", &connect, "--ca", authority])
    }
}

#[test]
fn a_good_certificate_is_good() {
    let secured = Secured::start(HOST, 10, 80);
    let verified = secured.verify("https://www.example.com", secured.address);
    assert_eq!(verified.status, Some(0), "{}", verified.said);
    // A certificate for six days never has more time left.
    let secured = Secured::start(HOST, 1, 5);
    let verified = secured.verify("https://www.example.com", secured.address);
    assert_eq!(verified.status, Some(0), "{}", verified.said);
}

#[test]
fn a_certificate_for_another_name_near_its_end_or_of_nobody_is_found() {
    for (name, since, left) in [("example.net", 10, 80), (HOST, 80, 10), (HOST, 5, 1)] {
        let secured = Secured::start(name, since, left);
        let verified = secured.verify("https://www.example.com", secured.address);
        assert_eq!(verified.status, Some(1), "{name}: {}", verified.said);
        assert_eq!(verified.differences()[0].0, "certificate", "{name}");
    }
    let secured = Secured::start(HOST, 10, 80);
    let connect = secured.address.to_string();
    let verified = verify_url("https://www.example.com", &["--connect", &connect]);
    assert_eq!(verified.status, Some(1), "{}", verified.said);
    assert_eq!(verified.differences()[0].0, "certificate");
    // A server without TLS can't be checked.
    let verified = secured.verify("https://www.example.com", secured.plain);
    assert_eq!(verified.status, Some(2), "{}", verified.said);
}

#[test]
fn one_redirect_to_https_is_followed() {
    let secured = Secured::start("127.0.0.1", 10, 80);
    let authority = secured.authority.to_str().expect("UTF-8");
    let url = format!("http://{}", secured.plain);
    let verified = verify_url(&url, &["--ca", authority]);
    assert_eq!(verified.status, Some(0), "{}", verified.said);
}
