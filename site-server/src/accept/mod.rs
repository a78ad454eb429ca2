//! Accepts connections, one thread a core, and drains them at the end.

mod admission;
pub mod listen;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use http::StatusCode;
use tokio::net::{TcpListener, TcpStream};
use tokio::select;
use tokio::sync::{Barrier, watch};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::answer::redirect::Redirect;
use crate::connection::certificate::Tls;
use crate::connection::{self, DRAIN, proxied};
use crate::observe::metrics::Limit;
use crate::protocol::{Peer, Site, refusal};
pub use admission::Admission;

/// What a listener is for.
#[derive(Clone)]
pub enum Kind {
    Plain,
    Redirect(Arc<Redirect>),
    Tls(Arc<Tls>),
}

/// One thread's part.
pub struct Worker {
    pub site: Arc<Site>,
    pub admission: Arc<Admission>,
    /// Whether a listener that is closed would take with it connections that another could serve.
    pub leaves_gently: bool,
    /// Where all threads meet once they accept no more.
    pub stopped: Arc<Barrier>,
}

/// After an error of the system.
const ACCEPT_PAUSE: Duration = Duration::from_millis(20);
/// How long a peer may take to answer the system's part of a TCP handshake when the listener is about to be closed.
const LEAVING: Duration = Duration::from_millis(300);

impl Worker {
    /// Serves until `shutdown` says so, and then until the last connection has ended.
    pub async fn run(
        self: Arc<Self>,
        listeners: Vec<(TcpListener, Kind)>,
        shutdown: watch::Receiver<bool>,
    ) {
        let (drain, draining) = watch::channel(false);
        let mut accepting = JoinSet::new();
        for (listener, kind) in listeners {
            let (worker, shutdown) = (Arc::clone(&self), shutdown.clone());
            accepting.spawn(worker.accept(listener, kind, shutdown, draining.clone()));
        }
        drop(draining);
        accepting.join_all().await;
        // A peer whose connection closes comes back at once, and must not meet a thread that is about to stop.
        self.stopped.wait().await;
        drain.send_replace(true);
        // Each connection holds a receiver.
        drain.closed().await;
    }

    async fn accept(
        self: Arc<Self>,
        listener: TcpListener,
        kind: Kind,
        mut shutdown: watch::Receiver<bool>,
        draining: watch::Receiver<bool>,
    ) {
        let accept = async || {
            loop {
                match listener.accept().await {
                    Ok((stream, peer)) => self.accepted(stream, peer.ip(), &kind, &draining),
                    // Out of file descriptors, or a peer that has gone already. Trying again at once would spin.
                    Err(_) => sleep(ACCEPT_PAUSE).await,
                }
            }
        };
        tokio::select! {
            biased;
            // An error: nobody is left who could say so.
            _ = shutdown.wait_for(|shutdown| *shutdown) => {}
            () = accept() => {}
        }
        if self.leaves_gently && listen::admit_nobody_new(&listener).is_ok() {
            // Handshakes that have begun come to their end.
            _ = timeout(LEAVING, accept()).await;
        }
        // Those that the system has accepted already.
        while let Ok(Ok((stream, peer))) = timeout(Duration::ZERO, listener.accept()).await {
            self.accepted(stream, peer.ip(), &kind, &draining);
        }
    }

    /// Serves a connection, where a trusted proxy has opened it after that has said for whom.
    fn accepted(
        self: &Arc<Self>,
        mut stream: TcpStream,
        address: IpAddr,
        kind: &Kind,
        draining: &watch::Receiver<bool>,
    ) {
        let (address, limits) = (address.to_canonical(), &self.site.limits);
        if !limits.trusts(address) {
            return self.admit(stream, address, kind, draining);
        }
        let time = Duration::from_secs(limits.header_seconds.into());
        let (worker, kind, draining) = (Arc::clone(self), kind.clone(), draining.clone());
        tokio::spawn(async move {
            let mut is_draining = draining.clone();
            let drained = async {
                _ = is_draining.wait_for(|draining| *draining).await;
                sleep(DRAIN).await;
            };
            let client = select! {
                client = timeout(time, proxied::client(&mut stream)) => client,
                () = drained => return,
            };
            match client {
                Ok(Ok(client)) => {
                    worker.admit(stream, client.unwrap_or(address), &kind, &draining);
                }
                Ok(Err(_)) => worker.site.observer.metrics.broken.inc(),
                Err(_) => worker.site.observer.metrics.limit(Limit::HeaderSeconds),
            }
        });
    }

    /// Serves a connection, unless it is one too many.
    fn admit(
        &self,
        stream: TcpStream,
        address: IpAddr,
        kind: &Kind,
        draining: &watch::Receiver<bool>,
    ) {
        let (identity, redirect) = match kind {
            Kind::Plain => (None, None),
            Kind::Redirect(redirect) => (None, Some(Arc::clone(redirect))),
            Kind::Tls(tls) => (Some(tls.current()), None),
        };
        let peer = Peer::new(
            address,
            Arc::clone(&self.site),
            redirect,
            identity.is_some(),
        );
        match self.admission.admit(&peer) {
            Ok(place) => {
                let served = connection::serve(stream, peer, identity, draining.clone());
                tokio::spawn(async move {
                    served.await;
                    drop(place);
                });
            }
            Err(limit) => {
                let observer = &self.site.observer;
                observer.metrics.limit(limit);
                // To say more over TLS would take a handshake.
                if identity.is_none() {
                    let status = StatusCode::SERVICE_UNAVAILABLE;
                    observer.refused(address, status);
                    // Once, and whatever becomes of it: nothing more is spent on this one.
                    _ = stream.try_write(&refusal(&self.site.table.bodiless(status)));
                }
            }
        }
    }
}
