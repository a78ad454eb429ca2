//! The mistakes in the files that protect content: `.github/approvers.toml` and `.github/CODEOWNERS`.

pub mod owners;

use crate::approvers::{self, Approvers};
use crate::fault::Fault;
use crate::workspace::Workspace;
use anyhow::Result;
use fs_err as fs;

/// Returns the mistakes in the files of `.github/`; none if the folder doesn't exist.
pub fn faults_of_files(workspace: &Workspace) -> Result<Vec<Fault>> {
    if !workspace.path(".github").is_dir() {
        return Ok(Vec::new());
    }
    let mut faults = match fs::read_to_string(workspace.path(approvers::PATH)) {
        Ok(text) => match Approvers::parse(&text) {
            Ok(approvers) => approvers.faults,
            Err(faults) => faults,
        },
        Err(_) => vec![Fault::of_file(
            approvers::PATH,
            "expected the list of people who may approve, found no readable file",
            "copy an entry from docs/compliance.md",
        )],
    };
    faults.extend(owners::faults(workspace)?);
    Ok(faults)
}
