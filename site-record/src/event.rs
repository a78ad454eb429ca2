//! The events of a record, with the keys that their entries have.

mod kept;
mod publication;

pub use kept::holds;
pub use publication::{Evidence, Publication, Shown, parse_shown};

use crate::digest::Digest;
use serde::{Deserialize, Serialize};

/// The beginning of the words in `verified`, if the origin was asked and answered as it should. An entry without them proves only that
/// someone said so.
pub const CHECKED: &str = "the origin: ";

/// An event. Its words in JSON are the format's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The first event of a record.
    Opened {
        /// The number of the format.
        format: i64,
        #[serde(flatten)]
        opening: Opening,
    },
    /// A publication, before its place is touched.
    Begins(Begins),
    /// The place serves a publication.
    Live {
        #[serde(flatten)]
        about: About,
        /// The words that say how that was verified.
        verified: String,
    },
    /// The publication failed, and the place serves what it served before.
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
        /// The moment when the change back began, if it is known.
        #[serde(skip_serializing_if = "Option::is_none")]
        began: Option<i64>,
    },
    /// Publishing is held.
    Held(Decision),
    /// Publishing goes on.
    Released(Decision),
    /// A person with rights over the whole place declared a commit approved.
    ApprovedByHand(Decision),
    /// Evidence about an earlier entry, such as a time stamp.
    Stamp {
        /// The number of the entry.
        of: u64,
        of_digest: Digest,
        /// The names of the files next to that entry.
        sidecars: Vec<String>,
        authority: String,
    },
    /// A body was removed.
    Tombstone {
        body: Digest,
        actor: String,
        reason: String,
    },
    /// Old: an answer found online that isn't the site's.
    Observed {
        place: String,
        address: String,
        reason: String,
        row: Digest,
    },
    /// Old: a legal hold, during which no body may be removed.
    Hold(Decision),
    /// Old: the end of a legal hold.
    HoldEnds(Decision),
    /// An event that this program doesn't know.
    #[serde(other)]
    Other,
}

/// The firm's settings in the first event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    pub actor: String,
    /// The firm's time zone, such as `America/Chicago`.
    pub zone: String,
    /// The last day of the firm's fiscal year, as month-day, such as `12-31`.
    pub fiscal_year_ends: String,
}

/// A publication that begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Begins {
    pub place: String,
    #[serde(default)]
    pub turns: Turns,
    /// Who or what publishes.
    pub actor: String,
    /// The digest of the program's table.
    pub digest: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<Range>,
    /// The body of the report on the approvals.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approvals: Option<Digest>,
    #[serde(default)]
    pub evidence: Vec<File>,
    /// Old: the documents that pages link to.
    #[serde(default)]
    pub documents: Vec<File>,
    /// In the order of their moments: at least one.
    pub editions: Vec<Edition>,
}

/// The clock by which editions turn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Turns {
    /// The place's clock.
    #[default]
    Clock,
    /// Old: an edition turns when a publication runs.
    Run,
}

/// The first and the last commit of what is published; the first was live before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Range {
    pub from: String,
    pub to: String,
}

/// A file that is kept with a publication.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct File {
    pub name: String,
    pub body: Digest,
}

/// The site from one moment to the next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edition {
    /// The body that lists the paths.
    pub table: Digest,
    /// The moment of its start. The first edition has no start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub starts: Option<i64>,
}

/// The publication that an event is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The number of its `begins`.
    pub publication: u64,
    pub place: String,
    pub digest: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
}

/// A person's decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// The name of what is decided, such as that of a hold.
    pub name: String,
    pub actor: String,
    pub reason: String,
    /// The moment of the decision by the place's clock, if the place reported it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<i64>,
    /// The number of the event at the place, if the place reported it. Two of one second differ in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event_number: Option<i64>,
}

impl Begins {
    /// The moments of the editions after the first.
    pub fn starts(&self) -> Vec<i64> {
        self.editions
            .iter()
            .filter_map(|edition| edition.starts)
            .collect()
    }
}

impl Event {
    /// The publication that an event after its `begins` is about.
    pub fn about(&self) -> Option<&About> {
        match self {
            Self::Live { about, .. } | Self::Failed { about, .. } | Self::Back { about, .. } => {
                Some(about)
            }
            _ => None,
        }
    }

    /// The place of a publication.
    pub fn place(&self) -> Option<&str> {
        match self {
            Self::Begins(begins) => Some(&begins.place),
            _ => self.about().map(|about| about.place.as_str()),
        }
    }

    /// Returns true if the origin was asked, and answered with the publication.
    pub fn is_checked(&self) -> bool {
        matches!(self, Self::Live { verified, .. } if verified.starts_with(CHECKED))
    }
}
