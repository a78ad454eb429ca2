//! The arguments of `cargo site-ops take-down`.

use crate::exit::Exit;
use crate::take_down::{Removal, check, take_down};
use anyhow::Result;
use clap::Args;
use clap::builder::ArgPredicate;

pub const AFTER_HELP: &str = "\
SITE_PLACE and the variables that go with it name the place, as for `publish`. Exits with 0 if it is live, 1 if it is not, and 2 if that is
unknown. With --check it exits with 0 if the page is down, and 1 if visitors can read it.";

#[derive(Debug, Args)]
pub struct Arguments {
    /// The address of the page or article, such as /blog/market-drop
    path: String,
    /// The person who takes it down: a login or a name in .github/approvers.toml
    #[arg(
        long,
        required_unless_present = "check",
        default_value_if("check", ArgPredicate::IsPresent, "")
    )]
    who: String,
    /// The reason, for the record and for the review afterward
    #[arg(
        long,
        required_unless_present = "check",
        default_value_if("check", ArgPredicate::IsPresent, "")
    )]
    reason: String,
    /// One or two sentences for visitors, which the banner shows
    #[arg(
        long,
        required_unless_present = "check",
        default_value_if("check", ArgPredicate::IsPresent, "")
    )]
    why: String,
    /// The page or article that the banner suggests instead
    #[arg(long, value_name = "PATH")]
    instead: Option<String>,
    /// Only create the branch, on this live commit, and publish nothing
    #[arg(long, value_name = "COMMIT")]
    branch_on: Option<String>,
    /// Build the server for this target, like `cargo site build`
    #[arg(long, value_name = "TRIPLE")]
    target: Option<String>,
    /// Take nothing down. Check whether the page that commit FROM took down is still down at commit TO
    #[arg(long, value_name = "FROM..TO", conflicts_with_all = ["who", "reason", "why", "instead", "branch_on", "target"])]
    check: Option<String>,
}

impl Arguments {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        if let Some(range) = &self.check {
            return Ok(check(&self.path, range)?.into());
        }
        let removal = Removal {
            path: self.path,
            who: self.who,
            reason: self.reason,
            why: self.why,
            instead: self.instead,
            branch_on: self.branch_on,
            target: self.target,
        };
        Ok(take_down(&removal)?.into())
    }
}
