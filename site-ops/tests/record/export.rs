//! The site on an earlier day, served only to this machine, and the folder for an examiner.

use super::{Record, page, run, sha256, today};
use crate::server::{Running, free_address};
use crate::workspace::{holds, said, say_unchecked};
use flate2::read::MultiGzDecoder;
use jiff::Timestamp;
use serde_json::{Value, json};
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use walkdir::WalkDir;
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

/// The verifier that a bag contains, from this repository.
const VERIFIER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/record/export/verify.py");

/// Runs a verifier with only Python's standard library. Returns the exit code and the output, or `None` without Python.
fn verify(bag: &Path, verifier: &Path, arguments: &[&str]) -> Option<(Option<i32>, String)> {
    let mut python = Command::new("python3");
    python
        .args(["-I", "-S", "-B"])
        .arg(verifier)
        .args(arguments);
    python.arg("--bag").arg(bag).current_dir(bag);
    match python.output() {
        Ok(output) => Some((output.status.code(), said(&output))),
        Err(_) => {
            say_unchecked("python3");
            None
        }
    }
}

/// Asserts that a verifier exits with this code and prints each of these parts.
#[track_caller]
fn verifies(bag: &Path, arguments: &[&str], code: i32, parts: &[&str]) {
    if let Some((found, words)) = verify(bag, Path::new(VERIFIER), arguments) {
        assert_eq!(found, Some(code), "{words}");
        holds(&words, parts);
    }
}

/// Checks the manifests with the program of the Library of Congress.
fn validates(bag: &Path) {
    match run(bag, "bagit.py", &["--validate", "."]) {
        Some(output) => assert!(output.status.success(), "{}", said(&output)),
        None => say_unchecked("bagit.py"),
    }
}

/// Rewrites both manifests, like someone who changed files would.
fn seal(bag: &Path) {
    let mut payload = String::new();
    let mut tags = String::new();
    let manifests = ["manifest-sha256.txt", "tagmanifest-sha256.txt"];
    for file in walk(bag) {
        let line = |bytes| format!("{}  {file}\n", sha256(bytes));
        let bytes = fs::read(bag.join(&file)).expect("readable");
        if file.starts_with("data/") {
            payload += &line(&bytes);
        } else if file == manifests[0] {
            fs::write(bag.join(&file), &payload).expect("writable");
            tags += &line(payload.as_bytes());
        } else if file != manifests[1] {
            tags += &line(&bytes);
        }
    }
    fs::write(bag.join(manifests[1]), tags).expect("writable");
}

/// The paths of all files of a folder, sorted.
fn walk(folder: &Path) -> Vec<String> {
    let mut files = Vec::new();
    for item in WalkDir::new(folder) {
        let item = item.expect("readable");
        if item.file_type().is_file() {
            let file = item.path().strip_prefix(folder).expect("below");
            files.push(file.display().to_string());
        }
    }
    files.sort();
    files
}

/// Copies a folder.
fn copy(from: &Path, to: &Path) {
    for file in walk(from) {
        let target = to.join(&file);
        fs::create_dir_all(target.parent().expect("a folder")).expect("writable");
        fs::copy(from.join(&file), target).expect("copied");
    }
}

/// Exports today to `out/`, which a verifier and the program of the Library of Congress must accept. Returns that folder.
fn export(record: &Record) -> PathBuf {
    let day = today();
    let export = format!("export|out|--no-pdf|--from|{day}|--until|{day}");
    let head = record.head();
    let last = format!("the last entry is {head}");
    record.prints(&export, 0, &["page version", &last]);
    let bag = record.path("out");
    verifies(&bag, &["--head", &head], 0, &[]);
    validates(&bag);
    bag
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
    let bag = export(&record);
    let day = today();
    let again = format!("export|out|--no-pdf|--from|{day}|--until|{day}");
    record.prints(&again, 2, &["expected a new folder"]);
    record.prints(
        "export|none|--from|2020-01-01|--until|2020-01-02",
        1,
        &["nothing was shown"],
    );

    let read = |below: &str| fs::read_to_string(bag.join(below)).expect(below);
    let csv = read("data/pages.csv");
    let index = read("data/index.html");
    for words in ["five", "six"] {
        let digest = sha256(page("/fees", words).as_bytes());
        let line = csv
            .lines()
            .find(|line| line.contains(&digest))
            .expect("a line");
        let file = line.rsplit(',').next().expect("a file").trim_matches('"');
        assert_eq!(read(&format!("data/{file}.html")), page("/fees", words));
        assert_eq!(read(&format!("data/{file}.txt")), format!("{words}\n"));
        assert!(index.contains(&format!("href=\"{file}.html\"")));
    }
    assert!(index.contains("id=\"publication-4\""));
    assert!(index.contains("href=\"evidence/publication-2-reviews.json\""));
    assert_eq!(read("data/evidence/publication-2-reviews.json"), "[]");
    assert!(index.contains("--head DIGEST"));
    for part in index.split("href=\"").skip(1) {
        let (address, _) = part.split_once('"').expect("an end");
        let is_here = address.starts_with('#') || address.starts_with("https:");
        assert!(
            is_here || bag.join("data").join(address).is_file(),
            "{address}"
        );
    }
    replay(&record);
}

#[test]
fn one_day_out_of_five_years_is_verified_by_python_alone() {
    let record = Record::new();
    for number in 0..20 {
        let words = format!("${number}");
        record.publishes(&[("/fees", &words), ("/", "Welcome"), ("", "not here")], "");
    }
    // Every third month, starting in 2020. Entry 1 opens the record, and each publication has two entries.
    let start = 1_577_880_000;
    record.set_moments(|entry| start + (entry / 2) * 90 * 86_400 + (entry % 2) * 60);
    let moment = Timestamp::from_second(start + 7 * 90 * 86_400).expect("a moment");
    let day = moment.in_tz("America/Chicago").expect("a zone").date();
    record.prints(
        &format!("export|out|--no-pdf|--from|{day}|--until|{day}"),
        0,
        &[],
    );

    let empty = tempfile::tempdir().expect("a folder");
    copy(&record.path("out"), empty.path());
    let own = empty.path().join("data/verify.py");
    let head = record.head();
    let arguments = ["/fees", "--head", &head];
    if let Some((code, words)) = verify(empty.path(), &own, &arguments) {
        assert_eq!(code, Some(0), "{words}");
        let fees = sha256(page("/fees", "$6").as_bytes());
        let parts = [
            "5 answers lead to the last entry, 41: ",
            "/fees, status 200, publication 14",
            &format!(".html has the SHA-256 {fees}"),
            "each entry after it, up to entry 41, has",
        ];
        holds(&words, &parts);
    }
    validates(empty.path());
    // The pages of two publications, because one replaces the other on that day, and of the publication that put `/` online.
    let bodies = walk(&empty.path().join("data/record/bodies")).len();
    assert!(bodies < 20, "{bodies}");
    assert!(walk(&record.path("record/bodies")).len() > 60);
}

#[test]
fn every_change_of_a_bag_is_found_and_its_file_named() {
    let record = Record::new();
    fs::write(record.path("reviews.json"), "[]").expect("writable");
    record.publishes(&[("/fees", "five")], "|--evidence|reviews.json");
    let bag = export(&record);
    let bad = record.path("bad");
    let changes = |change: &dyn Fn(&Path), parts: &[&str]| {
        copy(&bag, &bad);
        change(&bad);
        verifies(&bad, &[], 1, parts);
        fs::remove_dir_all(&bad).expect("ours");
    };
    let edit = |file: &str, from: &str, to: &str, folder: &Path| {
        let text = fs::read_to_string(folder.join(file)).expect(file);
        assert!(text.contains(from), "{file}");
        fs::write(folder.join(file), text.replacen(from, to, 1)).expect("writable");
    };
    let files = walk(&bag);
    for file in &files {
        let flip = |folder: &Path| {
            let mut bytes = fs::read(folder.join(file)).expect("readable");
            let last = bytes.len() - 1;
            bytes[last] ^= 1;
            fs::write(folder.join(file), bytes).expect("writable");
        };
        changes(&flip, &[&format!("wrong: {file}: expected")]);
        let remove = |folder: &Path| fs::remove_file(folder.join(file)).expect("there");
        changes(&remove, &[&format!("wrong: {file}: ")]);
    }
    let manifest = "tagmanifest-sha256.txt";
    let upper = |folder: &Path| {
        let text = fs::read_to_string(folder.join(manifest)).expect("there");
        fs::write(
            folder.join(manifest),
            text.replacen(['a', 'b', 'c'], "A", 1),
        )
        .expect("writable");
    };
    changes(&upper, &[&format!("wrong: {manifest}: ")]);
    for file in ["more.txt", "data/more.txt", "folder/more.txt"] {
        let add = |folder: &Path| {
            fs::create_dir_all(folder.join("folder")).expect("writable");
            fs::write(folder.join(file), "").expect("writable");
        };
        changes(
            &add,
            &[&format!("wrong: {file}: "), "doesn't list this file"],
        );
    }

    // Even someone who rewrites the manifests can't change anything that leads to the last entry.
    let html = files
        .iter()
        .find(|file| file.ends_with(".html") && file.contains("fees"));
    let html = html.expect("a page");
    let forge = |folder: &Path| {
        edit(html, "five", "four", folder);
        seal(folder);
    };
    changes(&forge, &[&format!("wrong: {html}: expected the page")]);
    let forge_with_list = |folder: &Path| {
        let digest = |folder: &Path| sha256(&fs::read(folder.join(html)).expect("there"));
        let before = digest(folder);
        edit(html, "five", "four", folder);
        edit("data/pages.csv", &before, &digest(folder), folder);
        seal(folder);
    };
    changes(
        &forge_with_list,
        &["wrong: data/pages.csv: expected the answer that publication 2 has for /fees"],
    );
    let leave_out = |folder: &Path| {
        let file = folder.join("data/pages.csv");
        let csv = fs::read_to_string(&file).expect("there");
        let lines: Vec<&str> = csv
            .lines()
            .filter(|line| !line.contains("\"/fees\""))
            .collect();
        fs::write(file, lines.join("\r\n")).expect("writable");
        seal(folder);
    };
    changes(
        &leave_out,
        &["wrong: data/pages.csv: expected the answer of /fees in publication 2"],
    );
    let evidence = |folder: &Path| {
        edit(
            "data/evidence/publication-2-reviews.json",
            "[]",
            "{}",
            folder,
        );
        seal(folder);
    };
    changes(
        &evidence,
        &["wrong: data/evidence/publication-2-reviews.json: "],
    );
    let mut entries = files.iter().filter(|file| file.contains("entries/"));
    let (Some(last), Some(before)) = (entries.next_back(), entries.next_back()) else {
        panic!("expected entries")
    };
    let digest = |entry: &str| entry[entry.len() - 69..entry.len() - 5].to_owned();
    let cut = |folder: &Path| {
        fs::remove_file(folder.join(last)).expect("there");
        seal(folder);
    };
    changes(&cut, &["wrong: data/record: expected the last entry"]);
    // Only the digest from elsewhere reveals that the end is missing.
    copy(&bag, &bad);
    edit("bag-info.txt", &digest(last), &digest(before), &bad);
    cut(&bad);
    let head = record.head();
    let words = format!("wrong: data/record: expected the last entry {head}");
    verifies(&bad, &["--head", &head], 1, &[&words]);
    verifies(
        &bad,
        &[],
        2,
        &["The end of the record can't be proved: write the digest"],
    );
}

#[test]
fn the_verifier_says_what_was_removed() {
    for kind in ["body", "row", "table"] {
        let record = Record::new();
        let first = record.publishes(&[("/fees", "a client's name")], "");
        record.publishes(&[("/fees", "no name"), ("/", "Welcome")], "");
        let table = record.table(first);
        let row = record.body(&table)["rows"]["/fees"].clone();
        let digest = match kind {
            "body" => sha256(page("/fees", "a client's name").as_bytes()),
            "row" => row.as_str().expect("a digest").to_owned(),
            _ => table,
        };
        let remove = format!("tombstone|{digest}|--actor|ann|--reason|a client's name");
        record.prints(&remove, 0, &[]);
        let bag = export(&record);
        let words = format!(
            "/fees, publication 2: the firm removed the {}, entry 6",
            match kind {
                "body" => "body",
                _ => "answer",
            }
        );
        verifies(&bag, &["--head", &record.head()], 0, &[&words]);
    }
}

#[test]
fn the_verifier_knows_what_was_served_after_a_failure_and_a_rollback() {
    let record = Record::new();
    let first = record.publishes(&[("/fees", "five"), ("/", "Welcome")], "");
    let failure = record.begins(&[("/fees", "wrong")], "");
    record.prints(
        &format!("write|failed|--publication|{failure}|--reason|the host was down"),
        0,
        &[],
    );
    record.publishes(&[("/fees", "six"), ("/more", "More")], "");
    record.prints(
        &format!("write|back|--publication|{first}|--reason|a wrong fee"),
        0,
        &[],
    );
    export(&record);
    let one = format!(
        "export|one|--no-pdf|--path|/more|--from|{0}|--until|{0}",
        today()
    );
    record.prints(&one, 0, &["1 page version"]);
    let words = ["1 answers lead to the last entry"];
    verifies(&record.path("one"), &["--head", &record.head()], 0, &words);
}

#[test]
fn the_verifier_knows_the_edition_of_a_day() {
    let record = Record::new();
    let start = 1_577_880_000;
    let turn = start + 10 * 86_400;
    let mut editions = Vec::new();
    for (words, starts) in [("five", None), ("six", Some(turn))] {
        record.unpack(&[("/fees", words)]);
        let manifest = fs::read(record.path("unpacked/manifest.json")).expect("there");
        let manifest: Value = serde_json::from_slice(&manifest).expect("JSON");
        let rows = &manifest["editions"][0]["rows"];
        editions.push(json!({ "starts": starts, "rows": rows }));
    }
    let manifest = json!({ "digest": "d1", "commit": "c0ffee", "editions": editions });
    fs::write(record.path("unpacked/manifest.json"), manifest.to_string()).expect("writable");
    record.prints(
        "write|begins|--place|live|--unpacked|unpacked|--actor|publish",
        0,
        &[],
    );
    record.prints("write|live|--publication|2|--verified|yes", 0, &[]);
    record.set_moments(|entry| start + entry * 60);

    // The pages and the redirect `/old`, which both editions have.
    for (days, count) in [(0, 2), (10, 3), (11, 2)] {
        let moment = Timestamp::from_second(start + days * 86_400).expect("a moment");
        let day = moment.in_tz("America/Chicago").expect("a zone").date();
        let name = format!("out-{days}");
        let export = format!("export|{name}|--no-pdf|--from|{day}|--until|{day}");
        record.prints(&export, 0, &[]);
        let words = format!("{count} answers lead to the last entry");
        verifies(
            &record.path(&name),
            &["--head", &record.head()],
            0,
            &[&words],
        );
    }
}

/// Flips each bit of each file in a bag. A verifier must name the file each time.
const FLIPS: &str = r#"
import importlib.util
import sys
from pathlib import Path

spec = importlib.util.spec_from_file_location("verifier", sys.argv[1])
verifier = importlib.util.module_from_spec(spec)
spec.loader.exec_module(verifier)
bag = Path(sys.argv[2])
assert verifier.verify(bag)[0] == []
count = 0
for path in sorted(bag.rglob("*")):
    if path.is_dir():
        continue
    name = path.relative_to(bag).as_posix() + ": "
    whole = path.read_bytes()
    for bit in range(len(whole) * 8):
        flipped = bytearray(whole)
        flipped[bit // 8] ^= 1 << bit % 8
        path.write_bytes(flipped)
        problems = verifier.verify(bag)[0]
        assert any(problem.startswith(name) for problem in problems), f"{name}bit {bit}: {problems}"
        count += 1
    path.write_bytes(whole)
assert verifier.verify(bag)[0] == []
print(f"{count} bits")
"#;

#[test]
#[ignore = "long"]
fn each_bit_that_is_flipped_in_a_bag_is_found_and_its_file_named() {
    let record = Record::new();
    record.publishes(&[("/fees", "five")], "");
    let bag = export(&record);
    let bag = bag.to_str().expect("a path");
    let arguments = ["-B", "-c", FLIPS, VERIFIER, bag];
    match run(record.0.path(), "python3", &arguments) {
        Some(output) => {
            assert!(output.status.success(), "{}", said(&output));
            holds(&said(&output), &["bits"]);
        }
        None => say_unchecked("python3"),
    }
}

/// The text of a PDF, from one of two programs. `None` if neither is installed.
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
    // The browser's path is relative to the repository.
    let output = export.current_dir(env!("CARGO_MANIFEST_DIR")).output();
    let output = output.expect("it runs");
    assert!(output.status.success(), "{}", said(&output));

    let csv = fs::read_to_string(record.path("out/data/pages.csv")).expect("written");
    let line = csv.lines().find(|line| line.contains("/fees"));
    let file = line.and_then(|line| line.rsplit(',').next());
    let file = format!("{}.pdf", file.expect("a file").trim_matches('"'));
    match words_of_pdf(&record.path("out/data"), &file) {
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
    let add = ["add", "--unpack-wacz", "record", "out/data/site.wacz"];
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
        // As it was served, without the additions of a replay.
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

/// Extracts each page from the archive through its index, and compares it with the exported pages.
fn replay(record: &Record) {
    let file = fs::File::open(record.path("out/data/site.wacz")).expect("readable");
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
