//! A full disk on the machine: visitors keep their version, the run names the reason, and the next run publishes.

use super::are_installed;
use super::disk::Disk;
use super::firm::Firm;
use super::killed::{running, serves};
use super::whole::PROGRAMS;
use crate::verify::place::{BEFORE, LIVE};
use crate::workspace::{holds, said};
use site_place::request::Request;
use std::fs;

/// A firm whose place is on a disk with room for two and a half servers, after its first publication.
fn published() -> Option<(Firm, Disk)> {
    if !are_installed(&PROGRAMS) {
        return None;
    }
    let size = fs::metadata(&*LIVE).expect("built").len();
    let firm = Firm::new();
    let disk = Disk::at(&firm.machine.path("place"), size * 5 / 2)?;
    firm.machine.init("before");
    let output = firm.publish(&BEFORE, &[]);
    firm.ended(&output, 0, "Live since ", "before");
    Some((firm, disk))
}

/// Asserts that the full disk changed nothing for visitors.
#[track_caller]
fn is_unchanged(firm: &Firm) {
    assert_eq!(firm.machine.live().1, "before");
    assert_eq!(running(firm).len(), 1);
    assert!(serves(firm, &BEFORE));
}

#[test]
fn a_full_disk_during_the_upload_leaves_the_live_version() {
    let Some((firm, disk)) = published() else {
        return;
    };
    let size = fs::metadata(&*LIVE).expect("built").len();
    disk.grow(size * 3 / 2);
    let state = firm.machine.state();
    let output = firm.publish(&LIVE, &[]);
    firm.ended(&output, 1, "the disk is full", "before");
    is_unchanged(&firm);
    assert_eq!(firm.machine.state(), state);
    for entry in fs::read_dir(firm.machine.path("place")).expect("readable") {
        let name = entry.expect("readable").file_name();
        let name = name.to_string_lossy();
        assert!(!name.starts_with("incoming."), "{name} is left");
    }

    disk.grow(size * 4);
    let output = firm.publish(&LIVE, &[]);
    firm.ended(&output, 0, "checked: live", "live");
}

#[test]
fn a_full_disk_while_the_state_is_saved_leaves_the_state() {
    let Some((firm, disk)) = published() else {
        return;
    };
    let output = firm.machine.send(&firm.machine.upload(&LIVE), Some(&LIVE));
    assert!(output.status.success(), "{}", said(&output));
    let state = firm.machine.state();
    let filler = disk.fill();
    let hold = Request::Hold {
        who: "ann".to_owned(),
        reason: "the fees were wrong".to_owned(),
        if_free: false,
    };
    let output = firm.machine.send(&hold, None);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    holds(&said(&output), &["the disk is full"]);
    let output = firm.publish(&LIVE, &[]);
    firm.ended(&output, 1, "the disk is full", "before");
    is_unchanged(&firm);
    assert_eq!(firm.machine.state(), state);

    fs::remove_file(filler).expect("ours");
    firm.machine.done(&hold);
    assert!(firm.machine.site_place(&["repair"]).status.success());
    is_unchanged(&firm);
}

#[test]
#[ignore = "long"]
fn a_disk_that_fills_while_the_server_starts_leaves_the_live_version() {
    let Some((firm, _disk)) = published() else {
        return;
    };
    // The disk fills up after the new server has started, so the state can't make it live.
    let systemctl = firm.machine.systemd.systemctl();
    let script = fs::read_to_string(&systemctl).expect("readable");
    let filler = firm.machine.path("place/filler");
    let fill = format!(
        "#!/bin/bash\nif [ \"$1\" = start ]; then cat /dev/zero > {} 2> /dev/null; fi",
        filler.display()
    );
    let filling = script.replacen("#!/bin/bash", &fill, 1);
    fs::write(&systemctl, filling).expect("writable");
    let output = firm.publish(&LIVE, &[]);
    firm.ended(&output, 1, "the disk is full", "before");
    is_unchanged(&firm);

    fs::write(&systemctl, script).expect("writable");
    fs::remove_file(filler).expect("ours");
    assert!(firm.machine.site_place(&["repair"]).status.success());
    assert_eq!(firm.machine.state().starting, None);
    is_unchanged(&firm);
    let output = firm.publish(&LIVE, &[]);
    firm.ended(&output, 0, "checked: live", "live");
}
