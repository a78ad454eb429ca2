//! The server on a free port with the tests' own site, and a simple client that shows the exact bytes.

pub mod site;

use std::io::{BufRead as _, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use socket2::{Domain, Socket, Type};

/// Longer than anything in these tests, even on a busy machine.
pub const TIMEOUT: Duration = Duration::from_secs(30);

/// A running server, which is killed when this value is dropped.
pub struct Server {
    pub address: SocketAddr,
    child: Child,
    /// The rest of its output.
    output: BufReader<ChildStdout>,
}

impl Server {
    pub fn start() -> Self {
        Self::start_with("")
    }

    /// Starts it with arguments separated by spaces, in addition to the address.
    pub fn start_with(arguments: &str) -> Self {
        let mut command = command();
        command.args(["--addr", "127.0.0.1:0"]);
        command.args(arguments.split_whitespace());
        Self::start_from(command)
    }

    /// Also starts the operator's listener.
    pub fn watched(arguments: &str) -> (Self, Admin) {
        let mut server = Self::start_with(&format!("--admin 127.0.0.1:0 {arguments}"));
        let admin = server.admin();
        (server, admin)
    }

    /// Starts it from this command, which has all arguments.
    pub fn start_from(mut command: Command) -> Self {
        let child = command.stdout(Stdio::piped()).spawn();
        let mut child = child.expect("the binary starts");
        let output = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let mut server = Server {
            // Replaced when the server prints its address.
            address: SocketAddr::from(([0; 4], 0)),
            child,
            output,
        };
        server.address = server.printed("Listening on http://");
        server
    }

    /// The address on the next line of its output.
    pub fn printed(&mut self, what: &str) -> SocketAddr {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("a line");
        let address = line.trim().strip_prefix(what);
        let address = address.unwrap_or_else(|| panic!("expected {what}, found {line:?}"));
        address.parse().expect("an address")
    }

    pub fn admin(&mut self) -> Admin {
        Admin(self.printed("Health and metrics on http://"))
    }

    pub fn get(&self, path: &str, headers: &[(&str, &str)]) -> Response {
        self.request("GET", path, headers)
    }

    pub fn request(&self, method: &str, target: &str, headers: &[(&str, &str)]) -> Response {
        let mut head = format!("{method} {target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n");
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        let mut response = self.refused(&format!("{head}\r\n"));
        response.to = format!("{method} {target} {headers:?}");
        response
    }

    /// The last response to these bytes. The server must then close the connection.
    pub fn refused(&self, sent: &str) -> Response {
        let mut stream = self.connect();
        send(&mut stream, sent);
        Response::parse(&rest(&mut stream))
    }

    pub fn connect(&self) -> TcpStream {
        connect(self.address)
    }

    /// Sends a signal by its name, such as `TERM`.
    pub fn signal(&self, name: &str) {
        let mut kill = Command::new("kill");
        kill.args(["-s", name, &self.id().to_string()]);
        assert!(kill.status().expect("kill runs").success());
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Ends the server, and returns the rest of its output.
    pub fn log(&mut self) -> String {
        self.signal("TERM");
        self.ends();
        let mut log = String::new();
        self.output.read_to_string(&mut log).expect("a text");
        log
    }

    /// Ends the server, and returns the lines of its JSON log.
    pub fn json(&mut self) -> Vec<Value> {
        let log = self.log();
        let lines = log.lines().map(serde_json::from_str);
        lines.collect::<Result<_, _>>().expect("JSON")
    }

    pub fn is_running(&mut self) -> bool {
        self.child.try_wait().expect("the child is ours").is_none()
    }

    /// Waits for the server to exit on its own, with success.
    pub fn ends(&mut self) {
        wait("the end of the server", || !self.is_running());
        let status = self.child.wait().expect("the child is ours");
        assert_eq!(ExitStatus::code(&status), Some(0));
    }

    /// Connections are accepted in order, so when a later one is served, all earlier ones have been accepted.
    pub fn wait_until_accepted(&self) {
        self.request("HEAD", "/", &[]).expect(200, &[]);
    }

    pub fn wait_until_refused(&self) {
        wait("refusal", || TcpStream::connect(self.address).is_err());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

pub fn connect(address: SocketAddr) -> TcpStream {
    patient(TcpStream::connect(address).expect("the server accepts"))
}

/// A client with a small receive buffer, so that the server notices after a few kilobytes that the client doesn't read.
pub fn narrow(address: SocketAddr) -> TcpStream {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).expect("a socket");
    socket.set_tcp_mss(536).expect("a size");
    socket.set_recv_buffer_size(4096).expect("a size");
    socket.connect(&address.into()).expect("it accepts");
    patient(socket.into())
}

fn patient(stream: TcpStream) -> TcpStream {
    stream.set_read_timeout(Some(TIMEOUT)).expect("not zero");
    stream
}

pub fn send(stream: &mut impl Write, bytes: impl AsRef<[u8]>) {
    stream.write_all(bytes.as_ref()).expect("sent");
}

/// The response to this request, on a connection that stays open.
pub fn ask(stream: &mut (impl Read + Write), request: &str) -> Response {
    send(stream, request);
    read_response(stream, request.starts_with("HEAD"))
}

/// Everything that the server sends until it closes or resets the connection.
pub fn rest(stream: &mut impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    _ = stream.read_to_end(&mut bytes);
    bytes
}

/// Asserts that the command fails with this status, and that its message contains this text.
pub fn fails(command: &mut Command, status: i32, expected: &str) {
    let output = command.stderr(Stdio::piped()).output();
    let output = output.expect("the binary starts");
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{message}");
    assert!(message.contains(expected), "{expected}: {message}");
    assert!(!message.contains("panicked"), "{message}");
}

/// Waits until the condition is true.
pub fn wait(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < TIMEOUT, "waiting for: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Reads one response, and leaves the connection open.
pub fn read_response(stream: &mut impl Read, is_head: bool) -> Response {
    let mut bytes = Vec::new();
    while !bytes.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).expect("more of the head");
        bytes.push(byte[0]);
    }
    let mut response = Response::parse(&bytes);
    let length = response.header("content-length").unwrap_or("0");
    if !is_head {
        response.body = vec![0; length.parse().expect("a length")];
        stream.read_exact(&mut response.body).expect("the body");
    }
    response
}

/// HPACK: indexed fields for GET, http and /, and a literal host.
pub const REQUEST: &[u8] = b"\x82\x86\x84\x41\x01x";

/// The first bytes of an HTTP/2 client with these settings.
pub fn greeting(settings: &[u8]) -> Vec<u8> {
    let preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    [&preface[..], &frame(4, 0, 0, settings)].concat()
}

/// Requests for one path in this many streams, each complete.
pub fn requests(count: u32) -> Vec<u8> {
    let requests = (0..count).flat_map(|at| frame(1, 0b101, 2 * at + 1, REQUEST));
    requests.collect()
}

/// A frame of HTTP/2: type, flags, stream, payload.
pub fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let [_, a, b, c] = u32::try_from(payload.len()).expect("short").to_be_bytes();
    let mut bytes = vec![a, b, c, kind, flags];
    bytes.extend(stream.to_be_bytes());
    bytes.extend(payload);
    bytes
}

/// The next frame that the server sends: type, flags, stream, payload.
pub fn read_frame(stream: &mut impl Read) -> (u8, u8, u32, Vec<u8>) {
    let mut head = [0; 9];
    stream.read_exact(&mut head).expect("a frame");
    let [a, b, c, kind, flags, id @ ..] = head;
    let mut payload = vec![0; u32::from_be_bytes([0, a, b, c]) as usize];
    stream.read_exact(&mut payload).expect("its payload");
    (kind, flags, u32::from_be_bytes(id), payload)
}

/// The operator's listener.
pub struct Admin(pub SocketAddr);

impl Admin {
    pub fn get(&self, path: &str) -> Response {
        let request = format!("GET {path} HTTP/1.1\r\nHost: x\r\n\r\n");
        ask(&mut connect(self.0), &request)
    }

    pub fn metric(&self, name: &str) -> u64 {
        let text = self.get("/metrics").text();
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.map_or(0, |number| number.trim().parse().expect("a number"))
    }

    /// Waits until this many clients have reached a limit.
    pub fn wait_for(&self, limit: &str, times: u64) {
        wait(limit, || self.limited(limit) >= times);
        assert_eq!(self.limited(limit), times, "{limit}");
    }

    /// The number of clients that have reached this limit.
    pub fn limited(&self, limit: &str) -> u64 {
        self.metric(&format!("site_limits_total{{limit=\"{limit}\"}}"))
    }

    pub fn wait_for_closes(&self) {
        wait("closes", || self.metric("site_connections_open") == 0);
    }
}

/// The server of the tests' own site.
pub fn command() -> Command {
    command_of(&site::TABLE)
}

/// The server with this table, without the environment of the tests.
pub fn command_of(table: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_site-server"));
    command.env_clear().arg("--table").arg(table);
    command
}

#[derive(Clone, Debug)]
pub struct Response {
    /// The request, if known.
    pub to: String,
    pub status: u16,
    /// The length of the head in bytes.
    pub head: usize,
    /// Names in lower case, in the order received.
    pub headers: Vec<(String, String)>,
    /// The body as sent, still encoded.
    pub body: Vec<u8>,
}

impl Response {
    pub fn parse(bytes: &[u8]) -> Self {
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n");
        let (head, body) = bytes.split_at(end.expect("a whole head") + 4);
        let mut lines = str::from_utf8(head).expect("ASCII").split("\r\n");
        let status = lines.next().and_then(|line| line.split(' ').nth(1));
        let headers = lines.filter_map(|line| line.split_once(": "));
        Response {
            to: String::new(),
            status: status.expect("a status").parse().expect("a number"),
            head: head.len(),
            headers: headers
                .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
                .collect(),
            body: body.to_vec(),
        }
    }

    /// Asserts this status and these headers. A header without a value must be absent. The body must contain the value of `body`.
    #[track_caller]
    pub fn expect(&self, status: u16, headers: &[(&str, &str)]) {
        assert_eq!(self.status, status, "{}", self.to);
        for (name, value) in headers {
            let found = self.header(name).unwrap_or_default();
            let is_so = match *name {
                "body" => self.text().contains(value),
                _ => found == *value,
            };
            assert!(
                is_so,
                "{}: expected {name}: {value}, found {found}",
                self.to
            );
        }
    }

    /// The header's value. Panics if the header was sent twice.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut found = self.headers.iter().filter(|(found, _)| found == name);
        let value = found.next().map(|(_, value)| value.as_str());
        assert!(found.next().is_none(), "{}: {name} twice", self.to);
        value
    }

    /// The body without its content coding.
    pub fn decoded(&self) -> Vec<u8> {
        let mut body = self.body.as_slice();
        let mut decoder: Box<dyn Read> = match self.header("content-encoding") {
            None => Box::new(&mut body),
            Some("br") => Box::new(brotlic::DecompressorReader::new(body)),
            Some("gzip") => Box::new(flate2::read::GzDecoder::new(body)),
            Some(other) => panic!("unknown content coding {other}"),
        };
        let mut decoded = Vec::new();
        decoder.read_to_end(&mut decoded).expect("decoded");
        decoded
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.decoded()).expect("a text")
    }
}
