//! The events of a record and the keys of their entries.

mod kept;
mod publication;

pub use kept::holds;
pub use publication::{Evidence, Publication, Shown, parse_shown};

use crate::digest::Digest;
use serde::{Deserialize, Serialize};

/// The prefix of `verified` if the origin was checked and served the publication. Without it, an entry proves only that
/// someone claimed so.
pub const CHECKED: &str = "the origin: ";

/// An event. The JSON names are part of the format.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The first event of a record.
    Opened {
        /// The format version.
        format: i64,
        #[serde(flatten)]
        opening: Opening,
    },
    /// A publication, before anything changes at its place.
    Begins(Begins),
    /// The place serves a publication.
    Live {
        #[serde(flatten)]
        about: About,
        /// How the publication was verified.
        verified: String,
    },
    /// The publication failed, and the place still serves the previous one.
    Failed {
        #[serde(flatten)]
        about: About,
        reason: String,
    },
    /// The place serves an earlier publication again.
    Back {
        #[serde(flatten)]
        about: About,
        reason: String,
        /// When the rollback began, if known.
        #[serde(skip_serializing_if = "Option::is_none")]
        began: Option<i64>,
    },
    /// Publishing is on hold.
    Held(Decision),
    /// The hold on publishing ended.
    Released(Decision),
    /// A person with full rights to the place declared a commit approved.
    ApprovedByHand(Decision),
    /// Evidence about an earlier entry, such as a timestamp.
    Stamp {
        /// The number of the entry.
        of: u64,
        of_digest: Digest,
        /// The names of the evidence files next to that entry.
        sidecars: Vec<String>,
        authority: String,
    },
    /// A body was removed.
    Tombstone {
        body: Digest,
        actor: String,
        reason: String,
    },
    /// Written by earlier versions: a response found online that isn't the site's.
    Observed {
        place: String,
        address: String,
        reason: String,
        row: Digest,
    },
    /// Written by earlier versions: a legal hold, during which no body may be removed.
    Hold(Decision),
    /// Written by earlier versions: the end of a legal hold.
    HoldEnds(Decision),
    /// An event that this program doesn't know.
    #[serde(other)]
    Other,
}

/// The firm's settings, recorded in the first event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    pub actor: String,
    /// The firm's time zone, such as `America/Chicago`.
    pub zone: String,
    /// The last day of the firm's fiscal year, as month-day, such as `12-31`.
    pub fiscal_year_ends: String,
}

/// A publication at its start.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Begins {
    pub place: String,
    #[serde(default)]
    pub turns: Turns,
    /// Who or what publishes.
    pub actor: String,
    /// The digest of the server's table.
    pub digest: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<Range>,
    /// The body with the approvals report.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approvals: Option<Digest>,
    #[serde(default)]
    pub evidence: Vec<File>,
    /// Written by earlier versions: the documents that pages link to.
    #[serde(default)]
    pub documents: Vec<File>,
    /// At least one edition, sorted by start.
    pub editions: Vec<Edition>,
}

/// The clock that decides when editions switch.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Turns {
    /// The place's clock.
    #[default]
    Clock,
    /// Written by earlier versions: an edition switches when a publication runs.
    Run,
}

/// The first and last commits of the published range. The first was live before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Range {
    pub from: String,
    pub to: String,
}

/// A file stored with a publication.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct File {
    pub name: String,
    pub body: Digest,
}

/// The site between two scheduled switches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edition {
    /// The body that lists the paths.
    pub table: Digest,
    /// The start of the edition. The first edition has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub starts: Option<i64>,
}

/// The publication that an event is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The number of the publication's `begins` entry.
    pub publication: u64,
    pub place: String,
    pub digest: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
}

/// A decision made by a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// The name of the decided item, such as a hold.
    pub name: String,
    pub actor: String,
    pub reason: String,
    /// The time of the decision by the place's clock, if the place reported it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<i64>,
    /// The number of the event at the place, if the place reported it. It distinguishes two events in the same second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event_number: Option<i64>,
}

impl Begins {
    /// The starts of all editions after the first.
    pub fn starts(&self) -> Vec<i64> {
        self.editions
            .iter()
            .filter_map(|edition| edition.starts)
            .collect()
    }
}

impl Event {
    /// The publication that an event refers to. Returns `None` for `begins`.
    pub fn about(&self) -> Option<&About> {
        match self {
            Self::Live { about, .. } | Self::Failed { about, .. } | Self::Back { about, .. } => {
                Some(about)
            }
            _ => None,
        }
    }

    /// The place of the event's publication.
    pub fn place(&self) -> Option<&str> {
        match self {
            Self::Begins(begins) => Some(&begins.place),
            _ => self.about().map(|about| about.place.as_str()),
        }
    }

    /// Returns true if the origin was checked and served the publication.
    pub fn is_checked(&self) -> bool {
        matches!(self, Self::Live { verified, .. } if verified.starts_with(CHECKED))
    }
}
