//! Combines a program and a table into one file: the server that is published.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

use crate::earlier::Ending;
use crate::problem::Problem;
use crate::program::Architecture;
use crate::trailer::{Kind, Trailer};

/// Writes a server: the bytes of a program, the bytes of a table, and a trailer. The same program and table always produce the same bytes.
///
/// The server replaces an existing file atomically, even if that file is running.
///
/// # Errors
/// Returns an error if the program or the table is invalid, or if the server can't be written.
pub fn assemble(program: &Path, table: &Path, server: &Path) -> Result<(), Problem> {
    let (bytes, mut trailer) = read_table(table).map_err(|problem| problem.in_file(table))?;
    let (mut input, architecture) =
        open_program(program).map_err(|problem| problem.in_file(program))?;
    trailer.kind = Kind::Server;
    trailer.architecture = Some(architecture);
    let end = trailer.to_bytes()?;

    let unfinished = server.with_extension("unfinished");
    let mut write = || -> io::Result<()> {
        if let Some(folder) = server.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut output = File::create(&unfinished)?;
        io::copy(&mut input, &mut output)?;
        output.write_all(&bytes)?;
        output.write_all(&end)?;
        output.set_permissions(input.metadata()?.permissions())?;
        drop(output);
        fs::rename(&unfinished, server)
    };
    write().map_err(|error| Problem::system("write the server")(error).in_file(server))
}

/// The bytes of a table's file without its trailer, and the trailer.
fn read_table(path: &Path) -> Result<(Vec<u8>, Trailer), Problem> {
    let mut file = File::open(path).map_err(Problem::system("open the table"))?;
    let trailer = Trailer::read(&mut file)?;
    if trailer.kind != Kind::Table {
        return Err(Problem::Kind {
            expected: Kind::Table.name(),
            found: trailer.kind.name(),
        });
    }
    Ok((trailer.table(&mut file)?, trailer))
}

/// Opens a program, and reads its architecture.
fn open_program(path: &Path) -> Result<(File, Architecture), Problem> {
    let mut file = File::open(path).map_err(Problem::system("open the program"))?;
    let has_table = Ending::read(&mut file)?.is_some() || Trailer::read(&mut file).is_ok();
    if has_table {
        return Err(Problem::HasTable);
    }
    let architecture = Architecture::of_program(&mut file)?;
    io::Seek::rewind(&mut file).map_err(Problem::system("read the program"))?;
    Ok((file, architecture))
}
