//! The identity of a server or table, in either version of the format.

use std::fs::File;
use std::path::Path;

use crate::earlier::{EARLIER, Ending};
use crate::problem::Problem;
use crate::program::Architecture;
use crate::table::Table;
use crate::trailer::Trailer;

/// The identity of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// The BLAKE3 digest of the table's bytes, in 64 hexadecimal digits.
    pub digest: String,
    /// The commit that the site was built from, or `None` if files differed from it.
    pub commit: Option<String>,
    /// The version of the table's format.
    pub version: u32,
    /// The program's target processor, or `None` for a table without a program.
    pub architecture: Option<Architecture>,
}

/// Verifies a file, and returns its identity. Version 7 has no trailer, so its identity comes from the table and the program.
///
/// # Errors
/// Returns an error if the file is damaged or has an unsupported version.
pub fn identify(path: &Path) -> Result<Identity, Problem> {
    identify_file(path).map_err(|problem| match problem {
        Problem::InFile { .. } => problem,
        problem => problem.in_file(path),
    })
}

fn identify_file(path: &Path) -> Result<Identity, Problem> {
    let mut file = File::open(path).map_err(Problem::system("open the file"))?;
    let Some(ending) = Ending::read(&mut file)? else {
        let trailer = Trailer::verify(&mut file)?;
        return Ok(Identity {
            digest: trailer.digest,
            commit: trailer.commit,
            version: trailer.version,
            architecture: trailer.architecture,
        });
    };
    let table = Table::open(path)?;
    let architecture = if ending.has_program() {
        Some(Architecture::of_elf(&mut file)?)
    } else {
        None
    };
    Ok(Identity {
        digest: table.digest,
        commit: table.commit.map(str::to_owned),
        version: EARLIER,
        architecture,
    })
}
