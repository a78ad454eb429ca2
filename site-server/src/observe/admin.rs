//! A separate listener for operators: `/live`, `/ready`, `/metrics`.

use std::convert::Infallible;
use std::future::ready;
use std::sync::Arc;
use std::time::{Duration, Instant};

use http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE};
use http::{HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::Full;
use hyper::body::Bytes;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use parking_lot::Mutex;
use tokio::net::TcpListener;
use tokio::runtime::Handle;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::{edition, metrics};

/// The timeout of an operator's connection, from its first byte to the last byte of the response.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The most connections at once. Others wait.
const CONNECTIONS: usize = 32;
/// The pause after a system error.
const PAUSE: Duration = Duration::from_millis(20);
/// The time between two heartbeats of a thread.
const BEAT: Duration = Duration::from_secs(1);
/// A thread without a heartbeat for this long is stuck. A busy thread is only late, and a restart wouldn't help visitors.
const STUCK: Duration = Duration::from_secs(30);

/// The heartbeats of the serving threads: the last time when each was able to run a task.
#[derive(Clone)]
pub struct Beats(Arc<Vec<Mutex<Instant>>>);

impl Beats {
    /// Starts counting heartbeats. The calling thread requests them, because a serving thread that slept between its own heartbeats would
    /// check the clock for each request.
    pub fn start(threads: &[Handle]) -> Self {
        let mut times = Vec::new();
        times.resize_with(threads.len(), || Mutex::new(Instant::now()));
        let beats = Beats(Arc::new(times));
        for (number, thread) in threads.iter().cloned().enumerate() {
            let own = beats.clone();
            tokio::spawn(async move {
                loop {
                    // Requests the next heartbeat only after this one, so that they don't pile up if the thread is stuck.
                    if thread.spawn(own.clone().beat(number)).await.is_err() {
                        return;
                    }
                    sleep(BEAT).await;
                }
            });
        }
        beats
    }

    /// Records a thread's heartbeat.
    async fn beat(self, number: usize) {
        *self.0[number].lock() = Instant::now();
    }

    /// The time since each thread's last heartbeat.
    fn ages(&self) -> Vec<Duration> {
        let mut ages = Vec::new();
        for time in self.0.iter() {
            ages.push(time.lock().elapsed());
        }
        ages
    }

    /// Returns true if every thread accepts work.
    pub fn are_alive(&self) -> bool {
        self.ages().iter().all(|age| *age < STUCK)
    }

    /// Creates heartbeats with these ages.
    #[cfg(test)]
    fn aged(ages: &[Duration]) -> Self {
        let mut times = Vec::new();
        for age in ages {
            times.push(Mutex::new(Instant::now() - *age));
        }
        Beats(Arc::new(times))
    }
}

/// The state of the server for operators.
#[derive(Clone)]
pub struct Health {
    /// The heartbeats of the serving threads.
    pub beats: Beats,
    /// Cancelled when the server begins to shut down.
    pub leaving: CancellationToken,
}

impl Health {
    /// Serves until it is dropped, with one response per connection.
    pub async fn serve(self, listener: TcpListener) {
        let places = Arc::new(Semaphore::new(CONNECTIONS));
        loop {
            let Ok(place) = Arc::clone(&places).acquire_owned().await else {
                return;
            };
            let Ok((stream, _)) = listener.accept().await else {
                sleep(PAUSE).await;
                continue;
            };
            let health = self.clone();
            tokio::spawn(async move {
                let service = service_fn(|request| ready(health.answer(&request)));
                let mut http = http1::Builder::new();
                http.keep_alive(false);
                // Any error is the client's, and the client can retry.
                _ = timeout(
                    TIMEOUT,
                    http.serve_connection(TokioIo::new(stream), service),
                )
                .await;
                drop(place);
            });
        }
    }

    /// Answers an operator's request.
    fn answer<B>(&self, request: &Request<B>) -> Result<Response<Full<Bytes>>, Infallible> {
        let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
        let (status, text) = match request.uri().path() {
            _ if !is_read => (StatusCode::METHOD_NOT_ALLOWED, "GET, HEAD\n".to_owned()),
            "/live" => self.liveness(),
            "/ready" => self.readiness(),
            "/metrics" => (StatusCode::OK, metrics::text()),
            _ => (
                StatusCode::NOT_FOUND,
                "/live, /ready, /metrics\n".to_owned(),
            ),
        };
        let mut response = Response::new(Full::from(text));
        *response.status_mut() = status;
        let headers = response.headers_mut();
        let content_type = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
        headers.insert(CONTENT_TYPE, content_type);
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if !is_read {
            headers.insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
        }
        Ok(response)
    }

    /// 200 until the server begins to shut down.
    fn readiness(&self) -> (StatusCode, String) {
        if self.leaving.is_cancelled() {
            (StatusCode::SERVICE_UNAVAILABLE, "closing\n".to_owned())
        } else {
            (StatusCode::OK, "ready\n".to_owned())
        }
    }

    /// 200 if every thread accepts work, with a line for each thread and one for the current edition.
    fn liveness(&self) -> (StatusCode, String) {
        let status = if self.beats.are_alive() {
            StatusCode::OK
        } else {
            StatusCode::SERVICE_UNAVAILABLE
        };
        let mut lines = String::new();
        for (number, age) in self.beats.ages().iter().enumerate() {
            let seconds = age.as_secs_f64();
            lines += &format!("thread {number}: took work {seconds:.1} s ago\n");
        }
        lines += &edition::line();
        (status, lines)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use http::StatusCode;
    use tokio_util::sync::CancellationToken;

    use super::{Beats, Health};

    #[test]
    fn a_busy_thread_lives_and_one_that_is_stuck_does_not() {
        for (seconds, status) in [(20, StatusCode::OK), (31, StatusCode::SERVICE_UNAVAILABLE)] {
            let beats = Beats::aged(&[Duration::ZERO, Duration::from_secs(seconds)]);
            let health = Health {
                beats,
                leaving: CancellationToken::new(),
            };
            let (found, text) = health.liveness();
            assert_eq!(found, status, "{text}");
            assert_eq!(text.lines().count(), 2, "{text}");
        }
    }
}
