//! The header of a program: its architecture, and whether it needs libraries.

use std::fmt::{self, Display};
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};

use crate::problem::Problem;

/// A kind of processor that servers are built for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Architecture {
    X86_64,
    Aarch64,
}

impl Architecture {
    /// All kinds.
    const ALL: [Architecture; 2] = [Architecture::X86_64, Architecture::Aarch64];

    /// This program's own architecture, or `None` if servers aren't built for it.
    pub fn current() -> Option<Self> {
        Self::named(std::env::consts::ARCH)
    }

    /// The architecture with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.name() == name)
    }

    /// The name that Rust and the trailer use.
    pub fn name(self) -> &'static str {
        match self {
            Architecture::X86_64 => "x86_64",
            Architecture::Aarch64 => "aarch64",
        }
    }

    /// Reads the architecture from the ELF header at the start of a file.
    ///
    /// # Errors
    /// Returns an error if the file isn't a 64-bit ELF program, or is for an unsupported processor.
    pub fn of_elf(file: &mut File) -> Result<Self, Problem> {
        let header = elf_header(file)?;
        match u16::from_le_bytes([header[18], header[19]]) {
            62 => Ok(Architecture::X86_64),
            183 => Ok(Architecture::Aarch64),
            machine => Err(unknown(format!("machine {machine} of ELF"))),
        }
    }

    /// Reads the architecture from the header of a program for any system. Developers also build on macOS, whose programs have
    /// the Mach-O format.
    ///
    /// # Errors
    /// Returns an error if the file isn't a 64-bit program, or is for an unsupported processor.
    pub fn of_program(file: &mut File) -> Result<Self, Problem> {
        let mut start = [0; 8];
        file.rewind().map_err(Problem::system("read the file"))?;
        if file.read_exact(&mut start).is_err() || start[..4] != *MACH_O {
            return Self::of_elf(file);
        }
        match &start[4..] {
            b"\x07\0\0\x01" => Ok(Architecture::X86_64),
            b"\x0c\0\0\x01" => Ok(Architecture::Aarch64),
            kind => Err(unknown(format!("processor {kind:02x?} of Mach-O"))),
        }
    }
}

impl Display for Architecture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Returns true if an ELF program doesn't name an interpreter, which would load libraries. Such a program runs in an image without libraries.
///
/// # Errors
/// Returns an error if the file isn't a 64-bit ELF program, or is truncated.
pub fn is_static(file: &mut File) -> Result<bool, Problem> {
    let header = elf_header(file)?;
    let mut offset = [0; 8];
    offset.copy_from_slice(&header[32..40]);
    let size = u16::from_le_bytes([header[54], header[55]]);
    let count = u16::from_le_bytes([header[56], header[57]]);
    if size != SEGMENT_SIZE || count == 0 || count == u16::MAX {
        return Err(NOT_ELF);
    }
    let mut segments = vec![0; usize::from(size) * usize::from(count)];
    file.seek(SeekFrom::Start(u64::from_le_bytes(offset)))
        .and_then(|_| file.read_exact(&mut segments))
        .map_err(|_| NOT_ELF)?;
    let mut segments = segments.chunks_exact(usize::from(size));
    Ok(!segments.any(|segment| segment.starts_with(&INTERPRETER)))
}

/// The first bytes of a 64-bit Mach-O program.
const MACH_O: &[u8; 4] = b"\xcf\xfa\xed\xfe";

/// The first bytes of a 64-bit little-endian ELF program.
const ELF: &[u8; 6] = b"\x7fELF\x02\x01";

/// The size of a 64-bit ELF header in bytes.
const HEADER_SIZE: usize = 64;

/// The size of each entry in the list of segments, in bytes.
const SEGMENT_SIZE: u16 = 56;

/// The first bytes of a segment that names an interpreter (`PT_INTERP`).
const INTERPRETER: [u8; 4] = 3_u32.to_le_bytes();

const NOT_ELF: Problem = Problem::NoProgram {
    expected: "an ELF program of 64 bits",
};

/// The ELF header of a file.
fn elf_header(file: &mut File) -> Result<[u8; HEADER_SIZE], Problem> {
    let mut header = [0; HEADER_SIZE];
    file.rewind().map_err(Problem::system("read the file"))?;
    // A file that is too short isn't a program either.
    file.read_exact(&mut header).map_err(|_| NOT_ELF)?;
    if !header.starts_with(ELF) {
        return Err(NOT_ELF);
    }
    Ok(header)
}

fn unknown(found: String) -> Problem {
    Problem::Architecture {
        expected: "x86_64 or aarch64".to_owned(),
        found,
    }
}
