//! The export, served by a real nginx and a real Caddy: every response is the one that the server itself gives.

use crate::client::{Client, Response};
use crate::program::{Running, all_paths, free_address, installed, site_server};
use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

#[test]
#[ignore = "long"]
fn nginx_serves_an_export_as_the_server_does() {
    let nginx = installed("nginx", "nginx-light");
    let folder = exported();
    let dir = folder.path().join("site");
    let address = free_address();
    let own = folder.path().display();
    let configuration = format!(
        "daemon off; worker_processes 1; pid {own}/pid; error_log {own}/log error;
        events {{ worker_connections 100; }}
        http {{ access_log off; keepalive_requests 1000000;
        client_body_temp_path {own}/t1; proxy_temp_path {own}/t2; fastcgi_temp_path {own}/t3; uwsgi_temp_path {own}/t4; scgi_temp_path {own}/t5;
        include {dir}/nginx/http.conf;
        server {{ listen {address}; root {dir}/site; include {dir}/nginx/server.conf; }} }}",
        dir = dir.display()
    );
    let file = folder.path().join("nginx.conf");
    fs::write(&file, configuration).expect("writable");
    let mut command = Command::new(nginx);
    command.arg("-p").arg(folder.path()).arg("-c").arg(&file);
    command.arg("-e").arg(folder.path().join("log"));
    let theirs = Running::start(&mut command, address);
    compare("nginx", &theirs, false);
}

#[test]
#[ignore = "long"]
fn caddy_serves_an_export_as_the_server_does() {
    let caddy = installed("caddy", "caddy");
    let folder = exported();
    let dir = folder.path().join("site");
    let address = free_address();
    let own = format!("{{\nadmin off\n}}\nimport {}/Caddyfile\n", dir.display());
    let file = folder.path().join("Caddyfile");
    fs::write(&file, own).expect("writable");
    let mut command = Command::new(caddy);
    command
        .args(["run", "--adapter", "caddyfile", "--config"])
        .arg(&file)
        .env("SITE_ADDRESS", format!("http://:{}", address.port()))
        .env("SITE_ROOT", dir.join("site"))
        .env("XDG_CONFIG_HOME", folder.path())
        .env("XDG_DATA_HOME", folder.path())
        .stderr(fs::File::create(folder.path().join("log")).expect("writable"));
    let theirs = Running::start(&mut command, address);
    compare("Caddy", &theirs, true);
}

fn exported() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let output = Command::new(env!("CARGO_BIN_EXE_site"))
        .arg("export")
        .arg(folder.path().join("site"))
        .arg("--server")
        .arg(site_server())
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")))
        .output()
        .expect("the command runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    folder
}

/// Of the connection, or of the program: no part of what is served.
const NOT_COMPARED: [&str; 4] = ["date", "server", "connection", "keep-alive"];

struct Comparison {
    ours: Client,
    theirs: Client,
    address: SocketAddr,
    /// Whether paths such as /../fees are asked for.
    leads_out: bool,
    count: usize,
    differences: Vec<String>,
}

fn compare(name: &str, theirs: &Running, leads_out: bool) {
    let ours = Running::site_server(&["--requests-per-connection", "1000000"]);
    let mut compared = Comparison {
        ours: ours.client(),
        theirs: theirs.client(),
        address: theirs.address,
        leads_out,
        count: 0,
        differences: Vec::new(),
    };
    let paths = all_paths();
    for path in &paths {
        compared.path(path);
        if !path.starts_with("/assets/") {
            compared.spellings(path);
        }
    }
    for path in [
        "/nowhere",
        "/nowhere/",
        "/nowhere.html",
        "/Fees",
        "/fees.html.html",
        "/fees.html.br",
        "/fees.br",
        "/blog%2Fmarket-drop",
        "/_headers",
        "/_redirects",
        "/export.json",
        "/404",
        "/404.html",
        "/assets",
        "/assets/",
        "/assets/nowhere.js",
        "/?a=b",
        "/fees?a=/../b&c=//d%2f",
    ] {
        compared.same("GET", path, &[]);
        compared.same("GET", path, &[("accept-encoding", BROWSER)]);
        compared.same("HEAD", path, &[("accept-encoding", BROWSER)]);
    }
    let picture = paths.iter().find(|path| path.ends_with(".png"));
    let picture = picture.expect("the site has a picture");
    for range in ["bytes=0-99", "bytes=100-", "bytes=-5", "bytes=0-0"] {
        compared.same("GET", picture, &[("range", range)]);
        compared.same(
            "GET",
            "/fees",
            &[("range", range), ("accept-encoding", "br")],
        );
    }
    let stale = [("range", "bytes=0-99"), ("if-range", "\"other\"")];
    compared.same("GET", picture, &stale);
    println!("{name}: {} responses compared", compared.count);
    let differences = &compared.differences;
    let shown: Vec<_> = differences.iter().take(12).map(String::as_str).collect();
    assert!(
        differences.is_empty(),
        "of {} responses {} differ:\n{}",
        compared.count,
        differences.len(),
        shown.join("\n")
    );
}

const BROWSER: &str = "gzip, deflate, br, zstd";
const CODINGS: [&str; 9] = [
    BROWSER,
    "br",
    "zstd",
    "gzip",
    "identity",
    "deflate",
    "br;q=0, gzip",
    "GZip ;Q=1.0",
    "br;q=0,zstd;q=0.000 , gzip;q=0",
];

impl Comparison {
    /// All that may be asked of a path as it is written.
    fn path(&mut self, path: &str) {
        let plain = self.same("GET", path, &[]);
        self.same("HEAD", path, &[("accept-encoding", BROWSER)]);
        for coding in CODINGS {
            self.same("GET", path, &[("accept-encoding", coding)]);
        }
        let tag = |response: &Response| response.header("etag").map(str::to_owned);
        let compressed = self
            .ours
            .get(path, &[("accept-encoding", BROWSER)])
            .expect("a response");
        for tag in [tag(&plain), tag(&compressed)].into_iter().flatten() {
            for condition in [
                tag.clone(),
                format!("W/{tag}"),
                format!("\"other\", {tag} , \"another\""),
                format!("\"other\",W/{tag}"),
                "\"other\"".to_owned(),
                "*".to_owned(),
            ] {
                let browser = [("if-none-match", &*condition), ("accept-encoding", BROWSER)];
                self.same("GET", path, &browser[..1]);
                self.same("GET", path, &browser);
            }
            self.same("HEAD", path, &[("if-none-match", &tag)]);
        }
    }

    fn spellings(&mut self, path: &str) {
        let (first, rest) = path.split_at(2.min(path.len()));
        let letter = first.as_bytes().get(1).copied().unwrap_or(b'/');
        for spelling in [
            format!("{path}/"),
            format!("{path}//"),
            format!("{path}.html"),
            format!("{path}/index.html"),
            format!("{path}.html/"),
            format!("/{path}"),
            format!("/.{path}"),
            format!("{path}/."),
            format!("/nowhere/..{path}"),
            format!("{path}/nowhere/.."),
            if letter == b'/' {
                "//".to_owned()
            } else {
                format!("/%{letter:02x}{rest}")
            },
        ]
        .into_iter()
        // nginx refuses what leads out of its root, rightly.
        .chain(self.leads_out.then(|| format!("/..{path}")))
        {
            self.same("GET", &spelling, &[]);
            self.same(
                "GET",
                &format!("{spelling}?a=b&c=%2F"),
                &[("accept-encoding", BROWSER)],
            );
        }
    }

    fn same(&mut self, method: &str, path: &str, headers: &[(&str, &str)]) -> Response {
        self.count += 1;
        let ours = self.ours.ask(method, path, headers).expect("our response");
        match self.theirs.ask(method, path, headers) {
            Ok(theirs) => {
                let whole = ours.status == 304 && theirs.header("content-length").is_some();
                let mut length = None;
                if whole {
                    let mut headers = headers.to_vec();
                    headers.retain(|(name, _)| *name != "if-none-match");
                    let whole = self.ours.ask("HEAD", path, &headers).expect("our response");
                    length = whole.header("content-length").map(str::to_owned);
                }
                let is_moved = method == "HEAD" && ours.status == 301;
                let (mut ours, theirs) = (told(&ours), told(&theirs));
                // A HEAD need not say that there are no bytes (RFC 9110, 9.3.2).
                ours.retain(|line| {
                    !is_moved || line != "content-length: 0" || theirs.contains(line)
                });
                // A 304 may say how long the whole is (RFC 9110, 8.6), and nothing else.
                ours.extend(length.map(|length| format!("content-length: {length}")));
                ours.sort();
                if ours != theirs {
                    let missing = ours.iter().filter(|line| !theirs.contains(line));
                    let added = theirs.iter().filter(|line| !ours.contains(line));
                    let lines: Vec<_> = missing
                        .map(|line| format!("  - {line}"))
                        .chain(added.map(|line| format!("  + {line}")))
                        .collect();
                    self.differences
                        .push(format!("{method} {path} {headers:?}\n{}", lines.join("\n")));
                }
            }
            Err(error) => {
                self.differences
                    .push(format!("{method} {path} {headers:?}\n  {error:#}"));
                self.theirs = Client::connect(self.address).expect("it listens");
            }
        }
        ours
    }
}

/// A response, line by line.
fn told(response: &Response) -> Vec<String> {
    let mut lines = vec![format!("status {}", response.status)];
    for (name, value) in &response.headers {
        // On a part it says nothing that the part does not.
        let is_said = response.status == 206 && name == "accept-ranges";
        if !is_said && !NOT_COMPARED.contains(&name.as_str()) {
            lines.push(format!("{name}: {value}"));
        }
    }
    lines.push(format!("body {}", blake3::hash(&response.body)));
    lines.sort();
    lines
}
