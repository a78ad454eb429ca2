//! Snapshots that no test asks for any more: of a page that was renamed or deleted.

use crate::workspace::Workspace;
use anyhow::Result;
use fs_err as fs;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// Where the snapshots of the site's own pages and fees are.
const FOLDERS: [&str; 2] = [
    "site-content/tests/snapshots",
    "site-server/tests/snapshots",
];

/// Deletes what is not in the list of snapshots that insta has written, one path a line.
pub fn sweep(workspace: &Workspace, asked: &Path) -> Result<()> {
    for orphan in orphans(&FOLDERS.map(|folder| workspace.path(folder)), asked)? {
        fs::remove_file(&orphan)?;
        println!("deleted {}: no test asks for it", orphan.display());
    }
    Ok(())
}

fn orphans(folders: &[PathBuf], asked: &Path) -> Result<Vec<PathBuf>> {
    let asked = fs::read_to_string(asked)?;
    let asked: BTreeSet<PathBuf> = asked
        .lines()
        .filter_map(|path| fs::canonicalize(path).ok())
        .collect();
    let mut orphans = Vec::new();
    for entry in folders.iter().flat_map(WalkDir::new) {
        let path = entry?.into_path();
        let is_snapshot = path.extension().is_some_and(|kind| kind == "snap");
        if is_snapshot && !asked.contains(&fs::canonicalize(&path)?) {
            orphans.push(path);
        }
    }
    Ok(orphans)
}

#[cfg(test)]
mod tests {
    use super::orphans;
    use std::fs;

    #[test]
    fn what_is_asked_for_stays() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let at = |name: &str| folder.path().join(name);
        for name in ["kept.snap", "orphan.snap", "readme.md"] {
            fs::write(at(name), "").expect("writable");
        }
        let asked = at("asked.txt");
        fs::write(&asked, format!("{}\n", at("./kept.snap").display())).expect("writable");
        let found = orphans(&[folder.path().to_owned()], &asked).expect("readable");
        assert_eq!(found, [at("orphan.snap")]);
    }
}
