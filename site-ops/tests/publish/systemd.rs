//! The parts of systemd that a place needs: holds the socket, and starts and stops servers on it.

use crate::server::free_address;
use site_cli::client::Client;
use std::collections::BTreeMap;
use std::fs;
use std::net::{SocketAddr, TcpListener};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Passes each call on in a file, and waits for the answer.
const SYSTEMCTL: &str = r#"#!/bin/bash
cd "$(dirname "$0")"
name=$(mktemp request.XXXXXX)
echo "$*" > "$name.unfinished"
mv "$name.unfinished" "$name.asked"
until [ -e "$name.answered" ]; do sleep 0.02; done
{ read -r status; cat; } < "$name.answered"
exit "$status"
"#;

pub struct Systemd {
    pub address: SocketAddr,
    folder: PathBuf,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Systemd {
    /// Opens a socket, and handles calls of the `systemctl` in this folder, for the publications in the other folder.
    pub fn start(folder: &Path, publications: &Path) -> Self {
        fs::create_dir_all(folder).expect("writable");
        let script = folder.join("systemctl");
        fs::write(&script, SYSTEMCTL).expect("writable");
        let mut chmod = Command::new("chmod");
        assert!(
            chmod
                .arg("755")
                .arg(script)
                .status()
                .expect("it runs")
                .success()
        );
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("its address");
        let is_over = Arc::new(AtomicBool::new(false));
        let mut servers = Servers {
            listener,
            publications: publications.to_owned(),
            running: BTreeMap::new(),
        };
        let (requests, stop) = (folder.to_owned(), Arc::clone(&is_over));
        let thread = thread::spawn(move || {
            while !stop.load(Ordering::Relaxed) {
                servers.answer(&requests);
                thread::sleep(Duration::from_millis(5));
            }
            for (_, server) in std::mem::take(&mut servers.running) {
                end(server);
            }
        });
        Self {
            address,
            folder: folder.to_owned(),
            is_over,
            thread: Some(thread),
        }
    }

    pub fn systemctl(&self) -> PathBuf {
        self.folder.join("systemctl")
    }

    /// The digests of running servers.
    pub fn running(&self) -> Vec<String> {
        let mut systemctl = Command::new(self.systemctl());
        let output = systemctl
            .args(["list-units", "site-server@*.service"])
            .output();
        let output = output.expect("it runs");
        let mut digests = Vec::new();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let unit = line
                .strip_prefix("site-server@")
                .expect("a unit of a server");
            digests.push(unit.split('.').next().unwrap_or_default().to_owned());
        }
        digests
    }
}

impl Drop for Systemd {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            _ = thread.join();
        }
    }
}

struct Servers {
    listener: TcpListener,
    publications: PathBuf,
    running: BTreeMap<String, Child>,
}

impl Servers {
    fn answer(&mut self, folder: &Path) {
        for entry in fs::read_dir(folder).expect("readable") {
            let path = entry.expect("readable").path();
            if path
                .extension()
                .is_some_and(|extension| extension == "asked")
            {
                let asked = fs::read_to_string(&path).expect("readable");
                let mut answer = String::new();
                if asked.starts_with("list-units ") {
                    answer += "0\n";
                    for digest in self.running.keys() {
                        answer += &format!("site-server@{digest}.service loaded active running\n");
                    }
                } else {
                    answer += if self.is_done(asked.trim()) {
                        "0\n"
                    } else {
                        "1\n"
                    };
                }
                fs::remove_file(&path).expect("ours");
                fs::write(path.with_extension("answer"), answer).expect("writable");
                let answered = path.with_extension("answered");
                fs::rename(path.with_extension("answer"), answered).expect("writable");
            }
        }
    }

    fn is_done(&mut self, asked: &str) -> bool {
        let (verb, unit) = asked.split_once(' ').expect("a verb and a unit");
        let name = unit
            .strip_prefix("site-server@")
            .and_then(|rest| rest.strip_suffix(".service"));
        let digest = name.expect("a unit of a publication").to_owned();
        match verb {
            "start" => {
                if self.running.contains_key(&digest) {
                    return true;
                }
                let Some(server) = self.started(&digest) else {
                    return false;
                };
                self.running.insert(digest, server);
                true
            }
            "stop" => {
                if let Some(server) = self.running.remove(&digest) {
                    end(server);
                }
                true
            }
            _ => panic!("{asked}"),
        }
    }

    /// Starts a server on the socket, and waits until it is ready.
    fn started(&self, digest: &str) -> Option<Child> {
        let admin = free_address().expect("a free port");
        let socket: OwnedFd = self.listener.try_clone().expect("a socket").into();
        let mut command = Command::new("bash");
        command.args([
            "-c",
            "exec 3<&0 0< /dev/null; export LISTEN_FDS=1 LISTEN_FDNAMES=http LISTEN_PID=$$; exec \"$@\"",
            "bash",
        ]);
        command.arg(self.publications.join(digest).join("site-server"));
        command.args(["--admin", &admin.to_string()]);
        command.env("SITE_PARTS", self.publications.with_file_name("parts"));
        command.stdin(Stdio::from(socket)).stdout(Stdio::null());
        let mut server = command.spawn().expect("bash runs");
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(20) {
            if server.try_wait().expect("ours").is_some() {
                return None;
            }
            if std::net::TcpStream::connect(admin).is_ok() {
                let ready = Client::connect(admin)
                    .expect("it listens")
                    .get("/ready", &[]);
                if ready.is_ok_and(|response| response.status == 200) {
                    return Some(server);
                }
            }
            thread::sleep(Duration::from_millis(5));
        }
        end(server);
        None
    }
}

fn end(mut server: Child) {
    let id = server.id().to_string();
    _ = Command::new("kill").arg(id).status();
    _ = server.wait();
}
