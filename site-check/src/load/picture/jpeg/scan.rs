//! The blocks of a scan, read code by code.

use super::super::PictureError;
use super::super::raster::CHANGED;
use super::bits::{Bits, Table};
use super::{Component, Frame, next_marker};

/// The most blocks in a unit.
const MOST_BLOCKS: usize = 10;

/// A scan: some bits of some coefficients of some components.
pub struct Scan<'a> {
    pub components: Vec<ScannedComponent<'a>>,
    /// Its first and its last coefficient.
    pub first: usize,
    pub last: usize,
    /// Whether it adds a bit to the coefficients that are there.
    pub is_refining: bool,
}

pub struct ScannedComponent<'a> {
    /// Its index in the frame.
    pub index: usize,
    pub dc: Option<&'a Table>,
    pub ac: Option<&'a Table>,
}

/// The state of the reading of a scan.
struct State<'a> {
    bits: Bits<'a>,
    /// The number of blocks from here on of which nothing more is written.
    blocks_without: u32,
}

impl Scan<'_> {
    /// Reads the scan from a byte on, and returns the byte after it.
    pub fn read(
        &self,
        bytes: &[u8],
        from: usize,
        frame: &mut Frame,
        restart_interval: usize,
    ) -> Result<usize, PictureError> {
        let mut state = State {
            bits: Bits::new(bytes, from),
            blocks_without: 0,
        };
        let is_alone = self.components.len() == 1;
        let (across, down) = match &self.components[..] {
            [one] => frame.components[one.index].blocks,
            _ => frame.units,
        };
        let mut blocks = 0;
        for scanned in &self.components {
            let (across, down) = frame.components[scanned.index].sampling;
            blocks += across * down;
        }
        if !is_alone && blocks > MOST_BLOCKS {
            return Err(CHANGED);
        }

        for unit in 0..across * down {
            if restart_interval > 0 && unit > 0 && unit % restart_interval == 0 {
                let number = (unit / restart_interval - 1) % 8;
                let (marker, after) = next_marker(bytes, state.bits.finish()?)?;
                if usize::from(marker) != 0xd0 + number {
                    return Err(CHANGED);
                }
                state.bits = Bits::new(bytes, after);
                state.blocks_without = 0;
            }
            let (column, row) = (unit % across, unit / across);
            for scanned in &self.components {
                let component = &mut frame.components[scanned.index];
                let (wide, high) = if is_alone { (1, 1) } else { component.sampling };
                for y in 0..high {
                    for x in 0..wide {
                        let block = (row * high + y) * component.stride + column * wide + x;
                        self.read_block(scanned, component, block, &mut state)?;
                    }
                }
            }
        }
        // A scan that is all of the picture is followed by its end, and by whatever stands before that.
        if !frame.is_progressive && self.components.len() == frame.components.len() {
            return Ok(from);
        }
        state.bits.finish()
    }

    fn read_block(
        &self,
        scanned: &ScannedComponent,
        component: &mut Component,
        block: usize,
        state: &mut State,
    ) -> Result<(), PictureError> {
        if self.first == 0 {
            let bits = &mut state.bits;
            if self.is_refining {
                bits.take(1)?;
            } else {
                let length = bits.symbol(scanned.dc.ok_or(CHANGED)?)?;
                bits.take(length.into())?;
            }
            if self.last == 0 {
                return Ok(());
            }
        }
        let table = scanned.ac.ok_or(CHANGED)?;
        match component.nonzero.get_mut(block) {
            // Not progressive: the end of a block is that of one.
            None => self.read_coefficients(table, state, &mut 0),
            Some(nonzero) if self.is_refining => self.refine(table, state, nonzero),
            Some(nonzero) => self.read_coefficients(table, state, nonzero),
        }
    }

    /// Reads the coefficients of a block but its first, and notes those that are not zero.
    fn read_coefficients(
        &self,
        table: &Table,
        state: &mut State,
        nonzero: &mut u64,
    ) -> Result<(), PictureError> {
        if state.blocks_without > 0 {
            state.blocks_without -= 1;
            return Ok(());
        }
        let mut at = self.first.max(1);
        while at <= self.last {
            let (run, length) = run_and_length(state.bits.symbol(table)?);
            if length == 0 && run < 15 {
                return state.end_block(run, self.first > 0);
            }
            at += run;
            if at > self.last {
                return Err(CHANGED);
            }
            if length > 0 {
                state.bits.take(length)?;
                *nonzero |= 1 << at;
            }
            at += 1;
        }
        Ok(())
    }

    /// Reads a bit of each coefficient that is not zero, and those that no longer are.
    fn refine(
        &self,
        table: &Table,
        state: &mut State,
        nonzero: &mut u64,
    ) -> Result<(), PictureError> {
        let known = *nonzero;
        let mut at = self.first;
        while at <= self.last && state.blocks_without == 0 {
            let (run, length) = run_and_length(state.bits.symbol(table)?);
            if length > 1 {
                return Err(CHANGED);
            }
            if length == 0 && run < 15 {
                state.end_block(run, true)?;
                // This block is one of them.
                state.blocks_without += 1;
                break;
            }
            state.bits.take(length)?;
            let mut zeros = run;
            loop {
                if at > self.last {
                    return Err(CHANGED);
                }
                if known & (1 << at) != 0 {
                    state.bits.take(1)?;
                } else if zeros == 0 {
                    break;
                } else {
                    zeros -= 1;
                }
                at += 1;
            }
            if length > 0 {
                *nonzero |= 1 << at;
            }
            at += 1;
        }
        if state.blocks_without > 0 {
            state.blocks_without -= 1;
            while at <= self.last {
                if known & (1 << at) != 0 {
                    state.bits.take(1)?;
                }
                at += 1;
            }
        }
        Ok(())
    }
}

impl State<'_> {
    /// Ends a block, and in a progressive picture some after it, whose number the next bits say.
    fn end_block(&mut self, run: usize, is_progressive: bool) -> Result<(), PictureError> {
        if is_progressive {
            let more = self.bits.take(run as u32)?;
            self.blocks_without = (1 << run) + more - 1;
        } else if run > 0 {
            return Err(CHANGED);
        }
        Ok(())
    }
}

/// The number of zeros before a coefficient, and the length of what is written of it, in bits.
fn run_and_length(symbol: u8) -> (usize, u32) {
    (usize::from(symbol >> 4), u32::from(symbol & 15))
}
