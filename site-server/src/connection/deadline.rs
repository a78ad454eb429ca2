//! How long a connection may wait for what it waits for.

use std::future::poll_fn;
use std::pin::pin;
use std::task::{Poll, ready};
use std::time::Duration;

use tokio::select;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use crate::observe::metrics::Limit;
use crate::protocol::{Peer, Phase};

/// How long a connection that stays idle may send one more request once the server shuts down: one that is on its way is
/// answered, and the response says `Connection: close`.
pub const DRAIN: Duration = Duration::from_secs(1);

/// Completes when the connection has waited too long, or must make room for another. Where the server is `draining`, it has
/// little time left to wait.
pub async fn late(peer: &Peer, mut draining: watch::Receiver<bool>) {
    select! {
        biased;
        () = expired(peer) => return,
        () = peer.dismissed.notified() => return,
        // An error: there is nobody who could drain it.
        Ok(_) = draining.wait_for(|draining| *draining) => peer.drain(),
    }
    select! {
        () = expired(peer) => {}
        () = peer.dismissed.notified() => {}
    }
}

async fn expired(peer: &Peer) {
    let mut timer = pin!(sleep_until(deadline(peer)));
    poll_fn(|context| {
        loop {
            // A deadline moves with each request, the timer only when it must.
            let deadline = deadline(peer);
            if deadline < timer.deadline() || timer.is_elapsed() && deadline > Instant::now() {
                timer.as_mut().reset(deadline);
            }
            ready!(timer.as_mut().poll(context));
            if deadline <= Instant::now() {
                return Poll::Ready(());
            }
        }
    })
    .await;
}

fn deadline(peer: &Peer) -> Instant {
    let (phase, since, is_draining) = peer.waits();
    let limits = &peer.site.limits;
    let seconds = match phase {
        Phase::Accepted | Phase::Idle if is_draining => return since + DRAIN,
        Phase::Accepted if peer.is_encrypted => limits.handshake_seconds,
        Phase::Handshake => limits.handshake_seconds,
        Phase::Accepted | Phase::Handshaken | Phase::Head => limits.header_seconds,
        Phase::Answer | Phase::Write => limits.write_seconds,
        Phase::Idle | Phase::Open => limits.idle_seconds,
    };
    since + Duration::from_secs(seconds.into())
}

/// The limit that a connection has met that is late; none where that has been counted, or the server shuts down.
pub fn limit(peer: &Peer) -> Option<Limit> {
    match peer.waits() {
        _ if peer.is_dismissed() => None,
        (Phase::Accepted | Phase::Idle, _, true) => None,
        (Phase::Accepted, ..) if peer.is_encrypted => Some(Limit::HandshakeSeconds),
        (Phase::Handshake, ..) => Some(Limit::HandshakeSeconds),
        (Phase::Accepted | Phase::Handshaken | Phase::Head, ..) => Some(Limit::HeaderSeconds),
        (Phase::Answer | Phase::Write, ..) => Some(Limit::WriteSeconds),
        (Phase::Idle | Phase::Open, ..) => Some(Limit::IdleSeconds),
    }
}
