//! The state of content in Git: its past, and which files belong to it. Where
//! there is no Git, nothing is known.

use crate::revision::Revision;
use crate::run::capture_stdout;
use crate::workspace::Workspace;
use site_check::Loaded;
use site_check::address::ledger;
use site_check::load::{Base, FileKind, History, Tracking};
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;
use tempfile::TempDir;
use toml_edit::DocumentMut;

/// Adds the state in Git to loaded content, and checks it again where that makes a
/// difference: files are ignored, an address is lost, or was taken out of the
/// ledger. Returns whether it did.
///
/// The content is that of `head`, or of the files as they are; `base` is its merge base
/// with the branch that it is for, without one that with main, and `base_content` what that has.
pub fn add_git_state(
    workspace: &Workspace,
    loaded: &mut Loaded,
    (head, base): (Option<&Revision>, Option<&Revision>),
    base_content: Option<Base>,
) -> bool {
    let is_tracked = loaded.apply_tracking(tracking(workspace, head));

    let recorded = recorded_before(workspace, head, base).unwrap_or_default();
    let kept = ledger::recorded(&loaded.tree);
    let is_erased = recorded
        .iter()
        .any(|address| !kept.contains(address.as_str()));
    let is_lost = loaded
        .diagnostics
        .iter()
        .any(|diagnostic| diagnostic.code == "url/lost");

    let mut history = History {
        base: base_content,
        ..History::default()
    };
    if is_lost || is_erased {
        history.recorded = recorded;
    }
    if is_lost {
        history.renames = renames(workspace, head);
    }
    let is_history_new = loaded.apply_history(history);
    is_tracked || is_history_new
}

/// The files of the content that Git tracks, and those that it ignores. Git itself is
/// asked: it alone knows both its index and every file that lists what to ignore.
fn tracking(workspace: &Workspace, head: Option<&Revision>) -> Tracking {
    if let Some(head) = head {
        let tracked = ["ls-tree", "-z", "-r", "--name-only", &head.commit];
        return Tracking {
            tracked: listed(workspace, &tracked),
            ignored: BTreeSet::new(),
        };
    }
    let tracked = listed(workspace, &["ls-files", "-z"]);
    if tracked.is_empty() {
        // A copy within another repository: what that ignores says nothing here.
        return Tracking::default();
    }
    let ignored = ["ls-files", "-z", "-o", "-i", "--exclude-standard"];
    Tracking {
        tracked,
        ignored: listed(workspace, &ignored),
    }
}

/// The paths below `content` that a command of Git lists, each ended by a zero byte.
fn listed(workspace: &Workspace, command: &[&str]) -> BTreeSet<String> {
    let git = workspace.git(&[command, &["--", "content"]].concat());
    let listed = printed(git).unwrap_or_default();
    listed
        .split_terminator('\0')
        .map(|path| path.replace(char::is_control, "\u{fffd}"))
        .collect()
}

/// The content at the merge base of `head`, or of the files as they are, with `base`; without that,
/// with main. `None` where there is no merge base.
pub fn base(
    workspace: &Workspace,
    head: Option<&Revision>,
    base: Option<&Revision>,
) -> Option<Base> {
    let revision = match base {
        Some(base) => base.clone(),
        None => Revision::merge_base_with_main(workspace, head).ok()?,
    };
    let commit = &revision.commit;
    let paths = listed(workspace, &["ls-tree", "-z", "-r", "--name-only", commit]);
    let mut texts = BTreeMap::new();
    for kind in COMPARED {
        let Some(path) = kind.path() else { continue };
        let file = format!("{commit}:./{path}");
        if let Some(text) = printed(workspace.git(&["show", &file])) {
            texts.insert(path, text);
        }
    }
    Some(Base {
        paths,
        texts,
        committed: revision.committed(workspace),
    })
}

/// The files that rules compare with what they were.
const COMPARED: [FileKind; 3] = [FileKind::Site, FileKind::Fees, FileKind::Facts];

/// The addresses that the ledger listed where the change left the branch that it is for. On that
/// branch itself, and where nobody knows it, those of the last commit and of the one before.
fn recorded_before(
    workspace: &Workspace,
    head: Option<&Revision>,
    base: Option<&Revision>,
) -> Option<BTreeSet<String>> {
    let last = match head {
        Some(head) => head.clone(),
        None => Revision::named(workspace, "HEAD").ok()?,
    };
    let merge_base = match base {
        Some(base) => Some(base.clone()),
        None => Revision::merge_base_with_main(workspace, head).ok(),
    };
    let commits = match merge_base {
        Some(merge_base) if merge_base.commit != last.commit => vec![merge_base.commit],
        _ => vec![format!("{}^1", last.commit), last.commit],
    };
    let mut addresses = BTreeSet::new();
    for commit in commits {
        addresses.extend(recorded_at(workspace, &commit));
    }
    Some(addresses)
}

/// The addresses that the ledger listed in a commit.
fn recorded_at(workspace: &Workspace, commit: &str) -> Vec<String> {
    let file = format!("{commit}:./{}", ledger::PATH);
    let text = printed(workspace.git(&["show", &file])).unwrap_or_default();
    let document: DocumentMut = text.parse().unwrap_or_default();
    let Some(list) = document.get("published").and_then(|list| list.as_array()) else {
        return Vec::new();
    };
    let mut addresses = Vec::new();
    for address in list {
        if let Some(address) = address.as_str() {
            addresses.push(address.to_owned());
        }
    }
    addresses
}

/// The options with which `git diff` and `git log` list the files that were renamed or deleted.
const LIST_RENAMES: [&str; 6] = [
    "--find-renames",
    "--diff-filter=RD",
    "--name-status",
    "-z",
    "--relative",
    "--no-ext-diff",
];

/// Pages and articles that got another name, the latest of each: the
/// old path and the one it got.
fn renames(workspace: &Workspace, head: Option<&Revision>) -> BTreeMap<String, String> {
    let mut events = Vec::new();
    if head.is_none()
        && let Some(index) = staged(workspace)
        && let Some(list) = printed_with(&index, list_renames(workspace, &["diff"], "HEAD"))
    {
        events.extend(read_events(&list));
    }
    // A merge counts as what it brought.
    let last = head.map_or("HEAD", |head| &head.commit);
    let log = ["log", "--format=", "--first-parent", "-m"];
    if let Some(list) = printed(list_renames(workspace, &log, last)) {
        events.extend(read_events(&list));
    }

    let mut latest = BTreeMap::new();
    for event in events {
        latest.entry(event.path).or_insert(event.new_path);
    }
    let mut renames = BTreeMap::new();
    for (path, new_path) in latest {
        if let Some(new_path) = new_path {
            renames.insert(path, new_path);
        }
    }
    renames
}

/// The command of Git that lists the pages and articles that were renamed or deleted since a commit.
fn list_renames(workspace: &Workspace, command: &[&str], since: &str) -> Command {
    let files = [since, "--", "content/pages", "content/articles"];
    workspace.git(&[command, &LIST_RENAMES, &files].concat())
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

/// A file that was renamed or deleted.
struct Event {
    path: String,
    /// None where it was deleted.
    new_path: Option<String>,
}

/// Reads the events of a list of Git's, the latest first: R100, the old and the new path, or D
/// and the path of a file that was deleted, each ended by a zero byte.
fn read_events(list: &str) -> Vec<Event> {
    let mut events = Vec::new();
    // A line break stands between the lists of two commits.
    let mut parts = list.split('\0').map(|part| part.trim().to_owned());
    while let Some(status) = parts.next() {
        let is_rename = status.starts_with('R');
        if !is_rename && status != "D" {
            continue;
        }
        let Some(path) = parts.next() else { break };
        let new_path = if is_rename { parts.next() } else { None };
        events.push(Event { path, new_path });
    }
    events
}

/// The output of Git with the index in a folder.
fn printed_with(index: &TempDir, mut git: Command) -> Option<String> {
    git.env("GIT_INDEX_FILE", index.path().join("index"));
    printed(git)
}

/// The output of Git; none where it fails, or is not there.
fn printed(mut git: Command) -> Option<String> {
    capture_stdout(&mut git).ok()
}
