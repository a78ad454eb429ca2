//! One commit, built twice in different environments, has the same digest. `cargo site-ops record verify --rebuild` gets it too.

use super::are_installed;
use crate::workspace::{git, holds, said, say_unchecked};
use std::env;
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Instant;

const TARGET: &str = "x86_64-unknown-linux-musl";

/// The ID of a user and group that own nothing.
const NOBODY: &str = "65534";

/// Everything that one machine can vary to imitate two different machines.
struct Surroundings {
    folder: &'static str,
    /// True if the build runs as another user, who can't read this user's files.
    is_another_user: bool,
    umask: &'static str,
    time_zone: &'static str,
    locale: &'static str,
    jobs: &'static str,
}

const ALL: [Surroundings; 2] = [
    Surroundings {
        folder: "one",
        is_another_user: false,
        umask: "022",
        time_zone: "UTC",
        locale: "C",
        jobs: "2",
    },
    Surroundings {
        folder: "another/folder, deeper",
        is_another_user: true,
        umask: "077",
        time_zone: "Asia/Kathmandu",
        locale: "de_DE.UTF-8",
        jobs: "1",
    },
];

/// A clone of this repository at its current commit, and a home folder without caches.
struct Builder<'s> {
    surroundings: &'s Surroundings,
    clone: PathBuf,
    home: PathBuf,
    /// The compiler's folder, if it isn't this user's.
    toolchain: Option<PathBuf>,
}

impl<'s> Builder<'s> {
    fn new(within: &Path, surroundings: &'s Surroundings) -> Self {
        let folder = within.join(surroundings.folder);
        let mut builder = Self {
            surroundings,
            clone: folder.join("site"),
            home: folder.join("home"),
            toolchain: None,
        };
        fs::create_dir_all(&builder.home).expect("writable");
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut copy = Command::new("git");
        copy.args(["clone", "--quiet", "--no-hardlinks"]);
        copy.arg(&root).arg(&builder.clone);
        assert!(copy.status().expect("it runs").success());
        let head = git(&root, "rev-parse HEAD");
        let checkout = format!("checkout --quiet --detach {}", head.trim());
        git(&builder.clone, &checkout);
        let npm = kept("NPM_CONFIG_USERCONFIG", ".npmrc");
        if npm.is_file() {
            fs::copy(npm, builder.home.join(".npmrc")).expect("writable");
        }
        if surroundings.is_another_user {
            builder.hand_over(within, &folder);
        }
        builder
    }

    /// Gives the folder to another user, with a compiler that this user can read. Requires root.
    fn hand_over(&mut self, within: &Path, folder: &Path) {
        let owner = format!("{NOBODY}:{NOBODY}");
        let mut give = Command::new("chown");
        give.args(["--recursive", &owner]).arg(folder);
        if !give.output().expect("chown runs").status.success() {
            say_unchecked("a build by another user: only root can start one");
            return;
        }
        fs::set_permissions(within, fs::Permissions::from_mode(0o755)).expect("ours");
        let mut print = Command::new("rustc");
        let printed = print
            .args(["--print", "sysroot"])
            .output()
            .expect("it runs");
        let sysroot = String::from_utf8(printed.stdout).expect("a path");
        let toolchain = within.join("toolchain");
        let mut copy = Command::new("cp");
        copy.args(["--recursive", "--preserve=mode", sysroot.trim_end()]);
        assert!(copy.arg(&toolchain).status().expect("it runs").success());
        self.toolchain = Some(toolchain);
    }

    /// Runs a line of Bash in the clone, in this environment.
    fn run(&self, line: &str) -> Output {
        let line = format!("umask {}; {line}", self.surroundings.umask);
        let mut bash = Command::new("bash");
        if let Some(toolchain) = &self.toolchain {
            bash = Command::new("setpriv");
            bash.args([
                "--reuid",
                NOBODY,
                "--regid",
                NOBODY,
                "--clear-groups",
                "bash",
            ]);
            let mut path = OsString::from(toolchain.join("bin"));
            path.push(":/usr/local/bin:/usr/bin:/bin");
            bash.env("PATH", path);
        } else {
            // Uses this machine's compiler, and downloads everything else again.
            bash.env("RUSTUP_HOME", kept("RUSTUP_HOME", ".rustup"));
        }
        bash.args(["-c", &line]).current_dir(&self.clone);
        bash.env("HOME", &self.home);
        for name in [
            "CARGO_HOME",
            "CARGO_TARGET_DIR",
            "NPM_CONFIG_USERCONFIG",
            "RUSTC_WORKSPACE_WRAPPER",
            "RUSTFLAGS",
        ] {
            bash.env_remove(name);
        }
        bash.env("TZ", self.surroundings.time_zone);
        bash.env("LC_ALL", self.surroundings.locale);
        bash.env("CARGO_BUILD_JOBS", self.surroundings.jobs);
        bash.output().expect("bash runs")
    }

    /// Builds the server, and returns its file.
    fn build(&self) -> PathBuf {
        let start = Instant::now();
        let output = self.run(&format!("exec cargo site build --target {TARGET}"));
        assert!(output.status.success(), "{}", said(&output));
        println!(
            "a build from nothing took {:.0} s",
            start.elapsed().as_secs_f64()
        );
        self.clone.join("target/site/release/site-server")
    }

    /// Records what a built server serves as a publication, and verifies it with a rebuild.
    fn verify_by_record(&self, server: &Path) {
        let site = env!("CARGO_BIN_EXE_site-ops");
        let written = self.run(&format!(
            "set -e; export SITE_RECORD=../record
             {site} record create --zone America/Chicago --fiscal-year-ends 12-31 --actor ann
             {} --unpack ../unpacked
             {site} record write begins --place live --unpacked ../unpacked --actor ann",
            server.display()
        ));
        assert!(written.status.success(), "{}", said(&written));
        let start = Instant::now();
        let verified = self.run(&format!(
            "export SITE_RECORD=../record; {site} record verify --head \"$({site} record head)\" --rebuild"
        ));
        assert!(verified.status.success(), "{}", said(&verified));
        holds(
            &said(&verified),
            &["publication 2, rebuilt from commit", "the same, digest"],
        );
        println!(
            "`verify --rebuild` took {:.0} s",
            start.elapsed().as_secs_f64()
        );
    }
}

/// A file or folder of this user that an environment variable can override.
fn kept(variable: &str, below_home: &str) -> PathBuf {
    let home = PathBuf::from(env::var_os("HOME").expect("a home"));
    env::var_os(variable).map_or(home.join(below_home), PathBuf::from)
}

#[test]
#[ignore = "long"]
fn one_commit_has_one_digest_wherever_it_is_built() {
    if !are_installed(&["musl-gcc", "npm"]) {
        return;
    }
    let within = tempfile::tempdir().expect("a folder for the test");
    let [one, another] = ALL
        .each_ref()
        .map(|surroundings| Builder::new(within.path(), surroundings));
    let (server, again) = (one.build(), another.build());
    let bytes = |file: &Path| fs::read(file).expect("built");
    assert!(bytes(&server) == bytes(&again), "the programs differ");
    one.verify_by_record(&server);
}
