//! The arguments of `cargo site-ops publish`, and of the commands that change the place without a server.

use crate::exit::Exit;
use crate::publish::{Person, Publication, publish};
use anyhow::{Context as _, Result};
use clap::Args;
use fs_err as fs;
use site_place::state::Program;
use std::path::PathBuf;

pub const AFTER_HELP: &str = "\
SITE_PLACE names the place: ssh://site@www.example.com is a machine with systemd, image://registry.example.com/firm/site a cluster.
SITE_SSH_KEY, SITE_SSH_HOSTS and SITE_SSH_PORT are for a machine; REGISTRY_AUTH_FILE and KUBECONFIG are for a cluster.
SITE_ORIGIN is the address of the server itself; without it, a tunnel leads there. SITE_URL is the address that visitors know.
SITE_RECORD is the folder of the record, if one is kept.

Exit codes:
  0  the version, or a later one that contains it, is live and checked
  1  the version isn't live
  2  the live version is unknown, or wasn't checked
  4  the version is live at the origin, and SITE_URL answers with something else; or a page is down, and the origin differs elsewhere";

#[derive(Debug, Args)]
pub struct Arguments {
    /// The built server from `cargo site build`. It is read, and never run
    server: PathBuf,
    /// The folder with the result of .github/scripts/gate.sh
    #[arg(long, value_name = "DIR", env = "SITE_GATE")]
    gate: Option<PathBuf>,
    /// The person who publishes without approvals. The record shows it, and the change must be reviewed afterward
    #[arg(long, value_name = "WHO", requires = "reason", conflicts_with = "gate")]
    break_glass: Option<String>,
    /// The reason for --break-glass
    #[arg(long, requires = "break_glass")]
    reason: Option<String>,
    /// The commit takes a page down: publish it during the hold, and keep it live even if the origin differs
    #[arg(long, requires = "break_glass")]
    take_down: bool,
    /// The SHA-256 of the compiled site-ops of the same commit, which checks the approvals of later commits
    #[arg(long, value_name = "HEX", requires = "program_run")]
    program_sha256: Option<String>,
    /// The number of the workflow run that keeps that program
    #[arg(long, value_name = "RUN")]
    program_run: Option<u64>,
    /// The file that says who attested the built server, for the record
    #[arg(long, value_name = "FILE")]
    attestation: Option<PathBuf>,
    /// The Sigstore bundle with GitHub's attestation of an earlier entry of the record, to store in the record
    #[arg(long, value_name = "FILE")]
    record_attestation: Option<PathBuf>,
    /// Write the digest of the record's last entry to this file, for a job that attests it
    #[arg(long, value_name = "FILE")]
    record_head: Option<PathBuf>,
    /// The person who publishes, for the record
    #[arg(long, env = "SITE_ACTOR")]
    actor: Option<String>,
    /// Also write the outcome, one sentence, to this file
    #[arg(long, value_name = "FILE", env = "SITE_OUTCOME")]
    outcome: Option<PathBuf>,
    /// Say what would be published, and change nothing
    #[arg(long)]
    dry_run: bool,
}

impl Arguments {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        let mut break_glass = None;
        if let (Some(who), Some(reason)) = (self.break_glass, self.reason) {
            break_glass = Some(Person { who, reason });
        }
        let mut program = None;
        if let (Some(sha256), Some(run)) = (self.program_sha256, self.program_run) {
            program = Some(Program { sha256, run });
        }
        let user = std::env::var("USER").ok();
        let outcome = publish(&Publication {
            server: self.server,
            gate: self.gate,
            break_glass,
            is_take_down: self.take_down,
            program,
            attestation: self.attestation,
            record_attestation: self.record_attestation,
            record_head: self.record_head,
            actor: self
                .actor
                .or(user)
                .context("expected the person who publishes in --actor, found none")?,
            is_dry_run: self.dry_run,
        });
        println!("{outcome}");
        if let Some(file) = self.outcome {
            fs::write(file, format!("{outcome}\n"))?;
        }
        Ok(outcome.kind.into())
    }
}
