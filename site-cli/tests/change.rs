//! Files that are written together: all or none.

use crate::workspace::Workspace;
use site_cli::change::{FileChange, write};
use std::fs;
use tempfile::TempDir;

/// Returns a folder with two files, and a valid change to the first.
fn folder() -> (TempDir, FileChange) {
    let folder = tempfile::tempdir().expect("a folder for the test");
    fs::write(folder.path().join("a.toml"), "a = 1\n").expect("writable");
    fs::write(folder.path().join("b.toml"), "b = 1\n").expect("writable");
    let change = FileChange::new("a.toml", Some("a = 1\n"), "a = 2\n".to_owned());
    (folder, change)
}

/// Checks that a change to `a.toml` and the others is refused with a reason, and that the folder is unchanged.
fn refused(folder: &TempDir, changes: &[FileChange], why: &[&str]) {
    let listed = || {
        let entries = walkdir::WalkDir::new(folder)
            .sort_by_file_name()
            .into_iter();
        let paths = entries.map(|entry| entry.expect("readable").into_path());
        paths
            .map(|path| (path.clone(), fs::read(path).ok()))
            .collect::<Vec<_>>()
    };
    let before = listed();
    let error = write(changes, folder.path()).expect_err("refused");
    let shown = format!("{error:#}");
    crate::workspace::holds(&shown, why);
    assert_eq!(listed(), before, "{shown}");
}

#[test]
fn what_has_changed_on_disk_since_it_was_read_is_not_overwritten() {
    let (folder, first) = folder();
    let changed = FileChange::new("b.toml", Some("b = 0\n"), "b = 2\n".to_owned());
    let why = ["b.toml changed while this ran", "nothing was written"];
    refused(&folder, &[first.clone(), changed], &why);
    let deleted = FileChange::new("c.toml", Some("c = 1\n"), "c = 2\n".to_owned());
    refused(
        &folder,
        &[first.clone(), deleted],
        &["c.toml changed while this ran"],
    );
    let added = FileChange::new("b.toml", None, "b = 2\n".to_owned());
    refused(&folder, &[first, added], &["b.toml already exists"]);
}

#[test]
fn what_was_written_before_a_failure_is_undone() {
    let (folder, first) = folder();
    let mut moved = FileChange::new("b.toml", Some("b = 1\n"), "b = 2\n".to_owned());
    moved.new_path = "new/folder/b.toml".to_owned();
    let added = FileChange::new("added.toml", None, String::new());
    // The second change needs a folder at the path of the first.
    let place = FileChange::new("place", None, String::new());
    let below = FileChange::new("place/below.toml", None, String::new());
    let changes = [first, moved, added, place, below];
    refused(
        &folder,
        &changes,
        &["nothing was written: cannot write place: "],
    );
}

#[test]
fn a_change_that_can_be_made_is_made_whole() {
    let (folder, first) = folder();
    let mut moved = FileChange::new("b.toml", Some("b = 1\n"), "b = 2\n".to_owned());
    moved.new_path = "new/b.toml".to_owned();
    write(&[first, moved], folder.path()).expect("written");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).ok();
    assert_eq!(read("a.toml").as_deref(), Some("a = 2\n"));
    assert_eq!(read("new/b.toml").as_deref(), Some("b = 2\n"));
    assert_eq!(read("b.toml"), None);
    let entries = fs::read_dir(folder.path()).expect("readable");
    assert_eq!(entries.count(), 2, "nothing is left behind");
}

#[test]
fn a_move_whose_redirect_cannot_be_written_moves_nothing() {
    let workspace = Workspace::small();
    let redirects = workspace.file("redirects.toml");
    let set_readonly = |is_readonly: bool| {
        let mut permissions = fs::metadata(&redirects).expect("there").permissions();
        permissions.set_readonly(is_readonly);
        fs::set_permissions(&redirects, permissions).expect("changed");
    };
    set_readonly(true);
    workspace.refuses("mv|a-long-walk|a-drop", "redirects.toml is read-only");
    set_readonly(false);
    workspace.done("mv|a-long-walk|a-drop");
}

#[test]
fn a_move_whose_folder_cannot_be_made_moves_nothing() {
    let workspace = Workspace::small();
    let linking = "\nSee [what we charge](/fees).\n\n<Disclaimer";
    workspace.replace("articles/tables-and-lists.mdx", "\n<Disclaimer", linking);
    fs::write(workspace.path().join(".gitignore"), "costs\n").expect("writable");
    let workspace = workspace.committed();
    // Git ignores the file at the path of the folder.
    workspace.write("pages/costs", "Not a page.");
    workspace.refuses("mv|fees|costs/overview", "nothing was written");
}
