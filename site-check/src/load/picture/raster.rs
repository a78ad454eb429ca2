//! Photographs: their sizes, and whether the file is complete, according to each format; and the
//! decoded data of a PNG and a WebP.

use super::{PictureError, Size};
use image_webp::WebPDecoder;
use png::{DecodeOptions, Decoder, DecodingError, Transformations};
use std::io::Cursor;

/// The file ends before its picture.
const CUT_OFF: PictureError = PictureError::Damaged("a file that ends before its picture does");
const CHANGED: PictureError =
    PictureError::Damaged("a picture with bytes that changed after it was saved");
const NO_SIZE: PictureError = PictureError::Damaged("a picture without a valid size");
const NO_DATA: PictureError = PictureError::Damaged("a file without picture data");

/// Reads a JPEG, marker by marker, up to its end.
pub fn jpeg(bytes: &[u8]) -> Result<Size, PictureError> {
    let mut size = None;
    let mut has_scan = false;
    let mut at = 2;
    while let Some((marker, after)) = marker(bytes, at) {
        at = after;
        match marker {
            // The end.
            0xd9 if has_scan => return size.ok_or(NO_SIZE),
            0xd9 => return Err(NO_DATA),
            // Markers without a length: the start, a restart point, and an escaped data byte.
            0x00 | 0x01 | 0xd0..=0xd8 => continue,
            // A frame of a type that browsers show.
            0xc0..=0xc2 => size = size.or(frame_size(bytes, at)),
            0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf => {
                return Err(PictureError::Damaged(
                    "a rare type of JPEG that browsers don't show",
                ));
            }
            0xda => has_scan = true,
            // No encoder writes these markers: they are damaged data.
            0x02..=0xbf | 0xf0..=0xfd => return Err(CHANGED),
            _ => {}
        }
        let length = be_u16(bytes, at).ok_or(CUT_OFF)?;
        at += usize::from(length);
    }
    Err(CUT_OFF)
}

/// Returns the next marker of a JPEG, starting at a byte, and the byte after it.
fn marker(bytes: &[u8], from: usize) -> Option<(u8, usize)> {
    let mut at = from + bytes.get(from..)?.iter().position(|byte| *byte == 0xff)?;
    // Any number of these bytes may precede it as padding.
    while *bytes.get(at)? == 0xff {
        at += 1;
    }
    Some((bytes[at], at + 1))
}

/// Returns the size in the frame with its length at a byte of a JPEG.
fn frame_size(bytes: &[u8], at: usize) -> Option<Size> {
    let height = be_u16(bytes, at + 3)?;
    let width = be_u16(bytes, at + 5)?;
    (width > 0 && height > 0).then_some((width.into(), height.into()))
}

/// Decodes the pixels of a PNG with all of its chunks, row by row.
pub fn png_data(bytes: &[u8]) -> Result<(), PictureError> {
    let mut options = DecodeOptions::default();
    options.set_ignore_adler32(false);
    options.set_skip_ancillary_crc_failures(false);
    // The build ignores these errors, too.
    options.set_ignore_text_chunk(true);
    options.set_ignore_iccp_chunk(true);
    let mut decoder = Decoder::new_with_options(Cursor::new(bytes), options);
    // Requires the palette.
    decoder.set_transformations(Transformations::EXPAND);
    let mut is_animated = false;
    let read_rows = || -> Result<(), DecodingError> {
        let mut reader = decoder.read_info()?;
        is_animated = reader.info().animation_control.is_some();
        while reader.next_row()?.is_some() {}
        reader.finish()
    };
    let result = read_rows();
    if is_animated {
        return Err(PictureError::Animated);
    }
    result.map_err(|error| match error {
        DecodingError::IoError(_) => CUT_OFF,
        _ => CHANGED,
    })
}

/// Reads a WebP, chunk by chunk.
pub fn webp(bytes: &[u8]) -> Result<Size, PictureError> {
    let mut has_data = false;
    for (kind, data) in webp_chunks(bytes)? {
        match kind {
            b"ANIM" | b"ANMF" => return Err(PictureError::Animated),
            b"VP8X" if data.len() != 10 => return Err(CHANGED),
            // Reserved bits in the header of the transparency.
            b"ALPH" if data.first().is_none_or(|head| head & 0xa0 != 0) => return Err(CHANGED),
            b"VP8 " | b"VP8L" => has_data = !data.is_empty(),
            _ => {}
        }
    }
    if has_data { size(bytes) } else { Err(NO_DATA) }
}

/// A chunk of a WebP: its type and its data.
type Chunk<'a> = (&'a [u8], &'a [u8]);

/// Returns the chunks of a WebP, if all of them are complete.
fn webp_chunks(bytes: &[u8]) -> Result<Vec<Chunk<'_>>, PictureError> {
    let end = le_u32(bytes, 4).ok_or(CUT_OFF)? as usize + 8;
    let file = bytes.get(..end).ok_or(CUT_OFF)?;
    let mut chunks = Vec::new();
    let mut at = 12;
    while at < file.len() {
        let kind = file.get(at..at + 4).ok_or(CHANGED)?;
        let length = le_u32(file, at + 4).ok_or(CHANGED)? as usize;
        let data = file.get(at + 8..at + 8 + length).ok_or(CHANGED)?;
        chunks.push((kind, data));
        // A padding byte follows a chunk of an odd length.
        at += 8 + length + length % 2;
    }
    Ok(chunks)
}

/// The byte of a WebP with several chunks that contains flags, and the flag for transparency.
const WEBP_FLAGS: usize = 20;
const WEBP_ALPHA: u8 = 0x10;

/// Decodes the pixels of a WebP with all of its chunks.
pub fn webp_data(bytes: &[u8]) -> Result<(), PictureError> {
    let mut has_alpha = false;
    for (kind, _) in webp_chunks(bytes)? {
        has_alpha |= kind == b"ALPH";
    }
    let has_flags = bytes.get(12..16) == Some(b"VP8X");
    let mut without_extras = bytes.to_vec();
    // Programs that remove metadata, such as the location, leave its flag. The picture is intact.
    if has_flags {
        let flags = without_extras.get_mut(WEBP_FLAGS).ok_or(CUT_OFF)?;
        *flags = if has_alpha { WEBP_ALPHA } else { 0 };
    }
    let mut decoder = WebPDecoder::new(Cursor::new(without_extras)).map_err(|_| CHANGED)?;
    let length = decoder.output_buffer_size().ok_or(NO_SIZE)?;
    let mut pixels = vec![0; length];
    decoder.read_image(&mut pixels).map_err(|_| CHANGED)
}

/// Reads an AVIF, box by box.
pub fn avif(bytes: &[u8]) -> Result<Size, PictureError> {
    // The build recognizes an animation in the same way.
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

/// Returns the length of the box at a byte of an ISO file; `None` if the file ends within its
/// header.
fn box_length(bytes: &[u8], at: usize) -> Option<usize> {
    let (length, shortest) = match be_u32(bytes, at)? {
        // The box extends to the end of the file.
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

/// Returns the size in the header of a picture.
pub fn size(bytes: &[u8]) -> Result<Size, PictureError> {
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
