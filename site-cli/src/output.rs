//! Prints the report of a check in the requested format.

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

/// The formats of a report.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// An excerpt for each problem in a terminal; plain text elsewhere, or if NO_COLOR is set
    #[default]
    Terminal,
    /// Sentences, one problem per paragraph, for a screen reader
    Plain,
    /// For programs; schemas/check.schema.json describes the structure
    Json,
    /// Annotations for GitHub Actions, and all problems in the job's summary
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

/// Prints the problems of content that hasn't been fixed.
pub fn show(loaded: &Loaded) -> Result<()> {
    print_report(loaded, &[], Format::Terminal)
}

/// Returns the style for standard output: plain if it isn't a terminal or if NO_COLOR is set.
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

/// Returns the web address of docs/rules.md at the commit of a GitHub workflow run.
fn rules_address() -> Option<String> {
    let server = env::var("GITHUB_SERVER_URL").ok()?;
    let repository = env::var("GITHUB_REPOSITORY").ok()?;
    let commit = env::var("GITHUB_SHA").ok()?;
    Some(format!("{server}/{repository}/blob/{commit}/docs/rules.md"))
}

/// Appends all problems to the job summary on GitHub, if there is one.
fn append_job_summary(diagnostics: &[Diagnostic], summary: &str) -> io::Result<()> {
    let path = env::var_os("GITHUB_STEP_SUMMARY").filter(|path| !path.is_empty());
    let Some(path) = path else { return Ok(()) };
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    file.write_all(github::job_summary(diagnostics, summary).as_bytes())
}
