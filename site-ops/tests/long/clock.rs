//! One adjustable clock for all programs of a test. The programs have no option for forging their time, so the
//! library libfaketime changes it.

use jiff::civil::DateTime;
use jiff::{SignedDuration, Timestamp};
use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use walkdir::WalkDir;

/// The variable that names the file with the offset from the machine's clock.
const FILE: &str = "FAKETIME_TIMESTAMP_FILE";

/// The variables that set the clock of a process.
pub const VARIABLES: [&str; 6] = [
    "LD_PRELOAD",
    FILE,
    "FAKETIME_NO_CACHE",
    "FAKETIME_DONT_FAKE_MONOTONIC",
    "NO_FAKE_STAT",
    "FAKETIME_DISABLE_SHM",
];

/// The firm's time zone.
pub const ZONE: &str = "America/Chicago";

/// Runs a test again in a process with an adjustable clock, which its children share. Returns true in that process.
pub fn can_be_set(test: &str) -> bool {
    if env::var_os(FILE).is_some() {
        return true;
    }
    let folder = tempfile::tempdir().expect("a folder for the test");
    let file = folder.path().join("clock");
    fs::write(&file, "+0").expect("writable");
    let mut again = Command::new(env::current_exe().expect("this program"));
    again.args(["--exact", test, "--ignored", "--nocapture"]);
    again.env("LD_PRELOAD", libfaketime()).env(FILE, &file);
    again.env("FAKETIME_NO_CACHE", "1");
    // Waiting isn't affected by the clock, and files keep their real times.
    again.env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
    again.env("NO_FAKE_STAT", "1");
    // A killed process would leave its shared memory behind.
    again.env("FAKETIME_DISABLE_SHM", "1");
    let status = again.status().expect("this program runs");
    assert!(status.success(), "{test} failed with its own clock");
    false
}

/// Sets the clock to a time of day in the firm's time zone.
pub fn set(local: DateTime) {
    let file = PathBuf::from(env::var_os(FILE).expect("a clock that can be set"));
    let moment = local.in_tz(ZONE).expect("a moment").timestamp();
    let difference: SignedDuration = moment.duration_since(machines_own());
    let text = format!("{:+}", difference.as_secs());
    let unfinished = file.with_extension("unfinished");
    fs::write(&unfinished, text).expect("writable");
    fs::rename(unfinished, file).expect("writable");
}

/// The current time by the machine's clock.
fn machines_own() -> Timestamp {
    let mut date = Command::new("date");
    date.arg("+%s").env_remove("LD_PRELOAD");
    let output = date.output().expect("date runs");
    let seconds = String::from_utf8_lossy(&output.stdout);
    let seconds = seconds.trim().parse().expect("seconds");
    Timestamp::from_second(seconds).expect("a moment")
}

/// Debian's package installs it in a folder named after the architecture.
fn libfaketime() -> PathBuf {
    for file in WalkDir::new("/usr/lib").max_depth(3).into_iter().flatten() {
        if file.path().ends_with("faketime/libfaketimeMT.so.1") {
            return file.into_path();
        }
    }
    panic!(
        "expected libfaketimeMT.so.1, by which this test sets a clock, found none below /usr/lib; install it, such as by Debian's package libfaketime"
    );
}
