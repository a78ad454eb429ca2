//! The server on a free port, with the tests' own site, and a client so plain that nothing hides what was sent.

pub mod site;

use html5ever::driver::{self, ParseOpts};
use html5ever::tendril::TendrilSink as _;
use html5ever::tree_builder::TreeBuilderOpts;
use scraper::{Html, HtmlTreeSink};
use socket2::{Domain, Socket, Type};
use std::io::{BufRead as _, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::net::UnixDatagram;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Nothing here takes this long, however busy the machine.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// A running server; killed when dropped.
pub struct Server {
    pub address: SocketAddr,
    child: Child,
    /// The rest of what it prints.
    pub output: BufReader<ChildStdout>,
}

impl Server {
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// With more arguments than the address.
    pub fn start_with(arguments: &[&str]) -> Self {
        let mut command = command();
        if !arguments.contains(&"--addr") {
            command.args(["--addr", "127.0.0.1:0"]);
        }
        command.args(arguments);
        Self::start_from(command)
    }

    /// As this command says, all arguments included.
    pub fn start_from(mut command: Command) -> Self {
        let mut child = command
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().expect("stdout is piped"));
        output.read_line(&mut line).expect("a line");
        let address = line
            .trim()
            .strip_prefix("Listening on http://")
            .expect("the line that says where");
        Server {
            address: address.parse().expect("an address"),
            child,
            output,
        }
    }

    pub fn get(&self, path: &str, headers: &[(&str, &str)]) -> Response {
        self.request("GET", path, headers)
    }

    pub fn request(&self, method: &str, target: &str, headers: &[(&str, &str)]) -> Response {
        let mut head = format!(
            "{method} {target} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n",
            self.address
        );
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        let mut stream = self.connect();
        send(&mut stream, format!("{head}\r\n"));
        let mut response = Response::parse(&rest(&mut stream));
        response.to = format!("{method} {target} {headers:?}");
        response
    }

    /// Each of these targets has a response of this status, with these headers; one without a value is not there.
    pub fn all(&self, targets: &[&str], status: u16, headers: &[(&str, &str)]) {
        for target in targets {
            self.get(target, &[]).expect(status, headers);
        }
    }

    pub fn connect(&self) -> TcpStream {
        connect(self.address)
    }

    /// Sends a signal by its name, such as `TERM`.
    pub fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        assert!(
            Command::new("kill")
                .args(["-s", name, &id])
                .status()
                .expect("kill runs")
                .success()
        );
    }

    /// Ends the server; the rest of what it has printed.
    pub fn log(&mut self) -> String {
        self.signal("TERM");
        assert_eq!(self.ended().code(), Some(0));
        let mut log = String::new();
        self.output.read_to_string(&mut log).expect("a text");
        log
    }

    #[cfg(target_os = "linux")]
    /// What it has of the machine's memory, in bytes, once that stays as it is.
    pub fn memory(&self) -> usize {
        let file = format!("/proc/{}/status", self.child.id());
        let kilobytes = || -> usize {
            let text = std::fs::read_to_string(&file).expect("Linux");
            let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
            let number = line.and_then(|line| line.split_whitespace().next());
            number
                .and_then(|number| number.parse().ok())
                .expect("a number")
        };
        let (mut last, mut same) = (0, 0);
        wait("memory that stays as it is", || {
            let now = kilobytes();
            same = if now == last { same + 1 } else { 0 };
            last = now;
            same == 30
        });
        last * 1024
    }

    pub fn is_running(&mut self) -> bool {
        self.child.try_wait().expect("the child is ours").is_none()
    }

    /// Waits for the server to end by itself.
    pub fn ended(&mut self) -> ExitStatus {
        wait("the end of the server", || !self.is_running());
        self.child.wait().expect("the child is ours")
    }
}

pub fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).expect("the server accepts");
    stream
        .set_read_timeout(Some(PATIENCE))
        .expect("a timeout that is not zero");
    stream
}

/// A client with a small receive buffer, so that the server meets one that does not read after a few kilobytes.
pub fn narrow(address: SocketAddr) -> TcpStream {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).expect("a socket");
    socket.set_tcp_mss(536).expect("a size");
    socket.set_recv_buffer_size(4096).expect("a size");
    socket.connect(&address.into()).expect("it accepts");
    let stream = TcpStream::from(socket);
    let patience = Some(PATIENCE);
    stream.set_read_timeout(patience).expect("not zero");
    stream
}

pub fn send(stream: &mut impl Write, bytes: impl AsRef<[u8]>) {
    stream.write_all(bytes.as_ref()).expect("sent");
}

/// The response to this, on a connection that stays open.
pub fn ask(stream: &mut (impl Read + Write), request: &str) -> Response {
    send(stream, request);
    read_response(stream, request.starts_with("HEAD"))
}

/// What the server says until it closes; a reset is an end as well.
pub fn rest(stream: &mut impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    _ = stream.read_to_end(&mut bytes);
    bytes
}

/// This command fails with this status, and its message has all of these parts.
pub fn fails(command: &mut Command, status: i32, expected: &[&str]) {
    let output = command.stderr(Stdio::piped()).output();
    let output = output.expect("the binary starts");
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{message}");
    for part in expected {
        assert!(message.contains(part), "{part}: {message}");
    }
    assert!(!message.contains("panicked"), "{message}");
}

/// In the place of systemd: takes its notifications.
pub struct Manager(UnixDatagram);

impl Manager {
    /// At the address that `NOTIFY_SOCKET` gives.
    pub fn at(path: &Path) -> Self {
        let socket = UnixDatagram::bind(path).expect("a socket");
        socket.set_read_timeout(Some(PATIENCE)).expect("not zero");
        Manager(socket)
    }

    pub fn notified(&self) -> String {
        let mut bytes = [0; 200];
        let length = self.0.recv(&mut bytes).expect("a message");
        String::from_utf8_lossy(&bytes[..length]).into_owned()
    }
}

/// Waits until it is so.
pub fn wait(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "waiting for: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// One response, leaving the connection open.
pub fn read_response(stream: &mut impl Read, is_head: bool) -> Response {
    let mut bytes = Vec::new();
    while !bytes.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).expect("more of the head");
        bytes.push(byte[0]);
    }
    let mut response = Response::parse(&bytes);
    let length = response
        .header("content-length")
        .map_or(0, |length| length.parse().expect("a length"));
    if !is_head {
        response.body = vec![0; length];
        stream.read_exact(&mut response.body).expect("the body");
    }
    response
}

/// What a client of HTTP/2 says first, with these settings.
pub fn greeting(settings: &[u8]) -> Vec<u8> {
    [
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        &*frame(4, 0, 0, settings),
    ]
    .concat()
}

/// A frame of HTTP/2: type, flags, stream, payload.
pub fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let [_, a, b, c] = u32::try_from(payload.len()).expect("short").to_be_bytes();
    let mut bytes = vec![a, b, c, kind, flags];
    bytes.extend(stream.to_be_bytes());
    bytes.extend(payload);
    bytes
}

/// The other listener, for those who run the server.
pub struct Admin(SocketAddr);

impl Admin {
    pub fn of(server: &mut Server) -> Self {
        let mut line = String::new();
        server.output.read_line(&mut line).expect("a line");
        let address = line
            .trim()
            .strip_prefix("Health and metrics on http://")
            .expect("the line that says where");
        Admin(address.parse().expect("an address"))
    }

    pub fn get(&self, path: &str) -> Response {
        ask(
            &mut connect(self.0),
            &format!("GET {path} HTTP/1.1\r\nHost: x\r\n\r\n"),
        )
    }

    pub fn metric(&self, name: &str) -> u64 {
        let text = self.get("/metrics").text();
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.map_or(0, |number| number.trim().parse().expect("a number"))
    }

    /// How many clients met this limit.
    pub fn limited(&self, limit: &str) -> u64 {
        self.metric(&format!("site_limits_total{{limit=\"{limit}\"}}"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// The server of the tests' own site.
pub fn command() -> Command {
    command_of(&site::TABLE)
}

/// The server of this table, untouched by the environment that tests run in.
pub fn command_of(table: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_site-server"));
    command.arg("--table").arg(table);
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("SITE_") {
            command.env_remove(name);
        }
    }
    command
}

#[derive(Clone, Debug)]
pub struct Response {
    /// The request, where it is known.
    pub to: String,
    pub status: u16,
    /// Names in lower case, in the order received.
    pub headers: Vec<(String, String)>,
    /// As sent, still encoded.
    pub body: Vec<u8>,
}

impl Response {
    /// The page as a browser without scripts reads it, `<noscript>` included.
    pub fn page(&self) -> Html {
        let options = ParseOpts {
            tree_builder: TreeBuilderOpts {
                scripting_enabled: false,
                ..TreeBuilderOpts::default()
            },
            ..ParseOpts::default()
        };
        driver::parse_document(HtmlTreeSink::new(Html::new_document()), options).one(self.text())
    }

    pub fn parse(bytes: &[u8]) -> Self {
        let end = bytes
            .windows(4)
            .position(|window| window == b"\r\n\r\n")
            .expect("a whole head");
        let head = str::from_utf8(&bytes[..end]).expect("a head in ASCII");
        let (status, fields) = head.split_once("\r\n").unwrap_or((head, ""));
        let headers = fields
            .split("\r\n")
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
            .collect();
        let status = status
            .split(' ')
            .nth(1)
            .expect("a status")
            .parse()
            .expect("a number");
        Response {
            to: String::new(),
            status,
            headers,
            body: bytes[end + 4..].to_vec(),
        }
    }

    /// It has this status and these headers; one without a value is not there.
    #[track_caller]
    pub fn expect(&self, status: u16, headers: &[(&str, &str)]) {
        assert_eq!(self.status, status, "{}", self.to);
        for (name, value) in headers {
            let found = self.header(name).unwrap_or_default();
            assert_eq!(found, *value, "{}: {name}", self.to);
        }
    }

    /// The header's value; a header sent twice is a mistake.
    pub fn header(&self, name: &str) -> Option<&str> {
        let values: Vec<_> = self
            .headers
            .iter()
            .filter(|(found, _)| found == name)
            .map(|(_, value)| value.as_str())
            .collect();
        assert!(values.len() < 2, "{name} is sent twice: {values:?}");
        values.first().copied()
    }

    /// The body without its content coding.
    pub fn decoded(&self) -> Vec<u8> {
        let body = self.body.as_slice();
        let mut decoded = Vec::new();
        match self.header("content-encoding") {
            None => decoded = body.to_vec(),
            Some("br") => {
                _ = brotlic::DecompressorReader::new(body)
                    .read_to_end(&mut decoded)
                    .expect("brotli")
            }
            Some("gzip") => {
                _ = flate2::read::GzDecoder::new(body)
                    .read_to_end(&mut decoded)
                    .expect("gzip")
            }
            Some(other) => panic!("unknown content coding {other}"),
        }
        decoded
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.decoded()).expect("a text")
    }
}

/// The hashed assets that a page refers to.
pub fn assets(html: &str) -> Vec<String> {
    let mut assets: Vec<_> = html
        .split(['"', '\''])
        .filter(|text| text.starts_with("/assets/") && !text.contains([' ', ',']))
        .map(str::to_owned)
        .collect();
    assets.sort();
    assets.dedup();
    assert!(!assets.is_empty(), "a page refers to assets");
    assets
}
