//! Runs other programs.

use anyhow::{Context, Result, bail, ensure};
use std::io::{self, BufRead as _, BufReader, ErrorKind, Write as _};
use std::process::{Command, Stdio};

/// A callback for each line that a program prints.
pub type Progress<'a> = &'a (dyn Fn(&str) + Sync);

/// Runs a program that must succeed, and returns its output with both streams in order.
pub fn run_checked(command: &mut Command, progress: Progress) -> Result<String> {
    let shown = shown(command);
    let (reader, writer) = io::pipe().context("cannot make a pipe")?;
    command
        .stdin(Stdio::null())
        .stdout(writer.try_clone()?)
        .stderr(writer);
    let started = command.spawn();
    // The command's copies of the pipe's ends would keep it open.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = started
        .with_context(|| format!("cannot start `{shown}`; is it installed and in the PATH?"))?;

    let mut printed = String::new();
    let mut lines = BufReader::new(reader);
    let mut line = Vec::new();
    while lines.read_until(b'\n', &mut line)? > 0 {
        let text = String::from_utf8_lossy(&line);
        progress(text.trim());
        printed += &text;
        line.clear();
    }

    let status = child.wait()?;
    ensure!(
        status.success(),
        "`{shown}` failed:\n{}",
        printed.trim_end()
    );
    Ok(printed)
}

/// Runs a program that must succeed, and returns its standard output, such as its version.
pub fn capture_stdout(command: &mut Command) -> Result<String> {
    let shown = shown(command);
    let output = command
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("cannot start `{shown}`; is it installed and in the PATH?"))?;
    if !output.status.success() {
        let error = String::from_utf8_lossy(&output.stderr);
        bail!("`{shown}` failed:\n{}", error.trim_end());
    }
    let printed = String::from_utf8_lossy(&output.stdout);
    Ok(printed.trim_end().to_owned())
}

/// Formats a program and its arguments for messages.
fn shown(command: &Command) -> String {
    let mut words = command.get_program().to_string_lossy().into_owned();
    for argument in command.get_args() {
        words += " ";
        words += &argument.to_string_lossy();
    }
    words
}

/// Prints a report. Ignores the error if the reader closes the pipe early.
pub fn print(text: &str) -> Result<()> {
    match io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result.context("cannot print the report"),
    }
}
