//! The result for one change.

use super::github_data::{Account, Pull, Verification};
use super::range::{Change, Origin};
use super::reviews::{Approval, BrokenGlass, Refusal, short};
use jiff::Timestamp;
use serde::Serialize;
use site_cli::duties::Duty;
use std::collections::BTreeSet;

/// The account that GitHub uses for commits.
const GITHUB: &str = "web-flow";

/// The kind of change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    PullRequest,
    DirectPush,
    Snapshots,
}

/// A part of the change that needs approval, and who has approved it.
#[derive(Debug, Serialize)]
pub struct Requirement {
    pub duty: Duty,
    /// The parts of the change that require it: files, or headings of the pull request's report.
    pub because: Vec<String>,
    pub approval: Option<Approval>,
}

/// The result for a change.
#[derive(Debug, Serialize)]
pub struct Verdict {
    pub kind: Kind,
    /// The commits of main, oldest first. Empty for an open pull request.
    pub commits: Vec<String>,
    pub pull: Option<u64>,
    pub title: Option<String>,
    pub merged_by: Option<String>,
    pub merged_at: Option<Timestamp>,
    /// The head that was approved or needs approval.
    pub head: String,
    /// The tree of main after the change.
    pub tree: String,
    /// The accounts that contributed to it.
    pub authors: BTreeSet<String>,
    /// The subset of `authors` that GitHub has authenticated: the person who opened the pull request, and the committers of
    /// verified commits. Anyone can write any name into Git's author field.
    #[serde(skip)]
    pub contributors: BTreeSet<String>,
    pub requirements: Vec<Requirement>,
    pub broken_glass: Option<BrokenGlass>,
    /// Information that isn't an error, such as a bypass or an approval after the merge.
    pub notes: Vec<String>,
    /// The missing approvals, with what to do.
    pub missing: Vec<String>,
    /// What couldn't be determined.
    pub unknown: Vec<String>,
}

impl Verdict {
    /// Creates a result without findings.
    pub fn empty(head: &str, tree: String) -> Self {
        Self {
            kind: Kind::DirectPush,
            commits: Vec::new(),
            pull: None,
            title: None,
            merged_by: None,
            merged_at: None,
            head: head.to_owned(),
            tree,
            authors: BTreeSet::new(),
            contributors: BTreeSet::new(),
            requirements: Vec::new(),
            broken_glass: None,
            notes: Vec::new(),
            missing: Vec::new(),
            unknown: Vec::new(),
        }
    }

    /// Returns true if nothing is missing or unknown, without relying on break-glass.
    pub fn is_settled(&self) -> bool {
        self.missing.is_empty() && self.unknown.is_empty() && self.broken_glass.is_none()
    }

    /// A change of main with the tree after it.
    pub fn of(change: &Change, tree: String) -> Self {
        let kind = match change.origin {
            Origin::PullRequest(_) => Kind::PullRequest,
            Origin::Push => Kind::DirectPush,
            Origin::Snapshots => Kind::Snapshots,
        };
        Self {
            kind,
            commits: change.commits.clone(),
            ..Self::empty(change.after(), tree)
        }
    }

    /// Adds the account that opened a pull request to the authors.
    pub fn add_opener(&mut self, account: &Account) {
        self.authors.insert(account.login.clone());
        self.contributors.insert(account.login.clone());
    }

    /// Copies GitHub's description of a pull request.
    pub fn describe(&mut self, pull: &Pull) {
        self.pull = Some(pull.number);
        self.title = Some(pull.title.clone());
        self.merged_at = pull.merged_at;
        self.merged_by = pull.merged_by.as_ref().map(|account| account.login.clone());
    }

    /// Adds a refusal and how to resolve it.
    pub fn refuse(&mut self, refusal: &Refusal) {
        let login = &refusal.login;
        if !refusal.is_certain {
            self.unknown.push(format!(
                "someone dismissed the review of {login}, and GitHub's responses lack the event that says whether it requested changes; fetch them again with .github/scripts/answers.mjs"
            ));
            return;
        }
        let end = if refusal.has_left {
            "a compliance officer approves in their place, since they are no longer an approver"
        } else {
            "they approve"
        };
        let dismissal = if refusal.is_dismissed {
            "; the dismissal of the review doesn't end that"
        } else {
            ""
        };
        self.missing.push(format!(
            "{login} requested changes and has not approved since{dismissal}: {end}"
        ));
    }

    /// Adds a missing approval. Break-glass replaces it for a limited time.
    pub fn lack(&mut self, lack: String, broken: Option<BrokenGlass>, now: Timestamp) {
        let Some(broken) = broken else {
            self.missing.push(lack);
            return;
        };
        let act = match broken.by {
            "operator" => "published it by break-glass",
            _ => "broke the glass",
        };
        let said = format!("{} {act}: “{}”", broken.name, broken.reason);
        let until = broken.until;
        if now < until {
            self.notes.push(format!("still missing: {lack}"));
            self.notes.push(format!(
                "{said}; it is valid until {until}, and must be approved before then"
            ));
        } else {
            self.missing.push(lack);
            self.missing.push(format!(
                "{said}; that was valid until {until}, and no one has approved it since"
            ));
        }
        self.broken_glass = Some(broken);
    }

    /// Adds the accounts of a commit's author and committer to the authors.
    ///
    /// If someone commits in the browser, GitHub commits with its own account and signs the commit. Without that signature,
    /// anyone may have written GitHub's address into the commit.
    pub fn add_accounts(
        &mut self,
        commit: &str,
        [author, committer]: [Option<&Account>; 2],
        verification: Option<&Verification>,
    ) {
        let is_verified = verification.is_some_and(|verification| verification.verified);
        for (part, account) in [("author", author), ("committer", committer)] {
            match account {
                Some(account) if account.login == GITHUB => {
                    if part == "author" || !is_verified {
                        let signature = if is_verified { "" } else { ", without a verified signature" };
                        self.add_unknown(format!(
                            "GitHub names its own account, {GITHUB}, as the {part} of {}{signature}, so the {part} is unknown; that person commits again under their own name and address",
                            short(commit)
                        ));
                    }
                }
                Some(account) => {
                    self.authors.insert(account.login.clone());
                    if part == "committer" && is_verified {
                        self.contributors.insert(account.login.clone());
                    }
                }
                None => self.add_unknown(format!(
                    "GitHub doesn't know the account of the author or committer of {}, who may be the approver; that person adds the address in the commit to their account, or commits again",
                    short(commit)
                )),
            }
        }
    }

    fn add_unknown(&mut self, unknown: String) {
        if !self.unknown.contains(&unknown) {
            self.unknown.push(unknown);
        }
    }
}
