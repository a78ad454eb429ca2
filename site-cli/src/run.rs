//! Running other programs.

use anyhow::{Context, Result, bail, ensure};
use std::io::{self, BufRead as _, BufReader, ErrorKind, Write as _};
use std::process::{Command, Stdio};

/// Is given each line that a program prints.
pub type Progress<'a> = &'a (dyn Fn(&str) + Sync);

/// Runs a program that must succeed; what it printed, both streams as they came.
pub fn run_checked(command: &mut Command, progress: Progress) -> Result<String> {
    let shown = shown(command);
    let (reader, writer) = io::pipe().context("cannot make a pipe")?;
    command
        .stdin(Stdio::null())
        .stdout(writer.try_clone()?)
        .stderr(writer);
    let child = command.spawn();
    // The command's own ends of the pipe would keep it open.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = child
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

/// What a program that must succeed prints to its standard output, such as its version.
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
    Ok(String::from_utf8_lossy(&output.stdout)
        .trim_end()
        .to_owned())
}

/// A program and its arguments, for messages.
fn shown(command: &Command) -> String {
    let program = [command.get_program()];
    let words = program.into_iter().chain(command.get_args());
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    words.join(" ")
}

/// Prints a report; its reader may close the pipe early.
pub fn print(text: &str) -> Result<()> {
    match io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result.context("cannot print the report"),
    }
}
