//! The heads of HTTP/2 frames: kind, flags, stream and length (RFC 9113, 4.1).

/// The types of frames that the server counts separately (RFC 9113, 6).
pub const DATA: u8 = 0;
pub const HEADERS: u8 = 1;
pub const PRIORITY: u8 = 2;
pub const RST_STREAM: u8 = 3;
pub const CONTINUATION: u8 = 9;
/// The client's preface, which is sent before its first frame and counted as if it were a frame.
const PREFACE: u8 = u8::MAX;
/// The length of the preface in bytes.
const PREFACE_LENGTH: usize = 24;

const END_STREAM: u8 = 1;
const END_HEADERS: u8 = 4;
const HEAD_LENGTH: usize = 9;

/// The head of a frame.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    pub kind: u8,
    flags: u8,
    pub stream: u32,
}

impl Frame {
    /// Returns true for the last frame of a stream in its direction.
    pub fn ends_stream(&self) -> bool {
        matches!(self.kind, DATA | HEADERS) && self.flags & END_STREAM != 0
    }

    /// Returns true for the last frame of a head.
    pub fn ends_head(&self) -> bool {
        matches!(self.kind, HEADERS | CONTINUATION) && self.flags & END_HEADERS != 0
    }

    /// Returns true for the client's preface, which isn't a frame.
    pub fn is_preface(&self) -> bool {
        self.kind == PREFACE
    }
}

/// A part of a frame.
#[derive(Debug)]
pub struct Part {
    pub frame: Frame,
    /// True if the part is the head.
    pub is_head: bool,
    /// The bytes of payload in this part.
    pub payload: usize,
    /// True if the frame is complete.
    pub is_last: bool,
}

/// Parses the frames of one direction from pieces of any size.
pub struct Frames {
    frame: Frame,
    /// The remaining bytes of the payload.
    left: usize,
    head: [u8; HEAD_LENGTH],
    /// The received bytes of the next head.
    filled: usize,
}

impl Frames {
    /// Parses frames from a server.
    pub fn of_server() -> Self {
        Frames {
            frame: Frame {
                kind: PREFACE,
                flags: 0,
                stream: 0,
            },
            left: 0,
            head: [0; HEAD_LENGTH],
            filled: 0,
        }
    }

    /// Parses frames from a client.
    pub fn of_client() -> Self {
        Frames {
            left: PREFACE_LENGTH,
            ..Frames::of_server()
        }
    }

    /// Takes the next part of a frame from the start of these bytes. Returns `None` if there are no more.
    pub fn next(&mut self, bytes: &mut &[u8]) -> Option<Part> {
        if self.left > 0 {
            let taken = self.left.min(bytes.len());
            *bytes = &bytes[taken..];
            self.left -= taken;
            return self.part(false, taken).filter(|_| taken > 0);
        }

        let wanted = HEAD_LENGTH - self.filled;
        let taken = wanted.min(bytes.len());
        let (beginning, rest) = bytes.split_at(taken);
        self.head[self.filled..][..taken].copy_from_slice(beginning);
        *bytes = rest;
        self.filled += taken;
        if self.filled < HEAD_LENGTH {
            return None;
        }
        self.filled = 0;
        let [length @ .., kind, flags, a, b, c, d] = self.head;
        self.left =
            usize::from(length[0]) << 16 | usize::from(length[1]) << 8 | usize::from(length[2]);
        self.frame = Frame {
            kind,
            flags,
            // The first bit is reserved.
            stream: u32::from_be_bytes([a & 0x7f, b, c, d]),
        };
        self.part(true, 0)
    }

    fn part(&self, is_head: bool, payload: usize) -> Option<Part> {
        Some(Part {
            frame: self.frame,
            is_head,
            payload,
            is_last: self.left == 0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{DATA, Frames, HEAD_LENGTH, HEADERS};

    /// The same frames in pieces of any size have the same heads, payloads and ends.
    #[test]
    fn frames_are_the_same_in_any_pieces() {
        let mut bytes = vec![b'P'; 24];
        bytes.extend([0, 0, 3, HEADERS, 5, 0x80, 0, 0, 1, 7, 7, 7]);
        bytes.extend([0, 1, 4, DATA, 1, 0, 0, 0, 3]);
        bytes.extend([9; 260]);
        bytes.extend([0, 0, 0, 4, 1, 0, 0, 0, 0]);
        for size in 1..bytes.len() {
            let mut frames = Frames::of_client();
            let mut found = Vec::new();
            let mut payload = 0;
            for piece in bytes.chunks(size) {
                let mut rest = piece;
                while let Some(part) = frames.next(&mut rest) {
                    payload += part.payload;
                    if part.is_last {
                        let frame = part.frame;
                        found.push((frame.kind, frame.stream, frame.ends_stream(), payload));
                        payload = 0;
                    }
                }
                assert!(rest.is_empty());
            }
            let preface = (u8::MAX, 0, false, 24);
            let expected = [
                preface,
                (1, 1, true, 3),
                (0, 3, true, 260),
                (4, 0, false, 0),
            ];
            assert_eq!(found, expected, "in pieces of {size}");
        }
        assert_eq!(HEAD_LENGTH, 9);
    }
}
