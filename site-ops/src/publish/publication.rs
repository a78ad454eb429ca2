//! A publication before it starts.

use site_place::state::Program;
use std::path::PathBuf;

/// A built server to publish, and the reasons that allow it.
#[derive(Debug)]
pub struct Publication {
    pub server: PathBuf,
    /// The folder with the gate's result.
    pub gate: Option<PathBuf>,
    /// The person and reason, instead of approvals.
    pub break_glass: Option<Person>,
    /// True if the publication takes a page down. The person and reason are in `break_glass`.
    pub is_take_down: bool,
    /// The program that checks the approvals of later commits.
    pub program: Option<Program>,
    /// The file that says who attested the built server.
    pub attestation: Option<PathBuf>,
    /// The bundle with GitHub's attestation of an earlier entry of the record.
    pub record_attestation: Option<PathBuf>,
    /// The file for the digest of the record's last entry.
    pub record_head: Option<PathBuf>,
    /// The person who publishes, for the record.
    pub actor: String,
    /// True to report what would happen without changing anything.
    pub is_dry_run: bool,
}

/// A person and their reason.
#[derive(Debug, Clone)]
pub struct Person {
    pub who: String,
    pub reason: String,
}

/// The version to publish, read from its file.
pub struct Version {
    pub digest: String,
    pub commit: String,
}
