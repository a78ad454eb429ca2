//! `cargo bench-site …`: the times that things take on this machine.
//!
//! Nothing here is a test: times differ from machine to machine, and from one run to the next. docs/bench.md says what to
//! install, and what was measured.
//!
//! - [`check`], [`dev`] and [`build`] measure `cargo site` on copies of the site, which [`large_site`] makes as large as one wants,
//!   and [`moments`] lets change by themselves.
//! - [`record`] measures the record of publications.
//! - [`serve`] measures the server, plain hyper, nginx and h2o: [`cases`] lists the requests, [`load`] sends them, [`nginx`] and
//!   [`h2o`] configure the others, which serve [`files`], and [`process`] runs all. [`instructions`] counts what a request takes of the
//!   first two, and [`attacks`] measures a visitor's waits beside those who mean no good.

mod attacks;
mod build;
mod cases;
mod check;
mod dev;
mod files;
mod h2o;
mod instructions;
mod large_site;
mod load;
mod moments;
mod nginx;
mod process;
mod record;
mod serve;
mod workspace;

use anyhow::Result;
use attacks::Attack;
use clap::Parser;
use site_cli::client;
use std::net::SocketAddr;
use std::path::PathBuf;

#[derive(Parser)]
#[command(name = "cargo bench-site", bin_name = "cargo bench-site", about)]
enum Benchmark {
    /// `cargo site check` on 40 and 1,000 articles, by hyperfine
    Check {
        /// Another build of the program `site`, by its full path, to compare with
        #[arg(long, value_name = "FILE")]
        baseline: Option<PathBuf>,
    },
    /// `cargo site dev` on 40 and 1,000 articles: from a saved file to the browser's page
    Dev,
    /// `cargo site build` on 40 and 1,000 articles, of one edition and of several: from nothing, and after one changed
    Build,
    /// The server under load by h2load, plain hyper with the same bytes, and nginx and h2o where they are installed
    Serve,
    /// The record: bytes and times at 60 and 5,000 publications
    Record {
        /// The site, as `site-server --unpack DIR` writes it
        #[arg(long, value_name = "DIR", required_unless_present = "million")]
        unpacked: Option<PathBuf>,
        /// A record of a million bodies instead, in memory: 4 GB of it
        #[arg(long)]
        million: bool,
    },
    /// Instructions of a request by callgrind, of the server and of plain hyper
    Instructions,
    /// A visitor's waits beside 60 connections that mean no good, for each kind of attack
    Attacks,
    /// One attack on an address, until it is ended
    #[command(hide = true)]
    Attack { attack: Attack, address: SocketAddr },
}

fn main() -> Result<()> {
    match Benchmark::parse() {
        Benchmark::Check { baseline } => check::bench(baseline),
        Benchmark::Dev => dev::bench(),
        Benchmark::Build => build::bench(),
        Benchmark::Serve => serve::bench(),
        Benchmark::Record { unpacked, .. } => record::bench(unpacked.as_deref()),
        Benchmark::Instructions => instructions::bench(),
        Benchmark::Attacks => attacks::bench(),
        Benchmark::Attack { attack, address } => {
            attacks::attack(attack, address);
            Ok(())
        }
    }
}
