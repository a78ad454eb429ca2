//! The arguments of `cargo site-ops verify`.

use crate::exit::Exit;
use crate::verify::{Request, verify};
use anyhow::Result;
use clap::{Args, ValueEnum};
use jiff::Timestamp;
use std::net::SocketAddr;
use std::path::PathBuf;

pub const AFTER_HELP: &str = "Exits with 0 if everything is the same, 1 if something differs, and 2 if the place doesn't answer.";

#[derive(Debug, Args)]
pub struct Arguments {
    /// The place to check, such as https://www.example.com
    url: String,
    /// The built server that it should run. The default is the result of `cargo site build`
    #[arg(long, value_name = "FILE")]
    server: Option<PathBuf>,
    /// Caches are in front of the server: send each request with a unique query first, then as visitors do
    #[arg(long)]
    edge: bool,
    /// A static host serves exported files: it has its own entity tags, and answers 404 for pages that are gone
    #[arg(long)]
    files: bool,
    /// The built server that ran there before. Paths that only it had must be gone. With --edge, its responses are valid while caches may keep them
    #[arg(long, value_name = "FILE")]
    before: Option<PathBuf>,
    /// When the place began to serve this version, such as 2026-01-31T14:02:00Z. The default is now
    #[arg(long, value_name = "MOMENT")]
    since: Option<Timestamp>,
    /// Connect to this address, whatever the host resolves to
    #[arg(long, value_name = "IP:PORT")]
    connect: Option<SocketAddr>,
    /// Trust the authorities in this PEM file instead of the web's
    #[arg(long, value_name = "FILE")]
    ca: Option<PathBuf>,
    /// The number of concurrent requests
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=64))]
    at_once: u8,
    /// The time limit for the whole check, in seconds
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u16).range(1..))]
    seconds: u16,
    /// The format of the report
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Sentences, one difference per paragraph
    #[default]
    Plain,
    /// For programs
    Json,
}

impl Arguments {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        let request = Request {
            url: self.url,
            server: self.server,
            is_edge: self.edge,
            is_of_files: self.files,
            before: self.before,
            since: self.since,
            connect: self.connect,
            ca: self.ca,
            at_once: self.at_once.into(),
            seconds: self.seconds,
            is_json: self.format == Format::Json,
        };
        Ok(verify(&request)?.into())
    }
}
