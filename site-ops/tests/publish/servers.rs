//! More built servers for a place: other versions of the site, and a version that doesn't start.

use crate::verify::place::{BEFORE, build, program};
use std::path::{Path, PathBuf};

/// Writes a built server of a commit with the same responses as the previous version.
pub fn write_server(folder: &Path, commit: &str) -> PathBuf {
    write_server_like(&BEFORE, folder, commit)
}

/// Writes a built server of a commit with the same responses as another server.
pub fn write_server_like(other: &Path, folder: &Path, commit: &str) -> PathBuf {
    write(other, folder, commit, &program("site-server"))
}

/// Writes a server with the pages of the previous version, whose program exits immediately.
pub fn write_broken(folder: &Path, commit: &str) -> PathBuf {
    write(&BEFORE, folder, commit, Path::new("/bin/false"))
}

fn write(other: &Path, folder: &Path, commit: &str, with: &Path) -> PathBuf {
    let pages = other.parent().expect("a folder with its pages");
    let server = folder.join(commit);
    build(pages, commit, with, &server);
    server
}

/// The digest of a built server.
pub fn digest(server: &Path) -> String {
    site_table::identify(server).expect("a server").digest
}
