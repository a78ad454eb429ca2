//! The configurations in deploy/ as written, except for addresses. Visitors reach the server through a real nginx and a
//! real HAProxy over TLS and HTTP/2, and the server identifies the visitor behind the proxy. No test starts Kubernetes;
//! instead, the types of all its fields are checked.

use super::proxies::deployed;
use crate::package::package;
use crate::server::Running;
use crate::serving::program::{installed, site_server};
use crate::workspace::said;
use std::fs;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The host name in the files.
const HOST: &str = "www.example.com";
/// A visitor's address, different from the proxy's.
const VISITOR: &str = "127.0.0.3";
/// The address that a visitor pretends to have.
const FORGED: &str = "X-Forwarded-For: 192.0.2.1";

#[test]
#[ignore = "long"]
fn visitors_come_through_nginx() {
    let recipe = Recipe::new();
    let [address, encrypted, origin] = addresses();
    let _server = recipe.serve(origin, &["--trusted-proxies", "127.0.0.1"]);
    let own = recipe.folder.path().display().to_string();
    let words = [
        ("listen 443", format!("listen {encrypted}")),
        (
            "listen [::]:443",
            format!("listen [::1]:{}", encrypted.port()),
        ),
        ("listen 80", format!("listen {address}")),
        ("listen [::]:80", format!("listen [::1]:{}", address.port())),
        ("/etc/ssl/site", own.clone()),
        ("server 127.0.0.1:8080", format!("server {origin}")),
    ];
    let mut site = deployed("nginx.conf", &words);
    let nginx = installed("nginx", "nginx");
    if !knows_http2_on(&nginx) {
        // As the comment in the file says.
        site = site
            .replace("http2 on;", "")
            .replace(" ssl;", " ssl http2;");
    }
    let text = format!(
        "daemon off; pid {own}/pid; error_log {own}/error; events {{}}\n\
         http {{ access_log off; client_body_temp_path {own}/1; proxy_temp_path {own}/2; fastcgi_temp_path {own}/3;\n\
         uwsgi_temp_path {own}/4; scgi_temp_path {own}/5;\n{site} }}"
    );
    let config = recipe.write("nginx.conf", &text);
    let mut command = Command::new(nginx);
    command.arg("-e").arg(recipe.folder.path().join("error"));
    command.arg("-c").arg(config);
    let _nginx = Running::start(&mut command, address).expect("it listens");

    recipe.is_served(encrypted);
    let plain = recipe.visit("http", address, "/fees?a=b");
    assert_eq!(plain, format!("308 1.1 https://{HOST}/fees?a=b"));
    recipe.is_logged();
}

#[test]
#[ignore = "long"]
fn visitors_come_through_haproxy() {
    let recipe = Recipe::new();
    let [address, encrypted, origin] = addresses();
    let [origin_tls, admin, _] = addresses();
    let (tls_text, admin_text) = (origin_tls.to_string(), admin.to_string());
    let _server = recipe.serve(
        origin,
        &[
            "--tls-addr",
            &tls_text,
            "--admin",
            &admin_text,
            "--tls-certificate",
            "chain.pem",
            "--tls-key",
            "key.pem",
            "--trusted-proxies",
            "127.0.0.1",
            "--drain-seconds",
            "5",
        ],
    );
    let words = [
        // As many connections as the process may open files.
        ("maxconn 20000", "maxconn 1000".to_owned()),
        ("bind :::80", format!("bind :::{}", address.port())),
        ("bind :::443", format!("bind :::{}", encrypted.port())),
        ("10.0.0.1:80", origin.to_string()),
        ("10.0.0.1:443", tls_text.clone()),
        // The second server is down.
        ("10.0.0.2:", "127.0.0.9:".to_owned()),
        ("port 9090", format!("port {}", admin.port())),
    ];
    let config = recipe.write("haproxy.cfg", &deployed("haproxy.cfg", &words));
    let mut command = Command::new(installed("haproxy", "haproxy"));
    command.args(["-db", "-q", "-f"]).arg(config);
    let _haproxy = Running::start(&mut command, address).expect("it listens");

    // HAProxy detects within a second that the second server is down.
    std::thread::sleep(Duration::from_secs(3));
    recipe.is_served(encrypted);
    let plain = recipe.visit("http", address, "/fees");
    let port = origin_tls.port();
    assert_eq!(plain, format!("308 1.1 https://{HOST}:{port}/fees"));
    recipe.is_logged();
}

#[test]
#[ignore = "long"]
fn kubernetes_knows_every_field() {
    let folder = package("kubernetes", &["check.mjs"]);
    let site = deployed("kubernetes/site.yaml", &[]);
    let misspelled = deployed(
        "kubernetes/site.yaml",
        &[
            ("maxSurge: 1", "maxSurged: 1".to_owned()),
            ("minReplicas: 2", "minReplicas: two".to_owned()),
        ],
    );
    for (text, faults) in [(site, 0), (misspelled, 2)] {
        fs::write(folder.join("site.yaml"), text).expect("writable");
        let mut check = Command::new("node");
        check.args(["check.mjs", "site.yaml"]).current_dir(&folder);
        let output = check.output().expect("Node.js runs");
        let found = said(&output);
        assert_eq!(output.status.success(), faults == 0, "{found}");
        assert_eq!(found.matches("error TS").count(), faults, "{found}");
        assert!(found.contains("7 objects"), "{found}");
    }
}

/// A folder with a certificate, its key, and the server's log.
struct Recipe {
    folder: TempDir,
}

impl Recipe {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let issued = rcgen::generate_simple_self_signed([HOST.to_owned()]).expect("a certificate");
        let recipe = Recipe { folder };
        recipe.write("chain.pem", &issued.cert.pem());
        recipe.write("key.pem", &issued.signing_key.serialize_pem());
        recipe
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let file = self.folder.path().join(name);
        fs::write(&file, text).expect("writable");
        file
    }

    /// Starts the server, with its log in the folder.
    fn serve(&self, address: SocketAddr, arguments: &[&str]) -> Running {
        let mut shell = Command::new("/bin/sh");
        shell
            .args(["-c", r#"exec "$0" "$@" > log"#])
            .arg(site_server());
        shell.args(["--addr", &address.to_string(), "--log", "json"]);
        shell.args(arguments).current_dir(self.folder.path());
        Running::start(&mut shell, address).expect("it listens")
    }

    /// Sends a request as a visitor who pretends to be another; returns the status, the HTTP version and the redirect
    /// target.
    fn visit(&self, scheme: &str, address: SocketAddr, path: &str) -> String {
        let port = address.port();
        let mut curl = Command::new(installed("curl", "curl"));
        curl.args(["--silent", "--show-error", "--interface", VISITOR]);
        curl.arg("--cacert")
            .arg(self.folder.path().join("chain.pem"));
        curl.args(["--resolve", &format!("{HOST}:{port}:127.0.0.1")]);
        curl.args(["--header", FORGED, "--output", "/dev/null"]);
        curl.args([
            "--write-out",
            "%{http_code} %{http_version} %{redirect_url}",
        ]);
        curl.arg(format!("{scheme}://{HOST}:{port}{path}"));
        let output = curl.output().expect("it runs");
        said(&output).trim().to_owned()
    }

    /// Checks that pages are served over TLS and HTTP/2.
    fn is_served(&self, encrypted: SocketAddr) {
        for path in ["/", "/fees", "/robots.txt"] {
            assert_eq!(self.visit("https", encrypted, path), "200 2", "{path}");
        }
        assert_eq!(self.visit("https", encrypted, "/nowhere"), "404 2");
    }

    /// Checks that the log has the visitor's address for every request, and never the forged one.
    fn is_logged(&self) {
        let expected = format!("\"client\":\"{VISITOR}\"");
        let start = Instant::now();
        let log = loop {
            let log = fs::read_to_string(self.folder.path().join("log")).expect("a log");
            if log.matches(&expected).count() >= 4 {
                break log;
            }
            let is_late = start.elapsed() > Duration::from_secs(10);
            assert!(!is_late, "four lines of {VISITOR}:\n{log}");
            std::thread::sleep(Duration::from_millis(50));
        };
        assert!(!log.contains("192.0.2.1"), "{log}");
    }
}

/// Returns unused addresses that all differ.
fn addresses() -> [SocketAddr; 3] {
    let free = [0; 3].map(|_| TcpListener::bind("127.0.0.1:0").expect("a free port"));
    free.map(|listener| listener.local_addr().expect("its address"))
}

/// Returns true for nginx 1.25.1 or later.
fn knows_http2_on(nginx: &Path) -> bool {
    let output = Command::new(nginx).arg("-v").output().expect("it runs");
    let text = said(&output);
    let version = text.trim().rsplit('/').next().unwrap_or_default();
    let mut numbers = Vec::new();
    for number in version.split('.') {
        numbers.push(number.parse::<u32>().unwrap_or_default());
    }
    numbers >= vec![1, 25, 1]
}
