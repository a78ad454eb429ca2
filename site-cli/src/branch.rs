//! Compares a change with its target branch: the problems that the branch already has, and the problems that appear
//! only after both are merged.

use crate::load::{Day, Source};
use crate::revision::{Merge, Revision};
use crate::workspace::Workspace;
use anyhow::Result;
use site_check::Loaded;
use site_check::diagnostic::{Diagnostic, Origin};
use std::collections::HashMap;

/// Marks the problems of a change that its branch also has, and adds the problems that only the merge of both has.
/// `head` is the change; without it, the commit that is checked out. Returns the files with merge conflicts.
pub fn compare(
    workspace: &Workspace,
    branch: &Revision,
    head: Option<&Revision>,
    loaded: &mut Loaded,
) -> Result<Vec<String>> {
    let head = match head {
        Some(head) => head.clone(),
        None => Revision::named(workspace, "HEAD")?,
    };
    let merge_base = Revision::merge_base(workspace, branch, Some(&head))?;
    let is_up_to_date = merge_base.commit == branch.commit;
    if is_up_to_date && loaded.diagnostics.is_empty() {
        return Ok(Vec::new());
    }

    let of_branch = problems(workspace, branch, branch)?;
    let mut known = Known::new(&of_branch);
    for diagnostic in &mut loaded.diagnostics {
        if known.takes(diagnostic) {
            diagnostic.origin = Origin::Base;
        }
    }
    if is_up_to_date {
        return Ok(Vec::new());
    }

    let merged = match Revision::merge(workspace, branch, &head)? {
        Merge::Clean(merged) => merged,
        Merge::Conflicting(files) => return Ok(files),
    };
    let mut of_branch = Known::new(&of_branch);
    let mut of_head = Known::new(&loaded.diagnostics);
    for mut diagnostic in problems(workspace, &merged, branch)? {
        let is_of_head = of_head.takes(&diagnostic);
        let is_of_branch = of_branch.takes(&diagnostic);
        if !is_of_head && !is_of_branch {
            diagnostic.origin = Origin::Merge;
            loaded.diagnostics.push(diagnostic);
        }
    }
    Ok(Vec::new())
}

/// Returns the problems of a revision that is compared with a branch.
fn problems(
    workspace: &Workspace,
    revision: &Revision,
    branch: &Revision,
) -> Result<Vec<Diagnostic>> {
    let source = Source::revision(workspace, revision.clone())?.with_base(Some(branch.clone()));
    Ok(source.load(Day::Today, false)?.diagnostics)
}

/// The problems of one version of the content, counted so that they can be matched with another version's problems
/// regardless of line numbers.
struct Known(HashMap<Identity, usize>);

/// The file, the rule's code, the message, and the value found.
type Identity = (String, &'static str, String, Option<String>);

impl Known {
    fn new(diagnostics: &[Diagnostic]) -> Self {
        let mut counts = HashMap::new();
        for diagnostic in diagnostics {
            *counts.entry(identity(diagnostic)).or_default() += 1;
        }
        Self(counts)
    }

    /// Removes a matching problem, and returns true if there was one. Of two identical problems, one may be new.
    fn takes(&mut self, diagnostic: &Diagnostic) -> bool {
        match self.0.get_mut(&identity(diagnostic)) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        }
    }
}

fn identity(diagnostic: &Diagnostic) -> Identity {
    (
        diagnostic.file.clone(),
        diagnostic.code,
        diagnostic.message.clone(),
        diagnostic.found.clone(),
    )
}
