//! One commit, built twice from nothing where nothing is alike: one digest.

use super::are_installed;
use crate::workspace::{git, said};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const TARGET: &str = "x86_64-unknown-linux-musl";

/// All that differs between two machines, as far as one machine can have it.
struct Surroundings {
    folder: &'static str,
    umask: &'static str,
    time_zone: &'static str,
    locale: &'static str,
    jobs: &'static str,
}

const ALL: [Surroundings; 2] = [
    Surroundings {
        folder: "one",
        umask: "022",
        time_zone: "UTC",
        locale: "C",
        jobs: "2",
    },
    Surroundings {
        folder: "another/folder, deeper",
        umask: "077",
        time_zone: "Asia/Kathmandu",
        locale: "de_DE.UTF-8",
        jobs: "1",
    },
];

/// Builds a clone of this repository with a home and caches of its own; returns the built server's bytes.
fn built(within: &Path, surroundings: &Surroundings) -> Vec<u8> {
    let clone = within.join(surroundings.folder).join("site");
    let home = within.join(surroundings.folder).join("home");
    fs::create_dir_all(&home).expect("writable");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut copy = Command::new("git");
    copy.args(["clone", "--quiet", "--no-hardlinks"]);
    assert!(
        copy.arg(&root)
            .arg(&clone)
            .status()
            .expect("it runs")
            .success()
    );
    let head = git(&root, "rev-parse HEAD");
    git(
        &clone,
        &format!("checkout --quiet --detach {}", head.trim()),
    );

    let own = PathBuf::from(env::var_os("HOME").expect("a home"));
    let kept = |name: &str, folder: &str| env::var_os(name).map_or(own.join(folder), PathBuf::from);
    let mut build = Command::new("bash");
    let line = format!(
        "umask {}; exec cargo site build --target {TARGET}",
        surroundings.umask
    );
    build.args(["-c", &line]).current_dir(&clone);
    // The compiler, and where packages come from, are this machine's; what is fetched is fetched anew.
    build.env("RUSTUP_HOME", kept("RUSTUP_HOME", ".rustup"));
    build.env(
        "npm_config_userconfig",
        kept("NPM_CONFIG_USERCONFIG", ".npmrc"),
    );
    build.env("HOME", &home);
    for name in [
        "CARGO_HOME",
        "CARGO_TARGET_DIR",
        "RUSTC_WORKSPACE_WRAPPER",
        "RUSTFLAGS",
    ] {
        build.env_remove(name);
    }
    build.env("TZ", surroundings.time_zone);
    build.env("LC_ALL", surroundings.locale);
    build.env("CARGO_BUILD_JOBS", surroundings.jobs);
    let output = build.output().expect("bash runs");
    assert!(output.status.success(), "{}", said(&output));
    fs::read(clone.join("target/site/release/site-server")).expect("built")
}

#[test]
#[ignore = "long"]
fn one_commit_has_one_digest_wherever_it_is_built() {
    if !are_installed(&["musl-gcc", "npm"]) {
        return;
    }
    let within = tempfile::tempdir().expect("a folder for the test");
    let [one, another] = ALL.map(|surroundings| built(within.path(), &surroundings));
    assert!(one == another, "the programs differ");
}
