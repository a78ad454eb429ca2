//! The content folder of a Git revision, read out of Git without a checkout.

use crate::git::git;
use crate::house::House;
use anyhow::{Context, Result, bail};
use site_check::diagnostic::visible;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Component, Path};
use std::process::{ChildStdout, Stdio};
use std::thread;
use tempfile::TempDir;

/// A commit, and how it was asked for.
#[derive(Debug, Clone)]
pub struct Revision {
    pub name: String,
    pub commit: String,
}

/// A file of a revision.
struct Blob {
    path: String,
    id: String,
}

/// The modes of plain files; anything else is a symbolic link or another repository.
const FILES: [&str; 2] = ["100644", "100755"];

impl Revision {
    pub fn named(house: &House, name: &str) -> Result<Self> {
        let commit = format!("{name}^{{commit}}");
        let asked = [
            "rev-parse",
            "--verify",
            "--quiet",
            "--end-of-options",
            &commit,
        ];
        match answer(house, &asked)? {
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
    pub fn where_it_left(house: &House, base: &Self, head: Option<&Self>) -> Result<Self> {
        let commit = head.map_or("HEAD", |head| &head.commit);
        match answer(house, &["merge-base", &base.commit, commit])? {
            Some(commit) => Ok(Self {
                name: format!("where it left {}", base.name),
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
    pub fn where_it_left_main(house: &House, head: Option<&Self>) -> Result<Self> {
        for main in ["origin/main", "main"] {
            if let Ok(main) = Self::named(house, main)
                && let Ok(left) = Self::where_it_left(house, &main, head)
            {
                return Ok(left);
            }
        }
        bail!(
            "expected a branch that shares a commit with origin/main or main, and found none; name the revision to compare with (in a shallow clone, run git fetch --unshallow first)"
        )
    }

    /// Its content folder, written out for reading; gone with what is returned.
    pub fn content(&self, house: &House) -> Result<TempDir> {
        let folder = tempfile::tempdir().context("can't make a temporary folder")?;
        fs::create_dir(folder.path().join("content")).context("can't write a temporary file")?;
        self.write(house, &self.blobs(house)?, folder.path())?;
        Ok(folder)
    }

    fn blobs(&self, house: &House) -> Result<Vec<Blob>> {
        let listed = git(house)
            .args(["ls-tree", "-r", "-z", &self.commit, "--", "content/"])
            .output()
            .context(NO_GIT)?;
        if !listed.status.success() {
            bail!(
                "can't list the content of {}: {}",
                self.name,
                String::from_utf8_lossy(&listed.stderr).trim()
            );
        }
        let entries = listed.stdout.split(|byte| *byte == 0);
        let entries = entries.filter(|entry| !entry.is_empty());
        entries
            .map(|entry| {
                blob(entry).with_context(|| {
                    let path = entry.rsplit(|byte| *byte == b'\t').next();
                    format!(
                        "expected plain files below content/ with names in UTF-8, found another kind, such as a symbolic link: {}",
                        visible(&String::from_utf8_lossy(path.unwrap_or_default()))
                    )
                })
            })
            .collect()
    }

    fn write(&self, house: &House, blobs: &[Blob], folder: &Path) -> Result<()> {
        let mut child = git(house)
            .args(["cat-file", "--batch"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context(NO_GIT)?;
        let mut asks = child.stdin.take().context("git takes no questions")?;
        let mut answers = BufReader::new(child.stdout.take().context("git gives no answers")?);
        let ids: String = blobs.iter().map(|blob| blob.id.clone() + "\n").collect();
        thread::scope(|scope| {
            scope.spawn(move || asks.write_all(ids.as_bytes()));
            for blob in blobs {
                let bytes = next(&mut answers).with_context(|| {
                    format!("can't read {} at {} out of Git", blob.path, self.name)
                })?;
                let path = folder.join(&blob.path);
                let parent = path.parent().unwrap_or(folder);
                fs::create_dir_all(parent)
                    .and_then(|()| fs::write(&path, bytes))
                    .with_context(|| format!("can't write {} to a temporary folder", blob.path))?;
            }
            anyhow::Ok(())
        })?;
        child.wait().context("can't wait for git")?;
        Ok(())
    }
}

const NO_GIT: &str = "can't start `git`; is it installed and in the PATH?";

/// What Git answers to a question; none where it has no answer.
fn answer(house: &House, arguments: &[&str]) -> Result<Option<String>> {
    let output = git(house).args(arguments).output().context(NO_GIT)?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    Ok(Some(text).filter(|text| output.status.success() && !text.is_empty()))
}

/// A line of `git ls-tree`: mode, type, id, then the path after a tab.
fn blob(entry: &[u8]) -> Option<Blob> {
    let (meta, path) = std::str::from_utf8(entry).ok()?.split_once('\t')?;
    let mut meta = meta.split(' ');
    let is_file = FILES.contains(&meta.next()?);
    let is_below = Path::new(path)
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    let id = meta.nth(1)?.to_owned();
    let path = path.to_owned();
    (is_file && is_below).then_some(Blob { path, id })
}

/// The next answer of `git cat-file --batch`: "ID blob SIZE", the bytes, a line break.
fn next(answers: &mut BufReader<ChildStdout>) -> Result<Vec<u8>> {
    let mut head = String::new();
    answers.read_line(&mut head)?;
    let size = head.trim_end().rsplit(' ').next().unwrap_or_default();
    let size: usize = size
        .parse()
        .with_context(|| format!("git answered `{}`", head.trim_end()))?;
    let mut bytes = vec![0; size + 1];
    answers.read_exact(&mut bytes)?;
    bytes.pop();
    Ok(bytes)
}
