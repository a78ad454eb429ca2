//! An HTTP client that adds no headers, follows no redirects and decodes nothing.

use anyhow::{Context, Result};
use std::io::Read as _;
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};
use ureq::Agent;
use ureq::http::Request;

/// Longer than any program takes to start or respond.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A client of one server. It reuses its connection.
pub struct Client {
    agent: Agent,
    address: SocketAddr,
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
        let config = Agent::config_builder()
            .accept("")
            .accept_encoding("")
            .user_agent("")
            .allow_non_standard_methods(true)
            .http_status_as_error(false)
            .max_redirects(0)
            .proxy(None)
            .timeout_global(Some(TIMEOUT))
            .build();
        Ok(Self {
            agent: config.into(),
            address,
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
        self.send(request.body(())?)
            .with_context(|| format!("cannot read the response to {path}"))
    }

    fn send(&self, request: Request<()>) -> Result<Response> {
        let (head, body) = self.agent.run(request)?.into_parts();
        let mut response = Response {
            status: head.status.as_u16(),
            headers: Vec::new(),
            body: Vec::new(),
        };
        for (name, value) in &head.headers {
            let value = String::from_utf8_lossy(value.as_bytes());
            response
                .headers
                .push((name.to_string(), value.into_owned()));
        }
        body.into_reader().read_to_end(&mut response.body)?;
        Ok(response)
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
