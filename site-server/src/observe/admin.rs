//! A listener of its own for those who run the server: `/live`, `/ready`, `/metrics`.

use std::convert::Infallible;
use std::time::{Duration, Instant};

use http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE};
use http::{HeaderValue, Method, Request, Response, StatusCode};
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
                let service = service_fn(async |request| {
                    let response = health.answer(&request).await;
                    Ok::<_, Infallible>(response)
                });
                let mut http = http1::Builder::new();
                http.timer(TokioTimer::new()).header_read_timeout(PATIENCE);
                // What goes wrong is the client's; it will ask again.
                _ = http.serve_connection(TokioIo::new(stream), service).await;
            });
        }
    }

    async fn answer<B>(&self, request: &Request<B>) -> Response<Full<Bytes>> {
        let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
        let (ok, unavailable) = (StatusCode::OK, StatusCode::SERVICE_UNAVAILABLE);
        let (status, text) = match request.uri().path() {
            _ if !is_read => (StatusCode::METHOD_NOT_ALLOWED, String::new()),
            "/live" => {
                let (is_live, lines) = self.report().await;
                (if is_live { ok } else { unavailable }, lines)
            }
            "/ready" if self.leaving.is_cancelled() => (unavailable, "closing\n".into()),
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

    /// Whether every thread takes work, and a line for each.
    async fn report(&self) -> (bool, String) {
        let start = Instant::now();
        let work = |thread: &Handle| timeout(STUCK, thread.spawn(async { Instant::now() }));
        let (mut is_live, mut lines) = (true, String::new());
        for (at, work) in self
            .threads
            .iter()
            .map(work)
            .collect::<Vec<_>>()
            .into_iter()
            .enumerate()
        {
            let Ok(Ok(done)) = work.await else {
                is_live = false;
                lines += &format!("thread {at}: takes no work\n");
                continue;
            };
            lines += &format!(
                "thread {at}: took work after {} ms\n",
                (done - start).as_millis()
            );
        }
        (is_live, lines)
    }
}
