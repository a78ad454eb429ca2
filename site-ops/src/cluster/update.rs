//! A change of the state in the Deployment, which others may change at the same time.

use super::Cluster;
use super::annotation;
use super::api::Replacement;
use super::deployment::{Deployment, Rollout};
use anyhow::{Context as _, Result, bail};
use site_place::state::State;
use std::thread;

/// The number of times that a change is tried while others change the Deployment. The cluster itself changes it during a rollout.
pub const ATTEMPTS: usize = 100;

/// The number of times that a change is sent without an answer.
const MOST_LOST: usize = 3;

/// A state that was sent to the cluster, and the one before it.
pub struct Change {
    pub before: State,
    pub after: State,
}

impl Cluster {
    /// Changes the state by a function, until the cluster takes it. The function decides again after each change by someone else.
    pub(super) fn update(
        &self,
        decide: &dyn Fn(&Deployment, &State) -> Result<State, String>,
    ) -> Result<Result<Change, String>> {
        // The cluster may have saved one of these although its answer was lost, or was a conflict with kubectl's own first try.
        let mut sent: Vec<Change> = Vec::new();
        let mut lost = Vec::new();
        for _ in 0..ATTEMPTS {
            let mut deployment = if lost.is_empty() {
                self.api.deployment()?
            } else {
                self.read_patiently()?
            };
            let before = annotation::read(&deployment)?;
            if let Some(index) = sent.iter().position(|change| change.is_in(&before)) {
                return Ok(Ok(sent.swap_remove(index)));
            }
            if lost.len() == MOST_LOST {
                bail!(
                    "expected the cluster to take a change of the Deployment, and {MOST_LOST} times there was no answer: {}. The cluster hasn't saved it; see that this machine reaches the cluster, and try again",
                    lost.join("; ")
                );
            }
            let after = match decide(&deployment, &before) {
                Ok(after) => annotation::fit(after)?,
                Err(reason) => return Ok(Err(reason)),
            };
            let change = Change { before, after };
            if change.after == change.before {
                return Ok(Ok(change));
            }
            self.write(&mut deployment, &change.after)?;
            match self.api.replace(&deployment)? {
                Replacement::Saved(_) => return Ok(Ok(change)),
                Replacement::Conflict => {}
                Replacement::NoAnswer(message) => lost.push(message),
            }
            sent.push(change);
        }
        bail!(
            "expected the cluster to take a change of the Deployment, and others have changed it {ATTEMPTS} times meanwhile; try again"
        )
    }

    /// Reads the Deployment from an API that may have just stopped answering.
    fn read_patiently(&self) -> Result<Deployment> {
        for _ in 1..MOST_LOST {
            if let Ok(deployment) = self.api.deployment() {
                return Ok(deployment);
            }
            thread::sleep(self.api.interval);
        }
        let context = "a change of the Deployment was sent, and whether the cluster has saved it is unknown; see: cargo site-ops status";
        self.api.deployment().context(context)
    }

    /// Writes a state into a Deployment, with the image of its live version.
    fn write(&self, deployment: &mut Deployment, state: &State) -> Result<()> {
        annotation::write(deployment, state);
        if state.live().is_none() {
            return Ok(());
        }
        let image = self.image_of(state)?;
        // A paused Deployment doesn't start servers, so a hold pauses it only after its last rollout.
        let has_started = deployment.image() == image
            && (deployment.paused() || deployment.rollout() == Rollout::Complete);
        deployment.set_paused(state.hold.is_some() && has_started);
        deployment.set_image(&image);
        Ok(())
    }
}

impl Change {
    /// Returns true if a state that was read later has this change. A time in each event and version tells them apart.
    fn is_in(&self, found: &State) -> bool {
        if *found == self.after {
            return true;
        }
        if let Some(event) = self.after.events.last()
            && !self.before.events.contains(event)
        {
            return found.events.contains(event);
        }
        match self.after.versions.last() {
            Some(version) if !self.before.versions.contains(version) => {
                found.versions.contains(version)
            }
            _ => false,
        }
    }
}
