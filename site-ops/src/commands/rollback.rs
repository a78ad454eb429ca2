//! The arguments of `cargo site-ops rollback`.

use crate::exit::Exit;
use crate::hold::status;
use crate::publish::Person;
use crate::rollback::{Target, rollback};
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;

pub const AFTER_HELP: &str = "\
SITE_PLACE names the place, and SITE_RECORD the record, if one is kept. Exits with 0 if the earlier version is live and its origin answers
with it, 1 if not, and 2 if that is unknown.";

#[derive(Debug, Args)]
pub struct Arguments {
    /// The start of the publication's digest, as `--list` shows it. The default is the last publication that was live before and passed its check
    publication: Option<String>,
    /// The person who rolls back
    #[arg(long, required_unless_present_any = ["list", "dry_run"])]
    who: Option<String>,
    /// The reason. The place keeps it and shows it to anyone who tries to publish
    #[arg(long, required_unless_present_any = ["list", "dry_run"])]
    reason: Option<String>,
    /// A rebuilt server for a publication that the place no longer keeps. It must have the same digest
    #[arg(long, value_name = "FILE", requires = "publication")]
    built: Option<PathBuf>,
    /// The reason for rolling back without the record, if the place has one. The next publication records the rollback
    #[arg(long, value_name = "REASON")]
    no_record: Option<String>,
    /// List the versions that the place keeps, and change nothing
    #[arg(long)]
    list: bool,
    /// Show what would change, and change nothing
    #[arg(long)]
    dry_run: bool,
}

impl Arguments {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        if self.list {
            return Ok(status(false)?.into());
        }
        let target = Target {
            publication: self.publication,
            built: self.built,
            no_record: self.no_record,
        };
        let mut person = None;
        if let (Some(who), Some(reason), false) = (self.who, self.reason, self.dry_run) {
            person = Some(Person { who, reason });
        }
        Ok(rollback(&target, person.as_ref())?.into())
    }
}
