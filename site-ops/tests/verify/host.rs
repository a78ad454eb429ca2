//! A static file host: serves a folder from `cargo site export`, with the headers and redirects in two of its files. Like Cloudflare, it also
//! applies header rules to missing files, and doesn't allow caching errors.

use super::proxy::Request;
use std::fs;
use std::io::{BufReader, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;

pub struct Host {
    pub address: SocketAddr,
}

/// A response, with its headers as lines.
struct Answer {
    status: u16,
    headers: String,
    body: Vec<u8>,
}

impl Host {
    /// Serves a folder, which may not exist yet, until the tests end.
    pub fn start(folder: PathBuf) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("its address");
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let folder = folder.clone();
                thread::spawn(move || serve(&stream, &folder));
            }
        });
        Self { address }
    }
}

/// Answers the one request of a connection.
fn serve(mut stream: &TcpStream, folder: &Path) {
    let Some(request) = Request::read(&mut BufReader::new(stream)) else {
        return;
    };
    let answer = answered(folder, &request.path);
    let mut bytes = format!(
        "HTTP/1.1 {} Status\r\n{}content-length: {}\r\nconnection: close\r\n\r\n",
        answer.status,
        answer.headers,
        answer.body.len()
    )
    .into_bytes();
    if request.method != "HEAD" {
        bytes.extend(answer.body);
    }
    // A client that doesn't wait for its response isn't one of ours.
    _ = stream.write_all(&bytes);
}

fn answered(folder: &Path, path: &str) -> Answer {
    let redirects = fs::read_to_string(folder.join("_redirects")).unwrap_or_default();
    for line in redirects.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        if let [from, to, status] = words[..]
            && from == path
        {
            return Answer {
                status: status.parse().expect("a status"),
                headers: format!(
                    "location: {to}\r\ncontent-type: text/html\r\n{}",
                    headers(folder, "")
                ),
                body: b"<p>This page is elsewhere.</p>".to_vec(),
            };
        }
    }
    let name = file_name(path);
    let (status, name, body) = match fs::read(folder.join(&name)) {
        Ok(body) if !path.starts_with("/_") && !path.ends_with(".html") => (200, name, body),
        _ => {
            let body = fs::read(folder.join("404.html")).unwrap_or_default();
            (404, "404.html".to_owned(), body)
        }
    };
    let mut headers = headers(folder, path);
    if status != 200 {
        headers = with_no_store(&headers);
    }
    if !headers.contains("\r\ncontent-type: ") {
        headers += &format!("content-type: {}\r\n", media_type(&name));
    }
    Answer {
        status,
        headers,
        body,
    }
}

/// The same headers, but without caching.
fn with_no_store(headers: &str) -> String {
    let mut others = "cache-control: no-store\r\n".to_owned();
    for line in headers.split_inclusive("\r\n") {
        if !line.starts_with("cache-control: ") {
            others += line;
        }
    }
    others
}

/// The file name for a path.
fn file_name(path: &str) -> String {
    let below = path.trim_start_matches('/');
    match below {
        "" => "index.html".to_owned(),
        _ if below.contains('.') => below.to_owned(),
        _ => format!("{below}.html"),
    }
}

/// The headers of all rules that match a path.
fn headers(folder: &Path, path: &str) -> String {
    let rules = fs::read_to_string(folder.join("_headers")).unwrap_or_default();
    let mut headers = String::new();
    let mut is_fitting = false;
    for line in rules.lines() {
        match line.strip_prefix("  ") {
            Some(header) if is_fitting => headers += &format!("{header}\r\n"),
            Some(_) => {}
            None => {
                is_fitting = match line.split_once('*') {
                    // For a missing file, only the general rule applies.
                    Some((start, end)) => {
                        start == "/" || (path.starts_with(start) && path.ends_with(end))
                    }
                    None => path == line,
                };
            }
        }
    }
    headers
}

fn media_type(name: &str) -> &'static str {
    match Path::new(name).extension().and_then(|end| end.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "application/javascript",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("ico") => "image/vnd.microsoft.icon",
        Some("png") => "image/png",
        Some("xml") => "application/xml",
        Some("ics") => "text/calendar; charset=utf-8",
        Some("woff2") => "font/woff2",
        _ => "text/plain; charset=utf-8",
    }
}
