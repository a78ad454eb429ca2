//! Connections: accepting, limits of time, and the end. The caller owns the listener and decides when it is over.

use std::convert::Infallible;
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

use crate::respond;

/// How long the server waits.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// For a request's whole head, and for the next request on a connection.
    pub header_read: Duration,
    /// For the requests in flight, once the end is called.
    pub shutdown: Duration,
}

/// How a server came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Every request in flight was finished.
    Finished,
    /// Time was up first; what was still open was cut.
    Cut,
}

/// Serves HTTP/1.1 and HTTP/2 (by prior knowledge) until `shutdown` completes; then accepts no more, closes what is idle, and
/// finishes what is in flight within [`Limits::shutdown`].
pub async fn run(
    listener: TcpListener,
    shutdown: impl Future<Output = ()>,
    limits: Limits,
) -> Ended {
    let http = builder(limits);
    let graceful = GracefulShutdown::new();
    let mut shutdown = pin!(shutdown);
    loop {
        tokio::select! {
            biased;
            () = &mut shutdown => break,
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => {
                    tokio::spawn(serve(http.clone(), stream, graceful.watcher(), limits));
                }
                // Out of file descriptors, or a client that has gone already. Trying again at once would spin.
                Err(_) => sleep(ACCEPT_PAUSE).await,
            },
        }
    }
    drop(listener);
    match timeout(limits.shutdown, graceful.shutdown()).await {
        Ok(()) => Ended::Finished,
        Err(_) => Ended::Cut,
    }
}

const ACCEPT_PAUSE: Duration = Duration::from_millis(20);

/// HTTP/2 clients that stay silent are asked this often whether they are still there.
const PING: Duration = Duration::from_secs(30);

type Http = auto::Builder<TokioExecutor>;

fn builder(limits: Limits) -> Http {
    let mut http = auto::Builder::new(TokioExecutor::new());
    http.http1()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.header_read);
    http.http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(PING)
        .keep_alive_timeout(limits.header_read);
    http
}

/// One connection. What goes wrong on it is the client's or the network's, and ends it; nobody needs to know.
async fn serve(http: Http, stream: TcpStream, watcher: Watcher, limits: Limits) {
    // Small responses go out at once; where this fails the connection is gone, which serving it finds out.
    _ = stream.set_nodelay(true);
    let spoken = Arc::new(AtomicBool::new(false));
    let service = {
        let spoken = Arc::clone(&spoken);
        service_fn(move |request| {
            spoken.store(true, Ordering::Relaxed);
            let response = respond(&request);
            async move { Ok::<_, Infallible>(response) }
        })
    };
    let connection = http
        .serve_connection(TokioIo::new(stream), service)
        .into_owned();
    let mut connection = pin!(watcher.watch(connection));
    // hyper's own timer starts only once it knows the HTTP version; a client that says nothing would stay for ever
    // (hyperium/hyper#3962).
    if timeout(limits.header_read, &mut connection).await.is_err() && spoken.load(Ordering::Relaxed)
    {
        _ = connection.await;
    }
}
