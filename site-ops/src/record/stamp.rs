//! `cargo site-ops record stamp`: time stamps (RFC 3161) of entries, kept next to them and checked by OpenSSL.

use super::{Folders, now};
use crate::run::print;
use anyhow::{Context as _, Result, bail, ensure};
use fs_err as fs;
use site_record::entry::Entry;
use site_record::layout::Name;
use site_record::record::Record;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// The kind of file that a token is.
const TOKEN: &str = "tsr";
/// The kind of file that an authority's certificates are.
const CERTIFICATES: &str = "pem";

/// A time stamp of an entry, and other evidence about it.
#[derive(Debug)]
pub struct Stamp {
    /// The file of the authority's token over the digest of the entry.
    pub token: PathBuf,
    /// The file of the authority's certificates in PEM, up to its root.
    pub certificates: PathBuf,
    /// The number of the entry; none is the last one.
    pub of: Option<u64>,
    /// The authority's name.
    pub authority: String,
    /// Files of other evidence; their endings name their kinds.
    pub evidence: Vec<PathBuf>,
}

/// Keeps a token that OpenSSL finds to be right. Returns true.
///
/// # Errors
/// Where it is not right.
pub fn stamp(folders: &Folders, stamp: &Stamp) -> Result<bool> {
    let mut writer = folders.writer()?;
    let number = match (stamp.of, writer.head()) {
        (Some(number), _) => number,
        (None, Some(head)) => head.number,
        (None, None) => bail!("expected a record with entries, found none; publish first"),
    };
    let about = writer.record().entry(number)?;
    let digest = about.digest.to_string();
    match check(&digest, &stamp.token, &stamp.certificates, None)? {
        Answer::Right => {}
        Answer::Wrong(words) => bail!(
            "expected a token over {digest}, the digest of entry {number}, by these certificates; OpenSSL says: {words}"
        ),
        Answer::NoProgram => bail!(
            "expected OpenSSL, which checks tokens, and found none in the PATH; install it and run the command again"
        ),
    }
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

/// Checks the tokens of a whole record. What is not right is a problem, and what can't be checked is noted.
pub fn check_all(
    record: &Record,
    problems: &mut Vec<String>,
    notes: &mut Vec<String>,
) -> Result<()> {
    let mut right = 0;
    let mut unchecked = 0;
    for entry in record.entries()? {
        let entry = entry?;
        if entry.event() != "stamp" {
            continue;
        }
        match check_stamp(record, &entry)? {
            Answer::Right => right += 1,
            Answer::Wrong(words) => problems.push(format!(
                "the time stamp of entry {} is not right; OpenSSL says: {words}",
                entry.number
            )),
            Answer::NoProgram => unchecked += 1,
        }
    }
    if right > 0 {
        notes.push(format!("time stamps that OpenSSL finds right: {right}"));
    }
    if unchecked > 0 {
        notes.push(format!(
            "time stamps that were compared only with the chain, because OpenSSL is not installed: {unchecked}"
        ));
    }
    Ok(())
}

/// Checks the token that an event names.
fn check_stamp(record: &Record, entry: &Entry) -> Result<Answer> {
    let folder = TempDir::new().context("cannot make a folder")?;
    let mut token = None;
    let mut certificates = None;
    for named in entry.list("sidecars") {
        let text = named.text().unwrap_or_default();
        let Some(name) = Name::parse(text) else {
            return Ok(Answer::Wrong(format!("{text} is no name of evidence")));
        };
        let file = folder.path().join(&name.kind);
        fs::write(&file, record.read(&name)?)?;
        match name.kind.as_str() {
            TOKEN => token = Some(file),
            CERTIFICATES => certificates = Some(file),
            _ => {}
        }
    }
    let (Some(token), Some(certificates)) = (token, certificates) else {
        return Ok(Answer::Wrong(
            "a token or its certificates are not named".into(),
        ));
    };
    let digest = entry.text("of_digest")?;
    let about = record.entry(entry.integer("of")? as u64)?;
    if about.digest.to_string() != digest {
        return Ok(Answer::Wrong(
            "it names another digest than its entry has".into(),
        ));
    }
    check(digest, &token, &certificates, Some(entry.moment()?))
}

/// The answer of OpenSSL.
enum Answer {
    Right,
    Wrong(String),
    NoProgram,
}

/// Asks OpenSSL whether a token is of a digest and of an authority, at a moment, or else today.
fn check(digest: &str, token: &Path, certificates: &Path, moment: Option<i64>) -> Result<Answer> {
    let mut openssl = Command::new("openssl");
    openssl.args(["ts", "-verify", "-digest", digest, "-in"]);
    openssl.arg(token).arg("-CAfile").arg(certificates);
    openssl.arg("-untrusted").arg(certificates);
    if let Some(moment) = moment {
        openssl.args(["-attime", &moment.to_string()]);
    }
    let output = match openssl.output() {
        Ok(output) => output,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Answer::NoProgram),
        Err(error) => return Err(error).context("cannot start openssl"),
    };
    if output.status.success() {
        return Ok(Answer::Right);
    }
    let words = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    ensure!(
        !words.contains("Unknown option"),
        "expected an OpenSSL of version 1.1 or later, found one that says: {words}"
    );
    Ok(Answer::Wrong(words))
}
