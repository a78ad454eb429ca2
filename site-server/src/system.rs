//! Signals from the system, and notifications to systemd.

use std::sync::Arc;

use sd_notify::NotifyState;
use tokio::select;
use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::connection::certificate::Certificate;

/// Notifies systemd, if it started the server.
pub fn notify(state: &[NotifyState<'_>]) {
    if let Err(error) = sd_notify::notify(state) {
        tracing::error!("cannot notify systemd through NOTIFY_SOCKET: {error}");
    }
}

/// Reads the certificate again at each SIGHUP.
pub fn reload(certificate: Arc<Certificate>) -> Result<impl Future<Output = ()>, String> {
    let mut hangups = handler(SignalKind::hangup())?;
    Ok(async move {
        while hangups.recv().await.is_some() {
            let since = NotifyState::monotonic_usec_now().ok();
            let states = [NotifyState::Reloading].into_iter().chain(since);
            notify(&states.collect::<Vec<_>>());
            certificate.reload();
            notify(&[NotifyState::Ready]);
        }
    })
}

/// Waits for SIGTERM or SIGINT, which end the server in no other way from here on.
pub fn signals() -> Result<impl AsyncFnMut(), String> {
    let mut terminate = handler(SignalKind::terminate())?;
    let mut interrupt = handler(SignalKind::interrupt())?;
    Ok(async move || {
        select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

fn handler(kind: SignalKind) -> Result<Signal, String> {
    signal(kind).map_err(|error| format!("cannot handle signals: {error}"))
}
