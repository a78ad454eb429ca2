//! Requests paths from a place, with timeouts and retries, and follows the one redirect that may precede a site.

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
use ureq::http::uri::{Authority, Scheme};
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};

/// The timeout of one response.
const PATIENCE: Duration = Duration::from_secs(20);

/// How often to request a path that gets no answer, and the pauses in between.
const ATTEMPTS: u32 = 3;
const PAUSE: Duration = Duration::from_millis(300);

/// How long to use the addresses of a host before looking them up again.
const LOOKUP_LASTS: Duration = Duration::from_secs(30);

/// How often a place may respond that there are too many requests.
const REFUSALS: u32 = 10;

/// A kind of client, defined by its request headers.
pub struct Manner {
    /// Its name in reports.
    pub name: &'static str,
    pub method: Method,
    pub codings: &'static [&'static str],
    pub headers: &'static [(&'static str, &'static str)],
}

/// A program that accepts no content coding and has an entity tag that never existed.
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

/// A browser, without the codings that this program can't decode.
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

/// A phone, or any other client that only accepts gzip.
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

/// A program that requests a page without its body, such as a link checker.
pub const HEAD: Manner = Manner {
    name: "without its body",
    method: Method::Head,
    codings: PROGRAM.codings,
    headers: PROGRAM.headers,
};

/// A search engine. Some sites serve it changed pages, and edges refuse clients that only claim to be one.
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

/// A method of read-only requests.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Method {
    Get,
    /// Only the headers.
    Head,
}

/// Why there is no response to compare.
pub enum Failure {
    /// There was no response, which proves nothing about the site.
    Unasked(String),
    /// The place can't be trusted, or leads elsewhere.
    Wrong(Difference),
}

pub struct Asker {
    agent: Agent,
    base: Uri,
    deadline: Instant,
    /// The end of the pause that the place requested.
    pause: Mutex<Instant>,
}

impl Asker {
    /// Prepares requests below a base address until a deadline, from `at_once` threads. Connects to `connect` if given, instead
    /// of the address's host.
    pub fn new(
        base: &Uri,
        trust: &Trust,
        connect: Option<SocketAddr>,
        at_once: usize,
        deadline: Instant,
    ) -> Self {
        let config = Config::builder()
            // Each thread's connection stays open for its next request.
            .max_idle_connections(at_once)
            .max_idle_connections_per_host(at_once)
            .accept("")
            .accept_encoding("")
            .user_agent("")
            .http_status_as_error(false)
            .max_redirects(0)
            .proxy(None)
            .tls_config(trust.for_ureq())
            .build();
        let place = Place {
            connect,
            last_lookup: Mutex::new(None),
        };
        let agent = Agent::with_parts(config, DefaultConnector::default(), place);
        Self {
            agent,
            base: base.clone(),
            deadline,
            pause: Mutex::new(Instant::now()),
        }
    }

    /// Requests a path whose body is expected to have this many bytes.
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

    /// Requests an address, and retries if there is no answer or the place asks for a pause.
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
                        // One interrupted connection proves nothing about the place.
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

    /// Waits for the end of a pause. Returns an error if that is after the deadline.
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

/// Parses the address of a site: a scheme and a host, without a path.
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

/// The target of a redirect that only changes the scheme to https, or only adds or removes www.
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

/// The pause that a place requests with 429 and Retry-After.
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

/// Classifies a client error.
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

/// The reason why a certificate was refused, if that caused the connection error.
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

/// Resolves an address to a socket: the given one, or by name. The client calls this for each request.
#[derive(Debug)]
struct Place {
    connect: Option<SocketAddr>,
    last_lookup: Mutex<Option<Lookup>>,
}

/// The addresses of a host, and when they were looked up.
#[derive(Debug)]
struct Lookup {
    at: Instant,
    scheme: Option<Scheme>,
    authority: Option<Authority>,
    addresses: ResolvedSocketAddrs,
}

impl Resolver for Place {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        if let Some(address) = self.connect {
            let mut addresses = self.empty();
            addresses.push(address);
            return Ok(addresses);
        }
        // Not locked during a lookup, which may take seconds.
        let last_lookup = || self.last_lookup.lock().expect("no thread panics with it");
        let (scheme, authority) = (uri.scheme(), uri.authority());
        if let Some(last) = &*last_lookup()
            && (last.scheme.as_ref(), last.authority.as_ref()) == (scheme, authority)
            && last.at.elapsed() < LOOKUP_LASTS
        {
            return Ok(last.addresses.clone());
        }
        let addresses = DefaultResolver::default().resolve(uri, config, timeout)?;
        *last_lookup() = Some(Lookup {
            at: Instant::now(),
            scheme: scheme.cloned(),
            authority: authority.cloned(),
            addresses: addresses.clone(),
        });
        Ok(addresses)
    }
}
