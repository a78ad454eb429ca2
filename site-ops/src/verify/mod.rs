//! `cargo site-ops verify`: checks that a place serves the expected publication.
//!
//! 1. [`certificate`]: the certificate is trusted, matches the host, and doesn't expire soon.
//! 2. [`Expected`] determines the valid rows at each path: the current edition's, and for a while earlier rows that caches may keep.
//! 3. [`asker`] requests each path as a program, a browser and a phone. Through an edge, it sends a unique query first, then requests as visitors do.
//! 4. [`hints`] looks for early responses.
//! 5. [`compare`] finds the differences between an [`answer`] and its row; [`edges`] recognizes known changes.
//! 6. [`report`] is the result.

mod answer;
mod asker;
mod certificate;
mod compare;
mod edges;
mod hints;
pub mod report;
mod validity;

use crate::publication::Publication;
use crate::publication::expected::Expected;
use crate::run::print;
use crate::workspace::{Profile, Workspace, shown};
use anyhow::{Result, bail, ensure};
use asker::{Asker, BROWSER, Failure, HEAD, Manner, PHONE, PROGRAM, ROBOT};
use certificate::Trust;
use compare::{Difference, compare};
use jiff::Timestamp;
use report::{Found, Kept, Outcome, Report, Unasked};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use ureq::http::Uri;

/// The number of requests without an answer after which no more are sent.
const ENOUGH: usize = 20;

/// How long before the deadline waiting stops, in seconds.
const RESERVE: i64 = 5;

/// A place to verify, and how to ask it.
#[derive(Debug)]
pub struct Request {
    /// The address of the place, such as `https://www.example.com`.
    pub url: String,
    /// The built server that it should run. `None` means the result of `cargo site build`.
    pub server: Option<PathBuf>,
    /// True if caches are in front of the server.
    pub is_edge: bool,
    /// True for a static host that serves an export.
    pub is_of_files: bool,
    /// The built server that ran there before.
    pub before: Option<PathBuf>,
    /// When the place began to serve this version. `None` means now.
    pub since: Option<Timestamp>,
    /// The address to connect to, whatever the host's name resolves to.
    pub connect: Option<SocketAddr>,
    /// The PEM file with the authorities to trust instead of the web's.
    pub ca: Option<PathBuf>,
    /// The number of concurrent requests.
    pub at_once: usize,
    /// The time limit of all requests together, in seconds.
    pub seconds: u16,
    /// True for a report in JSON.
    pub is_json: bool,
}

impl Request {
    /// A request that checks the server itself at an address against the result of `cargo site build`.
    pub fn of(url: &str) -> Self {
        Self {
            url: url.to_owned(),
            server: None,
            is_edge: false,
            is_of_files: false,
            before: None,
            since: None,
            connect: None,
            ca: None,
            at_once: 8,
            seconds: 300,
            is_json: false,
        }
    }
}

/// Compares every response of a place and prints the report. Returns true if all are right.
///
/// # Errors
/// Returns an error if the place doesn't answer.
pub fn verify(request: &Request) -> Result<bool> {
    let report = compare_place(request)?;
    let text = if request.is_json {
        report.to_json()?
    } else {
        report.to_text()
    };
    print(&text)?;
    match report.result {
        Outcome::Same => Ok(true),
        Outcome::Differs => Ok(false),
        Outcome::Unasked => bail!("{} could not be asked", request.url),
    }
}

/// Compares every response of a place.
///
/// # Errors
/// Returns an error if the built server can't be read, or if the address is invalid.
pub fn compare_place(request: &Request) -> Result<Report> {
    let base = asker::base(&request.url)?;
    let trust = Trust::new(request.ca.as_deref())?;
    let live = Publication::of_server(&server(request)?)?;
    let before = match &request.before {
        Some(before) => Some(Publication::of_server(before)?),
        None => None,
    };
    let since = request.since.unwrap_or_else(Timestamp::now);
    let end = Timestamp::now().as_second() + i64::from(request.seconds);
    let deadline = Instant::now() + Duration::from_secs(request.seconds.into());
    let verification = Verification {
        expected: Expected {
            live: &live,
            before: before.as_ref(),
            since: since.as_second(),
            is_edge: request.is_edge,
        },
        asker: Asker::new(&base, &trust, request.connect, request.at_once, deadline),
        at_once: request.at_once,
        end,
        is_of_files: request.is_of_files,
        without_answer: AtomicUsize::new(0),
    };

    let mut results = Results::default();
    let now = Timestamp::now().as_second();
    match certificate::check(&base, &trust, request.connect, now) {
        Ok(fault) => results
            .differences
            .extend(fault.map(|fault| of_place("/", fault))),
        Err(error) => results.unasked.push(Unasked {
            path: "/".to_owned(),
            asked: "for its certificate".to_owned(),
            reason: format!("{error:#}"),
        }),
    }
    // If that failed, every path would fail in the same way.
    if results.differences.is_empty() && results.unasked.is_empty() {
        verification.run(&mut results);
        // Don't wait again for a place that doesn't answer.
        let has_answered = results.compared > 0;
        if has_answered && let Ok(found) = hints::check(&base, &trust, request.connect, deadline) {
            let hints = found.map(|difference| Found {
                path: "/".to_owned(),
                asked: BROWSER.name.to_owned(),
                difference,
            });
            results.differences.extend(hints);
        }
        if request.is_edge && request.connect.is_none() {
            verification.run_without_tls(&base, &trust, &mut results);
        }
    }

    Ok(results.report(&base, &live))
}

/// The built server for the comparison.
fn server(request: &Request) -> Result<PathBuf> {
    if let Some(server) = &request.server {
        return Ok(server.clone());
    }
    let workspace = Workspace::find()?;
    let built = workspace.site_folder().join(Profile::Release.folder());
    let server = built.join("site-server");
    ensure!(
        server.is_file(),
        "expected a built server at {}, found none; run `cargo site build`, or name one with --server",
        shown(&server)
    );
    Ok(server)
}

/// A request to send.
#[derive(Clone)]
struct Question<'q> {
    path: &'q str,
    manner: &'static Manner,
    /// A unique query, with its question mark, which no cache has.
    query: Option<String>,
}

impl Question<'_> {
    fn asked(&self) -> String {
        match &self.query {
            Some(_) => format!("{}, with a query", self.manner.name),
            None => self.manner.name.to_owned(),
        }
    }
}

/// The result of comparing one response.
enum Verdict {
    Same,
    /// A response of the previous version, which a cache may serve until this time.
    Kept(i64),
    Differs(Vec<Difference>),
    Unasked(String),
}

#[derive(Default)]
struct Results {
    compared: usize,
    differences: Vec<Found>,
    unasked: Vec<Unasked>,
    kept: Vec<Kept>,
}

struct Verification<'p> {
    expected: Expected<'p>,
    asker: Asker,
    at_once: usize,
    /// The deadline, in seconds since 1970.
    end: i64,
    /// True if a static host serves an export.
    is_of_files: bool,
    without_answer: AtomicUsize,
}

impl Verification<'_> {
    /// Requests everything: once at the origin; through an edge, first with queries.
    fn run(&self, results: &mut Results) {
        let invented = [
            format!("/{}", chance("a page")),
            format!("/blog/{}", chance("an article")),
            format!("/assets/{}.js", chance("a part")),
            format!("/{}.html", chance("a file")),
        ];
        let mut paths: Vec<&str> = self.expected.paths().into_iter().collect();
        paths.extend(invented.iter().map(String::as_str));
        if self.expected.is_edge {
            self.ask_for(&paths, true, results);
        }
        self.ask_for(&paths, false, results);
    }

    /// Requests each path with each kind of client.
    fn ask_for(&self, paths: &[&str], with_query: bool, results: &mut Results) {
        let mut questions = Vec::new();
        for path in paths {
            for manner in manners(path, with_query) {
                let query = with_query.then(|| format!("?verify={}", chance(path)));
                questions.push(Question {
                    path,
                    manner,
                    query,
                });
            }
        }

        // Stop after the first request if the place doesn't answer at all.
        if let Verdict::Unasked(reason) = self.judge(&self.asker, &questions[0]) {
            results.add(&questions[0], Verdict::Unasked(reason));
            return;
        }
        let mut verdicts = self.judge_all(&questions);
        loop {
            let mut again = Vec::new();
            let mut latest = 0;
            for (question, verdict) in verdicts {
                match verdict {
                    Verdict::Kept(until) if until + RESERVE < self.end => {
                        latest = latest.max(until);
                        again.push(question);
                    }
                    verdict => results.add(&question, verdict),
                }
            }
            if again.is_empty() {
                return;
            }
            let left = latest + 1 - Timestamp::now().as_second();
            std::thread::sleep(Duration::from_secs(u64::try_from(left).unwrap_or(0)));
            verdicts = self.judge_all(&again);
        }
    }

    /// Requests two paths without TLS, which must redirect to the site or serve it. A place may also not listen there.
    fn run_without_tls(&self, base: &Uri, trust: &Trust, results: &mut Results) {
        if base.scheme_str() != Some("https") || base.port().is_some() {
            return;
        }
        let Ok(plain) = format!("http://{}", base.host().unwrap_or_default()).parse() else {
            return;
        };
        let deadline = Instant::now() + Duration::from_secs(30);
        let asker = Asker::new(&plain, trust, None, 1, deadline);
        let pages = self.expected.live.paths().into_iter();
        for path in pages.filter(|path| !path.contains('.')).take(2) {
            let question = Question {
                path,
                manner: &PROGRAM,
                query: None,
            };
            let verdict = self.judge(&asker, &question);
            if !matches!(verdict, Verdict::Unasked(_)) {
                results.add(&question, verdict);
            }
        }
    }

    /// Sends requests concurrently, and returns each with its result.
    fn judge_all<'q>(&self, questions: &[Question<'q>]) -> Vec<(Question<'q>, Verdict)> {
        let next = AtomicUsize::new(0);
        let judged = Mutex::new(BTreeMap::new());
        let work = || {
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some(question) = questions.get(place) else {
                    return;
                };
                let verdict = self.judge(&self.asker, question);
                let mut all = judged.lock().expect("no thread panics with it");
                all.insert(place, verdict);
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..self.at_once {
                scope.spawn(work);
            }
        });
        let mut by_place = judged.into_inner().expect("no thread panics with it");
        let mut verdicts = Vec::new();
        while let Some((place, verdict)) = by_place.pop_first() {
            verdicts.push((questions[place].clone(), verdict));
        }
        verdicts
    }

    /// Sends one request, and compares the response with all valid rows.
    fn judge(&self, asker: &Asker, question: &Question) -> Verdict {
        if self.without_answer.load(Ordering::Relaxed) >= ENOUGH {
            let reason = format!("not asked, since {ENOUGH} others had no answer");
            return Verdict::Unasked(reason);
        }
        let asked = Timestamp::now().as_second();
        let rows = self.expected.candidates(question.path, asked, asked);
        let longest = rows.current.iter().map(|row| row.body.len()).max();
        let path = match &question.query {
            Some(query) => format!("{}{query}", question.path),
            None => question.path.to_owned(),
        };
        let answer = match asker.ask(&path, question.manner, longest.unwrap_or(0)) {
            Ok(answer) => answer,
            Err(Failure::Wrong(difference)) => return Verdict::Differs(vec![difference]),
            Err(Failure::Unasked(reason)) => {
                self.without_answer.fetch_add(1, Ordering::Relaxed);
                return Verdict::Unasked(reason);
            }
        };

        // The server may have switched editions during the request.
        if question.manner.name == ROBOT.name && matches!(answer.status, 403 | 429 | 503) {
            return Verdict::Same;
        }
        let answered = Timestamp::now().as_second();
        let rows = self.expected.candidates(question.path, asked, answered);
        let differences = compare(rows.current[0], &answer, self.is_of_files);
        if differences.is_empty() {
            return Verdict::Same;
        }
        let is_over = rows.current[0].status != 200;
        for row in &rows.current[1..] {
            let mut other = compare(row, &answer, self.is_of_files);
            if self.is_of_files && is_over {
                // An export sets this header only for its own files.
                other.retain(|difference| !difference.is_without("cross-origin-resource-policy"));
            }
            if other.is_empty() {
                return Verdict::Same;
            }
        }
        // A unique query can get an earlier response only from a cache that ignores queries.
        if question.query.is_none() || answer.is_from_cache() {
            for (row, until) in rows.earlier {
                if compare(row, &answer, self.is_of_files).is_empty() {
                    return Verdict::Kept(until);
                }
            }
        }
        Verdict::Differs(differences)
    }
}

/// The kinds of clients that request a path. Pages are also requested as a search engine.
fn manners(path: &str, with_query: bool) -> Vec<&'static Manner> {
    let mut manners = vec![&PROGRAM, &BROWSER, &PHONE];
    if !with_query {
        manners.push(&HEAD);
        if !path.contains('.') {
            manners.push(&ROBOT);
        }
    }
    manners
}

impl Results {
    fn add(&mut self, question: &Question, verdict: Verdict) {
        let (path, asked) = (question.path.to_owned(), question.asked());
        match verdict {
            Verdict::Same => self.compared += 1,
            Verdict::Kept(until) => {
                self.compared += 1;
                self.kept.push(Kept { path, asked, until });
            }
            Verdict::Differs(differences) => {
                self.compared += 1;
                for difference in differences {
                    self.differences.push(Found {
                        path: path.clone(),
                        asked: asked.clone(),
                        difference,
                    });
                }
            }
            Verdict::Unasked(reason) => self.unasked.push(Unasked {
                path,
                asked,
                reason,
            }),
        }
    }

    fn report(self, base: &Uri, live: &Publication) -> Report {
        let result = if !self.differences.is_empty() {
            Outcome::Differs
        } else if !self.unasked.is_empty() {
            Outcome::Unasked
        } else {
            Outcome::Same
        };
        let edition = live.in_force(Timestamp::now().as_second());
        Report {
            url: base.to_string().trim_end_matches('/').to_owned(),
            result,
            digest: live.digest.clone(),
            commit: live.commit.clone(),
            edition: live.editions[edition].starts,
            compared: self.compared,
            differences: self.differences,
            unasked: self.unasked,
            kept: self.kept,
            clock_difference: None,
        }
    }
}

/// A difference of the place instead of one response.
fn of_place(path: &str, difference: Difference) -> Found {
    Found {
        path: path.to_owned(),
        asked: "for its certificate".to_owned(),
        difference,
    }
}

/// A word that no one has used in a query before.
fn chance(seed: &str) -> String {
    let now = Timestamp::now().as_nanosecond();
    let hash = Sha256::digest(format!("{seed} {now} {}", std::process::id()));
    let mut word = String::from("v");
    for byte in &hash[..8] {
        word += &format!("{byte:02x}");
    }
    word
}
