//! A listener of its own for those who run the server: `/live`, `/ready`, `/metrics`.

use std::convert::Infallible;
use std::time::Duration;

use http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE};
use http::{HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::Full;
use hyper::body::Bytes;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tokio::sync::watch;

const PATIENCE: Duration = Duration::from_secs(10);

/// Serves until it is dropped.
pub async fn serve(
    listener: TcpListener,
    metrics: impl Fn() -> String + Clone + Send + Sync + 'static,
    shutdown: watch::Receiver<bool>,
) {
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        };
        let (metrics, shutdown) = (metrics.clone(), shutdown.clone());
        tokio::spawn(async move {
            let service = service_fn(|request| {
                let response = answer(&request, &metrics, *shutdown.borrow());
                async { Ok::<_, Infallible>(response) }
            });
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(PATIENCE);
            // What goes wrong is the client's; it will ask again.
            _ = http.serve_connection(TokioIo::new(stream), service).await;
        });
    }
}

fn answer<B>(
    request: &Request<B>,
    metrics: &impl Fn() -> String,
    is_over: bool,
) -> Response<Full<Bytes>> {
    let (status, text) = match (request.method(), request.uri().path()) {
        (&Method::GET | &Method::HEAD, "/live") => (StatusCode::OK, "live\n".to_owned()),
        (&Method::GET | &Method::HEAD, "/ready") if is_over => {
            (StatusCode::SERVICE_UNAVAILABLE, "closing\n".to_owned())
        }
        (&Method::GET | &Method::HEAD, "/ready") => (StatusCode::OK, "ready\n".to_owned()),
        (&Method::GET | &Method::HEAD, "/metrics") => (StatusCode::OK, metrics()),
        (&Method::GET | &Method::HEAD, _) => (
            StatusCode::NOT_FOUND,
            "expected /live, /ready or /metrics\n".to_owned(),
        ),
        _ => (StatusCode::METHOD_NOT_ALLOWED, String::new()),
    };
    let mut response = Response::new(Full::from(text));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(
        CONTENT_TYPE,
        HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8"),
    );
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if status == StatusCode::METHOD_NOT_ALLOWED {
        headers.insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
    }
    response
}
