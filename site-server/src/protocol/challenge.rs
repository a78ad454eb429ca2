//! ACME's http-01 challenge (RFC 8555, 8.3), on the listener without TLS: a file that another program, such as certbot or lego, writes
//! for a certificate authority.
//!
//! This is the only response that the build doesn't prepare. A token is the name of a small file in one folder, which is read outside the
//! serving threads.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use http::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE};
use http::{HeaderValue, Method, Request, StatusCode};
use hyper::body::Bytes;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use site_table::Table;

/// The folder that contains `.well-known/acme-challenge`.
pub struct Challenges {
    folder: PathBuf,
    /// The permits for reading files concurrently.
    readers: Semaphore,
}

const PREFIX: &str = "/.well-known/acme-challenge/";
const LONGEST_TOKEN: usize = 128;
/// The largest file in bytes. A token, a dot and the digest of a key are much shorter.
const LARGEST_FILE: u64 = 1024;
const READERS: usize = 4;

impl Challenges {
    pub fn new(webroot: &Path) -> Self {
        Challenges {
            folder: webroot.join(&PREFIX[1..]),
            readers: Semaphore::new(READERS),
        }
    }

    /// The response with a challenge's file, or the not-found response.
    pub async fn respond(&self, table: &Table, token: String) -> http::Response<Bytes> {
        let Ok(_reader) = self.readers.try_acquire() else {
            return bodiless(table, StatusCode::SERVICE_UNAVAILABLE);
        };
        let file = self.folder.join(token);
        let Ok(Ok(bytes)) = spawn_blocking(move || read(&file)).await else {
            return bodiless(table, StatusCode::NOT_FOUND);
        };
        let mut response = bodiless(table, StatusCode::OK);
        let headers = response.headers_mut();
        headers.insert(CONTENT_LENGTH, HeaderValue::from(bytes.len()));
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/plain"));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        *response.body_mut() = Bytes::from(bytes);
        response
    }
}

/// The token that a request asks for, or `None` for any other request.
pub fn token<B>(request: &Request<B>) -> Option<String> {
    let token = request.uri().path().strip_prefix(PREFIX)?;
    let is_token = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    let is_short = (1..=LONGEST_TOKEN).contains(&token.len());
    if request.method() != Method::GET || !is_short || !token.bytes().all(is_token) {
        return None;
    }
    Some(token.to_owned())
}

/// Reads a small file.
fn read(file: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let opened = File::open(file)?;
    if !opened.metadata()?.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    opened.take(LARGEST_FILE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    Ok(bytes)
}

fn bodiless(table: &Table, status: StatusCode) -> http::Response<Bytes> {
    table.bodiless(status).map(Bytes::from_static)
}
