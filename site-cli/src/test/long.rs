//! `cargo site test --long`: what takes minutes, or programs that not every machine has.

use super::{Served, Total, cargo_test};
use crate::run::must;
use crate::workspace::Workspace;
use anyhow::Result;

/// Runs it on what is built; whether nothing failed.
pub fn test() -> Result<bool> {
    let workspace = &Workspace::find()?;
    let served = Served::build(workspace)?;
    let total = Total::default();
    total.check("The long tests", |progress| {
        let mut command = cargo_test(workspace, &["--test", "cli"]);
        // One after another: a busy machine is no reason to fail. They print what they measured.
        command.args(["--", "--ignored", "--nocapture", "--test-threads=1"]);
        println!("{}", must(&mut command, progress)?);
        Ok(())
    });
    total.check("Lighthouse", |progress| {
        let mut command = workspace.npm("web", "budgets", &["--lighthouse"]);
        println!("{}", served.serve(workspace, &mut command, progress)?);
        Ok(())
    });
    Ok(total.printed())
}
