//! `cargo bench-site …`: benchmarks on this machine.
//!
//! Nothing here is a test, because times differ between machines and runs. docs/bench.md says what to install, and has the
//! results.
//!
//! - [`check`], [`dev`] and [`build`] measure `cargo site` on copies of the site, in any size: [`large_site`] makes them, and
//!   [`moments`] adds scheduled changes to them.
//! - [`record`] measures the record of publications.
//! - [`serve`] measures the server, plain hyper, nginx and h2o: [`cases`] lists the requests, [`load`] sends them, [`nginx`] and [`h2o`]
//!   configure the other servers with [`files`], and [`process`] runs all of them. [`instructions`] counts the instructions per request of
//!   the first two, and [`attacks`] measures a visitor's waits during attacks.

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
    /// `cargo site check` on 40 and 1,000 articles, with hyperfine
    Check {
        /// Another build of the program `site`, as an absolute path, for comparison
        #[arg(long, value_name = "FILE")]
        baseline: Option<PathBuf>,
    },
    /// `cargo site dev` on 40 and 1,000 articles: from saving a file to updating the browser's page
    Dev,
    /// `cargo site build` on 40 and 1,000 articles, with one edition and several: a clean build, and a build after one change
    Build,
    /// The server under load with h2load, compared with plain hyper, nginx and h2o if they are installed
    Serve,
    /// The record: sizes and times at 60 and 5,000 publications
    Record {
        /// The site, as `site-server --unpack DIR` writes it
        #[arg(long, value_name = "DIR", required_unless_present = "million")]
        unpacked: Option<PathBuf>,
        /// Use a record with a million bodies instead, which needs 4 GB of memory
        #[arg(long)]
        million: bool,
    },
    /// Instructions per request of the server and of plain hyper, with callgrind
    Instructions,
    /// A visitor's waits during attacks with 60 connections, for each kind of attack
    Attacks,
    /// Attack an address until the program is killed
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
