//! Publishing by the scripts of deploy/publish/: to a folder, to a machine by a real sshd on this one, to a real registry from which a program is started,
//! and to the program that answers at Cloudflare, while visitors ask.

mod cluster;
pub mod folder;
pub mod harm;
mod held;
mod image;
mod killed;
pub mod machine;
mod nightly;
mod order;
mod pages;
pub mod registry;
mod ssh;
mod systemd;
mod take_down;
mod twice;
mod whole;

use crate::verify::place::{BEFORE, LIVE};
use crate::workspace::{git, said, say_unchecked};
use site_table::trailer::{SIZE, Trailer};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
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

/// A PATH whose program of this name fails when it is called for this time.
fn broken(program: &str, folder: &Path, step: usize) -> String {
    _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).expect("writable");
    let path = std::env::var("PATH").expect("a PATH");
    let script = format!(
        "#!/bin/bash\necho >> {0}/count\n[ $(wc -l < {0}/count) = {step} ] && {{ echo 'No space left on device' >&2; exit 11; }}\nPATH='{path}' exec {program} \"$@\"\n",
        folder.display()
    );
    let file = folder.join(program);
    fs::write(&file, script).expect("writable");
    make_executable(&file);
    format!("{}:{path}", folder.display())
}

/// Makes a clone whose commits are named as the servers of the tests say, if it is not there yet.
fn make_clone(clone: &Path) {
    if clone.is_dir() {
        return;
    }
    fs::create_dir(clone).expect("writable");
    git(&clone, "init --quiet");
    for name in ["before", "live"] {
        git(&clone, "commit --quiet --allow-empty --message=Change");
        git(&clone, &format!("tag {name}"));
    }
}

fn make_executable(file: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(file, fs::Permissions::from_mode(0o755)).expect("ours");
}

/// Writes a shell script with the table of a built server at its end: programs read that table, and whoever runs the file runs the script.
fn write_script_with_table(file: &Path, script: &str, server: &Path) {
    let bytes = fs::read(server).expect("a server");
    let mut input = fs::File::open(server).expect("a server");
    let trailer = Trailer::read(&mut input).expect("a server");
    let length = usize::try_from(trailer.length).expect("it is in memory");
    let end = &bytes[bytes.len() - SIZE - length..];
    // The shell reads no further than this line.
    let script = format!("{script}\nexit\n");
    fs::write(file, [script.as_bytes(), end].concat()).expect("writable");
    make_executable(file);
}

/// A place that the scripts publish to.
pub trait Place {
    /// The command of place.sh for this place.
    fn command(&self) -> Command;

    fn ask(&self, words: &[&str]) -> Output {
        self.command().args(words).output().expect("bash runs")
    }

    /// Asks for what must be done; returns what it prints.
    fn done(&self, words: &[&str]) -> String {
        let output = self.ask(words);
        assert!(output.status.success(), "{words:?}: {}", said(&output));
        String::from_utf8(output.stdout)
            .expect("UTF-8")
            .trim_end()
            .to_owned()
    }

    /// The digest of the live publication.
    fn live_digest(&self) -> String {
        self.live()[..64].to_owned()
    }

    /// Asks for what the place must refuse with this status; returns what it says.
    fn refused(&self, words: &[&str], status: i32) -> String {
        let output = self.ask(words);
        let text = said(&output);
        assert_eq!(output.status.code(), Some(status), "{words:?}: {text}");
        text
    }

    /// Publishes a built server; returns its digest.
    fn publish(&self, server: &Path) -> String {
        let digest = self.done(&["put", server.to_str().expect("UTF-8")]);
        self.done(&["switch", &digest]);
        digest
    }

    fn live(&self) -> String {
        let status = self.done(&["status"]);
        let line = status.lines().next().expect("a line");
        line.strip_prefix("live: ")
            .expect("what is live")
            .to_owned()
    }
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
