//! Git, asked about the repository that the house stands in.

use crate::house::House;
use std::process::{Command, Stdio};

/// A question to Git that changes nothing and starts no service.
pub fn git(house: &House) -> Command {
    let mut git = Command::new("git");
    git.args(["-c", "core.fsmonitor=false"])
        .env("GIT_OPTIONAL_LOCKS", "0")
        .current_dir(house.root())
        .stdin(Stdio::null());
    git
}
