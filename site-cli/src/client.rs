//! An HTTP client that adds no headers, follows no redirects and decodes nothing.

use anyhow::{Context, Result, bail, ensure};
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use ureq_proto::BodyMode;
use ureq_proto::client::state::RecvBody;
use ureq_proto::client::{Call, RecvBodyResult, RecvResponseResult, SendRequestResult};
use ureq_proto::http::Request;

/// Longer than any program takes to start or respond.
const TIMEOUT: Duration = Duration::from_secs(30);

/// The number of bytes that are sent or received at once.
const BUFFER: usize = 16 * 1024;

/// A client of one server. It reuses its connection.
pub struct Client {
    address: SocketAddr,
    /// The connection of the last response, if the server keeps it open.
    idle: Mutex<Option<Connection>>,
}

/// A response as sent by the server.
#[derive(Clone)]
pub struct Response {
    pub status: u16,
    /// Header names are lowercase, in the order received.
    pub headers: Vec<(String, String)>,
    /// The body, still encoded.
    pub body: Vec<u8>,
}

impl Client {
    /// Waits until a server listens.
    ///
    /// # Errors
    /// Returns an error if nothing listens within 30 seconds.
    pub fn connect(address: SocketAddr) -> Result<Self> {
        wait_for(address)?;
        Ok(Self {
            address,
            idle: Mutex::default(),
        })
    }

    /// Sends a GET request for a path.
    pub fn get(&self, path: &str, headers: &[(&str, &str)]) -> Result<Response> {
        self.request("GET", path, headers)
    }

    /// Sends a request without a body.
    pub fn request(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> Result<Response> {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("http://{}{path}", self.address))
            .header("host", "localhost");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.send(&request.body(())?)
            .with_context(|| format!("cannot read the response to {path}"))
    }

    fn send(&self, request: &Request<()>) -> Result<Response> {
        let idle = self.idle().take();
        // The server may have closed the connection since.
        if let Some(idle) = idle
            && let Ok(response) = self.exchange(idle, request.clone())
        {
            return Ok(response);
        }
        self.exchange(Connection::open(self.address)?, request.clone())
    }

    fn exchange(&self, mut connection: Connection, request: Request<()>) -> Result<Response> {
        let (response, is_kept_open) = connection.exchange(request)?;
        if is_kept_open {
            *self.idle() = Some(connection);
        }
        Ok(response)
    }

    fn idle(&self) -> MutexGuard<'_, Option<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Connection {
    stream: TcpStream,
    /// The bytes that were received and not read yet.
    received: Vec<u8>,
}

impl Connection {
    fn open(address: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        Ok(Self {
            stream,
            received: Vec::new(),
        })
    }

    /// Sends a request, and returns the response. Also returns true if the server keeps the connection open.
    fn exchange(&mut self, request: Request<()>) -> Result<(Response, bool)> {
        let mut call = Call::new(request)?;
        call.allow_non_standard_methods(true);
        let mut call = call.proceed();
        let mut buffer = vec![0; BUFFER];
        while !call.can_proceed() {
            let length = call.write(&mut buffer)?;
            self.stream.write_all(&buffer[..length])?;
        }
        let Some(SendRequestResult::RecvResponse(mut call)) = call.proceed()? else {
            bail!("expected a request without a body");
        };

        let head = loop {
            let (length, head) = call.try_response(&self.received, false)?;
            self.received.drain(..length);
            if let Some(head) = head {
                break head;
            }
            // An informational response may come before the final one.
            if length == 0 {
                ensure!(self.receive()?, "the server closed the connection");
            }
        };
        let mut response = Response {
            status: head.status().as_u16(),
            headers: Vec::new(),
            body: Vec::new(),
        };
        for (name, value) in head.headers() {
            let value = String::from_utf8_lossy(value.as_bytes());
            response
                .headers
                .push((name.to_string(), value.into_owned()));
        }
        let must_close = match call.proceed().context("the response has no end")? {
            RecvResponseResult::RecvBody(call) => self.receive_body(call, &mut response.body)?,
            RecvResponseResult::Redirect(call) => call.must_close_connection(),
            RecvResponseResult::Cleanup(call) => call.must_close_connection(),
        };
        Ok((response, !must_close))
    }

    /// Receives a body. Returns true if the connection must be closed.
    fn receive_body(&mut self, mut call: Call<RecvBody>, body: &mut Vec<u8>) -> Result<bool> {
        let mut buffer = vec![0; BUFFER];
        let ends_with_connection = matches!(call.body_mode(), BodyMode::CloseDelimited);
        loop {
            let (read, written) = call.read(&self.received, &mut buffer)?;
            self.received.drain(..read);
            body.extend_from_slice(&buffer[..written]);
            if read > 0 || written > 0 {
                continue;
            }
            let is_whole = call.can_proceed() && !ends_with_connection;
            if is_whole || !self.receive()? {
                break;
            }
        }
        match call.proceed().context("the response ends early")? {
            RecvBodyResult::Redirect(call) => Ok(call.must_close_connection()),
            RecvBodyResult::Cleanup(call) => Ok(call.must_close_connection()),
        }
    }

    /// Receives more bytes. Returns false at the end of the connection.
    fn receive(&mut self) -> Result<bool> {
        let mut buffer = [0; BUFFER];
        let length = self.stream.read(&mut buffer)?;
        self.received.extend_from_slice(&buffer[..length]);
        Ok(length > 0)
    }
}

/// Retries until something listens.
fn wait_for(address: SocketAddr) -> Result<()> {
    let begin = Instant::now();
    loop {
        match TcpStream::connect(address) {
            Ok(_) => return Ok(()),
            Err(_) if begin.elapsed() < TIMEOUT => std::thread::sleep(Duration::from_millis(1)),
            Err(error) => {
                return Err(error).with_context(|| format!("cannot connect to {address}"));
            }
        }
    }
}

impl Response {
    /// Returns the value of the first header with this name.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        let (_, value) = headers.find(|(known, _)| known == name)?;
        Some(value)
    }
}
