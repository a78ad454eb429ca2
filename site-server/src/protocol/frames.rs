//! HTTP/2 frames as they pass: how many a client sends that ask for nothing (RFC 9113, 10.5), and how it is refused.
//!
//! A reset is cheap to send and dear to receive, and so are a ping and settings, which must be answered. Those who ask for
//! pages send few of them.

use std::time::Duration;

use tokio::time::Instant;

/// What an HTTP/2 connection begins with (RFC 9113, 3.4).
pub const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// What a client sends.
pub struct Frames {
    walk: Walk,
    weight: u32,
    most: u32,
    /// When counting began.
    since: Instant,
}

/// What is sent to a client.
#[derive(Default)]
pub struct Refusals(Walk);

/// What hyper does without asking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// A stream ends with an error: its code (RFC 9113, 7).
    Stream(u32),
    /// The connection does.
    Connection(u32),
}

pub const REFUSED_STREAM: u32 = 7;
/// How a stream ends that is answered before its body has come, and a connection at the server's end.
const NO_ERROR: u32 = 0;

const WINDOW: Duration = Duration::from_secs(10);

const HEADERS: u8 = 1;
const RST_STREAM: u8 = 3;
const GOAWAY: u8 = 7;
const WINDOW_UPDATE: u8 = 8;
const CONTINUATION: u8 = 9;
/// A window is opened now and then for each response; everything else is rare.
const CONTROL: u32 = 16;

impl Frames {
    /// For a connection that begins with the preface.
    pub fn new(most: u32) -> Self {
        Frames {
            walk: Walk {
                skip: PREFACE.len(),
                ..Walk::default()
            },
            weight: 0,
            most: most.saturating_mul(CONTROL),
            since: Instant::now(),
        }
    }

    /// Reads on.
    pub fn are_too_many(&mut self, bytes: &[u8], now: Instant) -> bool {
        if now.duration_since(self.since) > WINDOW {
            self.since = now;
            self.weight = 0;
        }
        let weight = &mut self.weight;
        self.walk.read(bytes, |kind, _| {
            *weight = match kind {
                HEADERS => weight.saturating_sub(1),
                CONTINUATION => *weight,
                WINDOW_UPDATE => weight.saturating_add(1),
                _ => weight.saturating_add(CONTROL),
            };
        });
        self.weight > self.most
    }
}

impl Refusals {
    /// Reads on.
    pub fn read(&mut self, bytes: &[u8], mut each: impl FnMut(Refusal)) {
        self.0.read(bytes, |kind, payload| {
            let code = payload.last_chunk().copied().map(u32::from_be_bytes);
            match (kind, code) {
                (_, None | Some(NO_ERROR)) => {}
                (RST_STREAM, Some(code)) => each(Refusal::Stream(code)),
                (GOAWAY, Some(code)) => each(Refusal::Connection(code)),
                _ => {}
            }
        });
    }
}

/// Finds where frames begin, in whatever parts the bytes come.
#[derive(Default)]
struct Walk {
    /// Of the frame: its header and what is read of its payload, as far as it has come.
    frame: [u8; HEADER + READ],
    held: usize,
    /// What is left of the payload.
    skip: usize,
}

const HEADER: usize = 9;
/// Of a connection's end the last stream and the code.
const READ: usize = 8;

impl Walk {
    /// Reports of each frame its type, and of one that may refuse the beginning of its payload.
    fn read(&mut self, mut bytes: &[u8], mut each: impl FnMut(u8, &[u8])) {
        while !bytes.is_empty() {
            if self.skip > 0 {
                let skipped = self.skip.min(bytes.len());
                self.skip -= skipped;
                bytes = bytes.get(skipped..).unwrap_or_default();
                continue;
            }
            let taken = (self.wanted() - self.held).min(bytes.len());
            let (part, rest) = bytes.split_at(taken);
            self.frame[self.held..self.held + taken].copy_from_slice(part);
            self.held += taken;
            bytes = rest;
            if self.held >= HEADER && self.held == self.wanted() {
                each(self.frame[3], &self.frame[HEADER..self.held]);
                self.skip = self.length() - (self.held - HEADER);
                self.held = 0;
            }
        }
    }

    /// How much of the frame is read.
    fn wanted(&self) -> usize {
        let read = match self.frame[3] {
            _ if self.held < HEADER => 0,
            RST_STREAM => 4,
            GOAWAY => READ,
            _ => 0,
        };
        HEADER + read.min(self.length())
    }

    /// Of the payload, once the header has come.
    fn length(&self) -> usize {
        let [a, b, c, ..] = self.frame;
        u32::from_be_bytes([0, a, b, c]) as usize
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{
        CONTINUATION, Frames, GOAWAY, HEADERS, PREFACE, RST_STREAM, Refusal, Refusals,
        WINDOW_UPDATE,
    };
    use std::time::Duration;
    use tokio::time::Instant;

    const PING: u8 = 6;

    fn stream(frames: &[(u8, usize)]) -> Vec<u8> {
        let mut bytes = PREFACE.to_vec();
        for (kind, length) in frames {
            let [_, a, b, c] = u32::try_from(*length).expect("a length").to_be_bytes();
            bytes.extend([a, b, c, *kind, 0, 0, 0, 0, 1]);
            bytes.resize(bytes.len() + length, 0xff);
        }
        bytes
    }

    #[test]
    fn what_asks_for_something_is_never_too_much() {
        let frames = [(HEADERS, 40), (CONTINUATION, 10), (WINDOW_UPDATE, 4)].repeat(5000);
        assert!(!Frames::new(5).are_too_many(&stream(&frames), Instant::now()));
    }

    #[test]
    fn what_asks_for_nothing_is_counted_in_its_time() {
        let five = stream(&[(PING, 8); 5]);
        let mut frames = Frames::new(5);
        let after = |seconds| Instant::now() + Duration::from_secs(seconds);
        assert!(!frames.are_too_many(&five, after(0)));
        assert!(
            !frames.are_too_many(&five[PREFACE.len()..], after(11)),
            "another time"
        );
        assert!(frames.are_too_many(&stream(&[(PING, 8)])[PREFACE.len()..], after(12)));
    }

    #[test]
    fn only_refusals_are_reported() {
        let frame = |kind: u8, payload: &[u8]| {
            let length = u8::try_from(payload.len()).expect("short");
            [&[0, 0, length, kind, 0, 0, 0, 0, 1], payload].concat()
        };
        let sent = [
            frame(HEADERS, &[3; 30]),
            frame(RST_STREAM, &[0, 0, 0, 7]),
            frame(RST_STREAM, &[0, 0, 0, 0]),
            frame(GOAWAY, &[0, 0, 0, 1, 0, 0, 0, 11, b'w', b'h', b'y']),
            frame(GOAWAY, &[0; 8]),
            frame(PING, &[7; 8]),
        ]
        .concat();
        for size in 1..sent.len() {
            let (mut refusals, mut reported) = (Refusals::default(), Vec::new());
            for part in sent.chunks(size) {
                refusals.read(part, |refusal| reported.push(refusal));
            }
            let expected = [Refusal::Stream(7), Refusal::Connection(11)];
            assert_eq!(reported, expected, "{size}");
        }
    }

    proptest! {
        #[test]
        fn it_makes_no_difference_how_the_bytes_arrive(
            sent in prop::collection::vec((0..12_u8, 0..40_usize), 0..40),
            size in 1..30_usize,
        ) {
            let bytes = stream(&sent);
            let (mut at_once, mut in_parts) = (Frames::new(1000), Frames::new(1000));
            at_once.are_too_many(&bytes, Instant::now());
            for part in bytes.chunks(size) {
                in_parts.are_too_many(part, Instant::now());
            }
            prop_assert_eq!(at_once.weight, in_parts.weight);
        }
    }
}
