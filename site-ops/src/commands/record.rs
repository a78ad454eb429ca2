//! The arguments of `cargo site-ops record`.

use crate::arguments;
use crate::exit::Exit;
use crate::record::export::{Extent, export};
use crate::record::stamp::{Stamp, stamp};
use crate::record::verify::{Proof, head, verify};
use crate::record::write::{self, Begins};
use crate::record::{Folders, list, search, serve, show, shown};
use anyhow::Result;
use clap::{Args, Subcommand};
use site_record::event::{self, Decision, Opening};
use site_table::unpacked::Unpacked;
use std::path::PathBuf;

/// The text of `cargo site-ops record --help` below the options.
pub const AFTER_HELP: &str = "\
Exit codes:
  0  yes: it was found, it is proved, it is written
  1  no: nothing was shown, something has changed
  2  unknown, or failed

docs/record.md describes the format, and what to do when an examiner asks for a page.";

#[derive(Debug, Args)]
pub struct Arguments {
    /// The folder of the record
    #[arg(long, value_name = "DIR", env = "SITE_RECORD", global = true)]
    record: Option<PathBuf>,
    /// The folder of its bodies, if it's outside the record
    #[arg(long, value_name = "DIR", env = "SITE_RECORD_BODIES", global = true)]
    bodies: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Create a record in a folder that has none
    Create {
        /// The firm's time zone, such as America/Chicago
        #[arg(long)]
        zone: String,
        /// The last day of the firm's fiscal year, as month-day, such as 12-31
        #[arg(long, value_name = "MONTH-DAY")]
        fiscal_year_ends: String,
        /// The person who creates it
        #[arg(long)]
        actor: String,
    },
    /// Record an event when it happens. Publishing uses this
    Write {
        #[command(subcommand)]
        event: Event,
    },
    /// Print the facts, fees and disclaimers on each page of a commit, in the form that publishing records
    Shown {
        /// The Git revision; without it, the files on disk
        #[arg(long, value_name = "REVISION")]
        head: Option<String>,
    },
    /// List the events
    List {
        /// The format of the list
        #[arg(long, value_enum, default_value_t = list::Format::Plain)]
        format: list::Format,
    },
    /// Show what a place serves according to the record, and any publication in progress there, as JSON
    Status {
        /// The place to show
        #[arg(long)]
        place: String,
    },
    /// Show what an address served on a day, with the times, the approvals and the proof
    Show {
        /// The address on the site, such as /fees
        #[arg(value_parser = arguments::path)]
        path: String,
        /// The day, such as 2026-03-03, or the time, such as 2026-03-03T14:00, in the firm's time zone
        #[arg(long, value_name = "DAY")]
        on: String,
        /// Write the page to this file. If there are several, write the last one
        #[arg(long, value_name = "FILE")]
        save: Option<PathBuf>,
    },
    /// Find every page that showed a word, a fact or a fee, and when
    Search {
        /// One or more words, in order. Case doesn't matter
        #[arg(value_parser = arguments::text)]
        words: String,
    },
    /// Serve the site as it was on a day, to this machine only
    Serve {
        /// The day or time. A day means its end
        #[arg(long, value_name = "DAY")]
        on: String,
        /// The place, if there are several
        #[arg(long)]
        place: Option<String>,
        /// The address and port to listen on. Use a local address, because old fees must not be public
        #[arg(long, default_value = "127.0.0.1:8090")]
        addr: String,
    },
    /// Verify the whole chain and every body
    Verify {
        /// The known digest of the last entry, kept elsewhere
        #[arg(long, value_name = "DIGEST")]
        head: Option<String>,
        /// A second copy of the record
        #[arg(long, value_name = "COPY")]
        against: Option<PathBuf>,
        /// The root certificates of the timestamp authorities to trust, as PEM. Get them from the authorities, not from the record
        #[arg(long, value_name = "FILE")]
        roots: Option<PathBuf>,
        /// Rebuild a publication, by its number, from its commit, and compare. Without a number, rebuild the last one
        #[arg(long, value_name = "PUBLICATION")]
        rebuild: Option<Option<u64>>,
    },
    /// Print the digest of the last entry
    Head,
    /// Store a timestamp of an entry
    Stamp {
        /// The authority's response, a token over the digest of the entry
        #[arg(long, value_name = "FILE")]
        token: PathBuf,
        /// The authority's current certificates, up to its root, as PEM
        #[arg(long, value_name = "FILE")]
        certificates: PathBuf,
        /// The number of the entry. The default is the last one
        #[arg(long, value_name = "NUMBER")]
        of: Option<u64>,
        /// The authority's name
        #[arg(long)]
        authority: String,
        /// Other evidence about the entry. The file extension says its kind
        #[arg(long, value_name = "FILE")]
        evidence: Vec<PathBuf>,
    },
    /// Remove a body, and record who removed it and why
    Tombstone {
        /// The SHA-256 of the body, which `cargo site-ops record show` prints
        body: String,
        /// The person who decides this
        #[arg(long)]
        actor: String,
        /// The reason
        #[arg(long)]
        reason: String,
    },
    /// Write everything shown during a period to a folder, for an examiner
    Export {
        /// The new folder to write
        folder: PathBuf,
        /// The first day
        #[arg(long, value_name = "DAY")]
        from: String,
        /// The last day
        #[arg(long, value_name = "DAY")]
        until: String,
        /// Only these addresses, such as /fees. Can be repeated
        #[arg(long, value_name = "PATH", value_parser = arguments::path)]
        path: Vec<String>,
        /// Skip the PDFs, which take a second or two each
        #[arg(long)]
        no_pdf: bool,
    },
}

#[derive(Debug, Subcommand)]
enum Event {
    /// A publication, before anything changes at its place. The entry's number identifies the publication
    Begins {
        /// The place, such as live: lower-case letters, digits and hyphens
        #[arg(long)]
        place: String,
        /// The site, as `site-server --unpack DIR` writes it
        #[arg(long, value_name = "DIR")]
        unpacked: PathBuf,
        /// Who or what publishes
        #[arg(long)]
        actor: String,
        /// The published commits, FROM..TO. FROM was live before
        #[arg(long, value_name = "FROM..TO")]
        range: Option<String>,
        /// The report of `cargo site-ops approvals --format json` on that range
        #[arg(long, value_name = "FILE")]
        approvals: Option<PathBuf>,
        /// The facts, fees and disclaimers on each page, as JSON
        #[arg(long, value_name = "FILE")]
        shown: Option<PathBuf>,
        /// A file to store as evidence, such as GitHub's responses. Can be repeated
        #[arg(long, value_name = "FILE")]
        evidence: Vec<PathBuf>,
    },
    /// The place serves the publication, and that was verified
    Live {
        /// The publication's number, as `begins` printed it
        #[arg(long, value_name = "NUMBER")]
        publication: u64,
        /// How that was verified
        #[arg(long)]
        verified: String,
    },
    /// The publication failed, and the place still serves the previous one
    Failed {
        /// The publication's number, as `begins` printed it
        #[arg(long, value_name = "NUMBER")]
        publication: u64,
        #[arg(long)]
        reason: String,
    },
    /// The place serves this earlier publication again
    Back {
        /// The publication's number, as `begins` printed it
        #[arg(long, value_name = "NUMBER")]
        publication: u64,
        #[arg(long)]
        reason: String,
        /// When the rollback began, in seconds since 1970, if known
        #[arg(long, value_name = "SECONDS")]
        began: Option<i64>,
    },
    /// Publishing is on hold
    Held(Reason),
    /// The hold on publishing ended
    Released(Reason),
}

#[derive(Debug, Args)]
struct Reason {
    /// The name of the hold, which is the same in `held` and `released`
    #[arg(long, default_value = "publishing")]
    name: String,
    /// The person who decides this
    #[arg(long)]
    actor: String,
    #[arg(long)]
    reason: String,
}

impl Arguments {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        let Self {
            record,
            bodies,
            command,
        } = self;
        let folders = Folders { record, bodies };
        let is_yes = match command {
            Command::Create {
                zone,
                fiscal_year_ends,
                actor,
            } => write::create(
                &folders,
                &Opening {
                    actor,
                    zone,
                    fiscal_year_ends,
                },
            )?,
            Command::Write { event } => event.write(&folders)?,
            Command::Shown { head } => shown::shown(head.as_deref())?,
            Command::List { format } => list::list(&folders.open()?, format)?,
            Command::Status { place } => list::status(&folders.open()?, &place)?,
            Command::Show { path, on, save } => {
                show::show(&folders.open()?, &path, &on, save.as_deref())?
            }
            Command::Search { words } => search::search(&folders.open()?, &words)?,
            Command::Serve { on, place, addr } => {
                serve::serve(folders.open()?, &on, place.as_deref(), &addr)?
            }
            Command::Verify {
                head,
                against,
                roots,
                rebuild,
            } => verify(
                &folders.read()?,
                &Proof {
                    head: head.as_deref(),
                    against: against.as_deref(),
                    roots: roots.as_deref(),
                    rebuild,
                },
            )?,
            Command::Head => head(&folders.read()?)?,
            Command::Stamp {
                token,
                certificates,
                of,
                authority,
                evidence,
            } => stamp(
                &folders,
                &Stamp {
                    token,
                    certificates,
                    of,
                    authority,
                    evidence,
                },
            )?,
            Command::Tombstone {
                body,
                actor,
                reason,
            } => write::tombstone(&folders, &body, &actor, &reason)?,
            Command::Export {
                folder,
                from,
                until,
                path,
                no_pdf,
            } => export(
                folders.open()?,
                &Extent {
                    folder,
                    days: [from, until],
                    paths: path,
                    has_pdf: !no_pdf,
                },
            )?,
        };
        Ok(is_yes.into())
    }
}

impl Event {
    fn write(self, folders: &Folders) -> Result<bool> {
        match self {
            Self::Begins {
                place,
                unpacked,
                actor,
                range,
                approvals,
                shown,
                evidence,
            } => write::begins(
                folders,
                &Begins {
                    place,
                    site: Unpacked::read(&unpacked)?,
                    actor,
                    range,
                    approvals,
                    shown,
                    evidence,
                },
            ),
            Self::Live {
                publication,
                verified,
            } => write::live(folders, publication, &verified),
            Self::Failed {
                publication,
                reason,
            } => write::failed(folders, publication, &reason),
            Self::Back {
                publication,
                reason,
                began,
            } => write::back(folders, publication, began, &reason),
            Self::Held(held) => write::decide(folders, event::Event::Held(held.into())),
            Self::Released(released) => {
                write::decide(folders, event::Event::Released(released.into()))
            }
        }
    }
}

impl From<Reason> for Decision {
    fn from(reason: Reason) -> Self {
        Self {
            name: reason.name,
            actor: reason.actor,
            reason: reason.reason,
            at: None,
            event_number: None,
        }
    }
}
