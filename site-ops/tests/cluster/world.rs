//! The state of the cluster: the site's Deployment, its ReplicaSets and their pods, and the behavior of the Deployment controller.

use super::container::{Container, Pull};
use super::http::status;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// The controller's annotation for counting rollouts.
pub const REVISION: &str = "deployment.kubernetes.io/revision";

/// The machines of the cluster.
#[derive(Clone)]
pub enum Node {
    /// Its pods don't run a program. They become ready after this time, or never if the digest of their image begins with `bad`. The Service
    /// routes to this address.
    Empty(Duration, Option<SocketAddr>),
    /// Its pods run the program in the image from their registry.
    Containers(Arc<Pull>),
}

pub struct World {
    pub deployment: Value,
    pub replica_sets: Vec<ReplicaSet>,
    node: Node,
    /// The resourceVersion of the last write.
    version: u64,
    pods: usize,
    progress: Instant,
}

/// The pods with one template.
pub struct ReplicaSet {
    template: Value,
    revision: u64,
    pods: Vec<Pod>,
}

struct Pod {
    name: String,
    start: Instant,
    state: Arc<Mutex<PodState>>,
}

enum PodState {
    Starting,
    Ready(Container),
    Broken,
    /// Its pod was deleted while it started.
    Deleted,
}

impl World {
    /// A cluster with a Deployment that was just applied, with an image.
    pub fn new(node: Node, image: &str) -> Self {
        let deployment = json!({
            "kind": "Deployment",
            "apiVersion": "apps/v1",
            "metadata": {
                "name": "site",
                "namespace": "site",
                "uid": "5d2b7b4e-5ad0-4b7c-8b1f-6c2f4c0f9e11",
                "resourceVersion": "1",
                "generation": 1,
                "creationTimestamp": "2026-01-01T00:00:00Z",
                "labels": {"app.kubernetes.io/name": "site"},
                "managedFields": [{"manager": "kubectl", "operation": "Update", "apiVersion": "apps/v1"}],
            },
            "spec": {
                "replicas": 2,
                "progressDeadlineSeconds": 600,
                "selector": {"matchLabels": {"app.kubernetes.io/name": "site"}},
                "strategy": {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": 1, "maxUnavailable": 0}},
                "template": {"spec": {"containers": [
                    {"name": "proxy", "image": "registry.example.com/proxy:1"},
                    {"name": "site", "image": image, "args": ["--drain-seconds", "5"]},
                ]}},
            },
            "status": {},
        });
        Self {
            deployment,
            replica_sets: Vec::new(),
            node,
            version: 1,
            pods: 0,
            progress: Instant::now(),
        }
    }

    /// Replaces the Deployment like the API.
    pub fn replace(&mut self, body: &[u8]) -> (u16, Value) {
        let Ok(mut object) = serde_json::from_slice::<Value>(body) else {
            return (400, status(400, "BadRequest", "it is no JSON"));
        };
        let current = &self.deployment["metadata"]["resourceVersion"];
        if object["metadata"]["resourceVersion"] != *current {
            let message = "Operation cannot be fulfilled on deployments.apps \"site\": the object has been modified; \
                           please apply your changes to the latest version and try again";
            return (409, status(409, "Conflict", message));
        }
        object["status"] = self.deployment["status"].clone();
        self.save(object);
        (200, self.deployment.clone())
    }

    /// Saves another Deployment. A change to its annotations also increases the generation, because they are copied to ReplicaSets.
    fn save(&mut self, mut object: Value) {
        let old = &self.deployment;
        if object["spec"] != old["spec"]
            || object["metadata"]["annotations"] != old["metadata"]["annotations"]
        {
            let generation = old["metadata"]["generation"].as_i64().expect("a number");
            object["metadata"]["generation"] = json!(generation + 1);
        }
        self.deployment = object;
        self.raise_version();
    }

    /// Increases the resourceVersion, like each write.
    pub fn raise_version(&mut self) {
        self.version += 1;
        self.deployment["metadata"]["resourceVersion"] = json!(self.version.to_string());
    }

    /// Runs one step of the controller.
    pub fn step(&mut self) {
        let mut new = None;
        if self.deployment["spec"]["paused"] != true {
            let place = self.replica_set();
            self.scale(place);
            new = Some(place);
        }
        let status = self.status(new);
        if status != self.deployment["status"] {
            self.deployment["status"] = status;
            self.raise_version();
        }
    }

    /// The index of the ReplicaSet with the Deployment's template. An earlier one gets the next revision.
    fn replica_set(&mut self) -> usize {
        let template = &self.deployment["spec"]["template"];
        let mut last = 0;
        for set in &self.replica_sets {
            last = last.max(set.revision);
        }
        let known = self
            .replica_sets
            .iter()
            .position(|set| set.template == *template);
        let place = known.unwrap_or_else(|| {
            let template = template.clone();
            self.replica_sets.push(ReplicaSet {
                template,
                revision: 0,
                pods: Vec::new(),
            });
            self.replica_sets.len() - 1
        });
        if self.replica_sets[place].revision < last || last == 0 {
            self.replica_sets[place].revision = last + 1;
            self.progress = Instant::now();
            // The controller writes this to the Deployment, so another write may conflict with it.
            let mut object = self.deployment.clone();
            let annotations = &mut object["metadata"]["annotations"];
            if !annotations.is_object() {
                *annotations = json!({});
            }
            annotations[REVISION] = json!((last + 1).to_string());
            self.save(object);
        }
        place
    }

    /// Starts or ends at most one pod. There are never fewer ready pods than wanted, and at most one more pod than wanted.
    fn scale(&mut self, new: usize) {
        let wanted = self.wanted();
        let (mut all, mut ready) = (0, 0);
        let mut victim = None;
        for (place, set) in self.replica_sets.iter().enumerate() {
            all += set.pods.len();
            for (index, pod) in set.pods.iter().enumerate() {
                let is_ready = pod.is_ready(&self.node, &set.template);
                ready += usize::from(is_ready);
                // End a pod that isn't ready first.
                if place != new && (victim.is_none() || !is_ready) {
                    victim = Some((place, index, is_ready));
                }
            }
        }
        if let Some((place, index, is_ready)) = victim
            && (!is_ready || ready > wanted)
        {
            let pod = self.replica_sets[place].pods.remove(index);
            pod.delete();
            self.progress = Instant::now();
        } else if self.replica_sets[new].pods.len() < wanted && all < wanted + 1 {
            self.pods += 1;
            let pod = Pod::start(self.pods, &self.node, &self.replica_sets[new].template);
            self.replica_sets[new].pods.push(pod);
            self.progress = Instant::now();
        }
    }

    fn wanted(&self) -> usize {
        let wanted = self.deployment["spec"]["replicas"].as_u64();
        usize::try_from(wanted.expect("a number")).expect("a few")
    }

    /// The status from the controller. It omits zeros, like the real one.
    fn status(&self, new: Option<usize>) -> Value {
        let (mut all, mut ready, mut updated) = (0, 0, 0);
        for set in &self.replica_sets {
            all += set.pods.len();
            if set.template == self.deployment["spec"]["template"] {
                updated = set.pods.len();
            }
            for pod in &set.pods {
                ready += usize::from(pod.is_ready(&self.node, &set.template));
            }
        }
        let wanted = self.wanted();
        let is_complete = all == wanted && updated == wanted && ready == wanted;
        let deadline = self.deployment["spec"]["progressDeadlineSeconds"].as_u64();
        let deadline = Duration::from_secs(deadline.expect("a number"));
        let (value, reason, message) = if new.is_none() {
            ("Unknown", "DeploymentPaused", "Deployment is paused")
        } else if is_complete {
            (
                "True",
                "NewReplicaSetAvailable",
                "ReplicaSet has successfully progressed.",
            )
        } else if self.progress.elapsed() > deadline {
            (
                "False",
                "ProgressDeadlineExceeded",
                "ReplicaSet has timed out progressing.",
            )
        } else {
            ("True", "ReplicaSetUpdated", "ReplicaSet is progressing.")
        };
        let mut status = json!({
            "observedGeneration": self.deployment["metadata"]["generation"],
            "conditions": [
                {"type": "Available", "status": "True", "reason": "MinimumReplicasAvailable"},
                {"type": "Progressing", "status": value, "reason": reason, "message": message},
            ],
        });
        for (name, count) in [
            ("replicas", all),
            ("updatedReplicas", updated),
            ("readyReplicas", ready),
            ("availableReplicas", ready),
        ] {
            if count > 0 {
                status[name] = json!(count);
            }
        }
        status
    }

    /// The names of the Service's pods, newest first, each with its server's address.
    pub fn ready(&self) -> Vec<(String, SocketAddr)> {
        let mut found = Vec::new();
        for set in &self.replica_sets {
            for pod in &set.pods {
                let state = pod.state.lock().expect("no thread panics");
                let address = match (&self.node, &*state) {
                    (Node::Containers(_), PodState::Ready(container)) => Some(container.address),
                    (Node::Empty(_, address), _) => *address,
                    _ => None,
                };
                drop(state);
                if let Some(address) = address
                    && pod.is_ready(&self.node, &set.template)
                {
                    found.push((pod.start, pod.name.clone(), address));
                }
            }
        }
        found.sort();
        found.reverse();
        let mut ready = Vec::new();
        for (_, name, address) in found {
            ready.push((name, address));
        }
        ready
    }

    /// Ends every pod.
    pub fn end(&mut self) {
        for set in &mut self.replica_sets {
            for pod in set.pods.drain(..) {
                pod.delete();
            }
        }
    }
}

impl Pod {
    fn start(number: usize, node: &Node, template: &Value) -> Self {
        let state = Arc::new(Mutex::new(PodState::Starting));
        if let Node::Containers(pull) = node {
            let (pull, state, image) = (Arc::clone(pull), Arc::clone(&state), image_of(template));
            thread::spawn(move || {
                let result = Container::start(&pull, &image, number);
                let mut state = state.lock().expect("no thread panics");
                *state = match (&*state, result) {
                    (PodState::Deleted, _) => PodState::Deleted,
                    (_, Ok(container)) => PodState::Ready(container),
                    (_, Err(_)) => PodState::Broken,
                };
            });
        }
        let name = format!("site-{number}");
        let start = Instant::now();
        Self { name, start, state }
    }

    fn is_ready(&self, node: &Node, template: &Value) -> bool {
        match node {
            Node::Empty(time, _) => {
                self.start.elapsed() >= *time && !image_of(template).contains("@sha256:bad")
            }
            Node::Containers(_) => {
                let state = self.state.lock().expect("no thread panics");
                matches!(*state, PodState::Ready(_))
            }
        }
    }

    /// Ends its container.
    fn delete(self) {
        *self.state.lock().expect("no thread panics") = PodState::Deleted;
    }
}

fn image_of(template: &Value) -> String {
    let image = template["spec"]["containers"][1]["image"].as_str();
    image.expect("an image").to_owned()
}
