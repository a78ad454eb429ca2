//! An OCI image with a built server and the parts of earlier publications.
//!
//! Its layers aren't compressed, because different versions of a compressor produce different bytes. The same files always
//! make the same image, and the digest of its manifest identifies it everywhere.

use crate::workspace::Workspace;
use anyhow::{Context as _, Result, bail, ensure};
use fs_err as fs;
use jiff::Timestamp;
use serde_json::{Value, json};
use site_record::digest::Digest;
use site_table::{Architecture, is_static};
use std::env;
use std::fs::Permissions;
use std::io::Read;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use tar::{Archive, Builder, EntryType, Header};

/// The file names in an image.
const SERVER: &str = "site-server";
const PARTS: &str = "parts";

const MANIFEST_TYPE: &str = "application/vnd.oci.image.manifest.v1+json";
const CONFIG_TYPE: &str = "application/vnd.oci.image.config.v1+json";
const LAYER_TYPE: &str = "application/vnd.oci.image.layer.v1.tar";

/// The inputs of an image.
pub struct Source<'s> {
    pub server: &'s Path,
    /// The server's commit, for the image's label.
    pub commit: &'s str,
    /// The time of the image and of the server in it.
    pub time: Timestamp,
    /// A folder with the parts of earlier publications. The image keeps their modification times, which say when each was last used.
    pub parts: Option<&'s Path>,
}

/// An image in a folder, in the OCI image layout.
pub struct Image {
    /// The digest of the manifest, without `sha256:`.
    pub digest: Digest,
    pub layout: PathBuf,
}

/// The unpacked files of an image from a registry.
pub struct Unpacked {
    pub server: PathBuf,
    /// The folder of parts, if the image has any.
    pub parts: Option<PathBuf>,
}

impl Image {
    /// Creates the image in a new folder.
    ///
    /// # Errors
    /// Returns an error if the server needs libraries or is for an unknown architecture, or if a file can't be read or written.
    pub fn make(source: &Source, layout: &Path) -> Result<Self> {
        let architecture = architecture_of(source.server)?;
        fs::create_dir_all(layout.join("blobs/sha256"))?;
        let mut variables = vec!["SITE_ADDR=[::]:8080", "SITE_ADMIN=[::]:9090"];
        let mut layers = vec![add_server(layout, source)?];
        if let Some(layer) = add_parts(layout, source)? {
            layers.push(layer);
            variables.push("SITE_PARTS=/parts");
        }
        let mut digests = Vec::new();
        for layer in &layers {
            digests.push(layer["digest"].clone());
        }

        let config = json!({
            "created": source.time.to_string(),
            "architecture": architecture,
            "os": "linux",
            "config": {
                "User": "65532:65532",
                "ExposedPorts": {"8080/tcp": {}, "9090/tcp": {}},
                "Env": variables,
                "Entrypoint": [format!("/{SERVER}")],
                "Labels": {"org.opencontainers.image.revision": source.commit},
            },
            // The digests of the uncompressed layers, which here are the layers themselves.
            "rootfs": {"type": "layers", "diff_ids": digests},
        });
        let manifest = json!({
            "schemaVersion": 2,
            "mediaType": MANIFEST_TYPE,
            "config": add_json(layout, CONFIG_TYPE, &config)?,
            "layers": layers,
        });
        let index = json!({
            "schemaVersion": 2,
            "manifests": [add_json(layout, MANIFEST_TYPE, &manifest)?],
        });
        fs::write(layout.join("index.json"), index.to_string())?;
        let version = json!({"imageLayoutVersion": "1.0.0"});
        fs::write(layout.join("oci-layout"), version.to_string())?;
        Ok(Self {
            digest: Digest::of(manifest.to_string().as_bytes()),
            layout: layout.to_owned(),
        })
    }
}

impl Unpacked {
    /// Unpacks an image that skopeo copied into a folder in its `dir` format.
    ///
    /// # Errors
    /// Returns an error if the image has files that don't belong to a publication.
    pub fn unpack(copy: &Path, folder: &Path) -> Result<Self> {
        let manifest = fs::read(copy.join("manifest.json"))?;
        let manifest: Value = serde_json::from_slice(&manifest)
            .context("expected the manifest of an image, found no JSON; publish again")?;
        let mut unpacked = Self {
            server: folder.join(SERVER),
            parts: None,
        };
        for layer in manifest["layers"].as_array().into_iter().flatten() {
            let digest = layer["digest"].as_str().unwrap_or_default();
            let sum = digest.strip_prefix("sha256:").unwrap_or_default();
            let sum = Digest::parse(sum).context("expected a layer by its SHA-256")?;
            unpacked.unpack_layer(&copy.join(sum.to_string()))?;
        }
        ensure!(
            unpacked.server.is_file(),
            "expected `{SERVER}` in the image, found no such file; publish again"
        );
        Ok(unpacked)
    }

    fn unpack_layer(&mut self, layer: &Path) -> Result<()> {
        let mut archive = Archive::new(fs::File::open(layer)?);
        for entry in archive.entries()? {
            let mut entry = entry?;
            let path = entry.path()?.into_owned();
            let name = path.to_str().unwrap_or_default();
            let kind = entry.header().entry_type();
            if name == SERVER && kind == EntryType::Regular {
                fs::create_dir_all(self.server.parent().unwrap_or(Path::new(".")))?;
                write_file(&mut entry, &self.server)?;
                fs::set_permissions(&self.server, Permissions::from_mode(0o755))?;
                continue;
            }
            let parts = self.server.with_file_name(PARTS);
            if name.trim_end_matches('/') == PARTS && kind == EntryType::Directory {
                fs::create_dir_all(&parts)?;
                self.parts = Some(parts);
                continue;
            }
            match name.strip_prefix("parts/") {
                Some(part)
                    if kind == EntryType::Regular
                        && !part.contains('/')
                        && !part.starts_with('.') =>
                {
                    let file = write_file(&mut entry, &parts.join(part))?;
                    let time = Duration::from_secs(entry.header().mtime()?);
                    file.set_modified(SystemTime::UNIX_EPOCH + time)?;
                }
                _ => bail!(
                    "expected `{SERVER}` and `{PARTS}/` in the image, found {}; it isn't the image of a publication",
                    path.display()
                ),
            }
        }
        Ok(())
    }
}

/// Returns the time for a commit's image: SOURCE_DATE_EPOCH, else the time of the commit, or 1970 if Git doesn't know the commit.
///
/// # Errors
/// Returns an error if SOURCE_DATE_EPOCH isn't a number of seconds.
pub fn time_of(workspace: &Workspace, commit: &str) -> Result<Timestamp> {
    let seconds = match env::var("SOURCE_DATE_EPOCH") {
        Ok(seconds) => Some(seconds),
        Err(_) => workspace
            .ask_git(&["log", "-1", "--format=%ct", commit, "--"])
            .unwrap_or_default(),
    };
    let Some(seconds) = seconds else {
        return Ok(Timestamp::UNIX_EPOCH);
    };
    let time = seconds
        .parse()
        .ok()
        .and_then(|seconds| Timestamp::from_second(seconds).ok());
    time.with_context(|| {
        format!("expected seconds since 1970 in SOURCE_DATE_EPOCH, found {seconds:?}; correct it, or unset it")
    })
}

/// Returns the architecture of a built server, with the name that images use. The server isn't run.
fn architecture_of(server: &Path) -> Result<&'static str> {
    let unfit = || format!("cannot make an image of {}", server.display());
    let mut file = fs::File::open(server)?.into_file();
    let architecture = Architecture::of_elf(&mut file).with_context(unfit)?;
    ensure!(
        is_static(&mut file).with_context(unfit)?,
        "expected a static program in {}, because its image has no libraries, found a program that needs them; \
         build it with: cargo site build --target {architecture}-unknown-linux-musl",
        server.display()
    );
    Ok(match architecture {
        Architecture::X86_64 => "amd64",
        Architecture::Aarch64 => "arm64",
    })
}

/// Adds the layer with the server, and returns its descriptor.
fn add_server(layout: &Path, source: &Source) -> Result<Value> {
    let mut layer = Builder::new(fs::File::create(layout.join("layer"))?);
    let server = fs::File::open(source.server)?;
    let mut header = header_of(
        EntryType::Regular,
        server.metadata()?.len(),
        0o555,
        seconds(source),
    );
    layer.append_data(&mut header, SERVER, server)?;
    layer.into_inner()?;
    add_layer(layout)
}

/// Adds the layer with the parts, if there are any, and returns its descriptor.
fn add_parts(layout: &Path, source: &Source) -> Result<Option<Value>> {
    let Some(folder) = source.parts else {
        return Ok(None);
    };
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        names.push(entry?.file_name());
    }
    if names.is_empty() {
        return Ok(None);
    }
    names.sort();
    let mut layer = Builder::new(fs::File::create(layout.join("layer"))?);
    let mut header = header_of(EntryType::Directory, 0, 0o555, seconds(source));
    layer.append_data(&mut header, format!("{PARTS}/"), &[][..])?;
    for name in names {
        let part = fs::File::open(folder.join(&name))?;
        let metadata = part.metadata()?;
        let since = metadata.modified()?.duration_since(SystemTime::UNIX_EPOCH);
        let time = since.unwrap_or_default().as_secs();
        let mut header = header_of(EntryType::Regular, metadata.len(), 0o444, time);
        layer.append_data(&mut header, Path::new(PARTS).join(name), part)?;
    }
    layer.into_inner()?;
    add_layer(layout).map(Some)
}

/// Returns the header of a file that root owns.
fn header_of(kind: EntryType, length: u64, mode: u32, time: u64) -> Header {
    let mut header = Header::new_gnu();
    header.set_entry_type(kind);
    header.set_size(length);
    header.set_mode(mode);
    header.set_uid(0);
    header.set_gid(0);
    header.set_mtime(time);
    header
}

/// The time of an image, in seconds since 1970.
fn seconds(source: &Source) -> u64 {
    u64::try_from(source.time.as_second()).unwrap_or(0)
}

/// Renames the new layer to its digest, and returns its descriptor.
fn add_layer(layout: &Path) -> Result<Value> {
    let layer = layout.join("layer");
    let file = fs::File::open(&layer)?;
    let length = file.metadata()?.len();
    let digest = Digest::of_reader(file)?;
    fs::rename(&layer, blob(layout, digest))?;
    Ok(descriptor(LAYER_TYPE, digest, length))
}

/// Adds JSON to the layout, and returns its descriptor.
fn add_json(layout: &Path, media_type: &str, value: &Value) -> Result<Value> {
    let text = value.to_string();
    let digest = Digest::of(text.as_bytes());
    fs::write(blob(layout, digest), &text)?;
    Ok(descriptor(media_type, digest, text.len() as u64))
}

fn blob(layout: &Path, digest: Digest) -> PathBuf {
    layout.join(format!("blobs/sha256/{digest}"))
}

/// Returns the OCI descriptor of a file in the layout.
fn descriptor(media_type: &str, digest: Digest, length: u64) -> Value {
    json!({
        "mediaType": media_type,
        "digest": format!("sha256:{digest}"),
        "size": length,
    })
}

/// Copies a reader into a new file.
fn write_file(reader: &mut impl Read, path: &Path) -> Result<fs::File> {
    let mut file = fs::File::create(path)?;
    std::io::copy(reader, &mut file)?;
    Ok(file)
}
