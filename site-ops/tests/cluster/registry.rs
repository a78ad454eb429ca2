//! A registry on this machine, and built servers that don't need libraries.

use crate::server::{Running, free_address};
use crate::verify::place::{BEFORE, LIVE};
use crate::workspace::said;
use serde_json::Value;
use site_table::assemble;
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use tempfile::TempDir;

pub const PROGRAMS: [&str; 3] = ["docker-registry", "skopeo", "musl-gcc"];

const TARGET: &str = "x86_64-unknown-linux-musl";

/// The static program of the server, without a table.
pub static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("musl");
    let mut build = Command::new("cargo");
    build.args(["build", "--locked", "--target", TARGET, "--target-dir"]);
    build.arg(&folder);
    build.args(["--package", "site-server", "--bin", "site-server"]);
    build.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    for name in ["RUSTC_WORKSPACE_WRAPPER", "RUSTFLAGS"] {
        build.env_remove(name);
    }
    let output = build.output().expect("cargo runs");
    assert!(output.status.success(), "{}", said(&output));
    folder.join(TARGET).join("debug/site-server")
});

/// The servers of the tests' own site, current and previous, each with the static program.
pub static STATIC_LIVE: LazyLock<PathBuf> = LazyLock::new(|| without_libraries(&LIVE));
pub static STATIC_BEFORE: LazyLock<PathBuf> = LazyLock::new(|| without_libraries(&BEFORE));

/// Writes the static program with the table of a built server to a file next to that server.
fn without_libraries(server: &Path) -> PathBuf {
    let file = server.with_file_name("site-server-static");
    let table = server.with_extension("table");
    assemble(&PROGRAM, &table, &file).expect("the server is built");
    file
}

/// A registry that stores images in a folder.
pub struct Registry {
    pub folder: TempDir,
    pub address: SocketAddr,
    running: Option<Running>,
}

impl Registry {
    pub fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let address = free_address().expect("a free port");
        let mut registry = Self {
            folder,
            address,
            running: None,
        };
        // skopeo uses TLS unless this file says otherwise.
        let containers = registry.home().join(".config/containers");
        fs::create_dir_all(&containers).expect("writable");
        let insecure = format!("[[registry]]\nlocation = \"{address}\"\ninsecure = true\n");
        fs::write(containers.join("registries.conf"), insecure).expect("writable");
        registry.run("");
        registry
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The publisher's home folder.
    pub fn home(&self) -> PathBuf {
        self.path("home")
    }

    /// A repository of this registry.
    pub fn repository(&self, name: &str) -> String {
        format!("{}/firm/{name}", self.address)
    }

    /// Starts it again, with more lines in the storage section of its configuration.
    pub fn run(&mut self, more: &str) {
        self.go_down();
        let text = format!(
            "version: 0.1\nlog: {{level: error, accesslog: {{disabled: true}}}}\nhttp: {{addr: '{}'}}\nstorage:\n  \
             filesystem: {{rootdirectory: '{}'}}\n  delete: {{enabled: true}}\n{more}",
            self.address,
            self.path("storage").display()
        );
        let config = self.path("registry.yml");
        fs::write(&config, text).expect("writable");
        let mut command = Command::new("docker-registry");
        command.arg("serve").arg(config).stderr(Stdio::null());
        self.running = Some(Running::start(&mut command, self.address).expect("it listens"));
    }

    /// Stops it.
    pub fn go_down(&mut self) {
        self.running = None;
    }

    /// The file of a stored manifest or layer.
    pub fn stored(&self, digest: &str) -> PathBuf {
        let sum = digest.strip_prefix("sha256:").expect("a digest");
        let blobs = self.path("storage/docker/registry/v2/blobs/sha256");
        blobs.join(&sum[..2]).join(sum).join("data")
    }

    /// The tags of a repository.
    pub fn tags(&self, repository: &str) -> Vec<String> {
        let mut skopeo = Command::new("skopeo");
        skopeo.args(["list-tags", &format!("docker://{repository}")]);
        let output = skopeo.env("HOME", self.home()).output().expect("it runs");
        assert!(output.status.success(), "{}", said(&output));
        let list: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let mut tags = Vec::new();
        for tag in list["Tags"].as_array().expect("tags") {
            tags.push(tag.as_str().expect("a name").to_owned());
        }
        tags
    }
}
