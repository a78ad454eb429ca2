//! The requests to a place. A key sends one as JSON instead of a shell command.

use crate::state::{Hold, Program};
use serde::{Deserialize, Serialize};

/// A query or a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "request", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// Returns the state.
    Status,
    /// Stores a built server, which follows on standard input.
    Keep(Upload),
    /// Makes a kept version live.
    Switch {
        digest: String,
        /// The revision of the state that the caller has read.
        revision: u64,
        /// The approved commit. The gate checked the changes after it.
        base: String,
        grounds: Grounds,
        /// The addresses that were taken down and that the version withdraws.
        withdraws: Vec<String>,
    },
    /// Marks the live version as checked.
    Confirm { digest: String },
    /// Returns to the version before one that failed its check.
    Undo { digest: String },
    /// Makes an earlier version live, and puts the place on hold.
    Back {
        digest: String,
        /// The digest that is live.
        from: String,
        who: String,
        reason: String,
    },
    /// Puts the place on hold until it is released.
    Hold {
        who: String,
        reason: String,
        /// True to keep another person's hold.
        #[serde(default)]
        if_free: bool,
    },
    /// Ends a hold.
    Release {
        who: String,
        reason: String,
        /// The hold to end. Any other hold stays.
        of: Option<Hold>,
    },
    /// Sets the newest approved commit. Only for root on the machine, or someone who may change the Deployment.
    Approve {
        commit: String,
        who: String,
        reason: String,
    },
    /// Drops the events that the record has.
    Recorded {
        /// The number of the last event.
        through: u64,
    },
    /// Returns the file of a kept version.
    Get { digest: String },
    /// Lists the parts that pages of earlier versions may request.
    Parts,
}

/// A built server to upload.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Upload {
    pub bytes: u64,
    /// The SHA-256 of the file, in hexadecimal.
    pub sha256: String,
    /// The revision of the state that the caller has read.
    pub revision: u64,
    /// True if the upload takes a page down, which is allowed during a hold.
    pub is_take_down: bool,
}

/// The reasons that allow a version to go live.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Grounds {
    /// The gate allowed it.
    Approved {
        /// The newest commit whose changes are all approved.
        commit: String,
        program: Option<Program>,
    },
    /// A person takes responsibility for it.
    BrokenGlass { who: String, reason: String },
    /// A person takes a page down.
    TakeDown {
        address: String,
        who: String,
        reason: String,
    },
}

impl Request {
    /// Returns true if the request changes nothing.
    pub fn is_question(&self) -> bool {
        matches!(self, Self::Status | Self::Get { .. } | Self::Parts)
    }
}
