//! Built servers of the tests' own site, in a current and an earlier version, and the command that verifies them.

use crate::server::Running;
use crate::workspace::said;
use serde_json::Value;
use site_table::assemble;
use socket2::{Domain, Socket, Type};
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{LazyLock, Mutex, PoisonError};

/// A page that existed earlier and was withdrawn.
pub const WITHDRAWN: &str = "/withdrawn";

/// A page whose text has changed.
pub const CHANGED: &str = "/fees";

/// A page's part that only the earlier publication has.
pub const OLD_PART: &str = "/assets/before-1a2b3c4d.js";

/// The built server of the tests' own site, for one run of the tests.
pub static LIVE: LazyLock<PathBuf> = LazyLock::new(|| built("live", |_| {}));

/// The server that ran before it.
pub static BEFORE: LazyLock<PathBuf> = LazyLock::new(|| {
    built("before", |dist| {
        let changed = dist.join(&CHANGED[1..]).with_extension("html");
        let page = fs::read_to_string(&changed).expect("a page");
        assert!(page.contains("</main>"), "a page has its main part");
        let other = page.replacen("</main>", "<p>As it was.</p></main>", 1);
        fs::write(&changed, other).expect("writable");
        fs::write(dist.join(&OLD_PART[1..]), "before();\n").expect("writable");
        let withdrawn = dist.join(&WITHDRAWN[1..]).with_extension("html");
        fs::write(withdrawn, page).expect("writable");
    })
});

/// A program of this build.
pub fn program(name: &str) -> PathBuf {
    Path::new(env!("CARGO_BIN_EXE_site-ops")).with_file_name(name)
}

/// Builds the server of the tests' own site after a change to its pages.
fn built(name: &str, change: impl Fn(&Path)) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("verify")
        .join(name);
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("writable");
    let fixture = fixture("dist");
    assert!(
        fixture.is_dir(),
        "expected the pages of the tests' own site at {}, found none; `cargo site test` makes them",
        fixture.display()
    );
    let dist = folder.join("dist");
    copy(&fixture, &dist);
    change(&dist);
    copy(&compressed(), &folder.join("bodies"));
    let server = folder.join("site-server");
    build(&folder, name, &program("site-server"), &server);
    server
}

/// The compressed responses of the tests' own site: compressing them takes seconds, and a cache makes the same bytes.
pub fn compressed() -> PathBuf {
    fixture("bodies")
}

/// A part of the tests' own site, as `cargo site test` builds it. Cargo may keep its programs in another folder.
fn fixture(part: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../target/site/fixture")
        .join(part)
}

/// Builds a server of a commit from the pages in a folder's `dist`. Only one at a time, because they share a cache.
pub fn build(folder: &Path, commit: &str, with: &Path, server: &Path) {
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/src/testing/content.json");
    let table = server.with_extension("table");
    let mut prepare = Command::new(program("site-prepare"));
    prepare.arg("--content").arg(content);
    prepare.arg("--dist").arg(folder.join("dist"));
    prepare.arg("--out").arg(&table);
    prepare.arg("--cache").arg(folder.join("bodies"));
    prepare.args(["--commit", commit]);
    let output = prepare.output().expect("site-prepare runs");
    assert!(output.status.success(), "{}", said(&output));
    assemble(with, &table, server).expect("the server is built");
}

/// Copies a folder.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("writable");
    for entry in fs::read_dir(from).expect("readable") {
        let entry = entry.expect("readable");
        let place = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &place);
        } else {
            fs::copy(entry.path(), place).expect("writable");
        }
    }
}

/// The correct server.
pub fn live() -> Running {
    Running::site_server(&LIVE, &[]).expect("it listens")
}

/// The result of a verification.
pub struct Verified {
    pub status: Option<i32>,
    pub report: Value,
    pub said: String,
}

/// Verifies a place, with more arguments.
pub fn verify(address: SocketAddr, arguments: &[&str]) -> Verified {
    verify_url(&format!("http://{address}"), arguments)
}

pub fn verify_url(url: &str, arguments: &[&str]) -> Verified {
    let output = run(url, &[arguments, &["--format", "json"]].concat());
    Verified {
        status: output.status.code(),
        report: serde_json::from_slice(&output.stdout).unwrap_or_default(),
        said: said(&output),
    }
}

pub fn run(url: &str, arguments: &[&str]) -> Output {
    let mut site = Command::new(env!("CARGO_BIN_EXE_site-ops"));
    site.args(["verify", url]);
    if !arguments.contains(&"--server") {
        site.arg("--server").arg(&*LIVE);
    }
    site.args(arguments).output().expect("the command runs")
}

impl Verified {
    /// The distinct differences, with their help.
    pub fn differences(&self) -> Vec<(String, String)> {
        let mut found = Vec::new();
        for difference in self.report["differences"].as_array().into_iter().flatten() {
            let word = |key: &str| difference[key].as_str().unwrap_or_default().to_owned();
            found.push((word("what"), word("help")));
        }
        found.sort();
        found.dedup();
        found
    }
}

/// An address without a listener. The port stays reserved until the tests end, so that no other test gets it.
pub fn nobody() -> SocketAddr {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).expect("a socket");
    let any: SocketAddr = ([127, 0, 0, 1], 0).into();
    socket.bind(&any.into()).expect("a free port");
    let address = socket.local_addr().expect("it is bound");
    std::mem::forget(socket);
    address.as_socket().expect("an address of the Internet")
}
