//! What Git knows of the content: its past, and which files belong to it. Where
//! there is no Git, nothing is known.

use crate::revision::Revision;
use crate::workspace::Workspace;
use site_check::Loaded;
use site_check::ledger;
use site_check::load::{FileKind, History, Tracking};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use tempfile::TempDir;

/// Checks the content again where Git makes a difference: files are
/// ignored, an address is lost, or was taken out of the ledger.
pub fn recall(workspace: &Workspace, loaded: &mut Loaded) {
    recall_since(workspace, loaded, None, None);
}

/// The same for the content of a revision, or of the files as they are, and with
/// the commit where it left the branch that it is for; without one, main.
pub fn recall_since(
    workspace: &Workspace,
    loaded: &mut Loaded,
    head: Option<&Revision>,
    base: Option<&Revision>,
) {
    loaded.track(&tracking(workspace, head));
    let ledger = loaded.tree.file(&FileKind::Published);
    let recorded = recorded(workspace, ledger.map_or("", |file| &file.text), head, base);
    let kept = ledger::recorded(&loaded.tree);
    let erased = recorded
        .iter()
        .any(|address| !kept.contains(address.as_str()));
    let lost = loaded
        .diagnostics
        .iter()
        .any(|found| found.code == "url/lost");
    if lost || erased {
        let renames = if lost {
            renames(workspace, head)
        } else {
            BTreeMap::new()
        };
        loaded.recall(History { renames, recorded });
    }
}

/// Which files of the content Git tracks, and which it ignores. Git itself is
/// asked: it alone knows both its index and every file that lists what to ignore.
fn tracking(workspace: &Workspace, head: Option<&Revision>) -> Tracking {
    let listed = |which: &[&str]| {
        let arguments = [which, &["--", "content"]].concat();
        let listed = printed(workspace, &arguments, None).unwrap_or_default();
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
    now: &str,
    head: Option<&Revision>,
    base: Option<&Revision>,
) -> BTreeSet<String> {
    let last = match head {
        Some(head) => head.commit.clone(),
        None => match Revision::named(workspace, "HEAD") {
            Ok(head) => head.commit,
            Err(_) => return BTreeSet::new(),
        },
    };
    let left = match base {
        Some(base) => Some(base.commit.clone()),
        None => Revision::where_it_left_main(workspace, head)
            .ok()
            .map(|left| left.commit),
    };
    let commits = match left {
        Some(left) if left != last => vec![left],
        _ => vec![format!("{last}^1"), last],
    };
    let mut addresses = BTreeSet::new();
    for commit in commits {
        let file = format!("{commit}:./{}", ledger::PATH);
        let text = printed(workspace, &["show", &file], None).unwrap_or_default();
        if text == now {
            continue;
        }
        let document = text.parse::<toml_edit::DocumentMut>().unwrap_or_default();
        let list = document.get("published").and_then(|list| list.as_array());
        let list = list
            .into_iter()
            .flatten()
            .filter_map(|address| address.as_str());
        addresses.extend(list.map(str::to_owned));
    }
    addresses
}

/// Pages and articles that got another name, the latest of each: the
/// old path and the one it got.
fn renames(workspace: &Workspace, head: Option<&Revision>) -> BTreeMap<String, String> {
    const FIND: &str = "--find-renames --diff-filter=RD --name-status -z --relative --no-ext-diff";
    let listed = |command: &str, since: &str, index: Option<&Path>| {
        let words = command.split(' ').chain(FIND.split(' '));
        let words = words.chain([since, "--", "content/pages", "content/articles"]);
        printed(workspace, &words.collect::<Vec<_>>(), index)
    };
    let mut lists = Vec::new();
    if head.is_none()
        && let Some(folder) = staged(workspace)
    {
        lists.extend(listed("diff", "HEAD", Some(&folder.path().join("index"))));
    }
    // A merge counts as what it brought.
    let last = head.map_or("HEAD", |head| &head.commit);
    lists.extend(listed("log --format= --first-parent -m", last, None));
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
    let index = folder.path().join("index");
    let add = ["add", "--intent-to-add", "--", "content"];
    printed(workspace, &["read-tree", "HEAD"], Some(&index))?;
    printed(workspace, &add, Some(&index))?;
    Some(folder)
}

/// What happened to files, the latest first: R100, the old and the new path, or D
/// and the path of one that was deleted, each ended by a zero byte.
fn events(listed: &str) -> impl Iterator<Item = (String, Option<String>)> {
    let mut parts = listed.split('\0').map(str::trim);
    std::iter::from_fn(move || {
        let is_event = |part: &&str| *part == "D" || part.starts_with('R');
        match parts.find(is_event)? {
            "D" => Some((parts.next()?.to_owned(), None)),
            _ => Some((parts.next()?.to_owned(), Some(parts.next()?.to_owned()))),
        }
    })
}

/// What Git prints; nothing where it fails, or is not there.
fn printed(workspace: &Workspace, arguments: &[&str], index: Option<&Path>) -> Option<String> {
    let mut git = workspace.git(arguments);
    git.envs(index.map(|index| ("GIT_INDEX_FILE", index)));
    let output = git.output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    Some(text).filter(|_| output.status.success())
}
