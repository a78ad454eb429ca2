//! Files that are written.

use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::{fs, io};

/// Writes all of a file or nothing.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Vec<String>> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let folder = folder.unwrap_or(Path::new("."));
    let written = || {
        fs::create_dir_all(folder)?;
        // As any other file: what may be read is for the user's mask to say.
        let permissions = fs::Permissions::from_mode(0o666);
        let mut file = tempfile::Builder::new()
            .permissions(permissions)
            .tempfile_in(folder)?;
        file.write_all(bytes)?;
        file.persist(path)?;
        io::Result::Ok(())
    };
    written().map_err(|error| {
        let path = path.display();
        vec![format!(
            "expected to write {path}, found: {error}; check the disk and its permissions"
        )]
    })
}
