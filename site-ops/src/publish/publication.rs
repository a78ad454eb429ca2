//! A publication, before it is done.

use site_place::state::Program;
use std::path::PathBuf;

/// A built server to publish, and the grounds for it.
#[derive(Debug)]
pub struct Publication {
    pub server: PathBuf,
    /// The folder of the gate's answer.
    pub gate: Option<PathBuf>,
    /// The person and the reason, instead of approvals.
    pub break_glass: Option<Person>,
    /// True for the take-down of a page, whose person and reason are in `break_glass`.
    pub is_take_down: bool,
    /// The program that checks the approvals of later commits.
    pub program: Option<Program>,
    /// The file that says who attests the built server.
    pub attestation: Option<PathBuf>,
    /// The bundle of GitHub's attestation of an earlier entry of the record.
    pub record_attestation: Option<PathBuf>,
    /// The file to write the digest of the record's last entry to.
    pub record_head: Option<PathBuf>,
    /// The person who publishes, for the record.
    pub actor: String,
    /// True to say what would be done, and change nothing.
    pub is_dry_run: bool,
}

/// A person, and the reason.
#[derive(Debug, Clone)]
pub struct Person {
    pub who: String,
    pub reason: String,
}

/// The version to publish, as its file says.
pub struct Version {
    pub digest: String,
    pub commit: String,
}
