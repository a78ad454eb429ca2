//! `cargo site-ops publish`: makes a built server live, and returns to the version before it if its origin answers with something else.

mod gate;
pub mod journal;
pub mod outcome;

use crate::place::named::from_environment;
use crate::place::{Place, Reply, fetch, origin_of, sha256};
use crate::record::shown;
use crate::taken_down::is_down;
use crate::verify::report::{self, Report};
use crate::verify::{self, Request as Question};
use crate::workspace::Workspace;
use anyhow::{Context as _, Result, bail};
use fs_err as fs;
use gate::Gate;
use jiff::Timestamp;
use journal::{Beginning, Journal};
use outcome::{Kind, Outcome};
use site_place::request::{Grounds, Request};
use site_place::state::{Program, State};
use std::env;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;
use tempfile::TempDir;

/// The line of a commit's message that names the address of a page that was taken down.
pub const TRAILER: &str = "Taken-down";

/// The number of seconds after which a server has surely started or failed.
const LONGEST_SWITCH: u32 = 120;

/// A built server to publish, and the grounds for it.
#[derive(Debug)]
pub struct Publication {
    pub server: PathBuf,
    /// The folder of the gate's answer.
    pub gate: Option<PathBuf>,
    /// The person and the reason, instead of approvals.
    pub break_glass: Option<Person>,
    /// True for the take-down of a page, whose person and reason are in `break_glass`.
    pub is_take_down: bool,
    /// The program that checks the approvals of later commits.
    pub program: Option<Program>,
    /// The file that says who attests the built server.
    pub attestation: Option<PathBuf>,
    /// The person who publishes, for the record.
    pub actor: String,
    /// True to say what would be done, and change nothing.
    pub is_dry_run: bool,
}

/// A person, and the reason.
#[derive(Debug, Clone)]
pub struct Person {
    pub who: String,
    pub reason: String,
}

/// The version to publish, as its file says.
struct Version {
    digest: String,
    commit: String,
}

/// Publishes a built server. Returns the outcome, whatever happens.
pub fn publish(publication: &Publication) -> Outcome {
    run(publication).unwrap_or_else(|outcome| outcome)
}

/// Publishes a built server, from top to bottom. An early end returns its outcome as the error.
fn run(publication: &Publication) -> Result<Outcome, Outcome> {
    let workspace = Workspace::find()?;
    let place = from_environment()?;
    let place = place.as_ref();
    let journal = Journal::new(place);
    let work = tempfile::tempdir().context("cannot make a temporary folder")?;

    // 1. The version is read from its file. Nothing of it runs here.
    let version = identify(&publication.server)?;

    // 2. The state of the place, and whether the version is live already.
    let state = place.state().map_err(|error| {
        Outcome::unknown(format!(
            "Not published: the place doesn't answer, and the live version hasn't changed: {error:#}"
        ))
    })?;
    if let Some(drift) = place.find_drift()? {
        return Err(Outcome::unknown(format!("Not published: {drift}")));
    }
    let is_same = state.live_digest() == Some(&version.digest);
    if let Some(commit) = live_commit_with(&workspace, &state, &version)? {
        // A run that ended early may have left the record behind.
        if !publication.is_dry_run {
            record(&journal, state);
        }
        return Ok(Outcome::live(format!("Already live with {commit}")));
    }
    if let Some(hold) = state.hold.as_ref().filter(|_| !publication.is_take_down) {
        return Err(Outcome::not_live(format!(
            "Not published: the place is held by {} since {}: {}",
            hold.who, hold.at, hold.reason
        )));
    }

    // 3. It is approved, it follows the live version, and no page that was taken down returns.
    let gate = read_gate(publication, &state, &version)?;
    let grounds = grounds(publication, gate.as_ref(), &workspace, &state, &version)?;
    require_descent(publication, &workspace, &state, &version)?;
    let withdraws = withdrawn_addresses(&workspace, &state, &version)?;
    if publication.is_dry_run {
        return Ok(Outcome::live(format!(
            "It would publish {} over {}",
            version.commit,
            state.live().map_or("nothing", |live| &live.commit)
        )));
    }

    // 4. Complete what an earlier run left: its check, and its entries in the record.
    let mut state = settle(place, state, &version, &work)?;
    if !is_same {
        state = journal.catch_up(state).map_err(unrecorded)?;
    }

    // 5. The record has the publication before the place is touched.
    let before = match state.live_digest() {
        Some(digest) if !is_same => {
            let file = work.path().join("before");
            fetch(place, &state, digest, &file)?;
            Some(file)
        }
        _ => None,
    };
    let number = if is_same {
        journal.under_way().map_err(unrecorded)?
    } else {
        let beginning = beginning(publication, gate.as_ref(), place, &state, &version, &work)?;
        journal.begin(&beginning).map_err(unrecorded)?
    };

    // 6. The place keeps the version, and switches to it.
    let since = Timestamp::now();
    let switched = switch(place, publication, &state, &version, grounds, withdraws);
    let state = match switched {
        Ok(Reply::Done(state)) => *state,
        Ok(Reply::Refused(reason)) => {
            journal.failed(number, &reason);
            return Err(Outcome::not_live(format!("Not published: {reason}")));
        }
        // The answer was lost on the way. The place either switched or didn't.
        Err(error) => match wait_for_switch(place) {
            Ok(state) if state.live_digest() == Some(&version.digest) => state,
            Ok(_) => {
                journal.failed(number, "the place didn't switch");
                return Err(Outcome::not_live(format!("Not published: {error:#}")));
            }
            Err(_) => {
                return Err(Outcome::unknown(format!(
                    "Unknown: the place has stopped answering while it switched. It completes the switch or leaves the live version. Run the workflow again: {error:#}"
                )));
            }
        },
    };

    // 7. The origin answers with it, or the place returns to the version before.
    let report = check_origin(place, &publication.server, before.as_deref());
    match report {
        Ok(report) if report.result == report::Outcome::Same => {
            confirm(place, &journal, number, &version, &report)?;
        }
        Ok(report) if report.result == report::Outcome::Differs => {
            if publication.is_take_down {
                return Ok(stay_down(&journal, number, &workspace, &version, &report));
            }
            return Ok(undo(
                place,
                &journal,
                number,
                &state,
                &version,
                &report.last_line(),
            ));
        }
        Ok(_) | Err(_) => {
            let words = "the place switched; its origin did not answer";
            journal.live(number, words);
            return Ok(Outcome::new(
                Kind::LiveUnchecked,
                format!(
                    "Live since {}, but not checked: the origin doesn't answer. The next run checks it",
                    minute()
                ),
            ));
        }
    }

    // 8. The address that visitors know answers with it too.
    Ok(check_edge(publication, before.as_deref(), since, &version))
}

/// The identity of a built server.
fn identify(server: &Path) -> Result<Version, Outcome> {
    let identity = site_table::identify(server).map_err(|problem| {
        Outcome::unknown(format!(
            "Not published: {problem}. `cargo site build` makes a built server"
        ))
    })?;
    let Some(commit) = identity.commit else {
        return Err(Outcome::not_live(
            "Not published: files differed from the commit when this was built; commit them, and build again",
        ));
    };
    Ok(Version {
        digest: identity.digest,
        commit,
    })
}

/// The commit that is live, if it contains the version already.
fn live_commit_with(
    workspace: &Workspace,
    state: &State,
    version: &Version,
) -> Result<Option<String>> {
    let Some(live) = state.live() else {
        return Ok(None);
    };
    if live.digest == version.digest {
        // An approval that has come since is worth a switch: it moves the approved commit.
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

/// The answer of the gate, which must be about exactly this publication.
fn read_gate(
    publication: &Publication,
    state: &State,
    version: &Version,
) -> Result<Option<Gate>, Outcome> {
    let Some(folder) = &publication.gate else {
        return Ok(None);
    };
    let gate = Gate::read(folder).map_err(|error| {
        Outcome::not_live(format!(
            "Not published: expected a yes of the gate, found none: {error:#}. The live version hasn't changed"
        ))
    })?;
    gate.require(state, &version.commit)?;
    Ok(Some(gate))
}

/// The grounds that let the version go live.
fn grounds(
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
        "Not published: expected the approvals of {}..{}, found none. Run .github/scripts/gate.sh, and name its folder by --gate",
        state.approved.commit, version.commit
    )))
}

/// The address that a commit takes down, which must be directly on top of the live commit.
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
        "Not published: expected {commit} on top of the live commit, found it on top of another one: a publication went live, or a person went back, since. Take {address} down again"
    )))
}

/// The address in the trailer of a commit that takes a page down.
fn taken_address(workspace: &Workspace, commit: &str) -> Result<Option<String>> {
    let format = format!("--format=%(trailers:key={TRAILER},valueonly)");
    let found = workspace.ask_git(&["log", "-1", &format, commit])?;
    Ok(found.filter(|address| !address.is_empty()))
}

/// Returns an error unless the version follows the live commit, or the commit below the take-downs.
fn require_descent(
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
        "Not published: expected a commit that follows the live one, {from}, found that {} doesn't: was main rewritten? If so, publish by --break-glass from a clone that has both",
        version.commit
    )))
}

/// The addresses that were taken down. The version must withdraw each of them.
fn withdrawn_addresses(
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

/// Checks a live version that an earlier run didn't check, and returns to the version before it if it fails.
fn settle(
    place: &dyn Place,
    state: State,
    version: &Version,
    work: &TempDir,
) -> Result<State, Outcome> {
    let Some(live) = state.live().filter(|live| !live.is_checked) else {
        return Ok(state);
    };
    if live.digest == version.digest {
        return Ok(state);
    }
    eprintln!(
        "the live version {} was never checked; checking it first",
        live.digest
    );
    let server = work.path().join("unchecked");
    fetch(place, &state, &live.digest, &server)?;
    let report = check_origin(place, &server, None)?;
    let digest = live.digest.clone();
    let request = match report.result {
        report::Outcome::Same => Request::Confirm { digest },
        report::Outcome::Differs => Request::Undo { digest },
        report::Outcome::Unasked => {
            return Err(Outcome::unknown(
                "Not published: the live version was never checked, and its origin doesn't answer",
            ));
        }
    };
    match place.change(&request)? {
        Reply::Done(state) => Ok(*state),
        Reply::Refused(reason) => Err(Outcome::not_live(format!("Not published: {reason}"))),
    }
}

/// Everything that the record keeps with a publication.
fn beginning<'p>(
    publication: &'p Publication,
    gate: Option<&Gate>,
    place: &dyn Place,
    state: &State,
    version: &Version,
    work: &TempDir,
) -> Result<Beginning<'p>> {
    let mut evidence = Vec::new();
    if let Some(gate) = gate {
        evidence.push(gate.answers());
    }
    if let Some(Person { who, reason }) = &publication.break_glass {
        let file = work.path().join("break-glass");
        fs::write(&file, format!("{who}: {reason}\n"))?;
        evidence.push(file);
    }
    evidence.extend(publication.attestation.clone());
    let parts = place.parts()?;
    if !parts.is_empty() {
        let file = work.path().join("parts");
        fs::write(&file, parts)?;
        evidence.push(file);
    }
    let file = work.path().join("shown");
    if Journal::new(place).is_kept() {
        fs::write(&file, shown::json(Some(&version.commit))?)?;
    }
    let range = state
        .live()
        .map(|live| format!("{}..{}", live.commit, version.commit));
    Ok(Beginning {
        server: &publication.server,
        actor: publication.actor.clone(),
        range,
        approvals: gate.map(Gate::report),
        evidence,
        shown: Some(file),
    })
}

/// Has the place keep the version and switch to it.
fn switch(
    place: &dyn Place,
    publication: &Publication,
    state: &State,
    version: &Version,
    grounds: Grounds,
    withdraws: Vec<String>,
) -> Result<Reply> {
    let mut revision = state.revision;
    // Another program with the same table is another file.
    let file = sha256(&publication.server)?;
    let kept = state.version(&version.digest);
    if kept.is_none_or(|kept| kept.sha256 != file) {
        // Without an answer, the place may have the file, but it doesn't switch to it.
        match place.keep(&publication.server, revision, publication.is_take_down) {
            Ok(Reply::Done(state)) => revision = state.revision,
            Ok(refused) => return Ok(refused),
            Err(error) => {
                return Ok(Reply::Refused(format!(
                    "expected the place to keep the version, found that it doesn't answer: {error:#}"
                )));
            }
        }
    }
    place.change(&Request::Switch {
        digest: version.digest.clone(),
        revision,
        base: state.approved.commit.clone(),
        grounds,
        withdraws,
    })
}

/// The state of a place once it doesn't start a server anymore.
fn wait_for_switch(place: &dyn Place) -> Result<State> {
    for _ in 0..LONGEST_SWITCH {
        let state = place.state()?;
        if state.starting.is_none() {
            return Ok(state);
        }
        sleep(Duration::from_secs(1));
    }
    bail!(
        "expected the place to start the server within {LONGEST_SWITCH} seconds, found that it still does"
    )
}

/// Compares every answer of the origin with a built server, and prints the report.
pub fn check_origin(place: &dyn Place, server: &Path, before: Option<&Path>) -> Result<Report> {
    let origin = origin_of(place)?;
    let report = verify::compare_place(&Question {
        server: Some(server.to_owned()),
        before: before.map(Path::to_owned),
        ..Question::of(&origin.url)
    })?;
    eprint!("{}", report.to_text());
    Ok(report)
}

/// Notes that the origin answers with the version.
fn confirm(
    place: &dyn Place,
    journal: &Journal,
    number: Option<u64>,
    version: &Version,
    report: &Report,
) -> Result<(), Outcome> {
    let request = Request::Confirm {
        digest: version.digest.clone(),
    };
    match place.change(&request) {
        Ok(Reply::Done(state)) => {
            journal.live(number, &format!("the origin: {}", report.last_line()));
            record(journal, *state);
            Ok(())
        }
        Ok(Reply::Refused(reason)) => {
            journal.failed(number, &reason);
            Err(Outcome::not_live(format!(
                "Not live: {reason}. A person has changed the place since, and that is kept"
            )))
        }
        Err(error) => {
            journal.live(number, &format!("the origin: {}", report.last_line()));
            eprintln!(
                "warning: the place doesn't know that the version was checked; the next run checks it again: {error:#}"
            );
            Ok(())
        }
    }
}

/// Writes what the place did into the record, such as a hold by a person meanwhile.
fn record(journal: &Journal, state: State) {
    if let Err(error) = journal.catch_up(state) {
        eprintln!("warning: the place keeps its events for the next run: {error:#}");
    }
}

/// Returns to the version before one whose origin answers with something else.
fn undo(
    place: &dyn Place,
    journal: &Journal,
    number: Option<u64>,
    state: &State,
    version: &Version,
    found: &str,
) -> Outcome {
    let reason = format!("the origin answered otherwise: {found}");
    let began = Timestamp::now();
    let expected = state.before_live().map(|before| before.digest.clone());
    let request = Request::Undo {
        digest: version.digest.clone(),
    };
    match place.change(&request) {
        Ok(Reply::Done(state)) => {
            let live = state.live_digest().map(str::to_owned);
            if live != expected {
                journal.failed(
                    number,
                    &format!("{reason}; a person has changed the place since"),
                );
                record(journal, *state);
                return Outcome::not_live(format!(
                    "Not live: {reason}. A person has changed the place since, and that is kept"
                ));
            }
            match journal.served() {
                Ok(Some(served)) if Some(&served.digest) == live.as_ref() => {
                    journal.back(served.publication, &reason, began);
                }
                _ => journal.failed(number, &reason),
            }
            record(journal, *state);
            Outcome::not_live(format!(
                "Went back because {reason}. The version before it is live"
            ))
        }
        Ok(Reply::Refused(refusal)) => {
            journal.live(number, &format!("the place switched; {reason}"));
            Outcome::unknown(format!(
                "Live, but wrong: {reason}, and the place doesn't go back: {refusal}. See the place at once"
            ))
        }
        Err(error) => Outcome::unknown(format!(
            "Unknown: {reason}, and the place has stopped answering: {error:#}. See the place at once: cargo site-ops status"
        )),
    }
}

/// A take-down stays live whatever else differs: going back would show the page again.
fn stay_down(
    journal: &Journal,
    number: Option<u64>,
    workspace: &Workspace,
    version: &Version,
    report: &Report,
) -> Outcome {
    let words = format!(
        "the place switched; the origin differs: {}",
        report.last_line()
    );
    journal.live(number, &words);
    let address = taken_address(workspace, &version.commit);
    let address = address.ok().flatten().unwrap_or_default();
    if report.differences.iter().any(|found| found.path == address) {
        return Outcome::unknown(format!(
            "Live since {}, but the origin answers otherwise at {address} itself (above). See the place at once; going back would show the page again",
            minute()
        ));
    }
    Outcome::new(
        Kind::EdgeDiffers,
        format!(
            "Live since {}, and {address} is taken down, but the origin answers otherwise elsewhere (above). It stays live: going back would show the page again",
            minute()
        ),
    )
}

/// Compares every answer at the address that visitors know.
fn check_edge(
    publication: &Publication,
    before: Option<&Path>,
    since: Timestamp,
    version: &Version,
) -> Outcome {
    let live = || {
        Outcome::live(format!(
            "Live since {}, checked: {}",
            minute(),
            version.commit
        ))
    };
    let origin = env::var("SITE_ORIGIN").unwrap_or_default();
    let url = env::var("SITE_URL").unwrap_or_default();
    if url.is_empty() || url == origin {
        return live();
    }
    let report = verify::compare_place(&Question {
        server: Some(publication.server.clone()),
        before: before.map(Path::to_owned),
        since: Some(since),
        is_edge: true,
        ..Question::of(&url)
    });
    let found = match report {
        Ok(report) if report.result == report::Outcome::Same => return live(),
        Ok(report) if report.result == report::Outcome::Differs => {
            eprint!("{}", report.to_text());
            "answers otherwise (above): see the proxy or the CDN in front of it".to_owned()
        }
        Ok(report) => {
            eprint!("{}", report.to_text());
            "doesn't answer (above)".to_owned()
        }
        Err(error) => format!("doesn't answer: {error:#}"),
    };
    Outcome::new(
        Kind::EdgeDiffers,
        format!(
            "Live since {} at the origin, checked; {url} {found}",
            minute()
        ),
    )
}

/// The outcome if the record can't be written: what isn't recorded isn't published.
fn unrecorded(error: anyhow::Error) -> Outcome {
    Outcome::not_live(format!(
        "Not published: the record can't be read or written, and only a recorded publication goes live: {error:#}"
    ))
}

fn minute() -> String {
    Timestamp::now().strftime("%H:%M UTC").to_string()
}
