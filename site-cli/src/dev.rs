//! `cargo site dev`: previews the site, and updates the pages as content and components are edited.
//!
//! This process watches the content. After each save, it loads, checks and compiles the content, reuses the results for
//! unchanged text, and sends Node the differences in the edition on screen, before the other editions are checked. Node, a
//! child process, has the components: it renders and serves the pages that a browser has open (web/dev/). It reads
//! messages from a pipe, and exits when the pipe closes, however this process ended.

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
    /// Something in content/ has changed.
    Changed(notify::Event),
    /// Someone has chosen another edition in the browser.
    Chosen,
    /// Node has exited; true on success.
    Ended(bool),
}

/// Serves the pages until Node exits, and shows the edition of the requested moment first. Returns true on success.
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
        viewer.show(&mut loaded)?;
        // Query Git after showing the change: its state rarely affects the result.
        if source.add_git_state(&mut loaded) {
            viewer.show(&mut loaded)?;
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

/// Reads the content again. If that fails because the folder was moved, reports it once and waits.
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
        let mut first = Ok(());
        let reloaded = source.reload(loaded, Day::Today, looked_at, |edition, moments| {
            first = viewer.show_first(edition, moments);
        });
        first?;
        let Err(error) = reloaded else {
            if is_reported {
                eprintln!("{} is back", shown(&folder));
                source.add_git_state(loaded);
            }
            return Ok(Next::Changed);
        };
        if !is_reported {
            let found = if folder.exists() {
                error.to_string()
            } else {
                "nothing".to_owned()
            };
            let why = format!(
                "expected the content in {}, found {found}; restore it: until then, the pages don't change",
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
