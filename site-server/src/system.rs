//! What the system and its service manager say to the server, and are told by it.

#[cfg(unix)]
use std::sync::Arc;

#[cfg(unix)]
use sd_notify::NotifyState;
#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};

#[cfg(unix)]
use crate::connection::certificate::Tls;

pub fn ready() {
    #[cfg(unix)]
    notify(&[NotifyState::Ready]);
}

pub fn stopping() {
    #[cfg(unix)]
    notify(&[NotifyState::Stopping]);
}

/// Tells systemd, where it has started this and asks.
#[cfg(unix)]
fn notify(state: &[NotifyState<'_>]) {
    if let Err(error) = sd_notify::notify(state) {
        tracing::error!("cannot notify systemd through NOTIFY_SOCKET: {error}");
    }
}

/// Reads the certificate again at each SIGHUP.
#[cfg(unix)]
pub fn reload(tls: Arc<Tls>) -> Result<impl Future<Output = ()>, String> {
    let mut hangups = handler(SignalKind::hangup())?;
    Ok(async move {
        while hangups.recv().await.is_some() {
            let since = NotifyState::monotonic_usec_now().ok();
            let states = [NotifyState::Reloading].into_iter().chain(since);
            notify(&states.collect::<Vec<_>>());
            tls.reload();
            ready();
        }
    })
}

/// SIGTERM and SIGINT, from here on.
#[cfg(unix)]
pub struct Signals(Signal, Signal);

#[cfg(unix)]
impl Signals {
    pub fn new() -> Result<Self, String> {
        let [terminate, interrupt] =
            [SignalKind::terminate(), SignalKind::interrupt()].map(handler);
        Ok(Signals(terminate?, interrupt?))
    }

    pub async fn recv(&mut self) {
        tokio::select! {
            _ = self.0.recv() => {}
            _ = self.1.recv() => {}
        }
    }
}

#[cfg(unix)]
fn handler(kind: SignalKind) -> Result<Signal, String> {
    signal(kind).map_err(|error| format!("cannot handle signals: {error}"))
}

/// Ctrl-C.
#[cfg(not(unix))]
pub struct Signals;

#[cfg(not(unix))]
impl Signals {
    pub fn new() -> Result<Self, String> {
        Ok(Signals)
    }

    pub async fn recv(&mut self) {
        _ = tokio::signal::ctrl_c().await;
    }
}
