//! Visitors who continuously request pages and everything on them, some with pages open that were loaded earlier.

use site_cli::client::Client;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The pages that exist all year.
pub const PAGES: [&str; 6] = ["/", "/fees", "/about", "/faq", "/blog", "/contact"];

/// How long a page may have been open, in seconds. Parts are kept for 30 days.
const OPEN: i64 = 29 * 24 * 60 * 60;

/// The requests of all visitors.
pub struct Visits {
    address: SocketAddr,
    found: Mutex<Found>,
}

#[derive(Default)]
struct Found {
    asked: usize,
    /// Requests for parts that no page uses anymore.
    late: usize,
    longest: Duration,
    /// The path of the slowest request.
    slowest: String,
    failures: Vec<String>,
}

impl Visits {
    pub fn new(address: SocketAddr) -> Self {
        Self {
            address,
            found: Mutex::default(),
        }
    }

    /// Sends requests until the end: for pages, for their parts, and for the parts of pages that may still be open.
    pub fn ask(&self, is_over: &AtomicBool) {
        let mut open: BTreeMap<String, i64> = BTreeMap::new();
        while !is_over.load(Ordering::Relaxed) {
            let begun = now();
            for page in PAGES {
                let Some(html) = self.get(page) else {
                    continue;
                };
                for part in parts(&html) {
                    self.get(part);
                    open.insert(part.to_owned(), now());
                }
            }
            for (part, last) in &open {
                // The clock skips days, so this checks the time again just before the request.
                if *last < begun && now() - last <= OPEN {
                    self.get(part);
                    self.found.lock().expect("no thread panics").late += 1;
                }
            }
            open.retain(|_, last| now() - *last <= OPEN);
        }
    }

    /// Requests a path on a new connection, like a new visitor.
    fn get(&self, path: &str) -> Option<String> {
        let start = Instant::now();
        let answer = Client::connect(self.address)
            .and_then(|client| client.get(path, &[("connection", "close")]));
        let took = start.elapsed();
        let mut found = self.found.lock().expect("no thread panics");
        found.asked += 1;
        if took > found.longest {
            found.longest = took;
            path.clone_into(&mut found.slowest);
        }
        match answer {
            Ok(response) if response.status == 200 => {
                Some(String::from_utf8_lossy(&response.body).into_owned())
            }
            Ok(response) => {
                let moment = jiff::Timestamp::now();
                let failure = format!("{path}: status {} at {moment}", response.status);
                found.failures.push(failure);
                None
            }
            Err(error) => {
                found.failures.push(format!("{path}: {error:#}"));
                None
            }
        }
    }

    /// Prints the measurements.
    pub fn report(&self) {
        let found = self.found.lock().expect("no thread panics");
        println!(
            "visitors: {} requests, {} of them for parts of earlier pages, {} failed; the longest wait was {:.3} s, for {}",
            found.asked,
            found.late,
            found.failures.len(),
            found.longest.as_secs_f64(),
            found.slowest
        );
    }

    /// Asserts that every request succeeded, including requests from pages that were opened earlier.
    pub fn has_failed_nobody(&self) {
        let found = self.found.lock().expect("no thread panics");
        assert!(found.late > 0, "no page that was open before has asked");
        assert!(found.failures.is_empty(), "{:#?}", found.failures);
    }
}

/// The simulated time in seconds.
fn now() -> i64 {
    jiff::Timestamp::now().as_second()
}

/// The parts that a page requests.
fn parts(page: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    for (at, _) in page.match_indices("/assets/") {
        let rest = &page[at..];
        let end = rest.find(['"', '\'', ' ', ')', ',', '<', '&', '\\']);
        parts.push(&rest[..end.unwrap_or(rest.len())]);
    }
    parts
}
