//! Programs that the tests start, and end.

use crate::client::Client;
use crate::server;
use sha2::{Digest as _, Sha256};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A running program; ended when dropped.
pub struct Running {
    pub address: SocketAddr,
    pub child: Child,
}

impl Running {
    /// Waits until it listens.
    pub fn start(command: &mut Command, address: SocketAddr) -> Self {
        let child = command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .expect("it is installed");
        let mut running = Running { address, child };
        if Client::connect(address).is_err() {
            let ended = running.child.try_wait().expect("the child is ours");
            panic!("{command:?} does not listen on {address}; it has ended as {ended:?}");
        }
        running
    }

    /// Our server, on a port of its choice unless the arguments name one.
    pub fn site_server(arguments: &[&str]) -> Self {
        let mut child = server::command(&site_server(), arguments)
            .spawn()
            .expect("the server starts");
        let address = server::address(&mut child).expect("the line that says where");
        Running { address, child }
    }

    pub fn client(&self) -> Client {
        Client::connect(self.address).expect("it listens")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already. A killed nginx or Varnish would leave its worker behind.
        let id = self.child.id().to_string();
        let asked = Command::new("kill").arg(id).status();
        if !asked.is_ok_and(|status| status.success()) {
            _ = self.child.kill();
        }
        _ = self.child.wait();
    }
}

/// Where a program is; fails where it is missing, and says how to get it.
pub fn installed(program: &str, package: &str) -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path)
        .chain([PathBuf::from("/usr/sbin")])
        .map(|folder| folder.join(program))
        .find(|file| file.is_file());
    found.unwrap_or_else(|| {
        panic!(
            "expected the program {program}, which this test runs, found none in the PATH; install it, such as by Debian's package {package}"
        )
    })
}

pub fn free_address() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("its address")
}

/// The built server with the site inside.
pub fn site_server() -> PathBuf {
    let name = format!("site-server{}", std::env::consts::EXE_SUFFIX);
    let built = Path::new(env!("CARGO_BIN_EXE_site")).with_file_name("../site/dev");
    let server = built.join(name);
    assert!(
        server.is_file(),
        "expected the built server at {}, found none; `cargo site build` makes it",
        server.display()
    );
    server
}

pub fn all_paths() -> Vec<String> {
    let output = Command::new(site_server())
        .arg("--paths")
        .output()
        .expect("the server runs");
    let paths = String::from_utf8(output.stdout).expect("UTF-8");
    paths.lines().map(str::to_owned).collect()
}

/// The SHA-256 of a body, in hexadecimal.
pub fn digest(body: &[u8]) -> String {
    let bytes = Sha256::digest(body);
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
