//! The first state of a place: from an older site-place, and only from the versions.

use crate::support::{Place, SERVERS, printed};
use std::fs;
use std::os::unix::fs::symlink;

/// Puts servers where an older site-place keeps them.
fn place_servers(place: &Place, count: usize) {
    for server in &SERVERS[..count] {
        let folder = place.path("publications").join(&server.digest);
        fs::create_dir_all(&folder).expect("writable");
        fs::copy(&server.path, folder.join("site-server")).expect("writable");
    }
}

#[test]
fn the_state_of_an_older_site_place_is_imported_once() {
    let place = Place::empty();
    place_servers(&place, 3);
    let [a, b, c] = [0, 1, 2].map(|number| &SERVERS[number].digest);
    let switches = format!(
        "checked {a} 2026-01-01T00:00:00Z\nfailed {b} 2026-01-02T00:00:00Z\nunchecked {c} 2026-01-03T00:00:00Z\n"
    );
    fs::write(place.path("switches"), switches).expect("writable");
    let live = format!("{c} commit02 2026-01-03T00:00:00Z\n");
    fs::write(place.path("live"), live).expect("writable");
    let hold = "Ann\u{a0}Lee since 2026-01-04T00:00:00Z: the fees: they were wrong\n";
    fs::write(place.path("hold"), hold).expect("writable");

    place.init();
    let state = place.state();
    assert_eq!(state.live_digest(), Some(&**c));
    assert_eq!(state.before_live().map(|switch| &switch.digest), Some(a));
    assert_eq!(state.versions.len(), 3);
    let hold = state.hold.clone().expect("a hold");
    assert_eq!(hold.who, "Ann Lee");
    assert_eq!(hold.reason, "the fees: they were wrong");

    // The second time, the state stays.
    fs::remove_file(place.path("hold")).expect("ours");
    place.init();
    assert_eq!(place.state(), state);
}

#[test]
fn a_lost_state_is_made_from_the_versions_and_the_link() {
    let place = Place::empty();
    place_servers(&place, 2);
    let live = &SERVERS[1].digest;
    symlink(format!("publications/{live}"), place.path("current")).expect("writable");
    place.init();
    let state = place.state();
    assert_eq!(state.live_digest(), Some(&**live));
    assert_eq!(state.versions.len(), 2);
}

#[test]
fn a_place_without_a_state_refuses_everything() {
    let place = Place::empty();
    let output = place.run(&["status"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(printed(&output).contains("install.sh --approved COMMIT"));
}
