//! The ending of tables up to version 7: the digest, the length in eight bytes, and a mark with the version.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};

use crate::problem::Problem;

/// The last version with this ending.
pub const EARLIER: u32 = 7;

/// The mark, without the version in its last byte.
const MARK: &[u8; 7] = b"site\0\0\0";

/// The length of the digest, the length and the mark, in bytes.
const ENDING: u64 = 48;

/// The ending of a file.
pub struct Ending {
    pub version: u32,
    digest: [u8; blake3::OUT_LEN],
    /// The length of the table in bytes.
    length: u64,
    /// The number of bytes before the ending.
    before: u64,
}

impl Ending {
    /// Reads the last bytes of a file. Returns `None` if they aren't this ending.
    pub fn read(file: &mut File) -> Result<Option<Self>, Problem> {
        let reading = Problem::system("read the file");
        read(file).map_err(reading)
    }

    /// Returns true if there is a program before the table.
    pub fn has_program(&self) -> bool {
        self.before > self.length
    }

    /// Reads the bytes of the table, and returns them with their digest.
    pub fn table(&self, file: &mut File) -> Result<(Vec<u8>, String), Problem> {
        let Some(start) = self.before.checked_sub(self.length) else {
            return Err(Problem::Length {
                expected: format!("a table of {} bytes", self.length),
                found: self.before,
            });
        };
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(start))
            .and_then(|_| file.take(self.length).read_to_end(&mut bytes))
            .map_err(Problem::system("read the table"))?;
        let expected = blake3::Hash::from_bytes(self.digest);
        let found = blake3::hash(&bytes);
        if found != expected {
            return Err(Problem::Digest {
                expected: expected.to_string(),
                found: found.to_string(),
            });
        }
        Ok((bytes, found.to_string()))
    }
}

fn read(file: &mut File) -> std::io::Result<Option<Ending>> {
    let file_length = file.seek(SeekFrom::End(0))?;
    let Some(before) = file_length.checked_sub(ENDING) else {
        return Ok(None);
    };
    let mut digest = [0; blake3::OUT_LEN];
    let mut length = [0; 8];
    let mut mark = [0; 8];
    file.seek(SeekFrom::Start(before))?;
    file.read_exact(&mut digest)?;
    file.read_exact(&mut length)?;
    file.read_exact(&mut mark)?;
    let (start, version) = (&mark[..7], mark[7]);
    if start != MARK {
        return Ok(None);
    }
    Ok(Some(Ending {
        version: version.into(),
        digest,
        length: u64::from_le_bytes(length),
        before,
    }))
}
