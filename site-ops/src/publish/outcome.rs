//! The outcome of a publication, which determines the exit code, the record, the summary and the pull request comment.

use crate::exit::Exit;
use std::fmt;

/// The state of the site after a publication, in one sentence.
#[derive(Debug)]
pub struct Outcome {
    pub kind: Kind,
    pub text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The version, or a later one that contains it, is live, and its origin serves it.
    Live,
    /// The version is live, and its origin didn't answer.
    LiveUnchecked,
    /// Another version is live.
    NotLive,
    /// The live version is unknown.
    Unknown,
    /// The version is live at its origin, but the public address serves something else. Or a page is down, and the origin differs
    /// elsewhere.
    EdgeDiffers,
}

impl Outcome {
    pub fn live(text: impl Into<String>) -> Self {
        Self::new(Kind::Live, text)
    }

    pub fn not_live(text: impl Into<String>) -> Self {
        Self::new(Kind::NotLive, text)
    }

    pub fn unknown(text: impl Into<String>) -> Self {
        Self::new(Kind::Unknown, text)
    }

    pub fn new(kind: Kind, text: impl Into<String>) -> Self {
        Self {
            kind,
            text: text.into(),
        }
    }
}

impl From<anyhow::Error> for Outcome {
    fn from(error: anyhow::Error) -> Self {
        Self::unknown(format!("Not published: {error:#}"))
    }
}

impl From<Kind> for Exit {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Live => Self::Yes,
            Kind::NotLive => Self::No,
            Kind::LiveUnchecked | Kind::Unknown => Self::Unknown,
            Kind::EdgeDiffers => Self::EdgeDiffers,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
