//! GitHub's attestations of entries: Sigstore bundles. A job of `publish.yml` without keys signs one after each publication, and
//! the next publication stores it next to the entry.

use super::now;
use anyhow::{Context as _, Result, ensure};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use fs_err as fs;
use serde_json::Value;
use site_record::digest::Digest;
use site_record::entry::Entry;
use site_record::event::Event;
use site_record::layout::Name;
use site_record::write::Writer;
use std::path::Path;

/// The kind of file of a bundle.
const BUNDLE: &str = "sigstore";

/// An attestation in a record.
pub struct Attestation {
    /// The number of the entry that it is about.
    pub of: u64,
    /// The name of the bundle's file.
    pub bundle: String,
    /// The command that checks it, in the record's folder.
    pub command: String,
}

impl Attestation {
    /// The attestation that an entry names, if that is all it names.
    pub fn of(entry: &Entry) -> Option<Self> {
        let Event::Stamp {
            of,
            of_digest,
            sidecars,
            ..
        } = &entry.event
        else {
            return None;
        };
        let [bundle] = sidecars.as_slice() else {
            return None;
        };
        let bundle = Name::parse(bundle).filter(|name| name.kind == BUNDLE)?;
        let entry = Name {
            number: *of,
            digest: *of_digest,
            kind: "json".to_owned(),
        };
        Some(Self {
            of: *of,
            bundle: bundle.text(),
            command: format!(
                "gh attestation verify {} --bundle {} --repo OWNER/REPOSITORY",
                entry.path().display(),
                bundle.path().display()
            ),
        })
    }
}

/// Stores a bundle next to its entry, unless the record already has it.
///
/// # Errors
/// Returns an error if the bundle isn't about an entry of the record.
pub fn keep(writer: &mut Writer, file: &Path) -> Result<()> {
    let bytes = fs::read(file)?;
    let subject = subject(&bytes).with_context(|| {
        format!(
            "expected the Sigstore bundle of an attestation in {}, found something else",
            file.display()
        )
    })?;
    let mut number = None;
    for entry in writer.record().entries()? {
        let entry = entry?;
        let is_kept = Attestation::of(&entry).is_some_and(|known| {
            Name::parse(&known.bundle).is_some_and(|name| name.digest == Digest::of(&bytes))
        });
        if is_kept {
            return Ok(());
        }
        if entry.digest == subject {
            number = Some(entry.number);
        }
    }
    let number = number.with_context(|| {
        format!("expected an attestation of an entry of this record, found one of {subject}")
    })?;
    writer.stamp(number, &[(BUNDLE.to_owned(), bytes)], "GitHub", now())?;
    Ok(())
}

/// The SHA-256 of the file that a bundle attests. The signature isn't checked here, but when someone verifies the record.
fn subject(bundle: &[u8]) -> Result<Digest> {
    let bundle: Value = serde_json::from_slice(bundle)?;
    let payload = bundle["dsseEnvelope"]["payload"].as_str();
    let payload = payload.context("expected a payload in dsseEnvelope")?;
    let statement: Value = serde_json::from_slice(&BASE64_STANDARD.decode(payload)?)?;
    let subjects = statement["subject"].as_array();
    ensure!(
        subjects.is_some_and(|subjects| subjects.len() == 1),
        "expected a statement about one file"
    );
    let digest = statement["subject"][0]["digest"]["sha256"].as_str();
    Ok(Digest::parse(digest.context("expected a SHA-256")?)?)
}
