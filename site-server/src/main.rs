//! The server with the site inside.

use std::env::args_os;
use std::process::ExitCode;

static TABLE: &[u8] = include_bytes!("../../target/site/table.bin"); // run `cargo site build`, which makes this file

fn main() -> ExitCode {
    site_server::command(TABLE, option_env!("SITE_COMMIT"), args_os())
}
