//! A built server that arrives at the machine. It is read, and never run.

use super::{Failure, fault, names, now, remove_old};
use crate::request::Upload;
use crate::state::Version;
use crate::step::{Step, reach};
use sha2::{Digest as _, Sha256};
use site_table::trailer::{Architecture, Kind, Trailer};
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Read, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// More bytes than any built server has.
const MOST_BYTES: u64 = 512 * 1024 * 1024;

/// The beginning of the name of an upload's folder.
const PREFIX: &str = "incoming.";

/// The time after which an upload has surely ended.
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
    let trailer = read_trailer(&path)?;
    received.version.digest = trailer.digest;
    received.version.commit = trailer.commit.unwrap_or_default();
    if received.version.commit.is_empty() {
        return Err(Failure::No(
            "expected a server of a commit, found one that was built with changes outside any commit; commit them, and build again".to_owned(),
        ));
    }
    reach(Step::UploadComplete);
    Ok(received)
}

/// Removes the uploads that a killed process has left.
pub fn remove_leftovers(place: &Path) {
    for name in names(place) {
        if name.starts_with(PREFIX) {
            remove_old(&place.join(&name), LONGEST);
            // Only an empty folder goes.
            _ = fs::remove_dir(place.join(&name));
        }
    }
}

impl Received {
    /// Makes the upload the kept version of its digest.
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
    let written = || -> io::Result<String> {
        let mut file = File::options()
            .write(true)
            .create_new(true)
            .mode(0o755)
            .open(path)?;
        let mut hash = Sha256::new();
        let mut body = body.take(upload.bytes);
        let mut buffer = vec![0; 1 << 20];
        loop {
            let count = body.read(&mut buffer)?;
            if count == 0 {
                break;
            }
            hash.update(&buffer[..count]);
            file.write_all(&buffer[..count])?;
        }
        file.sync_all()?;
        let mut text = String::new();
        for byte in hash.finalize() {
            _ = write!(text, "{byte:02x}");
        }
        Ok(text)
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

fn read_trailer(path: &Path) -> Result<Trailer, Failure> {
    let mut file = File::open(path).map_err(|error| fault(path, &error))?;
    let trailer = Trailer::verify(&mut file)
        .map_err(|problem| Failure::No(format!("expected a built server: {problem}")))?;
    if trailer.kind != Kind::SiteServer || trailer.architecture != Architecture::current() {
        return Err(Failure::No(format!(
            "expected a built server for {}, found {}; build it for this machine: cargo site build --target",
            shown(Architecture::current()),
            shown(trailer.architecture)
        )));
    }
    Ok(trailer)
}

fn shown(architecture: Option<Architecture>) -> String {
    architecture.map_or_else(|| "no processor".to_owned(), |known| known.to_string())
}
