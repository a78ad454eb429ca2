//! Running other programs, with their last line as progress.

use anyhow::{Context, Result, bail};
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;

/// What a program printed, and whether it succeeded.
#[derive(Debug)]
pub struct Output {
    pub succeeded: bool,
    pub stdout: String,
    /// Both streams, as they came.
    pub all: String,
}

/// Runs a program to its end; `progress` is given each line it prints.
pub fn run(command: &mut Command, progress: &(dyn Fn(&str) + Sync)) -> Result<Output> {
    let name = command.get_program().to_string_lossy().into_owned();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("can't start `{name}`; is it installed and in the PATH?"))?;
    let all = Mutex::new(String::new());
    let stdout = child.stdout.take();
    let stderr = child.stderr.take();
    let stdout = thread::scope(|scope| {
        let errors = scope.spawn(|| stderr.map(|stream| read(stream, &all, progress)));
        let stdout = stdout
            .map(|stream| read(stream, &all, progress))
            .unwrap_or_default();
        let _ = errors.join();
        stdout
    });
    let status = child
        .wait()
        .with_context(|| format!("can't wait for `{name}`"))?;
    let all = all.into_inner().unwrap_or_default();
    Ok(Output {
        succeeded: status.success(),
        stdout,
        all,
    })
}

/// Runs a program that must succeed.
pub fn must(command: &mut Command, progress: &(dyn Fn(&str) + Sync)) -> Result<String> {
    let output = run(command, progress)?;
    if !output.succeeded {
        let arguments: Vec<_> = command
            .get_args()
            .map(|argument| argument.to_string_lossy())
            .collect();
        let program = command.get_program().to_string_lossy().into_owned();
        bail!(
            "`{program} {}` failed:\n{}",
            arguments.join(" "),
            output.all.trim_end()
        );
    }
    Ok(output.stdout)
}

/// What a program prints, such as its version.
pub fn ask(program: &str, arguments: &[&str]) -> Result<String> {
    Ok(must(Command::new(program).args(arguments), &|_| {})?
        .trim()
        .to_owned())
}

fn read(stream: impl Read, all: &Mutex<String>, progress: &dyn Fn(&str)) -> String {
    let mut out = String::new();
    let mut lines = BufReader::new(stream);
    let mut bytes = Vec::new();
    while lines
        .read_until(b'\n', &mut bytes)
        .is_ok_and(|count| count > 0)
    {
        let line = String::from_utf8_lossy(&bytes).into_owned();
        bytes.clear();
        progress(line.trim());
        out.push_str(&line);
        if let Ok(mut all) = all.lock() {
            all.push_str(&line);
        }
    }
    out
}
