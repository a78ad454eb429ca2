//! The changes in a range of main's commits, from Git: which commits were merged together, and how.

use super::github_data::{Answers, Pull};
use crate::revision::{Merge, Revision};
use crate::run::capture_stdout;
use crate::workspace::Workspace;
use anyhow::{Context as _, Result, bail};
use jiff::{SignedDuration, Timestamp};
use site_cli::approvers;
use site_cli::duties::is_snapshot;

/// The most commits in one publication.
const COMMITS: usize = 1_000;

/// Each publication also checks the changes in this time before its range. .github/scripts/answers.mjs uses the same time.
const EARLIER: SignedDuration = SignedDuration::from_hours(30 * 24);

/// The committer of everything that the workflows push. .github/scripts/snapshots-push.mjs uses the same one.
const MACHINE: &str = "41898282+github-actions[bot]@users.noreply.github.com";

/// Commits that were merged into main together.
#[derive(Debug)]
pub struct Change<'a> {
    /// The commit of main before them.
    pub before: String,
    /// The commits, oldest first. There is only one, except if a pull request was merged by rebasing.
    pub commits: Vec<String>,
    pub origin: Origin<'a>,
}

#[derive(Debug, Clone, Copy)]
pub enum Origin<'a> {
    /// The merge of a pull request.
    PullRequest(&'a Pull),
    /// A push without one.
    Push,
    /// A push of snapshots only, committed by a workflow.
    Snapshots,
}

impl Change<'_> {
    /// The commit of main after them.
    pub fn after(&self) -> &str {
        self.commits.last().map_or(&self.before, |last| last)
    }
}

/// Returns the changes between two commits of main, the oldest first.
///
/// # Errors
/// Returns an error if the second commit doesn't follow the first, or if GitHub's responses lack a commit.
pub fn changes<'a>(
    workspace: &Workspace,
    base: &str,
    head: &str,
    answers: &'a Answers,
) -> Result<Vec<Change<'a>>> {
    let mut changes: Vec<Change> = Vec::new();
    let mut before = base.to_owned();
    let mut rest = main_commits(workspace, base, head)?.into_iter().peekable();
    while let Some(commit) = rest.next() {
        let pull = merged_pull(answers, &commit)?;
        let mut commits = vec![commit];
        let Some(pull) = pull else {
            let origin = push(workspace, &before, &commits[0])?;
            let after = commits[0].clone();
            changes.push(Change {
                before,
                commits,
                origin,
            });
            before = after;
            continue;
        };

        // A pull request that was merged by rebasing has several commits. The last is its merge commit.
        while commits.last() != pull.merge_commit_sha.as_ref() {
            let Some(next) = rest.peek() else { break };
            match merged_pull(answers, next)? {
                Some(same) if same.number == pull.number => commits.extend(rest.next()),
                _ => break,
            }
        }
        let change = Change {
            before,
            commits,
            origin: Origin::PullRequest(pull),
        };
        before = change.after().to_owned();
        changes.push(change);
    }
    Ok(changes)
}

/// Returns the changes in the 30 days before a range, oldest first. They are already live, but a break-glass change may
/// still lack its approval.
///
/// The 30 days end at the newest commit before the range, not today. Otherwise, a publication that was refused for 30
/// days would pass on the next day.
///
/// # Errors
/// Returns an error if GitHub's responses lack one of these commits.
pub fn earlier_changes<'a>(
    workspace: &Workspace,
    [base, head]: [&str; 2],
    answers: &'a Answers,
    now: Timestamp,
) -> Result<Vec<Change<'a>>> {
    let range = main_commits(workspace, base, head)?;
    let list = ["rev-list", "--first-parent", "--timestamp", head];
    let listed = git(workspace, &list)?;
    let mut history = Vec::new();
    for line in listed.lines().skip(range.len()) {
        let (seconds, commit) = line
            .split_once(' ')
            .with_context(|| format!("expected a time and a commit from Git, found {line:?}"))?;
        history.push((seconds.parse::<i64>()?, commit));
    }

    // Committers choose their dates. Neither a future date nor an old date between newer ones may hide a change.
    let today = now.as_second();
    let times = history.iter().map(|(seconds, _)| *seconds);
    let Some(newest) = times.filter(|seconds| *seconds <= today).max() else {
        return Ok(Vec::new());
    };
    let recent = newest - EARLIER.as_secs()..=today;
    let oldest = history
        .iter()
        .rposition(|(seconds, _)| recent.contains(seconds))
        .unwrap_or_default();
    // The oldest change begins at the commit before it. Changes from before main listed its approvers can't be checked.
    for (_, start) in history[..history.len().min(oldest + 2)].iter().rev() {
        if text_of(workspace, start, approvers::PATH)?.is_some() {
            return changes(workspace, start, history[0].1, answers);
        }
    }
    Ok(Vec::new())
}

/// The commits of main after the base, oldest first. A merge counts as one commit.
fn main_commits(workspace: &Workspace, base: &str, head: &str) -> Result<Vec<String>> {
    let range = format!("{base}..{head}");
    let listed = git(
        workspace,
        &["rev-list", "--first-parent", "--reverse", &range],
    )?;
    let commits: Vec<String> = listed.lines().map(str::to_owned).collect();
    if commits.len() > COMMITS {
        bail!(
            "expected at most {COMMITS} commits of main between the two, found {}; name a later base",
            commits.len()
        );
    }
    let leads = match commits.first() {
        Some(first) => git(workspace, &["rev-parse", &format!("{first}^1")])? == base,
        None => was_main(workspace, head, base)?,
    };
    if !leads {
        bail!(
            "expected {base} to be a commit of main before {head}, but it isn't; name the commit that was published last"
        );
    }
    Ok(commits)
}

/// Returns true if the commit was ever main's tip. A commit inside a merged branch was never approved separately.
fn was_main(workspace: &Workspace, commit: &str, main: &str) -> Result<bool> {
    let listed = git(workspace, &["rev-list", "--first-parent", main])?;
    Ok(listed.lines().any(|known| known == commit))
}

/// The pull request whose merge brought a commit to main.
fn merged_pull<'a>(answers: &'a Answers, commit: &str) -> Result<Option<&'a Pull>> {
    let answer = answers.commit(commit).with_context(|| {
        format!("expected GitHub's answer about the commit {commit}, and it is not among the answers; fetch them again for the same range")
    })?;
    let mut merged = None;
    for number in &answer.pulls {
        let pull = answers.pull(*number).with_context(|| {
            format!("expected pull request {number} of the commit {commit} among GitHub's answers; fetch them again for the same range")
        })?;
        // A commit can be in several pull requests. The one whose merge commit it is takes precedence.
        let is_merge = pull.merge_commit_sha.as_deref() == Some(commit);
        if pull.merged_at.is_some() && (is_merge || merged.is_none()) {
            merged = Some(pull);
        }
    }
    Ok(merged)
}

/// Classifies a commit that no pull request brought.
fn push(workspace: &Workspace, before: &str, commit: &str) -> Result<Origin<'static>> {
    let committer = git(workspace, &["show", "--no-patch", "--format=%ce", commit])?;
    let paths = changed_paths(workspace, before, commit)?;
    let is_snapshots = !paths.is_empty() && paths.iter().all(|path| is_snapshot(path));
    if committer == MACHINE && is_snapshots {
        return Ok(Origin::Snapshots);
    }
    Ok(Origin::Push)
}

/// The paths of the files that differ between two commits.
pub fn changed_paths(workspace: &Workspace, before: &str, after: &str) -> Result<Vec<String>> {
    let list = [
        "diff-tree",
        "-r",
        "-z",
        "--name-only",
        "--no-renames",
        before,
        after,
    ];
    let listed = git(workspace, &list)?;
    Ok(listed.split_terminator('\0').map(str::to_owned).collect())
}

/// The text of a file in a commit, or `None` if the commit lacks the file.
pub fn text_of(workspace: &Workspace, commit: &str, path: &str) -> Result<Option<String>> {
    let listed = git(workspace, &["ls-tree", "-z", commit, "--", path])?;
    if listed.is_empty() {
        return Ok(None);
    }
    let file = format!("{commit}:{path}");
    Ok(Some(git(workspace, &["show", &file])?))
}

/// The tree of a commit.
pub fn tree(workspace: &Workspace, commit: &str) -> Result<String> {
    git(workspace, &["rev-parse", &format!("{commit}^{{tree}}")])
}

/// The tree that Git makes when it merges two commits, or `None` if there is a conflict.
pub fn merged_tree(workspace: &Workspace, main: &str, head: &str) -> Result<Option<String>> {
    let revision = |commit: &str| Revision {
        name: commit.to_owned(),
        commit: commit.to_owned(),
    };
    match Revision::merge(workspace, &revision(main), &revision(head))? {
        Merge::Clean(tree) => Ok(Some(tree.commit)),
        Merge::Conflicting(_) => Ok(None),
    }
}

/// Returns true if the repository has the commit.
pub fn has_commit(workspace: &Workspace, commit: &str) -> Result<bool> {
    let name = format!("{commit}^{{commit}}");
    let find = [
        "rev-parse",
        "--verify",
        "--quiet",
        "--end-of-options",
        &name,
    ];
    Ok(workspace.ask_git(&find)?.is_some())
}

/// Returns true if a commit is part of main's history, including merged branches.
pub fn is_ancestor(workspace: &Workspace, commit: &str, main: &str) -> Result<bool> {
    let base = workspace.ask_git(&["merge-base", commit, main])?;
    Ok(base.as_deref() == Some(commit))
}

/// The parents of a commit.
pub fn parents(workspace: &Workspace, commit: &str) -> Result<Vec<String>> {
    let listed = git(workspace, &["show", "--no-patch", "--format=%P", commit])?;
    Ok(listed.split_whitespace().map(str::to_owned).collect())
}

/// The commits of a head that main lacks.
pub fn own_commits(workspace: &Workspace, main: &str, head: &str) -> Result<Vec<String>> {
    let range = format!("{main}..{head}");
    let listed = git(workspace, &["rev-list", &range])?;
    Ok(listed.lines().map(str::to_owned).collect())
}

/// Returns true if a commit only merges main into a branch, with exactly the result that Git makes automatically. Such a
/// commit contains no one's changes, so earlier approvals still hold.
pub fn is_update_from_main(workspace: &Workspace, commit: &str, main: &str) -> Result<bool> {
    let parents = parents(workspace, commit)?;
    let [branch, merged] = parents.as_slice() else {
        return Ok(false);
    };
    if !is_ancestor(workspace, merged, main)? {
        return Ok(false);
    }
    let expected = merged_tree(workspace, branch, merged)?;
    Ok(expected == Some(tree(workspace, commit)?))
}

fn git(workspace: &Workspace, arguments: &[&str]) -> Result<String> {
    capture_stdout(&mut workspace.git(arguments))
}
