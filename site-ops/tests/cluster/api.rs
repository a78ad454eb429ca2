//! Reads and replaces the Deployment with the real kubectl.

use super::server::{Cluster, Fault, PROGRAMS, write_config};
use super::world::{Node, REVISION};
use crate::publish::are_installed;
use crate::server::free_address;
use crate::verify::place::{WITHDRAWN, live, verify};
use crate::workspace::{holds, lacks};
use serde_json::json;
use site_cli::client::Client;
use site_ops::cluster::api::Replacement;
use site_ops::cluster::deployment::{Deployment, Rollout};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

const FIRST: &str = "registry.example.com/firm/site@sha256:1";
const SECOND: &str = "registry.example.com/firm/site@sha256:2";
const BROKEN: &str = "registry.example.com/firm/site@sha256:bad";

/// The annotation that the tests write.
const STATE: &str = "site/state";

const PATIENCE: Duration = Duration::from_secs(20);

/// A cluster whose pods don't run programs, with the first image. `None` if kubectl isn't installed.
fn start(address: Option<SocketAddr>) -> Option<Cluster> {
    if !are_installed(&PROGRAMS) {
        return None;
    }
    let cluster = Cluster::start(Node::Empty(Duration::from_millis(100), address), FIRST);
    let (deployment, rollout) = cluster
        .api()
        .wait_for_rollout(PATIENCE)
        .expect("it answers");
    assert_eq!(rollout, Rollout::Complete);
    assert_eq!(deployment.image(), FIRST);
    Some(cluster)
}

/// Saves a change to the Deployment.
#[track_caller]
pub fn save(cluster: &Cluster, change: impl Fn(&mut Deployment)) -> Deployment {
    loop {
        let mut deployment = cluster.api().deployment().expect("it answers");
        change(&mut deployment);
        match cluster.api().replace(&deployment).expect("it answers") {
            Replacement::Saved(saved) => return *saved,
            // The cluster writes its status.
            Replacement::Conflict => {}
            Replacement::NoAnswer(message) => panic!("{message}"),
        }
    }
}

#[test]
fn image_annotation_and_pause_change_in_one_write() {
    let Some(cluster) = start(None) else {
        return;
    };
    let before = cluster.api().deployment().expect("it answers");
    assert_eq!((before.annotation(STATE), before.paused()), (None, false));
    let saved = save(&cluster, |deployment| {
        deployment.set_annotation(STATE, "{\"live\":\"2\"}");
        deployment.set_image(SECOND);
        deployment.set_paused(true);
    });
    assert_ne!(saved.resource_version(), before.resource_version());
    assert_eq!(saved.generation(), before.generation() + 1);

    let found = cluster.api().deployment().expect("it answers");
    assert_eq!(found.annotation(STATE), Some("{\"live\":\"2\"}"));
    assert_eq!(
        found.annotation(REVISION),
        Some("1"),
        "the cluster's own is kept"
    );
    assert_eq!((found.image(), found.paused()), (SECOND, true));
    // Everything else is unchanged.
    let mut object = cluster.world().deployment.clone();
    assert_eq!(
        object["spec"]["template"]["spec"]["containers"][0]["image"],
        "registry.example.com/proxy:1"
    );
    assert_eq!(object["metadata"]["managedFields"][0]["manager"], "kubectl");
    object["metadata"]["annotations"]
        .as_object_mut()
        .expect("ours")
        .remove(STATE);
    assert_eq!(object["metadata"]["annotations"], json!({REVISION: "1"}));
}

#[test]
fn a_write_on_an_earlier_version_is_a_conflict() {
    let Some(cluster) = start(None) else {
        return;
    };
    let mut stale = cluster.api().deployment().expect("it answers");
    save(&cluster, |deployment| {
        deployment.set_annotation(STATE, "theirs")
    });
    stale.set_annotation(STATE, "ours");
    stale.set_image(SECOND);
    let result = cluster.api().replace(&stale).expect("it answers");
    assert!(matches!(result, Replacement::Conflict), "{result:?}");
    let found = cluster.api().deployment().expect("it answers");
    assert_eq!(
        (found.annotation(STATE), found.image()),
        (Some("theirs"), FIRST)
    );
}

#[test]
fn a_refusal_is_an_error_and_a_lost_answer_is_not() {
    let Some(cluster) = start(None) else {
        return;
    };
    let mut deployment = cluster.api().deployment().expect("it answers");
    deployment.set_annotation(STATE, "ours");
    for (code, reason) in [
        (400, "BadRequest"),
        (401, "Unauthorized"),
        (403, "Forbidden"),
        (404, "NotFound"),
        (422, "Invalid"),
    ] {
        cluster.fail_next_write(Fault::Refuse(code, reason));
        let error = cluster.api().replace(&deployment).expect_err("it refuses");
        let words = [
            "the API refuses",
            "The live version hasn't changed",
            "KUBECONFIG",
        ];
        holds(&format!("{error:#}"), &words);
    }
    // The API may have saved these, and in one case it has.
    for fault in [
        Fault::Refuse(500, "InternalError"),
        Fault::Refuse(504, "Timeout"),
        Fault::Hang,
    ] {
        cluster.fail_next_write(fault);
        let mut api = cluster.api();
        api.timeout = Duration::from_secs(1);
        let result = api.replace(&deployment).expect("it can be asked again");
        assert!(matches!(result, Replacement::NoAnswer(_)), "{result:?}");
    }
    assert_eq!(
        cluster
            .api()
            .deployment()
            .expect("it answers")
            .annotation(STATE),
        None
    );
    cluster.fail_next_write(Fault::SaveAndHangUp);
    let result = cluster
        .api()
        .replace(&deployment)
        .expect("it can be asked again");
    assert!(matches!(result, Replacement::NoAnswer(_)), "{result:?}");
    let found = cluster.api().deployment().expect("it answers");
    assert_eq!(found.annotation(STATE), Some("ours"));

    // Nothing listens there.
    let mut api = cluster.api();
    let folder = tempfile::tempdir().expect("a folder for the test");
    write_config(folder.path(), free_address().expect("a free port"));
    let config = folder.path().join("config");
    api.environment
        .push(("KUBECONFIG".to_owned(), config.into()));
    let result = api.replace(&deployment).expect("it can be asked again");
    assert!(matches!(result, Replacement::NoAnswer(_)), "{result:?}");
    let error = api.deployment().expect_err("nobody is there");
    holds(
        &format!("{error:#}"),
        &["there is no answer of the API", "KUBECONFIG"],
    );
    let error = api
        .wait_for_rollout(Duration::ZERO)
        .expect_err("nobody is there");
    holds(
        &format!("{error:#}"),
        &["expected the progress of the Deployment"],
    );
}

#[test]
fn a_rollout_ends_complete_or_at_its_deadline() {
    let Some(cluster) = start(None) else {
        return;
    };
    let wait = |patience| {
        cluster
            .api()
            .wait_for_rollout(patience)
            .expect("it answers")
    };
    // The status of the first image isn't mistaken for that of the second.
    let saved = save(&cluster, |deployment| deployment.set_image(SECOND));
    assert!(
        matches!(saved.rollout(), Rollout::Progressing(_)),
        "{saved:?}"
    );
    let (found, rollout) = wait(PATIENCE);
    assert_eq!((found.image(), rollout), (SECOND, Rollout::Complete));
    assert_eq!(found.annotation(REVISION), Some("2"));

    // An image that never becomes ready: first our timeout ends, then the cluster's deadline.
    save(&cluster, |deployment| deployment.set_image(BROKEN));
    let (_, rollout) = wait(Duration::from_millis(200));
    assert!(matches!(rollout, Rollout::Progressing(_)), "{rollout:?}");
    cluster.world().deployment["spec"]["progressDeadlineSeconds"] = json!(1);
    let (_, rollout) = wait(PATIENCE);
    let deadline = Rollout::DeadlineExceeded("ReplicaSet has timed out progressing.".to_owned());
    assert_eq!(rollout, deadline);

    // A return to the first image, with its existing ReplicaSet.
    save(&cluster, |deployment| deployment.set_image(FIRST));
    let (found, rollout) = wait(PATIENCE);
    assert_eq!((found.image(), rollout), (FIRST, Rollout::Complete));
    assert_eq!(found.annotation(REVISION), Some("4"));
    assert_eq!(cluster.world().replica_sets.len(), 3);
}

#[test]
fn a_paused_deployment_keeps_its_servers() {
    let Some(cluster) = start(None) else {
        return;
    };
    save(&cluster, |deployment| deployment.set_paused(true));
    let wait = || {
        cluster
            .api()
            .wait_for_rollout(PATIENCE)
            .expect("it answers")
    };
    assert_eq!(wait().1, Rollout::Complete, "its own image runs");
    save(&cluster, |deployment| deployment.set_image(SECOND));
    assert_eq!(wait().1, Rollout::Paused);
    assert_eq!(cluster.world().replica_sets.len(), 1);
    save(&cluster, |deployment| deployment.set_paused(false));
    assert_eq!(wait().1, Rollout::Complete);
    assert_eq!(cluster.world().replica_sets.len(), 2);
}

#[test]
fn a_tunnel_leads_to_a_server_until_it_is_dropped() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let server = live();
    let Some(cluster) = start(Some(server.address)) else {
        return;
    };
    let tunnel = cluster.api().port_forward(0).expect("it leads there");
    let address = tunnel.address;
    let client = Client::connect(address).expect("it listens");
    let response = client.get("/", &[]).expect("an answer");
    assert_eq!(response.status, 200);
    let response = client.get(WITHDRAWN, &[("connection", "close")]);
    assert_eq!(response.expect("an answer").status, 404);
    let verified = verify(address, &[]);
    assert_eq!(verified.status, Some(0), "{}", verified.said);
    lacks(&verified.said, &["differs"]);
    drop(tunnel);
    assert!(TcpStream::connect(address).is_err(), "kubectl has ended");

    // No server is ready.
    cluster.world().end();
    cluster.world().deployment["spec"]["replicas"] = json!(0);
    let start = Instant::now();
    let mut api = cluster.api();
    api.timeout = Duration::from_secs(1);
    let error = api.port_forward(0).err().expect("nothing is ready");
    holds(
        &format!("{error:#}"),
        &["expected kubectl to lead to a server", "get pods"],
    );
    assert!(start.elapsed() < Duration::from_secs(30));
}
