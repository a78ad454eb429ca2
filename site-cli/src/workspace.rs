//! The product's root folder: the paths in it, and the programs that run there.

use anyhow::{Context, Result, bail, ensure};
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The product's root folder.
#[derive(Debug, Clone)]
pub struct Workspace(PathBuf);

impl Workspace {
    /// Finds the workspace of the current folder: the nearest parent folder that has both `content` and `site-schema`.
    pub fn find() -> Result<Self> {
        let here = env::current_dir().context("cannot find the current folder")?;
        for folder in here.ancestors() {
            if folder.join("content").is_dir() && folder.join("site-schema").is_dir() {
                return Ok(Self(folder.to_owned()));
            }
        }
        bail!(
            "expected to be called within the site's repository (a folder with content/ and site-schema/), but it was called in {}; change to the repository and run it again",
            shown(&here)
        )
    }

    /// Returns the workspace at a known folder.
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

    /// Returns the folder for Cargo's build output.
    pub fn target(&self) -> PathBuf {
        match env::var_os("CARGO_TARGET_DIR") {
            Some(target) => self.0.join(target),
            None => self.path("target"),
        }
    }

    /// Returns the folder for what `cargo site` itself writes, such as the compiled content and the server that contains
    /// the site. `CARGO_TARGET_DIR` doesn't move it, because scripts and workflows find these files by their paths.
    pub fn site_folder(&self) -> PathBuf {
        self.path("target/site")
    }

    /// Returns the path of a built program.
    pub fn program(&self, profile: Profile, name: &str) -> PathBuf {
        let file = format!("{name}{}", env::consts::EXE_SUFFIX);
        self.target().join(profile.folder()).join(file)
    }

    /// Returns an error if the bundler for the pages can't handle the path of the workspace.
    pub fn ensure_bundler_reads_path(&self) -> Result<()> {
        let path = shown(&self.0);
        ensure!(
            !path.contains(UNREADABLE),
            "expected a path without # and ?, because the bundler for the pages ignores everything after them, but the repository is in {path}; move it or rename the folder, and run the command again"
        );
        Ok(())
    }

    /// Returns a command that runs a program in the workspace's root folder.
    pub fn command(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(file_name(program));
        command.args(arguments).current_dir(&self.0);
        if program == "cargo" {
            // `cargo run` sets these for the program that it runs. Build scripts that read them, such as ring's, would run
            // again each time, and their crates would be compiled again.
            for (name, _) in env::vars_os() {
                let name = name.to_string_lossy();
                if name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") {
                    command.env_remove(&*name);
                }
            }
        }
        command
    }

    /// Returns a command that runs a script from a folder's package.json.
    pub fn npm(&self, folder: &str, script: &str, arguments: &[&str]) -> Command {
        let mut npm = self.command("npm", &["run", "--silent", script, "--"]);
        npm.args(arguments).current_dir(self.path(folder));
        npm
    }

    /// Returns a Git command whose output doesn't depend on the user's settings. It doesn't start a service.
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
        // In English, like all other messages.
        git.env("GIT_ATTR_NOSYSTEM", "1")
            .env("GIT_NO_REPLACE_OBJECTS", "1")
            .env("GIT_OPTIONAL_LOCKS", "0")
            .env("LC_ALL", "C");
        git
    }

    /// Returns Git's answer to a query; `None` if it has no answer.
    ///
    /// # Errors
    /// Returns an error with Git's message if Git can't read the repository or can't find it.
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

    /// Returns Git's message about a repository that it can't read; `None` if Git can read it, isn't installed, or
    /// finds no repository.
    pub fn unreadable_repository(&self) -> Option<String> {
        let output = self.git(&["rev-parse", "--git-dir"]).output().ok()?;
        let reason = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        let is_unreadable = !output.status.success() && !reason.contains("not a git repository");
        is_unreadable.then_some(reason)
    }
}

/// The characters that the bundler treats as the end of a path, as in a URL.
const UNREADABLE: [char; 2] = ['#', '?'];

/// The settings that affect Git's output or merges, set to Git's defaults. The user's other settings, such as the name,
/// signing, ssh, hooks and safe folders, still apply.
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

/// The prefixes of the variables that a user sets. Git receives no other variable, because it could point to another
/// repository, index or program, such as `GIT_DIR` in a hook.
const GIT_VARIABLES: [&str; 9] = [
    "GIT_ASKPASS",
    "GIT_AUTHOR_",
    "GIT_CEILING_DIRECTORIES",
    "GIT_COMMITTER_",
    "GIT_CONFIG",
    "GIT_EXEC_PATH",
    "GIT_SSH",
    "GIT_TERMINAL_PROMPT",
    // Not set by users, but by Git's tests and this product's tests.
    "GIT_TEST_",
];

/// Returns the file name of a program: on Windows, npm's programs are scripts, which can be found only by their full
/// names.
fn file_name(program: &str) -> String {
    if cfg!(windows) && ["npm", "npx"].contains(&program) {
        return format!("{program}.cmd");
    }
    program.to_owned()
}

/// Formats a path for messages: with forward slashes, even on Windows.
pub fn shown(path: &Path) -> String {
    let path = path.display().to_string();
    if cfg!(windows) {
        return path.replace('\\', "/");
    }
    path
}

/// How programs are compiled: Cargo's profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// Compiles in the least time, for this machine.
    Dev,
    /// Optimized, for visitors.
    Release,
}

impl Profile {
    /// Returns the name of the profile's folder in Cargo's build output.
    pub fn folder(self) -> &'static str {
        match self {
            Self::Dev => "debug",
            Self::Release => "release",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_does_not_see_the_package_that_cargo_runs() {
        let command = Workspace::at(PathBuf::new()).command("cargo", &["build"]);
        let mut removed = Vec::new();
        for (name, value) in command.get_envs() {
            if value.is_none() {
                removed.push(name.to_string_lossy());
            }
        }
        // Cargo sets these for the programs of tests, too.
        for name in ["CARGO_MANIFEST_DIR", "CARGO_PKG_NAME"] {
            assert!(env::var_os(name).is_some(), "{name}");
            assert!(removed.iter().any(|it| it == name), "{removed:?}");
        }
    }
}
