//! `cargo site-ops …`: the commands for publishing the site and keeping its record.

use clap::Parser as _;
use site_ops::commands::Command;
use site_ops::exit::Exit;
use std::process::ExitCode;

fn main() -> ExitCode {
    Exit::of(Command::parse().run()).into()
}
