//! Random sequences of requests, crashes and repairs, against a model of the rules.

use crate::support::{Place, SERVERS, approved, confirm, printed, steps};
use fastrand::Rng;
use site_place::request::{Grounds, Request};
use site_place::state::{Hold, State};
use std::process::Output;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The number of operations in a sequence.
const OPERATIONS: usize = 10;

/// The rules in short: a stack of versions. The last one is live.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
struct Model {
    stack: Vec<(String, bool)>,
    is_held: bool,
    /// The address of each page that must stay down, and the version that took it down.
    down: Vec<(String, String)>,
}

impl Model {
    fn of(state: &State) -> Self {
        let stack = state.switches.iter();
        Self {
            stack: stack
                .map(|switch| (switch.digest.clone(), switch.is_checked))
                .collect(),
            is_held: state.hold.is_some(),
            down: state
                .take_downs
                .iter()
                .map(|taken| (taken.address.clone(), taken.digest.clone()))
                .collect(),
        }
    }

    /// Returns true if an approved version may go live.
    fn is_free(&self) -> bool {
        !self.is_held && self.stack.last().is_none_or(|(_, is_checked)| *is_checked)
    }

    fn push(&mut self, digest: &str) {
        self.stack.push((digest.to_owned(), false));
    }
}

/// A place, the model of it, and the operations so far.
struct Run {
    place: Place,
    model: Model,
    rng: Rng,
    history: Vec<String>,
}

impl Run {
    fn new(place: Place, seed: u64) -> Self {
        Self {
            place,
            model: Model::default(),
            rng: Rng::with_seed(seed),
            history: Vec::new(),
        }
    }

    fn operate(&mut self) {
        match self.rng.u8(..12) {
            0..=3 => self.publish(),
            4 => self.kill(),
            5 => self.hold(),
            6 => self.release(),
            7 => self.go_back(),
            8 => self.take_down(),
            9 => self.undo(),
            10 => self.repair_after("a server was started by hand", |place, rng| {
                let other = &SERVERS[rng.usize(..SERVERS.len())].digest;
                place.start_by_hand(other);
            }),
            _ => self.repair_after("the machine lost its power", |place, _| place.lose_power()),
        }
        self.check();
    }

    /// Publishes an approved version, and then confirms it, undoes it, or stops.
    fn publish(&mut self) {
        let server = &SERVERS[self.rng.usize(..SERVERS.len())];
        let is_kept = self.place.keep(server, false, None).status.success();
        self.note(format!("keep {}", server.commit));
        assert_eq!(is_kept, !self.model.is_held, "{:?}", self.history);
        let is_live = self
            .model
            .stack
            .last()
            .is_some_and(|(digest, _)| *digest == server.digest);
        let output = self.place.switch(&server.digest, approved(server), None);
        self.note(format!("switch {}: {}", server.commit, output.status));
        self.forget_pruned();
        let is_expected = !self.model.is_held && (self.model.is_free() || is_live);
        assert_eq!(
            output.status.success(),
            is_expected,
            "{:?}: {}",
            self.history,
            printed(&output)
        );
        if !is_expected {
            return;
        }
        if !is_live {
            self.model.push(&server.digest);
        }
        match self.rng.u8(..4) {
            0 => {}
            1 => self.undo(),
            _ => {
                let output = self.place.send(&confirm(&server.digest), None, None);
                self.note(format!("confirm {}", server.commit));
                assert!(
                    output.status.success(),
                    "{:?}: {}",
                    self.history,
                    printed(&output)
                );
                if let Some((_, is_checked)) = self.model.stack.last_mut() {
                    *is_checked = true;
                }
                self.model.down.clear();
            }
        }
    }

    /// Undoes the live version, which is always allowed before it is checked and if there is a version before it.
    fn undo(&mut self) {
        let Some((digest, is_checked)) = self.model.stack.last().cloned() else {
            return;
        };
        let before = self.place.state();
        let request = Request::Undo {
            digest: digest.clone(),
        };
        let output = self.place.send(&request, None, None);
        self.note(format!("undo: {}", output.status));
        let withdraws = before.before_live().map(|switch| switch.withdraws.clone());
        let withdraws = withdraws.unwrap_or_default();
        let mut others = self.model.down.iter().filter(|(_, by)| *by != digest);
        let stays_down = others.all(|(address, _)| withdraws.contains(address));
        let is_expected = !is_checked && self.model.stack.len() > 1 && stays_down;
        assert_eq!(
            output.status.success(),
            is_expected,
            "{:?}: {}",
            self.history,
            printed(&output)
        );
        if is_expected {
            self.model.stack.pop();
            self.model.down.retain(|(_, taken_by)| *taken_by != digest);
        }
    }

    /// Kills the program at one step of a publication. The state is the one before or after it, and the repair completes it.
    fn kill(&mut self) {
        let names = steps();
        let step = &names[self.rng.usize(..names.len())];
        let server = &SERVERS[self.rng.usize(..SERVERS.len())];
        let before = self.place.state();
        let kept = self.place.keep(server, false, Some(step));
        let switched = self
            .place
            .switch(&server.digest, approved(server), Some(step));
        self.note(format!(
            "killed at {step}: {} {}",
            kept.status, switched.status
        ));
        let state = self.place.state();
        let lives = [before.live_digest(), Some(&*server.digest)];
        assert!(lives.contains(&state.live_digest()), "{:?}", self.history);
        if before.live().is_some() {
            assert!(!self.place.running().is_empty(), "{:?}", self.history);
        }
        if self.model.is_held {
            assert_eq!(
                before.live_digest(),
                state.live_digest(),
                "{:?}",
                self.history
            );
        }
        self.model = Model::of(&state);
        self.repair();
    }

    /// A hold never fails.
    fn hold(&mut self) {
        let request = Request::Hold {
            who: "ann".to_owned(),
            reason: "the fees were wrong".to_owned(),
            if_free: self.rng.bool(),
        };
        let output = self.place.send(&request, None, None);
        self.note("hold".to_owned());
        assert!(
            output.status.success(),
            "{:?}: {}",
            self.history,
            printed(&output)
        );
        self.model.is_held = true;
    }

    fn release(&mut self) {
        let of = self.place.state().hold.filter(|_| self.rng.bool());
        let output = self.release_of(of);
        self.note(format!("release: {}", output.status));
        assert_eq!(
            output.status.success(),
            self.model.is_held,
            "{:?}",
            self.history
        );
        self.model.is_held = false;
    }

    fn release_of(&self, of: Option<Hold>) -> Output {
        let request = Request::Release {
            who: "ann".to_owned(),
            reason: "the fees are right".to_owned(),
            of,
        };
        self.place.send(&request, None, None)
    }

    /// Rolls back to a kept version, which puts the place on hold. A page that was taken down never returns.
    fn go_back(&mut self) {
        let state = self.place.state();
        if state.versions.is_empty() {
            return;
        }
        let version = &state.versions[self.rng.usize(..state.versions.len())];
        let from = state.live_digest().unwrap_or("nothing").to_owned();
        let request = Request::Back {
            digest: version.digest.clone(),
            from: from.clone(),
            who: "ann".to_owned(),
            reason: "the fees were wrong".to_owned(),
        };
        let output = self.place.send(&request, None, None);
        self.note(format!("back to {}: {}", version.commit, output.status));
        let place = state
            .switches
            .iter()
            .rposition(|switch| switch.digest == version.digest);
        let withdraws = place
            .map(|place| state.switches[place].withdraws.clone())
            .unwrap_or_default();
        let stays_down = self
            .model
            .down
            .iter()
            .all(|(address, _)| withdraws.contains(address));
        let is_expected = version.digest != from && state.live().is_some() && stays_down;
        assert_eq!(
            output.status.success(),
            is_expected,
            "{:?}: {}",
            self.history,
            printed(&output)
        );
        if is_expected {
            let before = place.unwrap_or(self.model.stack.len() - 1);
            self.model.stack.truncate(before);
            self.model.push(&version.digest);
            self.model.is_held = true;
        }
    }

    /// Takes a page down, even during a hold, and puts the place on hold.
    fn take_down(&mut self) {
        let server = &SERVERS[self.rng.usize(..SERVERS.len())];
        let is_live = self
            .model
            .stack
            .last()
            .is_some_and(|(digest, _)| *digest == server.digest);
        if is_live {
            return;
        }
        let address = format!("/page{}", self.rng.u8(..3));
        let grounds = Grounds::TakeDown {
            address: address.clone(),
            who: "ann".to_owned(),
            reason: "a wrong figure".to_owned(),
        };
        for output in [
            self.place.keep(server, true, None),
            self.place.switch(&server.digest, grounds, None),
        ] {
            self.note(format!("take {address} down by {}", server.commit));
            assert!(
                output.status.success(),
                "{:?}: {}",
                self.history,
                printed(&output)
            );
        }
        self.forget_pruned();
        self.model.push(&server.digest);
        self.model.is_held = true;
        self.model.down.push((address, server.digest.clone()));
    }

    fn repair_after(&mut self, what: &str, harm: impl Fn(&Place, &mut Rng)) {
        harm(&self.place, &mut self.rng);
        self.note(what.to_owned());
        self.repair();
    }

    /// Repairs the place: exactly one server runs.
    fn repair(&mut self) {
        let output = self.place.run(&["repair"]);
        self.note("repair".to_owned());
        assert!(
            output.status.success(),
            "{:?}: {}",
            self.history,
            printed(&output)
        );
        let running = self.place.running();
        let live = self.place.state().live_digest().map(str::to_owned);
        if live.is_some() {
            let running: Vec<String> = running.into_iter().collect();
            assert_eq!(
                running,
                live.into_iter().collect::<Vec<_>>(),
                "{:?}",
                self.history
            );
        }
    }

    /// Drops the versions that the place no longer keeps.
    fn forget_pruned(&mut self) {
        let state = self.place.state();
        self.model
            .stack
            .retain(|(digest, _)| state.version(digest).is_some());
    }

    /// Checks that the state matches the model, the live version's server runs, and every page that was taken down stays down.
    fn check(&mut self) {
        let state = self.place.state();
        assert_eq!(Model::of(&state), self.model, "{:?}", self.history);
        assert_eq!(state.starting, None, "{:?}", self.history);
        let Some(live) = state.live() else {
            return;
        };
        assert!(
            self.place.running().contains(&live.digest),
            "{:?}",
            self.history
        );
        assert!(state.version(&live.digest).is_some(), "{:?}", self.history);
        for taken in &state.take_downs {
            assert!(
                live.withdraws.contains(&taken.address),
                "{:?}",
                self.history
            );
        }
    }

    fn note(&mut self, operation: String) {
        self.history.push(operation);
    }
}

/// Runs sequences on places of one kind, four at a time.
fn run(sequences: usize, place: impl Fn() -> Option<Place> + Sync) {
    let seed = fastrand::u64(..);
    println!("the seed is {seed}");
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= sequences {
                        return;
                    }
                    let Some(place) = place() else {
                        eprintln!("\nnot checked: sshd is not installed");
                        return;
                    };
                    let mut run = Run::new(place, seed.wrapping_add(number as u64));
                    for _ in 0..OPERATIONS {
                        run.operate();
                    }
                }
            });
        }
    });
}

#[test]
fn the_place_keeps_the_rules_in_random_sequences() {
    run(60, || Some(Place::new()));
}

#[test]
#[ignore = "long"]
fn the_place_keeps_the_rules_in_many_random_sequences() {
    run(1_000, || Some(Place::new()));
}

#[test]
#[ignore = "long"]
fn the_place_keeps_the_rules_by_ssh() {
    run(20, Place::over_ssh);
}
