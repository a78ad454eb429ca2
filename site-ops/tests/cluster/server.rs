//! The cluster's API server for the real kubectl, which finds it through a kubeconfig.

use super::forward::forward;
use super::http::{answer, read_body, status};
use super::world::{Node, World};
use crate::verify::proxy::Request;
use serde_json::{Value, json};
use site_ops::cluster::api::Api;
use std::collections::{BTreeSet, VecDeque};
use std::ffi::OsString;
use std::fs;
use std::io::BufReader;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use tempfile::TempDir;

pub const PROGRAMS: [&str; 1] = ["kubectl"];

const DEPLOYMENT: &str = "/apis/apps/v1/namespaces/site/deployments/site";
const SERVICE: &str = "/api/v1/namespaces/site/services/site";
const PODS: &str = "/api/v1/namespaces/site/pods";

/// The time between two looks at a rollout. Each look starts kubectl, which takes most of these tests' processor time.
const POLL: Duration = Duration::from_millis(250);

/// The time between two steps of the controller.
const STEP: Duration = Duration::from_millis(50);

/// A change to the cluster by someone else.
pub type Hook = Box<dyn FnOnce(&mut World) + Send>;

/// What happens to the next write instead of a normal response.
pub enum Fault {
    /// The API refuses it with this status and reason.
    Refuse(u16, &'static str),
    /// It is saved, and the connection ends.
    SaveAndHangUp,
    /// It is saved, someone else changes the cluster, and the connection ends.
    SaveAndHangUpAfter(Hook),
    /// Someone else changes the cluster just before it.
    Precede(Hook),
    /// It isn't saved, and the connection stays open without a response.
    Hang,
}

/// A running cluster, which is ended when this value is dropped.
pub struct Cluster {
    /// The folder of the kubeconfig and kubectl's cache.
    folder: TempDir,
    shared: Arc<Shared>,
    controller: Option<JoinHandle<()>>,
}

struct Shared {
    world: Mutex<World>,
    faults: Mutex<VecDeque<Fault>>,
    /// The permissions that the requests need, such as `get services`.
    rights: Mutex<BTreeSet<String>>,
    is_over: AtomicBool,
}

impl Cluster {
    /// Starts a cluster with an applied image, and waits until its pods are ready.
    pub fn start(node: Node, image: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("its address");
        write_config(folder.path(), address);
        let shared = Arc::new(Shared {
            world: Mutex::new(World::new(node, image)),
            faults: Mutex::new(VecDeque::new()),
            rights: Mutex::new(BTreeSet::new()),
            is_over: AtomicBool::new(false),
        });
        let of_server = Arc::clone(&shared);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let shared = Arc::clone(&of_server);
                thread::spawn(move || serve(&stream, &shared));
            }
        });
        let of_controller = Arc::clone(&shared);
        let controller = thread::spawn(move || {
            while !of_controller.is_over.load(Ordering::Relaxed) {
                of_controller.world().step();
                thread::sleep(STEP);
            }
            of_controller.world().end();
        });
        Self {
            folder,
            shared,
            controller: Some(controller),
        }
    }

    /// The environment variables that point kubectl to this cluster.
    pub fn environment(&self) -> Vec<(String, OsString)> {
        vec![
            (
                "KUBECONFIG".to_owned(),
                self.folder.path().join("config").into(),
            ),
            ("HOME".to_owned(), self.folder.path().into()),
        ]
    }

    /// The API of this cluster, with frequent checks of rollouts.
    pub fn api(&self) -> Api {
        Api {
            environment: self.environment(),
            timeout: Duration::from_secs(10),
            interval: POLL,
        }
    }

    pub fn world(&self) -> MutexGuard<'_, World> {
        self.shared.world()
    }

    /// The permissions that the requests needed.
    pub fn rights(&self) -> BTreeSet<String> {
        self.shared.rights.lock().expect("no thread panics").clone()
    }

    /// Sets the variables for a program, without the variables of this test's own places.
    pub fn lead(&self, command: &mut Command) {
        command.envs(self.environment());
        for name in ["SITE_RECORD", "SITE_ORIGIN", "SITE_URL", "SITE_GATE"] {
            command.env_remove(name);
        }
    }

    /// Makes the next write fail, or a later one if other faults are queued.
    pub fn fail_next_write(&self, fault: Fault) {
        let mut faults = self.shared.faults.lock().expect("no thread panics");
        faults.push_back(fault);
    }
}

impl Shared {
    fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().expect("no thread panics")
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::Relaxed);
        if let Some(controller) = self.controller.take() {
            _ = controller.join();
        }
    }
}

/// Writes the kubeconfig of an API at an address.
pub fn write_config(folder: &Path, address: SocketAddr) {
    let config = json!({
        "apiVersion": "v1",
        "kind": "Config",
        "clusters": [{"name": "tests", "cluster": {"server": format!("http://{address}")}}],
        "users": [{"name": "publisher", "user": {}}],
        "contexts": [{"name": "tests", "context": {"cluster": "tests", "user": "publisher"}}],
        "current-context": "tests",
    });
    fs::write(folder.join("config"), config.to_string()).expect("writable");
}

/// Answers the one request of a connection.
fn serve(stream: &TcpStream, shared: &Shared) {
    let mut reader = BufReader::new(stream);
    let Some(request) = Request::read(&mut reader) else {
        return;
    };
    let body = read_body(&request, &mut reader);
    if let Some(right) = right(&request.method, &request.path) {
        let mut rights = shared.rights.lock().expect("no thread panics");
        rights.insert(right);
    }
    match (request.method.as_str(), request.path.as_str()) {
        ("GET", DEPLOYMENT) => answer(stream, 200, &shared.world().deployment.clone()),
        ("PUT", DEPLOYMENT) => put(stream, shared, &body),
        ("GET", path) => match resource(path, shared) {
            Some(found) => answer(stream, 200, &found),
            // Includes kubectl's first attempt to forward a port, with a WebSocket, after which it falls back to SPDY.
            None => answer(stream, 404, &status(404, "NotFound", "not found")),
        },
        ("POST", path) if path.ends_with("/portforward") => {
            let name = path.trim_start_matches(PODS).trim_start_matches('/');
            let name = name.trim_end_matches("/portforward");
            let ready = shared.world().ready();
            match ready.iter().find(|(pod, _)| pod == name) {
                Some((_, server)) => forward(stream, *server),
                None => answer(stream, 404, &status(404, "NotFound", "no such pod")),
            }
        }
        _ => answer(stream, 405, &status(405, "MethodNotAllowed", "not here")),
    }
}

/// The permission that a request needs in Kubernetes. `None` if everyone has it.
fn right(method: &str, path: &str) -> Option<String> {
    let (_, path) = path.split_once("/namespaces/site/")?;
    let path = path.split('?').next()?;
    let names: Vec<&str> = path.split('/').collect();
    let verb = match method {
        "GET" if names.len() == 1 => "list",
        "GET" => "get",
        "PUT" => "update",
        _ => "create",
    };
    let below = names.get(2).map(|name| format!("/{name}"));
    Some(format!("{verb} {}{}", names[0], below.unwrap_or_default()))
}

fn put(stream: &TcpStream, shared: &Shared, body: &[u8]) {
    let mut faults = shared.faults.lock().expect("no thread panics");
    let fault = faults.pop_front();
    drop(faults);
    match fault {
        None => {
            let (code, found) = shared.world().replace(body);
            answer(stream, code, &found);
        }
        Some(Fault::Refuse(code, reason)) => {
            answer(stream, code, &status(code, reason, "refused for the test"));
        }
        Some(Fault::SaveAndHangUp) => {
            let (code, _) = shared.world().replace(body);
            assert_eq!(code, 200);
        }
        Some(Fault::SaveAndHangUpAfter(hook)) => {
            let mut world = shared.world();
            let (code, _) = world.replace(body);
            assert_eq!(code, 200);
            hook(&mut world);
        }
        Some(Fault::Precede(hook)) => {
            let mut world = shared.world();
            hook(&mut world);
            let (code, found) = world.replace(body);
            drop(world);
            answer(stream, code, &found);
        }
        Some(Fault::Hang) => thread::sleep(Duration::from_secs(60)),
    }
}

/// The resources that kubectl looks up before it forwards a port.
fn resource(path: &str, shared: &Shared) -> Option<Value> {
    let found = match path {
        "/version" => json!({"major": "1", "minor": "32", "gitVersion": "v1.32.4"}),
        "/api" => json!({"kind": "APIVersions", "versions": ["v1"]}),
        "/apis" => json!({"kind": "APIGroupList", "apiVersion": "v1", "groups": []}),
        "/api/v1" => json!({
            "kind": "APIResourceList",
            "groupVersion": "v1",
            "resources": [
                {"name": "services", "singularName": "service", "namespaced": true, "kind": "Service", "verbs": ["get"]},
                {"name": "pods", "singularName": "pod", "namespaced": true, "kind": "Pod", "verbs": ["get", "list"]},
            ],
        }),
        SERVICE => json!({
            "kind": "Service",
            "apiVersion": "v1",
            "metadata": {"name": "site", "namespace": "site"},
            "spec": {
                "selector": {"app.kubernetes.io/name": "site"},
                "ports": [{"name": "http", "port": 80, "targetPort": "http", "protocol": "TCP"}],
            },
        }),
        PODS => {
            let mut pods = Vec::new();
            for (name, _) in shared.world().ready() {
                pods.push(pod(&name));
            }
            json!({"kind": "PodList", "apiVersion": "v1", "metadata": {}, "items": pods})
        }
        _ => {
            let name = path.strip_prefix(PODS)?.strip_prefix('/')?;
            let ready = shared.world().ready();
            ready.iter().find(|(pod, _)| pod == name)?;
            pod(name)
        }
    };
    Some(found)
}

fn pod(name: &str) -> Value {
    json!({
        "kind": "Pod",
        "apiVersion": "v1",
        "metadata": {"name": name, "namespace": "site", "labels": {"app.kubernetes.io/name": "site"}},
        "spec": {"containers": [{"name": "site", "ports": [{"name": "http", "containerPort": 8080}]}]},
        "status": {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]},
    })
}
