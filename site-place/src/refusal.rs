//! The reasons why a place refuses a request.

use crate::state::Hold;
use std::fmt;

/// The reason why a place refuses a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    Held(Hold),
    /// The state has changed since the request was made.
    Moved {
        what: &'static str,
        expected: String,
        found: String,
    },
    /// The live version hasn't been checked.
    Unchecked(String),
    NotKept(String),
    IsLive(String),
    /// The place has no version to return to.
    NothingBefore,
    /// The version would show a page that was taken down.
    ShowsAgain {
        digest: String,
        address: String,
    },
    NoHold,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Held(Hold { who, reason, at }) => write!(
                f,
                "expected a place without a hold, found it held by {who} since {at}: {reason}. To end the hold: cargo site-ops release"
            ),
            Self::Moved {
                what,
                expected,
                found,
            } => write!(
                f,
                "expected {expected} as {what}, found {found}: the place has changed since the request was prepared. Run it again"
            ),
            Self::Unchecked(digest) => write!(
                f,
                "expected a live version that was checked, found that {digest} wasn't. Publish again, which checks it first"
            ),
            Self::NotKept(digest) => write!(
                f,
                "expected the version {digest} at the place, found none. To list the versions: cargo site-ops status"
            ),
            Self::IsLive(digest) => write!(
                f,
                "expected a version that isn't live, found that {digest} is. To list the versions: cargo site-ops status"
            ),
            Self::NothingBefore => write!(
                f,
                "expected a version that was live before, found none. To list the versions: cargo site-ops status"
            ),
            Self::ShowsAgain { digest, address } => write!(
                f,
                "expected a version without {address}, which was taken down, found that {digest} shows it. Publish a version that withdraws it"
            ),
            Self::NoHold => write!(f, "expected a place with a hold, found none"),
        }
    }
}

impl std::error::Error for Refusal {}
