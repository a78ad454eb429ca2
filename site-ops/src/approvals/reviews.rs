//! Existing approvals: reviews and comments by authorized people, each for a specific commit.

use super::commands::{approved_commit, broken_glass, first_command};
use super::github_data::{Account, Comment, Decision, Review};
use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use site_cli::approvers::{self, Approver, Approvers, Role};
use site_cli::duties::Duty;
use site_schema::model::date_in;
use std::collections::BTreeSet;

/// The time within which a break-glass change must be approved.
pub const AFTERWARDS: SignedDuration = SignedDuration::from_hours(7 * 24);

/// The least number of hexadecimal digits that identify a commit in a comment.
const DIGITS: usize = 10;

/// The least number of characters in a reason.
const REASON: usize = 10;

/// An approval by an authorized person.
#[derive(Debug, Clone, Serialize)]
pub struct Approval {
    pub login: String,
    pub name: String,
    pub role: &'static str,
    pub at: Timestamp,
    /// The commit that was approved.
    pub commit: String,
    /// `review` or `comment`.
    pub by: &'static str,
}

/// A change that was merged or published without approval, with the person and the reason.
#[derive(Debug, Clone, Serialize)]
pub struct BrokenGlass {
    /// The GitHub account, or `None` for an operator, whom only the record names.
    pub login: Option<String>,
    pub name: String,
    /// `comment` or `operator`.
    pub by: &'static str,
    pub at: Timestamp,
    pub reason: String,
    /// When it expires.
    pub until: Timestamp,
}

/// A review that requested changes and that no later approval has resolved.
pub struct Refusal {
    pub login: String,
    pub is_dismissed: bool,
    /// False if the review may have been an approval before someone dismissed it.
    pub is_certain: bool,
    /// True if the reviewer is no longer an approver.
    pub has_left: bool,
}

/// All reviews and comments about one change.
pub struct Reviews<'a> {
    pub approvers: &'a Approvers,
    /// The approvers on main today, or `None` if main's list can't be read.
    pub current: Option<&'a Approvers>,
    pub now: Timestamp,
    /// The firm's time zone.
    pub time_zone: &'a str,
    /// The accounts that contributed to the change.
    pub authors: &'a BTreeSet<String>,
    /// The subset of `authors` that GitHub has authenticated.
    pub contributors: &'a BTreeSet<String>,
    /// The commits that an approval covers: the head, and earlier ones that differ from it only by merges of main.
    pub commits: &'a [String],
    pub reviews: &'a [Review],
    pub comments: &'a [Comment],
    /// The time of the merge, after which a comment counts as approval. `None` for an open pull request, which only a review approves.
    pub comments_since: Option<Timestamp>,
}

impl Reviews<'_> {
    /// Returns the approval that fulfills a duty, if there is one.
    pub fn approval(&self, duty: Duty) -> Option<Approval> {
        for review in self.reviews {
            let Some((account, at, commit)) = self.approving(review) else {
                continue;
            };
            if let Some(approver) = self.may(duty, &account.login, at) {
                return Some(approval(approver, at, commit, "review"));
            }
        }

        for comment in self.comments {
            let Some(account) = &comment.user else {
                continue;
            };
            let Some(commit) = self.approved_by_comment(comment) else {
                continue;
            };
            if let Some(approver) = self.may(duty, &account.login, comment.created_at) {
                return Some(approval(approver, comment.created_at, commit, "comment"));
            }
        }
        None
    }

    /// Explains why each review or comment that looks like the missing approval doesn't count.
    pub fn near_misses(&self, missing: Duty) -> Vec<String> {
        let mut misses = Vec::new();
        for review in self.latest() {
            let Some(account) = &review.user else {
                continue;
            };
            let login = &account.login;
            let commit = review.commit_id.as_deref().unwrap_or_default();
            let is_approval = review.decision() == Decision::Approval;
            if review.is_dismissed() && is_approval && self.is_known(review) {
                misses.push(format!("the approval of {login} was dismissed"));
            } else if review.state == "APPROVED" && !self.holds_for(commit) {
                misses.push(format!(
                    "{login} approved another commit, {}; it has changed since",
                    short(commit)
                ));
            } else if review.state == "APPROVED" && self.is_author(login) {
                misses.push(format!(
                    "{login} approved, but contributed to the change, and no one approves their own change"
                ));
            } else if review.state == "APPROVED" && !self.is_known(review) {
                misses.push(format!(
                    "{login} approved, but .github/approvers.toml did not list them on that day"
                ));
            } else if review.state == "APPROVED"
                && let Some(at) = review.submitted_at
            {
                let reason = self.reason_against(missing, login, at);
                misses.extend(reason.map(|reason| format!("{login} approved, but {reason}")));
            }
        }
        for comment in self.comments {
            if let Some(reason) = self.near_miss(comment, missing) {
                let login = login_of(comment.user.as_ref());
                misses.push(format!("the comment of {login} {reason}"));
            }
        }
        misses
    }

    /// Explains why a comment with a command doesn't count.
    fn near_miss(&self, comment: &Comment, missing: Duty) -> Option<String> {
        let body = comment.body.as_deref();
        let (above, command) = first_command(body)?;
        let login = login_of(comment.user.as_ref());
        if !comment.is_as_written() {
            return Some(
                "was changed after it was written, so it does not count; write it again".to_owned(),
            );
        }
        let day = date_in(self.time_zone, comment.created_at);
        if self.approvers.entries_of(&login, day).is_empty() {
            let path = approvers::PATH;
            return Some(format!(
                "does not count, since {path} did not list {login} on that day"
            ));
        }
        match command {
            "/approve" => {
                if let Some(miss) = self.commit_miss(command, above, approved_commit(body)) {
                    return Some(miss);
                }
                if let Some(reason) = self.reason_against(missing, &login, comment.created_at) {
                    return Some(format!("does not count, since {reason}"));
                }
                let advice = "does not count, because a comment approves only after the merge; approve the pull request in a review on GitHub";
                (!self.is_after_merge(comment)).then(|| advice.to_owned())
            }
            _ if self.breaks_glass(comment).is_some() => None,
            _ => {
                let commit = broken_glass(body).map(|(commit, _)| commit);
                let miss = self
                    .commit_miss(command, above, commit)
                    .unwrap_or_else(|| format!("has a reason of fewer than {REASON} characters"));
                Some(format!("does not break the glass: it {miss}"))
            }
        }
    }

    /// Explains why a command doesn't apply to the change: its line in the comment, or its commit.
    fn commit_miss(&self, command: &str, above: usize, commit: Option<String>) -> Option<String> {
        let found = match commit {
            _ if above > 0 => format!("has `{command}` below its first line"),
            None => format!("doesn't have a commit after `{command}`"),
            Some(commit) if !is_name(&commit) => format!(
                "has `{commit}` after `{command}`, which isn't at least {DIGITS} digits of a commit"
            ),
            Some(commit) if self.named(&commit).is_none() => {
                format!("names another commit, {}", short(&commit))
            }
            Some(_) => return None,
        };
        let head = short(self.commits.first()?);
        Some(format!("{found}; begin it with `{command} {head}`"))
    }

    /// Explains why an approver can't give the missing approval. Returns `None` if they can.
    fn reason_against(&self, missing: Duty, login: &str, at: Timestamp) -> Option<String> {
        if self.is_author(login) {
            return Some(format!(
                "{login} contributed to the change, and no one approves their own change"
            ));
        }
        if self.may(missing, login, at).is_some() {
            return None;
        }
        let day = date_in(self.time_zone, at);
        let entries = self.approvers.entries_of(login, day);
        let role = entries.first()?.role;
        let mut reason = format!(
            "the role of {login}, {}, can't give the approval that is missing",
            role.word()
        );
        if role == Role::Deputy {
            reason += "; a deputy approves for compliance only if each compliance officer opened the pull request or signed a commit in it as its committer";
        }
        Some(reason)
    }

    /// Returns the reviews that requested changes, by people who were authorized to approve.
    pub fn refusals(&self) -> Vec<Refusal> {
        let mut refusals = Vec::new();
        for review in self.latest() {
            let decision = review.decision();
            if decision == Decision::Approval || !self.is_known(review) {
                continue;
            }
            let login = login_of(review.user.as_ref());
            let has_left = self.has_left(&login);
            if self.is_ended(&login, review.submitted_at, has_left) {
                continue;
            }
            refusals.push(Refusal {
                login,
                is_dismissed: review.is_dismissed(),
                is_certain: decision == Decision::Refusal,
                has_left,
            });
        }
        refusals
    }

    fn has_left(&self, login: &str) -> bool {
        let today = date_in(self.time_zone, self.now);
        self.current
            .is_some_and(|approvers| approvers.entries_of(login, today).is_empty())
    }

    /// Returns true if a later approval resolves a refusal: the reviewer's own, or a compliance officer's if the reviewer
    /// has left.
    fn is_ended(&self, refuser: &str, since: Option<Timestamp>, has_left: bool) -> bool {
        let ends = |login: &str, at: Timestamp| {
            let is_officer = has_left && self.is_officer(login, at);
            Some(at) > since && (is_officer || login.eq_ignore_ascii_case(refuser))
        };
        for review in self.reviews {
            if let Some((account, at, _)) = self.approving(review)
                && ends(&account.login, at)
            {
                return true;
            }
        }
        for comment in self.comments {
            if let Some(account) = &comment.user
                && self.approved_by_comment(comment).is_some()
                && ends(&account.login, comment.created_at)
            {
                return true;
            }
        }
        false
    }

    /// Returns true for a compliance officer who didn't contribute to the change.
    fn is_officer(&self, login: &str, at: Timestamp) -> bool {
        let day = date_in(self.time_zone, at);
        let entries = self.approvers.entries_of(login, day);
        let mut roles = entries.iter().map(|approver| approver.role);
        roles.any(|role| role == Role::Compliance) && !self.is_author(login)
    }

    /// Returns who used `/break-glass COMMIT REASON`.
    pub fn broken_glass(&self) -> Option<BrokenGlass> {
        for comment in self.comments {
            let broken = self.breaks_glass(comment);
            if broken.is_some() {
                return broken;
            }
        }
        None
    }

    fn breaks_glass(&self, comment: &Comment) -> Option<BrokenGlass> {
        let (commit, reason) = broken_glass(comment.body.as_deref())?;
        let is_reason = reason.chars().count() >= REASON;
        if !comment.is_as_written() || !is_reason || self.named(&commit).is_none() {
            return None;
        }
        let login = login_of(comment.user.as_ref());
        let day = date_in(self.time_zone, comment.created_at);
        let entries = self.approvers.entries_of(&login, day);
        let approver = entries.first()?;
        Some(BrokenGlass {
            login: Some(approver.login.clone()),
            name: approver.name.clone(),
            by: "comment",
            at: comment.created_at,
            reason,
            until: comment.created_at + AFTERWARDS,
        })
    }

    /// The account, the time and the commit of a review that approves the current change.
    fn approving<'r>(&self, review: &'r Review) -> Option<(&'r Account, Timestamp, String)> {
        let account = review.user.as_ref()?;
        let at = review.submitted_at?;
        let commit = review.commit_id.clone()?;
        let latest = self.latest_of(&account.login)?;
        let is_latest = std::ptr::eq(latest, review);
        if review.state == "APPROVED" && is_latest && self.holds_for(&commit) {
            return Some((account, at, commit));
        }
        None
    }

    /// The approver entry that lets an account approve at a given time. Authors of the change never qualify.
    fn may(&self, duty: Duty, login: &str, at: Timestamp) -> Option<&Approver> {
        if self.is_author(login) {
            return None;
        }
        let day = date_in(self.time_zone, at);
        for approver in self.approvers.entries_of(login, day) {
            let may = match (duty, approver.role) {
                (Duty::Editor, _) | (_, Role::Compliance) => true,
                (_, Role::Deputy) => self.may_deputize(at),
                (_, Role::Maintainer) => duty == Duty::Maintenance,
                (_, Role::Editor) => false,
            };
            if may {
                return Some(approver);
            }
        }
        None
    }

    /// Returns true if every compliance officer is an authenticated author of the change, so the deputy may approve.
    /// Without authentication, an officer's name in the author field of a commit would be enough to empower the deputy.
    fn may_deputize(&self, at: Timestamp) -> bool {
        for approver in self.approvers.on(date_in(self.time_zone, at)) {
            if approver.role == Role::Compliance && !contains(self.contributors, &approver.login) {
                return false;
            }
        }
        true
    }

    /// The last decision of each account, sorted by account.
    fn latest(&self) -> Vec<&Review> {
        let mut logins = BTreeSet::new();
        for review in self.reviews {
            if let Some(account) = &review.user {
                logins.insert(account.login.as_str());
            }
        }
        let mut latest = Vec::new();
        for login in logins {
            latest.extend(self.latest_of(login));
        }
        latest
    }

    /// The last decision of an account. A review that only comments doesn't withdraw an earlier decision.
    fn latest_of(&self, login: &str) -> Option<&Review> {
        self.reviews.iter().rfind(|review| {
            review.decision() != Decision::None && login_of(review.user.as_ref()) == login
        })
    }

    fn is_known(&self, review: &Review) -> bool {
        let Some(at) = review.submitted_at else {
            return false;
        };
        let login = login_of(review.user.as_ref());
        let day = date_in(self.time_zone, at);
        !self.approvers.entries_of(&login, day).is_empty()
    }

    fn is_author(&self, login: &str) -> bool {
        contains(self.authors, login)
    }

    fn holds_for(&self, commit: &str) -> bool {
        self.commits.iter().any(|known| known == commit)
    }

    /// Returns the commit that an `/approve COMMIT` comment approves, if approvals of that commit hold. Edited comments
    /// don't count.
    fn approved_by_comment(&self, comment: &Comment) -> Option<String> {
        if !comment.is_as_written() || !self.is_after_merge(comment) {
            return None;
        }
        self.named(&approved_commit(comment.body.as_deref())?)
    }

    fn is_after_merge(&self, comment: &Comment) -> bool {
        let since = self.comments_since;
        since.is_some_and(|since| since <= comment.created_at)
    }

    /// The commit that these digits identify.
    fn named(&self, digits: &str) -> Option<String> {
        if !is_name(digits) {
            return None;
        }
        let mut commits = self.commits.iter();
        commits.find(|commit| commit.starts_with(digits)).cloned()
    }
}

fn approval(approver: &Approver, at: Timestamp, commit: String, by: &'static str) -> Approval {
    Approval {
        login: approver.login.clone(),
        name: approver.name.clone(),
        role: approver.role.word(),
        at,
        commit,
        by,
    }
}

/// Returns true if there are enough digits to identify a commit.
fn is_name(digits: &str) -> bool {
    digits.len() >= DIGITS && digits.chars().all(|digit| digit.is_ascii_hexdigit())
}

/// Returns true if the set contains the account. GitHub's account names are case-insensitive.
fn contains(accounts: &BTreeSet<String>, login: &str) -> bool {
    let mut accounts = accounts.iter();
    accounts.any(|account| account.eq_ignore_ascii_case(login))
}

fn login_of(account: Option<&Account>) -> String {
    match account {
        Some(account) => account.login.clone(),
        None => "someone whose account is gone".to_owned(),
    }
}

/// The first digits of a commit, for messages and comments.
pub fn short(commit: &str) -> &str {
    commit.get(..DIGITS).unwrap_or(commit)
}
