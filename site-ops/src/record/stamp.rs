//! `cargo site-ops record stamp`: timestamps (RFC 3161) of entries, stored next to them and checked with OpenSSL.

use super::attestation::Attestation;
use super::{Folders, now};
use crate::run::print;
use anyhow::{Context as _, Result, bail, ensure};
use fs_err as fs;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use site_record::entry::Entry;
use site_record::event::Event;
use site_record::layout::Name;
use site_record::record::Record;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The kind of file of a token.
pub const TOKEN: &str = "tsr";
/// The kind of file of an authority's certificates.
pub const CERTIFICATES: &str = "pem";

/// The largest difference between an authority's clock and ours, in seconds, when a token is kept.
const CLOCKS: i64 = 300;

/// The largest contradiction between a token and an entry of the record, in seconds. The writer accepts a clock that is 300
/// seconds behind the previous entry, and a token that is 300 seconds off.
const CONTRADICTION: i64 = 600;

/// A timestamp of an entry, and other evidence about it.
#[derive(Debug)]
pub struct Stamp {
    /// The file of the authority's token over the digest of the entry.
    pub token: PathBuf,
    /// The file of the authority's certificates in PEM, up to its root.
    pub certificates: PathBuf,
    /// The number of the entry. `None` means the last one.
    pub of: Option<u64>,
    /// The authority's name.
    pub authority: String,
    /// Files with other evidence. Their extensions are their kinds.
    pub evidence: Vec<PathBuf>,
}

/// The timestamps of a record, checked against trusted roots.
#[derive(Debug, Default)]
pub struct Report {
    pub problems: Vec<String>,
    pub notes: Vec<String>,
    /// The number of timestamps that the given roots don't cover.
    pub unproved: usize,
}

/// An error in a token, described by OpenSSL or by us. Any other error doesn't concern the token.
#[derive(Debug)]
pub struct Fault(String);

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for Fault {}

/// Stores a token after OpenSSL has verified it. Returns true.
///
/// # Errors
/// Returns an error if the token is invalid, or if its time contradicts the entry or this machine's clock.
pub fn stamp(folders: &Folders, stamp: &Stamp) -> Result<bool> {
    let mut writer = folders.writer()?;
    let number = match (stamp.of, writer.head()) {
        (Some(number), _) => number,
        (None, Some(head)) => head.number,
        (None, None) => bail!("expected a record with entries, found none; publish first"),
    };
    let entry = writer.record().entry(number)?;
    let roots = &stamp.certificates;
    let time = time_of(&entry.digest.to_string(), &stamp.token, roots, Some(roots))
        .with_context(|| format!("expected a token over {}, the digest of entry {number}, by these certificates; ask the authority again", entry.digest))?;
    check_clocks(&entry, time)?;
    let mut files = vec![
        (TOKEN.to_owned(), fs::read(&stamp.token)?),
        (CERTIFICATES.to_owned(), fs::read(&stamp.certificates)?),
    ];
    for file in &stamp.evidence {
        let kind = file.extension().unwrap_or_default();
        files.push((kind.to_string_lossy().into_owned(), fs::read(file)?));
    }
    let entry = writer.stamp(number, &files, &stamp.authority, now())?;
    let next = folders.to_push()?;
    print(&format!("written as entry {}\n{next}", entry.number))?;
    Ok(true)
}

/// Checks the time of a token over an entry before the token is stored.
///
/// # Errors
/// Returns an error if the token is from before the entry, or from after this machine's clock.
pub fn check_clocks(entry: &Entry, time: i64) -> Result<()> {
    let earliest = entry.moment.ours;
    let latest = now().ours;
    ensure!(
        earliest - CLOCKS <= time && time <= latest + CLOCKS,
        "expected a token between entry {}, {}, and this machine's clock, {}, found one of {}; set the clock that is wrong, and ask for another token",
        entry.number,
        utc(earliest),
        utc(latest),
        utc(time)
    );
    Ok(())
}

/// Checks the timestamps of a whole record against trusted roots. The certificates in the record only help to build the
/// certificate chain to a root.
///
/// # Errors
/// Returns an error if the roots can't be read, or if OpenSSL can't run.
pub fn check_all(record: &Record, roots: Option<&Path>) -> Result<Report> {
    if let Some(roots) = roots {
        let mut openssl = Command::new("openssl");
        openssl
            .args(["crl2pkcs7", "-nocrl", "-certfile"])
            .arg(roots);
        let wrong = || {
            format!(
                "expected the certificates of the authorities' roots in PEM in {}, found something else",
                roots.display()
            )
        };
        run(&mut openssl).with_context(wrong)?;
        // OpenSSL accepts a file without a certificate.
        ensure!(fs::read_to_string(roots)?.contains("CERTIFICATE"), wrong());
    }
    let mut report = Report::default();
    let mut moments = Vec::new();
    let mut tokens = Vec::new();
    let mut attestations = Vec::new();
    let mut last = 0;
    for entry in record.entries()? {
        let entry = entry?;
        moments.push(entry.moment.ours);
        if !matches!(entry.event, Event::Stamp { .. }) {
            last = moments.len();
            continue;
        }
        if let Some(attestation) = Attestation::of(&entry) {
            attestations.push(attestation);
            continue;
        }
        match token(record, &entry, roots) {
            Ok(Some(token)) => tokens.push(token),
            Ok(None) => report.unproved += 1,
            Err(error) => {
                let fault: Fault = error.downcast()?;
                report.problems.push(format!(
                    "the time stamp that entry {} names: {fault}",
                    entry.number
                ));
            }
        }
    }
    if let Some(last) = attestations.last() {
        report.notes.push(format!(
            "attestations of GitHub: {}; the last one is of entry {}. This command doesn't check them; in the record's folder, run: {}",
            attestations.len(),
            last.of,
            last.command
        ));
    }
    if !tokens.is_empty() {
        let count = tokens.len();
        report
            .notes
            .push(format!("time stamps that lead to the roots: {count}"));
        compare(&moments, &tokens, last, &mut report);
    }
    Ok(report)
}

/// A token with a certificate chain to the roots.
struct Token {
    /// The index of the entry that it is about.
    of: usize,
    /// The index of the entry that names it.
    named: usize,
    time: i64,
}

/// Checks the token that an event names. Returns `None` if there are no roots.
///
/// # Errors
/// Returns [`Fault`] if the token is wrong.
fn token(record: &Record, entry: &Entry, roots: Option<&Path>) -> Result<Option<Token>> {
    let Event::Stamp {
        of,
        of_digest,
        sidecars,
        ..
    } = &entry.event
    else {
        return Ok(None);
    };
    let mut token = None;
    let mut certificates = None;
    for text in sidecars {
        let Some(name) = Name::parse(text) else {
            bail!(Fault(format!(
                "expected the name of evidence, found {text:?}"
            )));
        };
        let file = record.folder().join(name.path());
        match name.kind.as_str() {
            TOKEN => token.get_or_insert(file),
            CERTIFICATES => certificates.get_or_insert(file),
            _ => continue,
        };
    }
    let Some(token) = token else {
        bail!(Fault("expected the name of a token, found none".to_owned()));
    };
    if !(1..entry.number).contains(of) {
        bail!(Fault(format!(
            "expected the number of an earlier entry, found {of}"
        )));
    }
    let digest = record.entry(*of)?.digest;
    if digest != *of_digest {
        bail!(Fault(format!(
            "expected {digest}, the digest of entry {of}, found another one"
        )));
    }
    let Some(roots) = roots else {
        return Ok(None);
    };
    let time = time_of(&digest.to_string(), &token, roots, certificates.as_deref())?;
    Ok(Some(Token {
        of: *of as usize - 1,
        named: entry.number as usize - 1,
        time,
    }))
}

/// Compares each entry with the tokens around it. The entry is later than every token that the chain names up to it, and
/// earlier than every token over it or a later entry.
fn compare(moments: &[i64], tokens: &[Token], last: usize, report: &mut Report) {
    let mut before = vec![None; moments.len()];
    for token in tokens {
        let earliest: &mut Option<i64> = &mut before[token.of];
        *earliest = Some(earliest.map_or(token.time, |time| time.min(token.time)));
    }
    for at in (1..moments.len()).rev() {
        let later = before[at];
        let earliest = &mut before[at - 1];
        *earliest = [*earliest, later].into_iter().flatten().min();
    }
    let mut tokens = tokens.iter().peekable();
    let mut after = i64::MIN;
    let mut longest = (0, 0);
    for (at, moment) in moments.iter().enumerate() {
        let number = at + 1;
        while let Some(token) = tokens.next_if(|token| token.named == at) {
            after = after.max(token.time);
        }
        if moment.saturating_add(CONTRADICTION) < after {
            report.problems.push(format!(
                "entry {number} says that its time is {}, but the record up to it has a token from {}: the entry was backdated, or a clock was wrong",
                utc(*moment),
                utc(after)
            ));
        }
        let Some(before) = before[at] else {
            continue;
        };
        if before + CONTRADICTION < *moment {
            report.problems.push(format!(
                "entry {number} says that its time is {}, but a token over it is from {}: the entry was postdated, or a clock was wrong",
                utc(*moment),
                utc(before)
            ));
        }
        longest = longest.max((before - moment, number));
    }
    let (seconds, number) = longest;
    if number > 0 {
        report.notes.push(format!(
            "the longest time from an entry to a token that covers it: {:#}, of entry {number}",
            SignedDuration::from_secs(seconds)
        ));
    }
    let covered = before.iter().flatten().count();
    if covered < last {
        report.notes.push(format!(
            "no time stamp covers the entries after entry {covered}"
        ));
    }
}

/// Verifies a token over a digest. Returns its time. The authority's certificates must have been valid then.
///
/// # Errors
/// Returns [`Fault`] if the token is wrong.
pub fn time_of(
    digest: &str,
    token: &Path,
    roots: &Path,
    certificates: Option<&Path>,
) -> Result<i64> {
    let time = signed_time(token)?;
    let mut openssl = Command::new("openssl");
    openssl.args(["ts", "-verify", "-digest", digest, "-in"]);
    openssl.arg(token).arg("-CAfile").arg(roots);
    if let Some(certificates) = certificates {
        openssl.arg("-untrusted").arg(certificates);
    }
    openssl.args(["-attime", &time.to_string()]);
    run(&mut openssl)?;
    Ok(time)
}

/// The time in a token, without verification.
///
/// # Errors
/// Returns [`Fault`] if the file has no token with a time.
pub fn signed_time(token: &Path) -> Result<i64> {
    // Without `-token_out`, OpenSSL also prints the response around the token, which the authority doesn't sign.
    let mut openssl = Command::new("openssl");
    openssl.args(["ts", "-reply", "-token_out", "-text", "-in"]);
    let text = run(openssl.arg(token))?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("Time stamp: "))
        .unwrap_or_default();
    match DateTime::strptime("%b %d %H:%M:%S%.f %Y GMT", line) {
        Ok(time) => Ok(time.to_zoned(TimeZone::UTC)?.timestamp().as_second()),
        Err(_) => bail!(Fault(format!(
            "expected a time such as \"Mar  3 14:00:00 2026 GMT\", found {line:?}"
        ))),
    }
}

/// Runs OpenSSL. Returns its output.
///
/// # Errors
/// Returns [`Fault`] if OpenSSL exits with an error.
pub fn run(openssl: &mut Command) -> Result<String> {
    let output = openssl.output().context(
        "expected OpenSSL, which checks time stamps, and couldn't run it; install it, and run the command again",
    )?;
    let mut words = String::new();
    for line in String::from_utf8_lossy(&output.stderr).lines() {
        if !line.starts_with("Using configuration from ") {
            words += &format!("{line}; ");
        }
    }
    ensure!(
        !words.contains("nknown option"),
        "expected an OpenSSL of version 1.1 or later, found {words}"
    );
    if !output.status.success() {
        bail!(Fault(format!(
            "OpenSSL says: {}",
            words.trim_end_matches("; ")
        )));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// A time as text.
fn utc(seconds: i64) -> String {
    match Timestamp::from_second(seconds) {
        Ok(moment) => moment.to_string(),
        Err(_) => format!("{seconds} seconds after 1970"),
    }
}
