//! The program that `cargo site build` makes the table with. It holds the content of the site; `--content` takes another's.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use site_content::{DIGEST, EDITIONS};
use site_prepare::{Source, prepare};
use site_schema::Compiled;

/// Makes the table of all responses that site-server serves
#[derive(Parser)]
#[command(name = "site-prepare", version)]
struct Arguments {
    /// Take this compiled content, rather than the site's own inside this program
    #[arg(long, value_name = "FILE")]
    content: Option<PathBuf>,

    /// The commit that the content and the pages are of; --version names it
    #[arg(long, value_name = "SHA")]
    commit: Option<String>,

    /// The pages that the web build made of it
    #[arg(long, value_name = "DIR")]
    dist: PathBuf,

    /// The table to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// The folder that keeps what takes long from one build to the next
    #[arg(long, value_name = "DIR")]
    cache: PathBuf,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problems) => {
            for problem in problems {
                eprintln!("site-prepare: {problem}");
            }
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Vec<String>> {
    let Arguments {
        commit,
        dist,
        out,
        cache,
        ..
    } = arguments;
    let commit = commit.as_deref();
    let Some(file) = &arguments.content else {
        let source = Source {
            name: "the content inside this program".to_owned(),
            digest: &DIGEST,
            editions: &EDITIONS,
            commit,
        };
        return prepare(&source, dist, out, cache);
    };
    let compiled = read(file).map_err(|error| {
        let file = file.display();
        vec![format!(
            "expected compiled content in {file}, found: {error}; `cargo site build` makes it"
        )]
    })?;
    let source = Source {
        name: file.display().to_string(),
        digest: &compiled.digest,
        editions: &compiled.editions,
        commit,
    };
    prepare(&source, dist, out, cache)
}

/// Reads a compiled file.
fn read(file: &Path) -> io::Result<Compiled> {
    let json = fs::read(file)?;
    Ok(serde_json::from_slice(&json)?)
}
