//! A real nginx with deploy/nginx.conf and a real HAProxy with deploy/haproxy.cfg before the real server, which keeps an idle
//! connection for less time than they do: none of the requests that come as it closes one is lost.

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

/// Less than any proxy's, and what it is closed after.
const IDLE: Duration = Duration::from_secs(1);
/// A pause is by so much shorter than that, and longer than this by up to so much: five times a second the server looks for
/// what has been idle for too long.
const EARLY: Duration = Duration::from_millis(5);
const LATE: Duration = Duration::from_millis(220);
const VISITORS: usize = 50;
const ROUNDS: usize = 100;
/// Of each visitor in a round: one at about the time when the server closes, and one at once.
const REQUESTS: usize = 2;

/// Where HAProxy speaks HTTP itself, as the file says: it asks again.
const HTTP: &str = "mode http\n    retry-on conn-failure empty-response";

/// A proxy that runs, and what is before and behind it.
struct Proxied {
    name: &'static str,
    address: SocketAddr,
    admins: Vec<SocketAddr>,
    /// Whether a visitor may ask again.
    may_repeat: bool,
    folder: TempDir,
    _programs: Vec<Running>,
}

#[test]
#[ignore = "long"]
fn no_request_is_lost_where_the_server_closes_first() {
    // All at once, so that no two are the same.
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

/// It keeps connections to the server for all of its visitors, and asks again where the server has closed one.
fn nginx([address, plain, origin, admin]: [SocketAddr; 4]) -> Proxied {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let server = origin_server(origin, admin);
    let words = [
        ("listen 443 ssl", format!("listen {address}")),
        // Debian 12 has a version that does not know it yet.
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

/// In TCP mode it passes on what each side says, and leaves it to the visitor to ask again, as every client of HTTP does on a
/// connection that has been closed (RFC 9112, 9.3.1).
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
        // For as many as it may have open files.
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

/// A file of deploy/ with other words for some of its own.
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

/// Visitors who ask at about the time when the server closes what is idle: how many requests they made again, which is no
/// loss where they `may_repeat` one.
fn visited(address: SocketAddr, may_repeat: bool) -> usize {
    let round = Barrier::new(VISITORS);
    let visit = |number: usize| {
        // The same at each run.
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

/// What it measured, and that the server closed connections all the while.
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
