//! What Git knows of the content: its past, and which files belong to it. Where
//! there is no Git, nothing is known.

use crate::revision::Revision;
use crate::run::capture_stdout;
use crate::workspace::Workspace;
use site_check::Loaded;
use site_check::ledger;
use site_check::load::{History, Tracking};
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;
use tempfile::TempDir;
use toml_edit::DocumentMut;

/// Checks the content again where Git makes a difference: files are ignored, an
/// address is lost, or was taken out of the ledger. Returns whether it did.
///
/// The content is that of `head`, or of the files as they are; `base` is the commit
/// where it left the branch that it is for, without one main.
pub fn add_git_state(
    workspace: &Workspace,
    loaded: &mut Loaded,
    head: Option<&Revision>,
    base: Option<&Revision>,
) -> bool {
    let is_tracked = loaded.apply_tracking(tracking(workspace, head));
    let recorded = recorded(workspace, head, base).unwrap_or_default();
    let kept = ledger::recorded(&loaded.tree);
    let mut before = recorded.iter();
    let is_erased = before.any(|address| !kept.contains(address.as_str()));
    let mut found = loaded.diagnostics.iter();
    let is_lost = found.any(|found| found.code == "url/lost");
    let mut history = History::default();
    if is_lost || is_erased {
        history.recorded = recorded;
    }
    if is_lost {
        history.renames = renames(workspace, head);
    }
    loaded.apply_history(history) || is_tracked
}

/// Which files of the content Git tracks, and which it ignores. Git itself is
/// asked: it alone knows both its index and every file that lists what to ignore.
fn tracking(workspace: &Workspace, head: Option<&Revision>) -> Tracking {
    let listed = |which: &[&str]| {
        let git = workspace.git(&[which, &["--", "content"]].concat());
        let listed = printed(git).unwrap_or_default();
        let paths = listed.split_terminator('\0');
        paths
            .map(|path| path.replace(char::is_control, "\u{fffd}"))
            .collect::<BTreeSet<_>>()
    };
    if let Some(head) = head {
        return Tracking {
            tracked: listed(&["ls-tree", "-z", "-r", "--name-only", &head.commit]),
            ignored: BTreeSet::new(),
        };
    }
    match listed(&["ls-files", "-z"]) {
        // A copy within another repository: what that ignores says nothing here.
        tracked if tracked.is_empty() => Tracking::default(),
        tracked => Tracking {
            tracked,
            ignored: listed(&["ls-files", "-z", "-o", "-i", "--exclude-standard"]),
        },
    }
}

/// What the ledger listed where the change left the branch that it is for. On that
/// branch itself, and where nobody knows it, in the last commit and the one before.
fn recorded(
    workspace: &Workspace,
    head: Option<&Revision>,
    base: Option<&Revision>,
) -> Option<BTreeSet<String>> {
    let last = match head {
        Some(head) => head.clone(),
        None => Revision::named(workspace, "HEAD").ok()?,
    };
    let left = base.cloned();
    let left = left.or_else(|| Revision::where_it_left_main(workspace, head).ok());
    let commits = match left {
        Some(left) if left.commit != last.commit => vec![left.commit],
        _ => vec![format!("{}^1", last.commit), last.commit],
    };
    let mut addresses = BTreeSet::new();
    for commit in commits {
        let file = format!("{commit}:./{}", ledger::PATH);
        let text = printed(workspace.git(&["show", &file])).unwrap_or_default();
        let document: DocumentMut = text.parse().unwrap_or_default();
        let list = document.get("published").and_then(|list| list.as_array());
        let list = list.into_iter().flatten();
        addresses.extend(list.filter_map(|address| Some(address.as_str()?.to_owned())));
    }
    Some(addresses)
}

/// Pages and articles that got another name, the latest of each: the
/// old path and the one it got.
fn renames(workspace: &Workspace, head: Option<&Revision>) -> BTreeMap<String, String> {
    const FIND: &str = "--find-renames --diff-filter=RD --name-status -z --relative --no-ext-diff";
    let listing = |command: &str, since: &str| {
        let words = command.split(' ').chain(FIND.split(' '));
        let words = words.chain([since, "--", "content/pages", "content/articles"]);
        workspace.git(&words.collect::<Vec<_>>())
    };
    let mut lists = Vec::new();
    if head.is_none()
        && let Some(index) = staged(workspace)
    {
        lists.extend(printed_with(&index, listing("diff", "HEAD")));
    }
    // A merge counts as what it brought.
    let last = head.map_or("HEAD", |head| &head.commit);
    lists.extend(printed(listing("log --format= --first-parent -m", last)));
    let mut found = BTreeMap::new();
    for (old, new) in lists.iter().flat_map(|list| events(list)) {
        found.entry(old).or_insert(new);
    }
    let renamed = found.into_iter();
    renamed.filter_map(|(old, new)| Some((old, new?))).collect()
}

/// A folder with an index, into which files that Git does not know yet are
/// taken, too: the editor's own index stays as it is.
fn staged(workspace: &Workspace) -> Option<TempDir> {
    let folder = tempfile::tempdir().ok()?;
    let add = ["add", "--intent-to-add", "--", "content"];
    printed_with(&folder, workspace.git(&["read-tree", "HEAD"]))?;
    printed_with(&folder, workspace.git(&add))?;
    Some(folder)
}

/// What happened to files, the latest first: R100, the old and the new path, or D
/// and the path of one that was deleted, each ended by a zero byte.
fn events(listed: &str) -> impl Iterator<Item = (String, Option<String>)> {
    let mut parts = listed.split('\0').map(|part| part.trim().to_owned());
    std::iter::from_fn(move || {
        let is_event = |part: &String| part == "D" || part.starts_with('R');
        let is_rename = parts.find(is_event)? != "D";
        let old = parts.next()?;
        let new = if is_rename { parts.next() } else { None };
        Some((old, new))
    })
}

/// What Git prints with the index in a folder.
fn printed_with(index: &TempDir, mut git: Command) -> Option<String> {
    git.env("GIT_INDEX_FILE", index.path().join("index"));
    printed(git)
}

/// What Git prints; nothing where it fails, or is not there.
fn printed(mut git: Command) -> Option<String> {
    capture_stdout(&mut git).ok()
}
