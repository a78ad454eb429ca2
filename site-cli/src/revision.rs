//! The content folder of a Git revision, extracted from Git without a checkout.

use crate::run::capture_stdout;
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail};
use fs_err as fs;
use jiff::Timestamp;
use site_check::diagnostic::visible;
use tempfile::TempDir;

/// A commit, and the name that the user gave for it.
#[derive(Debug, Clone)]
pub struct Revision {
    pub name: String,
    pub commit: String,
}

/// The merge of two commits.
pub enum Merge {
    /// The merged tree. It has no commit.
    Clean(Revision),
    /// The files with conflicts.
    Conflicting(Vec<String>),
}

impl Revision {
    /// Returns the commit that a name refers to.
    pub fn named(workspace: &Workspace, name: &str) -> Result<Self> {
        match Self::find(workspace, name)? {
            Some(revision) => Ok(revision),
            None => bail!(
                "expected a Git revision such as main, HEAD~1 or a commit, but found `{name}`; if it is a branch on GitHub, fetch it first: git fetch origin"
            ),
        }
    }

    /// Returns the commit that is checked out, if the work tree matches it exactly; `None` if a file differs or Git
    /// fails.
    pub fn checked_out(workspace: &Workspace) -> Option<String> {
        let changed = workspace.ask_git(&["status", "--porcelain"]).ok()?;
        if changed.is_some() {
            return None;
        }
        workspace.ask_git(&["rev-parse", "--verify", "HEAD"]).ok()?
    }

    /// Returns the commit that a name refers to, if it exists.
    fn find(workspace: &Workspace, name: &str) -> Result<Option<Self>> {
        let commit = format!("{name}^{{commit}}");
        let find = [
            "rev-parse",
            "--verify",
            "--quiet",
            "--end-of-options",
            &commit,
        ];
        let commit = workspace.ask_git(&find)?;
        Ok(commit.map(|commit| Self {
            name: name.to_owned(),
            commit,
        }))
    }

    /// Returns the merge base of a branch and a head, or of a branch and the commit that is checked out.
    pub fn merge_base(workspace: &Workspace, branch: &Self, head: Option<&Self>) -> Result<Self> {
        match Self::find_merge_base(workspace, branch, head)? {
            Some(merge_base) => Ok(merge_base),
            None => bail!(
                "expected {} to share a commit with {}, found none here; in a shallow clone, run git fetch --unshallow first",
                head.map_or("what is checked out", |head| &head.name),
                branch.name
            ),
        }
    }

    /// Returns the merge base of main and a head, or of main and the commit that is checked out.
    pub fn merge_base_with_main(workspace: &Workspace, head: Option<&Self>) -> Result<Self> {
        for name in ["origin/main", "main"] {
            if let Some(main) = Self::find(workspace, name)?
                && let Some(merge_base) = Self::find_merge_base(workspace, &main, head)?
            {
                return Ok(merge_base);
            }
        }
        bail!(
            "expected a branch that shares a commit with origin/main or main, found none; specify the revision to compare with (in a shallow clone, run git fetch --unshallow first)"
        )
    }

    /// Merges two commits without changing any file: the tree becomes a Git object that nothing refers to.
    pub fn merge(workspace: &Workspace, branch: &Self, head: &Self) -> Result<Merge> {
        let options = ["--write-tree", "--no-messages", "--name-only", "-z"];
        let commits = [branch.commit.as_str(), &head.commit];
        let mut git = workspace.git(&[&["merge-tree"], &options[..], &commits].concat());
        // Merges as GitHub does: an attribute in the files on disk, such as `merge=union`, would resolve a conflict. Git before 2.41
        // has no option for this, so it merges in an empty folder.
        let empty = tempfile::tempdir().context("cannot create a temporary folder")?;
        git.current_dir(&empty);
        git.env("GIT_WORK_TREE", empty.path());
        git.env("GIT_INDEX_FILE", empty.path().join("index"));
        let folder = workspace.ask_git(&["rev-parse", "--absolute-git-dir"])?;
        git.env(
            "GIT_DIR",
            folder.context("expected a Git repository, found none")?,
        );
        let output = git
            .output()
            .context("cannot start `git`; is it installed and in the PATH?")?;
        let printed = String::from_utf8_lossy(&output.stdout);
        let mut parts = printed.split_terminator('\0').map(str::to_owned);
        let tree = parts.next();
        match (output.status.code(), tree) {
            (Some(0), Some(tree)) => Ok(Merge::Clean(Self {
                name: format!("the merge of {} and {}", branch.name, head.name),
                commit: tree,
            })),
            (Some(1), Some(_)) => Ok(Merge::Conflicting(parts.collect())),
            _ => bail!(
                "expected Git 2.38 or later to merge {} and {}, but it says:\n{}",
                branch.name,
                head.name,
                String::from_utf8_lossy(&output.stderr).trim()
            ),
        }
    }

    fn find_merge_base(
        workspace: &Workspace,
        branch: &Self,
        head: Option<&Self>,
    ) -> Result<Option<Self>> {
        let head = head.map_or("HEAD", |head| &head.commit);
        let commit = workspace.ask_git(&["merge-base", &branch.commit, head])?;
        Ok(commit.map(|commit| Self {
            name: format!("the merge base with {}", branch.name),
            commit,
        }))
    }

    /// Returns the time of the commit; `None` if Git can't read it.
    pub fn committed(&self, workspace: &Workspace) -> Option<Timestamp> {
        let show = ["show", "--no-patch", "--format=%ct", &self.commit];
        let seconds = workspace.ask_git(&show).ok()??;
        Timestamp::from_second(seconds.parse().ok()?).ok()
    }

    /// Extracts its content folder for reading. The folder is deleted when the returned value is dropped.
    pub fn content(&self, workspace: &Workspace) -> Result<TempDir> {
        let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
        fs::create_dir(folder.path().join("content")).context("cannot write a temporary file")?;
        let list = ["ls-tree", "-r", "-z", &self.commit, "--", "content/"];
        let listed = capture_stdout(&mut workspace.git(&list))?;
        if listed.is_empty() {
            return Ok(folder);
        }
        ensure_plain_files(&listed)?;

        // The site may be in a subfolder of the repository.
        let site = capture_stdout(&mut workspace.git(&["rev-parse", "--show-prefix"]))?;
        let tree = format!("{}:{site}content", self.commit);
        let git_dir = capture_stdout(&mut workspace.git(&["rev-parse", "--absolute-git-dir"]))?;
        // Uses a separate index and work tree, so that the editor's don't change.
        for arguments in [
            &["read-tree", "--prefix=content/", &tree][..],
            &["checkout-index", "--all"],
        ] {
            let mut git = workspace.git(&["-c", "core.autocrlf=false", "-c", "core.eol=lf"]);
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

/// Returns an error if Git's list has an entry other than a plain file: a symbolic link or another repository.
fn ensure_plain_files(listed: &str) -> Result<()> {
    for entry in listed.split_terminator('\0') {
        if entry.starts_with("100") {
            continue;
        }
        let (_, path) = entry.split_once('\t').unwrap_or(("", entry));
        bail!(
            "expected plain files below content/ but found another kind, such as a symbolic link: {}",
            visible(path)
        );
    }
    Ok(())
}
