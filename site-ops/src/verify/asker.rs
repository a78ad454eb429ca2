//! Asks a place for a path: bounded in time, again where nothing was answered, and along the one redirect that may stand before a site.

use super::answer::{self, Answer, bounded, decoded};
use super::certificate::Trust;
use super::compare::{Difference, compare_redirect};
use anyhow::{Context as _, Result, ensure};
use std::io;
use std::net::SocketAddr;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use ureq::Agent;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};

/// The longest that one answer may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// How often a path is asked for that nobody answers, and the pauses between.
const ATTEMPTS: u32 = 3;
const PAUSE: Duration = Duration::from_millis(300);

/// How often a place may say that it is asked too often.
const REFUSALS: u32 = 10;

/// One way of asking, as the headers of a request.
pub struct Manner {
    /// Its name in reports.
    pub name: &'static str,
    pub method: Method,
    pub codings: &'static [&'static str],
    pub headers: &'static [(&'static str, &'static str)],
}

/// A program that takes nothing encoded, and holds a page that was never there.
pub const PROGRAM: Manner = Manner {
    name: "as a program",
    method: Method::Get,
    codings: &[],
    headers: &[
        ("accept", "*/*"),
        ("accept-encoding", "identity"),
        ("if-none-match", "\"of-no-publication\""),
        ("user-agent", "site-verify/1 (the site's own check)"),
    ],
};

/// A browser, but for the codings that this program can't read.
pub const BROWSER: Manner = Manner {
    name: "as a browser",
    method: Method::Get,
    codings: &["br", "gzip"],
    headers: &[
        (
            "accept",
            "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
        ),
        ("accept-encoding", "gzip, br"),
        ("accept-language", "en-US,en;q=0.9"),
        ("sec-fetch-dest", "document"),
        ("sec-fetch-mode", "navigate"),
        ("sec-fetch-site", "none"),
        ("sec-fetch-user", "?1"),
        ("upgrade-insecure-requests", "1"),
        (
            "user-agent",
            "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
        ),
    ],
};

/// A phone, and all that takes gzip alone.
pub const PHONE: Manner = Manner {
    name: "as a phone",
    method: Method::Get,
    codings: &["gzip"],
    headers: &[
        (
            "accept",
            "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
        ),
        ("accept-encoding", "gzip"),
        ("accept-language", "en-US,en;q=0.9"),
        (
            "user-agent",
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
        ),
    ],
};

/// A program that asks for a page without its body, such as one that checks links.
pub const HEAD: Manner = Manner {
    name: "without its body",
    method: Method::Head,
    codings: PROGRAM.codings,
    headers: PROGRAM.headers,
};

/// A search engine, for which pages are sometimes changed. Edges refuse those who only say that they are one.
pub const ROBOT: Manner = Manner {
    name: "as a search engine",
    method: Method::Get,
    codings: &["br", "gzip"],
    headers: &[
        (
            "accept",
            "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
        ),
        ("accept-encoding", "gzip, br"),
        (
            "user-agent",
            "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
        ),
    ],
};

/// A method of requests that ask and change nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Method {
    Get,
    /// The headers alone.
    Head,
}

/// The reason why there is no answer to compare.
pub enum Failure {
    /// Nothing was answered: that proves nothing of the site.
    Unasked(String),
    /// The place can't be trusted, or leads elsewhere.
    Wrong(Difference),
}

pub struct Asker {
    agent: Agent,
    base: Uri,
    deadline: Instant,
    /// The end of the pause that a place has asked for.
    pause: Mutex<Instant>,
}

impl Asker {
    /// Prepares to ask below an address, of a place whose certificate is trusted so, until a moment; at another socket than the address names, if given.
    pub fn new(base: &Uri, trust: &Trust, connect: Option<SocketAddr>, deadline: Instant) -> Self {
        let config = Config::builder()
            .accept("")
            .accept_encoding("")
            .user_agent("")
            .http_status_as_error(false)
            .max_redirects(0)
            .proxy(None)
            .tls_config(trust.for_ureq())
            .build();
        let agent = Agent::with_parts(config, DefaultConnector::default(), Place { connect });
        Self {
            agent,
            base: base.clone(),
            deadline,
            pause: Mutex::new(Instant::now()),
        }
    }

    /// Asks for a path whose body is expected to have so many bytes.
    pub fn ask(&self, path: &str, manner: &Manner, expected: usize) -> Result<Answer, Failure> {
        let first = address(&self.base, path).map_err(|error| unasked(&error))?;
        let answer = self.ask_patiently(&first, manner, expected)?;
        let Some(next) = led_to(&answer) else {
            return Ok(answer);
        };
        if let Some(difference) = compare_redirect(&answer) {
            return Err(Failure::Wrong(difference));
        }
        self.ask_patiently(&next, manner, expected)
    }

    /// Asks an address, again where nobody answers or the place asks for a pause.
    fn ask_patiently(
        &self,
        uri: &Uri,
        manner: &Manner,
        expected: usize,
    ) -> Result<Answer, Failure> {
        let (mut attempts, mut refusals) = (0, 0);
        loop {
            self.wait()?;
            match self.ask_once(uri, manner, expected) {
                Ok(answer) => {
                    let Some(pause) = asked_to_wait(&answer) else {
                        // A way that breaks off once says nothing of the place.
                        attempts += 1;
                        if answer.body.is_ok() || attempts == ATTEMPTS {
                            return Ok(answer);
                        }
                        std::thread::sleep(PAUSE * attempts);
                        continue;
                    };
                    refusals += 1;
                    if refusals == REFUSALS {
                        let why = format!(
                            "429 Too Many Requests, {REFUSALS} times; ask with a smaller --at-once"
                        );
                        return Err(Failure::Unasked(why));
                    }
                    let until = Instant::now() + pause;
                    let mut latest = self.pause.lock().expect("no thread panics with it");
                    *latest = until.max(*latest);
                }
                Err(failure) => {
                    attempts += 1;
                    let is_sure = matches!(failure, Failure::Wrong(_));
                    if is_sure || attempts == ATTEMPTS {
                        return Err(failure);
                    }
                    std::thread::sleep(PAUSE * attempts);
                }
            }
        }
    }

    /// Waits for the end of a pause; fails where that is beyond the time there is.
    fn wait(&self) -> Result<(), Failure> {
        let until = *self.pause.lock().expect("no thread panics with it");
        let now = Instant::now();
        if until.max(now) >= self.deadline {
            let why = "the time that --seconds allows is over".to_owned();
            return Err(Failure::Unasked(why));
        }
        std::thread::sleep(until.saturating_duration_since(now));
        Ok(())
    }

    fn ask_once(&self, uri: &Uri, manner: &Manner, expected: usize) -> Result<Answer, Failure> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        let mut request = match manner.method {
            Method::Get => self.agent.get(uri),
            Method::Head => self.agent.head(uri),
        };
        for (name, value) in manner.headers {
            request = request.header(*name, *value);
        }
        let request = request.config();
        let timed = request.timeout_global(Some(left.min(PATIENCE))).build();
        let (head, body) = timed.call().map_err(|error| failed(&error))?.into_parts();

        let mut headers = Vec::new();
        for (name, value) in &head.headers {
            let value = String::from_utf8_lossy(value.as_bytes());
            headers.push((name.to_string(), value.into_owned()));
        }
        let mut answer = Answer {
            uri: uri.clone(),
            status: head.status.as_u16(),
            headers,
            body: Ok(Vec::new()),
            codings: manner.codings,
            is_head: manner.method == Method::Head,
        };
        if answer.is_head {
            return Ok(answer);
        }
        let coding = answer.header("content-encoding").unwrap_or_default();
        answer.body = match bounded(body.into_reader(), answer::most(expected)) {
            Ok(encoded) => decoded(coding, &encoded, expected),
            Err(error) if is_timeout(&error) => {
                return Err(Failure::Unasked(format!("the body took too long: {error}")));
            }
            Err(error) => Err(format!("a body that is broken off: {error}")),
        };
        Ok(answer)
    }
}

/// The address of a path below a base.
pub fn address(base: &Uri, path: &str) -> Result<Uri> {
    let scheme = base.scheme_str().unwrap_or("http");
    let authority = base.authority().context("an address has a host")?;
    Ok(format!("{scheme}://{authority}{path}").parse()?)
}

/// The address of a site that somebody has given: a scheme and a host, and nothing below.
pub fn base(given: &str) -> Result<Uri> {
    let uri: Uri = given.parse().with_context(|| {
        format!("expected an address such as https://www.example.com, found {given}")
    })?;
    let is_web = matches!(uri.scheme_str(), Some("http" | "https"));
    let is_bare = uri.path() == "/" && uri.query().is_none();
    ensure!(
        is_web && is_bare && uri.host().is_some(),
        "expected an address such as https://www.example.com, of http or https and without a path, found {given}"
    );
    Ok(uri)
}

/// The address to which an answer leads, where only the scheme becomes https, or only www comes or goes.
fn led_to(answer: &Answer) -> Option<Uri> {
    if !matches!(answer.status, 301 | 302 | 307 | 308) {
        return None;
    }
    let from = &answer.uri;
    let to: Uri = answer.header("location")?.parse().ok()?;
    let (old, new) = (from.host()?, to.host()?);
    if from.path_and_query() != to.path_and_query() {
        return None;
    }

    let is_same_host = new == old;
    let is_www = new.strip_prefix("www.") == Some(old) || old.strip_prefix("www.") == Some(new);
    let is_secured = from.scheme_str() == Some("http") && to.scheme_str() == Some("https");
    if is_secured && (is_same_host || is_www) {
        return Some(to);
    }
    let is_same_scheme = from.scheme_str() == to.scheme_str();
    let is_same_port = from.port_u16() == to.port_u16();
    (is_www && is_same_scheme && is_same_port).then_some(to)
}

/// The pause that a place asks for with 429 and Retry-After.
fn asked_to_wait(answer: &Answer) -> Option<Duration> {
    if answer.status != 429 {
        return None;
    }
    let after = answer.header("retry-after")?.trim();
    if let Ok(seconds) = after.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let moment = jiff::fmt::rfc2822::parse(after).ok()?.timestamp();
    let left = moment.as_second() - jiff::Timestamp::now().as_second();
    Some(Duration::from_secs(u64::try_from(left).unwrap_or(0)))
}

/// The kind of failure that an error of the client is.
fn failed(error: &ureq::Error) -> Failure {
    let certificate = match error {
        ureq::Error::Rustls(rustls::Error::InvalidCertificate(reason)) => {
            Some(format!("{reason:?}"))
        }
        ureq::Error::Io(error) => certificate_of(error),
        _ => None,
    };
    match certificate {
        Some(reason) => Failure::Wrong(super::certificate::refused(&reason)),
        None => Failure::Unasked(error.to_string()),
    }
}

/// The reason why a certificate is refused, where that is what an error of a connection is.
fn certificate_of(error: &io::Error) -> Option<String> {
    match error.get_ref()?.downcast_ref() {
        Some(rustls::Error::InvalidCertificate(reason)) => Some(format!("{reason:?}")),
        _ => None,
    }
}

fn is_timeout(error: &io::Error) -> bool {
    let is_clients = error
        .get_ref()
        .and_then(|inner| inner.downcast_ref())
        .is_some_and(|error| matches!(error, ureq::Error::Timeout(_)));
    is_clients || error.kind() == io::ErrorKind::TimedOut
}

fn unasked(error: &anyhow::Error) -> Failure {
    Failure::Unasked(error.to_string())
}

/// Finds the socket of an address: the one that is given, or by its name.
#[derive(Debug)]
struct Place {
    connect: Option<SocketAddr>,
}

impl Resolver for Place {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let Some(address) = self.connect else {
            return DefaultResolver::default().resolve(uri, config, timeout);
        };
        let mut addresses = self.empty();
        addresses.push(address);
        Ok(addresses)
    }
}
