//! Runs other programs with a timeout.

use anyhow::{Context as _, Result};
use std::io::{Read as _, Seek as _};
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The time between two checks of whether a program has ended.
const PAUSE: Duration = Duration::from_millis(10);

/// The result of running a program.
#[derive(Debug)]
pub struct Call {
    /// `None` if the program took too long and was killed.
    status: Option<ExitStatus>,
    pub stdout: Vec<u8>,
    pub stderr: String,
}

impl Call {
    /// Runs a program, and kills it if it takes longer than the timeout.
    ///
    /// # Errors
    /// Returns an error if the program can't be started.
    pub fn run(command: &mut Command, timeout: Duration) -> Result<Self> {
        let program = command.get_program().to_string_lossy().into_owned();
        // Uses files instead of pipes, because a child of the program may keep a pipe open after the program ends.
        let mut stdout = tempfile::tempfile().context("cannot make a temporary file")?;
        let mut stderr = tempfile::tempfile().context("cannot make a temporary file")?;
        command.stdin(Stdio::null());
        command.stdout(stdout.try_clone()?);
        command.stderr(stderr.try_clone()?);
        let mut child = command.spawn().with_context(|| {
            format!("expected to start {program}, and that fails; is it installed and in the PATH?")
        })?;

        let start = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break Some(status);
            }
            if start.elapsed() >= timeout {
                // It may have ended in the meantime.
                _ = child.kill();
                child.wait()?;
                break None;
            }
            thread::sleep(PAUSE);
        };

        let mut call = Self {
            status,
            stdout: Vec::new(),
            stderr: String::new(),
        };
        stdout.rewind()?;
        stdout.read_to_end(&mut call.stdout)?;
        let mut message = Vec::new();
        stderr.rewind()?;
        stderr.read_to_end(&mut message)?;
        String::from_utf8_lossy(&message)
            .trim()
            .clone_into(&mut call.stderr);
        if status.is_none() {
            let limit = format!("{program} took longer than {} s", timeout.as_secs());
            call.stderr = format!("{}\n{limit}", call.stderr).trim().to_owned();
        }
        Ok(call)
    }

    pub fn is_success(&self) -> bool {
        self.status.is_some_and(|status| status.success())
    }
}
