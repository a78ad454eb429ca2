//! `cargo site` reads the same data regardless of the user's Git settings and of variables set by another program.

use crate::workspace::{Workspace, git, holds, lacks, said};
use std::fs;
use std::path::Path;
use walkdir::WalkDir;

/// Settings that each change what Git prints, merges or writes.
const SETTINGS: &str = r#"
[blame]
    showEmail = true
[color]
    ui = always
    diff = always
    status = always
[core]
    attributesFile = ATTRIBUTES
    fsmonitor = /bin/false
    pager = /bin/false
    quotePath = true
    splitIndex = true
[diff]
    external = /bin/false
    ignoreSubmodules = all
    mnemonicPrefix = true
    noprefix = true
    orderFile = /nowhere
    relative = true
    renameLimit = 1
    renames = false
[format]
    pretty = fuller
[gpg]
    program = /bin/false
[i18n]
    commitEncoding = ISO-8859-1
    logOutputEncoding = UTF-16
[log]
    abbrevCommit = true
    date = relative
    decorate = full
    diffMerges = combined
    follow = true
    showSignature = true
[merge]
    directoryRenames = true
    renames = false
[merge "ours"]
    driver = true
[status]
    branch = true
    renames = false
    short = true
    showUntrackedFiles = no
[tag]
    gpgSign = true
"#;

/// Variables that Git sets for a hook, or a user sets for one command.
const VARIABLES: [(&str, &str); 9] = [
    ("GIT_DIFF_OPTS", "--unified=0"),
    ("GIT_DIR", "/nowhere"),
    ("GIT_EXTERNAL_DIFF", "/bin/false"),
    ("GIT_INDEX_FILE", "/nowhere/index"),
    ("GIT_LITERAL_PATHSPECS", "1"),
    ("GIT_OBJECT_DIRECTORY", "/nowhere"),
    ("GIT_PAGER", "/bin/false"),
    ("GIT_TRACE", "1"),
    ("GIT_WORK_TREE", "/nowhere"),
];

const FROM: &str = "articles/a-long-walk.mdx";
const TO: &str = "articles/what-a-long-walk-asks.mdx";

/// Signs the last commit; Git then passes the signature to `gpg.program`.
fn sign(workspace: &Workspace) {
    let text = git(workspace, "cat-file commit HEAD");
    let (head, message) = text.split_once("\n\n").expect("a message");
    let signature = "-----BEGIN PGP SIGNATURE-----\n \n c2lnbmVk\n -----END PGP SIGNATURE-----";
    let signed = format!("{head}\ngpgsig {signature}\n\n{message}");
    let file = workspace.path().join(".git/signed");
    fs::write(&file, signed).expect("writable");
    let commit = git(
        workspace,
        &format!("hash-object -t commit -w {}", file.display()),
    );
    git(
        workspace,
        &format!("reset --quiet --soft {}", commit.trim()),
    );
}

/// Commands that read the past, the index, a commit, and a merge.
const COMMANDS: [&str; 5] = [
    "check",
    "check|--head|change",
    "build",
    "diff|main",
    "diff|main|--head|change",
];

/// Returns the output of a command with some variables, without the duration of each step.
fn answer(workspace: &Workspace, command: &str, variables: &[(&str, &str)]) -> String {
    let output = workspace.site_with(command, variables);
    let mut answer = format!("{:?}\n", output.status.code());
    for line in said(&output).lines() {
        if !line.starts_with("  Checking the content") {
            answer += &format!("{line}\n");
        }
    }
    answer
}

#[test]
fn settings_and_variables_of_git_change_no_answer() {
    let workspace = Workspace::small().committed();
    git(&workspace, "switch --quiet --create change");
    workspace.rename(FROM, TO);
    workspace.append("pages/about.toml", "\n# A comment\n");
    workspace.commit();
    sign(&workspace);
    git(&workspace, "switch --quiet main");
    workspace.append(FROM, "\nA line that main added.\n");
    workspace.commit();
    sign(&workspace);
    git(&workspace, "switch --quiet change");

    let attributes = workspace.path().join(".git/of-a-person");
    fs::write(&attributes, "* text eol=crlf merge=ours\n").expect("writable");
    let settings = workspace.path().join(".git/settings");
    let text = SETTINGS.replace("ATTRIBUTES", &attributes.display().to_string());
    fs::write(&settings, text).expect("writable");
    let settings = settings.display().to_string();
    let settings = [("GIT_CONFIG_GLOBAL", settings.as_str())];

    for command in COMMANDS {
        let expected = answer(&workspace, command, &[]);
        if command == "build" {
            holds(&expected, &["Its file was renamed"]);
            lacks(&expected, &["note: the build begins now"]);
        }
        for variables in [&settings[..], &VARIABLES] {
            assert_eq!(
                answer(&workspace, command, variables),
                expected,
                "{command}"
            );
        }
    }

    // Because of an untracked file, the build uses the clock.
    workspace.write("articles/another.mdx", "Another one.\n");
    let output = workspace.site_with("build", &settings);
    holds(
        &said(&output),
        &["since content/ differs from the last commit"],
    );
}

#[test]
fn one_function_starts_git() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for entry in WalkDir::new(&root).max_depth(1) {
        let source = entry.expect("readable").into_path().join("src");
        for entry in WalkDir::new(source).into_iter().flatten() {
            let path = entry.into_path();
            let is_rust = path.extension().is_some_and(|extension| extension == "rs");
            if is_rust
                && fs::read_to_string(&path)
                    .expect("readable")
                    .contains("\"git\"")
            {
                files.push(path);
            }
        }
    }
    assert_eq!(files, [root.join("site-cli/src/workspace.rs")]);
}
