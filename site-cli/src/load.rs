//! Loads content: reads, checks and compiles it, and adds its state in Git.

use crate::history;
use crate::revision::Revision;
use crate::workspace::{Workspace, shown};
use anyhow::{Context as _, Result, ensure};
use fs_err as fs;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use site_check::load::History;
use site_check::{Loaded, Moments};
use site_schema::Edition;
use site_schema::model::{WrittenMoment, zone_named};
use std::env;
use std::io;
use std::path::PathBuf;
use tempfile::TempDir;
use toml_edit::DocumentMut;

/// The day used to check the content: later dates are in the future.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Day {
    /// Today in the firm's time zone.
    Today,
    /// The day of a build in the firm's time zone, from [`BuildMoment`]. Editions that have already ended aren't
    /// checked.
    OfBuild,
    /// The day of another moment, used instead of the clock.
    On(Timestamp),
}

impl Day {
    /// Parses `--on`, a moment in the firm's time zone: 2027-01-01, or 2027-01-01T09:00:00. Without it, uses the clock.
    pub fn named(on: Option<&str>, workspace: &Workspace) -> Result<Self> {
        let Some(on) = on else {
            return Ok(Self::Today);
        };
        let zone = zone(workspace)?;
        let written = WrittenMoment::read(on).ok();
        let moment = written.and_then(|written| written.start(&zone));
        let moment = moment.with_context(|| {
            format!("expected a day, such as 2027-01-01, or a day with a time, such as 2027-01-01T09:00:00, found `{on}`")
        })?;
        Ok(Self::On(moment))
    }

    /// Returns the moments used to read and check a commit's content. The commit's time may be slightly ahead of
    /// the clock.
    fn moments(self, committed: Timestamp) -> Moments {
        let clock = Timestamp::now().max(committed);
        let (now, today) = match self {
            Self::Today => (clock, clock),
            Self::OfBuild => (clock, committed),
            Self::On(moment) => (moment, moment),
        };
        Moments {
            committed: Some(committed),
            now: Some(now),
            today: Some(today),
        }
    }
}

/// Returns the firm's time zone, or UTC if `content/site.toml` doesn't set one.
pub fn zone(workspace: &Workspace) -> Result<TimeZone> {
    let text = fs::read_to_string(workspace.content().join("site.toml"))?;
    let site: DocumentMut = text.parse().unwrap_or_default();
    let name = site.get("time_zone").and_then(|name| name.as_str());
    Ok(zone_named(name.unwrap_or_default()))
}

/// The moment of a build. The build contains all editions from this moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuildMoment {
    pub moment: Timestamp,
    /// The reason why the moment comes from the clock, so that two builds differ; `None` if it comes from the commit.
    pub clock_because: Option<&'static str>,
}

impl BuildMoment {
    /// Returns the moment in `SOURCE_DATE_EPOCH`, in seconds, or else the time of the last commit, so that two builds
    /// of one commit are identical. Uncommitted content can be committed now at the earliest, so its moment is now.
    pub fn of(workspace: &Workspace) -> Result<Self> {
        if let Ok(given) = env::var("SOURCE_DATE_EPOCH") {
            let moment = moment_of(&given).with_context(|| {
                format!("expected seconds since 1970 in SOURCE_DATE_EPOCH, found `{given}`; correct it, or unset it")
            })?;
            return Ok(Self::committed(moment));
        }

        let list_changes = ["status", "--porcelain", "--", "content"];
        let Ok(changes) = workspace.ask_git(&list_changes) else {
            return Ok(Self::clock("no Git repository has the time of the commit"));
        };
        if changes.is_some() {
            return Ok(Self::clock("content/ differs from the last commit"));
        }
        let show_time = ["log", "-1", "--format=%ct"];
        let committed = workspace.ask_git(&show_time).ok().flatten();
        match committed.as_deref().and_then(moment_of) {
            Some(moment) => Ok(Self::committed(moment)),
            None => Ok(Self::clock("nothing is committed yet")),
        }
    }

    fn committed(moment: Timestamp) -> Self {
        Self {
            moment,
            clock_because: None,
        }
    }

    fn clock(reason: &'static str) -> Self {
        Self {
            moment: Timestamp::now(),
            clock_because: Some(reason),
        }
    }
}

/// How far a commit may be ahead of the clock: the clocks of two machines always differ slightly.
const LARGEST_SKEW: SignedDuration = SignedDuration::from_mins(5);

/// Refuses a commit with a future time: changes scheduled before that time would be published at once.
fn ensure_is_past(committed: Timestamp) -> Result<()> {
    let now = Timestamp::now();
    ensure!(
        committed.duration_since(now) <= LARGEST_SKEW,
        "expected a commit dated in the past, found one at {committed}, while the clock says {now}: changes scheduled before then would be published at once. Set the clock, or commit again: git commit --amend --reset-author --no-edit"
    );
    Ok(())
}

/// Parses a moment in seconds since 1970.
fn moment_of(text: &str) -> Option<Timestamp> {
    let seconds = text.parse().ok()?;
    Timestamp::from_second(seconds).ok()
}

/// Content to load: the files on disk, or the files of a commit.
pub struct Source {
    workspace: Workspace,
    head: Option<Revision>,
    base: Option<Revision>,
    /// The files of `head`, deleted when this is dropped.
    checkout: Option<TempDir>,
}

impl Source {
    /// Returns the files on disk, whether committed or not.
    pub fn files(workspace: &Workspace) -> Self {
        Self {
            workspace: workspace.clone(),
            head: None,
            base: None,
            checkout: None,
        }
    }

    /// Returns the files of a commit, without checking them out in the workspace.
    pub fn revision(workspace: &Workspace, head: Revision) -> Result<Self> {
        let checkout = head.content(workspace)?;
        Ok(Self {
            workspace: workspace.clone(),
            head: Some(head),
            base: None,
            checkout: Some(checkout),
        })
    }

    /// Sets the merge base with the target branch; without one, the merge base with main is used.
    pub fn with_base(self, base: Option<Revision>) -> Self {
        Self { base, ..self }
    }

    /// Returns the content folder.
    pub fn content(&self) -> PathBuf {
        match &self.checkout {
            Some(checkout) => checkout.path().join("content"),
            None => self.workspace.content(),
        }
    }

    /// Reads, checks and compiles the content.
    pub fn load(&self, day: Day, drafts: bool) -> Result<Loaded> {
        let content = self.content();
        let committed = self.committed()?;
        ensure_is_past(committed)?;
        let past = self.past();
        let mut loaded = Loaded::new(past.clone(), drafts);
        loaded
            .read(&content, day.moments(committed))
            .with_context(|| format!("cannot read {}", shown(&content)))?;
        history::add_git_state(&self.workspace, &mut loaded, self.head.as_ref(), past);
        if let Some(reason) = self.workspace.unreadable_repository() {
            eprintln!(
                "warning: expected a Git repository that can be read; without it, ignored files are checked too, and nothing is compared with earlier versions. Git says:\n{reason}\n"
            );
        }
        Ok(loaded)
    }

    /// Returns the time of the content's commit, or of its build if the content is from the workspace.
    fn committed(&self) -> Result<Timestamp> {
        if let Some(head) = &self.head
            && let Some(committed) = head.committed(&self.workspace)
        {
            return Ok(committed);
        }
        Ok(BuildMoment::of(&self.workspace)?.moment)
    }

    /// Reads, checks and compiles the content again, with the earlier state in Git. Later changes can be committed now
    /// at the earliest. Passes the edition of the moment on screen to the caller before the others are checked, with
    /// the start of every edition.
    ///
    /// # Errors
    /// Returns an error only if the content folder can't be read.
    pub fn reload(
        &self,
        loaded: &mut Loaded,
        day: Day,
        looked_at: Timestamp,
        show: impl FnOnce(Edition, Vec<Option<i64>>),
    ) -> io::Result<()> {
        let moments = day.moments(Timestamp::now());
        loaded.read_first(&self.content(), moments, looked_at, show)
    }

    /// Queries Git again, and checks the content again if that can change the result. Returns true if it checked again.
    pub fn add_git_state(&self, loaded: &mut Loaded) -> bool {
        history::add_git_state(&self.workspace, loaded, self.head.as_ref(), self.past())
    }

    /// Returns the past of the content, according to Git.
    fn past(&self) -> History {
        history::past(&self.workspace, self.head.as_ref(), self.base.as_ref())
    }
}

impl Workspace {
    /// Reads, checks and compiles the files on disk, with their state in Git. The compiled content includes drafts only
    /// if `drafts` is true.
    pub fn load(&self, day: Day, drafts: bool) -> Result<Loaded> {
        Source::files(self).load(day, drafts)
    }
}
