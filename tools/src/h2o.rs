//! Runs h2o with the same bytes and headers, from files.

use crate::cases::Page;
use crate::files::{self, NOT_FOUND};
use crate::process::{CHAIN, KEY, SERVER_CORE, Server, on_core};
use anyhow::Result;
use fs_err as fs;
use site_cli::server::free_address;
use std::fmt::Write as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

/// The program of Debian's package h2o.
const PROGRAM: &str = "/usr/bin/h2o";

/// Starts h2o, or returns `None` if it isn't installed. It keeps files open.
pub fn start(pages: &[Page], folder: &Path) -> Result<Option<Server>> {
    if !Path::new(PROGRAM).is_file() {
        return Ok(None);
    }
    let [address, tls_address] = [free_address()?, free_address()?];
    let root = folder.join("pages-of-h2o");
    let mut paths = String::new();
    for page in files::write(pages, &root)? {
        writeln!(paths, "      {:?}:", page.path)?;
        // Paths are prefixes, so the root handles every path that no other entry matches.
        if page.path == "/" {
            writeln!(paths, "        file.dir: {}", root.display())?;
        } else {
            writeln!(paths, "        file.file: {}", page.file.display())?;
        }
        for (name, value) in page.headers() {
            let field = format!("{name}: {value}");
            writeln!(paths, "        header.set: {field:?}")?;
        }
        if page.path == NOT_FOUND {
            // It doesn't send a compressed file for an error page, so the file itself is compressed: all measured clients accept brotli.
            fs::write(&page.file, &page.page.brotli.body)?;
            writeln!(paths, "        header.set: \"content-encoding: br\"")?;
        }
    }

    // Started by root, h2o would switch to another user, who may not be able to read this folder.
    let user = if fs::metadata(folder)?.uid() == 0 {
        "user: root"
    } else {
        ""
    };
    let (host, port, tls_port) = (address.ip(), address.port(), tls_address.port());
    let text = format!(
        "num-threads: 1
{user}
pid-file: {folder}/h2o.pid
error-log: {folder}/h2o.log
max-connections: 11000
send-server-name: OFF
http1-request-timeout: 600
http2-idle-timeout: 600
file.send-compressed: ON
file.mime.addtypes:
  \"text/html; charset=utf-8\": \".html\"
error-doc:
  - status: 404
    url: {NOT_FOUND}
listen:
  host: {host}
  port: {port}
listen:
  host: {host}
  port: {tls_port}
  ssl:
    certificate-file: {folder}/{CHAIN}
    key-file: {folder}/{KEY}
    ocsp-update-interval: 0
hosts:
  default:
    paths:
{paths}",
        folder = folder.display(),
    );
    let config = folder.join("h2o.conf");
    fs::write(&config, text)?;
    let mut h2o = on_core(SERVER_CORE, PROGRAM);
    h2o.arg("-c").arg(config);
    Server::start("h2o", &mut h2o, [address, tls_address]).map(Some)
}
