//! A visitor who asks for pages, and for all that each of them asks for, without pause.

use crate::publish::folder::parts;
use site_cli::client::Client;
use std::net::SocketAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The pages that are there all the year.
pub const PAGES: [&str; 6] = ["/", "/fees", "/about", "/faq", "/blog", "/contact"];

/// The requests of all visitors.
#[derive(Default)]
pub struct Visits {
    found: Mutex<Found>,
}

#[derive(Default)]
struct Found {
    asked: usize,
    longest: Duration,
    /// The path of the longest.
    slowest: String,
    failures: Vec<String>,
}

impl Visits {
    /// Asks until all is over.
    pub fn ask(&self, address: SocketAddr, is_over: &AtomicBool) {
        while !is_over.load(Ordering::Relaxed) {
            for page in PAGES {
                let Some(html) = self.get(address, page) else {
                    continue;
                };
                for part in parts(&html) {
                    self.get(address, part);
                }
            }
        }
    }

    /// Asks for a path with a connection of its own, as somebody who comes.
    fn get(&self, address: SocketAddr, path: &str) -> Option<String> {
        let start = Instant::now();
        let answer = Client::connect(address)
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
                let failure = format!("{path}: status {}", response.status);
                found.failures.push(failure);
                None
            }
            Err(error) => {
                found.failures.push(format!("{path}: {error:#}"));
                None
            }
        }
    }

    /// Prints what was measured, and fails where a request did.
    pub fn report(&self) {
        let found = self.found.lock().expect("no thread panics");
        println!(
            "visitors: {} requests, {} failed; the longest wait was {:.3} s, for {}",
            found.asked,
            found.failures.len(),
            found.longest.as_secs_f64(),
            found.slowest
        );
        assert!(found.failures.is_empty(), "{:#?}", found.failures);
    }
}
