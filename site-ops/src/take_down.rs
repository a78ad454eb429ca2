//! `cargo site-ops take-down`: publishes the live version again without one page or article.
//!
//! It is published by break-glass, with a name and a reason, and approved afterward. The same commit becomes a branch that a
//! person proposes to main. Nothing else is published until main withdraws the page too.
//!
//! The place is on hold from before the live commit is read until the end, so no other publication goes live in the meantime.

use crate::hold;
use crate::load::Day;
use crate::output;
use crate::place::named::from_environment;
use crate::place::{Place, Reply, web_address};
use crate::publish::outcome::Kind;
use crate::publish::{Person, Publication, TRAILER, publish};
use crate::run::{capture_stdout, print};
use crate::taken_down::{is_down, redirects, target};
use crate::workspace::Workspace;
use anyhow::{Context as _, Result, anyhow, bail, ensure};
use fs_err as fs;
use jiff::civil::Date;
use jiff::{Span, Timestamp, Unit, Zoned};
use site_check::diagnostic::visible;
use site_check::load::{File, FileKind, Tree};
use site_cli::approvers::{Approvers, PATH as APPROVERS};
use site_place::request::Request;
use site_place::state::{Hold, State};
use site_schema::LINKED_ROUTES;
use std::env;
use std::process::Command;
use toml_edit::{DocumentMut, InlineTable, Item, Table, Value};

/// The folders below `target` for the checked-out commit and for its build.
const CHECKED_OUT_FOLDER: &str = "take-down";
const COMPILED_FOLDER: &str = "take-down-target";

/// The arguments of the alias `cargo site`. Cargo would merge the alias of the checkout with the alias of the repository that
/// contains it.
const RUN_SITE: [&str; 6] = [
    "run",
    "--config",
    "build.rustc-workspace-wrapper = 'clippy-driver'",
    "--bin",
    "site",
    "--",
];

/// A page to take down.
#[derive(Debug)]
pub struct Removal {
    /// Its address.
    pub path: String,
    /// The person who takes it down: a login or a name in .github/approvers.toml.
    pub who: String,
    /// The reason, for the record and the review afterward.
    pub reason: String,
    /// One or two sentences for visitors.
    pub why: String,
    /// The page that visitors can read instead.
    pub instead: Option<String>,
    /// The live commit for the branch. If given, nothing is published.
    pub branch_on: Option<String>,
    /// The target of the server's build.
    pub target: Option<String>,
}

/// Returns true if a page that the first commit of a range took down is still down at the last commit.
pub fn check(path: &str, range: &str) -> Result<bool> {
    is_down(&Workspace::find()?, path, range)
}

/// Takes a page down. Returns true when that is live.
pub fn take_down(removal: &Removal) -> Result<bool> {
    let workspace = Workspace::find()?;
    let person = Person {
        who: removal.who.clone(),
        reason: removal.reason.clone(),
    };
    if let Some(live) = &removal.branch_on {
        let copy = Copy::at(&workspace, live)?;
        print(&make_branch(&workspace, &copy, removal)?)?;
        return Ok(true);
    }
    let place = from_environment()?;
    let (state, hold) = hold_place(place.as_ref(), &removal.path, &person)?;
    let _hold = OwnHold {
        place: place.as_ref(),
        hold,
    };
    let copy = Copy::at(&workspace, &live_commit(&state)?)?;
    let proposal = make_branch(&workspace, &copy, removal)?;
    let is_live = copy.publish(removal, person)?;
    print(&proposal)?;
    Ok(is_live)
}

/// Commits the entry, and creates a branch and a tag. Returns how to propose the branch.
fn make_branch(workspace: &Workspace, copy: &Copy, removal: &Removal) -> Result<String> {
    let commit = copy.withdraw(removal)?;
    let slug = removal.path.trim_matches('/').replace('/', "-");
    let branch = format!("take-down/{slug}-{}", &commit[..10]);
    workspace.ask_git(&["branch", "--force", &branch, &commit])?;
    // The branch is deleted after the merge, and the next publication needs this exact commit.
    let tag = format!("taken-down/{}", &commit[..10]);
    workspace.ask_git(&["tag", "--force", &tag, &commit])?;
    Ok(proposal(workspace, &branch, &tag))
}

/// The commit that is live.
fn live_commit(state: &State) -> Result<String> {
    let live = state
        .live()
        .context("expected a live version, found none; publish main first")?;
    ensure!(
        live.commit != "unknown",
        "expected a live version of a known commit, found {}; publish main first, or roll back with `cargo site-ops rollback`",
        live.digest
    );
    Ok(live.commit.clone())
}

/// Puts the place on hold for a take-down, unless a person already has. Returns the state, and the take-down's own hold.
fn hold_place(place: &dyn Place, address: &str, person: &Person) -> Result<(State, Option<Hold>)> {
    let reason = format!("taking down {address}: {}", person.reason);
    let request = Request::Hold {
        who: person.who.clone(),
        reason: reason.clone(),
        if_free: true,
    };
    match place.change(&request)? {
        Reply::Done(state) => {
            let hold = state.hold.clone().filter(|hold| hold.reason == reason);
            Ok((*state, hold))
        }
        Reply::Refused(reason) => bail!("{reason}"),
    }
}

/// The hold of a take-down, which ends when this value is dropped.
struct OwnHold<'p> {
    place: &'p dyn Place,
    hold: Option<Hold>,
}

impl Drop for OwnHold<'_> {
    fn drop(&mut self) {
        let Some(hold) = self.hold.take() else {
            return;
        };
        let release = Request::Release {
            who: hold.who.clone(),
            reason: "the take-down is over".to_owned(),
            of: Some(hold),
        };
        match self.place.change(&release) {
            Ok(Reply::Done(state)) => hold::record(self.place, *state),
            Ok(Reply::Refused(reason)) => eprintln!("warning: {reason}"),
            Err(error) => eprintln!(
                "warning: the place is still held; release it: cargo site-ops release: {error:#}"
            ),
        }
    }
}

/// A separate folder with a checkout of a commit, so that the working tree stays unchanged.
struct Copy<'w> {
    workspace: &'w Workspace,
    own: Workspace,
    live: String,
}

impl<'w> Copy<'w> {
    fn at(workspace: &'w Workspace, live: &str) -> Result<Self> {
        let folder = workspace.target().join(CHECKED_OUT_FOLDER);
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        workspace.ask_git(&["worktree", "prune"])?;
        let name = folder
            .to_str()
            .context("expected a folder with a plain name")?;
        let mut add = workspace.git(&[
            "worktree", "add", "--quiet", "--detach", "--force", name, live,
        ]);
        capture_stdout(&mut add).with_context(|| {
            format!("expected the live commit {live} in this clone; fetch it first: git fetch --tags origin")
        })?;
        Ok(Self {
            workspace,
            own: Workspace::at(folder),
            live: live.to_owned(),
        })
    }

    /// Commits the entry, and returns the commit.
    fn withdraw(&self, removal: &Removal) -> Result<String> {
        let before = self.own.load(Day::Today, false)?;
        let file = find(&removal.path, &before.tree)?;
        let zone = match &before.content {
            Some(content) => content.site.time_zone.clone(),
            None => bail!(
                "expected content without errors at {}, found some; roll back instead: cargo site-ops rollback",
                self.live
            ),
        };
        let now = Timestamp::now().in_tz(&zone)?;
        require_approver(self.workspace, &removal.who, now.date())?;
        let place = self.own.path(&file.path);
        let text = fs::read_to_string(&place)?;
        fs::write(&place, with_entry(&text, &file.kind, removal, &now)?)?;

        let loaded = self.own.load(Day::Today, false)?;
        if loaded.content.is_none() {
            output::show(&loaded)?;
            bail!(
                "expected content without errors once {} is withdrawn, found the errors above; nothing was published. Correct --why or --instead, or roll back instead: cargo site-ops rollback",
                removal.path
            );
        }
        let address = file.route().context("a page has an address")?;
        let message = format!(
            "Take down {address}\n\n{}\n\nBy {}, by break-glass: to be reviewed.\n\n{TRAILER}: {address}\n",
            removal.reason, removal.who
        );
        capture_stdout(&mut self.own.git(&[
            "commit",
            "--quiet",
            "--all",
            "--allow-empty",
            "--message",
            &message,
        ]))?;
        let commit = self.own.ask_git(&["rev-parse", "--verify", "HEAD"])?;
        commit.context("a commit that was made has a name")
    }

    /// Builds and publishes the checkout. Returns true when it is live.
    fn publish(&self, removal: &Removal, person: Person) -> Result<bool> {
        let mut build = self.own.command("cargo", &RUN_SITE);
        if let Ok(given) = env::var("SITE_PROGRAM") {
            let mut words = given.split_whitespace();
            build = Command::new(words.next().context("SITE_PROGRAM is a program")?);
            build.args(words).current_dir(self.own.root());
        }
        build.arg("build");
        // Keeps compiled files for the next time.
        build.env(
            "CARGO_TARGET_DIR",
            self.workspace.target().join(COMPILED_FOLDER),
        );
        if let Some(target) = &removal.target {
            build.args(["--target", target]);
        }
        let printed = capture_stdout(&mut build)?;
        let server = printed.lines().last().unwrap_or_default();

        let outcome = publish(&Publication {
            server: self.own.path(server),
            gate: None,
            break_glass: Some(person),
            is_take_down: true,
            program: None,
            attestation: None,
            record_attestation: None,
            record_head: None,
            actor: removal.who.clone(),
            is_dry_run: false,
        });
        eprintln!("{outcome}");
        match outcome.kind {
            // The page is down. The text says what else differs, at the origin or through a proxy or CDN.
            Kind::Live | Kind::EdgeDiffers => Ok(true),
            Kind::NotLive => Ok(false),
            Kind::LiveUnchecked | Kind::Unknown => {
                bail!("the live version is unknown (above); ask: cargo site-ops status")
            }
        }
    }
}

impl Drop for Copy<'_> {
    fn drop(&mut self) {
        let folder = self.own.root().display().to_string();
        _ = self
            .workspace
            .ask_git(&["worktree", "remove", "--force", &folder]);
    }
}

/// Refuses a person who isn't an approver on this day, if the firm has a list of approvers.
fn require_approver(workspace: &Workspace, who: &str, day: Date) -> Result<()> {
    let Ok(text) = fs::read_to_string(workspace.path(APPROVERS)) else {
        return Ok(());
    };
    let approvers = Approvers::parse(&text).map_err(|faults| match faults.first() {
        Some(fault) => anyhow!("{fault}"),
        None => anyhow!("{APPROVERS} can't be read"),
    })?;
    for approver in approvers.on(day) {
        if approver.login.eq_ignore_ascii_case(who) || approver.name == who {
            return Ok(());
        }
    }
    bail!(
        "expected --who to be the login or the name of someone who may approve today, found `{}`; {APPROVERS} lists them. \
         Only they take a page down without an approval",
        visible(who)
    )
}

/// The file of the page at an address, or at the target of its redirect, if the page can be withdrawn.
fn find<'t>(path: &str, tree: &'t Tree) -> Result<&'t File> {
    let shown = visible(path);
    let redirects = redirects(tree.toml(&FileKind::Redirects));
    let is_page = |address: &str| tree.is_route(address);
    let path = target(path, &redirects, is_page);
    ensure!(
        !LINKED_ROUTES.contains(&path) && path != "/",
        "`{shown}` can't be withdrawn: all other pages link to it. Return to the previous publication: cargo site-ops rollback. Or remove the error with a pull request"
    );
    for file in &tree.files {
        let is_page = matches!(file.kind, FileKind::Page(_) | FileKind::Article(_));
        if is_page && file.route().as_deref() == Some(path) {
            return Ok(file);
        }
    }
    bail!(
        "expected the address of a page or an article, as visitors see it, found `{shown}`, which doesn't exist. \
         A picture, a document or a figure goes with the page that shows it; all of a publication goes by: cargo site-ops rollback"
    )
}

/// The text of a file with the entry. An existing entry is replaced.
fn with_entry(text: &str, kind: &FileKind, removal: &Removal, now: &Zoned) -> Result<String> {
    let mut entry = InlineTable::new();
    // Two minutes ago, so that it applies immediately: clocks differ, and rounding may have added 30 seconds.
    let starts = now
        .datetime()
        .round(Unit::Minute)?
        .saturating_sub(Span::new().minutes(2));
    let written: toml_edit::Datetime = starts.to_string().parse()?;
    entry.insert("starts", Value::from(written));
    entry.insert("why", Value::from(removal.why.as_str()));
    if let Some(instead) = &removal.instead {
        entry.insert("instead", Value::from(instead.as_str()));
    }
    let entry = Item::Value(Value::InlineTable(entry));

    if matches!(kind, FileKind::Page(_)) {
        let mut page: DocumentMut = text.parse()?;
        let meta = page["meta"]
            .as_table_mut()
            .context("expected [meta] in a page")?;
        insert(meta, entry);
        return Ok(page.to_string());
    }
    let mut parts = text.splitn(3, "+++\n");
    let (Some(""), Some(matter), Some(prose)) = (parts.next(), parts.next(), parts.next()) else {
        bail!("expected an article that begins with its front matter between two lines `+++`");
    };
    let mut matter: DocumentMut = matter.parse()?;
    insert(matter.as_table_mut(), entry);
    Ok(format!("+++\n{matter}+++\n{prose}"))
}

fn insert(table: &mut Table, entry: Item) {
    table.remove("withdrawn");
    table.insert("withdrawn", entry);
}

/// How a person can propose the same change to main.
fn proposal(workspace: &Workspace, branch: &str, tag: &str) -> String {
    let mut text = format!(
        "\nThe branch {branch} has the same entry. Until it is in main, nothing else is published: propose it.\n  git push origin {branch} {tag}\n"
    );
    if let Ok(Some(url)) = workspace.ask_git(&["remote", "get-url", "origin"])
        && let Some(address) = web_address(&url)
    {
        text += &format!("  {address}/compare/{branch}?expand=1\n");
    }
    text
}
