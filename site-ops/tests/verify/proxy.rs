//! A proxy that changes a server's responses.

use site_cli::client::{Client, Response};
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;

/// A request that a test server has read.
pub struct Request {
    pub method: String,
    pub path: String,
    pub query: Option<String>,
    /// The headers. Names are in lower case.
    pub headers: Vec<(String, String)>,
}

impl Request {
    /// Reads the head of the next request on a connection. Returns `None` if the connection has ended.
    pub fn read(reader: &mut BufReader<&TcpStream>) -> Option<Self> {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let mut words = line.split(' ');
        let method = words.next()?.to_owned();
        let target = words.next()?.to_owned();
        let mut headers = Vec::new();
        loop {
            let mut header = String::new();
            reader.read_line(&mut header).ok()?;
            let Some((name, value)) = header.split_once(':') else {
                break;
            };
            headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
        let (path, query) = match target.split_once('?') {
            Some((path, query)) => (path.to_owned(), Some(query.to_owned())),
            None => (target, None),
        };
        Some(Self {
            method,
            path,
            query,
            headers,
        })
    }

    pub fn header(&self, name: &str) -> &str {
        let mut headers = self.headers.iter();
        let found = headers.find(|(known, _)| known == name);
        found.map_or("", |(_, value)| value)
    }
}

/// A change to responses.
pub type Lie = Arc<dyn Fn(&Request, &mut Response) + Send + Sync>;

/// Starts a proxy in front of a server, which runs until the tests end.
pub fn before(server: SocketAddr, lie: Lie) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("its address");
    thread::spawn(move || {
        for stream in listener.incoming() {
            let lie = Arc::clone(&lie);
            thread::spawn(move || {
                let client = Client::connect(server).expect("the server listens");
                if let Ok(stream) = stream {
                    serve(&stream, &client, &lie);
                }
            });
        }
    });
    address
}

/// Answers each request of a connection.
fn serve(stream: &TcpStream, client: &Client, lie: &Lie) {
    let mut reader = BufReader::new(stream);
    while let Some(request) = Request::read(&mut reader) {
        let mut target = request.path.clone();
        if let Some(query) = &request.query {
            target = format!("{target}?{query}");
        }
        let mut headers = Vec::new();
        for (name, value) in &request.headers {
            if name != "host" {
                headers.push((name.as_str(), value.as_str()));
            }
        }
        let mut response = client.get(&target, &headers).expect("the server answers");
        lie(&request, &mut response);
        let is_head = request.method == "HEAD";
        if write(stream, &response, is_head).is_none() {
            return;
        }
    }
}

/// The name of a header that isn't sent. Its value is a complete 1xx response, which is sent first.
pub const BEFORE_IT: &str = "x-proxy-before";

/// The name of a header that isn't sent. Its value is the claimed length of the body.
pub const LENGTH: &str = "x-proxy-length";

/// Writes a response with the length of the changed body.
fn write(mut stream: &TcpStream, response: &Response, is_head: bool) -> Option<()> {
    let mut head = String::new();
    if let Some(link) = response.header(BEFORE_IT) {
        head += &format!("HTTP/1.1 103 Early Hints\r\nlink: {link}\r\n\r\n");
    }
    head += &format!("HTTP/1.1 {} Status\r\n", response.status);
    for (name, value) in &response.headers {
        if ![BEFORE_IT, LENGTH, "content-length"].contains(&name.as_str()) {
            head += &format!("{name}: {value}\r\n");
        }
    }
    let length = response.body.len().to_string();
    if response.status != 304 {
        let length = response.header(LENGTH).unwrap_or(&length);
        head += &format!("content-length: {length}\r\n");
    }
    stream.write_all(format!("{head}\r\n").as_bytes()).ok()?;
    if is_head {
        return Some(());
    }
    stream.write_all(&response.body).ok()?;
    // If the claimed length is too long, the connection is cut.
    response.header(LENGTH).is_none().then_some(())
}
