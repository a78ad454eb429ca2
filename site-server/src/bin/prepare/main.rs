//! Makes the table of responses of the built pages and the compiled content: all that `site-server` serves, in one file.
//!
//! 1. [`compiled`] reads the compiled content, and sees that the pages were made from it.
//! 2. [`dist`] finds the files and the paths that they are served at.
//! 3. [`policy`] reads each page and writes its Content-Security-Policy, or says why the page can't have a strict one.
//! 4. [`headers`] gives each response the headers that belong on its kind.
//! 5. [`encode`] compresses each body and tags each encoding; [`cache`] keeps what it has compressed.
//! 6. [`emit`] writes all of it as one table.
//!
//! Every problem is collected and reported at once. The same input gives the same bytes.

mod cache;
mod compiled;
mod dist;
mod emit;
mod encode;
mod headers;
mod media;
mod policy;
mod site;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;

use cache::Cache;

/// Makes the table of all responses that site-server serves
#[derive(Parser)]
#[command(name = "site-prepare", version)]
struct Arguments {
    /// The compiled content
    #[arg(long, value_name = "FILE")]
    content: PathBuf,

    /// The pages that the web build made of it
    #[arg(long, value_name = "DIR")]
    dist: PathBuf,

    /// The table to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Where compressed bodies are kept from one build to the next
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
}

fn main() -> ExitCode {
    match prepare(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problems) => {
            for problem in problems {
                eprintln!("site-prepare: {problem}");
            }
            ExitCode::FAILURE
        }
    }
}

fn prepare(arguments: &Arguments) -> Result<(), Vec<String>> {
    let content =
        compiled::read(&arguments.content, &arguments.dist).map_err(|problem| vec![problem])?;
    let cache = Cache::open(arguments.cache.clone());
    let table = site::prepare(&arguments.dist, &content, &cache)?;
    write(&arguments.out, &table).map_err(|problem| vec![problem])?;
    cache.close().map_err(|problem| vec![problem])
}

/// Writes all of a file or nothing.
fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let written = || {
        std::fs::create_dir_all(folder)?;
        let mut files = tempfile::Builder::new();
        // As any other file: what may be read is for the user's mask to say.
        #[cfg(unix)]
        files.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = files.tempfile_in(folder)?;
        file.write_all(bytes)?;
        file.persist(path)?;
        std::io::Result::Ok(())
    };
    written().map_err(|error| {
        format!(
            "expected to write {}, found: {error}; check the disk and its permissions",
            path.display()
        )
    })
}
