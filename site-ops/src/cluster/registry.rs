//! The registry that stores the images of publications, through `skopeo`.
//!
//! The tag of each image is the digest of its manifest. The tag only protects the image from garbage collection: images are fetched
//! and run by digest. Two publishers of the same version send two different images, because their parts have different times,
//! so neither replaces the other's tag.

use super::call::Call;
use super::image::{Image, Unpacked};
use anyhow::{Context as _, Result, ensure};
use fs_err as fs;
use site_record::digest::Digest;
use site_table::{Table, parts};
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, SystemTime};

/// The timeout for copying an image.
const COPY: Duration = Duration::from_secs(10 * 60);

/// The timeout for any other request.
const QUESTION: Duration = Duration::from_secs(60);

/// Extra time for skopeo to stop on its own after these timeouts.
const END: Duration = Duration::from_secs(10);

/// How long parts of earlier publications are kept after their last use.
const PARTS_AGE: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// A repository of images in a registry.
pub struct Registry {
    /// Its name, such as `registry.example.com/firm/site`.
    pub repository: String,
    /// Variables for skopeo, such as REGISTRY_AUTH_FILE, in addition to the variables of this program.
    pub environment: Vec<(String, OsString)>,
}

impl Registry {
    /// Returns the name of an image for the Deployment.
    pub fn image(&self, digest: Digest) -> String {
        format!("{}@sha256:{digest}", self.repository)
    }

    /// Uploads an image, then asks the registry for it by digest.
    ///
    /// # Errors
    /// Returns an error if the registry refuses the image, or returns another manifest for that digest.
    pub fn push(&self, image: &Image) -> Result<()> {
        let layout = format!("oci:{}", image.layout.display());
        let target = format!("docker://{}:{}", self.repository, image.digest);
        let call = self.call(
            COPY,
            &["copy", "--quiet", "--preserve-digests", &layout, &target],
        )?;
        ensure!(
            call.is_success(),
            "expected the registry to take the image, and it refuses: {}. \
             What was live is live; see that REGISTRY_AUTH_FILE may write to {}, and that the registry has room",
            call.stderr,
            self.repository
        );
        let problem = self.find_problem(image.digest)?;
        ensure!(
            problem.is_none(),
            "expected the registry to have {}, which it took, and it answers with something else: {}. What was live is live; publish again",
            self.image(image.digest),
            problem.unwrap_or_default()
        );
        Ok(())
    }

    /// Returns true if the registry has the manifest with this digest.
    ///
    /// # Errors
    /// Returns an error if skopeo can't be started.
    pub fn has(&self, digest: Digest) -> Result<bool> {
        Ok(self.find_problem(digest)?.is_none())
    }

    /// Downloads an image by digest, and unpacks it into a folder. skopeo verifies the digests of everything it receives.
    ///
    /// # Errors
    /// Returns an error if the registry doesn't have the image, or if it isn't the image of a publication.
    pub fn fetch(&self, digest: Digest, folder: &Path) -> Result<Unpacked> {
        let image = self.image(digest);
        let copy = folder.join("copy");
        let target = format!("dir:{}", copy.display());
        fs::create_dir_all(folder)?;
        let call = self.call(
            COPY,
            &["copy", "--quiet", &format!("docker://{image}"), &target],
        )?;
        ensure!(
            call.is_success(),
            "expected the image {image}, and it can't be fetched: {}. See that the registry answers, and that REGISTRY_AUTH_FILE may read there",
            call.stderr
        );
        let unpacked = Unpacked::unpack(&copy, folder)?;
        fs::remove_dir_all(copy)?;
        Ok(unpacked)
    }

    /// Deletes an image. Registries delete the manifest together with the tag.
    ///
    /// # Errors
    /// Returns an error if the registry doesn't delete the image. A leftover image does no harm.
    pub fn delete(&self, digest: Digest) -> Result<()> {
        let name = format!("docker://{}:{digest}", self.repository);
        let call = self.call(QUESTION, &["delete", &name])?;
        ensure!(
            call.is_success(),
            "expected the registry to delete the tag {digest}, and it doesn't: {}. Have such tags expire there",
            call.stderr
        );
        Ok(())
    }

    /// Collects the parts of earlier images in a folder, including the parts that those images have from even earlier ones.
    /// Prints the images that can't be read: publishing continues without them, and pages that visitors have open may lack parts.
    ///
    /// # Errors
    /// Returns an error if the folder can't be written.
    pub fn collect_parts(&self, images: &[Digest], folder: &Path) -> Result<()> {
        fs::create_dir_all(folder)?;
        let now = SystemTime::now();
        for digest in images {
            if let Err(error) = self.add_parts(*digest, folder, now) {
                eprintln!(
                    "note: the new image doesn't have the parts of {}, so its open pages do without: {error:#}",
                    self.image(*digest)
                );
            }
        }
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            // A time in the future counts as now.
            let age = now.duration_since(entry.metadata()?.modified()?);
            if age.unwrap_or_default() > PARTS_AGE {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }

    /// Adds an image's parts to a folder.
    fn add_parts(&self, digest: Digest, folder: &Path, now: SystemTime) -> Result<()> {
        let download = tempfile::tempdir().context("cannot make a temporary folder")?;
        let earlier = self.fetch(digest, download.path())?;
        // Like every table, it stays in memory until this program ends.
        let table = Box::leak(Box::new(Table::open(&earlier.server)?));
        parts::write(table, folder, now)?;
        if let Some(parts) = &earlier.parts {
            copy_newer(parts, folder)?;
        }
        Ok(())
    }

    /// Asks for a manifest by digest. Returns why it's unavailable, or `None`.
    fn find_problem(&self, digest: Digest) -> Result<Option<String>> {
        let name = format!("docker://{}", self.image(digest));
        let call = self.call(QUESTION, &["inspect", "--raw", &name])?;
        if !call.is_success() {
            return Ok(Some(call.stderr));
        }
        let found = Digest::of(&call.stdout);
        Ok((found != digest).then(|| format!("a manifest with the digest sha256:{found}")))
    }

    fn call(&self, timeout: Duration, words: &[&str]) -> Result<Call> {
        let mut skopeo = Command::new("skopeo");
        skopeo.arg(format!("--command-timeout={}s", timeout.as_secs()));
        skopeo.args(words);
        for (name, value) in &self.environment {
            skopeo.env(name, value);
        }
        Call::run(&mut skopeo, timeout + END)
    }
}

/// Copies the files that the other folder lacks or has with an earlier time.
fn copy_newer(from: &Path, to: &Path) -> Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let time = entry.metadata()?.modified()?;
        let file = to.join(entry.file_name());
        if let Ok(known) = fs::metadata(&file)
            && known.modified()? >= time
        {
            continue;
        }
        let bytes = fs::read(entry.path())?;
        fs::write(&file, bytes)?;
        fs::File::options()
            .write(true)
            .open(&file)?
            .set_modified(time)?;
    }
    Ok(())
}
