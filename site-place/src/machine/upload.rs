//! A built server that arrives at the machine. It is read, and never run.

use super::{Failure, fault, names, now, remove_old};
use crate::request::Upload;
use crate::sha256;
use crate::state::Version;
use crate::step::{Step, reach};
use site_table::{Architecture, Identity, VERSION};
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The largest server to accept, in bytes.
const MOST_BYTES: u64 = 512 * 1024 * 1024;

/// The prefix of an upload folder's name.
const PREFIX: &str = "incoming.";

/// The time after which an upload has certainly ended.
const LONGEST: Duration = Duration::from_secs(60 * 60);

/// A complete upload. It is deleted unless it becomes a kept version.
pub struct Received {
    pub version: Version,
    folder: PathBuf,
}

/// Writes an upload into a folder, and checks it.
pub fn receive(place: &Path, upload: &Upload, body: impl Read) -> Result<Received, Failure> {
    if upload.bytes > MOST_BYTES {
        return Err(Failure::No(format!(
            "expected a built server of at most {MOST_BYTES} bytes, found {}",
            upload.bytes
        )));
    }
    let folder = place.join(format!("{PREFIX}{}", std::process::id()));
    _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).map_err(|error| fault(&folder, &error))?;
    reach(Step::UploadBegun);
    let mut received = Received {
        version: Version {
            digest: String::new(),
            commit: String::new(),
            sha256: String::new(),
            at: now(),
            image: None,
        },
        folder,
    };
    let path = received.folder.join("site-server");
    received.version.sha256 = write(&path, upload, body)?;
    let identity = identify(&path)?;
    received.version.digest = identity.digest;
    received.version.commit = identity.commit.unwrap_or_default();
    if received.version.commit.is_empty() {
        return Err(Failure::No(
            "expected a server of a commit, found one that was built with changes outside any commit; commit them, and build again".to_owned(),
        ));
    }
    reach(Step::UploadComplete);
    Ok(received)
}

/// Removes uploads that a killed process left behind.
pub fn remove_leftovers(place: &Path) {
    for name in names(place) {
        if name.starts_with(PREFIX) {
            remove_old(&place.join(&name), LONGEST);
            // Only removes the folder if it's empty.
            _ = fs::remove_dir(place.join(&name));
        }
    }
}

impl Received {
    /// Makes the upload a kept version.
    pub fn move_to(&self, folder: &Path) -> Result<Version, Failure> {
        _ = fs::remove_dir_all(folder);
        fs::rename(&self.folder, folder).map_err(|error| fault(folder, &error))?;
        Ok(self.version.clone())
    }
}

impl Drop for Received {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.folder);
    }
}

/// Writes the bytes of an upload, and returns their SHA-256.
fn write(path: &Path, upload: &Upload, body: impl Read) -> Result<String, Failure> {
    let written = || {
        let mut file = File::options()
            .write(true)
            .create_new(true)
            .mode(0o755)
            .open(path)?;
        let found = sha256::copy(body.take(upload.bytes), &mut file)?;
        file.sync_all()?;
        Ok(found)
    };
    let found = written().map_err(|error| fault(path, &error))?;
    if found != upload.sha256 {
        return Err(Failure::No(format!(
            "expected a file with the SHA-256 {}, found {found}: it didn't arrive complete; publish again",
            upload.sha256
        )));
    }
    Ok(found)
}

/// The identity of a built server, if this machine can run it and this program can read its table.
fn identify(path: &Path) -> Result<Identity, Failure> {
    let identity = site_table::identify(path)
        .map_err(|problem| Failure::No(format!("expected a built server: {problem}")))?;
    let machine = Architecture::current();
    if identity.architecture != machine {
        return Err(Failure::No(format!(
            "expected a built server for {}, found one for {}; build it for this machine: cargo site build --target",
            name(machine),
            name(identity.architecture)
        )));
    }
    if identity.version > VERSION || identity.version + 1 < VERSION {
        return Err(Failure::No(format!(
            "expected a table of version {VERSION} or the one before it, found version {}: as root, in a clone of main, install its site-place: deploy/publish/install.sh",
            identity.version
        )));
    }
    Ok(identity)
}

fn name(architecture: Option<Architecture>) -> String {
    architecture.map_or_else(|| "no processor".to_owned(), |known| known.to_string())
}
