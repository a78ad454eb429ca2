//! Each page as printed by a browser.

use super::Version;
use crate::browser;
use crate::record::opened::Opened;
use crate::record::serve::{Replay, Served, answer_all};
use crate::workspace::Workspace;
use anyhow::{Context as _, Result, ensure};
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, RwLock};
use std::thread;

/// Prints the pages of all versions, each with the images and styles of its time.
pub fn print_all(opened: &Opened, versions: &[Version], folder: &Path) -> Result<()> {
    let chromium = browser::chromium(&Workspace::find()?)?;
    let listener = TcpListener::bind("127.0.0.1:0").context("cannot listen")?;
    let address = listener.local_addr()?;
    let all_spans = opened.spans();
    let mut served: Option<Served> = None;
    let mut waiting = Some(listener);
    for version in versions {
        let (Some(file), Some(_)) = (&version.file, version.length) else {
            continue;
        };
        let Some(span) = all_spans.iter().find(|span| version.begins_with(span)) else {
            continue;
        };
        let moment = span.time.surely_from.unwrap_or(span.time.may_from);
        let site = opened.site_in(span, moment)?;
        let replay = Arc::new(Replay::new(opened, site));
        match &served {
            Some(served) => *served.write().expect("no thread fails while it holds this") = replay,
            None => served = Some(Arc::new(RwLock::new(replay))),
        }
        if let (Some(listener), Some(served)) = (waiting.take(), &served) {
            let served = served.clone();
            thread::spawn(move || answer_all(listener, served));
        }
        let path = if version.showing.path.is_empty() {
            "/404"
        } else {
            &version.showing.path
        };
        let target = folder.join(format!("{file}.pdf"));
        print_page(&chromium, &format!("http://{address}{path}"), &target)?;
    }
    Ok(())
}

/// Prints one page.
fn print_page(chromium: &Path, address: &str, target: &Path) -> Result<()> {
    let mut browser = Command::new(chromium);
    browser.args(["--headless", "--no-sandbox", "--disable-gpu"]);
    browser.args(["--no-pdf-header-footer", "--virtual-time-budget=5000"]);
    browser.arg(format!("--print-to-pdf={}", target.display()));
    let output = browser
        .arg(address)
        .output()
        .context("cannot start the browser")?;
    ensure!(
        output.status.success() && target.is_file(),
        "expected the browser to print {address}, but it says: {}",
        String::from_utf8_lossy(&output.stderr).trim()
    );
    Ok(())
}
