//! `cargo site …`: one command for everything about the site.

use anyhow::Result;
use clap::Parser;
use site_check::load::FileKind;
use site_cli::ask::{self, Rehearsal};
use site_cli::load::Day;
use site_cli::workspace::Workspace;
use site_cli::{
    arguments, build, check, dev, diff, explain, export, links, mv, new, reviews, schedule,
    schemas, serve, snapshots, test,
};
use site_schema::model::WrittenMoment;
use std::env;
use std::process::ExitCode;

/// The commands that moved to `cargo site-ops`.
const MOVED: [&str; 6] = [
    "approvals",
    "protect",
    "record",
    "rollback",
    "take-down",
    "verify",
];

#[derive(Parser)]
#[command(
    name = "cargo site",
    bin_name = "cargo site",
    version,
    about = "Serves, checks, tests and builds the site",
    after_help = "Operators publish, verify, approve and keep the record with: cargo site-ops --help"
)]
enum Command {
    /// Build the site, except unchanged parts, and serve it
    Serve {
        /// Address and port to listen on
        #[arg(long, default_value = "127.0.0.1:8080")]
        addr: String,
        /// Show the site as it will be at a moment, such as 2027-01-01 or 2027-01-01T09:00, and don't switch editions
        #[arg(long, value_name = "MOMENT", value_parser = arguments::moment)]
        on: Option<WrittenMoment>,
        /// Serve the tests' own site
        #[arg(long, conflicts_with = "on")]
        fixture: bool,
    },
    /// Preview the pages, including drafts, and update them as files change
    Dev {
        /// Address and port to listen on
        #[arg(long, default_value = "127.0.0.1:8080")]
        addr: String,
        /// Show the site first as it will be at a moment, such as 2027-01-01 or 2027-01-01T09:00
        #[arg(long, value_name = "MOMENT", value_parser = arguments::moment)]
        on: Option<WrittenMoment>,
    },
    /// Run every check and every test
    Test {
        /// Accept changed snapshots
        #[arg(long)]
        accept: bool,
        /// The branch that the change is for, or the commit before a push; without it, origin/main or main
        #[arg(long, value_name = "REVISION", conflicts_with = "long")]
        base: Option<String>,
        /// Run the long tests instead, and every test on a clone with an editor's changes
        #[arg(long, conflicts_with = "accept")]
        long: bool,
    },
    /// Check the content and show every problem in it
    #[command(after_help = check::AFTER_HELP)]
    Check(check::Arguments),
    /// Explain what a rule finds, why that matters, and how to fix it
    Explain {
        /// The rule's code, such as link/broken; without it, all rules are listed
        code: Option<String>,
    },
    /// Show how a change affects the site, for people who don't read its source
    Diff(diff::Arguments),
    /// Write the JSON Schemas and the other generated files
    Schemas {
        /// Write nothing; fail if a file isn't up to date
        #[arg(long)]
        check: bool,
    },
    /// Create an article, a page or a fact, and show the next steps
    New {
        #[command(subcommand)]
        thing: new::Thing,
    },
    /// Change the address of a page or an article, with its file, links and redirect
    Mv {
        /// The page or the article: its slug, its address or its file
        old: String,
        /// Its new slug or address
        new: String,
    },
    /// Update the snapshots of the site's own pages, addresses and fee tables
    Snapshots {
        /// Write nothing; fail if a snapshot doesn't match the site
        #[arg(long)]
        check: bool,
    },
    /// Build the content, the pages and the server
    Build {
        /// Build the server for this target, such as x86_64-unknown-linux-musl, which needs no libraries there
        #[arg(long, value_name = "TRIPLE")]
        target: Option<String>,
    },
    /// Write everything that the server serves as files, for a static host such as Cloudflare Pages
    Export(export::Arguments),
    /// List the scheduled changes, when they happen, and which pages they affect
    Schedule(schedule::Arguments),
    /// List the facts and articles that are due for review
    Reviews {
        /// The day to list for, such as 2026-01-31; without it, today
        #[arg(long, value_parser = arguments::day)]
        on: Option<jiff::civil::Date>,
        /// List every sentence with a figure for compliance, not only the changed ones
        #[arg(long)]
        all_sentences: bool,
    },
    /// List the addresses of other sites, each with the places that name it
    Links(links::Arguments),
}

fn main() -> ExitCode {
    if let Some(name) = env::args().nth(1)
        && MOVED.contains(&name.as_str())
    {
        eprintln!("error: `cargo site {name}` has moved; run `cargo site-ops {name}` instead");
        return ExitCode::from(2);
    }
    let rehearsal = Rehearsal { choices, rehearse };
    let command = match ask::parse(&rehearsal) {
        Ok(command) => command,
        Err(error) => return failure(&error),
    };
    match run(command) {
        Ok(is_right) => {
            if is_right {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            }
        }
        Err(error) => failure(&error),
    }
}

/// Prints an error and returns exit code 2: a command that couldn't run has no result.
fn failure(error: &anyhow::Error) -> ExitCode {
    eprintln!("error: {error:#}");
    ExitCode::from(2)
}

/// Returns the values that an argument accepts, if the content lists them.
fn choices(id: &str) -> Result<Vec<String>> {
    if id != "hero" && id != "subjects" {
        return Ok(Vec::new());
    }
    let loaded = Workspace::find()?.load(Day::Today, false)?;
    if id == "hero" {
        return Ok(loaded.tree.images.into_keys().collect());
    }
    let mut subjects = Vec::new();
    for name in loaded.tree.keys(&FileKind::Subjects, "") {
        subjects.push(name.to_owned());
    }
    Ok(subjects)
}

/// Does everything that a command with prompts does, except writing files.
fn rehearse(command: &Command) -> Result<()> {
    match command {
        Command::New { thing } => new::plan(thing, &Workspace::find()?).map(drop),
        Command::Mv { old, new } => mv::plan(old, new, &Workspace::find()?).map(drop),
        _ => Ok(()),
    }
}

/// Runs a command; returns true if it found no problem.
fn run(command: Command) -> Result<bool> {
    match command {
        Command::Serve { addr, on, fixture } => {
            if fixture {
                serve::serve_fixture(&addr)
            } else {
                serve::serve(&addr, on)
            }
        }
        Command::Dev { addr, on } => dev::dev(&addr, on),
        Command::Test { accept, base, long } => {
            if long {
                test::long()
            } else {
                test::test(accept, base.as_deref())
            }
        }
        Command::Check(arguments) => check::check(&arguments),
        Command::Explain { code } => explain::explain(code.as_deref()),
        Command::Diff(arguments) => diff::diff(&arguments),
        Command::Schemas { check } => schemas::schemas(check),
        Command::New { thing } => new::new(&thing),
        Command::Mv { old, new } => mv::mv(&old, &new),
        Command::Snapshots { check } => snapshots::snapshots(check),
        Command::Build { target } => build::release(target.as_deref()),
        Command::Export(arguments) => export::export(&arguments),
        Command::Schedule(arguments) => schedule::schedule(&arguments),
        Command::Reviews { on, all_sentences } => reviews::reviews(on, all_sentences),
        Command::Links(arguments) => links::links(&arguments),
    }
}
