//! The store on a machine with systemd: the state in a file, the versions in folders, and a unit for the server of each version.
//!
//! Its folder contains:
//!
//! - `state.json`, the state, which is replaced as a whole
//! - `lock`, which a process holds while it changes the state
//! - `publications/DIGEST/site-server`, the kept versions
//! - `current`, a link to the folder of the live version
//! - `parts/`, the parts that pages of earlier versions may request. Each server reads them at its start and when they change
//!
//! A switch starts the new server next to the old one, on the sockets that systemd holds for both, and then stops the old one.

mod file;
mod import;
mod units;
mod upload;

use crate::request::{Request, Upload};
use crate::state::State;
use crate::step::{Step, reach};
use jiff::Timestamp;
use site_table::{Table, parts};
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, SystemTime};
pub use units::Units;

/// How long the parts of a version are kept after their last use.
const PARTS_KEPT: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// The time within which a server notices a change in the folder of parts.
const PARTS_READ: Duration = Duration::from_secs(2);

/// The longest wait for another process that changes the state.
const PATIENCE: Duration = Duration::from_secs(120);

/// The folder of a place, and the program that starts its servers.
pub struct Machine {
    folder: PathBuf,
    units: Units,
}

/// Why a request has no effect.
#[derive(Debug)]
pub enum Failure {
    /// The place refused the request or failed. The live version hasn't changed.
    No(String),
    /// The answer is unknown.
    Unknown(String),
}

impl Machine {
    /// Returns the place in a folder.
    ///
    /// # Errors
    /// Returns an error if the folder is missing.
    pub fn open(folder: PathBuf, units: Units) -> Result<Self, Failure> {
        if !folder.is_dir() {
            return Err(Failure::Unknown(format!(
                "expected the folder {}, found none; deploy/publish/install.sh makes it",
                folder.display()
            )));
        }
        for name in ["publications", "parts"] {
            make_folder(&folder.join(name))?;
        }
        Ok(Self { folder, units })
    }

    /// Returns the state.
    ///
    /// # Errors
    /// Returns an error if the file is missing, damaged, of another format, or another user can change it.
    pub fn state(&self) -> Result<State, Failure> {
        file::load(&self.folder)
    }

    /// Creates the first state, from the files of an older program or after a state was lost.
    ///
    /// # Errors
    /// Returns an error if the folder contains something else.
    pub fn init(&self, approved: &str) -> Result<State, Failure> {
        let _lock = self.lock()?;
        if self.folder.join(file::NAME).symlink_metadata().is_ok() {
            return file::load(&self.folder);
        }
        let state = import::state(&self.folder, approved)?;
        file::save(&self.folder, &state)?;
        Ok(state)
    }

    /// Changes the state, and starts the server of the resulting live version. Returns the state.
    ///
    /// # Errors
    /// Returns an error if the place refuses the request, or if the server doesn't start.
    pub fn change(&self, request: &Request) -> Result<State, Failure> {
        let _lock = self.lock()?;
        let state = file::load(&self.folder)?;
        let next = state.change(request, now())?;
        if next == state {
            return Ok(next);
        }
        if next.live_digest() == state.live_digest() {
            file::save(&self.folder, &next)?;
            return Ok(next);
        }
        self.switch(&state, next)
    }

    /// Keeps a built server.
    ///
    /// # Errors
    /// Returns an error if the file isn't complete, isn't a built server for this machine, or if the place refuses it.
    pub fn keep(&self, upload: &Upload, body: impl Read) -> Result<State, Failure> {
        let request = Request::Keep(upload.clone());
        // Check this before the upload, which may take minutes.
        file::load(&self.folder)?.change(&request, now())?;
        let received = upload::receive(&self.folder, upload, body)?;

        let _lock = self.lock()?;
        let mut state = file::load(&self.folder)?.change(&request, now())?;
        let digest = received.version.digest.clone();
        let is_live = state.live_digest() == Some(&digest);
        if is_live && state.version(&digest).is_some() {
            return Ok(state);
        }
        let version = received.move_to(&self.version_folder(&digest))?;
        reach(Step::VersionMoved);
        let forgotten = state.add_version(version);
        file::save(&self.folder, &state)?;
        reach(Step::VersionSaved);
        for digest in forgotten {
            _ = fs::remove_dir_all(self.version_folder(&digest));
        }
        Ok(state)
    }

    /// Makes sure that only the live version's server runs, after a crash or a restart of the machine. Returns the state.
    ///
    /// # Errors
    /// Returns an error if the server doesn't start. In that case, the others keep running.
    pub fn repair(&self) -> Result<State, Failure> {
        let _lock = self.lock()?;
        let mut state = file::load(&self.folder)?;
        if state.starting.take().is_some() {
            state.revision += 1;
            file::save(&self.folder, &state)?;
        }
        self.remove_leftovers(&state);
        let Some(live) = state.live_digest() else {
            self.stop_others("");
            return Ok(state);
        };
        if !self.units.running().iter().any(|digest| digest == live) {
            self.start(live)?;
        }
        self.link(live);
        self.stop_others(live);
        Ok(state)
    }

    /// The file of a kept version.
    ///
    /// # Errors
    /// Returns an error if the place doesn't keep the version.
    pub fn server(&self, digest: &str) -> Result<File, Failure> {
        if self.state()?.version(digest).is_none() {
            return Err(crate::refusal::Refusal::NotKept(digest.to_owned()).into());
        }
        let path = self.server_path(digest);
        File::open(&path).map_err(|error| fault(&path, &error))
    }

    /// The parts that pages of earlier versions may request, each with the time of its last use.
    ///
    /// # Errors
    /// Returns an error if the folder can't be read.
    pub fn parts(&self) -> Result<Vec<(String, Timestamp)>, Failure> {
        let folder = self.folder.join("parts");
        let mut parts = Vec::new();
        for entry in fs::read_dir(&folder).map_err(|error| fault(&folder, &error))? {
            let entry = entry.map_err(|error| fault(&folder, &error))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let modified = entry.metadata().and_then(|metadata| metadata.modified());
            let modified = modified.map_err(|error| fault(&entry.path(), &error))?;
            if let Ok(at) = Timestamp::try_from(modified)
                && !name.ends_with(".unfinished")
            {
                parts.push((name, at));
            }
        }
        parts.sort();
        Ok(parts)
    }

    /// Starts the server of the next state's live version, saves that state, and stops the other servers.
    fn switch(&self, state: &State, mut next: State) -> Result<State, Failure> {
        let Some(digest) = next.live_digest().map(str::to_owned) else {
            return Err(Failure::No(
                "expected a live version, found none".to_owned(),
            ));
        };
        let mut starting = state.clone();
        starting.starting = Some(digest.clone());
        starting.revision += 1;
        file::save(&self.folder, &starting)?;
        reach(Step::StartSaved);
        self.write_parts(state.live_digest(), &digest);
        reach(Step::PartsWritten);

        next.revision = starting.revision + 1;
        let started = self.start(&digest);
        reach(Step::ServerStarted);
        let saved = started.and_then(|()| file::save(&self.folder, &next));
        if let Err(failure) = saved {
            _ = self.units.stop(&digest);
            starting.starting = None;
            starting.revision += 1;
            _ = file::save(&self.folder, &starting);
            return Err(failure);
        }
        reach(Step::SwitchSaved);
        self.link(&digest);
        reach(Step::LinkMoved);
        self.stop_others(&digest);
        Ok(next)
    }

    fn start(&self, digest: &str) -> Result<(), Failure> {
        if self.units.start(digest) {
            return Ok(());
        }
        Err(Failure::No(format!(
            "expected the server of {digest} to start, and it doesn't. The live version hasn't changed. See: journalctl --unit site-server@{digest}"
        )))
    }

    /// Stops all servers except one. If that fails, the next repair does it.
    fn stop_others(&self, live: &str) {
        for digest in self.units.running() {
            if digest != live && !self.units.stop(&digest) {
                warn(&format!(
                    "expected the server of {digest} to stop, and it doesn't; the next repair stops it"
                ));
            }
        }
    }

    /// Points the link to the live version, for people and the nightly check.
    fn link(&self, digest: &str) {
        let next = self.folder.join("next");
        _ = fs::remove_file(&next);
        let target = Path::new("publications").join(digest);
        let is_linked = std::os::unix::fs::symlink(target, &next)
            .and_then(|()| fs::rename(&next, self.folder.join("current")));
        if let Err(error) = is_linked {
            warn(&format!(
                "the link `current` still leads to an earlier version: {error}"
            ));
        }
    }

    /// Writes the parts of the live version, whose 30 days begin, and the parts of the next version, which the live server answers
    /// until it stops. A failure is only printed, because a missing part is better for visitors than a delay.
    fn write_parts(&self, live: Option<&str>, next: &str) {
        let folder = self.folder.join("parts");
        remove_old(&folder, PARTS_KEPT);
        let Some(live) = live else { return };
        self.write_parts_of(live, &folder);
        let before = names(&folder);
        self.write_parts_of(next, &folder);
        if names(&folder) != before {
            sleep(PARTS_READ);
        }
    }

    fn write_parts_of(&self, digest: &str, folder: &Path) {
        let table = Table::open(&self.server_path(digest));
        let written = table
            .and_then(|table| parts::write(Box::leak(Box::new(table)), folder, SystemTime::now()));
        if let Err(problem) = written {
            warn(&format!("the parts of {digest} aren't kept: {problem}"));
        }
    }

    /// Removes uploads and versions that a killed process left behind.
    fn remove_leftovers(&self, state: &State) {
        upload::remove_leftovers(&self.folder);
        for digest in names(&self.folder.join("publications")) {
            if state.version(&digest).is_none() && Some(digest.as_str()) != state.live_digest() {
                _ = fs::remove_dir_all(self.version_folder(&digest));
            }
        }
    }

    fn version_folder(&self, digest: &str) -> PathBuf {
        self.folder.join("publications").join(digest)
    }

    fn server_path(&self, digest: &str) -> PathBuf {
        self.version_folder(digest).join("site-server")
    }

    /// Waits until no other process changes the state. The lock ends when the file is closed.
    fn lock(&self) -> Result<File, Failure> {
        let path = self.folder.join("lock");
        let lock = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .map_err(|error| fault(&path, &error))?;
        let pause = Duration::from_millis(20);
        let mut waited = Duration::ZERO;
        while lock.try_lock().is_err() {
            if waited >= PATIENCE {
                return Err(Failure::Unknown(format!(
                    "expected no other process to hold {}, and one has held it for two minutes; find it: lslocks",
                    path.display()
                )));
            }
            sleep(pause);
            waited += pause;
        }
        Ok(lock)
    }
}

impl From<crate::refusal::Refusal> for Failure {
    fn from(refusal: crate::refusal::Refusal) -> Self {
        Self::No(refusal.to_string())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::No(text) | Self::Unknown(text)) = self;
        f.write_str(text)
    }
}

/// The failure of a file.
fn fault(path: &Path, error: &io::Error) -> Failure {
    let help = match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "the disk is full; make room, and run the request again"
        }
        _ => "see the disk and the owner of the file",
    };
    Failure::No(format!("{}: {error}; {help}", path.display()))
}

/// Prints a warning. If the connection was cut, `eprintln!` would panic in the middle of a switch.
fn warn(text: &str) {
    _ = writeln!(io::stderr(), "site-place: {text}");
}

fn make_folder(path: &Path) -> Result<(), Failure> {
    fs::create_dir_all(path).map_err(|error| fault(path, &error))
}

/// The time in whole seconds.
fn now() -> Timestamp {
    let now = Timestamp::now();
    Timestamp::from_second(now.as_second()).unwrap_or(now)
}

/// The names of the files in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        names.push(entry.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    names
}

/// Removes files and folders that haven't changed for this long.
fn remove_old(folder: &Path, age: Duration) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let modified = entry.metadata().and_then(|metadata| metadata.modified());
        let is_old = modified.is_ok_and(|at| at.elapsed().is_ok_and(|elapsed| elapsed > age));
        if is_old {
            let path = entry.path();
            _ = fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path));
        }
    }
}
