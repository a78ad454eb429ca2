//! Decides whether a version may go live: because it is approved or a person takes responsibility, and no other rule forbids it.

use super::gate::Gate;
use super::outcome::Outcome;
use super::publication::{Person, Publication, Version};
use crate::taken_down::is_down;
use crate::workspace::Workspace;
use anyhow::{Context as _, Result};
use site_place::request::Grounds;
use site_place::state::State;

/// The trailer of a commit message that names the address of a page that was taken down.
pub const TRAILER: &str = "Taken-down";

/// The live commit, if it already contains the version.
pub fn live_commit_with(
    workspace: &Workspace,
    state: &State,
    version: &Version,
) -> Result<Option<String>> {
    let Some(live) = state.live() else {
        return Ok(None);
    };
    if live.digest == version.digest {
        // A later approval justifies another switch, because it advances the approved commit.
        let is_settled = live.is_checked && live.is_approved;
        return Ok(is_settled.then(|| live.commit.clone()));
    }
    let contains =
        live.commit != version.commit && is_ancestor(workspace, &version.commit, &live.commit)?;
    let is_same_site = is_ancestor(workspace, &live.commit, &version.commit)?
        && differs_in_snapshots_only(workspace, &live.commit, &version.commit)?;
    Ok((contains || is_same_site).then(|| live.commit.clone()))
}

fn differs_in_snapshots_only(workspace: &Workspace, from: &str, to: &str) -> Result<bool> {
    let changed = workspace.ask_git(&["diff", "--name-only", from, to])?;
    let changed = changed.unwrap_or_default();
    let mut paths = changed.lines().peekable();
    Ok(paths.peek().is_some() && paths.all(|path| path.ends_with(".snap")))
}

fn is_ancestor(workspace: &Workspace, commit: &str, of: &str) -> Result<bool> {
    let mut git = workspace.git(&["merge-base", "--is-ancestor", commit, of]);
    let output = git.output().context("cannot start `git`")?;
    Ok(output.status.success())
}

/// The gate's result, which must be for exactly this publication.
pub fn read_gate(
    publication: &Publication,
    state: &State,
    version: &Version,
) -> Result<Option<Gate>, Outcome> {
    let Some(folder) = &publication.gate else {
        return Ok(None);
    };
    let gate = Gate::read(folder).map_err(|error| {
        Outcome::not_live(format!(
            "Not published: expected a positive answer of the gate, found none: {error:#}. The live version hasn't changed"
        ))
    })?;
    gate.require(state, &version.commit)?;
    Ok(Some(gate))
}

/// The grounds that let the version go live.
pub fn of(
    publication: &Publication,
    gate: Option<&Gate>,
    workspace: &Workspace,
    state: &State,
    version: &Version,
) -> Result<Grounds, Outcome> {
    if let Some(Person { who, reason }) = publication.break_glass.clone() {
        if !publication.is_take_down {
            eprintln!("published by break-glass: {who}: {reason}");
            return Ok(Grounds::BrokenGlass { who, reason });
        }
        let address = require_take_down(workspace, state, version)?;
        return Ok(Grounds::TakeDown {
            address,
            who,
            reason,
        });
    }
    if let Some(gate) = gate {
        return Ok(Grounds::Approved {
            commit: gate.approved.clone(),
            program: publication.program.clone(),
        });
    }
    if state.approved.commit == version.commit {
        return Ok(Grounds::Approved {
            commit: version.commit.clone(),
            program: publication.program.clone(),
        });
    }
    Err(Outcome::not_live(format!(
        "Not published: expected the approvals of {}..{}, found none. Run .github/scripts/gate.sh, and pass its folder with --gate",
        state.approved.commit, version.commit
    )))
}

/// The address that a commit takes down. The commit must be directly on top of the live commit.
fn require_take_down(
    workspace: &Workspace,
    state: &State,
    version: &Version,
) -> Result<String, Outcome> {
    let commit = &version.commit;
    let Some(address) = taken_address(workspace, commit)? else {
        return Err(Outcome::not_live(format!(
            "Not published: expected a commit that takes a page down, found that {commit} has no line {TRAILER}"
        )));
    };
    let parent = workspace.ask_git(&["rev-parse", "--verify", &format!("{commit}^")])?;
    let live = match state.live() {
        Some(live) => workspace.ask_git(&[
            "rev-parse",
            "--verify",
            &format!("{}^{{commit}}", live.commit),
        ])?,
        None => None,
    };
    let own = workspace.ask_git(&["rev-parse", "--verify", &format!("{commit}^{{commit}}")])?;
    if live.is_some() && (live == parent || live == own) {
        return Ok(address);
    }
    Err(Outcome::not_live(format!(
        "Not published: expected {commit} on top of the live commit, found it on top of another one: since then, a publication went live, or a person rolled back. Take {address} down again"
    )))
}

/// The address in a take-down commit's trailer.
pub fn taken_address(workspace: &Workspace, commit: &str) -> Result<Option<String>> {
    let format = format!("--format=%(trailers:key={TRAILER},valueonly)");
    let found = workspace.ask_git(&["log", "-1", &format, commit])?;
    Ok(found.filter(|address| !address.is_empty()))
}

/// Returns an error unless the version follows the live commit, or the commit below the take-downs.
pub fn require_descent(
    publication: &Publication,
    workspace: &Workspace,
    state: &State,
    version: &Version,
) -> Result<(), Outcome> {
    let Some(live) = state.live() else {
        return Ok(());
    };
    if publication.break_glass.is_some() {
        return Ok(());
    }
    let mut from = live.commit.clone();
    while taken_address(workspace, &from)?.is_some()
        && !is_ancestor(workspace, &from, &version.commit)?
    {
        let Some(parent) = workspace.ask_git(&["rev-parse", "--verify", &format!("{from}^")])?
        else {
            break;
        };
        from = parent;
    }
    if is_ancestor(workspace, &from, &version.commit)? {
        return Ok(());
    }
    Err(Outcome::not_live(format!(
        "Not published: expected a commit that follows the live one, {from}, found that {} doesn't: was main rewritten? If so, publish with --break-glass from a clone that has both",
        version.commit
    )))
}

/// The addresses that were taken down. The version must withdraw every one of them.
pub fn withdrawn_addresses(
    workspace: &Workspace,
    state: &State,
    version: &Version,
) -> Result<Vec<String>, Outcome> {
    let mut addresses = Vec::new();
    for taken in &state.take_downs {
        let (address, commit) = (&taken.address, &taken.commit);
        let range = format!("{commit}..{}", version.commit);
        let is_withdrawn = is_down(workspace, address, &range).map_err(|error| {
            Outcome::unknown(format!(
                "Not published: {address} was taken down, and whether {} withdraws it is unknown: {error:#}. The live version stays",
                version.commit
            ))
        })?;
        if !is_withdrawn {
            return Err(Outcome::not_live(format!(
                "Not published: {address} was taken down by break-glass, and {} still has it (above). Merge the branch of commit {commit}, which withdraws it. The live version stays",
                version.commit
            )));
        }
        addresses.push(address.clone());
    }
    Ok(addresses)
}
