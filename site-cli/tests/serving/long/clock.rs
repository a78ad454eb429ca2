//! The server with the real site in three editions: it switches editions by the clock under load, and follows a clock
//! that is set forward and back.

use crate::serving::program::{installed, metric, site_server};
use serde_json::{Value, json};
use site_cli::client::Client;
use site_cli::server::{Running, free_address};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tempfile::TempDir;
use walkdir::WalkDir;

/// Seconds between editions. Every path is requested in each edition.
const APART: i64 = 6;
/// The maximum seconds for the site to switch editions.
const LATE: f64 = 1.0;

/// The real site, and two later editions, where every page differs.
struct Site {
    folder: TempDir,
    compiled: Value,
    pages: Vec<PathBuf>,
}

impl Site {
    fn new() -> Self {
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let from = workspace.join("web/dist");
        let folder = tempfile::tempdir().expect("a folder for the test");
        let dist = folder.path().join("dist");
        let mut pages = Vec::new();
        for entry in WalkDir::new(&from) {
            let file = entry.expect("readable").into_path();
            let name = file.strip_prefix(&from).expect("below").to_owned();
            if !file.is_file() || name.starts_with(".editions") {
                continue;
            }
            copy(&file, &dist.join(&name));
            if name
                .extension()
                .is_some_and(|extension| extension == "html")
            {
                pages.push(name);
            }
        }
        let text = fs::read(workspace.join("target/site/content.json")).expect("a built site");
        let compiled = serde_json::from_slice(&text).expect("JSON");
        Site {
            folder,
            compiled,
            pages,
        }
    }

    /// Creates the table of the editions that start at these moments.
    fn table(&self, moments: [i64; 2]) -> PathBuf {
        let dist = self.folder.path().join("dist");
        let mut compiled = self.compiled.clone();
        let mut editions = vec![compiled["editions"][0].take()];
        _ = fs::remove_dir_all(dist.join(".editions"));
        for (number, moment) in moments.iter().enumerate() {
            let words = format!("Edition {}", number + 2);
            for name in &self.pages {
                let html = fs::read_to_string(dist.join(name)).expect("a page");
                let file = dist.join(format!(".editions/{moment}")).join(name);
                fs::create_dir_all(file.parent().expect("a folder")).expect("writable");
                fs::write(file, format!("{html}<p>{words}")).expect("writable");
            }
            let mut edition = editions[0].clone();
            edition["starts"] = json!(moment);
            edition["site"]["tagline"] = json!(words);
            editions.push(edition);
        }
        compiled["editions"] = json!(editions);
        let content = self.folder.path().join("content.json");
        fs::write(&content, compiled.to_string()).expect("writable");

        let table = self.folder.path().join("table.bin");
        let program = Path::new(env!("CARGO_BIN_EXE_site")).with_file_name("site-prepare");
        let mut prepare = Command::new(program);
        prepare
            .arg("--content")
            .arg(content)
            .arg("--dist")
            .arg(dist);
        prepare.arg("--out").arg(&table);
        prepare
            .arg("--cache")
            .arg(self.folder.path().join("bodies"));
        let output = prepare
            .output()
            .expect("`cargo site build` makes site-prepare");
        assert!(output.status.success(), "{output:?}");
        table
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to.parent().expect("a folder")).expect("writable");
    fs::copy(from, to).expect("writable");
}

/// Returns the command that starts a server with this table.
fn serve(table: &Path, addresses: [SocketAddr; 2]) -> Command {
    let mut command = Command::new(site_server());
    command.env_clear().arg("--table").arg(table);
    for (flag, address) in ["--addr", "--admin"].into_iter().zip(addresses) {
        command.args([flag, &address.to_string()]);
    }
    command
}

fn free() -> [SocketAddr; 2] {
    [(); 2].map(|()| free_address().expect("a free port"))
}

/// Seconds since 1970.
fn now() -> f64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.expect("after 1970").as_secs_f64()
}

/// Formats a moment for the server's command line.
fn utc(seconds: i64) -> String {
    jiff::Timestamp::from_second(seconds)
        .expect("a moment")
        .to_string()
}

/// Status, headers except the date, and body.
type Answer = (u16, Vec<(String, String)>, Vec<u8>);

fn ask(client: &Client, path: &str) -> Answer {
    let response = client.get(path, &[("accept-encoding", "br")]);
    let mut response = response.expect("a response");
    response.headers.retain(|(name, _)| name != "date");
    (response.status, response.headers, response.body)
}

/// Returns the responses of each edition by path, from servers that are fixed at one moment each.
fn answers(table: &Path, moments: [i64; 2]) -> BTreeMap<String, Vec<Answer>> {
    let mut held = Vec::new();
    let mut paths = BTreeSet::from(["/no-such-page".to_owned()]);
    for moment in [moments[0] - 1, moments[0], moments[1]] {
        let addresses = free();
        let mut command = serve(table, addresses);
        command.args(["--on", &utc(moment)]);
        held.push(Running::start(&mut command, addresses[0]).expect("it listens"));
        let output = command.arg("--paths").stdout(Stdio::piped()).output();
        let printed = String::from_utf8(output.expect("it starts").stdout).expect("a text");
        paths.extend(printed.lines().map(str::to_owned));
    }
    let mut answers: BTreeMap<String, Vec<Answer>> = BTreeMap::new();
    for server in &held {
        let client = server.client().expect("it listens");
        for path in &paths {
            let of_path = answers.entry(path.clone()).or_default();
            of_path.push(ask(&client, path));
        }
    }
    answers
}

/// Requests every path repeatedly until the test is over. Returns the number of responses, and the paths answered by
/// each edition.
fn visit(
    address: SocketAddr,
    moments: [i64; 2],
    answers: &BTreeMap<String, Vec<Answer>>,
    is_over: &AtomicBool,
) -> (usize, BTreeSet<(String, usize)>) {
    let edition_at = |seconds: f64| {
        let begun = moments.iter().filter(|moment| **moment as f64 <= seconds);
        begun.count()
    };
    let client = Client::connect(address).expect("it listens");
    let mut seen = BTreeSet::new();
    let mut count = 0;
    while !is_over.load(Ordering::Relaxed) {
        for (path, editions) in answers {
            let earliest = edition_at(now() - LATE);
            let answer = ask(&client, path);
            let latest = edition_at(now());
            let place = (earliest..=latest).find(|edition| editions[*edition] == answer);
            let place = place.unwrap_or_else(|| {
                panic!(
                    "{path}: expected the answer of edition {earliest} to {latest}, found another"
                )
            });
            seen.insert((path.clone(), place));
            count += 1;
        }
    }
    (count, seen)
}

#[test]
#[ignore = "long"]
fn the_site_turns_over_within_a_second_under_load() {
    let load = installed("h2load", "nghttp2-client");
    let site = Site::new();
    let (server, moments, answers) = soon(&site);
    let ready = moments[0] as f64 - now();

    let length = ready.ceil() as i64 + 2 * APART;
    let mut loading = Command::new(load);
    loading.args(["--h1", "-t1", "-c32", &format!("-D{length}")]);
    loading.args(["-H", "accept-encoding: br"]);
    for (path, editions) in &answers {
        // h2load counts a 404 as a failure.
        if editions.iter().all(|(status, _, _)| *status < 400) {
            loading.arg(format!("http://{}{path}", server.address));
        }
    }
    let load = loading.stdout(Stdio::piped()).spawn().expect("it starts");

    let is_over = AtomicBool::new(false);
    let (count, seen) = thread::scope(|scope| {
        let visitors =
            [(); 2].map(|()| scope.spawn(|| visit(server.address, moments, &answers, &is_over)));
        thread::sleep(Duration::from_secs(length.unsigned_abs()));
        is_over.store(true, Ordering::Relaxed);
        let mut count = 0;
        let mut seen = BTreeSet::new();
        for visitor in visitors {
            let (own_count, own_seen) = visitor.join().expect("every answer is of one edition");
            count += own_count;
            seen.extend(own_seen);
        }
        (count, seen)
    });
    let output = load.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stdout);
    let totals = said.lines().find(|line| line.starts_with("requests:"));
    println!("h2load: {}", totals.unwrap_or_default());
    let paths = answers.len();
    println!("{count} answers of {paths} paths compared while the site turned over twice");
    assert!(said.contains(" 0 failed, 0 errored, 0 timeout"), "{said}");
    assert!(said.contains(" 0 5xx"), "{said}");
    for (path, editions) in &answers {
        // A response that is equal in several editions is counted for the first one.
        let changes_in = |edition: &usize| !editions[..*edition].contains(&editions[*edition]);
        for edition in (0..editions.len()).filter(changes_in) {
            let was_seen = seen.contains(&(path.clone(), edition));
            assert!(was_seen, "{path} was not seen in edition {edition}");
        }
    }
}

/// Returns a server whose first edition change is seconds away, its moments, and the responses of its editions.
fn soon(site: &Site) -> (Running, [i64; 2], BTreeMap<String, Vec<Answer>>) {
    let mut ahead = 4;
    loop {
        let first = now() as i64 + ahead;
        let moments = [first, first + APART];
        // Slow results are cached for the next attempt.
        let table = site.table(moments);
        let answers = answers(&table, moments);
        let addresses = free();
        let mut command = serve(&table, addresses);
        let server = Running::start(&mut command, addresses[0]).expect("it listens");
        if now() < first as f64 - 1.0 {
            return (server, moments, answers);
        }
        ahead *= 2;
        assert!(ahead < 200, "a table is made in less than two minutes");
    }
}

/// Debian installs the library in a folder named after the architecture.
fn libfaketime() -> PathBuf {
    let files = WalkDir::new("/usr/lib").max_depth(3).into_iter().flatten();
    let file = files
        .map(walkdir::DirEntry::into_path)
        .find(|path| path.ends_with("faketime/libfaketimeMT.so.1"));
    file.expect("expected libfaketimeMT.so.1, by which this test sets a clock, found none below /usr/lib; install it, such as by Debian's package libfaketime")
}

#[test]
#[ignore = "long"]
fn a_clock_that_is_set_forward_and_back_is_followed() {
    let day = 24 * 60 * 60;
    let start = now() as i64;
    let moments = [start + day, start + 3 * day];
    let site = Site::new();
    let table = site.table(moments);
    let answers = answers(&table, moments);
    let clock = site.folder.path().join("clock");
    fs::write(&clock, "+0").expect("writable");
    let addresses = free();
    let mut command = serve(&table, addresses);
    command.args(["--header-seconds", "1"]);
    command.env("LD_PRELOAD", libfaketime());
    command.env("FAKETIME_TIMESTAMP_FILE", &clock);
    command.env("FAKETIME_NO_CACHE", "1");
    // Setting the clock leaves the monotonic clock unchanged, as on a real system.
    command.env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
    let server = Running::start(&mut command, addresses[0]).expect("it listens");
    let client = server.client().expect("it listens");

    for (offset, edition) in [
        ("+0", 1),
        ("+2d", 2),
        ("+4d", 3),
        ("+2d", 2),
        ("-400d", 1),
        ("+4d", 3),
        ("+0", 1),
    ] {
        fs::write(&clock, offset).expect("writable");
        let set = Instant::now();
        while metric(addresses[1], "site_edition ") != edition {
            let took = set.elapsed().as_secs_f64();
            assert!(took < LATE, "{offset}: no edition {edition} after {took} s");
            thread::sleep(Duration::from_millis(10));
        }
        for (path, editions) in &answers {
            let place = usize::try_from(edition - 1).expect("a number");
            assert!(ask(&client, path) == editions[place], "{offset}: {path}");
        }

        // Timers keep running: the server closes a silent connection.
        let limited = "site_limits_total{limit=\"header_seconds\"}";
        let before = metric(addresses[1], limited);
        let silent = std::net::TcpStream::connect(addresses[0]).expect("it accepts");
        let connected = Instant::now();
        while metric(addresses[1], limited) == before {
            assert!(connected.elapsed() < Duration::from_secs(3), "{offset}");
            thread::sleep(Duration::from_millis(50));
        }
        drop(silent);
    }
}
