//! Measures the record: sizes and times at 60 and 5,000 publications of a site, and finding a page among a million bodies.

use crate::workspace;
use anyhow::{Context as _, Result, ensure};
use fs_err as fs;
use serde_json::{Value, json};
use site_record::digest::Digest;
use site_record::event::{Opening, Publication, Shown};
use site_record::write::{Moment, Writer};
use site_table::unpacked::Unpacked;
use std::fmt::{self, Display, Formatter};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use wait4::Wait4 as _;
use walkdir::WalkDir;

/// 2020-01-01, 06:00 UTC, which is midnight in Chicago.
const START: i64 = 1_577_858_400;
/// The seconds between two publications.
const APART: i64 = 6 * 60 * 60;
/// The paths of a site that changes completely: 5,000 publications of it make a million rows, each in a body.
const PATHS: usize = 200;
/// A folder in memory, because a million files are too many for a disk.
const MEMORY: &str = "/dev/shm";

/// The changes in each publication.
#[derive(Clone, Copy)]
enum Change {
    /// A word on one page.
    Word,
    /// The headers of all paths.
    All,
}

/// Measures the record of a site that `site-server --unpack DIR` wrote. Without one, measures a record with a million bodies in memory.
pub fn bench(unpacked: Option<&Path>) -> Result<()> {
    println!("publications | first | later, median | write, median | show | search | verify");
    let Some(unpacked) = unpacked else {
        let folder = TempDir::new_in(MEMORY)?;
        let site = folder.path().join("site");
        write_small_site(&site)?;
        return measure(folder.path(), &site, 5_000, Change::All);
    };
    for (publications, change) in [(60, Change::Word), (60, Change::All), (5_000, Change::Word)] {
        let folder = TempDir::new()?;
        let site = folder.path().join("site");
        copy(unpacked, &site)?;
        measure(folder.path(), &site, publications, change)?;
    }
    Ok(())
}

/// Publishes a site repeatedly, and prints a line.
fn measure(folder: &Path, site: &Path, publications: i64, change: Change) -> Result<()> {
    let path = folder.join("record");
    let opening = Opening {
        actor: "a benchmark".into(),
        zone: "America/Chicago".into(),
        fiscal_year_ends: "12-31".into(),
    };
    let mut writer = Writer::create(&path, None, Duration::ZERO)?;
    writer.opened(&opening, at(START))?;
    drop(writer);

    let manifest_path = site.join("manifest.json");
    let mut manifest: Value = serde_json::from_slice(&fs::read(&manifest_path)?)?;
    let mut first = 0;
    let mut sizes = Vec::new();
    let mut times = Vec::new();
    for number in 0..publications {
        if number > 0 {
            make_change(site, &mut manifest, number, change)?;
        }
        fs::write(&manifest_path, manifest.to_string())?;
        // Sizes are only measured where they matter, because walking a record takes long.
        let is_weighed = number < 12;
        let before = if is_weighed { size(&path)? } else { 0 };
        let start = Instant::now();
        publish(&path, site, START + number * APART)?;
        times.push(start.elapsed());
        if is_weighed {
            let added = size(&path)? - before;
            if number == 0 {
                first = added;
            } else {
                sizes.push(added);
            }
        }
    }

    sizes.sort();
    times.sort();
    let show = time_show(&path, publications)?;
    let search = cost(&path, &["search", "a word that no page has"], 1)?;
    // Without a digest from elsewhere, it says that the end can't be proved.
    let verified = cost(&path, &["verify"], 2)?;
    println!(
        "{publications} | {first} B | {} B | {:?} | {show} | {search} | {verified}",
        sizes[sizes.len() / 2],
        times[times.len() / 2],
    );
    Ok(())
}

fn at(moment: i64) -> Moment {
    Moment {
        ours: moment,
        place: None,
    }
}

/// Publishes a site.
fn publish(record: &Path, site: &Path, moment: i64) -> Result<()> {
    let unpacked = Unpacked::read(site)?;
    let publication = Publication {
        place: "live".into(),
        actor: "a benchmark".into(),
        range: None,
        approvals: None,
        evidence: Vec::new(),
        site: &unpacked,
        shown: Shown::new(),
    };
    let mut writer = Writer::open(record, None, Duration::ZERO)?;
    let begins = writer.begins(&publication, at(moment))?;
    writer.live(begins.number, "not at all", at(moment + 60))?;
    Ok(())
}

/// Changes a site for its next publication.
fn make_change(site: &Path, manifest: &mut Value, number: i64, change: Change) -> Result<()> {
    let rows = manifest["editions"][0]["rows"].as_array_mut();
    let rows = rows.context("expected rows in the manifest")?;
    match change {
        Change::All => {
            for row in rows {
                let headers = row["headers"].as_array_mut().context("expected headers")?;
                headers.retain(|pair| pair[0] != "x-publication");
                headers.push(json!(["x-publication", number.to_string()]));
            }
        }
        Change::Word => {
            let mut pages = Vec::new();
            for row in rows {
                if row["body"].is_string() && row["path"] != "" {
                    pages.push(row);
                }
            }
            ensure!(!pages.is_empty(), "expected pages in the manifest");
            let position = number as usize % pages.len();
            let page = &mut pages[position];
            let old = page["body"].as_str().unwrap_or_default().to_owned();
            let mut bytes = fs::read(site.join("bodies").join(&old))?;
            bytes.extend(format!(" word{number}").as_bytes());
            let digest = Digest::of(&bytes).to_string();
            fs::write(site.join("bodies").join(&digest), bytes)?;
            page["body"] = digest.into();
        }
    }
    Ok(())
}

/// The cost of a run of the program.
struct Cost {
    time: Duration,
    /// Processor time.
    processor: Duration,
    /// Peak memory in bytes.
    memory: u64,
}

impl Display for Cost {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        write!(
            formatter,
            "{:.2} s ({:.2} s of processor time, {} MB)",
            self.time.as_secs_f64(),
            self.processor.as_secs_f64(),
            self.memory / 1_000_000
        )
    }
}

/// Runs `cargo site-ops record`, which must exit with this code.
fn cost(record: &Path, arguments: &[&str], code: i32) -> Result<Cost> {
    let mut command = Command::new(workspace::site_ops()?);
    command.arg("record").args(arguments);
    command.arg("--record").arg(record);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    let end = command.spawn()?.wait4()?;
    let time = start.elapsed();
    ensure!(
        end.status.code() == Some(code),
        "expected {arguments:?} to exit with {code}, but it exited with {}",
        end.status
    );
    Ok(Cost {
        time,
        processor: end.rusage.utime + end.rusage.stime,
        memory: end.rusage.maxrss,
    })
}

/// The cost of showing a page in the middle of a record.
fn time_show(record: &Path, publications: i64) -> Result<Cost> {
    let moment = START + publications / 2 * APART + 3_600;
    let moment = jiff::Timestamp::from_second(moment)?.to_string();
    cost(record, &["show", "/fees", "--on", &moment], 0)
}

/// Writes a site of small pages.
fn write_small_site(site: &Path) -> Result<()> {
    fs::create_dir_all(site.join("bodies"))?;
    let mut rows = Vec::new();
    for number in 0..PATHS {
        let mut path = format!("/page-{number}");
        if number == 0 {
            path = "/fees".to_owned();
        }
        let body = format!("<p>{path}</p>");
        let digest = Digest::of(body.as_bytes()).to_string();
        fs::write(site.join("bodies").join(&digest), body)?;
        let headers = [["content-type", "text/html"]];
        rows.push(json!({ "path": path, "status": 200, "headers": headers, "body": digest }));
    }
    let edition = json!({ "starts": null, "rows": rows });
    let manifest = json!({ "digest": "d", "commit": null, "editions": [edition] });
    fs::write(site.join("manifest.json"), manifest.to_string())?;
    Ok(())
}

/// The size of all files in a folder, in bytes.
fn size(folder: &Path) -> Result<u64> {
    let mut bytes = 0;
    for item in WalkDir::new(folder) {
        let item = item?;
        if item.file_type().is_file() {
            bytes += item.metadata()?.len();
        }
    }
    Ok(bytes)
}

/// Copies a folder.
fn copy(from: &Path, to: &Path) -> Result<()> {
    for item in WalkDir::new(from) {
        let item = item?;
        let target: PathBuf = to.join(item.path().strip_prefix(from)?);
        if item.file_type().is_dir() {
            fs::create_dir_all(target)?;
        } else {
            fs::copy(item.path(), target)?;
        }
    }
    Ok(())
}
