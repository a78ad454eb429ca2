//! The folder of the whole product: the paths in it, and the programs that are called there.

use anyhow::{Context, Result, bail, ensure};
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the whole product.
#[derive(Debug, Clone)]
pub struct Workspace(PathBuf);

impl Workspace {
    /// Finds the workspace that `cargo site` was called in: the nearest folder, upwards,
    /// that has both `content` and `site-schema`.
    pub fn find() -> Result<Self> {
        let here = env::current_dir().context("cannot find the current folder")?;
        for folder in here.ancestors() {
            if folder.join("content").is_dir() && folder.join("site-schema").is_dir() {
                return Ok(Self(folder.to_owned()));
            }
        }
        bail!(
            "expected to be called within the site's repository (a folder with content/ and site-schema/), but it was called in {}; change into the repository and call it again",
            shown(&here)
        )
    }

    /// The workspace whose folder is known.
    pub fn at(root: PathBuf) -> Self {
        Self(root)
    }

    pub fn path(&self, below: &str) -> PathBuf {
        self.0.join(below)
    }

    pub fn root(&self) -> &Path {
        &self.0
    }

    pub fn content(&self) -> PathBuf {
        self.path("content")
    }

    /// The folder Cargo builds into.
    pub fn target(&self) -> PathBuf {
        match env::var_os("CARGO_TARGET_DIR") {
            Some(target) => self.0.join(target),
            None => self.path("target"),
        }
    }

    /// A program, once built.
    pub fn program(&self, profile: Profile, name: &str) -> PathBuf {
        let file = format!("{name}{}", env::consts::EXE_SUFFIX);
        self.target().join(profile.folder()).join(file)
    }

    /// Returns an error if the bundler of the pages can't read the path of the workspace.
    pub fn ensure_bundler_reads_path(&self) -> Result<()> {
        let path = shown(&self.0);
        ensure!(
            !path.contains(UNREADABLE),
            "expected a folder whose path has neither # nor ?, after which the bundler of the pages ignores the rest, but the repository is in {path}; move it or rename the folder, and run the command again"
        );
        Ok(())
    }

    /// A program that is called in the workspace's own folder.
    pub fn command(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(file_name(program));
        command.args(arguments).current_dir(&self.0);
        command
    }

    /// A script of a folder's package.json.
    pub fn npm(&self, folder: &str, script: &str, arguments: &[&str]) -> Command {
        let mut npm = self.command("npm", &["run", "--silent", script, "--"]);
        npm.args(arguments).current_dir(self.path(folder));
        npm
    }

    /// A command of Git whose answer doesn't depend on a person's settings. It doesn't start a service.
    pub fn git(&self, arguments: &[&str]) -> Command {
        let mut git = self.command("git", &[]);
        for setting in GIT_SETTINGS {
            git.args(["-c", setting]);
        }
        git.args(arguments);
        for (name, _) in env::vars_os() {
            let name = name.to_string_lossy();
            let is_kept = GIT_VARIABLES.iter().any(|kept| name.starts_with(kept));
            if name.starts_with("GIT_") && !is_kept {
                git.env_remove(&*name);
            }
        }
        // In English, as all other messages are.
        git.env("GIT_ATTR_NOSYSTEM", "1")
            .env("GIT_NO_REPLACE_OBJECTS", "1")
            .env("GIT_OPTIONAL_LOCKS", "0")
            .env("LC_ALL", "C");
        git
    }

    /// The answer of Git to a question; none where it has no answer.
    ///
    /// # Errors
    /// Where Git can't read the repository, or there is none, with Git's own words.
    pub fn ask_git(&self, arguments: &[&str]) -> Result<Option<String>> {
        let output = self
            .git(arguments)
            .output()
            .context("cannot start `git`; is it installed and in the PATH?")?;
        if output.status.success() {
            let answer = String::from_utf8_lossy(&output.stdout).trim().to_owned();
            return Ok((!answer.is_empty()).then_some(answer));
        }
        let reason = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        ensure!(
            reason.is_empty(),
            "expected a Git repository that can be read, but Git says:\n{reason}"
        );
        Ok(None)
    }

    /// The words of Git on a repository that it can't read; none where it can, and where there is no repository or no Git.
    pub fn unreadable_repository(&self) -> Option<String> {
        let output = self.git(&["rev-parse", "--git-dir"]).output().ok()?;
        let reason = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        let is_unreadable = !output.status.success() && !reason.contains("not a git repository");
        is_unreadable.then_some(reason)
    }
}

/// The characters that the bundler reads as the end of a path, as in a web address.
const UNREADABLE: [char; 2] = ['#', '?'];

/// The settings that change what Git answers or merges, at Git's defaults. A person keeps all other settings, such as the
/// name, signing, ssh, hooks and safe folders.
const GIT_SETTINGS: [&str; 18] = [
    // Attributes of files come from the repository.
    "core.attributesFile=",
    "core.fsmonitor=false",
    "core.quotePath=false",
    // Git would write a part of our temporary index into the repository.
    "core.splitIndex=false",
    "color.ui=false",
    "diff.ignoreSubmodules=none",
    "diff.orderFile=/dev/null",
    "diff.relative=false",
    "diff.renameLimit=1000",
    "i18n.commitEncoding=UTF-8",
    "i18n.logOutputEncoding=UTF-8",
    "log.follow=false",
    // Git would print the signature of a signed commit before its answer.
    "log.showSignature=false",
    "merge.directoryRenames=conflict",
    "merge.renames=true",
    "merge.renormalize=false",
    "status.showUntrackedFiles=normal",
    // Git would ask for the message of a signed tag.
    "tag.gpgSign=false",
];

/// The prefixes of the variables that a person sets. Git gets no other variable, because it may name another repository,
/// index or program, such as `GIT_DIR` in a hook.
const GIT_VARIABLES: [&str; 9] = [
    "GIT_ASKPASS",
    "GIT_AUTHOR_",
    "GIT_CEILING_DIRECTORIES",
    "GIT_COMMITTER_",
    "GIT_CONFIG",
    "GIT_EXEC_PATH",
    "GIT_SSH",
    "GIT_TERMINAL_PROMPT",
    // Not a person's: Git's own tests and ours.
    "GIT_TEST_",
];

/// The file name of a program: those of npm are scripts on Windows, which are found only by their full names.
fn file_name(program: &str) -> String {
    if cfg!(windows) && ["npm", "npx"].contains(&program) {
        return format!("{program}.cmd");
    }
    program.to_owned()
}

/// A path as messages show it: with slashes, on Windows too.
pub fn shown(path: &Path) -> String {
    let path = path.display().to_string();
    if cfg!(windows) {
        return path.replace('\\', "/");
    }
    path
}

/// The way in which programs are compiled: Cargo's profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// In the least time: what this machine runs.
    Dev,
    /// For visitors.
    Release,
}

impl Profile {
    /// The name of its folder within the one that Cargo builds into.
    pub fn folder(self) -> &'static str {
        match self {
            Self::Dev => "debug",
            Self::Release => "release",
        }
    }
}
