//! The annotation of the Deployment that holds the state.

use super::deployment::Deployment;
use anyhow::{Context as _, Result, bail};
use site_place::state::{FORMAT, State};

const STATE: &str = "site/state";

/// The annotation that turns the Deployment into a place, set by a person: the newest commit whose changes are all approved.
const APPROVED: &str = "site/approved";

/// The largest state in an annotation. All annotations of an object together may take at most 256 KiB.
const MOST_BYTES: usize = 200 * 1024;

/// Returns the state in a Deployment, or the initial state if a person has turned it into a place.
pub fn read(deployment: &Deployment) -> Result<State> {
    let Some(json) = deployment.annotation(STATE) else {
        let Some(approved) = deployment.annotation(APPROVED) else {
            bail!(
                "expected the annotation {APPROVED} of the Deployment, found none: it isn't a place yet. To make it one, name the newest commit of main whose changes are all approved: kubectl --namespace site annotate deployment/site {APPROVED}=COMMIT"
            );
        };
        return Ok(State::new(approved.to_owned()));
    };
    let damage = || {
        format!(
            "expected a state in the annotation {STATE} of the Deployment, found damage. Nothing was changed; put back what the annotation had, such as from a backup of the cluster"
        )
    };
    let value: serde_json::Value = serde_json::from_str(json).with_context(damage)?;
    if value["format"] != FORMAT {
        bail!(
            "expected a state of format {FORMAT} in the annotation {STATE} of the Deployment, found {}: another version of site-ops has written it. Nothing was changed; use that version",
            value["format"]
        );
    }
    serde_json::from_value(value).with_context(damage)
}

/// Writes a state into a Deployment.
pub fn write(deployment: &mut Deployment, state: &State) {
    let json = serde_json::to_string(state).expect("a state has strings as keys");
    deployment.set_annotation(STATE, &json);
}

/// Shortens a state until it fits into an annotation. Without a record, a place drops its oldest events.
pub fn fit(mut state: State) -> Result<State> {
    loop {
        let bytes = serde_json::to_string(&state)?.len();
        if bytes <= MOST_BYTES {
            return Ok(state);
        }
        if state.events.is_empty() {
            bail!(
                "expected a state of at most {MOST_BYTES} bytes, found {bytes}: approve the commits that were published by break-glass, and publish again"
            );
        }
        // The newest event belongs to this change.
        let extra = state.events.len().div_ceil(10);
        eprintln!(
            "warning: the place forgets its {extra} oldest events, because its annotation is full and no record took them"
        );
        state.events.drain(..extra);
    }
}
