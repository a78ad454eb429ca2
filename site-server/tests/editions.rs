//! Editions: which one is served when, that each is served whole, and that nothing of an edition is visible before its start.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};
use std::{fs, thread};

use http::Request;
use serde_json::{Value, json};
use site_table::{Moment, Table};

use crate::common::{Response, Server, ask, command, command_of, fails, site};

/// A word in everything of the second edition, and nowhere else.
const AHEAD: &str = "zebrafinch";

/// Times in the distant future.
const FAR: [i64; 2] = [4_102_444_800, 4_133_980_800];

/// The path of a file that only the second edition uses. Its name reveals the scheduled change.
const LATER_FILE: &str = "/assets/zebrafinch-0a1b2c3d.js";

/// The route of an article that is only in the second edition.
const ARTICLE: &str = "/starts/zebrafinch";

/// Every path of every edition except the article's, and an unknown path.
const PATHS: [&str; 16] = [
    "/",
    "/.well-known/security.txt",
    "/assets/main-1a2b3c4d.js",
    LATER_FILE,
    "/ends",
    "/feed.xml",
    "/fees",
    "/gone",
    "/llms.txt",
    "/manifest.webmanifest",
    "/nowhere",
    "/old",
    "/robots.txt",
    "/sitemap.xml",
    "/starts",
    "/zebrafinch",
];

/// Compiled content with three editions: one page ends, one starts, and one changes twice.
fn compiled(moments: [i64; 2]) -> Value {
    let mut compiled = site::compiled();
    let fees = compiled["pages"][site::index_of(&compiled, "/fees")].clone();
    let mut indexes = BTreeMap::new();
    for (name, route, title) in [
        ("fees", "/fees", "Fees"),
        ("fees ahead", "/fees", AHEAD),
        ("ends", "/ends", "Ends"),
        ("starts", "/starts", AHEAD),
    ] {
        let mut page = fees.clone();
        page["route"] = json!(route);
        page["meta"]["title"] = json!(title);
        let pages = compiled["pages"].as_array_mut().expect("pages");
        indexes.insert(name, pages.len());
        pages.push(page);
    }
    let pages = |compiled: &Value, names: &[&str]| {
        let mut found = vec![
            site::index_of(compiled, "/"),
            site::index_of(compiled, "/404"),
        ];
        found.extend(names.iter().map(|name| indexes[name]));
        json!(found)
    };

    let mut first = compiled["editions"][0].clone();
    first["pages"] = pages(&compiled, &["fees", "ends"]);
    let mut second = first.clone();
    second["starts"] = json!(moments[0]);
    second["pages"] = pages(&compiled, &["fees ahead", "starts"]);
    second["site"]["name"] = json!(format!("The {AHEAD}"));
    second["site"]["tagline"] = json!(format!("A {AHEAD} at work"));
    second["articles"] = json!([article(&mut compiled)]);
    let mut third = first.clone();
    third["starts"] = json!(moments[1]);
    third["pages"] = pages(&compiled, &["fees", "starts"]);

    add_redirect(
        &mut first,
        "/starts",
        json!({ "kind": "page", "href": "/fees" }),
    );
    add_redirect(
        &mut second,
        "/ends",
        json!({ "kind": "page", "href": "/fees#zebrafinch" }),
    );
    add_redirect(
        &mut second,
        "/zebrafinch",
        json!({ "kind": "page", "href": "/" }),
    );
    add_redirect(&mut third, "/ends", Value::Null);
    compiled["editions"] = json!([first, second, third]);
    compiled
}

fn add_redirect(edition: &mut Value, from: &str, to: Value) {
    let is_gone = to.is_null();
    let redirects = edition["redirects"].as_array_mut().expect("redirects");
    let is_temporary = from == "/starts" || from == "/ends";
    redirects.push(json!({ "from": from, "to": to, "gone": is_gone, "temporary": is_temporary }));
}

/// Adds an article about the scheduled change, and returns its index.
fn article(compiled: &mut Value) -> usize {
    let articles = compiled["articles"].as_array_mut().expect("articles");
    let mut article = articles[0].clone();
    article["slug"] = json!(AHEAD);
    article["route"] = json!(ARTICLE);
    article["matter"]["title"] = json!(format!("On the {AHEAD}"));
    article["matter"]["excerpt"] = json!(format!("Words on the {AHEAD}"));
    articles.push(article);
    articles.len() - 1
}

/// The table file of three editions that start at these times.
fn table(name: &str, moments: [i64; 2]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let dist = tempfile::tempdir().expect("a folder");
    let page = |words: &str| format!("<!doctype html><title>{words}</title><p>{words}").repeat(20);
    let [second, third] = moments;
    let later = |seconds: i64, name: &str| format!(".editions/{seconds}/{name}");
    let files = [
        ("index.html".to_owned(), page("Home")),
        ("404.html".to_owned(), page("No page")),
        ("fees.html".to_owned(), page("Fees")),
        ("ends.html".to_owned(), page("Ends")),
        ("assets/main-1a2b3c4d.js".to_owned(), "main();".to_owned()),
        (LATER_FILE[1..].to_owned(), format!("{AHEAD}();")),
        (later(second, "index.html"), page(AHEAD)),
        (later(second, "404.html"), page(&format!("No {AHEAD}"))),
        (
            later(second, "fees.html"),
            page(&format!(
                "<script type=application/json>{{\"fees\": \"{AHEAD}\"}}</script>"
            )),
        ),
        (
            later(second, "starts.html"),
            page(&format!("Starts {AHEAD}")),
        ),
        (
            later(second, &format!("{}.html", &ARTICLE[1..])),
            page(&format!("Article {AHEAD}")),
        ),
        (later(third, "index.html"), page("Home")),
        (later(third, "404.html"), page("No page any more")),
        (later(third, "fees.html"), page("Fees")),
        (later(third, "starts.html"), page("Started")),
        (
            ".editions/files.json".to_owned(),
            json!({ LATER_FILE: second }).to_string(),
        ),
    ];
    let mut written = Vec::new();
    for (name, text) in &files {
        written.push((name.as_str(), text.clone().into_bytes()));
    }
    site::write(dist.path(), &written);
    let file = folder.join(format!("{name}.bin"));
    let bodies = folder.join(format!("{name}-bodies"));
    site::prepare(&compiled(moments), dist.path(), &file, &bodies).expect("a table");
    file
}

/// A server that holds the edition of a given time.
fn held(table: &Path, moment: i64) -> Command {
    let mut command = command_of(table);
    command.args(["--addr", "127.0.0.1:0", "--admin", "127.0.0.1:0"]);
    command.args(["--on", &Moment(moment).to_string()]);
    command
}

#[test]
fn the_edition_of_a_moment_is_held() {
    let table = table("held", FAR);
    for (moment, expected) in [
        (
            FAR[0] - 1,
            "200/ 200/.well-known/security.txt 200/assets/main-1a2b3c4d.js 404/assets/zebrafinch-0a1b2c3d.js 200/ends 200/feed.xml 200/fees \
             410/gone 200/llms.txt 200/manifest.webmanifest 404/nowhere 301/old 200/robots.txt 200/sitemap.xml 302/starts 404/zebrafinch",
        ),
        (
            FAR[0],
            "200/ 200/.well-known/security.txt 200/assets/main-1a2b3c4d.js 200/assets/zebrafinch-0a1b2c3d.js 302/ends 200/feed.xml 200/fees \
             410/gone 200/llms.txt 200/manifest.webmanifest 404/nowhere 301/old 200/robots.txt 200/sitemap.xml 200/starts 301/zebrafinch",
        ),
        (
            // A file that a visitor's open page may request stays.
            FAR[1],
            "200/ 200/.well-known/security.txt 200/assets/main-1a2b3c4d.js 200/assets/zebrafinch-0a1b2c3d.js 410/ends 200/feed.xml 200/fees \
             410/gone 200/llms.txt 200/manifest.webmanifest 404/nowhere 301/old 200/robots.txt 200/sitemap.xml 200/starts 404/zebrafinch",
        ),
    ] {
        let server = Server::start_from(held(&table, moment));
        let mut found = Vec::new();
        for path in PATHS {
            let status = server.get(path, &[]).status;
            found.push(format!("{status}{path}"));
        }
        assert_eq!(found.join(" "), expected, "at {moment}");

        let output = held(&table, moment).arg("--paths").output();
        let paths = String::from_utf8(output.expect("it starts").stdout).expect("a text");
        let mut served = paths.lines().collect::<BTreeSet<_>>();
        // The loop above doesn't request it.
        served.remove(ARTICLE);
        let mut answered = BTreeSet::new();
        for answer in &found {
            let (status, path) = answer.split_at(3);
            if status != "404" {
                answered.insert(path);
            }
        }
        assert_eq!(served, answered, "at {moment}");
    }
}

#[test]
fn a_redirect_from_a_page_that_is_absent_for_now_is_kept_as_briefly_as_a_page() {
    let server = Server::start_from(held(&table("absent", FAR), FAR[0]));
    let shared = "max-age=0,s-maxage=60,stale-while-revalidate=60,stale-if-error=604800";
    let location = "/fees#zebrafinch";
    server.get("/ends", &[]).expect(
        302,
        &[
            ("location", location),
            ("cache-control", shared),
            ("cache-tag", "site,/ends"),
            ("content-length", "0"),
        ],
    );
    server
        .get("/old", &[])
        .expect(301, &[("cache-control", "max-age=3600")]);
}

#[test]
fn an_operator_sees_the_edition_and_that_it_is_held() {
    let table = table("seen", FAR);
    let moments = "2100-01-01T00:00:00Z\n2101-01-01T00:00:00Z\n";
    let printed = command_of(&table).arg("--moments").output();
    assert_eq!(printed.expect("it starts").stdout, moments.as_bytes());
    for (moment, line, number, start, end) in [
        (
            0,
            "edition 1 of 3, until 2100-01-01T00:00:00Z (4102444800); held by --on 1970-01-01T00:00:00Z, it does not change",
            1,
            0,
            FAR[0],
        ),
        (
            FAR[0] + 1,
            "edition 2 of 3, since 2100-01-01T00:00:00Z (4102444800), until 2101-01-01T00:00:00Z (4133980800); \
             held by --on 2100-01-01T00:00:01Z, it does not change",
            2,
            FAR[0],
            FAR[1],
        ),
        (
            FAR[1],
            "edition 3 of 3, since 2101-01-01T00:00:00Z (4133980800); held by --on 2101-01-01T00:00:00Z, it does not change",
            3,
            FAR[1],
            0,
        ),
    ] {
        let log = tempfile::NamedTempFile::new().expect("a file");
        let mut command = held(&table, moment);
        command.stderr(log.reopen().expect("a file"));
        let mut server = Server::start_from(command);
        let admin = server.admin();
        let live = admin.get("/live").text();
        assert_eq!(live.lines().last(), Some(line));
        let metrics = [
            ("site_edition ", number),
            ("site_editions ", 3),
            ("site_edition_start_timestamp_seconds ", start),
            ("site_edition_end_timestamp_seconds ", end),
            ("site_edition_held ", 1),
        ];
        for (name, value) in metrics {
            assert_eq!(admin.metric(name), value.unsigned_abs(), "{name}");
        }
        server.signal("TERM");
        server.ends();
        let log = fs::read_to_string(log.path()).expect("a text");
        assert!(log.contains(&format!("in force: {line}")), "{log}");

        let checked = held(&table, moment).arg("--check").output();
        let said = String::from_utf8(checked.expect("it starts").stdout).expect("a text");
        assert!(said.contains(&format!("edition {number} of 3")), "{said}");
    }

    // If there is only one edition, the log is silent.
    let (server, admin) = Server::watched("");
    assert_eq!(
        admin.get("/live").text().lines().last(),
        Some("edition 1 of 1")
    );
    assert_eq!(admin.metric("site_edition_held "), 0);
    drop(server);
    for moment in ["2027-01-01", "2027-01-01T00:00:00-06:00"] {
        fails(
            command().args(["--on", moment]),
            2,
            "in UTC with seconds and a Z",
        );
    }
}

/// The expected response of an edition at a path.
fn expected(table: &Table, edition: usize, path: &str) -> Compared {
    let request = Request::builder().uri(path).header("host", "x").body(());
    let response = site_server::respond(table, edition, &request.expect("a request"));
    let mut headers = BTreeSet::new();
    for (name, value) in response.headers() {
        let value = value.to_str().expect("a text");
        headers.insert(format!("{name}: {value}"));
    }
    (
        response.status().as_u16(),
        headers,
        response.body().to_vec(),
    )
}

type Compared = (u16, BTreeSet<String>, Vec<u8>);

/// The compared parts of a response: everything except the time.
fn compared(response: &Response) -> Compared {
    let mut headers = BTreeSet::new();
    for (name, value) in &response.headers {
        if name != "date" {
            headers.insert(format!("{name}: {value}"));
        }
    }
    (response.status, headers, response.body.clone())
}

/// Seconds since 1970.
fn now() -> f64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.expect("after 1970").as_secs_f64()
}

/// A server whose table switches editions twice, soon and three seconds apart, and the times of the switches.
fn turning() -> (Server, PathBuf, [i64; 2]) {
    let mut lead = 3;
    loop {
        let first = now() as i64 + lead;
        let moments = [first, first + 3];
        // A second attempt is faster, because the results are cached.
        let file = table("turning", moments);
        let mut command = command_of(&file);
        command.args(["--addr", "127.0.0.1:0", "--threads", "2"]);
        let server = Server::start_from(command);
        if now() < first as f64 - 1.0 {
            return (server, file, moments);
        }
        lead *= 2;
        assert!(lead < 100, "the table is made in less than a minute");
    }
}

/// Longer than the watcher waits, even on a busy machine.
const LATE: f64 = 2.0;

#[test]
fn the_site_turns_over_by_the_clock_and_no_response_is_of_two_editions() {
    let (server, file, moments) = turning();
    let table = Table::open(&file).expect("a table");
    let mut editions: BTreeMap<&str, Vec<Compared>> = BTreeMap::new();
    for path in PATHS {
        let of_path = (0..3).map(|edition| expected(&table, edition, path));
        editions.insert(path, of_path.collect());
    }
    let edition_at = |seconds: f64| table.edition_at(Moment(seconds as i64));

    // The server looks at the clock five times a second: visitors hurry around each moment, and rest between them.
    let is_turning = |moment: i64| (-0.1..0.7).contains(&(now() - moment as f64));
    let is_over = AtomicBool::new(false);
    let visit = || {
        let mut seen = BTreeSet::new();
        let mut stream = server.connect();
        while !is_over.load(Ordering::Relaxed) {
            for path in PATHS {
                let asked = now();
                let request = format!("GET {path} HTTP/1.1\r\nHost: x\r\n\r\n");
                let answer = compared(&ask(&mut stream, &request));
                let (earliest, latest) = (edition_at(asked - LATE), edition_at(now()));
                let allowed = &editions[path][earliest..=latest];
                let place = allowed.iter().position(|edition| *edition == answer);
                let place = place.unwrap_or_else(|| {
                    let (status, headers, _) = &answer;
                    panic!("{path}: expected the answer of editions {earliest} to {latest}, found {status} {headers:?}")
                });
                seen.insert((path, earliest + place));
            }
            if !moments.iter().any(|&moment| is_turning(moment)) {
                thread::sleep(Duration::from_millis(100));
            }
        }
        seen
    };
    let seen = thread::scope(|scope| {
        let visitors = [(); 3].map(|()| scope.spawn(visit));
        while now() < moments[1] as f64 + LATE + 0.5 {
            thread::sleep(Duration::from_millis(50));
        }
        is_over.store(true, Ordering::Relaxed);
        let mut seen = BTreeSet::new();
        for visitor in visitors {
            seen.extend(visitor.join().expect("each response is of one edition"));
        }
        seen
    });
    // The changing path was observed in all three editions.
    for edition in 0..3 {
        assert!(seen.contains(&("/ends", edition)), "{edition}: {seen:?}");
    }
}

/// Everything that a server sends about a path.
fn everything(server: &Server, path: &str) -> String {
    let mut said = String::new();
    for (method, headers) in [
        ("GET", &[][..]),
        ("GET", &[("Accept-Encoding", "gzip")]),
        ("GET", &[("Accept-Encoding", "br")]),
        ("GET", &[("If-None-Match", "*")]),
        ("GET", &[("If-Match", "\"a\"")]),
        ("GET", &[("Range", "bytes=0-9999")]),
        ("HEAD", &[]),
        ("OPTIONS", &[]),
        ("POST", &[]),
    ] {
        let response = server.request(method, path, headers);
        said += &format!("{:?}", response.headers);
        if !response.body.is_empty() && response.status != 206 {
            said += &response.text();
        } else {
            said += &String::from_utf8_lossy(&response.body);
        }
    }
    // Another spelling, which is redirected to the table's path.
    let response = server.get(&format!("{path}/"), &[]);
    said + &format!("{:?}{}", response.headers, response.text())
}

#[test]
fn nothing_of_a_later_edition_can_be_had_before() {
    let table = table("ahead", FAR);
    let mut command = command_of(&table);
    command.args(["--addr", "127.0.0.1:0", "--admin", "127.0.0.1:0"]);
    let mut before = Server::start_from(command);
    let admin = before.admin();
    let after = Server::start_from(held(&table, FAR[0]));
    let mut ahead = Vec::new();
    for path in PATHS.into_iter().chain([ARTICLE]) {
        let said = everything(&before, path);
        assert!(!said.contains(AHEAD), "{path}: {said}");
        if everything(&after, path).contains(AHEAD) {
            ahead.push(path);
        }
    }
    for path in ["/live", "/ready", "/metrics"] {
        assert!(!admin.get(path).text().contains(AHEAD), "{path}");
    }
    // So the word occurs in every kind of place.
    let expected = "/ /assets/zebrafinch-0a1b2c3d.js /ends /feed.xml /fees /llms.txt /manifest.webmanifest /nowhere /sitemap.xml /starts /zebrafinch /starts/zebrafinch";
    let mut missing = expected.split(' ').collect::<Vec<_>>();
    missing.retain(|path| !ahead.contains(path));
    assert!(missing.is_empty(), "{missing:?} have no {AHEAD} later");
}
