//! The mistakes in the files that protect content: `.github/approvers.toml` and `.github/CODEOWNERS`.

pub mod owners;

use crate::approvers::{self, Approvers};
use crate::workspace::Workspace;
use anyhow::Result;
use fs_err as fs;
use site_check::diagnostic::visible;

/// Something that is not as it has to be, with its place where it has one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The path of the file from the top of the repository.
    pub file: String,
    pub line: Option<usize>,
    /// True for what only falls behind the content, which no editor has to put right before her change is merged.
    pub is_warning: bool,
    pub message: String,
}

impl Fault {
    /// Renders it as a line: the place, then the message.
    pub fn text(&self) -> String {
        let mut place = self.file.clone();
        if let Some(line) = self.line {
            place += &format!(":{line}");
        }
        visible(&format!("{place}: {}", self.message))
    }

    /// Renders it as a command of GitHub's workflows, which shows it beside its line.
    pub fn annotation(&self) -> String {
        let line = self.line.unwrap_or(1);
        let message = visible(&self.message.replace('%', "%25"));
        let severity = self.severity();
        format!("::{severity} file={},line={line}::{message}\n", self.file)
    }

    pub fn severity(&self) -> &'static str {
        if self.is_warning { "warning" } else { "error" }
    }
}

/// Returns what is wrong with the files of `.github/` by themselves; `cargo site check` shows it, too. Nothing where there
/// is no such folder.
pub fn faults_of_files(workspace: &Workspace) -> Result<Vec<Fault>> {
    if !workspace.path(".github").is_dir() {
        return Ok(Vec::new());
    }
    let mut faults = Vec::new();
    match fs::read_to_string(workspace.path(approvers::PATH)) {
        Ok(text) => {
            let (Ok(Approvers { faults: mistakes, .. }) | Err(mistakes)) = Approvers::parse(&text);
            for fault in mistakes {
                faults.push(Fault {
                    file: approvers::PATH.to_owned(),
                    line: Some(fault.place.line),
                    is_warning: false,
                    message: format!(
                        "column {}: {}; {}",
                        fault.place.column, fault.message, fault.help
                    ),
                });
            }
        }
        Err(_) => faults.push(Fault {
            file: approvers::PATH.to_owned(),
            line: None,
            is_warning: false,
            message: "expected the list of those who may approve, and the file can't be read; docs/compliance.md has an example".to_owned(),
        }),
    }
    faults.extend(owners::faults(workspace)?);
    Ok(faults)
}
