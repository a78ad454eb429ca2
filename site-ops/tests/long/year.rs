//! The days of the year: merges, runs that fail or are killed, a rollback, a scheduled switch, and then the record.

use super::firm::{Firm, Merge};
use super::visitors::{PAGES, Visits};
use super::{clock, edits};
use crate::publish::firm::succeeds;
use crate::publish::{Over, are_installed};
use crate::verify::proxy;
use crate::workspace::{holds, said};
use jiff::ToSpan as _;
use jiff::civil::{Date, date};
use serde_json::Value;
use site_cli::client::Client;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use walkdir::WalkDir;

/// The merges in a year. SITE_YEAR_MERGES can lower the number while developing this test.
const MERGES: usize = 60;

/// The number of days when a plain client saves its responses.
const SAVED: usize = 12;

/// The days between two merges, so that all fit in one year.
const APART: i32 = 5;

/// The responses that a plain client received on one day.
struct Saved {
    day: Date,
    path: &'static str,
    body: Vec<u8>,
}

/// The year in progress.
struct Year {
    firm: Firm,
    today: Date,
    saved: Vec<Saved>,
}

#[test]
#[ignore = "long"]
fn a_year_is_shown_as_visitors_saw_it() {
    if !are_installed(&["sshd", "ssh-keygen", "node"]) {
        return;
    }
    if !clock::can_be_set("long::year::a_year_is_shown_as_visitors_saw_it") {
        return;
    }
    let merges = match std::env::var("SITE_YEAR_MERGES") {
        Ok(text) => text.parse().expect("a number of merges"),
        Err(_) => MERGES,
    };
    let first = date(2026, 1, 5);
    clock::set(first.at(10, 0, 0, 0));
    let mut year = Year {
        firm: Firm::new(),
        today: first,
        saved: Vec::new(),
    };
    year.publish();
    let visits = Visits::new(year.firm.address());
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| visits.ask(&is_over));
        let _over = Over(&is_over);
        year.run(merges);
    });
    visits.report();
    year.is_on_record();
    year.names_what_went_wrong();
    year.has_a_tampered_byte();
    visits.has_failed_nobody();
}

impl Year {
    /// Runs all days.
    fn run(&mut self, merges: usize) {
        let mut took = Vec::new();
        let mut grown = Vec::new();
        let saved_each = merges.div_ceil(SAVED).max(1);
        for number in 1..=merges {
            self.begin_day();
            // The failures are spread over the year, one of each kind.
            let sixth = merges / 6;
            if number == 1 {
                self.waits_for_an_approval();
            } else if number == 1 + sixth {
                self.goes_back_by_itself();
            } else if number == 1 + 2 * sixth {
                self.is_killed_half_way(number);
            } else if number == 1 + 3 * sixth {
                self.turns_by_the_clock();
            } else if number == 1 + 4 * sixth {
                self.is_rolled_back(number);
            } else {
                let merge = self.merge_ordinary(number);
                self.firm.approve(&merge);
                let size = self.firm.record_size();
                let start = Instant::now();
                self.publish();
                took.push(start.elapsed());
                if edits::is_of_words(number) {
                    grown.push(self.firm.record_size() - size);
                }
            }
            if number % saved_each == 0 {
                self.save();
            }
        }
        took.sort();
        println!(
            "{merges} merges; a build and its publication took {:.1} s in the median, {:.1} s at most",
            took[took.len() / 2].as_secs_f64(),
            took[took.len() - 1].as_secs_f64()
        );
        grown.sort();
        if let Some(median) = grown.get(grown.len() / 2) {
            println!("the record grew by {median} bytes for a change of words in the median");
        }
    }

    /// Publishes main's tip.
    fn publish(&self) {
        self.firm.publish(&[]).is(0, "Live since ");
    }

    /// Moves the clock to the morning of the next day with a merge.
    fn begin_day(&mut self) {
        self.today = self.today.checked_add(APART.days()).expect("a day");
        clock::set(self.today.at(10, 0, 0, 0));
    }

    fn merge_ordinary(&mut self, number: usize) -> Merge {
        let title = format!("Change {number}");
        self.firm.merge(&title, |content| {
            edits::ordinary(number, content);
        })
    }

    /// Saves a plain client's responses on the next day, when nothing is published.
    fn save(&mut self) {
        let day = self.today.tomorrow().expect("a day");
        clock::set(day.at(12, 0, 0, 0));
        self.save_on(day);
    }

    fn save_on(&mut self, day: Date) {
        let client = Client::connect(self.firm.address()).expect("it listens");
        for path in PAGES {
            let response = client.get(path, &[]).expect("an answer");
            assert_eq!(response.status, 200, "{path}");
            self.saved.push(Saved {
                day,
                path,
                body: response.body,
            });
        }
    }

    /// A change of fees isn't published before it is approved.
    fn waits_for_an_approval(&mut self) {
        let live = self.firm.machine.live();
        let merge = self.firm.merge("Change the fees", edits::rate);
        let refusal = self.firm.publish(&[]);
        assert_eq!(refusal.status, Some(1), "{}", refusal.text);
        holds(&refusal.text, &[&merge.commit]);
        self.firm
            .publish_without_gate()
            .is(1, "Not published: expected the approvals of ");
        assert_eq!(self.firm.machine.live(), live);
        self.firm.approve(&merge);
        self.publish();
    }

    /// The origin doesn't serve the built version. The run rolls back, and the next run publishes.
    fn goes_back_by_itself(&mut self) {
        let merge = self.firm.merge("Renew security.txt", edits::renew);
        self.firm.approve(&merge);
        let lie: proxy::Lie = Arc::new(|request, response| {
            if request.path == "/about" {
                response.status = 500;
            }
        });
        let liar = proxy::before(self.firm.machine.systemd.address, lie);
        let liar = format!("http://{liar}");
        let failed = self.firm.publish(&[("SITE_ORIGIN", &liar)]);
        failed.is(1, "Rolled back because the origin served something else");
        self.publish();
    }

    /// A run is killed after the record says that a publication has begun. The next run determines what the place serves.
    fn is_killed_half_way(&mut self, number: usize) {
        let merge = self.merge_ordinary(number);
        self.firm.approve(&merge);
        self.firm.publish_by_half();
        self.publish();
    }

    /// A part of a page appears on its scheduled day, by the server's clock.
    fn turns_by_the_clock(&mut self) {
        let turns = self.today.checked_add(3.days()).expect("a day");
        let merge = self.firm.merge("Open in the evening", |content| {
            edits::part_from(content, &turns.to_string());
        });
        self.firm.approve(&merge);
        self.publish();
        let before = turns.yesterday().expect("a day");
        for (day, is_there) in [(before, false), (turns, true)] {
            clock::set(day.at(12, 0, 0, 0));
            // The server checks its clock several times per second.
            std::thread::sleep(Duration::from_secs(1));
            let client = Client::connect(self.firm.address()).expect("it listens");
            let response = client.get("/about", &[]).expect("an answer");
            let page = String::from_utf8(response.body).expect("UTF-8");
            assert_eq!(page.contains("In Summer"), is_there, "on {day}");
            self.save_on(day);
        }
        self.today = turns;
    }

    /// An operator rolls back. The record shows it, and the hold ends when the change is reverted on main.
    fn is_rolled_back(&mut self, number: usize) {
        let before = self.served();
        // An edit of text, because an address that existed can't be removed.
        let merge = self.merge_ordinary(edits::KINDS * number + 1);
        self.firm.approve(&merge);
        self.publish();
        let start = Instant::now();
        let mut rollback = self.firm.ops(&["rollback", "--who", "erin"]);
        rollback.args(["--reason", "a wrong answer"]);
        self.firm.keep_record(&mut rollback);
        succeeds(&mut rollback);
        println!("a rollback took {:.1} s", start.elapsed().as_secs_f64());
        assert_eq!(self.served(), before, "the rollback is in the record");
        self.save();

        let refusal = self.firm.publish(&[]);
        refusal.is(1, "the place is held by erin since ");
        let revert = self.firm.merge("Take it back", edits::take_back);
        self.firm.approve(&revert);
        let mut release = self.firm.ops(&["release", "--who", "erin"]);
        release.args(["--reason", "reverted"]);
        self.firm.keep_record(&mut release);
        succeeds(&mut release);
        self.publish();
    }

    /// For each day, the record shows what a plain client received, and verification finds no change.
    fn is_on_record(&self) {
        let record = self.firm.record();
        let mut showing = Vec::new();
        for saved in &self.saved {
            let file = self.firm.path("shown");
            _ = fs::remove_file(&file);
            let mut show = self.record(&record, &["show", saved.path]);
            show.args(["--on", &saved.day.to_string(), "--save"])
                .arg(&file);
            let start = Instant::now();
            succeeds(&mut show);
            showing.push(start.elapsed());
            let shown = fs::read(&file).expect("saved");
            assert!(shown == saved.body, "{} on {}", saved.path, saved.day);
        }
        showing.sort();
        println!(
            "{} pages of {} days are what a plain client saved; `show` took {:.2} s in the median",
            showing.len(),
            showing.len() / PAGES.len(),
            showing[showing.len() / 2].as_secs_f64()
        );
        let head = succeeds(&mut self.record(&record, &["head"]));
        let mut verify = self.record(&record, &["verify", "--head", head.trim()]);
        let start = Instant::now();
        let verified = succeeds(&mut verify);
        print!(
            "{} bytes; `verify` took {:.2} s: {verified}",
            self.firm.record_size(),
            start.elapsed().as_secs_f64()
        );
    }

    /// The list of events has every failed, killed and reverted publication.
    fn names_what_went_wrong(&self) {
        let record = self.firm.record();
        holds(
            &succeeds(&mut self.record(&record, &["list"])),
            &[
                "reason: the origin served something else",
                "a later run found that the place",
                "reason: erin: a wrong answer",
                "released",
            ],
        );
    }

    /// Verification finds and names a byte that someone changes in the record.
    fn has_a_tampered_byte(&self) {
        let record = self.firm.record();
        let head = succeeds(&mut self.record(&record, &["head"]));
        let file = longest_body(&record);
        let mut bytes = fs::read(&file).expect("readable");
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(&file, bytes).expect("writable");
        let mut verify = self.record(&record, &["verify", "--head", head.trim()]);
        let output = verify.output().expect("the command runs");
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
        let name = file.file_name().expect("a name").to_string_lossy();
        holds(&said(&output), &[&*name, "1 problem"]);
    }

    /// The publication that the place serves, according to the record.
    fn served(&self) -> String {
        let record = self.firm.record();
        let status = succeeds(&mut self.record(&record, &["status", "--place", "live"]));
        let status: Value = serde_json::from_str(&status).expect("JSON");
        status["served"]["publication"].to_string()
    }

    /// The command `cargo site-ops record` on a clone of the record.
    fn record(&self, record: &Path, arguments: &[&str]) -> Command {
        let mut command = self.firm.ops(&["record"]);
        command.args(arguments).arg("--record").arg(record);
        command
    }
}

/// The file of the longest body of a record.
fn longest_body(record: &Path) -> PathBuf {
    let mut longest = (0, PathBuf::new());
    for entry in WalkDir::new(record.join("bodies")) {
        let entry = entry.expect("readable");
        let length = entry.metadata().expect("readable").len();
        if entry.file_type().is_file() && length > longest.0 {
            longest = (length, entry.into_path());
        }
    }
    longest.1
}
