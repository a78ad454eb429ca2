//! How long a connection may wait for what it waits for.

use std::future::{pending, poll_fn};
use std::pin::pin;
use std::task::{Poll, ready};
use std::time::Duration;

use tokio::select;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use crate::observe::metrics::{Limit, METRICS};
use crate::protocol::{Peer, Phase};

/// How long a connection that stays idle may send one more request once the server shuts down: one that is on its way is
/// answered, and the response says `Connection: close`.
pub const DRAIN: Duration = Duration::from_secs(1);

/// Completes when the connection has waited too long, which is counted, or must make room for another. Where the server is
/// `draining`, it has little time left to wait.
pub async fn late(peer: &Peer, draining: CancellationToken) {
    let drain = async {
        draining.cancelled().await;
        peer.drain();
        pending().await
    };
    select! {
        biased;
        () = drain => {}
        () = peer.dismissed.cancelled() => {}
        limit = expired(peer) => {
            limit.inspect(|limit| METRICS.limit(*limit));
        }
    }
}

async fn expired(peer: &Peer) -> Option<Limit> {
    let mut timer = pin!(sleep_until(deadline(peer).0));
    poll_fn(|context| {
        loop {
            // A deadline moves with each request, the timer only when it must.
            let (deadline, limit) = deadline(peer);
            if deadline < timer.deadline() || timer.is_elapsed() && deadline > Instant::now() {
                timer.as_mut().reset(deadline);
            }
            ready!(timer.as_mut().poll(context));
            if deadline <= Instant::now() {
                return Poll::Ready(limit);
            }
        }
    })
    .await
}

/// When the connection will have waited too long, and for which limit; none where the server shuts down.
fn deadline(peer: &Peer) -> (Instant, Option<Limit>) {
    let (phase, since, is_draining) = peer.waits();
    let limits = &peer.site.limits;
    let (limit, seconds) = match phase {
        Phase::Accepted | Phase::Idle if is_draining => return (since + DRAIN, None),
        Phase::Accepted if peer.is_encrypted => (Limit::HandshakeSeconds, limits.handshake_seconds),
        Phase::Handshake => (Limit::HandshakeSeconds, limits.handshake_seconds),
        Phase::Accepted | Phase::Handshaken | Phase::Head => {
            (Limit::HeaderSeconds, limits.header_seconds)
        }
        Phase::Answer | Phase::Write => (Limit::WriteSeconds, limits.write_seconds),
        Phase::Idle | Phase::Open => (Limit::IdleSeconds, limits.idle_seconds),
    };
    (since + Duration::from_secs(seconds.into()), Some(limit))
}
