//! `cargo site dev`: the pages as they will be, kept up to date while content and
//! components are written.
//!
//! This process watches the content, checks it and compiles what has changed.
//! Node, which it starts, has the components: it renders the pages that a
//! browser has open and serves them (web/dev/). It is told through a pipe, and
//! ends when the pipe does, however this process ended.

mod renderer;
mod watch;

use crate::build;
use crate::history;
use crate::house::House;
use crate::report::{self, Format, Outcome};
use anyhow::{Context, Result};
use jiff::Zoned;
use renderer::{Message, Renderer};
use site_schema::load::Live;
use site_schema::report::CheckReport;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// What this process waits for.
enum Event {
    /// Something below content/ is not what it was: these files, where that is known.
    Changed(Option<Vec<PathBuf>>),
    /// Node has ended; whether it did well.
    Ended(bool),
}

/// Editors write a file in several steps; this long after one, no other follows.
const SETTLED: Duration = Duration::from_millis(4);

pub fn dev(addr: &str) -> Result<bool> {
    let house = House::find()?;
    build::packages(&house)?;
    let (tell, events) = channel();
    let _watcher = watch::watch(&house.content(), tell.clone())?;
    let unreadable = || format!("can't read {}", house.content().display());
    let mut live =
        Live::open(&house.content(), Some(Zoned::now().date())).with_context(unreadable)?;
    recall(&house, &mut live);
    let mut shown = CheckReport::new(live.loaded(), &[]);
    if !shown.diagnostics.is_empty() {
        report::print(&Outcome::of(live.loaded()), Format::Terminal)?;
    }
    let mut renderer = Renderer::start(&house, addr, tell)?;
    let year = build::year(&house);
    renderer.tell(&Message {
        year,
        update: live.whole(),
        report: &shown,
    })?;
    loop {
        match settled(&events) {
            Happened::Ended(well) => return Ok(well),
            Happened::Changed(touched) => {
                let today = Some(Zoned::now().date());
                if !live
                    .look(touched.as_ref(), today)
                    .with_context(unreadable)?
                {
                    continue;
                }
                recall(&house, &mut live);
                let update = live.compile();
                let found = CheckReport::new(live.loaded(), &[]);
                renderer.tell(&Message {
                    year,
                    update,
                    report: &found,
                })?;
                if found.diagnostics != shown.diagnostics {
                    report::print(&Outcome::of(live.loaded()), Format::Terminal)?;
                }
                shown = found;
            }
        }
    }
}

/// What has happened, once all of it has.
enum Happened {
    /// Files may have changed: these, where they are known.
    Changed(Option<BTreeSet<PathBuf>>),
    Ended(bool),
}

/// Waits until something happens and, where it is a change, until all of it has.
fn settled(events: &Receiver<Event>) -> Happened {
    let mut all = Some(BTreeSet::new());
    let mut event = events.recv().unwrap_or(Event::Ended(false));
    loop {
        match (event, &mut all) {
            (Event::Ended(well), _) => return Happened::Ended(well),
            (Event::Changed(Some(files)), Some(all)) => all.extend(files),
            (Event::Changed(_), _) => all = None,
        }
        match events.recv_timeout(SETTLED) {
            Ok(next) => event = next,
            Err(_) => return Happened::Changed(all),
        }
    }
}

/// Asks Git where it may help: an address is lost, or a file is unexpected.
fn recall(house: &House, live: &mut Live) {
    let mut found = live.loaded().diagnostics.iter();
    if found.any(|found| matches!(found.code, "url/lost" | "file/unexpected")) {
        history::recall(house, live.loaded_mut());
    }
}
