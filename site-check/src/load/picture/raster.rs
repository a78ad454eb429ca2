//! Photographs: their sizes, and whether all of the file is there, for each format as its
//! parts are laid out.

use super::{PictureError, Size};
use flate2::read::ZlibDecoder;
use std::io::{self, Read as _};

/// Says that a file stops before its picture does.
const CUT_OFF: PictureError = PictureError::Damaged("a picture that is cut off before its end");
const CHANGED: PictureError =
    PictureError::Damaged("a picture in which bytes have changed since it was saved");
const NO_SIZE: PictureError = PictureError::Damaged("a picture without a valid size");
const NO_DATA: PictureError = PictureError::Damaged("a file without the data of its picture");

/// Reads a JPEG from marker to marker up to the one at its end.
pub fn jpeg(bytes: &[u8]) -> Result<Size, PictureError> {
    let mut size = None;
    let mut has_scan = false;
    let mut at = 2;
    while let Some((marker, after)) = marker(bytes, at) {
        at = after;
        match marker {
            // Its end.
            0xd9 if has_scan => return size.ok_or(NO_SIZE),
            0xd9 => return Err(NO_DATA),
            // Without a length: the beginning, a place to restart, and the byte itself among data.
            0x00 | 0x01 | 0xd0..=0xd8 => continue,
            // A frame of one of the kinds that browsers show.
            0xc0..=0xc2 => size = size.or(frame_size(bytes, at)),
            0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf => {
                return Err(PictureError::Damaged(
                    "a JPEG of a rare kind that browsers do not show",
                ));
            }
            0xda => has_scan = true,
            // No picture has these: they are its data, changed.
            0x02..=0xbf | 0xf0..=0xfd => return Err(CHANGED),
            _ => {}
        }
        let length = be_u16(bytes, at).ok_or(CUT_OFF)?;
        at += usize::from(length);
    }
    Err(CUT_OFF)
}

/// Returns the next marker of a JPEG from a byte on, and the byte after it.
fn marker(bytes: &[u8], from: usize) -> Option<(u8, usize)> {
    let mut at = from + bytes.get(from..)?.iter().position(|byte| *byte == 0xff)?;
    // Any number of the same bytes may fill the space before it.
    while *bytes.get(at)? == 0xff {
        at += 1;
    }
    Some((bytes[at], at + 1))
}

/// Returns the size in the frame whose length is at a byte of a JPEG.
fn frame_size(bytes: &[u8], at: usize) -> Option<Size> {
    let height = be_u16(bytes, at + 3)?;
    let width = be_u16(bytes, at + 5)?;
    (width > 0 && height > 0).then_some((width.into(), height.into()))
}

/// Reads a PNG from chunk to chunk, with the checksum of each.
pub fn png(bytes: &[u8]) -> Result<Size, PictureError> {
    let mut has_data = false;
    let mut pixels = Vec::new();
    let mut at = 8;
    loop {
        let length = be_u32(bytes, at).ok_or(CUT_OFF)? as usize;
        let kind_and_data = bytes.get(at + 4..at + 8 + length).ok_or(CUT_OFF)?;
        let checksum = be_u32(bytes, at + 8 + length).ok_or(CUT_OFF)?;
        if crc32fast::hash(kind_and_data) != checksum {
            return Err(CHANGED);
        }
        match &kind_and_data[..4] {
            b"acTL" if !has_data => return Err(PictureError::Animated),
            b"IDAT" => {
                has_data = true;
                pixels.extend_from_slice(&kind_and_data[4..]);
            }
            b"IEND" if has_data => {
                let size = size(bytes)?;
                return if is_inflated(&pixels, size) {
                    Ok(size)
                } else {
                    Err(CHANGED)
                };
            }
            b"IEND" => return Err(NO_DATA),
            _ => {}
        }
        at += length + 12;
    }
}

/// Returns whether the compressed pixels of a PNG can be read, as far as one of its size can have them.
fn is_inflated(pixels: &[u8], (width, height): Size) -> bool {
    let longest = (width.saturating_mul(8).saturating_add(16)).saturating_mul(height);
    let mut inflated = ZlibDecoder::new(pixels).take(longest);
    io::copy(&mut inflated, &mut io::sink()).is_ok()
}

/// Reads a WebP from chunk to chunk.
pub fn webp(bytes: &[u8]) -> Result<Size, PictureError> {
    let end = le_u32(bytes, 4).ok_or(CUT_OFF)? as usize + 8;
    if bytes.len() < end {
        return Err(CUT_OFF);
    }
    let mut has_data = false;
    let mut at = 12;
    while let Some(kind) = bytes.get(at..at + 4)
        && at < end
    {
        let length = le_u32(bytes, at + 4).ok_or(CUT_OFF)? as usize;
        bytes.get(at + 8..at + 8 + length).ok_or(CUT_OFF)?;
        match kind {
            b"ANIM" | b"ANMF" => return Err(PictureError::Animated),
            b"VP8 " | b"VP8L" => has_data = length > 0,
            _ => {}
        }
        // A chunk of an odd length is followed by a byte that fills it up.
        at += 8 + length + length % 2;
    }
    if has_data { size(bytes) } else { Err(NO_DATA) }
}

/// Reads an AVIF from box to box.
pub fn avif(bytes: &[u8]) -> Result<Size, PictureError> {
    // As the build sees it.
    let head = &bytes[..bytes.len().min(64)];
    if head.windows(4).any(|part| part == b"avis") {
        return Err(PictureError::Animated);
    }
    let mut has_description = false;
    let mut has_data = false;
    let mut at = 0;
    while at < bytes.len() {
        let length = box_length(bytes, at).ok_or(CUT_OFF)?;
        let kind = bytes.get(at + 4..at + 8).ok_or(CUT_OFF)?;
        has_description |= kind == b"meta";
        has_data |= kind == b"mdat";
        at = at.checked_add(length).ok_or(CUT_OFF)?;
    }
    if at > bytes.len() {
        return Err(CUT_OFF);
    }
    if has_description && has_data {
        size(bytes)
    } else {
        Err(NO_DATA)
    }
}

/// Returns the length of the box at a byte of an ISO file. `None` where the file ends within its head.
fn box_length(bytes: &[u8], at: usize) -> Option<usize> {
    let (length, shortest) = match be_u32(bytes, at)? {
        // To the end of the file.
        0 => return Some(bytes.len() - at),
        1 => {
            let long = bytes.get(at + 8..at + 16)?;
            let long = u64::from_be_bytes(long.try_into().ok()?);
            (usize::try_from(long).ok()?, 16)
        }
        length => (length as usize, 8),
    };
    (length >= shortest).then_some(length)
}

/// Returns the size that the head of a picture says.
fn size(bytes: &[u8]) -> Result<Size, PictureError> {
    match imagesize::blob_size(bytes) {
        Ok(size) if size.width > 0 && size.height > 0 => {
            Ok((size.width as u64, size.height as u64))
        }
        _ => Err(NO_SIZE),
    }
}

fn be_u16(bytes: &[u8], at: usize) -> Option<u16> {
    let bytes = bytes.get(at..at + 2)?;
    Some(u16::from_be_bytes(bytes.try_into().ok()?))
}

fn be_u32(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..at + 4)?;
    Some(u32::from_be_bytes(bytes.try_into().ok()?))
}

fn le_u32(bytes: &[u8], at: usize) -> Option<u32> {
    be_u32(bytes, at).map(u32::swap_bytes)
}
