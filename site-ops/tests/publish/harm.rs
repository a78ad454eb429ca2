//! What befalls a machine half-way: visitors keep what they had, the run says what to do, and the next one repairs.

use super::machine::Machine;
use super::{Place, are_installed, script};
use crate::verify::place::{BEFORE, LIVE};
use crate::workspace::{holds, said, say_unchecked};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const PROGRAMS: [&str; 3] = ["sshd", "ssh-keygen", "flock"];

/// A small disk of its own at a folder.
pub struct Disk(PathBuf);

impl Disk {
    /// Mounts one of so many bytes; none where that is not allowed.
    pub fn at(folder: &Path, bytes: u64) -> Option<Self> {
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={bytes}"), "tmpfs"]);
        mount.arg(folder).stderr(Stdio::null());
        let is_mounted = mount.status().is_ok_and(|status| status.success());
        is_mounted.then(|| Self(folder.to_owned()))
    }

    pub fn grow(&self, bytes: u64) {
        let mut mount = Command::new("mount");
        mount.args(["-o", &format!("remount,size={bytes}")]);
        assert!(mount.arg(&self.0).status().expect("it runs").success());
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        _ = Command::new("umount").arg("--lazy").arg(&self.0).status();
    }
}

#[test]
fn a_full_disk_leaves_what_is_live() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let size = fs::metadata(&*LIVE).expect("built").len();
    let machine = Machine::start();
    let Some(disk) = Disk::at(&machine.path("place"), size * 3 / 2) else {
        say_unchecked("a disk of its own, which this user may not mount,");
        return;
    };
    machine.publish(&LIVE);
    let live = machine.live();
    let before = BEFORE.to_str().expect("UTF-8");
    let output = machine.ask(&["put", before]);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    holds(&said(&output), &["the disk took fewer", "publish again"]);
    assert_eq!(machine.live(), live);

    disk.grow(size * 4);
    let digest = machine.publish(&BEFORE);
    assert!(machine.live().starts_with(&digest));
}

#[test]
fn a_run_that_is_killed_leaves_what_is_live_and_the_next_one_repairs() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let machine = Machine::start();
    machine.publish(&LIVE);
    let live = machine.live();

    // While it copies: half of the server came.
    let bytes = fs::read(&*BEFORE).expect("built");
    let half = machine.path("half");
    fs::write(&half, &bytes[..bytes.len() / 2]).expect("writable");
    let mut place = Command::new(script("site-place"));
    place.env("SITE_PLACE_FOLDER", machine.path("place"));
    let asked = format!("put {} {}", bytes.len(), "0".repeat(64));
    place.env("SSH_ORIGINAL_COMMAND", asked);
    let output = place.stdin(fs::File::open(half).expect("written")).output();
    let output = output.expect("bash runs");
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    holds(&said(&output), &["it did not come whole; publish again"]);
    assert_eq!(machine.live(), live);

    // Between copying and switching.
    machine.done(&["put", BEFORE.to_str().expect("UTF-8")]);
    assert_eq!(machine.live(), live);
    let digest = machine.publish(&BEFORE);
    assert!(machine.live().starts_with(&digest));
}
