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

const PATIENCE: Duration = Duration::from_secs(10);
/// After an error of the system.
const PAUSE: Duration = Duration::from_millis(20);
/// A thread that takes no work for so long serves nobody. A probe waits a second for its answer, as a rule.
const STUCK: Duration = Duration::from_millis(800);

/// What the operator asks about: the threads that serve, and whether they are to end.
#[derive(Clone)]
pub struct Health {
    pub threads: Vec<Handle>,
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
                http.timer(TokioTimer::new()).header_read_timeout(PATIENCE);
                // What goes wrong is the client's; it will ask again.
                _ = http.serve_connection(TokioIo::new(stream), service).await;
            });
        }
    }

    async fn answer<B>(&self, request: &Request<B>) -> Result<Response<Full<Bytes>>, Infallible> {
        let (ok, unavailable) = (StatusCode::OK, StatusCode::SERVICE_UNAVAILABLE);
        let (status, text) = match request.uri().path() {
            "/live" => self.report().await,
            "/ready" if self.leaving.is_cancelled() => (unavailable, "closing\n".to_owned()),
            "/ready" => (ok, "ready\n".to_owned()),
            "/metrics" => (ok, metrics::text()),
            _ => (StatusCode::NOT_FOUND, "/live, /ready, /metrics\n".into()),
        };
        let mut response = Response::new(Full::from(text));
        *response.status_mut() = status;
        let kind = "text/plain; version=0.0.4; charset=utf-8";
        for (name, value) in [(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-store")] {
            let value = HeaderValue::from_static(value);
            response.headers_mut().insert(name, value);
        }
        Ok(response)
    }

    /// Whether every thread takes work, and a line for each.
    async fn report(&self) -> (StatusCode, String) {
        let start = Instant::now();
        let work = |thread: &Handle| timeout(STUCK, thread.spawn(async { Instant::now() }));
        // All are asked before the first is waited for.
        let works: Vec<_> = self.threads.iter().map(work).collect();
        let (mut status, mut lines) = (StatusCode::OK, String::new());
        for (at, work) in works.into_iter().enumerate() {
            lines += &format!("thread {at}: ");
            if let Ok(Ok(done)) = work.await {
                lines += &format!("took work after {} ms\n", (done - start).as_millis());
            } else {
                status = StatusCode::SERVICE_UNAVAILABLE;
                lines += "takes no work\n";
            }
        }
        (status, lines)
    }
}
