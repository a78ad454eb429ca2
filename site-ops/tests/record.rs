//! `cargo site-ops record`: records events as they happen, and answers an officer's queries.

mod export;
mod harm;
mod old;
#[cfg(unix)]
mod rebuild;
pub mod stamps;

use crate::workspace::{Workspace, holds, said};
use jiff::Timestamp;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// A record and the next site to publish, in a temporary folder.
struct Record(TempDir);

/// The SHA-256 of bytes in hexadecimal.
fn sha256(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in Sha256::digest(bytes) {
        write!(text, "{byte:02x}").expect("text grows");
    }
    text
}

/// A page with this text.
fn page(path: &str, words: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><head><title>A page</title><link rel=\"canonical\" href=\"https://firm.example{path}\"></head><body><main><p>{words}</p></main></body></html>"
    )
}

impl Record {
    /// Opens a new record.
    fn new() -> Self {
        let record = Self(tempfile::tempdir().expect("a folder"));
        let create = "create|--zone|America/Chicago|--fiscal-year-ends|12-31|--actor|ann";
        record.prints(create, 0, &["\"number\":1"]);
        record
    }

    fn path(&self, below: &str) -> PathBuf {
        self.0.path().join(below)
    }

    /// The command `cargo site-ops record` with its arguments in one text, separated by `|`.
    fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_site-ops"));
        command
            .arg("record")
            .args(arguments.split('|'))
            .env("SITE_RECORD", self.path("record"))
            .current_dir(self.0.path());
        command
    }

    fn run(&self, arguments: &str) -> Output {
        self.command(arguments).output().expect("it runs")
    }

    /// Asserts the exit code and that the output contains each of these parts. Returns the output.
    #[track_caller]
    fn prints(&self, arguments: &str, code: i32, parts: &[&str]) -> String {
        let output = self.run(arguments);
        let shown = said(&output);
        assert_eq!(output.status.code(), Some(code), "{arguments}: {shown}");
        holds(&shown, parts);
        shown
    }

    /// Writes a site like the server's `--unpack`: pages by path, and a redirect.
    fn unpack(&self, pages: &[(&str, &str)]) {
        let bodies = self.path("unpacked/bodies");
        fs::create_dir_all(&bodies).expect("writable");
        let mut rows = Vec::new();
        for (path, words) in pages {
            let body = page(path, words);
            let digest = sha256(body.as_bytes());
            fs::write(bodies.join(&digest), &body).expect("writable");
            let headers = [
                ["content-type", "text/html; charset=utf-8"],
                [
                    "cache-control",
                    "max-age=0,s-maxage=60,stale-while-revalidate=60",
                ],
            ];
            rows.push(json!({ "path": path, "status": 200, "headers": headers, "body": digest }));
        }
        let headers = [["location", "https://firm.example/fees"]];
        rows.push(json!({ "path": "/old", "status": 301, "headers": headers, "body": null }));
        let manifest = json!({
            "digest": "d1",
            "commit": "c0ffee",
            "editions": [{ "starts": null, "rows": rows }],
        });
        fs::write(self.path("unpacked/manifest.json"), manifest.to_string()).expect("writable");
    }

    /// Begins a publication, and returns its number.
    fn begins(&self, pages: &[(&str, &str)], more: &str) -> u64 {
        self.unpack(pages);
        let begins = "write|begins|--place|live|--unpacked|unpacked|--actor|publish";
        let printed = self.prints(&format!("{begins}{more}"), 0, &[]);
        let written: Value = serde_json::from_str(&printed).expect("JSON");
        written["number"].as_u64().expect("a number")
    }

    /// Publishes pages, and returns the publication's number.
    fn publishes(&self, pages: &[(&str, &str)], more: &str) -> u64 {
        let number = self.begins(pages, more);
        let live = format!("write|live|--publication|{number}|--verified|the origin: all paths");
        self.prints(&live, 0, &[]);
        number
    }

    fn head(&self) -> String {
        self.prints("head", 0, &[]).trim().to_owned()
    }

    /// The digest of the table of a publication's first edition.
    fn table(&self, publication: u64) -> String {
        let list = self.prints("list|--format|json", 0, &[]);
        for line in list.lines() {
            let entry: Value = serde_json::from_str(line).expect("JSON");
            if entry["number"] == publication {
                let table = &entry["editions"][0]["table"];
                return table.as_str().expect("a digest").to_owned();
            }
        }
        panic!("expected entry {publication} in the list")
    }

    /// Changes the time of each entry, by its number, and updates the chain of digests.
    fn set_moments(&self, moment: impl Fn(i64) -> i64) {
        let folder = self.path("record/entries/00000");
        let listing = fs::read_dir(&folder).expect("entries");
        let mut files: Vec<PathBuf> = listing.map(|item| item.expect("a file").path()).collect();
        files.sort();
        let mut before = (String::new(), String::new());
        for (at, file) in files.iter().enumerate() {
            let number = i64::try_from(at).expect("a few") + 1;
            let name = file.file_name().and_then(|name| name.to_str());
            let digest = name.expect("a name")[9..73].to_owned();
            let mut text = fs::read_to_string(file).expect("readable");
            let (start, rest) = text.split_once("\"ours\":").expect("a moment");
            let rest = rest.trim_start_matches(|digit: char| digit.is_ascii_digit());
            text = format!("{start}\"ours\":{}{rest}", moment(number));
            if number > 1 {
                text = text.replace(&before.0, &before.1);
            }
            let chained = sha256(text.as_bytes());
            fs::remove_file(file).expect("ours");
            fs::write(folder.join(format!("{number:08}-{chained}.json")), text).expect("writable");
            before = (digest, chained);
        }
    }

    /// The JSON of a body.
    fn body(&self, digest: &str) -> Value {
        let below = format!("record/bodies/{}/{digest}", &digest[..2]);
        let bytes = fs::read(self.path(&below)).expect("there");
        serde_json::from_slice(&bytes).expect("JSON")
    }
}

/// Today's date in the firm's time zone.
fn today() -> String {
    let moment = Timestamp::now().in_tz("America/Chicago").expect("a zone");
    moment.date().to_string()
}

/// Runs a program in a folder. Returns `None` if the program isn't installed.
fn run(folder: &Path, program: &str, arguments: &[&str]) -> Option<Output> {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).output().ok()
}

#[test]
fn a_publication_by_break_glass_says_who_and_why() {
    let record = Record::new();
    fs::write(record.path("break-glass"), "ann: a wrong figure\n").expect("writable");
    let evidence = "|--range|b2..c3|--evidence|break-glass";
    record.publishes(&[("/fees", "$5")], evidence);
    let line = "PUBLISHED BY BREAK-GLASS, without approvals: ann: a wrong figure";
    record.prints(&format!("show|/fees|--on|{}", today()), 0, &[line]);
}

#[test]
fn an_officer_sees_what_was_shown_and_who_approved_and_the_proof() {
    let record = Record::new();
    let approvals = json!({ "changes": [{
        "pull": 7, "title": "Raise the minimum", "head": "abc",
        "requirements": [
            { "duty": "compliance", "approval":
                { "name": "Ann Lee", "login": "ann", "role": "compliance officer", "at": "2026-03-01T10:00:00Z", "by": "review" } },
            // Records of earlier versions also have an approval of each fee table.
            { "duty": "fees", "because": ["fee table `graduated`"], "digest": "99b836d79dc88090", "approval": null },
            { "duty": "fees", "digest": "0a1b2c3d4e5f6071", "approval":
                { "name": "Ben Roe", "login": "ben", "role": "editor", "at": "2026-03-01T11:00:00Z", "commit": null, "by": "comment" } },
        ],
        "missing": ["ben has approved, and may not approve fees"],
    }] });
    fs::write(record.path("approvals.json"), approvals.to_string()).expect("writable");
    let shown = json!([{ "starts": null, "pages": { "/fees": {
        "facts": [{ "name": "minimum", "value": "$5", "source": "the agreement" }],
        "disclaimers": ["No promise."],
    } } }]);
    fs::write(record.path("shown.json"), shown.to_string()).expect("writable");
    let first = record.publishes(
        &[("/fees", "The minimum is $5"), ("/", "Welcome")],
        "|--range|a1..b2|--approvals|approvals.json|--shown|shown.json|--evidence|approvals.json",
    );
    record.publishes(&[("/fees", "The minimum is $6"), ("/", "Welcome")], "");

    let show = format!("show|/fees|--on|{}", today());
    record.prints(
        &show,
        0,
        &[
            "1 of 2: status 200",
            "at least from",
            "in caches until",
            "publication 2, by publish",
            "the changes a1..b2",
            "pull request 7 “Raise the minimum”, abc",
            "compliance: Ann Lee (ann, compliance officer)",
            // An approval by an unauthorized person doesn't count.
            "fees: NOT APPROVED",
            "fees: Ben Roe (ben, editor), 2026-03-01T11:00:00Z, by comment",
            "missing: ben has approved, and may not approve fees",
            "live: the origin: all paths",
            "minimum; source: the agreement; value: $5",
            "No promise.",
            "entry 3                names it",
            "2 of 2: status 200",
            "no approvals were given to the record",
            "still served",
        ],
    );
    record.prints(&format!("{show}|--save|page.html"), 0, &[]);
    let saved = fs::read_to_string(record.path("page.html")).expect("saved");
    assert_eq!(saved, page("/fees", "The minimum is $6"));
    record.prints(
        &format!("show|/|--on|{}", today()),
        0,
        &["1 of 1", "the same with publication 4"],
    );
    record.prints(
        &format!("show|/old|--on|{}", today()),
        0,
        &["it leads to https://firm.example/fees"],
    );
    record.prints(
        &format!("show|/never|--on|{}", today()),
        1,
        &[
            "nothing was at this address",
            "no publication of this record ever answered there",
        ],
    );
    record.prints(
        "show|/fees|--on|2020-01-01",
        1,
        &[
            "nothing was online",
            "the first publication of this record began",
        ],
    );
    // As copied from a browser.
    let whole = format!("show|https://firm.example/fees/?from=mail|--on|{}", today());
    record.prints(&whole, 0, &["/fees on ", "2 of 2: status 200"]);
    record.prints("show|fees|--on|2020-01-01", 2, &["starts with a slash"]);
    record.prints(
        "export|out|--from|2026-03-05|--until|2026-03-01",
        2,
        &["expected a first day that is not after the last"],
    );
    record.prints("search| ", 2, &["it is empty"]);
    record.prints(
        "show|/fees|--on|March 3",
        2,
        &["expected a day such as 2026-03-03"],
    );

    record.prints(
        "search|MINIMUM is $5",
        0,
        &["/fees, at live", "| The minimum is $5"],
    );
    record.prints("search|maximum", 1, &["no page showed"]);
    record.prints(
        "list",
        0,
        &["begins     at live", "verified: the origin: all paths"],
    );
    let status = record.prints("status|--place|live", 0, &[]);
    let status: Value = serde_json::from_str(&status).expect("JSON");
    assert_eq!(status["served"]["publication"], 4);
    assert_eq!(status["under_way"], Value::Null);
    assert_eq!(first, 2);
}

#[test]
fn the_facts_fees_and_disclaimers_of_a_site_are_written_down_as_they_are_printed() {
    let workspace = Workspace::small();
    let printed = workspace.prints(
        "record|shown",
        0,
        &["\"facts\":[", "\"fees\":[", "\"disclaimers\":["],
    );
    let record = Record::new();
    fs::write(record.path("shown.json"), printed).expect("writable");
    record.publishes(&[("/fees", "five")], "|--shown|shown.json");
    let show = format!("show|/fees|--on|{}", today());
    record.prints(&show, 0, &["Shown there", "fees\n"]);
}

#[test]
fn a_record_must_be_named_and_be_there() {
    let record = Record::new();
    let mut unnamed = record.command("list");
    let output = unnamed.env_remove("SITE_RECORD").output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    holds(
        &said(&output),
        &["write it after --record, or set SITE_RECORD to it"],
    );
    record.prints(
        "list|--record|elsewhere",
        2,
        &["expected a record, a folder with entries/"],
    );
    let again = "create|--zone|America/Chicago|--fiscal-year-ends|12-31|--actor|ann";
    record.prints(again, 2, &["expected a folder without a record"]);
    record.prints(
        "create|--record|new|--zone|Mars|--fiscal-year-ends|12-31|--actor|ann",
        2,
        &["expected a time zone"],
    );
}

#[test]
fn the_end_is_proved_by_a_digest_or_by_a_copy() {
    let record = Record::new();
    record.publishes(&[("/fees", "five")], "");
    record.prints("verify", 2, &["all are unchanged", "can't be proved"]);
    let head = record.head();
    record.prints(&format!("verify|--head|{head}"), 0, &[]);
    run(record.0.path(), "cp", &["-r", "record", "copy"]).expect("copied");
    record.prints("verify|--against|copy", 0, &[]);
    record.publishes(&[("/fees", "six")], "");
    record.prints(
        &format!("verify|--head|{head}"),
        2,
        &["it proves nothing about later entries"],
    );
    record.prints("verify|--against|copy", 2, &["the copy ends at entry 3"]);
    record.prints("verify|--record|copy|--against|record", 1, &["was cut off"]);
    record.prints(
        &format!("verify|--record|copy|--head|{}", record.head()),
        1,
        &["was cut off or changed"],
    );
}

#[test]
fn a_publication_fails_goes_back_and_is_held() {
    let record = Record::new();
    let first = record.publishes(&[("/fees", "five")], "");
    let failed = record.begins(&[("/fees", "wrong")], "");
    record.prints(
        "status|--place|live",
        0,
        &["\"under_way\":{\"commit\":\"c0ffee\""],
    );
    record.unpack(&[("/fees", "wrong")]);
    let again = "write|begins|--place|live|--unpacked|unpacked|--actor|publish";
    record.prints(again, 2, &["expected no publication under way at live"]);
    record.prints(
        &format!("write|failed|--publication|{failed}|--reason|the host was down"),
        0,
        &[],
    );
    let second = record.publishes(&[("/fees", "six")], "");
    record.prints(
        &format!("write|back|--publication|{first}|--reason|a wrong fee"),
        0,
        &[],
    );
    record.prints("write|held|--actor|ann|--reason|a wrong fee", 0, &[]);
    record.prints(
        "status|--place|live",
        0,
        &["\"held\":[\"a wrong fee\"]", "\"publication\":2"],
    );
    record.prints("write|released|--actor|ann|--reason|reverted", 0, &[]);
    record.prints("status|--place|live", 0, &["\"held\":[]"]);
    let show = format!("show|/fees|--on|{}", today());
    record.prints(
        &show,
        0,
        &[
            "no check saw it",
            "failed: the host was down",
            "back: a wrong fee",
        ],
    );
    record.prints(&format!("verify|--head|{}", record.head()), 0, &[]);
    assert!(second > failed);
}

#[test]
fn a_tombstone_says_removed() {
    let record = Record::new();
    record.publishes(&[("/fees", "a client's name")], "");
    record.publishes(&[("/fees", "no name")], "");
    let body = sha256(page("/fees", "a client's name").as_bytes());
    let remove = format!("tombstone|{body}|--actor|ann|--reason|a client's name");
    run(&record.path("record"), "git", &["init", "--quiet"]).expect("Git runs");
    record.prints(
        &remove,
        0,
        &["remove ", "push the entry to share it: git -C "],
    );
    record.prints(
        &format!("verify|--head|{}", record.head()),
        0,
        &["removed:", "by ann, entry"],
    );
    record.prints("search|client", 1, &[]);
    record.prints(
        &format!("export|out|--no-pdf|--from|{0}|--until|{0}", today()),
        0,
        &[],
    );
}

#[test]
fn a_removed_row_or_table_is_named_and_stops_nothing() {
    for is_table in [false, true] {
        let record = Record::new();
        let first = record.publishes(&[("/fees", "The minimum is $5")], "");
        record.publishes(&[("/fees", "The minimum is $6"), ("/", "Welcome")], "");
        let table = record.table(first);
        let row = record.body(&table)["rows"]["/fees"].clone();
        let row = row.as_str().expect("a digest").to_owned();
        let body = if is_table { table } else { row };
        let remove = format!("tombstone|{body}|--actor|ann|--reason|a client's name");
        record.prints(&remove, 0, &[]);
        let removed = "removed, by ann, entry 6: a client's name";

        let verify = format!("verify|--head|{}", record.head());
        record.prints(&verify, 0, &[removed]);
        let show = format!("show|/fees|--on|{}", today());
        let parts = [
            &format!("1 of 2: {removed}"),
            "in caches until an unknown time",
            "publication 2, by publish",
            &format!("removed body           {body}"),
            "2 of 2: status 200",
        ];
        record.prints(&show, 0, &parts);
        record.prints("list", 0, &[&format!("body: {body}")]);
        let unsearched = format!("not searched: {body}, {removed}");
        record.prints("search|$6", 0, &["/fees, at live", &unsearched]);
        record.prints("search|$5", 1, &[&unsearched]);
        let export = format!("export|out|--no-pdf|--from|{0}|--until|{0}", today());
        record.prints(&export, 0, &[]);
        let index = fs::read_to_string(record.path("out").join("data/index.html"));
        holds(&index.expect("written"), &["(removed from the record)"]);
        record.prints("status|--place|live", 0, &["\"publication\":4"]);
        record.publishes(&[("/fees", "The minimum is $7")], "");
        record.prints(&format!("verify|--head|{}", record.head()), 0, &[removed]);
        let show = format!("show|/fees|--on|{}", today());
        record.prints(&show, 0, &["3 of 3: status 200"]);
    }
}

#[test]
fn a_row_that_is_published_again_after_its_removal_is_in_the_record() {
    let record = Record::new();
    let pages = [("/fees", "The minimum is $5")];
    let first = record.publishes(&pages, "");
    let row = record.body(&record.table(first))["rows"]["/fees"].clone();
    let row = row.as_str().expect("a digest").to_owned();
    let remove = format!("tombstone|{row}|--actor|ann|--reason|a client's name");
    record.prints(&remove, 0, &[]);
    record.publishes(&pages, "");
    let show = format!("show|/fees|--on|{}", today());
    let parts = ["1 of 2: removed, by ann, entry 4", "2 of 2: status 200"];
    record.prints(&show, 0, &parts);
    record.prints(&format!("verify|--head|{}", record.head()), 0, &[]);
}
