//! The judgment of one change: what it requires, what is there, and what is missing or can't be told.

use super::answers::{Account, Answers, Comment, Pull, PullCommit, Review};
use super::approvers::{self, Approvers};
use super::given::{Approval, BrokenGlass, Given, short};
use super::merged::{
    Change, Origin, has_commit, is_ancestor, is_update_from_main, merged_tree, own_commits, parents,
    text_of, tree,
};
use super::required::{Duty, Required, Requirements};
use crate::workspace::Workspace;
use anyhow::{Result, bail};
use jiff::Timestamp;
use serde::Serialize;
use std::collections::BTreeSet;

/// The kind of a change, as the report names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    PullRequest,
    DirectPush,
    Snapshots,
}

/// A part of the change that somebody must approve, and who has.
#[derive(Debug, Serialize)]
pub struct Requirement {
    pub duty: Duty,
    /// The parts of the change for which it is required: files, or headings of the report on the pull request.
    pub because: Vec<String>,
    /// The digest of the fee table; none where the duty is another.
    pub digest: Option<String>,
    pub approval: Option<Approval>,
}

/// The judgment of a change.
#[derive(Debug, Serialize)]
pub struct Verdict {
    pub kind: Kind,
    /// The commits of main, the oldest first; empty for a pull request that is open.
    pub commits: Vec<String>,
    pub pull: Option<u64>,
    pub title: Option<String>,
    pub merged_by: Option<String>,
    pub merged_at: Option<Timestamp>,
    /// The head that was, or is to be, approved.
    pub head: String,
    /// The tree of main after the change.
    pub tree: String,
    /// The accounts that have a hand in it.
    pub authors: BTreeSet<String>,
    pub requirements: Vec<Requirement>,
    pub broken_glass: Option<BrokenGlass>,
    /// What is to be known, and is no fault: a bypass, an approval that came after the merge.
    pub notes: Vec<String>,
    /// What is missing, in words that say what to do.
    pub missing: Vec<String>,
    /// What could not be told.
    pub unknown: Vec<String>,
}

/// Judges changes of one repository.
pub struct Judge<'w> {
    workspace: &'w Workspace,
    requirements: Requirements<'w>,
    now: Timestamp,
}

/// What is judged.
struct Case<'a> {
    /// The commit of main whose file says who may approve, and of which nothing is the change's own.
    main: &'a str,
    /// The commits between which something differs.
    sides: [&'a str; 2],
    /// The head that is approved.
    head: &'a str,
    reviews: &'a [Review],
    comments: &'a [Comment],
}

impl<'w> Judge<'w> {
    pub fn new(workspace: &'w Workspace, now: Timestamp) -> Self {
        Self {
            workspace,
            requirements: Requirements::new(workspace),
            now,
        }
    }

    /// Judges a change of main.
    pub fn change(&mut self, change: &Change, answers: &Answers) -> Result<Verdict> {
        let mut verdict = Verdict::of(change, tree(self.workspace, change.after())?);
        match change.origin {
            Origin::Snapshots => {
                let note = "only snapshots differ, pushed as the workflows push; what visitors are served is the same";
                verdict.notes.push(note.to_owned());
            }
            Origin::PullRequest(pull) => self.pull_request(&mut verdict, change, pull)?,
            Origin::Push => self.push(&mut verdict, change, answers)?,
        }
        Ok(verdict)
    }

    /// Judges an open pull request, as it would be merged into a commit of main.
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
            reviews: &pull.reviews,
            comments: &pull.comments,
        };
        self.weigh(&mut verdict, &case)?;
        Ok(verdict)
    }

    fn pull_request(&mut self, verdict: &mut Verdict, change: &Change, pull: &Pull) -> Result<()> {
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
        if pull.merge_commit_sha.as_deref() != Some(change.after()) {
            verdict.missing.push(format!(
                "GitHub names another commit than {} as the merge of pull request {number}, so what was merged is not what was approved; a person compares the two, and somebody who may approve writes `/approve {}` below the commit on GitHub",
                short(change.after()),
                short(change.after())
            ));
        }
        let expected = merged_tree(self.workspace, &change.before, head)?;
        if expected.as_deref() != Some(verdict.tree.as_str()) {
            verdict.missing.push(format!(
                "the tree of the merge {} is not what Git makes of the head {} and main at {}: something else was merged than was approved; look at `git diff {} {}`",
                short(change.after()),
                short(head),
                short(&change.before),
                short(head),
                short(change.after())
            ));
        }
        self.authors_of(verdict, pull, &change.before)?;
        let case = Case {
            main: &change.before,
            sides: [&change.before, change.after()],
            head,
            reviews: &pull.reviews,
            comments: &pull.comments,
        };
        self.weigh(verdict, &case)
    }

    fn push(&mut self, verdict: &mut Verdict, change: &Change, answers: &Answers) -> Result<()> {
        let commit = change.after();
        let by = self.workspace.ask_git(&["show", "--no-patch", "--format=%cn", commit])?;
        verdict.notes.push(format!(
            "pushed to main without a pull request, around its rules; Git names {} as its committer",
            by.as_deref().unwrap_or("nobody")
        ));
        let answer = answers.commit(commit);
        if let Some(answer) = answer {
            let accounts = [answer.author.as_ref(), answer.committer.as_ref()];
            add_accounts(verdict, commit, accounts);
        }
        let case = Case {
            main: &change.before,
            sides: [&change.before, commit],
            head: commit,
            reviews: &[],
            comments: answer.map_or(&[], |answer| &answer.comments),
        };
        self.weigh(verdict, &case)
    }

    /// Adds everybody who has a hand in a pull request: who opened it, and the authors and committers of its commits, but
    /// for those that only bring it up to date with main.
    fn authors_of(&self, verdict: &mut Verdict, pull: &Pull, main: &str) -> Result<()> {
        if let Some(account) = &pull.user {
            verdict.authors.insert(account.login.clone());
        }
        for commit in own_commits(self.workspace, main, &pull.head.sha)? {
            if is_update_from_main(self.workspace, &commit, main)? {
                continue;
            }
            let known = pull.commits.iter().find(|known| known.sha == commit);
            let Some(PullCommit {
                author, committer, ..
            }) = known
            else {
                verdict.unknown.push(format!(
                    "GitHub's answers do not name the author of the commit {}; fetch them again",
                    short(&commit)
                ));
                continue;
            };
            add_accounts(verdict, &commit, [author.as_ref(), committer.as_ref()]);
        }
        Ok(())
    }

    /// Compares what a change requires with what is there.
    fn weigh(&mut self, verdict: &mut Verdict, case: &Case) -> Result<()> {
        let [before, after] = case.sides;
        let required = self.requirements.of(before, after)?;
        if required.duties().is_empty() {
            return Ok(());
        }
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
        let given = Given {
            approvers: &approvers,
            time_zone: &time_zone,
            authors: &authors,
            commits: &commits,
            reviews: case.reviews,
            comments: case.comments,
        };
        verdict.requirements = requirements(&required, &given);
        for login in given.refusals() {
            verdict.missing.push(format!(
                "{login} has asked for changes and has not approved since; she approves, or dismisses her review"
            ));
        }
        for requirement in &verdict.requirements {
            match &requirement.approval {
                Some(approval) => {
                    if verdict.merged_at.is_some_and(|merged| merged < approval.at) {
                        verdict.notes.push(format!(
                            "approved by {} after it was merged",
                            approval.name
                        ));
                    }
                }
                None => verdict.missing.push(lacking(requirement, case.head)),
            }
        }
        if !verdict.missing.is_empty() {
            verdict.notes.extend(given.near_misses());
            verdict.excuse(given.broken_glass(), self.now);
        }
        Ok(())
    }

    /// The people who might approve when main was at a commit; why nobody can tell, where it has no file of them.
    fn approvers(&self, main: &str) -> Result<Result<Approvers, String>> {
        let path = approvers::PATH;
        let Some(text) = text_of(self.workspace, main, path)? else {
            return Ok(Err(format!(
                "main has no {path} at {}, so nobody can tell who might approve; begin with a commit that has it",
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

    /// The commits for which an approval holds: the head, and those of the branch before it from which it differs only by
    /// being brought up to date with main.
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

    /// The time zone of the firm in a commit, in which the days of `starts` and `ends` begin; UTC where it names none.
    fn time_zone(&self, main: &str) -> Result<String> {
        let text = text_of(self.workspace, main, "content/site.toml")?.unwrap_or_default();
        let site: toml::Table = toml::from_str(&text).unwrap_or_default();
        let time_zone = site.get("time_zone").and_then(toml::Value::as_str);
        Ok(time_zone.unwrap_or("UTC").to_owned())
    }
}

impl Verdict {
    fn empty(head: &str, tree: String) -> Self {
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
            requirements: Vec::new(),
            broken_glass: None,
            notes: Vec::new(),
            missing: Vec::new(),
            unknown: Vec::new(),
        }
    }

    fn of(change: &Change, tree: String) -> Self {
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

    fn describe(&mut self, pull: &Pull) {
        self.pull = Some(pull.number);
        self.title = Some(pull.title.clone());
        self.merged_at = pull.merged_at;
        self.merged_by = pull.merged_by.as_ref().map(|account| account.login.clone());
    }

    /// Lets broken glass stand for what is missing, until somebody must have approved it after all.
    fn excuse(&mut self, broken: Option<BrokenGlass>, now: Timestamp) {
        let Some(broken) = broken else { return };
        let name = &broken.name;
        let until = broken.until;
        if now < until {
            let missing = std::mem::take(&mut self.missing);
            for lack in missing {
                self.notes.push(format!("still missing: {lack}"));
            }
            self.notes.push(format!(
                "{name} broke the glass: “{}”; it holds until {until}, by when it must be approved",
                broken.reason
            ));
        } else {
            self.missing.push(format!(
                "{name} broke the glass: “{}”; that held until {until}, and nobody has approved it since",
                broken.reason
            ));
        }
        self.broken_glass = Some(broken);
    }
}

/// Each part that must be approved, with the approval that is there.
fn requirements(required: &Required, given: &Given) -> Vec<Requirement> {
    let mut requirements = Vec::new();
    for duty in required.duties() {
        if duty == Duty::Fees {
            for table in &required.fees {
                requirements.push(Requirement {
                    duty,
                    because: vec![format!("fee table `{}`", table.table)],
                    digest: Some(table.digest.clone()),
                    approval: given.approval(duty, &table.digest),
                });
            }
            continue;
        }
        let because = match duty {
            Duty::Compliance => required.for_compliance.clone(),
            _ => Vec::new(),
        };
        requirements.push(Requirement {
            duty,
            because,
            digest: None,
            approval: given.approval(duty, ""),
        });
    }
    requirements
}

/// The words on an approval that is not there.
fn lacking(requirement: &Requirement, head: &str) -> String {
    let because = requirement.because.join(", ");
    let commit = short(head);
    match requirement.duty {
        Duty::Compliance => format!(
            "expected the approval of {commit} by compliance ({because}), found none; somebody with that role in {} approves it on GitHub, who has no hand in it",
            approvers::PATH
        ),
        Duty::Fees => format!(
            "expected a yes to the {because}, found none; somebody who may approve fees writes `/accept-fees {}`, in a comment or in an approving review",
            requirement.digest.as_deref().unwrap_or_default()
        ),
        Duty::Editor => format!(
            "expected the approval of {commit} by an editor, found none; somebody in {} approves it on GitHub, who has no hand in it",
            approvers::PATH
        ),
    }
}

/// Adds the accounts of a commit's author and committer to those who have a hand in the change. A commit that is made in
/// the browser is committed by GitHub itself, `web-flow`.
fn add_accounts(verdict: &mut Verdict, commit: &str, accounts: [Option<&Account>; 2]) {
    for account in accounts {
        match account {
            Some(account) if account.login == "web-flow" => {}
            Some(account) => {
                verdict.authors.insert(account.login.clone());
            }
            None => {
                let unknown = format!(
                    "GitHub knows no account of who wrote or committed {}, so nobody can tell that she did not approve her own; she adds the address of that commit to her account, or commits again",
                    short(commit)
                );
                if !verdict.unknown.contains(&unknown) {
                    verdict.unknown.push(unknown);
                }
            }
        }
    }
}
