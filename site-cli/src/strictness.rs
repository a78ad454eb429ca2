//! The strictness with which the snapshots of the site's own content are compared.
//!
//! They must be exact, unless nothing but committed content has changed since they were taken. Git knows that by
//! induction, without a file that branches would conflict in. A change is what a branch adds to main, or a push to main:
//!
//! - A change of anything but content, of snapshots too, is tested strictly. So where it has passed, each snapshot is
//!   exact: it is what that code makes of that content.
//! - A change of committed content alone begins at a commit of main. The last change there that was more than
//!   content left exact snapshots, and since then nothing has changed that is not content. So a snapshot that is
//!   stale is so by content, and the pages are what the code, which was reviewed, makes of it.
//!
//! What is not committed is tested strictly: its author is about to look at it. Without Git nobody knows.

use crate::revision::Revision;
use crate::run::capture_stdout;
use crate::workspace::Workspace;
use anyhow::Result;

/// All files of the site but content.
const BUT_CONTENT: [&str; 3] = ["--", ".", ":(exclude)content"];

/// Returns why snapshots must be exact, in words that follow "since". `None` where stale ones may pass.
/// `base` is the branch that the change is for, or the commit before a push; without it, main is asked for.
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
            return Ok(Some(format!("{file} is not content, and has changed")));
        }
    }
    Ok(None)
}

/// The commit of main at which the change begins: on main itself, the one before the last.
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
