//! The content folder of a Git revision, read out of Git without a checkout.

use crate::run::capture_stdout;
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail};
use fs_err as fs;
use site_check::diagnostic::visible;
use tempfile::TempDir;

/// A commit, and how it was asked for.
#[derive(Debug, Clone)]
pub struct Revision {
    pub name: String,
    pub commit: String,
}

impl Revision {
    pub fn named(workspace: &Workspace, name: &str) -> Result<Self> {
        let commit = format!("{name}^{{commit}}");
        let arguments = ["rev-parse", "--verify", "--quiet", "--end-of-options"];
        match workspace.ask_git(&[&arguments[..], &[&commit]].concat())? {
            Some(commit) => Ok(Self {
                name: name.to_owned(),
                commit,
            }),
            None => bail!(
                "expected a Git revision such as main, HEAD~1 or a commit, but found `{name}`; if it is a branch on GitHub, fetch it first: git fetch origin"
            ),
        }
    }

    /// The last commit that a head, or what is checked out, shares with another revision.
    pub fn merge_base(workspace: &Workspace, base: &Self, head: Option<&Self>) -> Result<Self> {
        let commit = head.map_or("HEAD", |head| &head.commit);
        match workspace.ask_git(&["merge-base", &base.commit, commit])? {
            Some(commit) => Ok(Self {
                name: format!("the merge base with {}", base.name),
                commit,
            }),
            None => bail!(
                "expected {} to share a commit with {}, and it shares none here; in a shallow clone, run git fetch --unshallow first",
                head.map_or("what is checked out", |head| &head.name),
                base.name
            ),
        }
    }

    /// The last commit that a head, or what is checked out, shares with main.
    pub fn merge_base_with_main(workspace: &Workspace, head: Option<&Self>) -> Result<Self> {
        for main in ["origin/main", "main"] {
            if let Ok(main) = Self::named(workspace, main)
                && let Ok(left) = Self::merge_base(workspace, &main, head)
            {
                return Ok(left);
            }
        }
        bail!(
            "expected a branch that shares a commit with origin/main or main, and found none; name the revision to compare with (in a shallow clone, run git fetch --unshallow first)"
        )
    }

    /// Its content folder, written out for reading; gone with what is returned.
    pub fn content(&self, workspace: &Workspace) -> Result<TempDir> {
        let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
        fs::create_dir(folder.path().join("content")).context("cannot write a temporary file")?;
        let list = ["ls-tree", "-r", "-z", &self.commit, "--", "content/"];
        let listed = capture_stdout(&mut workspace.git(&list))?;
        // Anything but a plain file is a symbolic link or another repository.
        let mut entries = listed.split_terminator('\0');
        let other = entries.find(|entry| !entry.starts_with("100"));
        if let Some((_, path)) = other.and_then(|entry| entry.split_once('\t')) {
            bail!(
                "expected plain files below content/ but found another kind, such as a symbolic link: {}",
                visible(path)
            );
        }
        if listed.is_empty() {
            return Ok(folder);
        }
        let tree = format!("{}:./content", self.commit);
        let git_dir = capture_stdout(&mut workspace.git(&["rev-parse", "--absolute-git-dir"]))?;
        // With an index and a work tree of their own: the editor's stay as they are.
        for arguments in [
            &["read-tree", "--prefix=content/", &tree][..],
            &["checkout-index", "--all"],
        ] {
            let mut git = workspace.git(&["-c", "core.autocrlf=false"]);
            git.args(arguments)
                .env("GIT_DIR", &git_dir)
                .env("GIT_WORK_TREE", folder.path())
                .env("GIT_INDEX_FILE", folder.path().join("index"))
                .current_dir(folder.path());
            capture_stdout(&mut git)
                .with_context(|| format!("cannot read the content of {}", self.name))?;
        }
        Ok(folder)
    }
}
