//! A registry on this machine, and built servers that need no library.

use super::{make_executable, script};
use crate::server::{Running, free_address};
use crate::verify::place::{BEFORE, LIVE};
use crate::workspace::said;
use site_table::assemble;
use std::env;
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;
use tempfile::TempDir;

/// What the registry, and the script that uses it, need.
pub const PROGRAMS: [&str; 5] = ["docker-registry", "skopeo", "jq", "tar", "musl-gcc"];

const TARGET: &str = "x86_64-unknown-linux-musl";

/// The static program of the server, without a table.
static PROGRAM: LazyLock<Vec<u8>> = LazyLock::new(|| {
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
    fs::read(folder.join(TARGET).join("debug/site-server")).expect("built")
});

/// The servers of the tests' own site, as they are and as they were before, each as a static program.
pub static STATIC_LIVE: LazyLock<PathBuf> = LazyLock::new(|| without_libraries(&LIVE));
pub static STATIC_BEFORE: LazyLock<PathBuf> = LazyLock::new(|| without_libraries(&BEFORE));

/// The static program with the table of a built server, beside it.
fn without_libraries(server: &Path) -> PathBuf {
    let program = server.with_file_name("program-static");
    fs::write(&program, &*PROGRAM).expect("writable");
    make_executable(&program);
    let file = server.with_file_name("site-server-static");
    assemble(&program, &server.with_file_name("table.bin"), &file).expect("a server");
    file
}

/// A registry, whose images are in a folder.
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
        // skopeo asks by TLS unless it is told otherwise; this is where it looks for that.
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

    /// The home of who publishes.
    pub fn home(&self) -> PathBuf {
        self.path("home")
    }

    /// A repository of this registry.
    pub fn repository(&self, name: &str) -> String {
        format!("{}/firm/{name}", self.address)
    }

    /// Starts it anew, with more lines in its configuration about how it stores.
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

    /// Ends it: nobody answers any more.
    pub fn go_down(&mut self) {
        self.running = None;
    }

    /// The file in which it stores a manifest or a layer.
    pub fn stored(&self, digest: &str) -> PathBuf {
        let sum = digest.strip_prefix("sha256:").expect("a digest");
        let blobs = self.path("storage/docker/registry/v2/blobs/sha256");
        blobs.join(&sum[..2]).join(sum).join("data")
    }

    /// Asks by skopeo, which is not the script's own way of reading; returns what it prints.
    pub fn skopeo(&self, words: &[&str]) -> String {
        let mut skopeo = Command::new("skopeo");
        skopeo.args(words).env("HOME", self.home());
        let output = skopeo.output().expect("skopeo runs");
        assert!(output.status.success(), "{words:?}: {}", said(&output));
        said(&output)
    }

    /// Asks registry.sh about a repository.
    pub fn keep(&self, repository: &str, words: &[&str]) -> Output {
        let mut keep = Command::new("bash");
        keep.arg(script("registry.sh")).args(words);
        keep.env("SITE_STORE", repository).env("HOME", self.home());
        keep.output().expect("bash runs")
    }
}
