//! GitHub's attestation of the record's last entry, which the next publication stores. The bundle in this test lacks GitHub's signature,
//! which only GitHub's own program checks.

use super::are_installed;
use super::firm::{Firm, succeeds};
use super::servers::write_server;
use super::whole::PROGRAMS;
use crate::verify::place::{BEFORE, LIVE};
use crate::workspace::{holds, said};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::json;
use std::fs;
use std::path::PathBuf;

/// Writes a Sigstore bundle about a file of this SHA-256.
fn write_bundle(firm: &Firm, digest: &str) -> PathBuf {
    let statement = json!({
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [{ "name": "record", "digest": { "sha256": digest } }],
        "predicateType": "https://slsa.dev/provenance/v1",
        "predicate": {},
    });
    let bundle = json!({
        "mediaType": "application/vnd.dev.sigstore.bundle.v0.3+json",
        "verificationMaterial": {},
        "dsseEnvelope": {
            "payload": BASE64_STANDARD.encode(statement.to_string()),
            "payloadType": "application/vnd.in-toto+json",
            "signatures": [],
        },
    });
    let file = firm.machine.path("attestation.json");
    fs::write(&file, bundle.to_string()).expect("writable");
    file
}

#[test]
fn the_next_publication_keeps_the_attestation_of_the_last_entry() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let firm = Firm::with_record();
    let head = firm.machine.path("head");
    let mut publish = firm.publishing(&BEFORE);
    let output = publish.arg("--record-head").arg(&head).output();
    firm.ended(&output.expect("it runs"), 0, "Live since ", "before");
    let head = fs::read_to_string(head).expect("written");
    assert_eq!(head, succeeds(&mut firm.record(&["head"])));

    let bundle = write_bundle(&firm, head.trim());
    let mut publish = firm.publishing(&LIVE);
    let output = publish.arg("--record-attestation").arg(&bundle).output();
    let output = output.expect("it runs");
    firm.ended(&output, 0, "Live since ", "live");
    assert!(!said(&output).contains("warning"), "{}", said(&output));
    holds(&firm.events(), &["4  ", "stamp      authority: GitHub"]);
    let entry = format!("00000003-{}.json", head.trim());
    let command = format!("gh attestation verify entries/00000/{entry} --bundle entries/00000/");
    let head = succeeds(&mut firm.record(&["head"]));
    let verify = ["verify", "--head", head.trim()];
    holds(
        &succeeds(&mut firm.record(&verify)),
        &[&command, "attestations of GitHub: 1"],
    );
    let now = jiff::Timestamp::now();
    let moment = now.to_string();
    let show = ["show", "/", "--on", &moment];
    let shown = succeeds(&mut firm.record(&show));
    holds(
        &shown,
        &["attested by GitHub     entry 3; in the record's folder"],
    );
    let out = firm.machine.path("out");
    // The record counts days in the firm's time zone.
    let today = now.in_tz("America/Chicago").expect("a time zone").date();
    let day = today.to_string();
    let mut export = firm.record(&[
        "export", "--no-pdf", "--from", &day, "--until", &day, "--path", "/",
    ]);
    succeeds(export.arg(&out));
    let index = fs::read_to_string(out.join("data/index.html")).expect("written");
    holds(&index, &["Attested by GitHub", &command]);

    // The same bundle again, and a bundle about something else.
    let other = "0".repeat(64);
    for (name, digest, warnings) in [("again", &entry[9..73], 0), ("other", &other, 1)] {
        firm.git(&format!("commit --quiet --allow-empty --message={name}"));
        firm.git(&format!("tag {name}"));
        let server = write_server(&firm.machine.path(""), name);
        let mut publish = firm.publishing(&server);
        publish.arg("--record-attestation");
        publish.arg(write_bundle(&firm, digest));
        let output = publish.output().expect("it runs");
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        let words = "warning: the record doesn't have GitHub's attestation: expected an attestation of an entry";
        assert_eq!(
            said(&output).matches(words).count(),
            warnings,
            "{}",
            said(&output)
        );
    }
    assert_eq!(firm.events().matches("authority: GitHub").count(), 1);
}
