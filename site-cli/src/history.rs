//! What Git knows of the content's past. Where there is no Git, nothing is known.

use crate::house::House;
use site_schema::Loaded;
use site_schema::ledger;
use site_schema::load::History;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::{Command, Stdio};

/// Looks at the content once more where its past matters: an address is lost,
/// or was taken out of the ledger.
pub fn recall(house: &House, loaded: &mut Loaded) {
    let recorded = recorded(house);
    let held = ledger::recorded(&loaded.tree);
    let erased = recorded.iter().any(|address| !held.contains(address.as_str()));
    let lost = loaded.diagnostics.iter().any(|found| found.code == "url/lost");
    if lost || erased {
        let renames = if lost { renames(house) } else { BTreeMap::new() };
        loaded.recall(History { renames, recorded });
    }
}

/// What the ledger held in the last commit and in the one it was merged into:
/// of a pull request, that is the branch it is for.
fn recorded(house: &House) -> BTreeSet<String> {
    let mut addresses = BTreeSet::new();
    for commit in ["HEAD", "HEAD^1"] {
        let file = format!("{commit}:./{}", ledger::PATH);
        let text = git(house, &["show", &file], None).unwrap_or_default();
        let document = text.parse::<toml_edit::DocumentMut>().unwrap_or_default();
        let list = document.get("published").and_then(|list| list.as_array());
        let list = list.into_iter().flatten().filter_map(|address| address.as_str());
        addresses.extend(list.map(str::to_owned));
    }
    addresses
}

/// Pages and articles that got another name, from the last commit back, and
/// since then: the old path and the one it got.
fn renames(house: &House) -> BTreeMap<String, String> {
    const FIND: [&str; 6] = [
        "--find-renames",
        "--diff-filter=R",
        "--name-status",
        "-z",
        "--relative",
        "--no-ext-diff",
    ];
    const WHERE: [&str; 3] = ["--", "content/pages", "content/articles"];
    let mut found = since_the_last_commit(house, &FIND, &WHERE).unwrap_or_default();
    let arguments = [&["log", "--format="], &FIND[..], &WHERE[..]].concat();
    let logged = git(house, &arguments, None).unwrap_or_default();
    // The latest comes first.
    for (old, new) in pairs(&logged) {
        found.entry(old).or_insert(new);
    }
    found
}

/// In an index of its own, into which files that Git does not know yet are
/// taken, too: the editor's own index stays as it is.
fn since_the_last_commit(house: &House, find: &[&str], within: &[&str]) -> Option<BTreeMap<String, String>> {
    let folder = tempfile::tempdir().ok()?;
    let index = folder.path().join("index");
    git(house, &["read-tree", "HEAD"], Some(&index))?;
    git(house, &["add", "--intent-to-add", "--", "content"], Some(&index))?;
    let arguments = [&["diff"], find, &["HEAD"], within].concat();
    Some(pairs(&git(house, &arguments, Some(&index))?).collect())
}

/// Old and new paths of a list of renames: R100, old and new, each ended by a zero byte.
fn pairs(listed: &str) -> impl Iterator<Item = (String, String)> {
    let mut parts = listed.split('\0').map(str::trim);
    std::iter::from_fn(move || {
        parts.find(|part| {
            part.strip_prefix('R')
                .is_some_and(|score| score.bytes().all(|byte| byte.is_ascii_digit()))
        })?;
        Some((parts.next()?.to_owned(), parts.next()?.to_owned()))
    })
}

/// What Git prints; nothing where it fails, or is not there.
fn git(house: &House, arguments: &[&str], index: Option<&Path>) -> Option<String> {
    let mut command = Command::new("git");
    command
        .args(["-c", "core.fsmonitor=false"])
        .args(arguments)
        .env("GIT_OPTIONAL_LOCKS", "0")
        .current_dir(house.root())
        .stdin(Stdio::null())
        .stderr(Stdio::null());
    if let Some(index) = index {
        command.env("GIT_INDEX_FILE", index);
    }
    let output = command.output().ok().filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok()
}
