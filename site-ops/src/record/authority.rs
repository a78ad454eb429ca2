//! The timestamp authorities (RFC 3161). Each stamps the last entry whenever publishing has written to the record. A token
//! covers the whole chain up to its entry.

use super::stamp::{CERTIFICATES, TOKEN, check_clocks, run, signed_time};
use super::{Folders, now};
use anyhow::{Context as _, Result, bail, ensure};
use fs_err as fs;
use site_record::entry::Entry;
use site_record::event::Event;
use std::cell::Cell;
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The longest that a publication waits for all its timestamps.
const PATIENCE: Duration = Duration::from_secs(10);

/// The authorities of a publication.
#[derive(Debug)]
pub struct Authorities {
    /// The file of SITE_STAMP_AUTHORITIES, with a line `NAME URL` for each.
    file: Option<PathBuf>,
    /// The rest of `PATIENCE`. A request gets half of it, so that a slow authority leaves time for the next entry.
    patience: Cell<Duration>,
    /// The number of the last entry that a request was about.
    number: Cell<u64>,
}

/// A line of the file.
#[derive(Debug)]
struct Authority {
    name: String,
    url: String,
}

/// The files of a timestamp, each with its kind.
type Files = Vec<(String, Vec<u8>)>;

impl Authorities {
    /// Returns the authorities in SITE_STAMP_AUTHORITIES. Without it, nothing is stamped.
    pub fn from_environment() -> Self {
        let file = env::var_os("SITE_STAMP_AUTHORITIES").filter(|file| !file.is_empty());
        Self {
            file: file.map(PathBuf::from),
            patience: Cell::new(PATIENCE),
            number: Cell::new(0),
        }
    }

    /// Asks the authorities for a timestamp of the last entry, and stores their tokens. A missing token is only a warning,
    /// because the next entry's token covers this entry too.
    pub fn stamp_head(&self, folders: &Folders) {
        let Some(file) = &self.file else {
            return;
        };
        if let Err(error) = self.stamp(folders, file) {
            eprintln!("warning: the last entry of the record has no time stamp: {error:#}");
        }
    }

    fn stamp(&self, folders: &Folders, file: &Path) -> Result<()> {
        let authorities = read(file)?;
        let head = folders.read()?.head()?;
        let Some(head) = head.filter(|head| !matches!(head.event, Event::Stamp { .. })) else {
            return Ok(());
        };
        if self.number.replace(head.number) == head.number {
            return Ok(());
        }
        let start = Instant::now();
        let answers = ask_all(&authorities, &head, self.patience.get() / 2);
        let rest = self.patience.get().saturating_sub(start.elapsed());
        self.patience.set(rest);
        for (authority, answer) in authorities.iter().zip(answers) {
            let stamp = answer.and_then(|files| {
                let mut writer = folders.writer()?;
                Ok(writer.stamp(head.number, &files, &authority.name, now())?)
            });
            if let Err(error) = stamp {
                eprintln!(
                    "warning: entry {} has no time stamp of {}; the token of the next entry covers it: {error:#}",
                    head.number, authority.name
                );
            }
        }
        Ok(())
    }
}

/// Asks all authorities concurrently for a token over an entry.
fn ask_all(authorities: &[Authority], entry: &Entry, patience: Duration) -> Vec<Result<Files>> {
    thread::scope(|scope| {
        let mut threads = Vec::new();
        for authority in authorities {
            threads.push(scope.spawn(move || ask(&authority.url, entry, patience)));
        }
        let mut answers = Vec::new();
        for thread in threads {
            let answer = thread.join();
            answers.push(answer.unwrap_or_else(|_| bail!("the request ended unexpectedly")));
        }
        answers
    })
}

/// The authorities of a file.
fn read(file: &Path) -> Result<Vec<Authority>> {
    let mut authorities = Vec::new();
    for (at, line) in fs::read_to_string(file)?.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let parts = line.rsplit_once(char::is_whitespace);
        let parts =
            parts.filter(|(_, url)| url.starts_with("http://") || url.starts_with("https://"));
        let Some((name, url)) = parts else {
            bail!(
                "expected NAME URL in line {} of {}, found {line:?}; write it like this: Example Authority http://timestamp.example.com",
                at + 1,
                file.display()
            );
        };
        authorities.push(Authority {
            name: name.trim().to_owned(),
            url: url.to_owned(),
        });
    }
    Ok(authorities)
}

/// Asks an authority for a token over an entry. Whether to trust the authority is decided when the record is verified.
fn ask(url: &str, entry: &Entry, patience: Duration) -> Result<Files> {
    let folder = TempDir::new().context("cannot make a temporary folder")?;
    let path = |name| folder.path().join(name);
    let [query, answer, token, certificates] =
        ["query", "answer", "token", "certificates"].map(path);
    let digest = entry.digest.to_string();
    let mut openssl = Command::new("openssl");
    openssl.args(["ts", "-query", "-sha256", "-cert", "-digest", &digest]);
    run(openssl.arg("-out").arg(&query))?;

    let config = ureq::Agent::config_builder().timeout_global(Some(patience));
    let agent: ureq::Agent = config.build().into();
    let request = agent
        .post(url)
        .header("Content-Type", "application/timestamp-query");
    let response = request
        .send(&fs::read(&query)?[..])
        .and_then(|mut response| response.body_mut().read_to_vec());
    let response =
        response.with_context(|| format!("expected an answer from {url}, found none"))?;
    fs::write(&answer, &response)?;

    let wrong = || format!("expected a token over {digest} from {url}, found another answer");
    let mut openssl = Command::new("openssl");
    openssl
        .args(["ts", "-reply", "-token_out", "-in"])
        .arg(&answer);
    run(openssl.arg("-out").arg(&token)).with_context(wrong)?;
    let mut openssl = Command::new("openssl");
    openssl.args(["pkcs7", "-inform", "DER", "-print_certs", "-in"]);
    run(openssl.arg(&token).arg("-out").arg(&certificates)).with_context(wrong)?;
    let mut openssl = Command::new("openssl");
    openssl.args(["ts", "-verify", "-partial_chain", "-queryfile"]);
    openssl.arg(&query).arg("-in").arg(&answer);
    run(openssl.arg("-CAfile").arg(&certificates)).with_context(wrong)?;
    check_clocks(entry, signed_time(&answer)?)?;
    let certificates = fs::read(&certificates)?;
    ensure!(!certificates.is_empty(), wrong());
    Ok(vec![
        (TOKEN.to_owned(), response),
        (CERTIFICATES.to_owned(), certificates),
    ])
}
