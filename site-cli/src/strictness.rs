//! How strictly the snapshots of the site's own content are compared.
//!
//! They must match exactly, unless only committed content has changed since they were updated. Git's history proves
//! this by induction, without a file that would cause merge conflicts. A change is the commits that a branch adds to
//! main, or a push to main:
//!
//! - If a change affects anything outside content, including snapshots, the comparison is strict. Once it passes, every
//!   snapshot is exact: the result of that code and that content.
//! - If a change affects only committed content, it starts at a commit of main. The last change there that affected
//!   other files left exact snapshots, and only content has changed since then. So only content can make a snapshot
//!   stale, and the pages are the result of reviewed code.
//!
//! Uncommitted changes are compared strictly, because their author is about to review them. Without Git, the comparison
//! is strict too.

use crate::revision::Revision;
use crate::run::capture_stdout;
use crate::workspace::Workspace;
use anyhow::Result;

/// All files of the site except content.
const BUT_CONTENT: [&str; 3] = ["--", ".", ":(exclude)content"];

/// Returns why snapshots must match exactly, in words that follow "since"; `None` if stale ones may pass. `base` is the
/// target branch of the change, or the commit before a push; without it, main is used.
pub fn reason_to_be_exact(workspace: &Workspace, base: Option<&Revision>) -> Option<String> {
    match reason(workspace, base) {
        Ok(reason) => reason,
        Err(error) => Some(format!("the changes couldn't be determined: {error:#}")),
    }
}

fn reason(workspace: &Workspace, base: Option<&Revision>) -> Result<Option<String>> {
    let content = [
        "status",
        "--porcelain",
        "--untracked-files=all",
        "--",
        "content",
    ];
    if workspace.ask_git(&content)?.is_some() {
        return Ok(Some(
            "content/ has changes that are not committed".to_owned(),
        ));
    }
    let start = start(workspace, base)?;
    let commit = start.commit.as_str();
    let changed = [
        "diff",
        "--name-only",
        "--no-renames",
        "--no-ext-diff",
        commit,
    ];
    let added = ["ls-files", "--others", "--exclude-standard"];
    for list in [&changed[..], &added] {
        let listed = capture_stdout(&mut workspace.git(&[list, &BUT_CONTENT].concat()))?;
        if let Some(file) = listed.lines().next() {
            return Ok(Some(format!("{file} has changed and isn't content")));
        }
    }
    Ok(None)
}

/// Returns the commit of main where the change starts: on main itself, the one before the last.
fn start(workspace: &Workspace, base: Option<&Revision>) -> Result<Revision> {
    let start = match base {
        Some(base) => Revision::merge_base(workspace, base, None)?,
        None => Revision::merge_base_with_main(workspace, None)?,
    };
    let last = Revision::named(workspace, "HEAD")?;
    if start.commit == last.commit {
        return Revision::named(workspace, "HEAD^1");
    }
    Ok(start)
}
