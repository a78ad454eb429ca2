//! The state of a place: the live version, earlier versions, and everything that decides which version may be next.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// The version of the state's format.
pub const FORMAT: u32 = 1;

/// Everything that a place knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The version of this format.
    pub format: u32,
    /// A number that every change increases.
    pub revision: u64,
    pub approved: Approved,
    /// The digest of the version whose server is starting. Until it has started, the last switch is live.
    pub starting: Option<String>,
    /// The switches that the place can return to, oldest first. The last one is live.
    pub switches: Vec<Switch>,
    /// The kept versions, oldest upload first.
    pub versions: Vec<Version>,
    pub hold: Option<Hold>,
    /// The pages that must stay down.
    pub take_downs: Vec<TakeDown>,
    /// The publications without approval since the approved commit, oldest first.
    pub broken_glass: Vec<BrokenGlass>,
    /// The changes that the record doesn't have yet, oldest first.
    pub events: Vec<Event>,
    /// True if the place has a record.
    pub has_record: bool,
}

/// The newest commit of main whose changes are all approved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Approved {
    pub commit: String,
    /// The program that checks the approvals of the commits after it.
    pub program: Option<Program>,
}

/// A compiled `cargo site-ops`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    /// The SHA-256 of the file, in hexadecimal.
    pub sha256: String,
    /// The number of the workflow run that keeps the file.
    pub run: u64,
}

/// A version that went live.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Switch {
    pub digest: String,
    pub commit: String,
    pub at: Timestamp,
    /// True if its origin served it correctly.
    pub is_checked: bool,
    /// True if every change in it is approved.
    pub is_approved: bool,
    /// The addresses of `take_downs` that it withdraws.
    pub withdraws: Vec<String>,
}

/// A kept version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Version {
    /// The BLAKE3 digest of its table, in hexadecimal.
    pub digest: String,
    pub commit: String,
    /// The SHA-256 of the server's file, in hexadecimal.
    pub sha256: String,
    /// The time of the upload.
    pub at: Timestamp,
    /// The digest of its image in a registry.
    pub image: Option<String>,
}

/// A person who put publishing on hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hold {
    pub who: String,
    pub reason: String,
    pub at: Timestamp,
}

/// A page that must stay down until an approved publication withdraws it too.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TakeDown {
    pub address: String,
    /// The version that took it down.
    pub digest: String,
    pub commit: String,
}

/// A publication without approval.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BrokenGlass {
    /// The commit that was live before.
    pub from: String,
    pub to: String,
    pub who: String,
    pub reason: String,
    pub at: Timestamp,
}

/// A change of the place, for the record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// The event's number. Later events have higher numbers.
    pub number: u64,
    pub at: Timestamp,
    pub what: What,
    /// The person and reason, if a person did it.
    pub who: Option<String>,
    pub reason: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum What {
    /// A publication went live.
    Switched {
        digest: String,
        commit: String,
    },
    /// A publication failed its check, and this version is live again.
    Undone {
        digest: String,
    },
    /// A person rolled back to this version.
    WentBack {
        digest: String,
    },
    Held,
    Released,
    /// A person declared a commit approved.
    ApprovedByHand {
        commit: String,
    },
}

impl State {
    /// Returns the state of a place without versions.
    pub fn new(approved: String) -> Self {
        Self {
            format: FORMAT,
            revision: 0,
            approved: Approved {
                commit: approved,
                program: None,
            },
            starting: None,
            switches: Vec::new(),
            versions: Vec::new(),
            hold: None,
            take_downs: Vec::new(),
            broken_glass: Vec::new(),
            events: Vec::new(),
            has_record: false,
        }
    }

    /// The switch to the live version.
    pub fn live(&self) -> Option<&Switch> {
        self.switches.last()
    }

    /// The digest of the live version.
    pub fn live_digest(&self) -> Option<&str> {
        Some(&self.live()?.digest)
    }

    /// The switch that a rollback returns to.
    pub fn before_live(&self) -> Option<&Switch> {
        self.switches.iter().nth_back(1)
    }

    /// A kept version.
    pub fn version(&self, digest: &str) -> Option<&Version> {
        self.versions
            .iter()
            .find(|version| version.digest == digest)
    }
}
