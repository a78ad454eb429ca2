//! A client so plain that nothing hides what was sent.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

const TIMEOUT: Duration = Duration::from_secs(30);

/// One connection, for one request after another.
pub struct Client(BufReader<TcpStream>);

#[derive(Clone)]
pub struct Response {
    pub status: u16,
    /// Names in lower case, in the order received.
    pub headers: Vec<(String, String)>,
    /// As sent, still encoded.
    pub body: Vec<u8>,
}

impl Client {
    /// Tries again until something listens; nothing takes 30 seconds to start.
    pub fn connect(address: SocketAddr) -> Result<Self> {
        let begin = Instant::now();
        let stream = loop {
            match TcpStream::connect(address) {
                Err(_) if begin.elapsed() < TIMEOUT => {
                    std::thread::sleep(Duration::from_micros(200));
                }
                result => break result,
            }
        };
        let stream = stream.with_context(|| format!("cannot connect to {address}"))?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        Ok(Client(BufReader::new(stream)))
    }

    pub fn get(&mut self, path: &str, headers: &[(&str, &str)]) -> Result<Response> {
        self.ask("GET", path, headers)
    }

    pub fn ask(&mut self, method: &str, path: &str, headers: &[(&str, &str)]) -> Result<Response> {
        let mut head = format!("{method} {path} HTTP/1.1\r\nhost: localhost\r\n");
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        head += "\r\n";
        self.0.get_mut().write_all(head.as_bytes())?;
        self.read(method != "HEAD")
            .with_context(|| format!("cannot read the response to {path}"))
    }

    fn read(&mut self, has_body: bool) -> Result<Response> {
        let status = self.line()?;
        let status = status.split(' ').nth(1).context("expected a status")?;
        let mut response = Response {
            status: status.parse()?,
            headers: Vec::new(),
            body: Vec::new(),
        };
        while let Some((name, value)) = self.line()?.split_once(':') {
            let header = (name.to_ascii_lowercase(), value.trim().to_owned());
            response.headers.push(header);
        }
        // A 304 may say how long the page is.
        if !has_body || response.status == 304 {
            return Ok(response);
        }
        if response.header("transfer-encoding") == Some("chunked") {
            response.body = self.chunks()?;
        } else if let Some(length) = response.header("content-length") {
            response.body = vec![0; length.parse()?];
            self.0.read_exact(&mut response.body)?;
        }
        Ok(response)
    }

    /// A chunked body without trailers (RFC 9112, 7.1).
    fn chunks(&mut self) -> Result<Vec<u8>> {
        let mut body = Vec::new();
        loop {
            let line = self.line()?;
            let size = usize::from_str_radix(&line, 16)
                .with_context(|| format!("expected the size of a chunk, found {line:?}"))?;
            let start = body.len();
            body.resize(start + size, 0);
            self.0.read_exact(&mut body[start..])?;
            self.line()?;
            if size == 0 {
                return Ok(body);
            }
        }
    }

    fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        self.0.read_line(&mut line)?;
        Ok(line.trim_end().to_owned())
    }
}

impl Response {
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        let header = headers.find(|(known, _)| known == name)?;
        Some(&header.1)
    }
}
