//! Publishing to a machine by a real sshd on this one, while visitors ask.

mod attestation;
pub mod disk;
pub mod firm;
pub mod harm;
mod held;
mod killed;
pub mod machine;
pub mod nightly;
mod order;
mod publishers;
mod pushes;
pub mod servers;
mod ssh;
mod systemd;
mod take_down;
mod twice;
mod upgrade;
mod whole;

use crate::verify::place::{BEFORE, LIVE};
use crate::workspace::say_unchecked;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A file of deploy/publish/.
pub fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../deploy/publish")
        .join(name)
}

/// Returns true where these programs are installed, and says it where they are not.
pub fn are_installed(programs: &[&str]) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    folders.push(PathBuf::from("/usr/sbin"));
    for program in programs {
        if !folders.iter().any(|folder| folder.join(program).is_file()) {
            say_unchecked(program);
            return false;
        }
    }
    true
}

fn make_executable(file: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(file, fs::Permissions::from_mode(0o755)).expect("ours");
}

/// The time between two requests of a visitor. Without it, visitors would take all of the machine from the publication that they are
/// to be there for.
const PAUSE: Duration = Duration::from_millis(5);

/// A mark that is set once the one who works is done, or has failed: those beside must end.
pub struct Over<'a>(pub &'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Both publications of the tests' own site, one after the other, as often as that.
fn publications(times: usize) -> Vec<&'static Path> {
    let mut all = Vec::new();
    for time in 0..times {
        all.push(if time % 2 == 0 {
            BEFORE.as_path()
        } else {
            LIVE.as_path()
        });
    }
    all
}
