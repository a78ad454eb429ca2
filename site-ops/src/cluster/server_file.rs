//! The built server as a file: what an image must know of it. The file isn't run for that.

use anyhow::{Context as _, Result, bail, ensure};
use fs_err as fs;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::Path;
use std::process::Command;

use crate::run::capture_stdout;

/// The first bytes of a program in ELF's form, of 64 bits, little-endian.
const MAGIC: [u8; 6] = *b"\x7fELF\x02\x01";

/// The length of the header at the start of such a program.
const HEADER: usize = 64;

/// The kind of the program header that names the loader of libraries.
const PT_INTERP: u32 = 3;

/// Returns the architecture of a built server, by the name that images have for it.
///
/// # Errors
/// If the file is no program for an architecture of ours, or needs libraries, which the image doesn't have.
pub fn architecture(server: &Path) -> Result<&'static str> {
    let mut file = fs::File::open(server)?;
    let name = server.display();
    let no_program = || {
        format!(
            "expected a program of 64 bits for Linux in {name}, found another file; `cargo site build` makes one"
        )
    };
    let mut header = [0; HEADER];
    file.read_exact(&mut header).with_context(no_program)?;
    ensure!(header[..6] == MAGIC, no_program());
    let architecture = match number(&header, 18, 2) {
        62 => "amd64",
        183 => "arm64",
        other => bail!(
            "expected a program for x86_64 or aarch64 in {name}, found one for ELF's machine {other}; build it for the machines of the cluster"
        ),
    };

    let start = number(&header, 32, 8);
    let length = number(&header, 54, 2);
    for index in 0..number(&header, 56, 2) {
        let mut kind = [0; 4];
        let place = start.saturating_add(index * length);
        file.seek(SeekFrom::Start(place)).with_context(no_program)?;
        file.read_exact(&mut kind).with_context(no_program)?;
        ensure!(
            u32::from_le_bytes(kind) != PT_INTERP,
            "expected a static program in {name}, since its image has no libraries, found one that needs them; \
             build it with: cargo site build --target {}-unknown-linux-musl",
            std::env::consts::ARCH
        );
    }
    Ok(architecture)
}

/// Reads a number in little-endian order.
fn number(header: &[u8; HEADER], start: usize, length: usize) -> u64 {
    let mut bytes = [0; 8];
    bytes[..length].copy_from_slice(&header[start..start + length]);
    u64::from_le_bytes(bytes)
}

/// Writes the parts of an earlier built server's pages into a folder.
pub fn write_parts(server: &Path, earlier: &Path, folder: &Path) -> Result<()> {
    let mut write = Command::new(server);
    write.arg("--table").arg(earlier);
    write.arg("--write-parts").arg(folder);
    capture_stdout(&mut write)?;
    Ok(())
}
