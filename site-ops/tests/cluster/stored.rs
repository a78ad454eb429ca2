//! Publishes to Kubernetes with `cargo site-ops`: the real kubectl, skopeo and registry, and pods that run the images' servers.

use super::container::{self, Pull, can_run};
use super::registry::{PROGRAM, PROGRAMS, Registry as Server, STATIC_BEFORE, STATIC_LIVE};
use super::server::{self, Cluster};
use super::store::{APPROVED, STATE};
use super::world::Node;
use crate::publish::are_installed;
use crate::publish::firm::succeeds;
use crate::server::Running;
use crate::verify::place::{BEFORE, LIVE, OLD_PART, WITHDRAWN};
use crate::workspace::{Workspace, git, holds, said};
use jiff::Timestamp;
use serde_json::json;
use site_cli::client::Client;
use site_ops::cluster::api::Replacement;
use site_ops::cluster::deployment::Rollout;
use site_ops::cluster::image::{Image, Source};
use site_ops::cluster::registry::Registry;
use site_place::state::{State, Version};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;
use std::time::Duration;

/// A firm that publishes to a cluster, with a record.
struct Firm {
    clone: Workspace,
    // Declared first, so that the servers end before their folders are deleted.
    cluster: Cluster,
    server: Server,
    repository: String,
}

impl Firm {
    /// Applies the Deployment with an image that isn't a publication, like deploy/kubernetes/site.yaml.
    fn start() -> Self {
        let clone = Workspace::small().committed();
        git(&clone, "tag before");
        git(&clone, "commit --quiet --allow-empty --message=Change");
        git(&clone, "tag live");
        let server = Server::start();
        let nodes = server.path("nodes");
        fs::create_dir(&nodes).expect("writable");
        let pull = Pull {
            folder: nodes,
            home: server.home(),
        };
        let repository = server.repository("site");
        let image = format!("{repository}@sha256:{:0<64}", "");
        let cluster = Cluster::start(Node::Containers(Arc::new(pull)), &image);
        let firm = Self {
            clone,
            server,
            cluster,
            repository,
        };
        let mut create = firm.ops(&["record", "create", "--zone", "America/Chicago"]);
        create.args(["--fiscal-year-ends", "12-31", "--actor", "ann"]);
        succeeds(&mut create);
        firm
    }

    /// The command `cargo site-ops` in the clone.
    fn ops(&self, words: &[&str]) -> Command {
        let mut ops = Command::new(env!("CARGO_BIN_EXE_site-ops"));
        self.cluster.lead(&mut ops);
        ops.env("SITE_PLACE", format!("image://{}", self.repository));
        ops.env("SITE_RECORD", self.server.path("record"));
        // skopeo finds its settings for this registry there, and kubectl its cache.
        ops.env("HOME", self.server.home());
        ops.env("SITE_ACTOR", "ann").args(words);
        ops.current_dir(self.clone.path());
        ops
    }

    fn registry(&self) -> Registry {
        Registry {
            repository: self.repository.clone(),
            environment: vec![("HOME".to_owned(), self.server.home().into())],
        }
    }

    fn state(&self) -> State {
        let json = succeeds(&mut self.ops(&["status", "--json"]));
        serde_json::from_str(&json).expect("a state")
    }

    /// Sets an annotation, as `kubectl annotate` does.
    fn annotate(&self, name: &str, value: &str) {
        loop {
            let mut deployment = self.cluster.api().deployment().expect("it answers");
            deployment.set_annotation(name, value);
            match self.cluster.api().replace(&deployment) {
                Ok(Replacement::Saved(_)) => return,
                Ok(Replacement::Conflict) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    fn publish(&self, server: &Path) -> Output {
        self.publishing(server).output().expect("it runs")
    }

    /// The command that publishes a server that the gate has approved.
    fn publishing(&self, server: &Path) -> Command {
        let state = self.state();
        let identity = site_table::identify(server).expect("a built server");
        let commit = identity.commit.expect("a commit");
        let gate = self.server.path("gate");
        _ = fs::create_dir(&gate);
        let answer = json!({
            "base": state.approved.commit,
            "head": commit,
            "revision": state.revision,
            "approved": commit,
        });
        for (name, text) in [
            ("gate.json", answer.to_string()),
            ("approvals.json", json!({ "changes": [] }).to_string()),
            ("answers.json", "{}".to_owned()),
        ] {
            fs::write(gate.join(name), text).expect("writable");
        }
        let mut publish = self.ops(&["publish"]);
        publish.arg(server).arg("--gate").arg(gate);
        publish
    }

    /// Asserts the exit code, the live commit, and that only its image runs.
    #[track_caller]
    fn ended(&self, output: &Output, code: i32, words: &str, live: &str, is_paused: bool) {
        assert_eq!(output.status.code(), Some(code), "{}", said(output));
        holds(&said(output), &[words]);
        let state = self.state();
        let switch = state.live().expect("a live version");
        assert_eq!(switch.commit, live);
        let (deployment, rollout) = self
            .cluster
            .api()
            .wait_for_rollout(Duration::from_secs(60))
            .expect("it answers");
        assert_eq!(rollout, Rollout::Complete);
        assert_eq!(deployment.paused(), is_paused);
        let version = state.version(&switch.digest).expect("kept");
        let image = version.image.as_deref().expect("an image");
        holds(deployment.image(), &[image]);
        let tunnel = self.cluster.api().port_forward(0).expect("it leads there");
        let client = Client::connect(tunnel.address).expect("it listens");
        let response = client.get(WITHDRAWN, &[("connection", "close")]);
        let is_before = response.expect("an answer").status == 200;
        assert_eq!(is_before, live == "before");
    }

    /// Adds ten more versions to the place, with images in the registry. Returns their tags.
    fn keep_more(&self) -> Vec<String> {
        let program = self.server.path("program");
        let mut bytes = vec![0; 64 + 56];
        bytes[..6].copy_from_slice(b"\x7fELF\x02\x01");
        (bytes[18], bytes[32], bytes[54], bytes[56], bytes[64]) = (62, 64, 56, 1, 1);
        fs::write(&program, bytes).expect("writable");
        let mut state = self.state();
        let mut tags = Vec::new();
        for number in 0..10 {
            let commit = format!("commit-{number}");
            let source = Source {
                server: &program,
                commit: &commit,
                time: Timestamp::UNIX_EPOCH,
                parts: None,
            };
            let layout = self.server.path(&commit);
            let image = Image::make(&source, &layout).expect("made");
            self.registry().push(&image).expect("taken");
            tags.push(image.digest.to_string());
            state.versions.push(Version {
                digest: format!("version-{number}"),
                commit,
                sha256: String::new(),
                at: Timestamp::now(),
                image: Some(image.digest.to_string()),
            });
        }
        self.annotate(STATE, &serde_json::to_string(&state).expect("JSON"));
        tags
    }
}

#[test]
#[ignore = "long"]
fn publications_go_live_and_back_in_a_cluster() {
    let programs = [&PROGRAMS[..], &container::PROGRAMS, &server::PROGRAMS].concat();
    if !are_installed(&programs) || !can_run() {
        return;
    }
    let firm = Firm::start();
    let output = firm
        .ops(&["publish"])
        .arg(&*STATIC_BEFORE)
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    holds(&said(&output), &["annotate deployment/site site/approved="]);
    firm.annotate(APPROVED, "before");
    let output = firm.publish(&STATIC_BEFORE);
    firm.ended(&output, 0, "checked: before", "before", false);
    // The origin serves something else.
    let other = Running::site_server(&BEFORE, &[]).expect("it listens");
    let origin = format!("http://{}", other.address);
    let mut publish = firm.publishing(&STATIC_LIVE);
    let output = publish.env("SITE_ORIGIN", origin).output();
    let output = output.expect("it runs");
    firm.ended(&output, 1, "Rolled back because ", "before", false);
    let output = firm.publish(&STATIC_LIVE);
    firm.ended(&output, 0, "checked: live", "live", false);
    let output = firm.publish(&STATIC_LIVE);
    firm.ended(&output, 0, "Already live", "live", false);
    let status = succeeds(&mut firm.ops(&["status"]));
    let image = firm.state().versions[1].image.clone().expect("an image");
    holds(&status, &["live: ", "before: ", &image]);

    // The live version's image has the parts of the previous one.
    let tunnel = firm.cluster.api().port_forward(0).expect("it leads there");
    let client = Client::connect(tunnel.address).expect("it listens");
    let part = client.get(OLD_PART, &[("connection", "close")]);
    assert_eq!(part.expect("an answer").status, 200);
    drop(tunnel);

    // A rollback, which puts the place on hold.
    let person = ["--who", "bob", "--reason", "a wrong figure"];
    let output = firm.ops(&["rollback"]).args(person).output();
    let output = output.expect("it runs");
    firm.ended(&output, 0, "Live again: ", "before", true);
    let output = firm.publish(&STATIC_LIVE);
    firm.ended(&output, 1, "held by bob since ", "before", true);
    succeeds(firm.ops(&["release"]).args(person));

    // A server that doesn't start.
    firm.cluster.world().deployment["spec"]["progressDeadlineSeconds"] = json!(5);
    let broken = firm.server.path("broken");
    let table = LIVE.with_extension("table");
    let program = firm.server.path("program");
    let mut bytes = fs::read(&*PROGRAM).expect("readable");
    // Sets the address of its first instruction to zero.
    bytes[24..32].fill(0);
    fs::write(&program, bytes).expect("writable");
    site_table::assemble(&program, &table, &broken).expect("built");
    let output = firm.publish(&broken);
    firm.ended(&output, 1, "The previous version is live", "before", false);
    firm.cluster.world().deployment["spec"]["progressDeadlineSeconds"] = json!(60);

    // The same table is uploaded again, with a program that starts. The previous image and the oldest version are dropped.
    let tags = firm.keep_more();
    let before = firm.state().versions.clone();
    let mut publish = firm.ops(&["publish"]);
    publish
        .arg(&*STATIC_LIVE)
        .args(["--break-glass"])
        .args(&person[1..]);
    let output = publish.output().expect("it runs");
    firm.ended(&output, 0, "checked: live", "live", false);
    let state = firm.state();
    let kept = firm.server.tags(&firm.repository);
    for version in &before {
        let tag = version.image.as_ref().expect("an image");
        let mut versions = state.versions.iter();
        let is_kept = versions.any(|known| known.image == version.image);
        assert_eq!(kept.contains(tag), is_kept, "{}", version.digest);
    }
    let is_kept = |tag: &&String| kept.contains(tag);
    assert_eq!(tags.iter().filter(is_kept).count(), 9);

    let record = |words: &[&str]| succeeds(firm.ops(&["record"]).args(words));
    let head = record(&["head"]);
    record(&["verify", "--head", head.trim()]);
    let events = record(&["list"]);
    holds(&events, &["held", "released", "back", "failed"]);
}
