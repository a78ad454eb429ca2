//! The trailer: the last 256 bytes of a built server, of a table and of a part. `tail -c 256 site-server` prints it:
//!
//! ```text
//! site-trailer 1
//! kind site-server
//! version 8
//! digest dd8e63e8545ae32877d5067bdd114d3bc24c96c763e84c03dc1ac8ed1465a975
//! commit 0123456789abcdef0123456789abcdef01234567
//! architecture x86_64
//! length 10564955
//! ```
//!
//! Each line ends with a newline, spaces follow, and the last byte is a newline. The table lies directly before the trailer.
//!
//! This format never changes, even if the format of tables does, because programs that were installed years ago read it.

use std::fmt::{self, Display};
use std::fs::File;
use std::io::{Read, Seek as _, SeekFrom};
use std::str::Lines;

use crate::earlier::Ending;
use crate::problem::Problem;
use crate::program::Architecture;

/// The size of a trailer in bytes.
pub const SIZE: usize = 256;

/// The description at the end of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trailer {
    pub kind: Kind,
    /// The version of the table's format.
    pub version: u32,
    /// The BLAKE3 digest of the table's bytes, in 64 hexadecimal digits.
    pub digest: String,
    /// The commit that the site was built from, or a name for it. `None` if files differed from the commit.
    pub commit: Option<String>,
    /// The program's target processor, or `None` for a file without a program.
    pub architecture: Option<Architecture>,
    /// The length of the table in bytes.
    pub length: u64,
}

/// A kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A program and the table that it serves.
    Server,
    /// A table without a program.
    Table,
    /// A table with one response that pages of other publications request.
    Part,
}

impl Trailer {
    /// Reads the last 256 bytes of a file. Doesn't check the table; [`Trailer::verify`] does.
    ///
    /// # Errors
    /// Returns an error if the file doesn't end with a trailer, or has fewer bytes than the trailer says.
    pub fn read(file: &mut File) -> Result<Self, Problem> {
        let reading = || Problem::system("read the trailer");
        let length = file.seek(SeekFrom::End(0)).map_err(reading())?;
        if let Some(ending) = Ending::read(file)? {
            let version = ending.version;
            return Err(Problem::NoTrailer {
                found: format!("the end of a table of version {version}, which has none"),
            });
        }
        let Some(before) = length.checked_sub(SIZE as u64) else {
            return Err(Problem::TooShort { length });
        };
        let mut bytes = [0; SIZE];
        file.seek(SeekFrom::Start(before)).map_err(reading())?;
        file.read_exact(&mut bytes).map_err(reading())?;
        let trailer = Trailer::parse(&bytes)?;
        trailer.check_length(before)?;
        Ok(trailer)
    }

    /// Reads the trailer, and checks that the table has the trailer's digest and that a server's program is for the trailer's
    /// architecture.
    ///
    /// # Errors
    /// Returns an error if the file doesn't match the trailer.
    pub fn verify(file: &mut File) -> Result<Self, Problem> {
        let trailer = Trailer::read(file)?;
        trailer.seek_table(file)?;
        let mut hasher = blake3::Hasher::new();
        hasher
            .update_reader(Read::take(&mut *file, trailer.length))
            .map_err(Problem::system("read the table"))?;
        trailer.check_digest(&hasher.finalize())?;
        if let Some(expected) = trailer.architecture {
            let found = Architecture::of_elf(file)?;
            if found != expected {
                return Err(Problem::Architecture {
                    expected: format!("{expected}, from the trailer"),
                    found: found.to_string(),
                });
            }
        }
        Ok(trailer)
    }

    /// Reads the table's bytes from the file that this trailer came from.
    ///
    /// # Errors
    /// Returns an error if the bytes have another digest.
    pub fn table(&self, file: &mut File) -> Result<Vec<u8>, Problem> {
        self.seek_table(file)?;
        let mut bytes = Vec::new();
        file.take(self.length)
            .read_to_end(&mut bytes)
            .map_err(Problem::system("read the table"))?;
        self.check_digest(&blake3::hash(&bytes))?;
        Ok(bytes)
    }

    /// Returns the 256 bytes.
    ///
    /// # Errors
    /// Returns an error if the digest or the commit's name has an invalid form.
    pub fn to_bytes(&self) -> Result<[u8; SIZE], Problem> {
        if let Some(commit) = &self.commit {
            check_commit(commit)?;
        }
        if !is_digest(&self.digest) {
            return Err(Problem::Line {
                expected: format!("the line \"digest\" with {DIGEST}"),
                found: self.digest.clone(),
            });
        }
        let mut text = self.to_string();
        while text.len() < SIZE - 1 {
            text.push(' ');
        }
        text.push('\n');
        let bytes = text.into_bytes().try_into();
        Ok(bytes.expect("seven lines of limited length are shorter than a trailer"))
    }

    fn parse(bytes: &[u8; SIZE]) -> Result<Self, Problem> {
        if !bytes.starts_with(FIRST_LINE.as_bytes()) {
            let start = bytes[..FIRST_LINE.len()].escape_ascii();
            return Err(Problem::NoTrailer {
                found: format!("\"{start}\""),
            });
        }
        let text = str::from_utf8(bytes).map_err(|_| Problem::Form)?;
        let mut lines = text.lines();
        lines.next();
        let kind = value(
            &mut lines,
            "kind",
            "site-server, table or part",
            Kind::named,
        )?;
        let version = value(&mut lines, "version", "a number", |text| text.parse().ok())?;
        let digest = value(&mut lines, "digest", DIGEST, |text| {
            is_digest(text).then(|| text.to_owned())
        })?;
        let commit = value(&mut lines, "commit", COMMIT, |text| {
            if text == UNKNOWN {
                return Some(None);
            }
            check_commit(text).ok().map(|()| Some(text.to_owned()))
        })?;
        let expected = match kind {
            Kind::Server => "x86_64 or aarch64",
            Kind::Table | Kind::Part => NONE,
        };
        let architecture = value(&mut lines, "architecture", expected, |text| match kind {
            Kind::Server => Architecture::named(text).map(Some),
            Kind::Table | Kind::Part => (text == NONE).then_some(None),
        })?;
        let length = value(&mut lines, "length", "a number of bytes", |text| {
            text.parse().ok()
        })?;
        let trailer = Trailer {
            kind,
            version,
            digest,
            commit,
            architecture,
            length,
        };
        // Refuse other spellings of the same trailer.
        if trailer.to_bytes()? != *bytes {
            return Err(Problem::Form);
        }
        Ok(trailer)
    }

    /// Checks the length against the number of bytes before the trailer. A server also has a program there.
    fn check_length(&self, before: u64) -> Result<(), Problem> {
        let length = self.length;
        let (fits, expected) = match self.kind {
            Kind::Server => (
                length < before,
                format!("a program and a table of {length} bytes"),
            ),
            Kind::Table | Kind::Part => (length == before, format!("a table of {length} bytes")),
        };
        if fits {
            return Ok(());
        }
        Err(Problem::Length {
            expected,
            found: before,
        })
    }

    fn check_digest(&self, found: &blake3::Hash) -> Result<(), Problem> {
        let found = found.to_string();
        if found == self.digest {
            return Ok(());
        }
        Err(Problem::Digest {
            expected: self.digest.clone(),
            found,
        })
    }

    /// Moves to the first byte of the table.
    fn seek_table(&self, file: &mut File) -> Result<(), Problem> {
        let reading = || Problem::system("read the table");
        let length = file.seek(SeekFrom::End(0)).map_err(reading())?;
        let start = length
            .checked_sub(SIZE as u64)
            .and_then(|before| before.checked_sub(self.length))
            .ok_or(Problem::TooShort { length })?;
        file.seek(SeekFrom::Start(start)).map_err(reading())?;
        Ok(())
    }
}

impl Display for Trailer {
    /// Writes the lines, without the spaces after them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let architecture = self.architecture.map_or(NONE, Architecture::name);
        let commit = self.commit.as_deref().unwrap_or(UNKNOWN);
        f.write_str(FIRST_LINE)?;
        writeln!(f, "kind {}", self.kind.name())?;
        writeln!(f, "version {}", self.version)?;
        writeln!(f, "digest {}", self.digest)?;
        writeln!(f, "commit {commit}")?;
        writeln!(f, "architecture {architecture}")?;
        writeln!(f, "length {}", self.length)
    }
}

impl Kind {
    fn named(name: &str) -> Option<Self> {
        let all = [Kind::Server, Kind::Table, Kind::Part];
        all.into_iter().find(|kind| kind.name() == name)
    }

    /// The name that a trailer uses.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Server => "site-server",
            Kind::Table => "table",
            Kind::Part => "part",
        }
    }
}

/// The first line of every trailer.
const FIRST_LINE: &str = "site-trailer 1\n";

/// The architecture of a file without a program.
const NONE: &str = "none";

/// The commit of a site whose files differed from every commit.
const UNKNOWN: &str = "unknown";

const DIGEST: &str = "64 hexadecimal digits in lower case";

const COMMIT: &str = "unknown, or a name of 1 to 64 ASCII characters without spaces";

/// The longest name of a commit.
const LONGEST_COMMIT: usize = 64;

/// Reads the value of the next line, which must begin with this name.
fn value<T>(
    lines: &mut Lines<'_>,
    name: &str,
    expected: &str,
    parse: impl FnOnce(&str) -> Option<T>,
) -> Result<T, Problem> {
    let line = lines.next().unwrap_or_default();
    let text = line
        .strip_prefix(name)
        .and_then(|rest| rest.strip_prefix(' '));
    text.and_then(parse).ok_or_else(|| Problem::Line {
        expected: format!("the line \"{name}\" with {expected}"),
        found: line.to_owned(),
    })
}

/// Checks that a trailer can hold a commit's name.
fn check_commit(name: &str) -> Result<(), Problem> {
    let is_name = (1..=LONGEST_COMMIT).contains(&name.len())
        && name != UNKNOWN
        && name.bytes().all(|byte| byte.is_ascii_graphic());
    if is_name {
        return Ok(());
    }
    Err(Problem::Line {
        expected: format!(
            "a commit with a name of 1 to {LONGEST_COMMIT} ASCII characters without spaces, and not \"{UNKNOWN}\","
        ),
        found: name.to_owned(),
    })
}

fn is_digest(text: &str) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    text.len() == 2 * blake3::OUT_LEN && text.bytes().all(is_digit)
}
