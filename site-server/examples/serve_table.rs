//! The server with its table in a file: `serve_table FILE`, and then all that `site-server` takes.

use std::process::ExitCode;
use std::{env, fs};

fn main() -> ExitCode {
    let mut arguments = env::args_os();
    let program = arguments.next();
    let Some(file) = arguments.next() else {
        eprintln!("serve_table: expected a file that site-prepare made, found no argument");
        return ExitCode::FAILURE;
    };
    match fs::read(&file) {
        Ok(table) => site_server::command(table.leak(), None, program.into_iter().chain(arguments)),
        Err(error) => {
            eprintln!(
                "serve_table: expected to read {}, found: {error}",
                file.display()
            );
            ExitCode::FAILURE
        }
    }
}
