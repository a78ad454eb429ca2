//! A listener of its own for those who run the server: `/live`, `/ready`, `/metrics`.

use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE};
use http::{HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::Full;
use hyper::body::Bytes;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::metrics;

const PATIENCE: Duration = Duration::from_secs(10);
const BEAT: Duration = Duration::from_secs(1);
/// A thread that has not come to its timer for so long serves nobody.
const STUCK: Duration = Duration::from_secs(10);

/// When each thread that serves has last come to its timer.
pub struct Pulse(Mutex<Vec<Instant>>);

impl Pulse {
    pub fn of(threads: usize) -> Arc<Self> {
        Arc::new(Pulse(Mutex::new(vec![Instant::now(); threads])))
    }

    /// Runs on the thread of this number, for as long as it lives.
    pub async fn beat(&self, thread: usize) {
        loop {
            self.beats()[thread] = Instant::now();
            tokio::time::sleep(BEAT).await;
        }
    }

    /// Whether all have come to their timers, and a line for each.
    fn report(&self) -> (bool, String) {
        let (mut is_live, mut lines) = (true, String::new());
        for (thread, beat) in self.beats().iter().enumerate() {
            let since = beat.elapsed();
            is_live &= since < STUCK;
            lines += &format!("thread {thread}: seen {} ms ago\n", since.as_millis());
        }
        (is_live, lines)
    }

    fn beats(&self) -> MutexGuard<'_, Vec<Instant>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Serves until it is dropped; once it is `leaving`, the server is not ready any more.
pub async fn serve(listener: TcpListener, pulse: Arc<Pulse>, leaving: CancellationToken) {
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        };
        let (pulse, leaving) = (Arc::clone(&pulse), leaving.clone());
        tokio::spawn(async move {
            let service = service_fn(|request| {
                let response = answer(&request, &pulse, leaving.is_cancelled());
                async { Ok::<_, Infallible>(response) }
            });
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(PATIENCE);
            // What goes wrong is the client's; it will ask again.
            _ = http.serve_connection(TokioIo::new(stream), service).await;
        });
    }
}

fn answer<B>(request: &Request<B>, pulse: &Pulse, is_leaving: bool) -> Response<Full<Bytes>> {
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let (ok, unavailable) = (StatusCode::OK, StatusCode::SERVICE_UNAVAILABLE);
    let (status, text) = match request.uri().path() {
        _ if !is_read => (StatusCode::METHOD_NOT_ALLOWED, String::new()),
        "/live" => {
            let (is_live, lines) = pulse.report();
            (if is_live { ok } else { unavailable }, lines)
        }
        "/ready" if is_leaving => (unavailable, "closing\n".into()),
        "/ready" => (ok, "ready\n".into()),
        "/metrics" => (ok, metrics::text()),
        _ => (
            StatusCode::NOT_FOUND,
            "expected /live, /ready or /metrics\n".into(),
        ),
    };
    let mut response = Response::new(Full::from(text));
    *response.status_mut() = status;
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    let allow = (!is_read).then_some((ALLOW, "GET, HEAD"));
    let headers = [(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-store")];
    let headers = headers.into_iter().chain(allow);
    let headers = headers.map(|(name, value)| (name, HeaderValue::from_static(value)));
    response.headers_mut().extend(headers);
    response
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{Pulse, STUCK};

    #[test]
    fn one_stuck_thread_is_enough() {
        let pulse = Pulse::of(2);
        assert!(pulse.report().0);
        let long_ago = Instant::now().checked_sub(STUCK + Duration::from_secs(5));
        pulse.beats()[1] = long_ago.expect("up for so long");
        let (is_live, lines) = pulse.report();
        assert!(!is_live && lines.contains("thread 1: seen 15"), "{lines}");
    }
}
