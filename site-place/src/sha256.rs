//! SHA-256 digests of files.

use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

/// Copies bytes, and returns their SHA-256 in hexadecimal.
pub fn copy(mut from: impl Read, mut to: impl Write) -> io::Result<String> {
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 18];
    loop {
        let count = from.read(&mut buffer)?;
        if count == 0 {
            break;
        }
        hash.update(&buffer[..count]);
        to.write_all(&buffer[..count])?;
    }
    let mut text = String::new();
    for byte in hash.finalize() {
        _ = write!(text, "{byte:02x}");
    }
    Ok(text)
}

/// Returns the SHA-256 of a file in hexadecimal.
pub fn of_file(path: &Path) -> io::Result<String> {
    copy(File::open(path)?, io::sink())
}
