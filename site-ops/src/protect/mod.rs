//! `cargo site-ops protect --check`: compares the repository's rules for protecting main with GitHub's.
//!
//! `rules` compares `.github/rulesets/` with GitHub's response. `site_cli::protection` reads the files of `.github/`, as
//! `cargo site check` does.

mod rules;

use crate::run::print;
use crate::workspace::Workspace;
use anyhow::{Context as _, Result, bail};
use fs_err as fs;
use rules::Answers;
use site_check::diagnostic::visible;
use site_check::report::counted;
use site_cli::approvers::{self, Approvers};
use site_cli::fault::Fault;
use site_cli::protection::faults_of_files;
use std::path::Path;

/// Prints everything that is wrong. Returns true if everything is right.
///
/// `file` has GitHub's response. Without it, only the repository's files are checked.
pub fn protect(file: Option<&Path>) -> Result<bool> {
    let workspace = Workspace::find()?;
    let mut faults = faults_of_files(&workspace)?;
    faults.extend(placeholders(&workspace)?);
    let mut notes = Vec::new();
    if let Some(path) = file {
        let answers = read(path)?;
        for file in rules::files(&workspace)? {
            let compared = rules::compare(&file, &answers);
            faults.extend(compared.faults);
            notes.extend(compared.notes);
        }
        faults.extend(rules::errors_of_owners(&answers));
    } else {
        notes.push("GitHub was not asked; only the files were checked".to_owned());
    }

    let mut out = String::new();
    for fault in &faults {
        out += &format!("- {fault}\n");
    }
    for note in &notes {
        out += &format!("- to know: {}\n", visible(note));
    }
    if faults.is_empty() {
        out += "Main is protected as the repository says.\n";
    } else {
        let count = counted(faults.len(), "thing");
        out += &format!("Main is not protected as the repository says: {count} to correct.\n");
    }
    print(&out)?;
    Ok(faults.is_empty())
}

/// Finds placeholders in the list of approvers. With only placeholders, nothing can be approved.
fn placeholders(workspace: &Workspace) -> Result<Vec<Fault>> {
    let mut faults = Vec::new();
    let text = fs::read_to_string(workspace.path(approvers::PATH)).unwrap_or_default();
    if let Ok(approvers) = Approvers::parse(&text) {
        for approver in approvers.placeholders() {
            let message = format!(
                "expected the name of an account on GitHub, found the placeholder `{}`",
                approver.login
            );
            let help = "write the account of the person who has the role";
            faults.push(Fault::of_file(approvers::PATH, message, help));
        }
    }
    Ok(faults)
}

fn read(path: &Path) -> Result<Answers> {
    let shown = path.display();
    let text = fs::read_to_string(path)?;
    let answers: Answers = serde_json::from_str(&text).with_context(|| {
        format!("expected GitHub's answer in {shown}, in the form that .github/scripts/protect.mjs writes; fetch it again")
    })?;
    if let Some(why) = &answers.incomplete {
        bail!(
            "GitHub did not answer every question, so the answer is unknown: {why}; try again later"
        );
    }
    Ok(answers)
}
