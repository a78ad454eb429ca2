//! What Kubernetes does for a place, done by this test: it pulls an image by its digest, starts the program in it, and has a service lead to it.
//!
//! umoci unpacks the image, and says what is to be started as whom: a program that knows nothing of how the image was made.

use super::make_executable;
use super::registry::Registry;
use crate::server::free_address;
use crate::workspace::{said, say_unchecked};
use serde_json::Value;
use site_cli::client::Client;
use std::fs;
use std::io;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

pub const PROGRAMS: [&str; 3] = ["umoci", "unshare", "chroot"];

/// Passes each of its calls on as a file, and answers as that says.
const KUBECTL: &str = r#"#!/bin/bash
cd "$(dirname "$0")/requests"
name=$(mktemp request.XXXXXX)
echo "$*" > "$name.unfinished"
mv "$name.unfinished" "$name.asked"
until [ -e "$name.answered" ]; do sleep 0.02; done
tail -n +2 "$name.answered"
status=$(head -1 "$name.answered")
if [ "$status" = stays ]; then exec sleep 3600; fi
exit "$status"
"#;

/// Starts a program as a container has it: in a root of its own that is never written to, beside which there is /proc alone.
const CONTAINER: &str = r#"
set -e
root=$1
mkdir "$root/proc"
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -o remount,bind,ro "$root"
exec chroot --userspec="$2" --groups= "$root" "${@:3}"
"#;

/// Returns true where this user may give a program a root of its own, and says it where not.
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

pub struct Cluster {
    /// The address of the service.
    pub address: SocketAddr,
    folder: PathBuf,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Cluster {
    /// Runs in a folder, and pulls as the home of a registry says.
    pub fn start(folder: &Path, registry: &Registry) -> Self {
        let requests = folder.join("requests");
        fs::create_dir_all(&requests).expect("writable");
        let kubectl = folder.join("kubectl");
        fs::write(&kubectl, KUBECTL).expect("writable");
        make_executable(&kubectl);
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("its address");
        let serving = Arc::new(Mutex::new(None));
        lead(listener, &serving);
        let is_over = Arc::new(AtomicBool::new(false));
        let mut deployment = Deployment {
            folder: folder.to_owned(),
            home: registry.home(),
            image: "registry.example.com/site-server@sha256:0".to_owned(),
            started: 0,
            running: None,
            serving,
        };
        let stop = Arc::clone(&is_over);
        let thread = thread::spawn(move || {
            while !stop.load(Ordering::Relaxed) {
                deployment.answer_all(&requests);
                thread::sleep(Duration::from_millis(5));
            }
            deployment.end();
        });
        Self {
            address,
            folder: folder.to_owned(),
            is_over,
            thread: Some(thread),
        }
    }

    /// A PATH that begins with the cluster's `kubectl`.
    pub fn path(&self) -> String {
        let path = std::env::var("PATH").expect("a PATH");
        format!("{}:{path}", self.folder.display())
    }

    /// The image that the cluster is told to run.
    pub fn image(&self) -> String {
        let mut kubectl = Command::new(self.folder.join("kubectl"));
        kubectl.args(["--namespace", "site", "get", "deployment/site"]);
        said(&kubectl.output().expect("bash runs"))
    }

    /// The files of the image that was started last.
    pub fn files(&self) -> Vec<String> {
        let mut files = Vec::new();
        let root = self.folder.join("last/rootfs");
        for entry in fs::read_dir(root).expect("it was started") {
            let name = entry.expect("readable").file_name();
            if name != "proc" {
                files.push(name.to_string_lossy().into_owned());
            }
        }
        files.sort();
        files
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            _ = thread.join();
        }
    }
}

/// A server in the root of its image.
struct Container {
    image: String,
    child: Child,
    address: SocketAddr,
}

struct Deployment {
    folder: PathBuf,
    home: PathBuf,
    /// The image that was asked for.
    image: String,
    started: usize,
    running: Option<Container>,
    /// The address that the service leads to.
    serving: Arc<Mutex<Option<SocketAddr>>>,
}

impl Deployment {
    fn answer_all(&mut self, requests: &Path) {
        for entry in fs::read_dir(requests).expect("readable") {
            let path = entry.expect("readable").path();
            if path
                .extension()
                .is_some_and(|extension| extension == "asked")
            {
                let asked = fs::read_to_string(&path).expect("readable");
                fs::remove_file(&path).expect("ours");
                let answer = self.answer(asked.trim());
                fs::write(path.with_extension("answer"), answer).expect("writable");
                let answered = path.with_extension("answered");
                fs::rename(path.with_extension("answer"), answered).expect("writable");
            }
        }
    }

    /// The status of a call, and below it what it prints.
    fn answer(&mut self, asked: &str) -> String {
        let words: Vec<&str> = asked.split(' ').collect();
        match words.as_slice() {
            ["--namespace", "site", "get", "deployment/site", ..] => format!("0\n{}", self.image),
            [
                "--namespace",
                "site",
                "set",
                "image",
                "deployment/site",
                image,
            ] => {
                let image = image
                    .strip_prefix("site=")
                    .expect("the container has this name");
                image.clone_into(&mut self.image);
                "0\n".to_owned()
            }
            [
                "--namespace",
                "site",
                "rollout",
                "status",
                "deployment/site",
                _,
            ] => match self.roll_out() {
                Ok(()) => "0\n".to_owned(),
                Err(problem) => format!("1\n{problem}\n"),
            },
            [
                "--namespace",
                "site",
                "port-forward",
                "--address",
                address,
                "service/site",
                port,
            ] => {
                let port = port.strip_suffix(":http").expect("the port has this name");
                let listener = TcpListener::bind(format!("{address}:{port}")).expect("free");
                lead(listener, &self.serving);
                "stays\n".to_owned()
            }
            _ => panic!("{asked}"),
        }
    }

    /// Starts what was asked for, and ends what ran once that is ready.
    fn roll_out(&mut self) -> Result<(), String> {
        if let Some(running) = &self.running
            && running.image == self.image
        {
            return Ok(());
        }
        let container = self.start()?;
        *self.serving.lock().expect("no thread panics") = Some(container.address);
        self.end();
        self.running = Some(container);
        Ok(())
    }

    fn end(&mut self) {
        if let Some(mut container) = self.running.take() {
            let id = container.child.id().to_string();
            _ = Command::new("kill").arg(id).status();
            _ = container.child.wait();
        }
    }

    fn start(&mut self) -> Result<Container, String> {
        self.started += 1;
        let bundle = self.folder.join(format!("bundle-{}", self.started));
        let layout = format!("{}/layout-{}:it", self.folder.display(), self.started);
        let mut pull = Command::new("skopeo");
        pull.args(["copy", "--quiet", &format!("docker://{}", self.image)]);
        pull.arg(format!("oci:{layout}")).env("HOME", &self.home);
        succeed(&mut pull)?;
        let mut unpack = Command::new("umoci");
        unpack.args(["unpack", "--image", &layout]).arg(&bundle);
        succeed(&mut unpack)?;
        let last = self.folder.join("last");
        _ = fs::remove_file(&last);
        std::os::unix::fs::symlink(&bundle, last).expect("writable");

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
        // As the manifest has them, but for the ports, of which this machine has each once.
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
        let mut container = Container {
            image: self.image.clone(),
            child,
            address,
        };
        if is_ready(&mut container.child, admin) {
            return Ok(container);
        }
        _ = container.child.kill();
        _ = container.child.wait();
        Err("error: deployment \"site\" exceeded its progress deadline".to_owned())
    }
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

/// Leads each connection to where the service leads then; ends with the tests.
fn lead(listener: TcpListener, serving: &Arc<Mutex<Option<SocketAddr>>>) {
    let serving = Arc::clone(serving);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let Some(address) = *serving.lock().expect("no thread panics") else {
                continue;
            };
            let Ok(server) = TcpStream::connect(address) else {
                continue;
            };
            let (client, from_server) = (stream.try_clone(), server.try_clone());
            let (client, from_server) = (client.expect("ours"), from_server.expect("ours"));
            thread::spawn(move || pass(&stream, &server));
            thread::spawn(move || pass(&from_server, &client));
        }
    });
}

/// Passes on what comes, until its end.
fn pass(mut from: &TcpStream, mut to: &TcpStream) {
    _ = io::copy(&mut from, &mut to);
    _ = to.shutdown(Shutdown::Write);
}

fn succeed(command: &mut Command) -> Result<(), String> {
    let output = command.output().expect("it runs");
    if output.status.success() {
        return Ok(());
    }
    Err(said(&output))
}
