//! A static host that serves an export.

use super::host::Host;
use super::place::{BEFORE, CHANGED, LIVE, OLD_PART, verify};
use super::proxy::{self, Lie};
use crate::package::package;
use crate::server::free_address;
use crate::workspace::said;
use std::fs;
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Exports a built server to a folder.
fn export(server: &Path, site: &Path) {
    let mut export = Command::new(crate::program("export"));
    export.arg("export").arg(site).arg("--server").arg(server);
    export.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    let output = export.output().expect("the command runs");
    assert!(output.status.success(), "{}", said(&output));
}

#[test]
fn a_host_of_files_is_right_and_what_it_changes_is_found() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let site = folder.path().join("site");
    export(&LIVE, &site);

    let address = Host::start(site.clone()).address;
    let verified = verify(address, &["--files"]);
    assert_eq!(verified.status, Some(0), "{}", verified.said);
    // Its responses differ from the server's.
    assert_eq!(verify(address, &[]).status, Some(1));

    // An earlier part has the headers of all parts, not its original ones.
    let part = site.join(&OLD_PART[1..]);
    fs::write(&part, "before();\n").expect("writable");
    let before = ["--files", "--before", BEFORE.to_str().expect("UTF-8")];
    let verified = verify(address, &before);
    assert_eq!(verified.status, Some(0), "{}", verified.said);
    fs::write(&part, "after();\n").expect("writable");
    assert_eq!(verify(address, &before).status, Some(1));
    fs::remove_file(&part).expect("ours");

    for (file, words, instead, what) in [
        (
            "_headers",
            "  content-security-policy: ",
            "  x-policy: ",
            "content-security-policy",
        ),
        (
            "_headers",
            "  x-content-type-options: ",
            "  x-options: ",
            "x-content-type-options",
        ),
        (
            "_headers",
            "  cross-origin-resource-policy: same-origin\n",
            "",
            "cross-origin-resource-policy",
        ),
        ("_redirects", " 301\n", "/elsewhere 301\n", "location"),
        ("404.html", "</main>", "<p>Parked.</p></main>", "body"),
        ("fees.html", "</main>", "<p>Buy now.</p></main>", "body"),
        ("faq.html", "", "", "status"),
    ] {
        let file = site.join(file);
        let before = fs::read_to_string(&file).expect("exported");
        if words.is_empty() {
            fs::remove_file(&file).expect("ours");
        } else {
            assert!(before.contains(words), "{words}");
            fs::write(&file, before.replace(words, instead)).expect("writable");
        }
        let verified = verify(address, &["--files"]);
        assert_eq!(verified.status, Some(1), "{what}: {}", verified.said);
        let differences = verified.differences();
        let is_named = differences.iter().any(|(found, _)| found == what);
        assert!(is_named, "expected {what}, found {differences:?}");
        fs::write(&file, before).expect("writable");
    }
}

/// Cloudflare's own program, which serves a folder like Pages. It ends when this value is dropped.
struct Pages(Child);

impl Pages {
    fn start(site: &Path, address: SocketAddr) -> Self {
        let wrangler = package("wrangler", &[]).join("node_modules/wrangler/bin/wrangler.js");
        let mut node = Command::new("node");
        node.arg(wrangler).args(["pages", "dev"]).arg(site);
        node.args(["--ip", "127.0.0.1", "--port", &address.port().to_string()]);
        node.args(["--compatibility-date", "2026-05-01"]);
        node.current_dir(site.parent().expect("a folder"));
        node.stdin(Stdio::null()).stdout(Stdio::null());
        let pages = Self(node.stderr(Stdio::null()).spawn().expect("node runs"));
        let start = Instant::now();
        while TcpStream::connect(address).is_err() {
            assert!(start.elapsed() < Duration::from_secs(120), "it listens");
            sleep(Duration::from_millis(100));
        }
        pages
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        _ = Command::new("kill").arg(self.0.id().to_string()).status();
        _ = self.0.wait();
    }
}

#[test]
#[ignore = "long"]
fn an_export_at_cloudflare_answers_as_the_server() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let site = folder.path().join("site");
    export(&LIVE, &site);
    let engine = free_address().expect("a free port");
    let _pages = Pages::start(&site, engine);
    // Without the headers that only the local program adds, and with bodies of known length.
    let as_there: Lie = Arc::new(|_, response| {
        let local = ["x-server-env", "transfer-encoding"];
        let headers = &mut response.headers;
        headers.retain(|(name, _)| !local.contains(&name.as_str()));
    });
    let there = Arc::clone(&as_there);
    let address = proxy::before(engine, as_there);
    for arguments in [&["--files"][..], &["--files", "--edge"]] {
        let verified = verify(address, arguments);
        assert_eq!(verified.status, Some(0), "{}", verified.said);
    }
    let lie: Lie = Arc::new(move |request, response| {
        there(request, response);
        if request.path == CHANGED {
            response.status = 500;
        }
    });
    let liar = proxy::before(engine, lie);
    assert_eq!(verify(liar, &["--files"]).status, Some(1));
}
