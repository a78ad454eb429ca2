//! A real Varnish with deploy/varnish.vcl in front of the real server.

use crate::server::{Running, free_address};
use crate::serving::program::{all_paths, installed, metric, site_server};
use site_cli::client::{Client, Response};
use site_table::Trailer;
use std::collections::BTreeMap;
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Loaded after the file's own rules, so that tests don't wait for minutes. It first reports the values that follow
/// from the server's headers.
const IMPATIENT: &str = r#"
sub vcl_backend_response {
    set beresp.http.x-kept = beresp.ttl + " " + beresp.grace;
    if (bereq.http.x-impatient) {
        set beresp.ttl = 0.5s;
    }
}
sub vcl_recv {
    if (req.http.x-impatient && req.grace >= 60s) {
        set req.grace = 0.5s;
    }
}
"#;
const SOON: Duration = Duration::from_millis(1200);
const IMPATIENTLY: [(&str, &str); 2] = [("x-impatient", "yes"), ("accept-encoding", "br")];

struct Workspace {
    folder: TempDir,
    origin: SocketAddr,
    admin: SocketAddr,
    server: Option<Running>,
    varnish: Running,
}

#[test]
#[ignore = "long"]
fn varnish_answers_for_the_server() {
    let mut workspace = Workspace::start();
    let kept = workspace.kept();
    assert_eq!(kept, "60.000 604800.000", "from the server's own headers");
    let pages = workspace.hits();
    workspace.revalidates();
    workspace.stays_up(&pages);
    workspace.is_purged_by_tag();
}

impl Workspace {
    fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let [origin, admin, address] = [(); 3].map(|()| free_address().expect("a free port"));
        let vcl = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy/varnish.vcl");
        let vcl = fs::read_to_string(vcl).expect("the file is there");
        let own = vcl.replace("\"8080\"", &format!("\"{}\"", origin.port()));
        assert_ne!(vcl, own, "the file names the server's port");
        let file = folder.path().join("site.vcl");
        fs::write(&file, own + IMPATIENT).expect("writable");
        let server = start(&site_server(), origin, admin);
        let mut command = Command::new(installed("varnishd", "varnish"));
        command.arg("-F").arg("-n").arg(folder.path().join("own"));
        command.args(["-a", &address.to_string(), "-p", "http_gzip_support=off"]);
        // Runs as the user of the test, who may not be allowed to switch users.
        command
            .args(["-j", "none", "-s", "malloc,64m", "-f"])
            .arg(&file);
        command.stderr(fs::File::create(folder.path().join("log")).expect("writable"));
        let varnish = Running::start(&mut command, address).expect("it listens");
        Workspace {
            folder,
            origin,
            admin,
            server: Some(server),
            varnish,
        }
    }

    fn client(&self) -> Client {
        self.varnish.client().expect("it listens")
    }

    fn get(&self, path: &str, headers: &[(&str, &str)]) -> Response {
        let response = self.client().get(path, headers);
        response.expect("a response")
    }

    /// Returns how long a page may be kept, and how long it may be used after that.
    fn kept(&self) -> String {
        let response = self.get("/about", &[]);
        for name in ["cache-tag", "via", "x-varnish", "server"] {
            assert_eq!(response.header(name), None, "{name}");
        }
        response.header("x-kept").unwrap_or_default().to_owned()
    }

    /// Returns the number of the server's responses with a status.
    fn answered(&self, status: u16) -> u64 {
        let name = format!("site_responses_total{{status=\"{status}\"}} ");
        metric(self.admin, &name)
    }

    /// Requests every path, in every encoding that browsers request, repeatedly.
    fn hits(&self) -> BTreeMap<String, Vec<u8>> {
        let paths = all_paths();
        let before = self.answered(200);
        let client = self.client();
        let mut pages = BTreeMap::new();
        let mut asked = 0;
        let browsers = [
            "gzip, deflate, br, zstd",
            "br;q=1.0, gzip;q=0.8",
            "gzip, deflate",
        ];
        let round = || paths.iter().flat_map(|path| browsers.map(|it| (path, it)));
        for (path, encodings) in (0..10).flat_map(|_| round()) {
            asked += 1;
            let response = client.get(path, &[("accept-encoding", encodings)]);
            let response = response.expect("a response");
            assert!([200, 301, 410].contains(&response.status), "{path}");
            if response.status == 200 && encodings.contains("br") {
                let coding = response.header("content-encoding");
                let is_page = response.header("content-type") == Some("text/html; charset=utf-8");
                assert!(!is_page || coding == Some("br"), "{path}: {coding:?}");
                pages.insert(path.clone(), response.body);
            }
        }
        let fetched = self.answered(200) - before;
        let ratio = 1.0 - fetched as f64 / f64::from(asked);
        println!("Varnish: {fetched} of {asked} requests were the server's, hit ratio {ratio:.4}");
        // At most two encodings per path; responses for removed pages aren't cached.
        assert!(fetched <= 2 * paths.len() as u64 + 60, "{fetched}");
        assert!(ratio > 0.9, "{ratio}");
        pages
    }

    /// An expired page costs the server only a 304.
    fn revalidates(&self) {
        let first = self.get("/faq", &IMPATIENTLY);
        self.forget("/faq");
        self.get("/faq", &IMPATIENTLY);
        let not_modified = self.answered(304);
        for _ in 0..3 {
            std::thread::sleep(SOON);
            let again = self.get("/faq", &IMPATIENTLY);
            assert_eq!((again.status, &again.body), (200, &first.body));
        }
        let asked = self.answered(304) - not_modified;
        println!("Varnish: three times beyond its time, a page cost {asked} responses of 304");
        assert!(asked >= 2, "{asked}");
        let tag = first.header("etag").expect("a tag");
        let fresh = self.get("/faq", &[("if-none-match", tag), ("accept-encoding", "br")]);
        assert_eq!((fresh.status, fresh.body.len()), (304, 0));
    }

    /// Stops the server: pages are still served, even expired ones. Then another build takes over.
    fn stays_up(&mut self, pages: &BTreeMap<String, Vec<u8>>) {
        self.forget("/contact");
        let known = self.get("/contact", &IMPATIENTLY);
        drop(self.server.take());
        std::thread::sleep(SOON);
        for (path, body) in pages {
            let response = self.get(path, &[("accept-encoding", "br")]);
            assert_eq!(response.status, 200, "{path}");
            assert!(response.body == *body, "{path}");
        }
        // Long after expiration, before and after the probe detects the outage.
        for wait in [0, 1, 4] {
            std::thread::sleep(Duration::from_secs(wait));
            let response = self.get("/contact", &IMPATIENTLY);
            assert_eq!(response.status, 200, "after {wait} s");
            assert!(response.body == known.body, "after {wait} s");
        }
        let never_asked_for = self.get("/nowhere", &[]);
        assert_eq!(never_asked_for.status, 503);

        let other = self.another_build(&known);
        self.server = Some(start(&other, self.origin, self.admin));
        let tag = known.header("etag").expect("a tag");
        let start = Instant::now();
        loop {
            let response = self.get("/contact", &IMPATIENTLY);
            assert_eq!(response.status, 200);
            let passed = start.elapsed();
            if response.header("etag") != Some(tag) {
                println!("Varnish: the page of another build came after {passed:.1?}");
                break;
            }
            let is_late = passed > Duration::from_secs(30);
            assert!(!is_late, "the page of another build does not come");
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// A page is kept for a minute, unless it's purged by its tag.
    fn is_purged_by_tag(&self) {
        let tag = |response: &Response| response.header("etag").map(str::to_owned);
        let (fees, faq) = (self.get("/fees", &[]), self.get("/faq", &[]));
        let before = self.answered(200);
        self.forget("/fees");
        assert_eq!(tag(&self.get("/fees", &[])), tag(&fees));
        assert_eq!(tag(&self.get("/faq", &[])), tag(&faq));
        let again = self.answered(200) - before;
        assert!((1..=3).contains(&again), "only the one: {again}");
        let before = self.answered(200);
        self.forget("site");
        for path in ["/fees", "/faq", "/sitemap.xml"] {
            self.get(path, &[]);
        }
        assert!(self.answered(200) - before >= 3);
        for tag in ["a b", ".*\"", ""] {
            assert_eq!(self.purged(tag), 400, "{tag:?}");
        }
    }

    fn forget(&self, tag: &str) {
        assert_eq!(self.purged(tag), 200);
    }

    /// Purges a tag; returns the response's status.
    fn purged(&self, tag: &str) -> u16 {
        let response = self.client().request("PURGE", "/", &[("cache-tag", tag)]);
        response.expect("a response").status
    }

    /// Returns a server whose page with this tag differs, as after a content change.
    fn another_build(&self, page: &Response) -> PathBuf {
        let mut bytes = fs::read(site_server()).expect("readable");
        let tag = page.header("etag").expect("a tag").as_bytes();
        let is_tag = |at: &usize| bytes[*at..].starts_with(tag);
        let places: Vec<_> = (0..bytes.len()).filter(is_tag).collect();
        assert!(!places.is_empty(), "the tag is in the table");
        for at in places {
            bytes[at..at + tag.len()].reverse();
        }
        seal(&mut bytes, &site_server());
        let file = self.folder.path().join("another-build");
        fs::copy(site_server(), &file).expect("writable");
        fs::write(&file, bytes).expect("writable");
        file
    }
}

/// Writes the digest of a changed table into the trailer that it has from a program.
fn seal(bytes: &mut [u8], program: &Path) {
    let mut program = fs::File::open(program).expect("readable");
    let mut trailer = Trailer::read(&mut program).expect("a trailer");
    let written = trailer.to_bytes().expect("a trailer");
    let end = bytes.len() - written.len();
    let start = end - usize::try_from(trailer.length).expect("it is in memory");
    trailer.digest = blake3::hash(&bytes[start..end]).to_hex().to_string();
    let sealed = trailer.to_bytes().expect("a trailer");
    bytes[end..].copy_from_slice(&sealed);
}

fn start(server: &Path, origin: SocketAddr, admin: SocketAddr) -> Running {
    let (origin_text, admin) = (origin.to_string(), admin.to_string());
    let mut command = Command::new(server);
    command.args(["--addr", &origin_text, "--admin", &admin]);
    command.args(["--shutdown-seconds", "1"]);
    Running::start(&mut command, origin).expect("it listens")
}
