//! `cargo site bench …`: how long things take on this machine. Nothing here is a
//! test: times differ from machine to machine, and from one run to the next.

mod build;
mod check;
mod dev;
mod large_site;
mod measure;
mod others;
mod serve;

use anyhow::Result;
use clap::ValueEnum;

/// What can be measured.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum Subject {
    /// `cargo site check` on 40, 1,000 and 10,000 articles
    Check,
    /// `cargo site build` on 40 and 1,000 articles: from nothing, and after one changed
    Build,
    /// `cargo site dev` on 40 and 1,000 articles
    Dev,
    /// The server under load, and nginx where it is installed
    Serve,
}

/// `rounds` for what is measured in rounds.
pub fn bench(subject: Subject, rounds: usize) -> Result<bool> {
    match subject {
        Subject::Check => check::bench()?,
        Subject::Build => build::bench()?,
        Subject::Dev => dev::bench()?,
        Subject::Serve => serve::bench(rounds)?,
    }
    Ok(true)
}
