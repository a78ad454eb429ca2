//! The requests to a place. A key sends one as JSON instead of a shell command.

use crate::state::{Hold, Program};
use serde::{Deserialize, Serialize};

/// A question to a place, or a change of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "request", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// Returns the state.
    Status,
    /// Keeps a built server, which follows on standard input.
    Keep(Upload),
    /// Makes a kept version live.
    Switch {
        digest: String,
        /// The revision of the state that the caller has read.
        revision: u64,
        /// The approved commit after which the changes were checked.
        base: String,
        grounds: Grounds,
        /// The addresses that were taken down and that the version withdraws.
        withdraws: Vec<String>,
    },
    /// Notes that the origin answers with the live version.
    Confirm { digest: String },
    /// Returns to the version before one that failed its check.
    Undo { digest: String },
    /// Makes an earlier version live, and holds the place.
    Back {
        digest: String,
        /// The digest that is live.
        from: String,
        who: String,
        reason: String,
    },
    /// Lets nothing new go live until the release.
    Hold {
        who: String,
        reason: String,
        /// True to keep the hold of another person.
        #[serde(default)]
        if_free: bool,
    },
    /// Ends a hold.
    Release {
        who: String,
        reason: String,
        /// The hold to end; any other one stays.
        of: Option<Hold>,
    },
    /// Makes a commit the newest approved one. Only for root on the machine, or someone who may change the Deployment.
    Approve {
        commit: String,
        who: String,
        reason: String,
    },
    /// Forgets the events that the record has.
    Recorded {
        /// The number of the last event.
        through: u64,
    },
    /// Returns the file of a kept version.
    Get { digest: String },
    /// Lists the parts that pages of earlier versions may ask for.
    Parts,
}

/// A built server that is on its way to the place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Upload {
    pub bytes: u64,
    /// The SHA-256 of the file, in hexadecimal.
    pub sha256: String,
    /// The revision of the state that the caller has read.
    pub revision: u64,
    /// True for the take-down of a page, which a hold lets through.
    pub is_take_down: bool,
}

/// The grounds that let a version go live.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Grounds {
    /// The gate said yes.
    Approved {
        /// The newest commit whose changes are all approved.
        commit: String,
        program: Option<Program>,
    },
    /// A person answers for it.
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
