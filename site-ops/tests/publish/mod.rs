//! Publishes through a real sshd on this machine, while visitors send requests.

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
pub use crate::workspace::are_installed;
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

fn make_executable(file: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(file, fs::Permissions::from_mode(0o755)).expect("ours");
}

/// The time between two requests of a visitor. Without it, visitors would take all processor time from the publication that they are meant
/// to observe.
const PAUSE: Duration = Duration::from_millis(5);

/// A flag that is set when the main thread finishes or fails, so that other threads stop.
pub struct Over<'a>(pub &'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Both publications of the tests' own site, alternating, this many times.
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
