//! Each publication checks the changes of the 30 days before its range again.

use super::{Site, comment, tip};
use crate::workspace::{git, lacks, said};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use site_record::event::{Evidence, Opening, Publication, Shown};
use site_record::write::{Moment, Writer};
use site_table::unpacked::Unpacked;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const DAY: i64 = 24 * 60;

fn minutes_ago(minutes: i64) -> Timestamp {
    Timestamp::now() - SignedDuration::from_mins(minutes)
}

impl Site {
    /// A site whose first commit is older than all others.
    fn old() -> Self {
        let mut site = Self::new();
        site.date_tip(200 * DAY);
        site.base = tip(&site.workspace);
        site
    }

    /// Merges a change by erin, dated some minutes ago. Erin used break-glass at the same time.
    fn merge_by_broken_glass(&mut self, minutes: i64) {
        self.propose_words();
        git(&self.workspace, "switch --quiet main");
        git(&self.workspace, "merge --quiet --no-ff --no-edit change");
        self.date_tip(minutes);
        let merge = tip(&self.workspace);
        self.answer("erin", &[merge]);
        self.break_glass(minutes);
    }

    fn break_glass(&mut self, minutes: i64) {
        let line = format!(
            "/break-glass {} The phone number was wrong",
            &self.head()[..10]
        );
        let at = minutes_ago(minutes).to_string();
        self.answers["pulls"][0]["comments"] = json!([comment("erin", &line, &at, &at)]);
    }

    /// Pushes a change by amy, dated some minutes ago, that erin approved. Returns its commit.
    fn push_approved(&mut self, to: &str, minutes: i64) -> String {
        self.commit("pages/fees.toml", "title = \"", &format!("title = \"{to} "));
        self.date_tip(minutes);
        self.answer_push("amy", "erin")
    }

    /// Sets the date of the last commit.
    fn date_tip(&self, minutes: i64) {
        let amend = "-c user.name=A -c user.email=a@example.com commit --quiet --amend --no-edit";
        let output = Command::new("git")
            .args(amend.split(' '))
            .env("GIT_COMMITTER_DATE", minutes_ago(minutes).to_string())
            .current_dir(self.workspace.path())
            .output()
            .expect("Git runs");
        assert!(output.status.success(), "{}", said(&output));
    }
}

#[test]
fn a_published_change_that_broke_the_glass_stops_publications_after_7_days() {
    let mut site = Site::old();
    site.merge_by_broken_glass(8 * DAY);
    // The change is live, and another one follows.
    site.base = tip(&site.workspace);
    site.push_approved("Our", 0);
    for (minutes, code, part) in [
        (6 * DAY, 0, "it is valid until"),
        (7 * DAY - 1, 0, "it is valid until"),
        (7 * DAY, 1, "that was valid until"),
        (8 * DAY, 1, "that was valid until"),
    ] {
        site.break_glass(minutes);
        let parts = [
            "pull request 3",
            "each publication also checks the 30 days before its range",
            "1 change between",
            "1 before",
            part,
        ];
        site.asks(code, &parts);
    }

    // An approval ends it, as a comment or as a review.
    let whole = site.answers.clone();
    let approve = format!("/approve {}", &site.head()[..10]);
    site.comment("dan", &approve, &minutes_ago(1).to_string());
    let report = site.asks(0, &["1 change between"]);
    lacks(&report, &["pull request 3", "before:"]);
    site.answers = whole.clone();
    let head = site.head();
    site.review_at("cora", "APPROVED", &head, "", &minutes_ago(1).to_string());
    site.asks(0, &["1 change between"]);

    // Without GitHub's response about it, the answer is unknown.
    site.answers = whole;
    let commits = site.answers["commits"].as_array_mut();
    commits.expect("a list").remove(0);
    site.asks(2, &["expected GitHub's answer about the commit"]);
}

#[test]
fn the_30_days_end_at_the_newest_commit_before_the_range() {
    // Publications were refused for 100 days, which approves nothing.
    let mut site = Site::old();
    site.merge_by_broken_glass(100 * DAY);
    site.base = tip(&site.workspace);
    site.push_approved("Our", 0);
    site.asks(1, &["that was valid until"]);

    // Neither a commit with an old date nor one with a date in the future hides the changes before it.
    let mut site = Site::old();
    site.merge_by_broken_glass(20 * DAY);
    site.base = site.push_approved("Now", 3000 * DAY);
    site.asks(1, &["that was valid until"]);
    site.base = site.push_approved("Here", -100 * DAY);
    site.asks(1, &["that was valid until"]);

    let mut old = Site::old();
    old.merge_by_broken_glass(100 * DAY);
    old.base = old.push_approved("Our", 60 * DAY);
    let report = old.asks(0, &["0 changes between"]);
    lacks(&report, &["pull request 3"]);
}

/// Writes a record with one publication, which ann made by break-glass some minutes ago.
fn record_publication(folder: &Path, range: (&str, &str), minutes: i64) -> Writer {
    let unpacked = folder.join("unpacked");
    fs::create_dir_all(unpacked.join("bodies")).expect("writable");
    let manifest = json!({
        "digest": "d1", "commit": "c0ffee", "editions": [{ "starts": null, "rows": [] }],
    });
    fs::write(unpacked.join("manifest.json"), manifest.to_string()).expect("writable");
    let moment = Moment {
        ours: minutes_ago(minutes).as_second(),
        place: None,
    };
    let record = folder.join("record");
    let mut writer = Writer::create(&record, None, Duration::from_secs(1)).expect("no record");
    let opening = Opening {
        actor: "ann".to_owned(),
        zone: "America/Chicago".to_owned(),
        fiscal_year_ends: "12-31".to_owned(),
    };
    writer.opened(&opening, moment).expect("writable");
    let publication = Publication {
        place: "live".to_owned(),
        actor: "publish".to_owned(),
        range: Some((range.0.to_owned(), range.1.to_owned())),
        approvals: None,
        evidence: vec![Evidence {
            name: "break-glass".to_owned(),
            bytes: b"ann: the phone number was wrong\n".to_vec(),
        }],
        site: &Unpacked::read(&unpacked).expect("a site"),
        shown: Shown::new(),
    };
    writer.begins(&publication, moment).expect("writable");
    writer
}

#[test]
fn a_publication_by_break_glass_gives_its_changes_7_days() {
    let mut site = Site::old();
    site.merge_by_broken_glass(0);
    site.answers["pulls"][0]["comments"] = json!([]);
    let before = site.base.clone();
    let published = tip(&site.workspace);
    // The changes are live, and another one follows.
    site.base = published.clone();
    site.push_approved("Our", 0);
    site.asks_for("|--record|", 1, &["pull request 3", "editor: not approved"]);

    let folder = tempfile::tempdir().expect("a folder");
    let argument = format!("|--record|{}", folder.path().join("record").display());
    for (minutes, code, part) in [
        (6 * DAY, 0, "it is valid until"),
        (7 * DAY - 1, 0, "it is valid until"),
        (7 * DAY, 1, "that was valid until"),
        (8 * DAY, 1, "that was valid until"),
    ] {
        let _ = fs::remove_dir_all(folder.path().join("record"));
        record_publication(folder.path(), (&before, &published), minutes);
        let parts = [
            "pull request 3",
            "ann published it by break-glass: “the phone number was wrong”",
            part,
        ];
        site.asks_for(&argument, code, &parts);
    }
    let report = site.asks_for(&format!("{argument}|--format|json"), 1, &[]);
    let report: Value = serde_json::from_str(&report).expect("JSON");
    let broken = &report["changes"][0]["broken_glass"];
    assert_eq!(broken["name"], "ann");
    assert_eq!(broken["by"], "operator");
    assert_eq!(broken["reason"], "the phone number was wrong");

    // A publication of other changes, or a failed publication, doesn't count.
    fs::remove_dir_all(folder.path().join("record")).expect("removable");
    record_publication(folder.path(), (&published, &published), 1);
    let without = ["editor: not approved", "found none; someone"];
    lacks(&site.asks_for(&argument, 1, &without), &["glass"]);
    fs::remove_dir_all(folder.path().join("record")).expect("removable");
    let mut writer = record_publication(folder.path(), (&before, &published), 1);
    let moment = Moment {
        ours: Timestamp::now().as_second(),
        place: None,
    };
    writer
        .failed(2, "the place did not switch", moment)
        .expect("writable");
    lacks(&site.asks_for(&argument, 1, &without), &["glass"]);

    // An approval replaces the break-glass.
    site.approve("dan");
    site.asks_for(&argument, 0, &["1 change between"]);
}
