//! The data of a JPEG, read to their last bit, as the build's decoder reads them; no pixel is made. What that decoder warns of
//! is an error here, because the build takes no picture with a warning: data that end early or go on too long, a code that no
//! table has, a restart out of order, a scan that refines what is not there. The decoders in Rust that are kept fill such gaps with
//! gray, without a word.
//!
//! 1. `bits`: the bits of a scan, and the codes that they make
//! 2. `scan`: the blocks of a scan
//!
//! After ITU-T T.81; the markers and their bytes are those of its annex B.

mod bits;
mod scan;

use super::PictureError;
use super::raster::{CHANGED, CUT_OFF, be_u16};
use bits::Table;
use scan::{Scan, ScannedComponent};

/// The most scans: the build's decoder takes no more.
const MOST_SCANS: usize = 100;
const RARE: PictureError = PictureError::Damaged("a JPEG of a rare kind that browsers do not show");

/// What a scan is read by: it stands before the scan, and holds until something else is said.
#[derive(Default)]
struct Tables {
    dc: [Option<Table>; 4],
    ac: [Option<Table>; 4],
    /// Whether there is a quantization table of each number.
    quantization: [bool; 4],
    /// The number of units after which the reading of bits starts anew; 0 for never.
    restart_interval: usize,
}

/// The head of a picture.
struct Frame {
    is_progressive: bool,
    components: Vec<Component>,
    /// The number of units across and down, where a scan has several components.
    units: (usize, usize),
}

/// A channel of a picture, such as its brightness.
struct Component {
    id: u8,
    /// The number of its blocks in a unit, across and down.
    sampling: (usize, usize),
    quantization: usize,
    /// The number of its blocks across and down that the picture shows.
    blocks: (usize, usize),
    /// The number of blocks in a row, with those that fill up a unit.
    stride: usize,
    /// The coefficients of each block that are not zero, a bit for each; for a progressive picture alone.
    nonzero: Vec<u64>,
    /// The lowest bit of each coefficient that the scans so far have given. `None` for a coefficient that none has given.
    lowest_bits: [Option<u8>; 64],
}

/// Reads all scans of a JPEG whose markers lead to its end.
pub fn read_data(bytes: &[u8]) -> Result<(), PictureError> {
    let mut tables = Tables::default();
    let mut frame: Option<Frame> = None;
    let mut scans = 0;
    let mut at = 2;
    loop {
        let (marker, after) = next_marker(bytes, at)?;
        at = after;
        // Without a length.
        if matches!(marker, 0x01 | 0xd0..=0xd7) {
            continue;
        }
        if marker == 0xd9 {
            let is_whole = frame.is_some_and(|frame| frame.is_whole());
            return if is_whole { Ok(()) } else { Err(CUT_OFF) };
        }
        let length = usize::from(be_u16(bytes, at).ok_or(CUT_OFF)?);
        let segment = bytes.get(at + 2..at + length).ok_or(CHANGED)?;
        at += length;
        match marker {
            0xc0..=0xc2 if frame.is_none() => frame = Some(Frame::read(segment, marker == 0xc2)?),
            0xc4 => read_codes(segment, &mut tables)?,
            0xdb => read_quantization(segment, &mut tables)?,
            0xdd => {
                let interval = be_u16(segment, 0).filter(|_| segment.len() == 2);
                tables.restart_interval = interval.ok_or(CHANGED)?.into();
            }
            0xda => {
                let frame = frame.as_mut().ok_or(CHANGED)?;
                scans += 1;
                if scans > MOST_SCANS {
                    return Err(CHANGED);
                }
                let scan = frame.scan(segment, &tables)?;
                let is_only =
                    !frame.is_progressive && scan.components.len() == frame.components.len();
                at = scan.read(bytes, at, frame, tables.restart_interval)?;
                // The decoder has all of it, and looks no further.
                if is_only {
                    return Ok(());
                }
            }
            0xe0 if segment.starts_with(b"JFIF\0") && segment.len() >= 14 && segment[5] != 1 => {
                return Err(CHANGED);
            }
            0xee if segment.starts_with(b"Adobe") && segment.len() >= 12 && segment[11] > 2 => {
                return Err(CHANGED);
            }
            0xcc | 0xdc | 0xe0..=0xef | 0xfe => {}
            _ => return Err(CHANGED),
        }
    }
}

/// Returns the marker at a byte, which any number of the same bytes may precede, and the byte after it.
fn next_marker(bytes: &[u8], from: usize) -> Result<(u8, usize), PictureError> {
    let mut at = from;
    while *bytes.get(at).ok_or(CUT_OFF)? == 0xff {
        at += 1;
    }
    let marker = bytes[at];
    if at == from || marker == 0 {
        return Err(CHANGED);
    }
    Ok((marker, at + 1))
}

/// Reads the codes of a segment: a table after the other.
fn read_codes(segment: &[u8], tables: &mut Tables) -> Result<(), PictureError> {
    let mut rest = segment;
    while let Some((class_and_number, after)) = rest.split_first() {
        let (counts, after) = after.split_at_checked(16).ok_or(CHANGED)?;
        let total = counts.iter().map(|count| usize::from(*count)).sum();
        let (symbols, after) = after.split_at_checked(total).ok_or(CHANGED)?;
        let is_dc = class_and_number >> 4 == 0;
        let of_class = match class_and_number >> 4 {
            0 => &mut tables.dc,
            1 => &mut tables.ac,
            _ => return Err(CHANGED),
        };
        let slot = of_class.get_mut(usize::from(class_and_number & 15));
        *slot.ok_or(CHANGED)? = Some(Table::new(counts, symbols, is_dc).ok_or(CHANGED)?);
        rest = after;
    }
    Ok(())
}

/// Notes the quantization tables of a segment. Any numbers in them are valid.
fn read_quantization(segment: &[u8], tables: &mut Tables) -> Result<(), PictureError> {
    let mut rest = segment;
    while let Some((precision_and_number, after)) = rest.split_first() {
        let length = if precision_and_number >> 4 == 0 {
            64
        } else {
            128
        };
        let number = usize::from(precision_and_number & 15);
        *tables.quantization.get_mut(number).ok_or(CHANGED)? = true;
        rest = after.get(length..).ok_or(CHANGED)?;
    }
    Ok(())
}

impl Frame {
    fn read(segment: &[u8], is_progressive: bool) -> Result<Self, PictureError> {
        let &[precision, h1, h0, w1, w0, count, ref described @ ..] = segment else {
            return Err(CHANGED);
        };
        if described.len() != 3 * usize::from(count) {
            return Err(CHANGED);
        }
        if precision != 8 || !matches!(count, 1 | 3 | 4) {
            return Err(RARE);
        }
        let width = usize::from(u16::from_be_bytes([w1, w0]));
        let height = usize::from(u16::from_be_bytes([h1, h0]));
        let mut most = (1, 1);
        let mut components = Vec::new();
        for part in described.chunks_exact(3) {
            let sampling = (usize::from(part[1] >> 4), usize::from(part[1] & 15));
            most = (most.0.max(sampling.0), most.1.max(sampling.1));
            components.push(Component {
                id: part[0],
                sampling,
                quantization: part[2].into(),
                blocks: (0, 0),
                stride: 0,
                nonzero: Vec::new(),
                lowest_bits: [None; 64],
            });
        }
        let units = (width.div_ceil(8 * most.0), height.div_ceil(8 * most.1));
        for component in &mut components {
            let (across, down) = component.sampling;
            let is_divisor =
                |most: usize, own: usize| (1..=4).contains(&own) && most.is_multiple_of(own);
            if !is_divisor(most.0, across) || !is_divisor(most.1, down) {
                return Err(CHANGED);
            }
            component.blocks = (
                (width * across).div_ceil(8 * most.0),
                (height * down).div_ceil(8 * most.1),
            );
            component.stride = units.0 * across;
            if is_progressive {
                component.nonzero = vec![0; component.stride * units.1 * down];
            }
        }
        Ok(Self {
            is_progressive,
            components,
            units,
        })
    }

    /// Returns whether the scans have given something of each component.
    fn is_whole(&self) -> bool {
        let mut components = self.components.iter();
        components.all(|component| component.lowest_bits[0].is_some())
    }

    /// Reads the head of a scan, and notes what it gives.
    fn scan<'a>(&mut self, segment: &[u8], tables: &'a Tables) -> Result<Scan<'a>, PictureError> {
        let (count, after) = segment.split_first().ok_or(CHANGED)?;
        let count = usize::from(*count);
        if !(1..=4).contains(&count) || after.len() != 2 * count + 3 {
            return Err(CHANGED);
        }
        let (described, last) = after.split_at(2 * count);
        let (first, last, high, low) = (last[0], last[1], last[2] >> 4, last[2] & 15);
        let is_of_dc = first == 0;
        let is_possible = if self.is_progressive {
            let is_band = if is_of_dc {
                last == 0
            } else {
                first <= last && last < 64 && count == 1
            };
            is_band && (high == 0 || high == low + 1) && low <= 13
        } else {
            (first, last, high, low) == (0, 63, 0, 0)
        };
        if !is_possible {
            return Err(CHANGED);
        }

        let mut components: Vec<ScannedComponent> = Vec::new();
        for part in described.chunks_exact(2) {
            let mut known = self.components.iter();
            let index = known.position(|known| known.id == part[0]).ok_or(CHANGED)?;
            if components.iter().any(|other| other.index == index) {
                return Err(CHANGED);
            }
            let component = &mut self.components[index];
            if tables.quantization.get(component.quantization) != Some(&true) {
                return Err(CHANGED);
            }
            let table =
                |all: &'a [Option<Table>; 4], number: u8| all.get(usize::from(number))?.as_ref();
            let scanned = ScannedComponent {
                index,
                dc: table(&tables.dc, part[1] >> 4),
                ac: table(&tables.ac, part[1] & 15),
            };
            let needs_dc = is_of_dc && high == 0;
            let needs_ac = !is_of_dc || !self.is_progressive;
            if needs_dc && scanned.dc.is_none() || needs_ac && scanned.ac.is_none() {
                return Err(CHANGED);
            }
            component.note(first.into(), last.into(), high, low)?;
            components.push(scanned);
        }
        Ok(Scan {
            components,
            first: first.into(),
            last: last.into(),
            is_refining: high > 0,
        })
    }
}

impl Component {
    /// Notes which bits a scan gives, and fails where it does not follow the scans before it.
    fn note(&mut self, first: usize, last: usize, high: u8, low: u8) -> Result<(), PictureError> {
        if first > 0 && self.lowest_bits[0].is_none() {
            return Err(CHANGED);
        }
        for lowest in &mut self.lowest_bits[first..=last] {
            if lowest.unwrap_or(0) != high {
                return Err(CHANGED);
            }
            *lowest = Some(low);
        }
        Ok(())
    }
}
