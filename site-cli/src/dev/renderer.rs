//! Node, which renders and serves the pages.

use super::Event;
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use serde::Serialize;
use site_check::load::Update;
use site_check::report::CheckReport;
use std::io::{BufWriter, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::Sender;
use std::thread;

/// What Node is sent, as one line of JSON.
#[derive(Serialize)]
pub struct Message<'a> {
    pub year: i16,
    /// What is different in the content; nothing where it is as it was, or has errors.
    pub update: Option<Update>,
    /// All that the check found.
    pub report: &'a CheckReport,
}

/// Node, as long as it runs.
pub struct Renderer(BufWriter<ChildStdin>);

impl Renderer {
    pub fn start(workspace: &Workspace, addr: &str, sender: Sender<Event>) -> Result<Self> {
        let mut child = Command::new("node")
            .arg(workspace.web().join("dev/server.mjs"))
            .args(["--addr", addr])
            // Places that are opened in an editor are named from here.
            .current_dir(workspace.root())
            .stdin(Stdio::piped())
            .spawn()
            .context("cannot start Node.js; is it installed and in the PATH?")?;
        let stdin = child.stdin.take().context("Node takes no messages")?;
        thread::spawn(move || {
            let ended = child.wait().is_ok_and(|status| status.success());
            // Nobody listens any more when the command ends.
            let _ = sender.send(Event::Ended(ended));
        });
        Ok(Self(BufWriter::new(stdin)))
    }

    pub fn send(&mut self, message: &Message) -> Result<()> {
        // With its keys in the order that content.json has for a build.
        let sent = serde_json::to_value(message)
            .and_then(|message| serde_json::to_writer(&mut self.0, &message))
            .map_err(std::io::Error::from)
            .and_then(|()| self.0.write_all(b"\n"))
            .and_then(|()| self.0.flush());
        match sent {
            // It has ended, and says why itself.
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
            sent => sent.context("can't send Node what has changed"),
        }
    }
}
