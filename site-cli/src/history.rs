//! The state of content in Git: its past, and which files belong to it. Without Git, all of it is unknown.

use crate::revision::Revision;
use crate::run::capture_stdout;
use crate::workspace::Workspace;
use anyhow::Result;
use site_check::Loaded;
use site_check::load::{Base, FileKind, History, Tracking};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{Seek as _, Write as _};
use std::process::Command;
use std::sync::Arc;
use tempfile::TempDir;

/// Adds the state in Git to loaded content, and checks it again if that can change the result: some files are ignored,
/// or the file of a lost address was renamed. Returns true if it checked again.
///
/// `head` is the revision that the content is from; without it, the content is from the files on disk. `past` comes
/// from [`past`].
pub fn add_git_state(
    workspace: &Workspace,
    loaded: &mut Loaded,
    head: Option<&Revision>,
    mut past: History,
) -> bool {
    let is_tracked = loaded.apply_tracking(tracking(workspace, head));

    let is_lost = loaded
        .diagnostics
        .iter()
        .any(|diagnostic| diagnostic.code == "url/lost");
    if is_lost {
        past.renames = renames(workspace, head);
    }
    let is_history_new = loaded.apply_history(past);
    is_tracked || is_history_new
}

/// Returns the content files that Git tracks, and the ones that it ignores. Only Git knows its index and every file
/// with ignore patterns.
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
        // This is a copy within another repository, whose ignore patterns don't apply.
        return Tracking::default();
    }
    let ignored = ["ls-files", "-z", "-o", "-i", "--exclude-standard"];
    Tracking {
        tracked,
        ignored: listed(workspace, &ignored),
    }
}

/// Returns the paths below `content` that a Git command lists, each ended by a zero byte.
fn listed(workspace: &Workspace, command: &[&str]) -> BTreeSet<String> {
    let git = workspace.git(&[command, &["--", "content"]].concat());
    let listed = printed(git).unwrap_or_default();
    listed
        .split_terminator('\0')
        .map(|path| path.replace(char::is_control, "\u{fffd}"))
        .collect()
}

/// Returns the past of the content of `head`, or of the files on disk, without renames. `base` is the merge base with
/// the target branch; without it, the content is compared with main.
pub fn past(workspace: &Workspace, head: Option<&Revision>, base: Option<&Revision>) -> History {
    let last = match head {
        Some(head) => Some(head.clone()),
        None => Revision::named(workspace, "HEAD").ok(),
    };
    let base = match base {
        Some(base) => Some(base.clone()),
        None => Revision::merge_base_with_main(workspace, head).ok(),
    };

    let mut past = History::default();
    if let (Some(base), Some(last)) = (base, last) {
        if base.commit == last.commit {
            let parent = Revision::named(workspace, &format!("{}^1", last.commit));
            past.parent = parent.ok().and_then(|parent| at(workspace, &parent));
        }
        past.base = at(workspace, &base);
    }
    past
}

/// Returns the reason why addresses aren't compared with the past, if they aren't and no other message says so.
pub fn not_compared(workspace: &Workspace, past: &History) -> Option<&'static str> {
    if past.base.is_none() && workspace.unreadable_repository().is_none() {
        return Some(
            "there is no Git repository with a branch main here, so the addresses that worked before are unknown",
        );
    }
    if past.base.is_some() && past.parent.is_none() && is_cut_off_main(workspace) {
        return Some(
            "this clone of main lacks the previous commit, so the addresses that worked then are unknown; run git fetch --unshallow to get it",
        );
    }
    None
}

/// Returns true if the last commit of main is checked out in a clone that may have no other commit.
fn is_cut_off_main(workspace: &Workspace) -> bool {
    let is_shallow = ["rev-parse", "--is-shallow-repository"];
    if workspace.ask_git(&is_shallow).ok().flatten().as_deref() != Some("true") {
        return false;
    }
    let last = Revision::named(workspace, "HEAD");
    let main = Revision::merge_base_with_main(workspace, None);
    match (last, main) {
        (Ok(last), Ok(main)) => last.commit == main.commit,
        _ => false,
    }
}

/// Returns the path of a page or an article at a later commit, if Git detects a rename.
pub fn new_name(
    workspace: &Workspace,
    path: &str,
    from: &Revision,
    to: &Revision,
) -> Result<Option<String>> {
    let commits = format!("{}..{}", from.commit, to.commit);
    let list = capture_stdout(&mut list_renames(workspace, &["diff"], &commits))?;
    let mut events = read_events(&list).into_iter();
    let event = events.find(|event| event.path == path);
    Ok(event.and_then(|event| event.new_path))
}

/// Returns the content at a commit; `None` if Git can't read it.
pub fn at(workspace: &Workspace, revision: &Revision) -> Option<Base> {
    let list = ["ls-tree", "-z", "-r", &revision.commit, "--", "content"];
    let listed = printed(workspace.git(&list))?;
    let mut base = Base {
        committed: revision.committed(workspace),
        ..Base::default()
    };
    let mut blobs = BTreeMap::new();
    for entry in listed.split_terminator('\0') {
        // Each entry is `100644 blob`, the object's name, a tab and the path.
        let Some((object, path)) = entry.split_once('\t') else {
            continue;
        };
        let path = path.replace(char::is_control, "\u{fffd}");
        if object.starts_with("100")
            && FileKind::at(&path).is_some()
            && let Some(blob) = object.rsplit(' ').next()
        {
            blobs.insert(path.clone(), blob.to_owned());
        }
        base.paths.insert(path);
    }
    base.texts = texts(workspace, &blobs)?;
    Some(base)
}

/// Returns the texts of blobs, by the paths of their files, except invalid UTF-8. One process reads all of
/// them.
fn texts(
    workspace: &Workspace,
    blobs: &BTreeMap<String, String>,
) -> Option<BTreeMap<String, Arc<str>>> {
    let mut asked = tempfile::tempfile().ok()?;
    for blob in blobs.values() {
        writeln!(asked, "{blob}").ok()?;
    }
    asked.rewind().ok()?;
    let mut git = workspace.git(&["cat-file", "--batch"]);
    let output = git.stdin(asked).output().ok()?;
    if !output.status.success() {
        return None;
    }

    let mut texts = BTreeMap::new();
    let mut rest = output.stdout.as_slice();
    for path in blobs.keys() {
        // Each entry is the object's name, its type and its length, a line feed, the bytes, and a line feed.
        let end_of_line = rest.iter().position(|byte| *byte == b'\n')?;
        let header = str::from_utf8(&rest[..end_of_line]).ok()?;
        let length: usize = header.rsplit(' ').next()?.parse().ok()?;
        let bytes = rest.get(end_of_line + 1..)?;
        if let Ok(text) = str::from_utf8(bytes.get(..length)?) {
            texts.insert(path.clone(), text.into());
        }
        rest = bytes.get(length + 1..)?;
    }
    Some(texts)
}

/// The options that make `git diff` and `git log` list renamed and deleted files.
const LIST_RENAMES: [&str; 7] = [
    "--find-renames",
    "--diff-filter=RD",
    "--name-status",
    "-z",
    "--relative",
    "--no-ext-diff",
    "--no-textconv",
];

/// Returns the latest rename of each page and article, from the old path to the new one.
fn renames(workspace: &Workspace, head: Option<&Revision>) -> BTreeMap<String, String> {
    let mut events = Vec::new();
    if head.is_none()
        && let Some(index) = staged(workspace)
        && let Some(list) = printed_with(&index, list_renames(workspace, &["diff"], "HEAD"))
    {
        events.extend(read_events(&list));
    }
    // A merge counts as the changes that it brought in.
    let last = head.map_or("HEAD", |head| &head.commit);
    let log = [
        "log",
        "--format=",
        "--first-parent",
        "--diff-merges=first-parent",
    ];
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

/// Returns a Git command that lists the pages and articles that were renamed or deleted since a commit.
fn list_renames(workspace: &Workspace, command: &[&str], since: &str) -> Command {
    let files = [since, "--", "content/pages", "content/articles"];
    workspace.git(&[command, &LIST_RENAMES, &files].concat())
}

/// Returns a folder with an index that also contains untracked files. The editor's index doesn't change.
fn staged(workspace: &Workspace) -> Option<TempDir> {
    let folder = tempfile::tempdir().ok()?;
    let add = ["add", "--intent-to-add", "--", "content"];
    printed_with(&folder, workspace.git(&["read-tree", "HEAD"]))?;
    printed_with(&folder, workspace.git(&add))?;
    Some(folder)
}

/// A renamed or deleted file.
struct Event {
    path: String,
    /// `None` if the file was deleted.
    new_path: Option<String>,
}

/// Reads the events that Git lists, latest first: R100 with the old and the new path, or D with the path of a deleted
/// file. Each field ends with a zero byte.
fn read_events(list: &str) -> Vec<Event> {
    let mut events = Vec::new();
    // A line feed separates the lists of two commits.
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

/// Returns Git's output when it uses the index in a folder.
fn printed_with(index: &TempDir, mut git: Command) -> Option<String> {
    git.env("GIT_INDEX_FILE", index.path().join("index"));
    printed(git)
}

/// Returns Git's output; `None` if Git fails or isn't installed.
fn printed(mut git: Command) -> Option<String> {
    capture_stdout(&mut git).ok()
}
