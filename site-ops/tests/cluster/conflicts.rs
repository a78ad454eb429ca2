//! Changes to the place that others interfere with: the controller, another publisher, a person, and a lost response.

use super::server::Fault;
use super::store::{Place, STATE, back, change_in, confirm, hold, image, release};
use super::world::World;
use crate::workspace::holds;
use serde_json::json;
use site_ops::place::{Place as _, Reply};
use std::thread;

#[test]
fn state_and_image_change_in_one_write_and_a_lost_answer_is_found() {
    let Some(place) = Place::with_version() else {
        return;
    };
    // Immediately afterward, a person puts the place on hold.
    let after = |world: &mut World| {
        let state = world.deployment["metadata"]["annotations"][STATE].to_string();
        holds(&state, &[r#"\"commit\":\"commit-b\",\"at\""#]);
        let containers = &world.deployment["spec"]["template"]["spec"]["containers"];
        assert_eq!(containers[1]["image"], image("b"));
        change_in(world, &hold());
    };
    let fault = Fault::SaveAndHangUpAfter(Box::new(after));
    place.cluster.fail_next_write(fault);
    let state = place.done(&place.switch("b"));
    assert_eq!(state.live_digest(), Some("b"));
    place.runs("b", true);
    for request in [confirm("b"), release(), hold(), back("a", "b")] {
        place.cluster.fail_next_write(Fault::SaveAndHangUp);
        let revision = place.state().revision;
        let state = place.done(&request);
        assert_eq!(state.revision, revision + 1, "it was made once");
    }
    place.runs("a", true);

    // If there is no answer and no effect, it is sent again; then it fails.
    let state = place.state();
    let fault = || Fault::Refuse(500, "InternalError");
    for _ in 0..3 {
        place.cluster.fail_next_write(fault());
    }
    let error = place.store.change(&release()).expect_err("no answer");
    holds(&format!("{error:#}"), &["3 times there was no answer"]);
    assert_eq!(place.state(), state);
    place.cluster.fail_next_write(fault());
    place.done(&release());
}

#[test]
fn a_conflict_is_decided_again() {
    let Some(place) = Place::with_version() else {
        return;
    };
    // The controller writes its status ten times in a row.
    let status = || Fault::Precede(Box::new(World::raise_version));
    for request in [place.switch("b"), confirm("b")] {
        place.cluster.fail_next_write(status());
        place.done(&request);
    }
    for _ in 0..10 {
        place.cluster.fail_next_write(status());
    }
    place.done(&hold());
    place.done(&release());

    // Another publisher switches in between.
    let request = place.switch("a");
    let other = request.clone();
    place
        .cluster
        .fail_next_write(Fault::Precede(Box::new(move |world| {
            change_in(world, &other)
        })));
    place.refused(&request, &["the place has changed since"]);
    place.runs("a", false);
    // A hold doesn't depend on what is live.
    let other = back("b", "a");
    place
        .cluster
        .fail_next_write(Fault::Precede(Box::new(move |world| {
            change_in(world, &other)
        })));
    place.done(&hold());
    assert_eq!(place.state().live_digest(), Some("b"));
}

#[test]
fn of_two_publishers_at_once_one_is_live() {
    let Some(place) = Place::with_version() else {
        return;
    };
    for name in ["b", "a", "b"] {
        let request = place.switch(name);
        let replies = thread::scope(|scope| {
            let publish = || place.store.change(&request).expect("it answers");
            let other = scope.spawn(publish);
            [publish(), other.join().expect("no panic")]
        });
        let is_done = |reply: &&Reply| matches!(reply, Reply::Done(_));
        assert_eq!(replies.iter().filter(is_done).count(), 1, "{replies:?}");
        for reply in &replies {
            if let Reply::Refused(reason) = reply {
                holds(reason, &["the place has changed since"]);
            }
        }
        place.done(&confirm(name));
        place.runs(name, false);
    }
}

#[test]
fn a_person_who_goes_back_before_a_failed_switch_is_undone_is_kept() {
    let Some(place) = Place::with_version() else {
        return;
    };
    place.cluster.world().deployment["spec"]["progressDeadlineSeconds"] = json!(1);
    let request = place.switch("bad");
    // The switch is saved as usual, but the undo comes too late.
    place
        .cluster
        .fail_next_write(Fault::Precede(Box::new(|_| {})));
    place
        .cluster
        .fail_next_write(Fault::Precede(Box::new(|world| {
            change_in(world, &back("a", "bad"))
        })));
    place.refused(&request, &["a person has changed the place meanwhile"]);
    assert_eq!(place.state().hold.expect("held").who, "bob");
    assert_eq!(place.state().live_digest(), Some("a"));
}
