//! A full disk, and a process that is killed while it writes.

use super::{Record, today};

/// A page that is larger than the limit of a few kilobytes.
fn long() -> String {
    "words ".repeat(10_000)
}

/// Begins a publication in a shell that limits files to a few kilobytes.
#[cfg(unix)]
fn begins_with_little_space(record: &Record, before: &str) -> std::process::Output {
    record.unpack(&[("/fees", &long())]);
    let site = env!("CARGO_BIN_EXE_site-ops");
    let script = format!(
        "{before} ulimit -f 8; exec {site} record write begins --place live --unpacked unpacked --actor publish"
    );
    std::process::Command::new("sh")
        .args(["-c", &script])
        .env("SITE_RECORD", record.path("record"))
        .current_dir(record.0.path())
        .output()
        .expect("it runs")
}

#[cfg(unix)]
#[test]
fn a_full_disk_and_a_killed_writer_lose_nothing() {
    use crate::workspace::{holds, said};
    let record = Record::new();
    record.publishes(&[("/fees", "five")], "");
    let head = record.head();

    let full = begins_with_little_space(&record, "trap '' XFSZ;");
    assert_eq!(full.status.code(), Some(2), "{}", said(&full));
    holds(&said(&full), &["the record lost nothing: remove the cause"]);
    record.prints(&format!("verify|--head|{head}"), 0, &[]);

    // Without the trap, the limit kills the process while it writes a file.
    let killed = begins_with_little_space(&record, "");
    assert_eq!(killed.status.code(), None, "{}", said(&killed));
    record.prints(
        &format!("verify|--head|{head}"),
        0,
        &["a writer was killed before it finished"],
    );

    record.publishes(&[("/fees", &long())], "");
    let report = record.prints(&format!("verify|--head|{}", record.head()), 0, &[]);
    assert!(!report.contains("killed"), "{report}");
    record.prints(&format!("show|/fees|--on|{}", today()), 0, &["2 of 2"]);
}

#[cfg(unix)]
#[test]
fn a_disk_without_room_for_the_bodies_loses_nothing() {
    use crate::publish::disk::Disk;
    let record = Record::new();
    std::fs::create_dir(record.path("disk")).expect("writable");
    let Some(disk) = Disk::at(&record.path("disk"), 64 * 1024) else {
        return;
    };
    let elsewhere = "|--bodies|disk";
    let first = record.begins(&[("/fees", "five")], elsewhere);
    let live = format!("write|live|--publication|{first}|--verified|the origin: all{elsewhere}");
    record.prints(&live, 0, &[]);
    let head = record.head();

    record.unpack(&[("/fees", &long())]);
    let begins =
        format!("write|begins|--place|live|--unpacked|unpacked|--actor|publish{elsewhere}");
    let lost = ["the record lost nothing: remove the cause"];
    record.prints(&begins, 2, &lost);
    let verify = |head: &str| format!("verify|--head|{head}{elsewhere}");
    record.prints(&verify(&head), 0, &[]);
    disk.grow(1024 * 1024);
    record.prints(&begins, 0, &[]);
    record.prints(&verify(&record.head()), 0, &[]);
}

#[test]
fn a_changed_byte_is_found_and_named() {
    let record = Record::new();
    record.publishes(&[("/fees", "five")], "");
    let body = super::sha256(super::page("/fees", "five").as_bytes());
    let file = record.path("record/bodies").join(&body[..2]).join(&body);
    std::fs::write(&file, super::page("/fees", "four")).expect("writable");
    record.prints("verify", 1, &[&body, "1 problem"]);
    let show = format!("show|/fees|--on|{}|--save|page.html", today());
    record.prints(
        &show,
        2,
        &["expected bytes whose SHA-256 is the file's name"],
    );
}
