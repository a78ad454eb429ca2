//! A certificate on disk, a server with it, and a client that trusts it.

use std::fs;
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;

use rcgen::{CertificateParams, KeyPair};
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{
    ALL_VERSIONS, ClientConfig, ClientConnection, RootCertStore, StreamOwned,
    SupportedProtocolVersion,
};
use tempfile::TempDir;

use crate::common::{self, Admin, Server, command, wait};

pub const NAME: &str = "www.example.com";

/// A certificate and its key, on disk.
pub struct Files {
    pub folder: TempDir,
    pub issued: CertificateDer<'static>,
}

impl Files {
    pub fn new() -> Self {
        let mut files = Files {
            folder: tempfile::tempdir().expect("a folder"),
            issued: CertificateDer::from(Vec::new()),
        };
        files.issue(|_| {});
        files
    }

    /// Writes a new certificate and its key.
    pub fn issue(&mut self, change: impl Fn(&mut CertificateParams)) {
        let mut wanted = CertificateParams::new([NAME.to_owned()]).expect("a name");
        change(&mut wanted);
        let key = KeyPair::generate().expect("a key");
        let certificate = wanted.self_signed(&key).expect("a certificate");
        fs::write(self.certificate(), certificate.pem()).expect("written");
        fs::write(self.key(), key.serialize_pem()).expect("written");
        self.issued = certificate.der().clone();
    }

    pub fn certificate(&self) -> PathBuf {
        self.folder.path().join("certificate.pem")
    }

    pub fn key(&self) -> PathBuf {
        self.folder.path().join("key.pem")
    }

    pub fn wait_for(&self, error: &str) {
        let errors = || fs::read_to_string(self.folder.path().join("errors"));
        wait(error, || errors().expect("a text").contains(error));
    }

    /// The server with this certificate. Its errors go to a file.
    pub fn command(&self, arguments: &str) -> Command {
        let errors = fs::File::create(self.folder.path().join("errors")).expect("a file");
        let mut command = command();
        command.args(["--addr", "127.0.0.1:0", "--tls-addr", "127.0.0.1:0"]);
        command.arg("--tls-certificate").arg(self.certificate());
        command.arg("--tls-key").arg(self.key());
        command.args(arguments.split_whitespace()).stderr(errors);
        command
    }

    pub fn serve(&self, arguments: &str) -> (Server, SocketAddr) {
        let mut server = Server::start_from(self.command(arguments));
        let address = server.printed("Listening on https://");
        (server, address)
    }

    /// Also starts the operator's listener.
    pub fn watched(&self, arguments: &str) -> (Server, SocketAddr, Admin) {
        let (mut server, address) = self.serve(&format!("--admin 127.0.0.1:0 {arguments}"));
        let admin = server.admin();
        (server, address, admin)
    }

    /// A client that only trusts this certificate.
    pub fn client(&self, protocols: &[&str]) -> Arc<ClientConfig> {
        self.client_of(ALL_VERSIONS, protocols)
    }

    pub fn client_of(
        &self,
        versions: &[&'static SupportedProtocolVersion],
        protocols: &[&str],
    ) -> Arc<ClientConfig> {
        let mut roots = RootCertStore::empty();
        roots.add(self.issued.clone()).expect("a certificate");
        let config = ClientConfig::builder_with_protocol_versions(versions);
        let config = config.with_root_certificates(roots);
        let mut config = config.with_no_client_auth();
        let protocols = protocols.iter().map(|name| name.as_bytes().to_vec());
        config.alpn_protocols = protocols.collect();
        Arc::new(config)
    }
}

pub type Stream = StreamOwned<ClientConnection, TcpStream>;

pub fn connect(address: SocketAddr, client: &Arc<ClientConfig>) -> Stream {
    over(common::connect(address), client)
}

pub fn over(stream: TcpStream, client: &Arc<ClientConfig>) -> Stream {
    let name = ServerName::try_from(NAME).expect("a name");
    let tls = ClientConnection::new(Arc::clone(client), name).expect("a client");
    StreamOwned::new(tls, stream)
}

pub fn get(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: {NAME}\r\nAccept-Encoding: br\r\n\r\n")
}
