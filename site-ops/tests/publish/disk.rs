//! A disk that is too small.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A small separate disk at a folder.
pub struct Disk(PathBuf);

impl Disk {
    /// Mounts a disk of so many bytes. Returns none if the user may not mount one.
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
