//! `cargo site dev`: the pages as they will be, kept up to date while content and
//! components are written.
//!
//! This process watches the content; at each save it loads, checks and compiles all
//! of it, except what depends only on a text that is unchanged, and sends Node what differs:
//! of several editions the one that is looked at, before the others are checked.
//! Node, which it starts, has the components: it renders the pages that a browser has
//! open and serves them (web/dev/). It reads from a pipe, and ends when the pipe
//! closes, however this process ended.

mod update;
mod viewer;
mod watch;

use crate::listen;
use crate::load::{Day, Source};
use crate::output;
use crate::packages::{self, Packages};
use crate::workspace::{Workspace, shown};
use anyhow::Result;
use site_check::Loaded;
use site_schema::model::WrittenMoment;
use std::sync::mpsc::channel;
use viewer::Viewer;
use watch::{Next, Watch};

/// The events that this process waits for.
enum Event {
    /// Something below content/ has changed.
    Changed(notify::Event),
    /// Node has ended; true where it succeeded.
    Ended(bool),
}

/// Serves the pages until Node ends, those of the edition of a moment first; returns true where it succeeded.
pub fn dev(addr: &str, on: Option<WrittenMoment>) -> Result<bool> {
    let address = listen::address(addr)?;
    let workspace = Workspace::find()?;
    packages::install(&workspace, "web", Packages::Build)?;
    let (sender, events) = channel();
    let mut watch = Watch::start(&workspace, sender.clone(), events)?;
    let mut viewer = Viewer::start(&workspace, address, on, sender)?;
    let source = Source::files(&workspace);
    let mut loaded = source.load(Day::Today, true)?;
    let mut printed = Vec::new();
    loop {
        viewer.send(&mut loaded)?;
        // Git is asked once the change is seen: what it knows is seldom new.
        if source.add_git_state(&mut loaded) {
            viewer.send(&mut loaded)?;
        }
        if loaded.diagnostics != printed {
            output::show(&loaded)?;
            printed.clone_from(&loaded.diagnostics);
        }
        if let Next::Ended(success) = watch.settled() {
            return Ok(success);
        }
        if let Next::Ended(success) = read_again(&source, &mut loaded, &mut watch, &mut viewer)? {
            return Ok(success);
        }
    }
}

/// Reads the content again. While it can't be read, since its folder was moved away, this says so once and waits.
fn read_again(
    source: &Source,
    loaded: &mut Loaded,
    watch: &mut Watch,
    viewer: &mut Viewer,
) -> Result<Next> {
    let folder = source.content();
    let mut is_reported = false;
    loop {
        let looked_at = viewer.looked_at();
        let mut sent = Ok(());
        let reloaded = source.reload(loaded, Day::Today, looked_at, |edition, moments| {
            sent = viewer.send_first(edition, &moments);
        });
        sent?;
        let Err(error) = reloaded else {
            if is_reported {
                eprintln!("{} is there again", shown(&folder));
                source.add_git_state(loaded);
            }
            return Ok(Next::Changed);
        };
        if !is_reported {
            let found = if folder.exists() {
                error.to_string()
            } else {
                "nothing there".to_owned()
            };
            let why = format!(
                "expected the content in {}, found {found}; bring it back: until then the pages stay as they are",
                shown(&folder)
            );
            eprintln!("error: {why}");
            viewer.interrupt(&why)?;
            is_reported = true;
        }
        if let Next::Ended(success) = watch.returned() {
            return Ok(Next::Ended(success));
        }
    }
}
