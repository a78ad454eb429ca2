//! The arguments of `cargo site-ops verify`.

use crate::exit::Exit;
use crate::verify::{Request, verify};
use anyhow::Result;
use clap::{Args, ValueEnum};
use jiff::Timestamp;
use std::net::SocketAddr;
use std::path::PathBuf;

pub const AFTER_HELP: &str = "Exits with 0 where everything is the same, 1 where something differs, and 2 where it could not be asked.";

#[derive(Debug, Args)]
pub struct Arguments {
    /// The place to ask, such as https://www.example.com
    url: String,
    /// The built server that it should run; without it, the one that `cargo site build` has made
    #[arg(long, value_name = "FILE")]
    server: Option<PathBuf>,
    /// Caches are in front of the server: ask with a query that no cache has, then as visitors ask
    #[arg(long)]
    edge: bool,
    /// A static host serves files that were exported: its entity tags are its own, and it answers 404 for what is gone
    #[arg(long)]
    files: bool,
    /// The built server that ran there before: what is only its own must be gone. With --edge, its answers are right for as long as caches may keep them
    #[arg(long, value_name = "FILE")]
    before: Option<PathBuf>,
    /// The moment when the place began to serve this, such as 2026-01-31T14:02:00Z; without it, now
    #[arg(long, value_name = "MOMENT")]
    since: Option<Timestamp>,
    /// Connect here, whatever address the host has
    #[arg(long, value_name = "IP:PORT")]
    connect: Option<SocketAddr>,
    /// Trust the authorities of this file in PEM, rather than those of the web
    #[arg(long, value_name = "FILE")]
    ca: Option<PathBuf>,
    /// Requests at once
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=64))]
    at_once: u8,
    /// The most seconds that all of it takes
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u16).range(1..))]
    seconds: u16,
    /// The form of the report
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Sentences, one difference a paragraph
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
