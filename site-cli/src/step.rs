//! Build steps. Each prints its title and how long it took. A step is skipped if its inputs and its output haven't
//! changed.

use crate::fingerprint::Fingerprint;
use crate::run::{Progress, run_checked};
use crate::workspace::{Workspace, shown};
use anyhow::{Context as _, Result, ensure};
use fs_err as fs;
use std::io::{IsTerminal, stderr};
use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// A command that can be skipped.
pub struct Step<'a> {
    /// The file name of its stamp.
    pub name: &'a str,
    /// A description of the work for users: "Building the pages".
    pub title: &'a str,
    /// Everything that the command reads.
    pub inputs: Fingerprint,
    /// The file or folder that the command generates.
    pub output: &'a Path,
    pub command: Command,
}

impl Step<'_> {
    /// Runs the command, unless nothing has changed since its last successful run.
    pub fn run(mut self, workspace: &Workspace) -> Result<()> {
        let stamp = workspace.site_folder().join(self.name);
        let inputs = self.inputs.finish();
        let current = || -> Result<String> {
            let output = Fingerprint::default().made(self.output)?.finish();
            Ok(format!("{inputs}\n{output}\n"))
        };
        // The command runs if there is no stamp or if the output can't be read.
        let is_unchanged = match (fs::read_to_string(&stamp), current()) {
            (Ok(stamp), Ok(current)) => stamp == current,
            _ => false,
        };
        if self.output.exists() && is_unchanged {
            say(&format!("  {:<34} unchanged", self.title));
            return Ok(());
        }
        write_if_changed(&stamp, b"unfinished\n")?;
        timed(self.title, |progress| {
            run_checked(&mut self.command, progress)
        })?;
        let output = shown(self.output);
        ensure!(
            self.output.exists(),
            "{} didn't create {output}",
            self.title
        );
        write_if_changed(&stamp, current()?.as_bytes())
    }
}

/// Writes a file only if its text differs. Readers never see a partial file.
pub fn write_if_changed(path: &Path, text: &[u8]) -> Result<()> {
    if fs::read(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    let folder = path.parent().context("a file is in a folder")?;
    fs::create_dir_all(folder)?;
    let unfinished = path.with_extension("unfinished");
    fs::write(&unfinished, text)?;
    Ok(fs::rename(&unfinished, path)?)
}

/// Moves to the start of the terminal's line and clears it.
const EMPTY: &str = "\r\x1b[2K";

/// Prints a line, which replaces the progress in a terminal.
pub fn say(line: &str) {
    let empty = if stderr().is_terminal() { EMPTY } else { "" };
    eprintln!("{empty}{line}");
}

/// Runs a step and prints its title and how long it took. A terminal also shows the last line of its progress.
pub fn timed<T>(title: &str, work: impl FnOnce(Progress) -> Result<T>) -> Result<T> {
    let start = Instant::now();
    let is_terminal = stderr().is_terminal();
    let progress = |line: &str| {
        if is_terminal {
            // Turns off line wrapping for a long line.
            eprint!("{EMPTY}\x1b[?7l  {title} … {line}\x1b[?7h");
        }
    };
    if is_terminal {
        progress("");
    } else {
        say(&format!("  {title} …"));
    }
    let result = work(&progress);
    let outcome = if result.is_ok() { "" } else { "  failed" };
    let seconds = start.elapsed().as_secs_f64();
    say(&format!("  {title:<34} {seconds:.1} s{outcome}"));
    let mut taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
    taken.push((seconds, title.to_owned()));
    result
}

/// Each step's duration in seconds, and its title.
static TAKEN: Mutex<Vec<(f64, String)>> = Mutex::new(Vec::new());

/// Prints the slowest steps, so that the end of a log shows where the time went. Parallel steps share the machine.
pub fn say_longest(since: Instant) {
    let mut taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
    taken.sort_by(|one, other| other.0.total_cmp(&one.0));
    say("\nThe slowest steps, some of them in parallel:");
    for (seconds, title) in taken.iter().take(10) {
        say(&format!("  {title:<34} {seconds:.1} s"));
    }
    let whole = since.elapsed().as_secs_f64();
    say(&format!("  {:<34} {whole:.1} s", "All of it"));
}

/// Runs two functions in parallel; returns the first error after both have finished.
pub fn in_parallel(
    one: impl FnOnce() -> Result<()> + Send,
    other: impl FnOnce() -> Result<()>,
) -> Result<()> {
    std::thread::scope(|scope| {
        let one = scope.spawn(one);
        let other = other();
        one.join().expect("no panic")?;
        other
    })
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::time::{Duration, UNIX_EPOCH};

    #[test]
    fn a_step_without_a_stamp_runs_whatever_its_output_is() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let workspace = Workspace::at(folder.path().to_owned());
        let output = folder.path().join("output");
        let run = || {
            let mut command = Command::new("cp");
            command.arg("/dev/null").arg(&output);
            let step = Step {
                name: "a-step",
                title: "Making an output",
                inputs: Fingerprint::default().text("inputs"),
                output: &output,
                command,
            };
            step.run(&workspace).expect("the step runs");
            fs::read_to_string(&output).expect("readable")
        };
        fs::write(&output, "old").expect("writable");
        // A time before 1970 has no fingerprint.
        let file = std::fs::File::options().write(true).open(&output);
        let before = UNIX_EPOCH - Duration::from_secs(1);
        file.expect("writable").set_modified(before).expect("ours");
        assert_eq!(run(), "");

        // With the stamp from that run, the step is skipped until its output changes.
        let stamp = workspace.site_folder().join("a-step");
        let whole = fs::read_to_string(&stamp).expect("written");
        assert_eq!(run(), "");
        assert_eq!(fs::read_to_string(&stamp).expect("written"), whole);
        fs::write(&output, "changed").expect("writable");
        assert_eq!(run(), "");
    }
}
