//! `cargo site-ops …`: the commands of those who publish the site and keep its record.

use clap::Parser as _;
use site_ops::commands::Command;
use site_ops::exit::Exit;
use std::process::ExitCode;

fn main() -> ExitCode {
    Exit::of(Command::parse().run()).into()
}
