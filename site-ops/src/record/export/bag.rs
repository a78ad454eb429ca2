//! A BagIt bag (RFC 8493): files in `data/`, and manifests with the SHA-256 of every file.

use anyhow::Result;
use fs_err as fs;
use site_record::digest::Digest;
use std::collections::BTreeMap;
use std::path::Path;
use walkdir::WalkDir;

/// The version of BagIt, and the encoding of the tag files.
const DECLARATION: &str = "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n";

/// Writes the tag files of a bag whose `data/` is complete.
///
/// `info` has the lines of `bag-info.txt`, except the one with the size of the bag.
pub fn write_tags(bag: &Path, info: &str) -> Result<()> {
    let (payload, size) = manifest(bag, WalkDir::new(bag.join("data")))?;
    fs::write(bag.join("manifest-sha256.txt"), payload)?;
    fs::write(bag.join("bagit.txt"), DECLARATION)?;
    fs::write(
        bag.join("bag-info.txt"),
        format!("{info}Payload-Oxum: {size}\n"),
    )?;
    let (tags, _) = manifest(bag, WalkDir::new(bag).max_depth(1))?;
    fs::write(bag.join("tagmanifest-sha256.txt"), tags)?;
    Ok(())
}

/// Returns a line with the digest and the path of each file, sorted by path, and the size as `BYTES.FILES`.
fn manifest(bag: &Path, files: WalkDir) -> Result<(String, String)> {
    let mut lines = BTreeMap::new();
    let mut bytes = 0;
    for item in files {
        let item = item?;
        if item.file_type().is_file() {
            bytes += item.metadata()?.len();
            let digest = Digest::of_reader(fs::File::open(item.path())?)?;
            let path = item.path().strip_prefix(bag)?.display().to_string();
            lines.insert(path, digest);
        }
    }
    let mut text = String::new();
    for (path, digest) in &lines {
        text += &format!("{digest}  {path}\n");
    }
    Ok((text, format!("{bytes}.{}", lines.len())))
}
