//! Checks one change: what it requires, which approvals it has, and which are missing or unknown.

use super::duties::Requirements;
use super::github_data::{Answers, Comment, Pull, PullCommit, Review};
use super::operator::{Publication, break_glass_of};
use super::range::{
    Change, Origin, has_commit, is_ancestor, is_update_from_main, merged_tree, own_commits,
    parents, text_of, tree,
};
use super::reviews::{Reviews, short};
use super::verdict::{Kind, Requirement, Verdict};
use crate::workspace::Workspace;
use anyhow::{Result, bail};
use jiff::Timestamp;
use site_cli::approvers::{self, Approvers};

/// Checks the changes of one repository.
pub struct Judge<'w> {
    workspace: &'w Workspace,
    requirements: Requirements<'w>,
    /// The approvers on main today, or `None` if main's list can't be read.
    current: Option<Approvers>,
    /// Publications that an operator made by break-glass.
    publications: Vec<Publication>,
    now: Timestamp,
}

/// The change to check.
struct Case<'a> {
    /// The commit of main whose file names the approvers. It contains nothing of the change.
    main: &'a str,
    /// The two commits to compare.
    sides: [&'a str; 2],
    /// The head that reviews approve.
    head: &'a str,
    /// True if comments on the commit approve it, because it has no pull request with reviews.
    is_push: bool,
    reviews: &'a [Review],
    comments: &'a [Comment],
}

impl<'w> Judge<'w> {
    /// Reads today's approvers from main. `tip` is main's newest commit.
    pub fn new(
        workspace: &'w Workspace,
        tip: &str,
        publications: Vec<Publication>,
        now: Timestamp,
    ) -> Result<Self> {
        let mut judge = Self {
            workspace,
            requirements: Requirements::new(workspace),
            current: None,
            publications,
            now,
        };
        judge.current = judge.approvers(tip)?.ok();
        Ok(judge)
    }

    /// Checks a change to main.
    pub fn change(&mut self, change: &Change, answers: &Answers) -> Result<Verdict> {
        let mut verdict = Verdict::of(change, tree(self.workspace, change.after())?);
        match change.origin {
            Origin::Snapshots => {
                let note = "only snapshots differ, pushed as the workflows push; what visitors are served is the same";
                verdict.notes.push(note.to_owned());
            }
            Origin::PullRequest(pull) => self.pull_request(&mut verdict, change, pull, answers)?,
            Origin::Push => self.push(&mut verdict, change, answers)?,
        }
        Ok(verdict)
    }

    /// Checks an open pull request as if it were merged into a commit of main.
    pub fn open(&mut self, pull: &Pull, main: &str, head: &str) -> Result<Verdict> {
        let Some(start) = self.workspace.ask_git(&["merge-base", main, head])? else {
            bail!("expected {head} to share a commit with {main}, and it shares none");
        };
        let mut verdict = Verdict {
            kind: Kind::PullRequest,
            ..Verdict::empty(head, tree(self.workspace, head)?)
        };
        verdict.describe(pull);
        self.authors_of(&mut verdict, pull, main)?;
        let case = Case {
            main,
            sides: [&start, head],
            head,
            is_push: false,
            reviews: &pull.reviews,
            comments: &pull.comments,
        };
        self.weigh(&mut verdict, &case)?;
        Ok(verdict)
    }

    fn pull_request(
        &mut self,
        verdict: &mut Verdict,
        change: &Change,
        pull: &Pull,
        answers: &Answers,
    ) -> Result<()> {
        verdict.describe(pull);
        let head = pull.head.sha.as_str();
        verdict.head = head.to_owned();
        let number = pull.number;
        if !has_commit(self.workspace, head)? {
            verdict.unknown.push(format!(
                "the head {} of pull request {number} is not here; fetch it first: git fetch origin refs/pull/{number}/head",
                short(head)
            ));
            return Ok(());
        }
        self.authors_of(verdict, pull, &change.before)?;
        if let Some(difference) = self.other_merge(verdict, change, pull)? {
            verdict.notes.push(difference);
            // The person who opened the pull request didn't make this merge.
            verdict.contributors.clear();
            if let Some(account) = &pull.merged_by {
                verdict.authors.insert(account.login.clone());
            }
            return self.weigh_push(verdict, change, answers);
        }
        let case = Case {
            main: &change.before,
            sides: [&change.before, change.after()],
            head,
            is_push: false,
            reviews: &pull.reviews,
            comments: &pull.comments,
        };
        self.weigh(verdict, &case)
    }

    /// Explains that a merge differs from the approved head. Its reviews don't count, and it is checked as a push.
    fn other_merge(
        &self,
        verdict: &Verdict,
        change: &Change,
        pull: &Pull,
    ) -> Result<Option<String>> {
        let number = pull.number;
        let merge = short(change.after());
        let head = short(&pull.head.sha);
        let how = format!(
            "read `git diff {head} {merge}`; the reviews of the pull request do not count for it"
        );
        if pull.merge_commit_sha.as_deref() != Some(change.after()) {
            return Ok(Some(format!(
                "GitHub names another commit than {merge} as the merge of pull request {number}: {how}"
            )));
        }
        let expected = merged_tree(self.workspace, &change.before, &pull.head.sha)?;
        if expected.as_deref() == Some(verdict.tree.as_str()) {
            return Ok(None);
        }
        Ok(Some(format!(
            "the tree of the merge {merge} is not what Git makes of the head {head} and main at {}, so the merge differs from the approved change: {how}",
            short(&change.before)
        )))
    }

    fn push(&mut self, verdict: &mut Verdict, change: &Change, answers: &Answers) -> Result<()> {
        let commit = change.after();
        let show = ["show", "--no-patch", "--format=%cn", commit];
        let committer = self.workspace.ask_git(&show)?;
        verdict.notes.push(format!(
            "pushed to main without a pull request, bypassing its rules; Git names {} as its committer",
            committer.as_deref().unwrap_or("nobody")
        ));
        if let Some(answer) = answers.commit(commit) {
            let accounts = [answer.author.as_ref(), answer.committer.as_ref()];
            verdict.add_accounts(commit, accounts, answer.verification.as_ref());
        }
        self.weigh_push(verdict, change, answers)
    }

    /// Compares what a commit of main requires with the comments on it on GitHub.
    fn weigh_push(
        &mut self,
        verdict: &mut Verdict,
        change: &Change,
        answers: &Answers,
    ) -> Result<()> {
        let commit = change.after();
        let answer = answers.commit(commit);
        let case = Case {
            main: &change.before,
            sides: [&change.before, commit],
            head: commit,
            is_push: true,
            reviews: &[],
            comments: answer.map_or(&[], |answer| &answer.comments),
        };
        self.weigh(verdict, &case)
    }

    /// Adds everyone who contributed to a pull request: the person who opened it, and the authors and committers of its
    /// commits, except commits that only merge main into the branch.
    fn authors_of(&self, verdict: &mut Verdict, pull: &Pull, main: &str) -> Result<()> {
        if let Some(account) = &pull.user {
            verdict.add_opener(account);
        }
        for commit in own_commits(self.workspace, main, &pull.head.sha)? {
            if is_update_from_main(self.workspace, &commit, main)? {
                continue;
            }
            let known = pull.commits.iter().find(|known| known.sha == commit);
            let Some(PullCommit {
                author,
                committer,
                verification,
                ..
            }) = known
            else {
                verdict.unknown.push(format!(
                    "GitHub's answers do not name the author of the commit {}; fetch them again",
                    short(&commit)
                ));
                continue;
            };
            let accounts = [author.as_ref(), committer.as_ref()];
            verdict.add_accounts(&commit, accounts, verification.as_ref());
        }
        Ok(())
    }

    /// Compares what a change requires with its approvals.
    fn weigh(&mut self, verdict: &mut Verdict, case: &Case) -> Result<()> {
        let [before, after] = case.sides;
        let duties = self.requirements.of(before, after)?;
        let Some(duty) = duties.duty() else {
            return Ok(());
        };
        let approvers = match self.approvers(case.main)? {
            Ok(approvers) => approvers,
            Err(why) => {
                verdict.unknown.push(why);
                return Ok(());
            }
        };
        let commits = self.same_change(case.head, case.main)?;
        let time_zone = self.time_zone(case.main)?;
        let authors = verdict.authors.clone();
        let contributors = verdict.contributors.clone();
        let reviews = Reviews {
            approvers: &approvers,
            current: self.current.as_ref(),
            now: self.now,
            time_zone: &time_zone,
            authors: &authors,
            contributors: &contributors,
            commits: &commits,
            reviews: case.reviews,
            comments: case.comments,
            comments_since: if case.is_push {
                Some(Timestamp::MIN)
            } else {
                verdict.merged_at
            },
        };
        let requirement = Requirement {
            duty,
            because: duties.because(duty),
            approval: reviews.approval(duty),
        };
        for refusal in reviews.refusals() {
            verdict.refuse(&refusal);
        }
        if let Some(approval) = &requirement.approval {
            if verdict.merged_at.is_some_and(|merged| merged < approval.at) {
                let note = format!("approved by {} after it was merged", approval.name);
                verdict.notes.push(note);
            }
        } else {
            verdict.notes.extend(reviews.near_misses(duty));
            let lack = lacking(&requirement, case);
            let by_comment = reviews.broken_glass();
            let by_operator = match verdict.commits.last() {
                Some(commit) => break_glass_of(self.workspace, &self.publications, commit)?,
                None => None,
            };
            let broken = [by_comment, by_operator].into_iter().flatten();
            let broken = broken.max_by_key(|broken| broken.until);
            verdict.lack(lack, broken, self.now);
        }
        verdict.requirements.push(requirement);
        Ok(())
    }

    /// The approvers at a commit of main, or the reason why they are unknown if the commit has no approvers file.
    fn approvers(&self, main: &str) -> Result<Result<Approvers, String>> {
        let path = approvers::PATH;
        let Some(text) = text_of(self.workspace, main, path)? else {
            return Ok(Err(format!(
                "main has no {path} at {}, so the approvers are unknown; begin with a commit that has it",
                short(main)
            )));
        };
        match Approvers::parse(&text) {
            Ok(approvers) => Ok(Ok(approvers)),
            Err(faults) => {
                let mut why = format!("of main at {}, who may approve can't be read:", short(main));
                for fault in faults {
                    why += &format!(" {fault};");
                }
                Ok(Err(why.trim_end_matches(';').to_owned()))
            }
        }
    }

    /// The commits that an approval covers: the head, and earlier commits of the branch that differ from it only by
    /// merges of main.
    fn same_change(&self, head: &str, main: &str) -> Result<Vec<String>> {
        let mut commits = vec![head.to_owned()];
        let mut commit = head.to_owned();
        while !is_ancestor(self.workspace, &commit, main)?
            && is_update_from_main(self.workspace, &commit, main)?
        {
            let Some(first) = parents(self.workspace, &commit)?.into_iter().next() else {
                break;
            };
            commit = first;
            commits.push(commit.clone());
        }
        Ok(commits)
    }

    /// The firm's time zone in a commit, which determines when `starts` and `ends` apply. UTC if the commit names none.
    fn time_zone(&self, main: &str) -> Result<String> {
        let text = text_of(self.workspace, main, "content/site.toml")?.unwrap_or_default();
        let site: toml::Table = toml::from_str(&text).unwrap_or_default();
        let time_zone = site.get("time_zone").and_then(toml::Value::as_str);
        Ok(time_zone.unwrap_or("UTC").to_owned())
    }
}

/// The message about a missing approval.
fn lacking(requirement: &Requirement, case: &Case) -> String {
    let commit = short(case.head);
    let path = approvers::PATH;
    let how = if case.is_push {
        format!("writes `/approve {commit}` below the commit on GitHub")
    } else {
        "approves it on GitHub".to_owned()
    };
    let who = requirement.duty.approver();
    let mut because = requirement.because.join(", ");
    if !because.is_empty() {
        because = format!(" ({because})");
    }
    format!(
        "expected the approval of {commit} by {who}{because}, found none; someone with that role in {path} who didn't contribute to it {how}"
    )
}
