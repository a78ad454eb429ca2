//! `cargo site-ops status`, `hold`, `release` and `approve-by-hand`: the state of the place, and changes that don't start a server.

use crate::place::named::from_environment;
use crate::place::{Place, Reply};
use crate::publish::Person;
use crate::publish::journal::Journal;
use crate::run::print;
use anyhow::Result;
use site_place::request::Request;
use site_place::state::{Hold, State};

/// Prints the state of the place. Returns true.
pub fn status(is_json: bool) -> Result<bool> {
    let place = from_environment()?;
    let state = place.state()?;
    if let Some(drift) = place.find_drift()? {
        eprintln!("warning: {drift}");
    }
    let text = if is_json {
        serde_json::to_string_pretty(&state)? + "\n"
    } else {
        text_of(&state)
    };
    print(&text)?;
    Ok(true)
}

/// Puts the place on hold. Returns true. With `if_free`, another person's hold stays.
pub fn hold(person: Person, if_free: bool) -> Result<bool> {
    let Person { who, reason } = person;
    change(&Request::Hold {
        who,
        reason,
        if_free,
    })
}

/// Ends the hold. Returns false if there is no hold. With `of`, ends only that hold.
pub fn release(person: Person, of: Option<Hold>) -> Result<bool> {
    let Person { who, reason } = person;
    change(&Request::Release { who, reason, of })
}

/// Declares a commit approved. Returns false if the place refuses.
pub fn approve_by_hand(commit: String, person: Person) -> Result<bool> {
    let Person { who, reason } = person;
    change(&Request::Approve {
        commit,
        who,
        reason,
    })
}

/// Changes the place, prints its state, and records the change.
fn change(request: &Request) -> Result<bool> {
    let place = from_environment()?;
    let state = match place.change(request)? {
        Reply::Done(state) => *state,
        Reply::Refused(reason) => {
            eprintln!("error: {reason}");
            return Ok(false);
        }
    };
    print(&text_of(&state))?;
    record(place.as_ref(), state);
    Ok(true)
}

/// Records the place's events. The change itself doesn't wait for the record.
pub fn record(place: &dyn Place, state: State) {
    if let Err(error) = Journal::new(place).catch_up(state) {
        eprintln!(
            "warning: the record doesn't have this yet; the next publication writes it: {error:#}"
        );
    }
}

/// The state as text: the live version, the previous one, the hold, every switch, and the kept versions, newest first.
pub fn text_of(state: &State) -> String {
    let mut lines = Vec::new();
    match state.live() {
        Some(live) => lines.push(format!("live: {} {} {}", live.digest, live.commit, live.at)),
        None => lines.push("live: nothing".to_owned()),
    }
    if let Some(before) = state.before_live() {
        lines.push(format!("before: {}", before.digest));
    }
    if let Some(hold) = &state.hold {
        lines.push(format!(
            "held: {} since {}: {}",
            hold.who, hold.at, hold.reason
        ));
    }
    for taken in &state.take_downs {
        lines.push(format!("taken down: {} by {}", taken.address, taken.commit));
    }
    lines.push(format!("approved: {}", state.approved.commit));
    for broken in &state.broken_glass {
        lines.push(format!(
            "break-glass: {}..{} by {} at {}: {}",
            broken.from, broken.to, broken.who, broken.at, broken.reason
        ));
    }
    for switch in state.switches.iter().rev() {
        let check = if switch.is_checked {
            "checked"
        } else {
            "unchecked"
        };
        lines.push(format!("switched: {check} {} {}", switch.digest, switch.at));
    }
    for version in state.versions.iter().rev() {
        let image = version.image.as_deref().unwrap_or_default();
        let line = format!(
            "kept: {} {} {} {image}",
            version.digest, version.commit, version.at
        );
        lines.push(line.trim_end().to_owned());
    }
    lines.join("\n") + "\n"
}
