//! `cargo site check` and `cargo site explain`, as an editor runs them.

use crate::workspace::{Workspace, git, stderr, stdout};
use std::fs;
use std::process::Command;

#[test]
fn a_folder_that_is_no_workspace_is_explained() {
    let elsewhere = tempfile::tempdir().expect("a folder for the test");
    let output = Command::new(env!("CARGO_BIN_EXE_site"))
        .arg("check")
        .current_dir(elsewhere.path())
        .output()
        .expect("the command runs");
    let error = stderr(&output);
    assert_eq!(
        output.status.code(),
        Some(2),
        "the check failed, not the content"
    );
    assert!(
        error.contains("expected to be called within the site's repository"),
        "{error}"
    );
}

#[test]
fn what_git_ignores_is_passed_over_until_it_is_committed() {
    let workspace = Workspace::small();
    let is_sound = || {
        let output = workspace.site(&["check"]);
        (output.status.success(), stdout(&output))
    };
    workspace.write("articles/.first.mdx.swp", "x");
    assert!(is_sound().0, "an open editor's file: {}", is_sound().1);
    workspace.write("pages/plan.private.txt", "x");
    workspace.write("articles/plan.private.mdx", "no front matter");
    workspace.write("images/plan.private.svg", "x");
    assert!(!is_sound().0, "nobody knows that it is to be ignored");

    fs::write(workspace.path().join(".gitignore"), "*.private.*\n*.swp\n").expect("writable");
    let workspace = workspace.committed();
    let is_sound = || {
        let output = workspace.site(&["check"]);
        (output.status.success(), stdout(&output))
    };
    let (sound, shown) = is_sound();
    assert!(
        sound && shown.contains(" files: 0 errors, 0 warnings"),
        "{shown}"
    );

    workspace.write("pages/plan.txt", "x");
    assert!(is_sound().1.contains("content/pages/plan.txt"));
    fs::remove_file(workspace.file("pages/plan.txt")).expect("removable");

    let forced = [
        "content/articles/.first.mdx.swp",
        "content/pages/plan.private.txt",
    ];
    git(&workspace, &["add", "--force", forced[0], forced[1]]);
    let (sound, shown) = is_sound();
    assert!(
        !sound && forced.iter().all(|path| shown.contains(path)),
        "{shown}"
    );
    assert!(shown.contains("add its name to .gitignore"), "{shown}");
}

#[test]
fn a_rule_is_explained_and_a_misspelt_one_is_guessed() {
    let workspace = Workspace::small();
    insta::assert_snapshot!(stdout(&workspace.site(&["explain", "fees/tiers"])));
    let misspelt = workspace.site(&["explain", "fees/teirs"]);
    let error = stderr(&misspelt);
    assert_eq!(misspelt.status.code(), Some(1));
    assert!(error.contains("Did you mean `fees/tiers`?"), "{error}");
    let all = stdout(&workspace.site(&["explain"]));
    assert!(
        all.lines().count() >= 25 && all.contains("link/broken"),
        "{all}"
    );
}

#[test]
fn stale_generated_files_are_named_with_the_command_that_writes_them() {
    let workspace = Workspace::small().with_fixture();
    assert!(workspace.site(&["schemas"]).status.success());
    let fresh = workspace.site(&["schemas", "--check"]);
    assert!(fresh.status.success(), "{}", stdout(&fresh));
    fs::write(workspace.path().join("schemas/page.schema.json"), "{}").expect("writable");
    let stale = workspace.site(&["schemas", "--check"]);
    assert_eq!(stale.status.code(), Some(1));
    assert!(
        stdout(&stale).contains("schemas/page.schema.json is not what `cargo site schemas` writes")
    );
}

#[test]
#[cfg(target_os = "linux")]
fn a_file_that_the_system_does_not_let_be_read_is_named() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;

    let workspace = Workspace::small();
    let set = |path: &std::path::Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("ours");
    };
    set(workspace.path(), 0o755);
    set(&workspace.file("pages/fees.toml"), 0o000);
    // Root may read everything, and its programs may stand where nobody else may go.
    let site = workspace.path().join("site");
    // Copied by a program of its own: what this one writes can't be run while another test starts a command.
    let copy = Command::new("cp")
        .args([env!("CARGO_BIN_EXE_site").as_ref(), site.as_os_str()])
        .status();
    assert!(copy.is_ok_and(|status| status.success()));
    let mut command = Command::new(&site);
    let owner = fs::metadata(workspace.path()).expect("there").uid();
    if owner == 0 {
        command.uid(65_534).gid(65_534);
    }
    let output = command
        .args(["check", "--format", "plain"])
        .current_dir(workspace.path())
        .output()
        .expect("the command runs");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    insta::assert_snapshot!(stdout(&output));
}
