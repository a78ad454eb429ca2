//! Programs that the tests start.

use crate::server::Running;
use sha2::{Digest as _, Sha256};
use site_cli::client::Client;
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Starts the built server.
pub fn serve(arguments: &[&str]) -> Running {
    Running::site_server(&site_server(), arguments).expect("it listens")
}

/// Returns the path of a program. Panics if it isn't installed, and explains how to get it.
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

/// Returns the path of the built server that contains the site.
pub fn site_server() -> PathBuf {
    let name = format!("site-server{}", std::env::consts::EXE_SUFFIX);
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/site/debug");
    let server = built.join(name);
    assert!(
        server.is_file(),
        "expected the built server at {}, found none; `cargo site serve` makes it",
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

/// Returns the SHA-256 digest of a body, in hexadecimal.
pub fn digest(body: &[u8]) -> String {
    let bytes = Sha256::digest(body);
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the value of a metric from the server's admin address.
pub fn metric(admin: SocketAddr, name: &str) -> u64 {
    let client = Client::connect(admin).expect("it listens");
    let response = client.get("/metrics", &[]).expect("a response");
    let text = String::from_utf8(response.body).expect("UTF-8");
    // An event that hasn't happened yet has no line.
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    line.map_or(0, |count| count.trim().parse().expect("a number"))
}

#[test]
fn a_program_stops_when_it_is_dropped() {
    let server = serve(&[]);
    let address = server.address;
    drop(server);
    assert!(TcpStream::connect(address).is_err());
}
