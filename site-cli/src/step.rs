//! Steps of a build: each says what it does and how long it took, and one whose
//! inputs and outputs are what they were is skipped.

use crate::files::write_if_changed;
use crate::house::House;
use anyhow::Result;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{IsTerminal, stderr};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// What a step was made from and what it made.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Stamp {
    inputs: String,
    outputs: String,
}

/// A step that can be skipped.
pub struct Step<'a> {
    /// A name for its stamp.
    pub name: &'static str,
    /// What it does, for people: "Building the pages".
    pub title: &'static str,
    /// The fingerprint of all it reads.
    pub inputs: String,
    /// The fingerprint of all it makes.
    pub outputs: &'a dyn Fn() -> Result<String>,
}

impl Step<'_> {
    /// Runs the step, unless nothing has changed since it last ran to its end.
    pub fn run(
        self,
        house: &House,
        work: impl FnOnce(&(dyn Fn(&str) + Sync)) -> Result<()>,
    ) -> Result<()> {
        let path = house
            .target()
            .join("site")
            .join(format!("{}.json", self.name));
        let current = || -> Result<Stamp> {
            Ok(Stamp {
                inputs: self.inputs.clone(),
                outputs: (self.outputs)()?,
            })
        };
        let last = fs::read(&path)
            .ok()
            .and_then(|bytes| serde_json::from_slice::<Stamp>(&bytes).ok());
        if last.is_some() && last == current().ok() {
            say(&format!("  {:<34} unchanged", self.title));
            return Ok(());
        }
        if path.exists() {
            fs::remove_file(&path)?;
        }
        timed(self.title, work)?;
        write_if_changed(&path, &serde_json::to_vec_pretty(&current()?)?)?;
        Ok(())
    }
}

/// The steps under way, each a line at the foot of the terminal.
static UNDER_WAY: LazyLock<MultiProgress> = LazyLock::new(MultiProgress::new);

/// Prints a line among those of the steps.
pub fn say(line: &str) {
    UNDER_WAY.suspend(|| eprintln!("{line}"));
}

/// Does something and shows what, how far it is, and how long it took.
pub fn timed<T>(title: &str, work: impl FnOnce(&(dyn Fn(&str) + Sync)) -> Result<T>) -> Result<T> {
    let start = Instant::now();
    let result = if stderr().is_terminal() {
        let bar = UNDER_WAY.add(ProgressBar::new_spinner());
        if let Ok(style) =
            ProgressStyle::with_template("{spinner} {prefix:<34} {elapsed:>4}  {wide_msg:.dim}")
        {
            bar.set_style(style);
        }
        bar.set_prefix(title.to_owned());
        bar.enable_steady_tick(Duration::from_millis(120));
        let result = work(&|line| bar.set_message(line.to_owned()));
        bar.finish_and_clear();
        result
    } else {
        say(&format!("  {title} …"));
        work(&|_| {})
    };
    let outcome = if result.is_ok() { "" } else { "  failed" };
    let seconds = start.elapsed().as_secs_f64();
    say(&format!("  {title:<34} {seconds:.1} s{outcome}"));
    result
}
