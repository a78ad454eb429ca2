//! Parts of earlier publications: a page that was opened before a publication finds them for 30 days, and nothing else from earlier.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::{Duration, SystemTime};

use crate::common::site::{self, compiled, prepare};
use crate::common::{Server, command, command_of};
use site_table::Table;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// A part that only the earlier publication has.
const OLD: &str = "/assets/old-1a2b3c4d.js";

/// A part of both publications, with other bytes in the earlier one. In a real build, the hash in its name would differ.
const BOTH: &str = "/assets/main-1a2b3c4d.js";

/// The table of an earlier publication.
static EARLIER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let dist = tempfile::tempdir().expect("a folder");
    let page = b"<!doctype html><title>Old</title><p>As it was.".repeat(20);
    let script = b"old();\n".repeat(99);
    let files = [
        ("index.html", page.clone()),
        ("404.html", page.clone()),
        ("fees.html", page.clone()),
        ("other.html", page),
        (&OLD[1..], script.clone()),
        (&BOTH[1..], script),
    ];
    site::write(dist.path(), &files);
    let file = folder.join("earlier.bin");
    prepare(
        &compiled(),
        dist.path(),
        &file,
        &folder.join("earlier-bodies"),
    )
    .expect("a table");
    file
});

/// A folder with the parts of the earlier publication.
fn parts() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    write_parts(folder.path());
    folder
}

/// Writes the parts of the earlier publication to a folder, like site-place.
fn write_parts(folder: &Path) {
    let table = Table::open(&EARLIER).expect("a table");
    let table = Box::leak(Box::new(table));
    site_table::parts::write(table, folder, SystemTime::now()).expect("writable");
}

fn server(parts: &Path) -> Server {
    let mut command = command();
    command
        .args(["--addr", "127.0.0.1:0", "--parts"])
        .arg(parts);
    Server::start_from(command)
}

/// Sets a part's modification time to this long ago.
fn age(file: &Path, ago: Duration) {
    let file = fs::File::options().write(true).open(file).expect("a part");
    file.set_modified(SystemTime::now() - ago).expect("ours");
}

#[test]
fn an_old_page_finds_its_parts_as_they_were_and_no_old_page_returns() {
    let folder = parts();
    let mut names = Vec::new();
    for entry in fs::read_dir(folder.path()).expect("written") {
        names.push(entry.expect("readable").file_name());
    }
    names.sort();
    assert_eq!(names, [&BOTH[8..], &OLD[8..]], "nothing but parts");

    let mut old = command_of(&EARLIER);
    old.args(["--addr", "127.0.0.1:0"]);
    let old = Server::start_from(old);
    let new = server(folder.path());
    for coding in ["identity", "gzip", "br"] {
        let asked = [("accept-encoding", coding)];
        let (was, is) = (old.get(OLD, &asked), new.get(OLD, &asked));
        assert_eq!((is.status, &is.body), (200, &was.body), "{coding}");
        for (name, value) in &was.headers {
            assert!(name == "date" || is.header(name) == Some(value), "{name}");
        }
        let immutable = is.header("cache-control").expect("caching");
        assert!(immutable.contains("immutable"), "{immutable}");
        let tag = was.header("etag").expect("a tag").to_owned();
        let held = new.get(OLD, &[asked[0], ("if-none-match", &tag)]);
        assert_eq!(held.status, 304);
    }
    assert_eq!(new.request("HEAD", OLD, &[]).body, b"");
    // The folder never replaces the server's own files.
    let own = Server::start();
    assert_eq!(new.get(BOTH, &[]).body, own.get(BOTH, &[]).body);
    for path in [
        "/other",
        "/assets/",
        "/assets/old-1a2b3c4d",
        "//assets/old-1a2b3c4d.js",
    ] {
        assert_eq!(new.get(path, &[]).status, 404, "{path}");
    }
    assert_eq!(own.get(OLD, &[]).status, 404);
}

#[test]
fn the_parts_of_what_follows_are_found_while_the_server_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let running = server(folder.path());
    assert_eq!(running.get(OLD, &[]).status, 404);
    write_parts(folder.path());
    crate::common::wait("the part", || running.get(OLD, &[]).status == 200);
    assert_eq!(running.get("/other", &[]).status, 404);
    let own = Server::start();
    assert_eq!(running.get(BOTH, &[]).body, own.get(BOTH, &[]).body);
}

#[test]
fn after_thirty_days_parts_are_gone() {
    let folder = parts();
    let file = folder.path().join(&OLD[8..]);
    age(&file, DAY * 31);
    assert_eq!(server(folder.path()).get(OLD, &[]).status, 404);

    // A part that expires while the server runs.
    age(&file, DAY * 30 - Duration::from_secs(4));
    let running = server(folder.path());
    assert_eq!(running.get(OLD, &[]).status, 200);
    crate::common::wait("the end of 30 days", || running.get(OLD, &[]).status == 404);

    // The earlier publication was live until a moment ago.
    write_parts(folder.path());
    assert_eq!(server(folder.path()).get(OLD, &[]).status, 200);
}

#[test]
fn a_part_that_is_damaged_keeps_nobody_from_being_served() {
    let folder = parts();
    let file = folder.path().join(&OLD[8..]);
    fs::copy(&file, folder.path().join("other-1a2b3c4d.js")).expect("copied");
    fs::write(&file, "damaged").expect("writable");
    fs::create_dir(folder.path().join("folder")).expect("writable");
    let running = server(folder.path());
    assert_eq!(running.get(OLD, &[]).status, 404);
    assert_eq!(running.get("/assets/other-1a2b3c4d.js", &[]).status, 404);
    assert_eq!(running.get("/", &[]).status, 200);
    let missing = server(&folder.path().join("nowhere"));
    assert_eq!(missing.get("/", &[]).status, 200);
}
