//! The packages of npm that a command needs.

use crate::build::node_version;
use crate::run::run_checked;
use crate::step::{say, timed};
use crate::workspace::Workspace;
use anyhow::{Context as _, Result};
use fs_err as fs;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;

/// The packages of a folder that a command uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packages {
    /// The packages that make pages: `dependencies` of package.json.
    Build,
    /// These, and the tools of tests and of developers: `devDependencies`, too.
    All,
}

impl Packages {
    /// The free space to have before an install, in bytes: a half more than web/ takes, for npm's own cache.
    fn room(self) -> u64 {
        match self {
            Self::Build => 200 << 20,
            Self::All => 750 << 20,
        }
    }
}

/// Returns an error if the disk of a folder has less free space, in bytes. On a full disk, npm 10 leaves out the ends
/// of files and reports success.
#[cfg(unix)]
fn ensure_room(folder: &Path, needed: u64) -> Result<()> {
    use crate::workspace::shown;

    let disk = rustix::fs::statvfs(folder)
        .with_context(|| format!("cannot read the free space of {}", shown(folder)))?;
    let free = disk.f_bavail * disk.f_frsize;
    // Some network drives don't report their size.
    let is_unknown = disk.f_blocks == 0;
    anyhow::ensure!(
        is_unknown || free >= needed,
        "expected {} MB of free space on the disk of {}, found {} MB; delete files that you don't need, and run the command again",
        needed >> 20,
        shown(folder),
        free >> 20
    );
    Ok(())
}

#[cfg(not(unix))]
fn ensure_room(_: &Path, _: u64) -> Result<()> {
    Ok(())
}

/// Installs the packages of a folder from its lockfile, unless the folder has them.
pub fn install(workspace: &Workspace, folder: &str, needed: Packages) -> Result<()> {
    workspace.ensure_bundler_reads_path()?;
    let path = workspace.path(folder);
    let title = format!("Installing the packages of {folder}/");
    let node = node_version(workspace)?;
    let lockfile = Lockfile::read(&path.join("package-lock.json"))?
        .with_context(|| format!("expected {folder}/package-lock.json, found no such file"))?;
    // npm writes this file last, about all packages that it has installed.
    let record = path.join("node_modules/.package-lock.json");
    let mut installed = Lockfile::read(&record).unwrap_or_default();
    if let Some(installed) = &mut installed {
        installed
            .packages
            .retain(|name, _| path.join(name).is_dir());
    }
    let Some(packages) = missing(&lockfile, installed.as_ref(), needed, &node) else {
        say(&format!("  {title:<34} unchanged"));
        return Ok(());
    };
    ensure_room(&path, packages.room())
        .with_context(|| format!("cannot install the packages of {folder}/"))?;
    // Until npm has written it again, the folder counts as empty.
    if record.exists() {
        fs::remove_file(&record)?;
    }
    timed(&title, |progress| {
        let npm = |options: &[&str]| {
            let mut command = workspace.command("npm", &["ci", "--no-audit", "--no-fund"]);
            if packages == Packages::Build {
                command.arg("--omit=dev");
            }
            run_checked(command.args(options).current_dir(&path), progress)
        };
        // npm's own cache may have the packages, but be too old to know of a new version.
        npm(&["--prefer-offline"]).or_else(|_| npm(&[])).map(drop)
    })
}

/// The packages to install; none if everything needed is installed. An install of everything is replaced by one of everything.
fn missing(
    lockfile: &Lockfile,
    installed: Option<&Lockfile>,
    needed: Packages,
    node: &str,
) -> Option<Packages> {
    let Some(installed) = installed else {
        return Some(needed);
    };
    let runs_here = installed
        .packages
        .values()
        .all(|package| package.runs_on(node));
    let has_all = lockfile.packages.iter().all(|(name, package)| {
        let is_needed = needed == Packages::All || !package.dev;
        // npm leaves out an optional package that isn't for this machine.
        let is_installed = match installed.packages.get(name) {
            Some(found) => found.is_same(package),
            None => package.optional,
        };
        is_installed || !is_needed
    });
    if runs_here && has_all {
        return None;
    }
    let has_tools = installed.packages.values().any(|package| package.dev);
    Some(if has_tools { Packages::All } else { needed })
}

/// A lockfile of npm, or its record of what it has installed.
#[derive(Debug, Deserialize)]
struct Lockfile {
    /// By their folders, such as `node_modules/react`.
    packages: BTreeMap<String, Package>,
}

#[derive(Debug, Deserialize)]
struct Package {
    version: Option<String>,
    integrity: Option<String>,
    /// True if only tests and developers use it.
    #[serde(default)]
    dev: bool,
    #[serde(default)]
    optional: bool,
    /// The systems and the kinds of processor that it is for; empty if it is for all.
    #[serde(default)]
    os: Vec<String>,
    #[serde(default)]
    cpu: Vec<String>,
}

impl Lockfile {
    /// Reads a file; none if it doesn't exist.
    fn read(path: &Path) -> Result<Option<Self>> {
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            text => text?,
        };
        let mut lockfile: Self = serde_json::from_str(&text)
            .with_context(|| format!("expected a lockfile of npm in {}", path.display()))?;
        // The folder itself.
        lockfile.packages.remove("");
        Ok(Some(lockfile))
    }
}

impl Package {
    fn is_same(&self, other: &Self) -> bool {
        self.version == other.version && self.integrity == other.integrity
    }

    /// Returns true if it is for the machine of a Node, such as `v20.19.0 linux x64`.
    fn runs_on(&self, node: &str) -> bool {
        let is_for = |kinds: &[String]| {
            kinds.is_empty()
                || node
                    .split(' ')
                    .any(|word| kinds.iter().any(|kind| kind == word))
        };
        is_for(&self.os) && is_for(&self.cpu)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Packages::{All, Build};

    const NODE: &str = "v20.19.0 linux x64";

    /// A lockfile with packages, one a word: its name, an optional version after `@`, and `dev:` or `darwin:` in front.
    fn lockfile(words: &str) -> Lockfile {
        let mut packages = BTreeMap::new();
        for word in words.split_whitespace() {
            let (kind, name) = word.split_once(':').unwrap_or(("", word));
            let (name, version) = name.split_once('@').unwrap_or((name, "1"));
            let systems = if kind == "darwin" {
                vec![kind.to_owned()]
            } else {
                Vec::new()
            };
            let package = Package {
                version: Some(version.to_owned()),
                integrity: None,
                dev: kind == "dev",
                optional: kind == "darwin",
                os: systems,
                cpu: Vec::new(),
            };
            packages.insert(name.to_owned(), package);
        }
        Lockfile { packages }
    }

    #[test]
    fn packages_are_installed_only_if_some_are_missing_and_tools_stay() {
        let needed = lockfile("react vite darwin:fsevents dev:vitest");
        for (installed, for_build, for_tests) in [
            // Nothing is installed, or npm was interrupted.
            (None, Some(Build), Some(All)),
            (Some("react"), Some(Build), Some(All)),
            // A build's packages.
            (Some("react vite"), None, Some(All)),
            // Everything, also with packages of someone's own.
            (Some("react vite dev:vitest"), None, None),
            (Some("react vite dev:vitest dev:mine"), None, None),
            // Everything of an older lockfile: the tools stay.
            (Some("react@0 vite dev:vitest"), Some(All), Some(All)),
            (Some("react vite dev:vitest@0"), None, Some(All)),
            // The packages of another system.
            (Some("react vite darwin:fsevents"), Some(Build), Some(All)),
        ] {
            let found = installed.map(lockfile);
            let decision = |packages| missing(&needed, found.as_ref(), packages, NODE);
            assert_eq!(decision(Build), for_build, "{installed:?}");
            assert_eq!(decision(All), for_tests, "{installed:?}");
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_disk_is_reported_before_an_install() {
        let here = Path::new(".");
        let error = ensure_room(here, u64::MAX).expect_err("no such disk");
        let words = "expected 17592186044415 MB of free space on the disk of ., found ";
        assert!(error.to_string().starts_with(words), "{error}");
        ensure_room(here, 0).expect("enough space");
        // It reports neither size nor free space.
        ensure_room(Path::new("/proc"), u64::MAX).expect("unknown space");
    }

    #[test]
    fn a_lockfile_of_npm_is_read_and_a_package_without_its_folder_is_missing() {
        let workspace = Workspace::at(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
        let read = Lockfile::read(&workspace.path("web/package-lock.json"));
        let packages = read.expect("readable").expect("there").packages;
        let [react, vitest] =
            ["react", "vitest"].map(|name| &packages[&format!("node_modules/{name}")]);
        assert!(!react.dev && vitest.dev && react.integrity.is_some());
        assert!(!packages.contains_key(""));
        let fsevents = &packages["node_modules/fsevents"];
        assert!(fsevents.optional && fsevents.runs_on("v22.0.0 darwin arm64"));
        assert!(!fsevents.runs_on(NODE));
    }
}
