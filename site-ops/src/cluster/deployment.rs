//! A Deployment in the cluster's API.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

/// The container of the site's server in each pod.
const CONTAINER: &str = "site";

/// A complete Deployment. Fields that this program doesn't know are sent back unchanged.
#[derive(Debug, Clone, PartialEq)]
pub struct Deployment {
    object: Value,
    /// The index of the server's container.
    container: usize,
}

/// The progress of a rollout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rollout {
    /// All servers run the Deployment's image, and the Service routes to no others.
    Complete,
    /// The cluster hasn't finished. The text says what is missing.
    Progressing(String),
    /// The Deployment is paused, so the cluster doesn't start the missing servers.
    Paused,
    /// The servers didn't become ready before the deadline of the Deployment. The text is the cluster's own message.
    DeadlineExceeded(String),
}

impl Deployment {
    /// Parses the API's JSON.
    ///
    /// # Errors
    /// Returns an error if the JSON lacks a required field of the site's Deployment.
    pub fn parse(json: &[u8]) -> Result<Self> {
        let object: Value = serde_json::from_slice(json)
            .context("expected a Deployment in JSON from the API, found something else; see that the kubeconfig leads to the cluster")?;
        ensure!(
            object["kind"] == "Deployment",
            "expected a Deployment from the API, found {}; see that the kubeconfig leads to the cluster",
            object["kind"]
        );
        // Without this version, the API would replace the Deployment even if someone has changed it.
        ensure!(
            object["metadata"]["resourceVersion"].is_string()
                && object["metadata"]["generation"].is_i64(),
            "expected a Deployment with resourceVersion and generation, found {} and {}; see that the kubeconfig leads to the cluster",
            object["metadata"]["resourceVersion"],
            object["metadata"]["generation"]
        );
        let containers = object["spec"]["template"]["spec"]["containers"].as_array();
        let mut position = None;
        for (index, container) in containers.into_iter().flatten().enumerate() {
            if container["name"] == CONTAINER && container["image"].is_string() {
                position = Some(index);
            }
        }
        let container = position.with_context(|| {
            format!("expected a container `{CONTAINER}` with an image in the Deployment, found none; apply deploy/kubernetes/site.yaml with its names unchanged")
        })?;
        Ok(Self { object, container })
    }

    /// Returns the JSON for the API.
    pub fn to_json(&self) -> String {
        self.object.to_string()
    }

    pub fn annotation(&self, name: &str) -> Option<&str> {
        self.object["metadata"]["annotations"][name].as_str()
    }

    pub fn set_annotation(&mut self, name: &str, value: &str) {
        let annotations = &mut self.object["metadata"]["annotations"];
        if !annotations.is_object() {
            *annotations = json!({});
        }
        annotations[name] = json!(value);
    }

    /// Returns the image of the server, such as `registry.example.com/firm/site@sha256:…`.
    pub fn image(&self) -> &str {
        let containers = &self.object["spec"]["template"]["spec"]["containers"];
        let image = containers[self.container]["image"].as_str();
        image.expect("`parse` returns an error if the container has no image")
    }

    pub fn set_image(&mut self, image: &str) {
        let containers = &mut self.object["spec"]["template"]["spec"]["containers"];
        containers[self.container]["image"] = json!(image);
    }

    /// Returns true if the cluster doesn't change the servers when the image changes.
    pub fn paused(&self) -> bool {
        self.object["spec"]["paused"] == true
    }

    pub fn set_paused(&mut self, paused: bool) {
        self.object["spec"]["paused"] = json!(paused);
    }

    /// Returns the version that every write increases, including writes by the cluster itself.
    pub fn resource_version(&self) -> &str {
        let version = self.object["metadata"]["resourceVersion"].as_str();
        version.expect("`parse` returns an error if there is no resourceVersion")
    }

    /// Returns the number that every change of the spec or an annotation increases.
    pub fn generation(&self) -> i64 {
        let generation = self.object["metadata"]["generation"].as_i64();
        generation.expect("`parse` returns an error if there is no generation")
    }

    /// Returns the progress of the rollout, by the rules of `kubectl rollout status`.
    pub fn rollout(&self) -> Rollout {
        let status = &self.object["status"];
        if count(&status["observedGeneration"]) < self.generation() {
            return Rollout::Progressing("the cluster hasn't read the change yet".to_owned());
        }
        // If the number of replicas is absent, it is 1.
        let wanted = self.object["spec"]["replicas"].as_i64().unwrap_or(1);
        let all = count(&status["replicas"]);
        let updated = count(&status["updatedReplicas"]);
        let available = count(&status["availableReplicas"]);
        let missing = if updated < wanted {
            format!("{updated} of {wanted} servers have started")
        } else if all > updated {
            format!("{} earlier servers still run", all - updated)
        } else if available < updated {
            format!("{available} of {updated} servers are ready")
        } else {
            return Rollout::Complete;
        };
        if self.paused() {
            return Rollout::Paused;
        }
        for condition in status["conditions"].as_array().into_iter().flatten() {
            if condition["type"] == "Progressing"
                && condition["reason"] == "ProgressDeadlineExceeded"
            {
                let message = condition["message"].as_str().unwrap_or(&missing);
                return Rollout::DeadlineExceeded(message.to_owned());
            }
        }
        Rollout::Progressing(missing)
    }
}

/// Returns a number from the status, which omits zeros.
fn count(value: &Value) -> i64 {
    value.as_i64().unwrap_or(0)
}
