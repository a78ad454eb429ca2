//! A real nginx with deploy/nginx.conf and a real HAProxy with deploy/haproxy.cfg in front of the real server, which
//! closes idle connections earlier than they do: requests that arrive while it closes a connection aren't lost.

use crate::server::Running;
use crate::serving::program::{installed, metric, site_server};
use fastrand::Rng;
use site_cli::client::Client;
use std::fs;
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::Command;
use std::sync::Barrier;
use std::time::Duration;
use tempfile::TempDir;

/// The server's idle timeout, shorter than any proxy's.
const IDLE: Duration = Duration::from_secs(1);
/// A pause lasts between `IDLE - EARLY` and `IDLE - EARLY + LATE`: the server looks for idle connections five times per
/// second.
const EARLY: Duration = Duration::from_millis(5);
const LATE: Duration = Duration::from_millis(220);
const VISITORS: usize = 50;
const ROUNDS: usize = 100;
/// Requests by each visitor in a round: one at about the time when the server closes, and one right after it.
const REQUESTS: usize = 2;

/// HAProxy in HTTP mode, as described in the file: it retries.
const HTTP: &str = "mode http\n    retry-on conn-failure empty-response";

/// A running proxy, with the servers behind it.
struct Proxied {
    name: &'static str,
    address: SocketAddr,
    admins: Vec<SocketAddr>,
    /// True if a visitor may retry.
    may_repeat: bool,
    folder: TempDir,
    _programs: Vec<Running>,
}

#[test]
#[ignore = "long"]
fn no_request_is_lost_where_the_server_closes_first() {
    // Reserves all ports at once, so that they differ.
    let free = [0; 3].map(|_| [0; 4].map(|_| TcpListener::bind("127.0.0.1:0").expect("free")));
    let [one, two, three] =
        free.map(|own| own.map(|listener| listener.local_addr().expect("its address")));
    let proxies = [
        nginx(one),
        haproxy("HAProxy, TCP", two, "mode tcp", true),
        haproxy("HAProxy, HTTP", three, HTTP, false),
    ];
    std::thread::scope(|scope| {
        let visits = proxies
            .each_ref()
            .map(|proxy| scope.spawn(|| report(proxy, visited(proxy.address, proxy.may_repeat))));
        let ended = visits.map(|visit| visit.join().is_ok());
        assert_eq!(ended, [true; 3], "a request is lost, as reported above");
    });
    let log = fs::read_to_string(proxies[0].folder.path().join("log")).expect("a log");
    let again = log.matches("upstream prematurely closed").count();
    println!("nginx asked {again} again");
}

/// Starts an nginx that shares connections to the server among all visitors, and retries if the server closed one.
fn nginx([address, plain, origin, admin]: [SocketAddr; 4]) -> Proxied {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let server = origin_server(origin, admin);
    let words = [
        ("listen 443 ssl", format!("listen {address}")),
        // The version in Debian 12 doesn't support this directive.
        ("    http2 on;\n", String::new()),
        ("listen 80", format!("listen {plain}")),
        ("server 127.0.0.1:8080", format!("server {origin}")),
    ];
    let text = deployed("nginx.conf", &words);
    let is_encryption = |line: &&str| line.contains("ssl_") || line.contains("[::]");
    let lines = text.lines().filter(|line| !is_encryption(line));
    let site = lines.collect::<Vec<_>>().join("\n");
    let config = folder.path().join("nginx.conf");
    let own = folder.path().display();
    let text = format!(
        "daemon off; pid {own}/pid; error_log {own}/log; events {{}}\n\
         http {{ access_log off; client_body_temp_path {own}/1; proxy_temp_path {own}/2; fastcgi_temp_path {own}/3;\n\
         uwsgi_temp_path {own}/4; scgi_temp_path {own}/5;\n{site} }}"
    );
    fs::write(&config, text).expect("writable");
    let mut command = Command::new(installed("nginx", "nginx"));
    command.arg("-e").arg(folder.path().join("log"));
    command.arg("-c").arg(&config);
    let nginx = Running::start(&mut command, address).expect("it listens");
    Proxied {
        name: "nginx",
        address,
        admins: vec![admin],
        may_repeat: false,
        folder,
        _programs: vec![nginx, server],
    }
}

/// Starts an HAProxy. In TCP mode it forwards the data of both sides, and leaves retries to the visitor, as every HTTP
/// client must on a closed connection (RFC 9112, 9.3.1).
fn haproxy(
    name: &'static str,
    [address, encrypted, origin, admin]: [SocketAddr; 4],
    mode: &str,
    may_repeat: bool,
) -> Proxied {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let other = |address: SocketAddr| SocketAddr::from(([127, 0, 0, 2], address.port()));
    let servers = [
        origin_server(origin, admin),
        origin_server(other(origin), other(admin)),
    ];
    let words = [
        // As many connections as the process may open files.
        ("maxconn 20000", "maxconn 1000".to_owned()),
        ("mode tcp", mode.to_owned()),
        ("bind :::80 v4v6", format!("bind {address}")),
        ("bind :::443 v4v6", format!("bind {encrypted}")),
        ("10.0.0.1:80", origin.to_string()),
        ("10.0.0.2:80", other(origin).to_string()),
        ("port 9090", format!("port {}", admin.port())),
    ];
    let config = folder.path().join("haproxy.cfg");
    fs::write(&config, deployed("haproxy.cfg", &words)).expect("writable");
    let mut command = Command::new(installed("haproxy", "haproxy"));
    command.args(["-db", "-q", "-f"]).arg(&config);
    let haproxy = Running::start(&mut command, address).expect("it listens");
    Proxied {
        name,
        address,
        admins: vec![admin, other(admin)],
        may_repeat,
        folder,
        _programs: [haproxy].into_iter().chain(servers).collect(),
    }
}

/// Returns a file from deploy/ with some of its text replaced.
pub fn deployed(file: &str, words: &[(&str, String)]) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy");
    let mut text = fs::read_to_string(folder.join(file)).expect("the file is there");
    for (from, to) in words {
        assert!(text.contains(from), "{file} has {from:?}");
        text = text.replace(from, to);
    }
    text
}

fn origin_server(address: SocketAddr, admin: SocketAddr) -> Running {
    let mut command = Command::new(site_server());
    command.args(["--addr", &address.to_string()]);
    command.args(["--admin", &admin.to_string()]);
    command.args(["--trusted-proxies", "127.0.0.0/8"]);
    command.args(["--idle-seconds", &IDLE.as_secs().to_string()]);
    Running::start(&mut command, address).expect("it listens")
}

/// Runs visitors whose requests arrive at about the time when the server closes idle connections. Returns the number of
/// retries. A successful retry isn't a loss if `may_repeat` is true.
fn visited(address: SocketAddr, may_repeat: bool) -> usize {
    let round = Barrier::new(VISITORS);
    let visit = |number: usize| {
        // The same sequence in each run.
        let mut chance = Rng::with_seed(number as u64);
        let mut client = Client::connect(address).expect("it listens");
        let ask = |client: &Client| Ok(client.get("/robots.txt", &[])?.status);
        let (mut again, mut lost) = (0, Vec::<anyhow::Result<u16>>::new());
        for _ in 0..ROUNDS {
            round.wait();
            std::thread::sleep(IDLE - EARLY + LATE.mul_f64(chance.f64()));
            for _ in 0..REQUESTS {
                let mut status = ask(&client);
                if status.is_err() {
                    again += 1;
                    client = Client::connect(address).expect("it listens");
                    let second = ask(&client);
                    status = if may_repeat { second } else { status };
                }
                if !matches!(status, Ok(200)) {
                    lost.push(status);
                }
            }
        }
        (again, lost)
    };
    let (mut again, mut lost) = (0, Vec::new());
    std::thread::scope(|scope| {
        let visit = &visit;
        let visitors = (0..VISITORS).map(|at| scope.spawn(move || visit(at)));
        for visitor in visitors.collect::<Vec<_>>() {
            let (more, more_lost) = visitor.join().expect("no panic");
            again += more;
            lost.extend(more_lost);
        }
    });
    let (count, first) = (lost.len(), lost.first());
    assert!(count == 0, "{count} requests are lost: {first:?}");
    again
}

/// Prints the measurements, and checks that the server closed connections during the test.
fn report(proxy: &Proxied, again: usize) {
    let sum = |name: &str| -> u64 {
        let counts = proxy.admins.iter().map(|admin| metric(*admin, name));
        counts.sum()
    };
    let closed = sum("site_limits_total{limit=\"idle_seconds\"}");
    let answered = sum("site_responses_total{status=\"200\"}");
    println!(
        "{}: {answered} requests answered, {closed} idle connections closed, visitors asked {again} again",
        proxy.name
    );
    assert!(closed >= ROUNDS as u64 / 2, "{closed}");
    let asked = (VISITORS * ROUNDS * REQUESTS) as u64;
    assert!(answered >= asked, "{answered}");
}
