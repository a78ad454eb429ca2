//! The Kubernetes store with the real kubectl. The images aren't in any registry, and the pods don't run programs.

use super::api::save;
use super::server::{Cluster, PROGRAMS};
use super::world::{Node, World};
use crate::publish::are_installed;
use crate::verify::place::{LIVE, live};
use crate::workspace::{Workspace, git, holds, lacks, said};
use jiff::Timestamp;
use serde_json::json;
use site_ops::cluster::Cluster as Store;
use site_ops::cluster::deployment::Rollout;
use site_ops::cluster::registry::Registry;
use site_ops::place::{Place as _, Reply};
use site_place::request::{Grounds, Request};
use site_place::sha256;
use site_place::state::{Event, State, Version, What};
use std::collections::BTreeSet;
use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, Output};
use std::thread;
use std::time::{Duration, Instant};

pub const STATE: &str = "site/state";
pub const APPROVED: &str = "site/approved";

const REPOSITORY: &str = "registry.example.com/firm/site";

/// The versions in these tests. The servers of the last one never become ready.
const VERSIONS: [&str; 3] = ["a", "b", "bad"];

/// A cluster, and the store that uses it.
pub struct Place {
    pub cluster: Cluster,
    pub store: Store,
}

impl Place {
    /// A place that keeps all versions, with none live. `None` if kubectl isn't installed.
    fn start(server: Option<SocketAddr>) -> Option<Self> {
        if !are_installed(&PROGRAMS) {
            return None;
        }
        let node = Node::Empty(Duration::from_millis(200), server);
        let cluster = Cluster::start(node, &format!("{REPOSITORY}@sha256:0"));
        let store = Store {
            api: cluster.api(),
            registry: Registry {
                repository: REPOSITORY.to_owned(),
                environment: Vec::new(),
            },
            patience: Duration::from_secs(20),
        };
        let mut state = State::new("before".to_owned());
        for name in VERSIONS {
            state.add_version(version(name));
        }
        let place = Self { cluster, store };
        place.set_state(&serde_json::to_string(&state).expect("JSON"));
        Some(place)
    }

    /// A place whose first version is live and checked.
    pub fn with_version() -> Option<Self> {
        let place = Self::start(None)?;
        place.done(&place.switch("a"));
        place.done(&confirm("a"));
        Some(place)
    }

    fn set_state(&self, json: &str) {
        save(&self.cluster, |deployment| {
            deployment.set_annotation(STATE, json);
        });
    }

    pub fn state(&self) -> State {
        self.store.state().expect("it answers")
    }

    /// The request that makes a version live.
    pub fn switch(&self, name: &str) -> Request {
        let state = self.state();
        Request::Switch {
            digest: name.to_owned(),
            revision: state.revision,
            base: state.approved.commit,
            grounds: Grounds::Approved {
                commit: format!("commit-{name}"),
                program: None,
            },
            withdraws: Vec::new(),
        }
    }

    #[track_caller]
    pub fn done(&self, request: &Request) -> State {
        match self.store.change(request).expect("it answers") {
            Reply::Done(state) => *state,
            Reply::Refused(reason) => panic!("{request:?}: {reason}"),
        }
    }

    #[track_caller]
    pub fn refused(&self, request: &Request, words: &[&str]) {
        match self.store.change(request).expect("it answers") {
            Reply::Done(state) => panic!("{state:?}"),
            Reply::Refused(reason) => holds(&reason, words),
        }
    }

    /// Waits for the end of a rollout, and asserts the live version, its image and the pause.
    #[track_caller]
    pub fn runs(&self, name: &str, is_paused: bool) {
        let wait = self.store.api.wait_for_rollout(self.store.patience);
        let (deployment, rollout) = wait.expect("it answers");
        assert_eq!(rollout, Rollout::Complete);
        assert_eq!(deployment.image(), image(name));
        assert_eq!(deployment.paused(), is_paused);
        assert_eq!(self.state().live_digest(), Some(name));
    }

    /// Runs `cargo site-ops` for this place.
    fn ops(&self, words: &[&str]) -> Output {
        let mut ops = Command::new(env!("CARGO_BIN_EXE_site-ops"));
        self.cluster.lead(&mut ops);
        ops.env("SITE_PLACE", format!("image://{REPOSITORY}"));
        ops.args(words).output().expect("site-ops runs")
    }
}

fn version(name: &str) -> Version {
    Version {
        digest: name.to_owned(),
        commit: format!("commit-{name}"),
        sha256: String::new(),
        at: Timestamp::now(),
        image: Some(format!("{name:0<64}")),
    }
}

pub fn image(name: &str) -> String {
    format!("{REPOSITORY}@sha256:{name:0<64}")
}

pub fn confirm(name: &str) -> Request {
    let digest = name.to_owned();
    Request::Confirm { digest }
}

pub fn hold() -> Request {
    Request::Hold {
        who: "bob".to_owned(),
        reason: "a wrong figure".to_owned(),
        if_free: false,
    }
}

pub fn release() -> Request {
    Request::Release {
        who: "bob".to_owned(),
        reason: "reverted".to_owned(),
        of: None,
    }
}

pub fn back(name: &str, from: &str) -> Request {
    Request::Back {
        digest: name.to_owned(),
        from: from.to_owned(),
        who: "bob".to_owned(),
        reason: "a wrong figure".to_owned(),
    }
}

/// Changes the place like another publisher.
pub fn change_in(world: &mut World, request: &Request) {
    let annotations = &mut world.deployment["metadata"]["annotations"];
    let state = annotations[STATE].as_str().expect("a state");
    let state: State = serde_json::from_str(state).expect("a state");
    let next = state.change(request, Timestamp::now()).expect("it may");
    annotations[STATE] = json!(serde_json::to_string(&next).expect("JSON"));
    let live = next.live_digest().expect("a live version");
    let containers = &mut world.deployment["spec"]["template"]["spec"]["containers"];
    containers[1]["image"] = json!(image(live));
    let generation = world.deployment["metadata"]["generation"].as_i64();
    world.deployment["metadata"]["generation"] = json!(generation.expect("a number") + 1);
    world.raise_version();
}

/// The rights of a Role in deploy/kubernetes/rights.yaml.
fn rights_of(role: &str) -> BTreeSet<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy/kubernetes/rights.yaml");
    let text = fs::read_to_string(file).expect("readable");
    let start = format!("kind: Role\nmetadata:\n  name: {role}\n");
    let (_, rest) = text.split_once(&start).expect("a Role");
    let (rules, _) = rest.split_once("---").expect("its end");
    let mut rights = BTreeSet::new();
    for line in rules.lines().filter(|line| line.contains("verbs: [")) {
        let list = |name: &str| {
            let (_, rest) = line.split_once(&format!("{name}: [")).expect("a list");
            rest.split(']').next().expect("its end").to_owned()
        };
        for verb in list("verbs").split(", ") {
            rights.insert(format!("{verb} {}", list("resources")));
        }
    }
    rights
}

#[test]
fn a_deployment_is_a_place_once_a_person_names_the_approved_commit() {
    let Some(place) = Place::start(None) else {
        return;
    };
    let hold = ["hold", "--who", "bob", "--reason", "why"];
    for (state, words) in [
        (
            json!({"format": 99}).to_string(),
            "found 99: another version",
        ),
        ("{".to_owned(), "found damage. Nothing was changed"),
        (json!({"format": 1}).to_string(), "found damage"),
    ] {
        place.set_state(&state);
        for command in [&["status"][..], &hold] {
            let output = place.ops(command);
            assert_eq!(output.status.code(), Some(2));
            holds(&said(&output), &[words, "site/state"]);
        }
        let found = place.store.api.deployment().expect("it answers");
        assert_eq!(found.annotation(STATE), Some(&*state));
    }

    place.cluster.world().deployment["metadata"]["annotations"] = json!({});
    for command in [&["status"][..], &hold] {
        let output = place.ops(command);
        assert_eq!(output.status.code(), Some(2));
        let line = "kubectl --namespace site annotate deployment/site site/approved=COMMIT";
        holds(&said(&output), &["it isn't a place yet", line]);
    }
    save(&place.cluster, |deployment| {
        deployment.set_annotation(APPROVED, "f00d");
    });
    let output = place.ops(&["status"]);
    assert!(output.status.success(), "{}", said(&output));
    holds(&said(&output), &["live: nothing", "approved: f00d"]);
    let mut approve = vec!["approve-by-hand", "beef"];
    approve.extend(&hold[1..]);
    let output = place.ops(&approve);
    assert!(output.status.success(), "{}", said(&output));
    assert_eq!(place.state().approved.commit, "beef");
    assert_eq!(rights_of("reading"), ["get deployments".to_owned()].into());
}

#[test]
fn the_first_publication_is_checked_by_a_tunnel() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let server = live();
    let Some(place) = Place::start(Some(server.address)) else {
        return;
    };
    let identity = site_table::identify(&LIVE).expect("a built server");
    let mut state = State::new("before".to_owned());
    state.add_version(Version {
        digest: identity.digest.clone(),
        sha256: sha256::of_file(&LIVE).expect("readable"),
        ..version("a")
    });
    place.set_state(&serde_json::to_string(&state).expect("JSON"));
    let clone = Workspace::small().committed();
    git(&clone, "tag live");
    let publish = || {
        let mut ops = Command::new(env!("CARGO_BIN_EXE_site-ops"));
        place.cluster.lead(&mut ops);
        ops.env("SITE_PLACE", format!("image://{REPOSITORY}"));
        ops.current_dir(clone.path()).arg("publish").arg(&*LIVE);
        ops.args(["--break-glass", "ann", "--reason", "the first one"]);
        ops.args(["--actor", "ann"]).output().expect("it runs")
    };
    let output = publish();
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    holds(&said(&output), &["Live since ", "checked: live"]);
    let state = place.state();
    assert!(state.live().expect("live").is_checked);
    assert_eq!(state.live_digest(), Some(&*identity.digest));
    assert_eq!(place.cluster.rights(), rights_of("publishing"));

    // Someone changes the image manually.
    save(&place.cluster, |deployment| {
        deployment.set_image(&image("b"))
    });
    let words = ["someone has changed the image by hand", "site-ops hold"];
    let output = publish();
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    holds(&said(&output), &words);
    let output = place.ops(&["status"]);
    assert!(output.status.success());
    holds(&said(&output), &words);
    let output = place.ops(&["hold", "--who", "bob", "--reason", "who did this?"]);
    assert!(output.status.success(), "{}", said(&output));
    let found = place.store.api.deployment().expect("it answers");
    assert_eq!(found.image(), image("a"));
    let output = place.ops(&["status"]);
    lacks(&said(&output), &["by hand"]);
    holds(&said(&output), &["held: bob since "]);
}

#[test]
fn a_change_by_hand_is_set_right_by_the_next_change() {
    let Some(place) = Place::with_version() else {
        return;
    };
    for is_paused in [false, true] {
        save(&place.cluster, |deployment| {
            deployment.set_image(&image("b"));
            deployment.set_paused(is_paused);
        });
        let words = ["someone has changed the image by hand", &*image("b")];
        place.refused(&place.switch("b"), &words);
        place.done(&hold());
        let wait = place.store.api.wait_for_rollout(place.store.patience);
        assert_eq!(wait.expect("it answers").1, Rollout::Complete);
        place.done(&release());
        place.runs("a", false);
    }
}

#[test]
fn a_hold_pauses_once_the_rollout_has_ended() {
    let Some(place) = Place::with_version() else {
        return;
    };
    // A hold doesn't wait for a rollout.
    let request = place.switch("b");
    thread::scope(|scope| {
        let publisher = scope.spawn(|| place.done(&request));
        while place.state().live_digest() != Some("b") && !publisher.is_finished() {}
        let state = place.done(&hold());
        assert!(state.hold.is_some());
        let found = place.store.api.deployment().expect("it answers");
        if !publisher.is_finished() {
            assert!(!found.paused() || found.rollout() == Rollout::Complete);
        }
        publisher.join().expect("it was published");
    });
    place.runs("b", true);
    // An autoscaler that wants a third server doesn't end the pause.
    place.cluster.world().deployment["spec"]["replicas"] = json!(3);
    place.done(&confirm("b"));
    place.cluster.world().deployment["spec"]["replicas"] = json!(2);
    place.runs("b", true);
    place.refused(&place.switch("a"), &["found it held by bob"]);

    // A rollback while the Deployment is paused.
    place.done(&back("a", "b"));
    place.runs("a", true);
    place.done(&confirm("a"));
    place.done(&release());
    place.runs("a", false);

    // A version that fails its check is undone during a hold.
    place.done(&place.switch("b"));
    place.done(&hold());
    place.runs("b", true);
    let digest = "b".to_owned();
    place.done(&Request::Undo { digest });
    place.runs("a", true);
}

#[test]
fn the_version_before_one_that_never_starts_runs_again() {
    let Some(place) = Place::start(None) else {
        return;
    };
    place.cluster.world().deployment["spec"]["progressDeadlineSeconds"] = json!(1);
    // Before the first publication, there is no version to return to.
    let words = ["expected the servers of bad to start", "Nothing is live"];
    place.refused(&place.switch("bad"), &words);
    assert!(place.state().live().is_none());
    place.done(&place.switch("a"));
    place.done(&confirm("a"));
    let words = ["get pods. The previous version is live"];
    place.refused(&place.switch("bad"), &words);
    place.runs("a", false);
    assert!(place.state().live().expect("live").is_checked);

    // A publisher was killed after its switch. The next one completes that.
    let request = place.switch("bad");
    change_in(&mut place.cluster.world(), &request);
    place.refused(&place.switch("bad"), &words);
    place.runs("a", false);

    // A person rolls back in the meantime, before the deadline.
    place.cluster.world().deployment["spec"]["progressDeadlineSeconds"] = json!(600);
    place.done(&place.switch("b"));
    place.done(&confirm("b"));
    let request = place.switch("bad");
    let words = ["a person has changed the place meanwhile"];
    thread::scope(|scope| {
        let publisher = scope.spawn(|| place.refused(&request, &words));
        while place.state().live_digest() != Some("bad") && !publisher.is_finished() {}
        place.done(&back("a", "bad"));
        publisher.join().expect("it was refused");
    });
    place.runs("a", true);
    assert_eq!(place.state().hold.expect("held").who, "bob");

    place.cluster.world().deployment["spec"]["progressDeadlineSeconds"] = json!(1);
    // After a rollback, a version stays live even if its servers don't start.
    let start = Instant::now();
    let error = place.store.change(&back("bad", "a")).expect_err("unknown");
    holds(
        &format!("{error:#}"),
        &["The servers that ran before still run"],
    );
    assert!(start.elapsed() < Duration::from_secs(6));
    place.done(&back("a", "bad"));
    place.runs("a", true);
}

#[test]
fn a_place_without_a_record_forgets_events_before_it_is_full() {
    let Some(place) = Place::with_version() else {
        return;
    };
    let mut state = place.state();
    for number in 0..999 {
        state.events.push(Event {
            number: 1_000 + number,
            at: Timestamp::now(),
            what: What::Held,
            who: Some("bob".to_owned()),
            reason: Some("a figure that was wrong. ".repeat(8)),
        });
    }
    place.set_state(&serde_json::to_string(&state).expect("JSON"));
    let state = place.done(&hold());
    assert!(state.events.len() < 900);
    assert_eq!(
        state.events.last().map(|event| &event.what),
        Some(&What::Held)
    );
    assert!(serde_json::to_string(&state).expect("JSON").len() <= 200 * 1024);
}
