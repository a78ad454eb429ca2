//! Timestamps, with OpenSSL as the authority.

#[cfg(unix)]
pub mod publishing;

use super::{Record, run};
use crate::workspace::{said, say_unchecked};
use site_record::event::Opening;
use site_record::write::{Moment, Writer};
use std::fs;
use std::path::PathBuf;
use std::time::Duration;
use tempfile::TempDir;

/// The settings of the authorities.
const SETTINGS: &str = "
[req]
distinguished_name = name
prompt = no
[name]
CN = A test's own authority
[root]
basicConstraints = critical,CA:true
subjectKeyIdentifier = hash
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
[ca]
default_ca = home
[home]
database = database
new_certs_dir = .
serial = serial
default_md = sha256
policy = policy
[policy]
commonName = supplied
";

/// The files of an authority: `root.pem`, and the signer's `cert.pem` and `key.pem`.
pub struct Authority(TempDir);

impl Authority {
    /// An authority whose root signs the signer's certificate. `None` if OpenSSL isn't installed.
    pub fn new() -> Option<Self> {
        let authority = Self::with_key()?;
        authority.openssl("req -new -x509 -newkey rsa:2048 -nodes -days 3650 -config settings -extensions root -keyout root.key -out root.pem");
        authority.openssl("x509 -req -in request -CA root.pem -CAkey root.key -CAcreateserial -days 3000 -extfile settings -extensions stamping -out cert.pem");
        Some(authority)
    }

    /// A self-signed authority that has been its own root since 2019.
    fn of_2019() -> Option<Self> {
        let authority = Self::with_key()?;
        authority.openssl("ca -batch -selfsign -config settings -extensions stamping -keyfile key.pem -in request -startdate 20190101000000Z -enddate 20490101000000Z -notext -out cert.pem");
        Some(authority)
    }

    fn with_key() -> Option<Self> {
        let authority = Self(tempfile::tempdir().expect("a folder"));
        fs::write(authority.path("settings"), SETTINGS).expect("writable");
        fs::write(authority.path("serial"), "01\n").expect("writable");
        fs::write(authority.path("database"), "").expect("writable");
        if run(authority.0.path(), "openssl", &["version"]).is_none() {
            say_unchecked("openssl");
            return None;
        }
        authority.openssl(
            "req -new -newkey rsa:2048 -nodes -config settings -keyout key.pem -out request",
        );
        Some(authority)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    #[track_caller]
    fn openssl(&self, arguments: &str) {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let output = run(self.0.path(), "openssl", &arguments).expect("OpenSSL runs");
        assert!(output.status.success(), "{arguments:?}: {}", said(&output));
    }

    /// Answers the file `query`. Returns the response's file.
    pub fn answer(&self) -> PathBuf {
        self.openssl("ts -reply -config settings -section own -queryfile query -signer cert.pem -inkey key.pem -out token");
        self.path("token")
    }

    /// Stamps a digest. Returns the file of the token.
    fn stamp(&self, digest: &str) -> PathBuf {
        self.openssl(&format!(
            "ts -query -digest {digest} -sha256 -cert -out query"
        ));
        self.answer()
    }

    /// Stamps a digest as if it were January 1, 2020. Returns the file of the token.
    fn stamp_in_2020(&self, digest: &str) -> PathBuf {
        let form = format!(
            "asn1=SEQUENCE:token\n[token]\nversion=INTEGER:1\npolicy=OID:1.2.3.4.1\nimprint=SEQUENCE:imprint\nserial=INTEGER:7\ntime=GENERALIZEDTIME:20200101000000Z\n[imprint]\nmethod=SEQUENCE:method\ndigest=FORMAT:HEX,OCTETSTRING:{digest}\n[method]\noid=OID:sha256\nnone=NULL\n"
        );
        fs::write(self.path("form"), form).expect("writable");
        self.openssl("asn1parse -genconf form -noout -out content");
        self.openssl("cms -sign -binary -nodetach -cades -md sha256 -econtent_type 1.2.840.113549.1.9.16.1.4 -in content -signer cert.pem -inkey key.pem -outform DER -out signed");
        self.openssl("ts -reply -in signed -token_in -out token");
        self.path("token")
    }

    /// The arguments that store the token.
    fn keeping(&self, root: &str) -> String {
        format!(
            "stamp|--token|{}|--certificates|{}|--authority|a test",
            self.path("token").display(),
            self.path(root).display()
        )
    }
}

/// The arguments that verify a record with a known end.
fn verify(record: &Record) -> String {
    format!("verify|--head|{}", record.head())
}

/// The arguments that verify it with the root of an authority.
fn verify_with(record: &Record, authority: &Authority) -> String {
    let root = authority.path("root.pem");
    format!("{}|--roots|{}", verify(record), root.display())
}

#[test]
fn a_token_is_checked_kept_and_verified_and_every_changed_byte_of_it_is_found() {
    let Some(authority) = Authority::new() else {
        return;
    };
    let record = Record::new();
    record.publishes(&[("/fees", "five")], "");
    let stamp = authority.keeping("root.pem");
    authority.stamp(&super::sha256(b"another"));
    record.prints(
        &stamp,
        2,
        &["expected a token over", "the digest of entry 3"],
    );
    authority.stamp(&record.head());
    fs::write(record.path("attestation.pem"), "{}").expect("writable");
    record.prints(
        &format!("{stamp}|--evidence|attestation.pem"),
        0,
        &["entry 4"],
    );
    let right = "time stamps that lead to the roots: ";
    let parts = [&format!("{right}1"), "the longest time from an entry"];
    record.prints(&verify_with(&record, &authority), 0, &parts);
    record.prints(
        &format!("show|/fees|--on|{}", super::today()),
        0,
        &["time stamp             entry 4, of entry 3, by a test"],
    );

    // An older entry is stamped again, before the authority's certificate expires.
    record.publishes(&[("/fees", "six")], "");
    authority.stamp(&digest_of(&record, 3));
    record.prints(&format!("{stamp}|--of|3"), 0, &[]);
    let parts = [
        &format!("{right}2"),
        "no time stamp covers the entries after entry 3",
    ];
    record.prints(&verify_with(&record, &authority), 0, &parts);

    let verify = verify_with(&record, &authority);
    let entries = record.path("record/entries/00000");
    for item in fs::read_dir(entries).expect("readable") {
        let file = item.expect("readable").path();
        if file.extension().is_some_and(|kind| kind == "tsr") {
            let whole = fs::read(&file).expect("readable");
            for at in [0, whole.len() / 3, whole.len() / 2, whole.len() - 1] {
                let mut changed = whole.clone();
                changed[at] ^= 1;
                fs::write(&file, &changed).expect("writable");
                record.prints(&verify, 1, &["found other bytes in"]);
            }
            fs::write(&file, whole).expect("writable");
        }
    }
}

#[test]
fn whoever_verifies_brings_the_roots() {
    let (Some(authority), Some(other)) = (Authority::new(), Authority::new()) else {
        return;
    };
    let record = Record::new();
    record.publishes(&[("/fees", "five")], "");
    authority.stamp(&record.head());
    record.prints(&authority.keeping("root.pem"), 0, &[]);
    let unproved = [
        "1 time stamp can't be proved",
        "pass them with --roots FILE",
    ];
    let printed = record.prints(&verify(&record), 2, &unproved);
    assert!(!printed.contains("the end of the record"), "{printed}");
    let both = ["the end of the record can't be proved", unproved[0]];
    record.prints("verify", 2, &both);
    record.prints(&verify_with(&record, &other), 1, &["that entry 4 names"]);
    for (file, text) in [("empty", ""), ("damaged", "-----BEGIN CERTIFICATE-----\n")] {
        fs::write(record.path(file), text).expect("writable");
        let verify = format!("{}|--roots|{file}", verify(&record));
        record.prints(&verify, 2, &["expected the certificates of the"]);
    }
}

#[test]
fn a_home_made_authority_that_dates_back_is_found() {
    let (Some(authority), Some(home)) = (Authority::new(), Authority::of_2019()) else {
        return;
    };
    let record = Record::new();
    // 2020-01-01, a second before the token.
    let moment = 1_577_836_799;
    let mut writer = forged(&record, moment);
    let head = writer.head().expect("an entry").clone();
    home.stamp_in_2020(&head.digest.to_string());
    keep(&mut writer, &home, moment);
    drop(writer);
    let forged = "|--record|forged";
    record.prints(&(verify_forged(&record) + forged), 2, &["--roots FILE"]);
    let root = authority.path("root.pem");
    let with = format!(
        "{}{forged}|--roots|{}",
        verify_forged(&record),
        root.display()
    );
    record.prints(&with, 1, &["that entry 2 names", "certificate"]);
    // It is valid only with its own certificate as a root.
    let root = home.path("cert.pem");
    let with = format!(
        "{}{forged}|--roots|{}",
        verify_forged(&record),
        root.display()
    );
    record.prints(&with, 0, &["that lead to the roots: 1"]);
}

#[test]
fn a_token_that_contradicts_the_moments_of_the_record_is_found() {
    let Some(authority) = Authority::new() else {
        return;
    };
    let now = jiff::Timestamp::now().as_second();
    let root = authority.path("root.pem");
    let roots = format!("|--record|forged|--roots|{}", root.display());
    let ahead = "entry 1 says that its time is ";
    for (of, named, code, words) in [
        (now - 500, now - 500, 0, "the longest time from an entry to"),
        (now - 7_200, now, 0, "token that covers it: 2h"),
        (now - 7_200, now - 3_600, 1, "the entry was backdated"),
        (now + 3_600, now + 3_600, 1, ahead),
    ] {
        let record = Record::new();
        let mut writer = forged(&record, of);
        let head = writer.head().expect("an entry").clone();
        authority.stamp(&head.digest.to_string());
        keep(&mut writer, &authority, named);
        drop(writer);
        record.prints(&(verify_forged(&record) + &roots), code, &[words]);
    }
    let record = Record::new();
    drop(forged(&record, now + 3_600));
    let head = record.prints("head|--record|forged", 0, &[]);
    authority.stamp(head.trim());
    let stamp = authority.keeping("root.pem") + "|--record|forged";
    record.prints(&stamp, 2, &["expected a token between entry 1, "]);
}

#[test]
fn a_time_in_words_that_the_authority_does_not_sign_does_not_count() {
    let Some(authority) = Authority::new() else {
        return;
    };
    let record = Record::new();
    let moment = jiff::Timestamp::now().as_second() - 86_400;
    let mut writer = forged(&record, moment);
    let head = writer.head().expect("an entry").clone();
    authority.stamp(&head.digest.to_string());
    authority.openssl("ts -reply -in token -token_out -out signed");
    let signed = fs::read(authority.path("signed")).expect("readable");
    // An authority's response has a status, with a text, and the signed token.
    let time = jiff::Timestamp::from_second(moment).expect("a moment");
    let time = time.strftime("x\nTime stamp: %b %e %H:%M:%S %Y GMT");
    let text = der(0x30, &der(0x0c, time.to_string().as_bytes()));
    let status = der(0x30, &[b"\x02\x01\x00", &text[..]].concat());
    let answer = der(0x30, &[status, signed].concat());
    fs::write(authority.path("token"), answer).expect("writable");
    keep(&mut writer, &authority, moment);
    drop(writer);
    let root = authority.path("root.pem");
    let roots = format!("|--record|forged|--roots|{}", root.display());
    let verify = verify_forged(&record) + &roots;
    record.prints(&verify, 1, &["the entry was backdated"]);
}

/// A DER value of this type, up to 65,535 bytes long.
fn der(kind: u8, value: &[u8]) -> Vec<u8> {
    let length = u16::try_from(value.len()).expect("a short value");
    let [high, low] = length.to_be_bytes();
    let mut bytes = match length {
        0..128 => vec![kind, low],
        _ => vec![kind, 0x82, high, low],
    };
    bytes.extend(value);
    bytes
}

/// A record with one entry at a given time, in the folder `forged`.
fn forged(record: &Record, moment: i64) -> Writer {
    let folder = record.path("forged");
    let mut writer = Writer::create(&folder, None, Duration::ZERO).expect("a record");
    let opening = Opening {
        zone: "America/Chicago".into(),
        fiscal_year_ends: "12-31".into(),
        actor: "ann".into(),
    };
    let moment = Moment {
        ours: moment,
        place: None,
    };
    writer.opened(&opening, moment).expect("written");
    writer
}

/// Stores an authority's token over entry 1, made at a given time.
fn keep(writer: &mut Writer, authority: &Authority, moment: i64) {
    let read = |name: &str| fs::read(authority.path(name)).expect("readable");
    let files = [
        ("tsr".to_owned(), read("token")),
        ("pem".to_owned(), read("cert.pem")),
    ];
    let moment = Moment {
        ours: moment,
        place: None,
    };
    writer.stamp(1, &files, "a test", moment).expect("written");
}

/// The arguments that verify the forged record, whose end is known.
fn verify_forged(record: &Record) -> String {
    let head = record.prints("head|--record|forged", 0, &[]);
    format!("verify|--head|{}", head.trim())
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
