//! The report of a check, printed in the form that was asked for.

use crate::run;
use anyhow::Result;
use clap::ValueEnum;
use dialoguer::console::Term;
use fs_err::OpenOptions;
use site_check::Loaded;
use site_check::apply::Change;
use site_check::diagnostic::Diagnostic;
use site_check::report::terminal::Style;
use site_check::report::{Report, changes, github, plain, summary_line, terminal};
use std::env;
use std::io::{self, IsTerminal as _, Write as _, stdout};

/// The forms that a report can have.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A picture of each place in a terminal; without colors and boxes elsewhere, or with NO_COLOR set
    #[default]
    Terminal,
    /// Sentences, one problem a paragraph, for a screen reader
    Plain,
    /// For programs; the shape is described in schemas/check.schema.json
    Json,
    /// Annotations of GitHub Actions, and all problems in the job's summary
    Github,
}

/// Prints what a check found and fixed.
pub fn print_report(loaded: &Loaded, fixed: &[Change], format: Format) -> Result<()> {
    let summary = summary_line(loaded, fixed);
    let diagnostics = &loaded.diagnostics;
    let text = match format {
        Format::Terminal => changes(fixed) + &terminal::render(diagnostics, &summary, style()),
        Format::Plain => changes(fixed) + &plain::render(diagnostics, &summary),
        Format::Json => serde_json::to_string_pretty(&Report::new(loaded, fixed))? + "\n",
        Format::Github => {
            eprint!("{}", changes(fixed));
            if let Err(error) = append_job_summary(diagnostics, &summary) {
                eprintln!("cannot write the job's summary: {error}");
            }
            github::render(diagnostics, &summary, rules_address().as_deref())
        }
    };
    run::print(&text)
}

/// Prints what is wrong with content that nothing has fixed.
pub fn show(loaded: &Loaded) -> Result<()> {
    print_report(loaded, &[], Format::Terminal)
}

/// The style of the standard output: plain where it is no terminal, or where colors are not wanted.
fn style() -> Style {
    let no_color = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if no_color || !stdout().is_terminal() {
        return Style::Plain;
    }
    let size = Term::stdout().size_checked();
    Style::Colored {
        width: size.map(|(_, width)| width.into()),
    }
}

/// The web address of docs/rules.md, where a run on GitHub names its commit.
fn rules_address() -> Option<String> {
    let server = env::var("GITHUB_SERVER_URL").ok()?;
    let repository = env::var("GITHUB_REPOSITORY").ok()?;
    let commit = env::var("GITHUB_SHA").ok()?;
    Some(format!("{server}/{repository}/blob/{commit}/docs/rules.md"))
}

/// Adds all problems to the summary of GitHub's job, where there is one.
fn append_job_summary(diagnostics: &[Diagnostic], summary: &str) -> io::Result<()> {
    let path = env::var_os("GITHUB_STEP_SUMMARY").filter(|path| !path.is_empty());
    let Some(path) = path else { return Ok(()) };
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    file.write_all(github::job_summary(diagnostics, summary).as_bytes())
}
