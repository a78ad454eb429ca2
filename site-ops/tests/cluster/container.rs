//! Runs a server in the root of its image, like a node of a cluster.
//!
//! umoci unpacks the image and reads the command and user from it, without knowing how the image was made.

use crate::server::free_address;
use crate::workspace::{said, say_unchecked};
use serde_json::Value;
use site_cli::client::Client;
use std::fs;
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

pub const PROGRAMS: [&str; 3] = ["umoci", "unshare", "chroot"];

/// Starts a program like a container: in its own read-only root, with only /proc mounted in it.
const CONTAINER: &str = r#"
set -e
root=$1
mkdir "$root/proc"
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -o remount,bind,ro "$root"
exec chroot --userspec="$2" --groups= "$root" "${@:3}"
"#;

/// Returns true if this user may give a program its own root. Otherwise, prints a note.
pub fn can_run() -> bool {
    let mut unshare = Command::new("unshare");
    unshare.args(["--mount", "mount", "-t", "proc", "proc", "/proc"]);
    let may = unshare.stderr(Stdio::null()).status();
    if may.is_ok_and(|status| status.success()) {
        return true;
    }
    say_unchecked("a root of its own for a program, which this user may not give,");
    false
}

/// How a node gets its images.
pub struct Pull {
    /// The folder for the images.
    pub folder: PathBuf,
    /// The home folder with skopeo's settings.
    pub home: PathBuf,
}

/// A running server, which is ended when this value is dropped.
pub struct Container {
    pub address: SocketAddr,
    child: Child,
}

impl Container {
    /// Pulls an image, starts its server, and waits until it is ready.
    pub fn start(pull: &Pull, image: &str, number: usize) -> Result<Self, String> {
        let bundle = pull.folder.join(format!("bundle-{number}"));
        let layout = format!("{}/layout-{number}:it", pull.folder.display());
        let mut copy = Command::new("skopeo");
        copy.args(["copy", "--quiet", &format!("docker://{image}")]);
        copy.arg(format!("oci:{layout}")).env("HOME", &pull.home);
        succeed(&mut copy)?;
        let mut unpack = Command::new("umoci");
        unpack.args(["unpack", "--image", &layout]).arg(&bundle);
        succeed(&mut unpack)?;
        let last = pull.folder.join("last");
        let next = pull.folder.join(format!("next-{number}"));
        std::os::unix::fs::symlink(&bundle, &next).expect("writable");
        fs::rename(next, last).expect("writable");

        let text = fs::read_to_string(bundle.join("config.json")).expect("unpacked");
        let config: Value = serde_json::from_str(&text).expect("JSON");
        let process = &config["process"];
        let (address, admin) = (free_address(), free_address());
        let (address, admin) = (address.expect("a free port"), admin.expect("a free port"));
        let mut command = Command::new("unshare");
        command.args(["--mount", "bash", "-c", CONTAINER, "bash"]);
        command.arg(bundle.join("rootfs"));
        let user = &process["user"];
        command.arg(format!("{}:{}", user["uid"], user["gid"]));
        for word in process["args"].as_array().expect("words") {
            command.arg(word.as_str().expect("a word"));
        }
        // The arguments in the manifest, except the ports, which must be unique on this machine.
        command.args(["--addr", &address.to_string()]);
        command.args(["--admin", &admin.to_string()]);
        let path = std::env::var_os("PATH").expect("a PATH");
        command.env_clear().env("PATH", path);
        for variable in process["env"].as_array().expect("variables") {
            let variable = variable.as_str().expect("a word");
            let (name, value) = variable.split_once('=').expect("a variable");
            if name != "PATH" {
                command.env(name, value);
            }
        }
        command.stdin(Stdio::null()).stdout(Stdio::null());
        let child = command.spawn().expect("chroot runs");
        let mut container = Self { address, child };
        if is_ready(&mut container.child, admin) {
            return Ok(container);
        }
        Err("error: deployment \"site\" exceeded its progress deadline".to_owned())
    }
}

impl Drop for Container {
    fn drop(&mut self) {
        // If it has ended already, its process ID may belong to another process.
        if matches!(self.child.try_wait(), Ok(Some(_))) {
            return;
        }
        let id = self.child.id().to_string();
        _ = Command::new("kill").arg(id).status();
        _ = self.child.wait();
    }
}

/// The files of the most recently started image. `folder` is the folder of images.
pub fn files(folder: &std::path::Path) -> Vec<String> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder.join("last/rootfs")).expect("it was started") {
        let name = entry.expect("readable").file_name();
        if name != "proc" {
            files.push(name.to_string_lossy().into_owned());
        }
    }
    files.sort();
    files
}

fn is_ready(child: &mut Child, admin: SocketAddr) -> bool {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(20) {
        if child.try_wait().expect("ours").is_some() {
            return false;
        }
        if TcpStream::connect(admin).is_ok() {
            let client = Client::connect(admin).expect("it listens");
            let ready = client.get("/ready", &[]);
            if ready.is_ok_and(|response| response.status == 200) {
                return true;
            }
        }
        thread::sleep(Duration::from_millis(10));
    }
    false
}

fn succeed(command: &mut Command) -> Result<(), String> {
    let output = command.output().expect("it runs");
    if output.status.success() {
        return Ok(());
    }
    Err(said(&output))
}
