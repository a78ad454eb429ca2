//! Changes the state in the Deployment, which others may change concurrently.

use super::Cluster;
use super::annotation;
use super::api::Replacement;
use super::deployment::{Deployment, Rollout};
use anyhow::{Context as _, Result, bail};
use site_place::state::State;
use std::thread;

/// The most attempts while others change the Deployment. The cluster itself changes it during a rollout.
pub const ATTEMPTS: usize = 100;

/// The most attempts that get no answer.
const MOST_LOST: usize = 3;

/// A state that was sent to the cluster, and the state before it.
pub struct Change {
    pub before: State,
    pub after: State,
}

impl Cluster {
    /// Applies a function to the state until the cluster accepts the result. The function runs again after each change by others.
    pub(super) fn update(
        &self,
        decide: &dyn Fn(&Deployment, &State) -> Result<State, String>,
    ) -> Result<Result<Change, String>> {
        // The cluster may have saved one of these even if its answer was lost, or if it conflicted with kubectl's own first attempt.
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
                    "expected the cluster to accept a change to the Deployment, and {MOST_LOST} times there was no answer: {}. The cluster hasn't saved it; check that this machine reaches the cluster, and try again",
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
            "expected the cluster to accept a change to the Deployment, and others changed it {ATTEMPTS} times in the meantime; try again"
        )
    }

    /// Reads the Deployment, and retries if the API doesn't answer.
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

    /// Writes a state and the image of its live version into a Deployment.
    fn write(&self, deployment: &mut Deployment, state: &State) -> Result<()> {
        annotation::write(deployment, state);
        if state.live().is_none() {
            return Ok(());
        }
        let image = self.image_of(state)?;
        // A paused Deployment doesn't start servers, so a place on hold is paused only after its last rollout.
        let has_started = deployment.image() == image
            && (deployment.paused() || deployment.rollout() == Rollout::Complete);
        deployment.set_paused(state.hold.is_some() && has_started);
        deployment.set_image(&image);
        Ok(())
    }
}

impl Change {
    /// Returns true if a later state includes this change. The time in each event and version identifies it.
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
