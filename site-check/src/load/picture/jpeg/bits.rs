//! The bits of a scan, up to the marker after it, and the codes of Huffman that they make.

use super::super::PictureError;
use super::super::raster::{CHANGED, CUT_OFF};

/// The longest code, in bits.
const LONGEST: u32 = 16;

/// The codes of a table: for the next 16 bits, the length of the code that they begin with, and its symbol. The length is 0 where no
/// code begins so.
pub struct Table(Vec<(u8, u8)>);

impl Table {
    /// Makes the table of some symbols, by the number of codes of each length. `None` where there are more codes than bits for them, or
    /// where a symbol is no number of bits that a difference can have.
    pub fn new(counts: &[u8], symbols: &[u8], is_dc: bool) -> Option<Self> {
        let mut codes = Vec::with_capacity(1 << LONGEST);
        let mut symbols = symbols.iter();
        for (length, count) in (1..=LONGEST).zip(counts) {
            for symbol in symbols.by_ref().take(usize::from(*count)) {
                if is_dc && *symbol > 15 {
                    return None;
                }
                let same = 1 << (LONGEST - length);
                codes.resize(codes.len() + same, (length as u8, *symbol));
            }
            // A code of ones alone is none: such bits fill up the last byte.
            let shortest_left = 1 << (LONGEST - length);
            if *count > 0 && codes.len() + shortest_left > 1 << LONGEST {
                return None;
            }
        }
        codes.resize(1 << LONGEST, (0, 0));
        Some(Self(codes))
    }
}

/// A reader of bits.
pub struct Bits<'a> {
    bytes: &'a [u8],
    /// The first byte that is not in the buffer.
    at: usize,
    /// The next bits, from the highest on; zeros after them.
    buffer: u64,
    count: u32,
}

impl<'a> Bits<'a> {
    pub fn new(bytes: &'a [u8], at: usize) -> Self {
        Self {
            bytes,
            at,
            buffer: 0,
            count: 0,
        }
    }

    /// Returns the next symbol of a table.
    pub fn symbol(&mut self, table: &Table) -> Result<u8, PictureError> {
        if self.count < LONGEST {
            self.fill();
        }
        let next = self.buffer >> (u64::BITS - LONGEST);
        let (length, symbol) = table.0[next as usize];
        if length == 0 {
            return Err(if self.count < LONGEST {
                self.end()
            } else {
                CHANGED
            });
        }
        self.drop(length.into())?;
        Ok(symbol)
    }

    /// Returns the next bits, at most 16, as a number.
    pub fn take(&mut self, count: u32) -> Result<u32, PictureError> {
        if count == 0 {
            return Ok(0);
        }
        if self.count < count {
            self.fill();
        }
        let bits = self.buffer >> (u64::BITS - count);
        self.drop(count)?;
        Ok(bits as u32)
    }

    fn drop(&mut self, count: u32) -> Result<(), PictureError> {
        if count > self.count {
            return Err(self.end());
        }
        self.buffer <<= count;
        self.count -= count;
        Ok(())
    }

    /// Fills the buffer, up to a marker.
    fn fill(&mut self) {
        while self.count <= u64::BITS - 8 {
            let Some(&byte) = self.bytes.get(self.at) else {
                return;
            };
            let mut after = self.at + 1;
            if byte == 0xff {
                while self.bytes.get(after) == Some(&0xff) {
                    after += 1;
                }
                // A zero says that the byte is one of the data.
                if self.bytes.get(after) != Some(&0) {
                    return;
                }
                after += 1;
            }
            self.buffer |= u64::from(byte) << (u64::BITS - 8 - self.count);
            self.count += 8;
            self.at = after;
        }
    }

    /// The reason why there are no more bits: the file or the picture ends here, or a marker is where none belongs.
    fn end(&self) -> PictureError {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let marker = rest.iter().find(|byte| **byte != 0xff);
        match marker {
            None | Some(0xd9) => CUT_OFF,
            Some(_) => CHANGED,
        }
    }

    /// Returns the byte after the data, with a marker, or an error where whole bytes of data are left.
    pub fn finish(&mut self) -> Result<usize, PictureError> {
        self.fill();
        if self.count < 8 {
            Ok(self.at)
        } else {
            Err(CHANGED)
        }
    }
}
