//! The program that makes the table and the server for `cargo site build`. It contains the site's content; `--content` uses
//! other content.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use site_content::{DIGEST, EDITIONS};
use site_prepare::{Source, prepare};
use site_schema::Compiled;
use site_table::assemble;

/// Makes the table of responses that site-server serves, or a server with a table
#[derive(Parser)]
#[command(name = "site-prepare", version)]
struct Arguments {
    /// Use this compiled content instead of the site's content in this program
    #[arg(long, value_name = "FILE")]
    content: Option<PathBuf>,

    /// The commit of the content and the pages, which --version prints
    #[arg(long, value_name = "SHA")]
    commit: Option<String>,

    /// The folder with the web build's pages
    #[arg(long, value_name = "DIR", required_unless_present = "table")]
    dist: Option<PathBuf>,

    /// The folder that keeps results that take long to compute from one build to the next
    #[arg(long, value_name = "DIR", required_unless_present = "table")]
    cache: Option<PathBuf>,

    /// Write a server with this table instead of a table
    #[arg(long, value_name = "FILE", requires = "program", conflicts_with_all = ["content", "commit", "dist", "cache"])]
    table: Option<PathBuf>,

    /// The program of that server, as compiled by Cargo
    #[arg(long, value_name = "FILE", requires = "table")]
    program: Option<PathBuf>,

    /// The table or the server to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
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
    if let (Some(table), Some(program)) = (&arguments.table, &arguments.program) {
        let assembled = assemble(program, table, &arguments.out);
        return assembled.map_err(|problem| vec![problem.to_string()]);
    }
    let commit = arguments.commit.as_deref();
    let out = &arguments.out;
    let (Some(dist), Some(cache)) = (&arguments.dist, &arguments.cache) else {
        return Err(vec![
            "expected --dist and --cache, found only one of them; name both".to_owned(),
        ]);
    };
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
