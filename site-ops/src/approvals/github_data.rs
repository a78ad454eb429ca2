//! GitHub's responses, as `.github/scripts/answers.mjs` fetches them: the fields that this program reads, with GitHub's names.
//! docs/approvals.md describes the format.

use anyhow::{Context as _, Result, bail};
use fs_err as fs;
use jiff::Timestamp;
use serde::Deserialize;
use std::path::Path;

/// The largest file to read. The responses about a range of commits are never this large.
const BYTES: u64 = 100_000_000;

/// All responses about a range of commits or one pull request.
#[derive(Debug, Deserialize)]
pub struct Answers {
    /// Set if GitHub didn't answer every question.
    #[serde(default)]
    pub incomplete: Option<String>,
    #[serde(default)]
    pub commits: Vec<CommitAnswer>,
    #[serde(default)]
    pub pulls: Vec<Pull>,
}

/// A commit of the main branch.
#[derive(Debug, Deserialize)]
pub struct CommitAnswer {
    pub sha: String,
    /// The numbers of the pull requests that GitHub associates with it.
    #[serde(default)]
    pub pulls: Vec<u64>,
    pub author: Option<Account>,
    pub committer: Option<Account>,
    pub verification: Option<Verification>,
    #[serde(default)]
    pub comments: Vec<Comment>,
}

/// A pull request.
#[derive(Debug, Deserialize)]
pub struct Pull {
    pub number: u64,
    #[serde(default)]
    pub title: String,
    pub user: Option<Account>,
    pub merged_at: Option<Timestamp>,
    pub merged_by: Option<Account>,
    pub merge_commit_sha: Option<String>,
    pub head: Tip,
    /// Its commits, with the GitHub accounts of their authors.
    #[serde(default)]
    pub commits: Vec<PullCommit>,
    /// Sorted by time of submission.
    #[serde(default)]
    pub reviews: Vec<Review>,
    /// Its dismissals of reviews, which contain the earlier states.
    #[serde(default)]
    pub events: Vec<Event>,
    #[serde(default)]
    pub comments: Vec<Comment>,
}

/// An event of a pull request.
#[derive(Debug, Deserialize)]
pub struct Event {
    pub dismissed_review: Option<DismissedReview>,
}

#[derive(Debug, Deserialize)]
pub struct DismissedReview {
    pub review_id: u64,
    /// The state before the dismissal, in lower case.
    pub state: String,
}

#[derive(Debug, Deserialize)]
pub struct Tip {
    pub sha: String,
}

#[derive(Debug, Deserialize)]
pub struct PullCommit {
    pub sha: String,
    pub author: Option<Account>,
    pub committer: Option<Account>,
    pub verification: Option<Verification>,
}

/// GitHub's check of a commit's signature.
#[derive(Debug, Deserialize)]
pub struct Verification {
    pub verified: bool,
}

#[derive(Debug, Deserialize)]
pub struct Review {
    pub id: Option<u64>,
    pub user: Option<Account>,
    /// APPROVED, CHANGES_REQUESTED, COMMENTED, DISMISSED or PENDING.
    pub state: String,
    /// The reviewed commit, or `None` if it no longer exists.
    pub commit_id: Option<String>,
    pub submitted_at: Option<Timestamp>,
    /// The state before a dismissal, from the pull request's events.
    #[serde(skip)]
    pub earlier_state: Option<String>,
}

/// A reviewer's decision, even if someone has dismissed the review since: anyone with write access can do that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    Approval,
    Refusal,
    /// A comment, which doesn't withdraw an earlier decision.
    None,
    /// The review was dismissed, and GitHub's responses don't include its earlier state.
    Unknown,
}

#[derive(Debug, Deserialize)]
pub struct Comment {
    pub user: Option<Account>,
    #[serde(default)]
    pub body: Option<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// An account on GitHub.
#[derive(Debug, Deserialize)]
pub struct Account {
    pub login: String,
}

impl Answers {
    /// Reads the responses from a file.
    ///
    /// # Errors
    /// Returns an error if the file can't be read or is incomplete, because then the approvals are unknown.
    pub fn read(path: &Path) -> Result<Self> {
        let shown = path.display();
        let size = fs::metadata(path)
            .with_context(|| format!("expected GitHub's answers in the file {shown}"))?
            .len();
        if size > BYTES {
            bail!(
                "expected GitHub's answers to have at most {BYTES} bytes, found {size} in {shown}"
            );
        }
        let text = fs::read_to_string(path)?;
        let mut answers: Self = serde_json::from_str(&text).with_context(|| {
            format!(
                "expected GitHub's answers in {shown}, in the form that docs/approvals.md describes; fetch them again with .github/scripts/answers.mjs"
            )
        })?;
        if let Some(why) = &answers.incomplete {
            bail!(
                "GitHub did not answer every question, so the answer is unknown: {why}; try again later"
            );
        }
        for pull in &mut answers.pulls {
            pull.add_earlier_states();
        }
        Ok(answers)
    }

    pub fn commit(&self, sha: &str) -> Option<&CommitAnswer> {
        self.commits.iter().find(|commit| commit.sha == sha)
    }

    pub fn pull(&self, number: u64) -> Option<&Pull> {
        self.pulls.iter().find(|pull| pull.number == number)
    }
}

impl Pull {
    fn add_earlier_states(&mut self) {
        for event in &self.events {
            let Some(dismissed) = &event.dismissed_review else {
                continue;
            };
            for review in &mut self.reviews {
                if review.id == Some(dismissed.review_id) {
                    review.earlier_state = Some(dismissed.state.to_ascii_uppercase());
                }
            }
        }
    }
}

impl Review {
    pub fn decision(&self) -> Decision {
        let state = if self.is_dismissed() {
            self.earlier_state.as_deref()
        } else {
            Some(self.state.as_str())
        };
        match state {
            Some("APPROVED") => Decision::Approval,
            Some("CHANGES_REQUESTED") => Decision::Refusal,
            Some(_) => Decision::None,
            None => Decision::Unknown,
        }
    }

    pub fn is_dismissed(&self) -> bool {
        self.state == "DISMISSED"
    }
}

impl Comment {
    /// Returns true if no one has edited the comment. Anyone with write access can edit the comments of others.
    pub fn is_as_written(&self) -> bool {
        self.created_at == self.updated_at
    }
}
