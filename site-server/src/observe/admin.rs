//! A listener of its own for those who run the server: `/live`, `/ready`, `/metrics`.

use std::convert::Infallible;
use std::time::{Duration, Instant};

use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use http::{HeaderValue, Request, Response, StatusCode};
use http_body_util::Full;
use hyper::body::Bytes;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tokio::runtime::Handle;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::metrics;

/// The longest that the head of a request may take.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The time between two attempts to accept a connection, after an error of the system.
const PAUSE: Duration = Duration::from_millis(20);
/// A thread that takes no work for so long serves nobody. A probe waits a second for its answer, as a rule.
const STUCK: Duration = Duration::from_millis(800);

/// The state of the server that the operator asks about.
#[derive(Clone)]
pub struct Health {
    /// The threads that serve.
    pub threads: Vec<Handle>,
    /// Cancelled when the server begins to shut down.
    pub leaving: CancellationToken,
}

impl Health {
    /// Serves until it is dropped.
    pub async fn serve(self, listener: TcpListener) {
        loop {
            let Ok((stream, _)) = listener.accept().await else {
                sleep(PAUSE).await;
                continue;
            };
            let health = self.clone();
            tokio::spawn(async move {
                let service = service_fn(async |request| health.answer(&request).await);
                let mut http = http1::Builder::new();
                http.timer(TokioTimer::new()).header_read_timeout(TIMEOUT);
                // What goes wrong is the client's; it will ask again.
                _ = http.serve_connection(TokioIo::new(stream), service).await;
            });
        }
    }

    /// Answers a request of the operator's.
    async fn answer<B>(&self, request: &Request<B>) -> Result<Response<Full<Bytes>>, Infallible> {
        let (status, text) = match request.uri().path() {
            "/live" => self.liveness().await,
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

    /// 200 if every thread takes work, and a line for each thread.
    async fn liveness(&self) -> (StatusCode, String) {
        let start = Instant::now();
        // All are asked before the first is waited for.
        let mut answers = Vec::new();
        for thread in &self.threads {
            answers.push(timeout(STUCK, thread.spawn(async { Instant::now() })));
        }
        let mut status = StatusCode::OK;
        let mut lines = String::new();
        for (number, answer) in answers.into_iter().enumerate() {
            if let Ok(Ok(done)) = answer.await {
                let time = (done - start).as_millis();
                lines += &format!("thread {number}: took work after {time} ms\n");
            } else {
                status = StatusCode::SERVICE_UNAVAILABLE;
                lines += &format!("thread {number}: takes no work\n");
            }
        }
        (status, lines)
    }
}
