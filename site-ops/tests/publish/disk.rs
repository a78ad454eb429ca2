//! A disk that is too small.

use crate::workspace::say_unchecked;
use std::fs::File;
use std::io::{Write as _, copy, repeat};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A small separate disk, mounted at a folder.
pub struct Disk(PathBuf);

impl Disk {
    /// Mounts a disk of this size. Returns `None` if the user may not mount disks.
    pub fn at(folder: &Path, bytes: u64) -> Option<Self> {
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={bytes}"), "tmpfs"]);
        mount.arg(folder).stderr(Stdio::null());
        let is_mounted = mount.status().is_ok_and(|status| status.success());
        if !is_mounted {
            say_unchecked("a separate disk, which this user may not mount,");
        }
        is_mounted.then(|| Self(folder.to_owned()))
    }

    pub fn grow(&self, bytes: u64) {
        let mut mount = Command::new("mount");
        mount.args(["-o", &format!("remount,size={bytes}")]);
        assert!(mount.arg(&self.0).status().expect("it runs").success());
    }

    /// Fills the disk completely. Returns the file that fills it.
    pub fn fill(&self) -> PathBuf {
        let path = self.0.join("filler");
        let mut file = File::create(&path).expect("writable");
        assert!(copy(&mut repeat(b' '), &mut file).is_err(), "it is full");
        assert!(file.write(b" ").is_err(), "it is full");
        path
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        _ = Command::new("umount").arg("--lazy").arg(&self.0).status();
    }
}
