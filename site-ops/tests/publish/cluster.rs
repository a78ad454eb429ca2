//! What Kubernetes does for a place, done by this test: it pulls an image by its digest, starts the program in it, and has a service lead to it.

use super::make_executable;
use super::registry::Registry;
use crate::cluster::container::{Container, Pull, files};
use crate::workspace::said;
use std::fs;
use std::io;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

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
            pull: Pull {
                folder: folder.to_owned(),
                home: registry.home(),
            },
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
        files(&self.folder)
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

struct Deployment {
    pull: Pull,
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
        self.started += 1;
        let container = Container::start(&self.pull, &self.image, self.started)?;
        *self.serving.lock().expect("no thread panics") = Some(container.address);
        self.running = Some(container);
        Ok(())
    }
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
