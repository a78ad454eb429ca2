//! The state of an HTTP/2 connection: its streams, the bytes of each, and control frames.
//!
//! hyper receives each body whole, and h2 doesn't limit most kinds of frames. So frame heads are read as they pass in both directions.
//! Bytes count as sent when the system has accepted them.

use std::io::{self, IoSlice};
use std::sync::Arc;

use super::frames::{CONTINUATION, DATA, Frame, Frames, HEADERS, PRIORITY, Part, RST_STREAM};
use super::stream::Watch;
use super::{PROGRESS, Peer, Wait};
use crate::observe::Exchange;
use crate::observe::metrics::METRICS;

/// The most frames other than requests that a client may send at once. It may send more per second, per request and per KiB of a body
/// that it receives.
const CONTROL_AT_ONCE: u64 = 1_000;
const CONTROL_A_SECOND: u64 = 10;
const CONTROL_A_REQUEST: u64 = 10;
/// The most PRIORITY frames at once, and more per request.
const PRIORITY_AT_ONCE: u64 = 100;
const PRIORITY_A_REQUEST: u64 = 100;
/// The bytes of heads after which a client should open another connection, and after which it must: HPACK's table keeps the bytes of
/// every frame that contained one of its fields.
const HEADS: usize = 128 * 1024;
const MOST_HEADS: usize = 2 * HEADS;
/// The most streams to track, which is more than are ever served at once.
const FOLLOWED: usize = 256;

pub struct Streams {
    peer: Arc<Peer>,
    received: Frames,
    sent: Frames,
    /// Streams whose responses aren't complete, oldest first.
    open: Vec<Open>,
    /// The last stream that the client opened.
    last: u32,
    /// When an incomplete head began.
    head_since: Option<u64>,
    /// The bytes of all received heads.
    heads: usize,
    /// When the last stream closed.
    idle_since: u64,
    /// Bytes of bodies sent since the last progress, and when that was.
    since_progress: usize,
    progress: u64,
    control: Allowance,
    priority: Allowance,
    /// Bytes of bodies that haven't yet allowed another control frame.
    unrewarded: usize,
}

/// A stream whose response isn't complete.
struct Open {
    id: u32,
    /// When there was last progress.
    since: u64,
    /// Bytes of its body sent since then.
    since_progress: usize,
    /// True after the head of its response was sent.
    has_response: bool,
    /// True if its client has cancelled it.
    is_cancelled: bool,
    /// Set when it is answered.
    exchange: Option<Exchange>,
}

/// An allowance of frames that grows over time.
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

    /// Starts a response on the first stream without one, because hyper asks for responses in the order of the requests.
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

    /// Handles the head of a frame from the client. Returns false if there are too many frames.
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
        // Beyond this number, h2 refuses all of them.
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

    /// Handles the end of a frame from the client.
    fn end(&mut self, frame: Frame, now: u64) {
        if frame.ends_head() {
            self.head_since = None;
        }
        if frame.kind == RST_STREAM {
            self.cancel(frame.stream, now);
        }
    }

    /// Counts bytes of heads. Returns false if there are too many. A proxy has no limit, because it sends the requests of many visitors.
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

    /// Tracks a stream that its client has reset until hyper has asked for its response, which still happens.
    fn cancel(&mut self, id: u32, now: u64) {
        match self.place(id) {
            Some(place) if self.open[place].exchange.is_none() => {
                self.open[place].is_cancelled = true;
            }
            _ => self.close_stream(id, now),
        }
    }

    /// Stops tracking a stream, which counts and logs its response.
    fn close_stream(&mut self, id: u32, now: u64) {
        self.open.retain(|stream| stream.id != id);
        if self.open.is_empty() {
            self.idle_since = now;
        }
    }

    /// Handles a part of a sent frame.
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

    /// The index of a stream among the open ones.
    fn place(&self, id: u32) -> Option<usize> {
        self.open.iter().position(|stream| stream.id == id)
    }

    /// Moves the responses of a stream and those after it to the next ones: h2 has refused this stream, so hyper never asked for its
    /// response.
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

    /// Records what the connection waits for.
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

    /// When the connection last made progress, or `None` if no stream is open.
    ///
    /// A stream waits while others are sent, so it isn't stuck as long as others make progress. But there is a limit for all of them
    /// together, so a stream whose window the client never opens also ends.
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
                    return Err(io::Error::other("too many control frames"));
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
    /// Takes one frame from the allowance. Returns false if none is left.
    fn take(&mut self) -> bool {
        let is_left = self.left > 0;
        self.left = self.left.saturating_sub(1);
        is_left
    }

    /// Adds what the elapsed time allows, up to the initial allowance.
    fn refill(&mut self, now: u64) {
        let more = (now - self.since) * CONTROL_A_SECOND / 1_000;
        if more > 0 {
            self.since = now;
            self.left = self.left.max(CONTROL_AT_ONCE.min(self.left + more));
        }
    }
}
