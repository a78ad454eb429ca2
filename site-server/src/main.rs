//! The server: it serves the table that `cargo site build` appends to this program.

use std::process::ExitCode;

fn main() -> ExitCode {
    site_server::command(option_env!("SITE_COMMIT"))
}
