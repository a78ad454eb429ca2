//! What passes on a connection of HTTP/2: its streams, the bytes of each, and frames that ask for nothing.
//!
//! hyper is given each body whole, and h2 has no bound of its own on most kinds of frames. So the heads of frames are read as they
//! pass, in both directions: what is counted as sent has been taken by the system.

use std::io::{self, IoSlice};
use std::sync::Arc;

use super::frames::{CONTINUATION, DATA, Frame, Frames, HEADERS, PRIORITY, Part, RST_STREAM};
use super::stream::Watch;
use super::{PROGRESS, Peer, Wait};
use crate::observe::Exchange;
use crate::observe::metrics::METRICS;

/// Frames other than requests that a client may send at once, and more of them in each second, for each request and for each
/// KiB of a body that it is sent.
const CONTROL_AT_ONCE: u64 = 1_000;
const CONTROL_A_SECOND: u64 = 10;
const CONTROL_A_REQUEST: u64 = 10;
/// Frames of PRIORITY, at once and more for each request.
const PRIORITY_AT_ONCE: u64 = 100;
const PRIORITY_A_REQUEST: u64 = 100;
/// Bytes of heads after which a client has to open another connection, and those after which it has no choice: HPACK's table keeps
/// the bytes of every frame that one of its fields came in.
const HEADS: usize = 128 * 1024;
const MOST_HEADS: usize = 2 * HEADS;
/// The most streams that are followed: more than are ever served at once.
const FOLLOWED: usize = 256;

pub struct Streams {
    peer: Arc<Peer>,
    received: Frames,
    sent: Frames,
    /// Streams that are not answered to their end, in the order in which they were opened.
    open: Vec<Open>,
    /// The last stream that the client has opened.
    last: u32,
    /// Since when a head has been on its way.
    head_since: Option<u64>,
    /// Bytes of all heads that have come.
    heads: usize,
    /// Since when no stream has been open.
    idle_since: u64,
    /// Bytes of bodies sent since there was progress, and when that was.
    since_progress: usize,
    progress: u64,
    control: Allowance,
    priority: Allowance,
    /// The bytes of bodies that no control frame has been allowed for.
    unrewarded: usize,
}

/// A stream whose response is not sent to its end.
struct Open {
    id: u32,
    /// Since when there has been no progress.
    since: u64,
    /// Bytes of its body sent since then.
    since_progress: usize,
    /// True once the head of its response has been sent.
    has_response: bool,
    /// True once its client has no use for it.
    is_cancelled: bool,
    /// Once it is answered.
    exchange: Option<Exchange>,
}

/// So many frames, and more as time passes.
struct Allowance {
    left: u64,
    since: u64,
}

impl Streams {
    pub fn new(peer: &Arc<Peer>) -> Self {
        let now = peer.now();
        peer.waits_for(Wait::FirstRequest);
        Streams {
            peer: Arc::clone(peer),
            received: Frames::of_client(),
            sent: Frames::of_server(),
            open: Vec::new(),
            last: 0,
            head_since: None,
            heads: 0,
            idle_since: now,
            since_progress: 0,
            progress: now,
            control: Allowance {
                left: CONTROL_AT_ONCE,
                since: now,
            },
            priority: Allowance {
                left: PRIORITY_AT_ONCE,
                since: now,
            },
            unrewarded: 0,
        }
    }

    /// Begins to send a response: to the first stream that has none, since hyper asks for them in the order of their requests.
    pub fn answered(&mut self, exchange: Exchange) {
        let Some(place) = self
            .open
            .iter()
            .position(|stream| stream.exchange.is_none())
        else {
            return;
        };
        let stream = &mut self.open[place];
        stream.exchange = Some(exchange);
        if stream.is_cancelled {
            let (id, now) = (stream.id, self.peer.now());
            self.close_stream(id, now);
            self.report();
        }
    }

    /// Takes the head of a frame from the client; false where it is one too many.
    fn begin(&mut self, frame: Frame, now: u64) -> bool {
        match frame.kind {
            HEADERS if frame.stream > self.last => {
                self.last = frame.stream;
                self.control.left += CONTROL_A_REQUEST;
                self.priority.left += PRIORITY_A_REQUEST;
                self.open_stream(frame.stream, now);
                true
            }
            PRIORITY => self.priority.take(),
            _ => {
                self.control.refill(now);
                self.control.take()
            }
        }
    }

    fn open_stream(&mut self, id: u32, now: u64) {
        if self.open.is_empty() {
            self.since_progress = 0;
            self.progress = now;
        }
        // Beyond so many, h2 refuses them all.
        if self.open.len() < FOLLOWED {
            self.open.push(Open {
                id,
                since: now,
                since_progress: 0,
                has_response: false,
                is_cancelled: false,
                exchange: None,
            });
        }
    }

    /// Takes the end of a frame from the client.
    fn end(&mut self, frame: Frame, now: u64) {
        if frame.ends_head() {
            self.head_since = None;
        }
        if frame.kind == RST_STREAM {
            self.cancel(frame.stream, now);
        }
    }

    /// Counts bytes of heads; false for one too many. A proxy, which has those of many visitors, may send any number.
    fn count_heads(&mut self, bytes: usize) -> bool {
        if self.peer.is_trusted {
            return true;
        }
        let before = self.heads;
        self.heads += bytes;
        if before <= HEADS && self.heads > HEADS {
            self.peer.orders.say_goaway();
        }
        self.heads <= MOST_HEADS
    }

    /// Follows a stream that its client has reset until hyper has asked for its response, as it still does.
    fn cancel(&mut self, id: u32, now: u64) {
        match self.place(id) {
            Some(place) if self.open[place].exchange.is_none() => {
                self.open[place].is_cancelled = true;
            }
            _ => self.close_stream(id, now),
        }
    }

    /// Follows a stream no longer, which counts and logs its response.
    fn close_stream(&mut self, id: u32, now: u64) {
        self.open.retain(|stream| stream.id != id);
        if self.open.is_empty() {
            self.idle_since = now;
        }
    }

    /// Takes a part of a frame that was sent.
    fn pass(&mut self, part: &Part, now: u64) {
        let frame = part.frame;
        if let Some(place) = self.place(frame.stream) {
            let stream = &mut self.open[place];
            if frame.kind == DATA && part.payload > 0 {
                stream.count(part.payload, now);
                self.count(part.payload, now);
            } else if frame.kind == HEADERS {
                stream.has_response = true;
            } else if frame.kind == RST_STREAM && part.is_head && !stream.has_response {
                self.refused(place);
            }
        }
        if part.is_last && (frame.ends_stream() || frame.kind == RST_STREAM) {
            self.close_stream(frame.stream, now);
        }
    }

    /// The place of a stream among those that are open.
    fn place(&self, id: u32) -> Option<usize> {
        self.open.iter().position(|stream| stream.id == id)
    }

    /// Gives the responses of a stream and of those after it to the next ones: h2 has refused this one, so hyper was asked for none
    /// to it.
    fn refused(&mut self, place: usize) {
        let mut moved = self.open[place].exchange.take();
        for stream in &mut self.open[place + 1..] {
            std::mem::swap(&mut stream.exchange, &mut moved);
        }
    }

    /// Counts bytes of bodies.
    fn count(&mut self, bytes: usize, now: u64) {
        self.since_progress += bytes;
        if self.since_progress >= PROGRESS {
            self.since_progress = 0;
            self.progress = now;
        }
        self.unrewarded += bytes;
        self.control.left += self.unrewarded as u64 / 1024;
        self.unrewarded %= 1024;
    }

    /// Reports what the connection waits for.
    fn report(&self) {
        if let Some(since) = self.head_since {
            self.peer.waits_since(Wait::Head, since);
        } else if let Some(since) = self.stuck_since() {
            self.peer.waits_since(Wait::Response, since);
        } else if self.last == 0 {
            self.peer.waits_since(Wait::FirstRequest, self.idle_since);
        } else {
            self.peer.waits_since(Wait::NextRequest, self.idle_since);
        }
    }

    /// Since when there has been no progress; `None` where no stream is open.
    ///
    /// A stream waits for others to be sent, so that it stands still as long as others move: but not for longer than all of them
    /// together may, and so one for which its client opens no window has an end as well.
    fn stuck_since(&self) -> Option<u64> {
        let oldest = self.open.iter().map(|stream| stream.since).min()?;
        let others = self.open.len() as u64 - 1;
        let patience = 1_000 * u64::from(self.peer.site.limits.write_seconds);
        Some(oldest.max(self.progress).min(oldest + others * patience))
    }
}

impl Watch for Streams {
    fn received(&mut self, bytes: &[u8]) -> io::Result<()> {
        let now = self.peer.now();
        let mut rest = bytes;
        while let Some(part) = self.received.next(&mut rest) {
            let frame = part.frame;
            if part.is_head {
                if !self.begin(frame, now) {
                    METRICS.limit("control_frames");
                    return Err(io::Error::other("too many frames that ask for nothing"));
                }
                if matches!(frame.kind, HEADERS | CONTINUATION) {
                    self.head_since.get_or_insert(now);
                }
            }
            let is_of_head = matches!(frame.kind, HEADERS | CONTINUATION);
            if is_of_head && !self.count_heads(part.payload) {
                METRICS.limit("head_bytes");
                return Err(io::Error::other("too many bytes of heads"));
            }
            if part.is_last && !frame.is_preface() {
                self.end(frame, now);
            }
        }
        self.report();
        Ok(())
    }

    fn sent(&mut self, slices: &[IoSlice<'_>], count: usize) {
        let now = self.peer.now();
        let mut left = count;
        for slice in slices {
            let taken = slice.len().min(left);
            left -= taken;
            let mut rest = &slice[..taken];
            while let Some(part) = self.sent.next(&mut rest) {
                self.pass(&part, now);
            }
        }
        self.report();
    }

    fn flushed(&mut self) {}

    fn is_sending(&self) -> bool {
        !self.open.is_empty()
    }
}

impl Open {
    /// Counts bytes of its body.
    fn count(&mut self, bytes: usize, now: u64) {
        if let Some(exchange) = &mut self.exchange {
            exchange.bytes += bytes;
        }
        self.since_progress += bytes;
        if self.since_progress >= PROGRESS {
            self.since_progress = 0;
            self.since = now;
        }
    }
}

impl Allowance {
    /// Takes one; false where none is left.
    fn take(&mut self) -> bool {
        let is_left = self.left > 0;
        self.left = self.left.saturating_sub(1);
        is_left
    }

    /// Adds what the time since the last one allows, up to what is allowed at once.
    fn refill(&mut self, now: u64) {
        let more = (now - self.since) * CONTROL_A_SECOND / 1_000;
        if more > 0 {
            self.since = now;
            self.left = self.left.max(CONTROL_AT_ONCE.min(self.left + more));
        }
    }
}
