//! `cargo site-ops verify`: a place answers as the publication that it should serve.
//!
//! 1. [`certificate`]: the certificate is trusted, for this host, and not near its end.
//! 2. [`Expected`] names the rows that are right at each path: of the edition in force, and for a while what caches may keep.
//! 3. [`asker`] asks for each path, as a program, as a browser and as a phone; through an edge with a query that nobody has cached, then as visitors ask.
//! 4. [`hints`] looks for a response before the page's own.
//! 5. [`compare`] finds everything in which an [`answer`] is not its row; [`edges`] knows changes by their marks.
//! 6. [`report`] is what was found.

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

/// Questions without an answer, after which no more are asked.
const ENOUGH: usize = 20;

/// Seconds before the end of the time at which nothing more is waited for.
const RESERVE: i64 = 5;

/// A place to verify, and how to ask it.
#[derive(Debug)]
pub struct Request {
    /// The address of the place, such as `https://www.example.com`.
    pub url: String,
    /// The built server that it should run; none is the one that `cargo site build` made.
    pub server: Option<PathBuf>,
    /// True if caches are in front of the server.
    pub is_edge: bool,
    /// True for a static host that serves an export.
    pub is_of_files: bool,
    /// The built server that ran there before.
    pub before: Option<PathBuf>,
    /// The moment when the place began to serve this; none is now.
    pub since: Option<Timestamp>,
    /// The address to connect to, whatever the host's name resolves to.
    pub connect: Option<SocketAddr>,
    /// The file of the authorities to trust, in PEM, instead of the web's.
    pub ca: Option<PathBuf>,
    /// Requests at once.
    pub at_once: usize,
    /// The limit of all requests together, in seconds.
    pub seconds: u16,
    /// True for a report in JSON.
    pub is_json: bool,
}

impl Request {
    /// A request to the server itself at an address, which has the version that `cargo site build` made.
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

/// Compares every response of a place and prints the report; returns true if it answers as it should.
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
/// Returns an error if the built server can't be read, or the address is none.
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
        asker: Asker::new(&base, &trust, request.connect, deadline),
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
    // Where that failed, each path would fail in the same way.
    if results.differences.is_empty() && results.unasked.is_empty() {
        verification.run(&mut results);
        // Not of a place that is silent: it would be waited for once more.
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

/// The built server to compare with.
fn server(request: &Request) -> Result<PathBuf> {
    if let Some(server) = &request.server {
        return Ok(server.clone());
    }
    let workspace = Workspace::find()?;
    let built = workspace
        .path("target/site")
        .join(Profile::Release.folder());
    let server = built.join("site-server");
    ensure!(
        server.is_file(),
        "expected a built server at {}, found none; run `cargo site build`, or name one with --server",
        shown(&server)
    );
    Ok(server)
}

/// A question to ask.
#[derive(Clone)]
struct Question<'q> {
    path: &'q str,
    manner: &'static Manner,
    /// A query that nobody has cached, with its question mark.
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

/// What is thought of one answer.
enum Verdict {
    Same,
    /// Of before, which a cache may give until this moment.
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
    /// The end of the time, in seconds since 1970.
    end: i64,
    /// True where a static host serves an export.
    is_of_files: bool,
    without_answer: AtomicUsize,
}

impl Verification<'_> {
    /// Asks for everything: at the origin once, through an edge first with queries.
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

    /// Asks for each path in each manner.
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

        // A place that does not answer at all is asked no further.
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

    /// Asks two paths without TLS: they must lead to the site, or be it. Nothing need listen there.
    fn run_without_tls(&self, base: &Uri, trust: &Trust, results: &mut Results) {
        if base.scheme_str() != Some("https") || base.port().is_some() {
            return;
        }
        let Ok(plain) = format!("http://{}", base.host().unwrap_or_default()).parse() else {
            return;
        };
        let deadline = Instant::now() + Duration::from_secs(30);
        let asker = Asker::new(&plain, trust, None, deadline);
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

    /// Asks several questions at once, and returns each with what is thought of its answer.
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

    /// Asks one question, and compares the answer with all that may be right.
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

        // Its clock may have turned over while it was asked.
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
                // The files of an export name this header for its own parts alone.
                other.retain(|difference| !difference.is_without("cross-origin-resource-policy"));
            }
            if other.is_empty() {
                return Verdict::Same;
            }
        }
        // A query that nobody has cached can be answered from before only by a cache that leaves queries out.
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

/// The ways in which a path is asked for: pages as search engines do, too.
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

/// A difference of the place rather than of one answer.
fn of_place(path: &str, difference: Difference) -> Found {
    Found {
        path: path.to_owned(),
        asked: "for its certificate".to_owned(),
        difference,
    }
}

/// A word that nobody has asked for before.
fn chance(seed: &str) -> String {
    let now = Timestamp::now().as_nanosecond();
    let hash = Sha256::digest(format!("{seed} {now} {}", std::process::id()));
    let mut word = String::from("v");
    for byte in &hash[..8] {
        word += &format!("{byte:02x}");
    }
    word
}
