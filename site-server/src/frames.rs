//! HTTP/2 frames as they pass: how many a client sends that ask for nothing (RFC 9113, 10.5).
//!
//! A reset is cheap to send and dear to receive, and so are a ping and settings, which must be answered. Those who ask for
//! pages send few of them.

use crate::http1::PREFACE;

pub struct Frames {
    /// Of the frame's header, as far as it has come; its payload is skipped.
    header: [u8; 9],
    held: usize,
    skip: usize,
    weight: u32,
    most: u32,
    /// When counting began, in milliseconds.
    since: u64,
}

const WINDOW: u64 = 10_000;

const HEADERS: u8 = 1;
const WINDOW_UPDATE: u8 = 8;
const CONTINUATION: u8 = 9;
/// A window is opened now and then for each response; everything else is rare.
const CONTROL: u32 = 16;

impl Frames {
    /// For a connection that begins with the preface.
    pub fn new(most: u32) -> Self {
        Frames {
            header: [0; 9],
            held: 0,
            skip: PREFACE.len(),
            weight: 0,
            most: most.saturating_mul(CONTROL),
            since: 0,
        }
    }

    /// Reads on; `now` is in milliseconds.
    pub fn are_too_many(&mut self, mut bytes: &[u8], now: u64) -> bool {
        if now.saturating_sub(self.since) > WINDOW {
            self.since = now;
            self.weight = 0;
        }
        while !bytes.is_empty() {
            if self.skip > 0 {
                let skipped = self.skip.min(bytes.len());
                self.skip -= skipped;
                bytes = bytes.get(skipped..).unwrap_or_default();
                continue;
            }
            let taken = (self.header.len() - self.held).min(bytes.len());
            let (header, rest) = bytes.split_at(taken);
            self.header[self.held..self.held + taken].copy_from_slice(header);
            self.held += taken;
            bytes = rest;
            if self.held == self.header.len() {
                let [a, b, c, kind, ..] = self.header;
                self.held = 0;
                self.skip = u32::from_be_bytes([0, a, b, c]) as usize;
                self.weight = match kind {
                    HEADERS => self.weight.saturating_sub(1),
                    CONTINUATION => self.weight,
                    WINDOW_UPDATE => self.weight.saturating_add(1),
                    _ => self.weight.saturating_add(CONTROL),
                };
            }
        }
        self.weight > self.most
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{CONTINUATION, Frames, HEADERS, WINDOW_UPDATE};
    use crate::http1::PREFACE;

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
        assert!(!Frames::new(5).are_too_many(&stream(&frames), 0));
    }

    #[test]
    fn what_asks_for_nothing_is_counted_in_its_time() {
        let five = stream(&[(PING, 8); 5]);
        let mut frames = Frames::new(5);
        assert!(!frames.are_too_many(&five, 0));
        assert!(
            !frames.are_too_many(&five[PREFACE.len()..], 11_000),
            "another time"
        );
        assert!(frames.are_too_many(&stream(&[(PING, 8)])[PREFACE.len()..], 12_000));
    }

    proptest! {
        #[test]
        fn it_makes_no_difference_how_the_bytes_arrive(
            sent in prop::collection::vec((0..12_u8, 0..40_usize), 0..40),
            size in 1..30_usize,
        ) {
            let bytes = stream(&sent);
            let (mut at_once, mut in_parts) = (Frames::new(1000), Frames::new(1000));
            at_once.are_too_many(&bytes, 0);
            for part in bytes.chunks(size) {
                in_parts.are_too_many(part, 0);
            }
            prop_assert_eq!(at_once.weight, in_parts.weight);
        }
    }
}
