//! Time stamps, with OpenSSL as the authority.

use super::{Record, run};
use crate::workspace::{said, say_unchecked};
use std::fs;
use std::path::Path;

/// The settings of an authority that signs its own certificate.
const AUTHORITY: &str = "
[req]
distinguished_name = name
x509_extensions = stamping
prompt = no
[name]
CN = A test's own authority
[stamping]
extendedKeyUsage = critical,timeStamping
keyUsage = digitalSignature
[tsa]
default_tsa = own
[own]
serial = serial
default_policy = 1.2.3.4.1
digests = sha256
signer_digest = sha256
accuracy = secs:1
";

/// Runs OpenSSL; false where it is not installed, which is said.
fn openssl(folder: &Path, arguments: &str) -> bool {
    let arguments: Vec<&str> = arguments.split(' ').collect();
    match run(folder, "openssl", &arguments) {
        Some(output) => {
            assert!(output.status.success(), "{arguments:?}: {}", said(&output));
            true
        }
        None => {
            say_unchecked("openssl");
            false
        }
    }
}

/// Lets the authority stamp a digest, as the file `token`.
fn stamped(folder: &Path, digest: &str) {
    let query = format!("ts -query -digest {digest} -sha256 -cert -out query");
    openssl(folder, &query);
    openssl(
        folder,
        "ts -reply -config authority -section own -queryfile query -signer cert.pem -inkey key.pem -out token",
    );
}

#[test]
fn a_token_is_checked_kept_and_verified_and_every_changed_byte_of_it_is_found() {
    let record = Record::new();
    let folder = record.0.path();
    fs::write(record.path("authority"), AUTHORITY).expect("writable");
    fs::write(record.path("serial"), "01\n").expect("writable");
    if !openssl(
        folder,
        "req -new -x509 -newkey rsa:2048 -nodes -days 3650 -config authority -keyout key.pem -out cert.pem",
    ) {
        return;
    }
    record.publishes(&[("/fees", "five")], "");
    let stamp = "stamp|--token|token|--certificates|cert.pem|--authority|a test";
    stamped(folder, &super::sha256(b"another"));
    record.prints(
        stamp,
        2,
        &["expected a token over", "the digest of entry 3"],
    );
    stamped(folder, &record.head());
    fs::write(record.path("attestation.jsonl"), "{}").expect("writable");
    record.prints(
        &format!("{stamp}|--evidence|attestation.jsonl"),
        0,
        &["entry 4"],
    );
    let verify = format!("verify|--head|{}", record.head());
    record.prints(&verify, 0, &["time stamps that OpenSSL finds right: 1"]);
    record.prints(
        &format!("show|/fees|--on|{}", super::today()),
        0,
        &["time stamp             entry 4, of entry 3, by a test"],
    );

    // An older entry is stamped again, before the authority's certificate ends.
    record.publishes(&[("/fees", "six")], "");
    stamped(folder, &digest_of(&record, 3));
    record.prints(&format!("{stamp}|--of|3"), 0, &[]);
    let verify = format!("verify|--head|{}", record.head());
    record.prints(&verify, 0, &["time stamps that OpenSSL finds right: 2"]);

    let entries = record.path("record/entries/00000");
    for item in fs::read_dir(entries).expect("readable") {
        let file = item.expect("readable").path();
        if file.extension().is_some_and(|kind| kind == "tsr") {
            let whole = fs::read(&file).expect("readable");
            for at in [0, whole.len() / 3, whole.len() / 2, whole.len() - 1] {
                let mut changed = whole.clone();
                changed[at] ^= 1;
                fs::write(&file, &changed).expect("writable");
                record.prints(&verify, 1, &["found others in"]);
            }
            fs::write(&file, whole).expect("writable");
        }
    }
}

/// The digest of an entry, from the name of its file.
fn digest_of(record: &Record, number: u64) -> String {
    let start = format!("{number:08}-");
    for item in fs::read_dir(record.path("record/entries/00000")).expect("readable") {
        let name = item.expect("readable").file_name();
        let name = name.to_string_lossy();
        if let Some(rest) = name.strip_prefix(&start)
            && let Some(digest) = rest.strip_suffix(".json")
        {
            return digest.to_owned();
        }
    }
    panic!("no entry {number}");
}
