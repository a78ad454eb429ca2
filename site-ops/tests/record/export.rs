//! The site as it was, served to this machine alone, and the folder for an examiner.

use super::{Record, page, run, sha256, today};
use crate::server::{Running, free_address};
use crate::workspace::{said, say_unchecked};
use flate2::read::MultiGzDecoder;
use jiff::Timestamp;
use serde_json::Value;
use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};
use zip::ZipArchive;

#[test]
fn the_site_as_it_was_is_served_to_this_machine_alone_with_a_banner() {
    let record = Record::new();
    record.publishes(&[("/fees", "five"), ("", "not here")], "");
    let day = today();
    record.prints(
        &format!("serve|--on|{day}|--addr|0.0.0.0:0"),
        2,
        &["expected an address that only this machine can reach"],
    );
    let address = free_address().expect("a port");
    let mut serve = record.command(&format!("serve|--on|{day}|--addr|{address}"));
    let running = Running::start(&mut serve, address).expect("it listens");
    let client = running.client().expect("it answers");
    let get = |path: &str| client.get(path, &[]).expect("an answer");
    let fees = get("/fees?a=b");
    let text = String::from_utf8(fees.body.clone()).expect("UTF-8");
    assert_eq!(fees.status, 200);
    assert!(text.contains("<body><p role=\"note\"><strong>From the record, not online: the site as live served it at"), "{text}");
    assert!(text.contains("<p>five</p>"));
    assert_eq!(fees.header("x-robots-tag"), Some("noindex"));
    assert_eq!(get("/old").header("location"), Some("/fees"));
    let unknown = get("/never");
    assert!(String::from_utf8_lossy(&unknown.body).contains("not here"));
}

#[test]
fn an_examiner_gets_pages_approvals_evidence_and_an_archive_that_replays() {
    let record = Record::new();
    fs::write(record.path("reviews.json"), "[]").expect("writable");
    record.publishes(
        &[("/fees", "five"), ("/", "Welcome")],
        "|--evidence|reviews.json",
    );
    record.publishes(&[("/fees", "six"), ("/", "Welcome")], "");
    let day = today();
    let export = format!("export|out|--no-pdf|--from|{day}|--until|{day}");
    record.prints(&export, 0, &["3 page versions in out"]);
    record.prints(&export, 2, &["expected a folder that is not there"]);
    record.prints(
        "export|none|--from|2020-01-01|--until|2020-01-02",
        1,
        &["nothing was shown"],
    );

    let read = |below: &str| fs::read_to_string(record.path(below)).expect(below);
    let csv = read("out/pages.csv");
    let index = read("out/index.html");
    for words in ["five", "six"] {
        let digest = sha256(page("/fees", words).as_bytes());
        let line = csv
            .lines()
            .find(|line| line.contains(&digest))
            .expect("a line");
        let file = line.rsplit(',').next().expect("a file").trim_matches('"');
        assert_eq!(read(&format!("out/{file}.html")), page("/fees", words));
        assert_eq!(read(&format!("out/{file}.txt")), format!("{words}\n"));
        assert!(index.contains(&format!("href=\"{file}.html\"")));
    }
    assert!(index.contains("id=\"publication-4\""));
    assert_eq!(read("out/evidence/publication-2-reviews.json"), "[]");
    assert!(read("out/HOW-TO-CHECK.txt").contains(&record.head()));
    if let Some(sums) = run(&record.path("out"), "sha256sum", &["--check", "SHA256SUMS"]) {
        assert!(sums.status.success(), "{sums:?}");
    }
    replay(&record);
}

/// The words of a PDF, by one of the programs that read them; none where neither is installed.
fn words_of_pdf(folder: &Path, file: &str) -> Option<String> {
    let programs: [(&str, &[&str]); 2] = [
        ("pdftotext", &[file, "-"]),
        (
            "gs",
            &[
                "-q",
                "-dBATCH",
                "-dNOPAUSE",
                "-sDEVICE=txtwrite",
                "-sOutputFile=-",
                file,
            ],
        ),
    ];
    for (program, arguments) in programs {
        if let Some(output) = run(folder, program, arguments) {
            assert!(output.status.success(), "{output:?}");
            let words = String::from_utf8_lossy(&output.stdout).into_owned();
            return Some(words.split_whitespace().collect::<Vec<_>>().join(" "));
        }
    }
    None
}

#[test]
#[ignore = "long"]
fn a_pdf_has_the_words_of_its_page() {
    let words = "The minimum is $5,000 a year, and 1.25% of what is above it";
    let record = Record::new();
    record.publishes(&[("/fees", words)], "");
    let day = today();
    let mut export = record.command("export");
    export.arg(record.path("out"));
    export.args(["--from", &day, "--until", &day]);
    // The browser is found from the repository.
    let output = export.current_dir(env!("CARGO_MANIFEST_DIR")).output();
    let output = output.expect("it runs");
    assert!(output.status.success(), "{}", said(&output));

    let csv = fs::read_to_string(record.path("out/pages.csv")).expect("written");
    let line = csv.lines().find(|line| line.contains("/fees"));
    let file = line.and_then(|line| line.rsplit(',').next());
    let file = format!("{}.pdf", file.expect("a file").trim_matches('"'));
    match words_of_pdf(&record.path("out"), &file) {
        Some(found) => assert!(found.contains(words), "{found}"),
        None => say_unchecked("pdftotext, or Ghostscript,"),
    }
}

#[test]
#[ignore = "long"]
fn pywb_replays_each_page_of_an_archive() {
    let record = Record::new();
    let pages = [
        ("/fees", "five"),
        ("/", "Welcome"),
        ("/about", "Who we are"),
    ];
    record.publishes(&pages, "");
    let day = today();
    let export = format!("export|out|--no-pdf|--from|{day}|--until|{day}");
    record.prints(&export, 0, &[]);
    let manager = |arguments: &[&str]| run(record.0.path(), "wb-manager", arguments);
    let Some(made) = manager(&["init", "record"]) else {
        say_unchecked("pywb");
        return;
    };
    assert!(made.status.success(), "{}", said(&made));
    let add = ["add", "--unpack-wacz", "record", "out/site.wacz"];
    let added = manager(&add).expect("it is installed");
    assert!(added.status.success(), "{}", said(&added));
    assert!(!said(&added).contains("WARNING"), "{}", said(&added));

    let address = free_address().expect("a port");
    let mut wayback = Command::new("wayback");
    wayback.args(["--port", &address.port().to_string()]);
    wayback.current_dir(record.0.path()).stderr(Stdio::null());
    let running = Running::start(&mut wayback, address).expect("it listens");
    let client = running.client().expect("it answers");
    let moment = Timestamp::now().strftime("%Y%m%d%H%M%S").to_string();
    for (path, words) in pages {
        // As it was served, without what a replay adds.
        let address = format!("/record/{moment}id_/https://firm.example{path}");
        let mut answer = client.get(&address, &[]).expect("an answer");
        if let Some(nearest) = answer.header("location") {
            let (_, nearest) = nearest.split_once("/record/").expect("an address");
            let nearest = format!("/record/{nearest}");
            answer = client.get(&nearest, &[]).expect("an answer");
        }
        assert_eq!(answer.status, 200, "{path}");
        let body = String::from_utf8(answer.body).expect("UTF-8");
        assert_eq!(body, page(path, words));
    }
}

/// Takes each page out of the archive by its index, and compares it with the pages of the export.
fn replay(record: &Record) {
    let file = fs::File::open(record.path("out/site.wacz")).expect("readable");
    let mut zip = ZipArchive::new(file).expect("a ZIP");
    let mut part = |name: &str| {
        let mut bytes = Vec::new();
        let mut file = zip.by_name(name).expect(name);
        file.read_to_end(&mut bytes).expect("readable");
        bytes
    };
    let package = part("datapackage.json");
    let digest: Value = serde_json::from_slice(&part("datapackage-digest.json")).expect("JSON");
    assert_eq!(digest["hash"], format!("sha256:{}", sha256(&package)));
    let package: Value = serde_json::from_slice(&package).expect("JSON");
    for resource in package["resources"].as_array().expect("resources") {
        let bytes = part(resource["path"].as_str().expect("a path"));
        assert_eq!(resource["hash"], format!("sha256:{}", sha256(&bytes)));
    }
    let warc = part("archive/data.warc.gz");
    let lines = String::from_utf8(part("indexes/index.cdx")).expect("UTF-8");
    let mut replayed = Vec::new();
    for line in lines.lines() {
        let about = line.splitn(3, ' ').nth(2).expect("three parts");
        let about: Value = serde_json::from_str(about).expect("JSON");
        let number = |key: &str| {
            about[key]
                .as_str()
                .expect(key)
                .parse::<usize>()
                .expect("a number")
        };
        let member = &warc[number("offset")..][..number("length")];
        let mut text = String::new();
        MultiGzDecoder::new(member)
            .read_to_string(&mut text)
            .expect("gzip");
        let parts: Vec<&str> = text.splitn(3, "\r\n\r\n").collect();
        assert!(parts[0].starts_with("WARC/1.1\r\nWARC-Type: response\r\n"));
        if about["status"] == "301" {
            assert!(parts[1].contains("location: https://firm.example/fees"));
            continue;
        }
        assert!(parts[1].starts_with("HTTP/1.1 200"));
        replayed.push(parts[2].trim_end_matches("\r\n\r\n").to_owned());
    }
    replayed.sort();
    let mut expected = vec![
        page("/fees", "five"),
        page("/fees", "six"),
        page("/", "Welcome"),
    ];
    expected.sort();
    assert_eq!(replayed, expected);
    let pages = String::from_utf8(part("pages/pages.jsonl")).expect("UTF-8");
    assert_eq!(pages.lines().count(), 4);
    assert!(pages.contains("\"url\":\"https://firm.example/fees\""));
}
