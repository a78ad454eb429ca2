//! A machine that is published to by ssh, while visitors ask without pause.

use super::machine::{Machine, user};
use super::{Over, PAUSE, Place, are_installed, make_clone, make_executable, publications, script};
use crate::long::github::GitHub;
use crate::server::free_address;
use crate::verify::place::{BEFORE, CHANGED, LIVE, OLD_PART, WITHDRAWN, verify};
use crate::workspace::{holds, said};
use serde_json::json;
use site_cli::client::Client;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant, SystemTime};

const PROGRAMS: [&str; 3] = ["sshd", "ssh-keygen", "flock"];

#[test]
fn no_visitor_meets_a_publication() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let machine = Machine::start();
    machine.publish(&LIVE);
    let address = machine.systemd.address;
    let is_over = AtomicBool::new(false);
    let asked = AtomicUsize::new(0);
    let longest = Mutex::new(Duration::ZERO);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    // As a visitor who comes: with a connection of its own.
                    let start = Instant::now();
                    let client = Client::connect(address).expect("the socket is held");
                    let response = client.get(CHANGED, &[("connection", "close")]);
                    assert_eq!(response.expect("an answer").status, 200);
                    let mut most = longest.lock().expect("no thread panics");
                    *most = start.elapsed().max(*most);
                    asked.fetch_add(1, Ordering::Relaxed);
                    std::thread::sleep(PAUSE);
                }
            });
        }
        let _over = Over(&is_over);
        for server in publications(6) {
            let digest = machine.publish(server);
            assert!(machine.live().starts_with(&digest));
        }

        // One that does not come up: what was live stays, and the run says so.
        let live = machine.live();
        let broken = machine.path("broken");
        write_broken(&broken, 'b');
        let digest = machine.done(&["put", broken.to_str().expect("UTF-8")]);
        let output = machine.ask(&["switch", &digest]);
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
        holds(&said(&output), &["the live version hasn't changed"]);
        assert_eq!(machine.live(), live);

        let start = Instant::now();
        let before = machine.done(&["status"]);
        let before = before
            .lines()
            .find(|line| line.contains(" before "))
            .expect("kept");
        machine.done(&["switch", &before[..64]]);
        println!("a rollback took {:.1} s", start.elapsed().as_secs_f64());
    });
    println!(
        "{} requests, none failed; the longest wait was {:.3} s",
        asked.load(Ordering::Relaxed),
        longest.lock().expect("no thread panics").as_secs_f64()
    );
    let arguments = ["--server", BEFORE.to_str().expect("UTF-8")];
    let verified = verify(address, &arguments);
    assert_eq!(verified.status, Some(0), "{}", verified.said);
}

#[test]
fn a_page_that_was_open_finds_its_parts_after_a_switch() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let machine = Machine::start();
    machine.publish(&BEFORE);
    let address = machine.systemd.address;
    let ask = |path: &str| {
        let client = Client::connect(address).expect("the socket is held");
        let response = client.get(path, &[("connection", "close")]);
        response.expect("an answer")
    };
    let was = ask(OLD_PART);
    assert_eq!(ask(WITHDRAWN).status, 200);

    machine.publish(&LIVE);
    let is = ask(OLD_PART);
    assert_eq!((is.status, &is.body), (200, &was.body));
    assert_eq!(is.header("cache-control"), was.header("cache-control"));
    assert_eq!(is.header("etag"), was.header("etag"));
    assert_eq!(ask(WITHDRAWN).status, 404, "no page of before returns");
    let arguments = ["--before", BEFORE.to_str().expect("UTF-8")];
    let verified = verify(address, &arguments);
    assert_eq!(verified.status, Some(0), "{}", verified.said);
    let name = &OLD_PART["/assets/".len()..];
    holds(&machine.done(&["parts"]), &[name]);

    // The first switch after 30 days forgets it.
    let file = machine.path("place/parts").join(name);
    let file = fs::File::options().write(true).open(file).expect("kept");
    let month = Duration::from_secs(31 * 24 * 60 * 60);
    file.set_modified(SystemTime::now() - month).expect("ours");
    machine.publish(&LIVE);
    assert!(!machine.done(&["parts"]).contains(name));
}

#[test]
fn a_page_of_what_comes_finds_its_parts_at_the_server_that_goes() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let machine = Machine::start();
    machine.publish(&LIVE);
    let status = |path: &str| {
        let client = Client::connect(machine.systemd.address).expect("the socket is held");
        let response = client.get(path, &[("connection", "close")]);
        response.expect("an answer").status
    };
    assert_eq!(status(OLD_PART), 404);
    // While it starts, visitors are answered by the old server alone.
    let broken = machine.path("broken");
    write_broken(&broken, 'b');
    let digest = machine.done(&["put", broken.to_str().expect("UTF-8")]);
    machine.ask(&["switch", &digest]);
    assert_eq!(status(OLD_PART), 200);
    assert_eq!(status(WITHDRAWN), 404, "no page comes before its time");
}

/// A program that says that it is good, with a digest of one digit alone, gives its parts, and ends at once when it is started.
pub fn write_broken(file: &Path, digit: char) {
    let digest = digit.to_string().repeat(64);
    let text = format!(
        "#!/bin/bash\ncase \"$1\" in\n--check) ;;\n--version) echo 'site-server 0.1.0 (commit abc, content {digest})' ;;\n--write-parts) exec {} \"$@\" ;;\n*) exit 1 ;;\nesac\n",
        BEFORE.display()
    );
    fs::write(file, text).expect("writable");
    make_executable(file);
}

#[test]
fn a_rollback_says_what_it_shows_and_holds_publishing() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let machine = Machine::start();
    let before = machine.publish(&BEFORE);
    let live = machine.publish(&LIVE);
    let rollback = |arguments: &[&str]| {
        let mut site = Command::new(env!("CARGO_BIN_EXE_site-ops"));
        site.arg("rollback").args(arguments);
        site.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
        for (name, value) in machine.command().get_envs() {
            site.env(name, value.expect("it is set"));
        }
        site.env("SITE_RECORD", machine.path("record"));
        crate::name_programs(&mut site);
        site.output().expect("the command runs")
    };
    let record = |words: &[&str]| {
        let mut site = Command::new(env!("CARGO_BIN_EXE_site-ops"));
        site.arg("record").args(words);
        let output = site.env("SITE_RECORD", machine.path("record")).output();
        let output = output.expect("the command runs");
        assert!(output.status.success(), "{}", said(&output));
        said(&output)
    };
    record(&[
        "create",
        "--zone",
        "America/Chicago",
        "--fiscal-year-ends",
        "12-31",
        "--actor",
        "ann",
    ]);
    for (number, server) in [("2", &*BEFORE), ("4", &*LIVE)] {
        let unpacked = machine.path(number);
        let mut unpack = Command::new(server);
        assert!(
            unpack
                .arg("--unpack")
                .arg(&unpacked)
                .status()
                .expect("it runs")
                .success()
        );
        let unpacked = unpacked.to_str().expect("UTF-8");
        record(&[
            "write",
            "begins",
            "--place",
            "live",
            "--actor",
            "ann",
            "--unpacked",
            unpacked,
        ]);
        record(&[
            "write",
            "live",
            "--publication",
            number,
            "--verified",
            "the test",
        ]);
    }

    let output = rollback(&["--dry-run"]);
    assert!(output.status.success(), "{}", said(&output));
    holds(
        &said(&output),
        &["At once, 2 addresses", CHANGED, WITHDRAWN],
    );
    assert!(machine.live().starts_with(&live), "nothing has changed");
    let by = ["--who", "ann", "--reason", "the fees were wrong"];
    for (publication, words) in [(&live[..16], "is not live"), ("0000", "found 0")] {
        let output = rollback(&[&[publication], &by[..]].concat());
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        holds(&said(&output), &[words]);
    }

    let output = rollback(&by);
    assert!(output.status.success(), "{}", said(&output));
    holds(
        &said(&output),
        &[
            "Live again: ",
            "held by ann",
            "open a pull request",
            "answers as it should",
        ],
    );
    let events = record(&["list", "--format", "json"]);
    holds(&events, &["\"held\"", "\"back\"", "the fees were wrong"]);
    let serves = record(&["status", "--place", "live"]);
    holds(&serves, &["\"publication\":2"]);
    assert!(machine.live().starts_with(&before));
    let status = machine.done(&["status"]);
    holds(&status, &["held: ann since", "the fees were wrong"]);
    let output = machine.ask(&["put", LIVE.to_str().expect("UTF-8")]);
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));

    // One that the place keeps no longer, built again: it must be the same.
    machine.done(&["release", "ann", "for the test"]);
    fs::remove_dir_all(machine.path("place/publications").join(&live)).expect("ours");
    let output = rollback(&[&[&live[..16]], &by[..]].concat());
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    let built = |file: &Path| {
        let file = file.to_str().expect("UTF-8").to_owned();
        rollback(&[&[&live[..16], "--built", &file], &by[..]].concat())
    };
    let output = built(&BEFORE);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    holds(&said(&output), &["it is another publication"]);
    let output = built(&LIVE);
    assert!(output.status.success(), "{}", said(&output));
    assert!(machine.live().starts_with(&live));
}

#[test]
fn the_server_itself_is_reached_through_the_key() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let machine = Machine::start();
    machine.publish(&LIVE);
    let port = free_address().expect("a free port");
    let mut tunnel = machine.command();
    tunnel.args(["tunnel", &port.port().to_string()]);
    let mut tunnel = tunnel.spawn().expect("bash runs");
    let client = Client::connect(port);
    assert!(client.is_ok(), "the tunnel is there");
    let verified = verify(port, &[]);
    _ = tunnel.kill();
    _ = tunnel.wait();
    assert_eq!(verified.status, Some(0), "{}", verified.said);
}

#[test]
fn bad_input_leaves_what_is_live() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let mut machine = Machine::start();
    machine.publish(&LIVE);
    let live = machine.live();
    let server = BEFORE.to_str().expect("UTF-8");

    // A wrong key, and a machine whose own key is another.
    let output = machine.command_with("other").args(["put", server]).output();
    let output = output.expect("bash runs");
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    holds(
        &said(&output),
        &["Permission denied", "the live version there hasn't changed"],
    );
    machine.know_host("other");
    let output = machine.ask(&["put", server]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    holds(
        &said(&output),
        &["Host key verification failed", "SITE_SSH_HOSTS"],
    );
    machine.know_host("host");

    // What is no server, what comes by half, what is too large, and another command.
    let damaged = machine.path("damaged");
    let mut bytes = fs::read(&*BEFORE).expect("built");
    let middle = bytes.len() - 1000;
    bytes[middle] ^= 1;
    fs::write(&damaged, bytes).expect("writable");
    let output = machine.ask(&["put", damaged.to_str().expect("UTF-8")]);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    holds(&said(&output), &["its table is damaged"]);
    for (words, message) in [
        ("put 100 abc", "did not come whole"),
        ("put 99999999999999 abc", "at most"),
        ("switch ../../../bin/sh", "64 hexadecimal digits"),
        ("rm -rf /", "expected status"),
        ("status; id", "expected status"),
    ] {
        let mut place = Command::new(script("site-place"));
        place.env("SITE_PLACE_FOLDER", machine.path("place"));
        place.env("SSH_ORIGINAL_COMMAND", words);
        let output = place.output().expect("bash runs");
        assert!(!output.status.success(), "{words}");
        holds(&said(&output), &[message]);
    }

    // The way is held.
    machine.done(&["hold", "Ann Lee", "the fees were wrong"]);
    let output = machine.ask(&["put", server]);
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    // A name of several words stays whole, with no-break spaces.
    let held = ["held by Ann\u{a0}Lee since", ": the fees were wrong"];
    holds(&said(&output), &held);
    machine.done(&["release", "Ann Lee", "put right"]);

    assert_eq!(machine.live(), live);
    let verified = verify(machine.systemd.address, &[]);
    assert_eq!(verified.status, Some(0), "{}", verified.said);
    machine.go_down();
    let output = machine.ask(&["status"]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
}

#[test]
fn a_key_that_the_user_adds_opens_nothing() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let mut machine = Machine::start();
    let root = machine.path("root");
    let read = |file: &Path| fs::read_to_string(file).expect("readable");
    // An older installation kept the keys in the home, which was the state folder.
    let old_keys = root.join("var/lib/site-place/.ssh/authorized_keys");
    fs::create_dir_all(old_keys.parent().expect("a folder")).expect("writable");
    fs::copy(machine.path("other.pub"), &old_keys).expect("writable");
    // To install twice is the same as once.
    for _ in 0..2 {
        let mut install = Command::new(script("install.sh"));
        let key = read(&machine.path("key.pub"));
        let output = install.arg(key.trim()).env("ROOT", &root).output();
        let output = output.expect("bash runs");
        assert!(output.status.success(), "{}", said(&output));
        assert!(!old_keys.exists(), "the old keys still open the machine");
    }
    let keys = root.join("etc/ssh/authorized_keys.d/site");
    let line = format!(
        "restrict,port-forwarding,permitopen=\"127.0.0.1:8080\",command=\"/usr/local/bin/site-place\" {}",
        read(&machine.path("key.pub"))
    );
    assert_eq!(read(&keys), line);

    // The settings as installed, for the user of this test, whose own file has a key that the user added.
    let own_keys = machine.path("authorized_keys");
    fs::copy(&own_keys, &keys).expect("writable");
    fs::copy(machine.path("other.pub"), &own_keys).expect("writable");
    let snippet = read(&root.join("etc/ssh/sshd_config.d/site-place.conf"));
    let snippet = snippet
        .replace("User site\n", &format!("User {}\n", user()))
        .replace("/etc/ssh/", &format!("{}/etc/ssh/", root.display()));
    let config = machine.path("sshd_config");
    fs::write(&config, read(&config) + &snippet).expect("writable");
    machine.come_up();
    holds(&machine.done(&["status"]), &["live: nothing"]);
    let output = machine.command_with("other").arg("status").output();
    let output = output.expect("bash runs");
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    holds(&said(&output), &["Permission denied"]);
}

#[test]
fn the_record_is_cloned_only_from_a_host_with_a_key_that_github_names() {
    if !are_installed(&PROGRAMS) || !are_installed(&["node"]) {
        return;
    }
    let machine = Machine::start();
    let read = |name: &str| fs::read_to_string(machine.path(name)).expect("readable");
    make_clone(&machine.path("record.git"));
    let keys = format!(
        "command=\"git-upload-pack {}\" {}",
        machine.path("record.git").display(),
        read("key.pub")
    );
    fs::write(machine.path("authorized_keys"), keys).expect("writable");

    // The scripts of the workflow in a clone whose place has nothing yet; to publish is to print the record's last commit.
    let clone = machine.path("clone");
    make_clone(&clone);
    let github_folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.github");
    symlink(github_folder, clone.join(".github")).expect("writable");
    fs::create_dir_all(clone.join("deploy/publish")).expect("writable");
    for (name, lines) in [
        ("deploy/publish/place.sh", "echo live: nothing".to_owned()),
        (
            "deploy/publish/publish.sh",
            "git -C \"$SITE_RECORD\" rev-parse HEAD".to_owned(),
        ),
        // Under the name of github.com, ssh finds this machine.
        (
            "bin/ssh",
            format!(
                "PATH=${{PATH#*:}} exec ssh -o HostName=127.0.0.1 -o Port={} -o HostKeyAlias=github.com -o User={} \"$@\"",
                machine.address().port(),
                user()
            ),
        ),
    ] {
        let file = clone.join(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("writable");
        fs::write(&file, format!("#!/bin/bash\n{lines}\n")).expect("writable");
        make_executable(&file);
    }
    let github = GitHub::start();
    let publish = |host_key: &str| {
        github.knows("/meta", json!({ "ssh_keys": [read(host_key).trim()] }));
        let temporary = tempfile::tempdir().expect("a folder for the test");
        let mut publish = Command::new("bash");
        publish.arg(".github/scripts/publish.sh");
        publish.current_dir(&clone);
        let path = std::env::var("PATH").expect("a PATH");
        publish.env("PATH", format!("{}:{path}", clone.join("bin").display()));
        publish.env("RUNNER_TEMP", temporary.path());
        publish.env("RECORD_KEY", read("key").trim_end());
        publish.env("SITE_RECORD_REPOSITORY", "example/record");
        publish.env("GITHUB_API_URL", format!("http://{}", github.address));
        publish.env("GITHUB_TOKEN", "a-token");
        for name in ["PLACE_HOST_KEYS", "PUBLISHING_KEY", "REASON", "TAKE_DOWN"] {
            publish.env(name, "");
        }
        publish.output().expect("bash runs")
    };

    let output = publish("other.pub");
    assert_eq!(output.status.code(), Some(128), "{}", said(&output));
    holds(&said(&output), &["Host key verification failed"]);
    let output = publish("host.pub");
    assert!(output.status.success(), "{}", said(&output));
    let head = Command::new("git")
        .args(["rev-parse", "HEAD"])
        .current_dir(machine.path("record.git"))
        .output();
    assert_eq!(output.stdout, head.expect("git runs").stdout);
}

#[test]
fn the_units_are_good() {
    if !are_installed(&["systemd-analyze"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder for the test");
    let mut install = Command::new(script("install.sh"));
    install
        .arg("ssh-ed25519 AAAA test")
        .env("ROOT", folder.path());
    let output = install.output().expect("bash runs");
    assert!(output.status.success(), "{}", said(&output));

    let units = folder.path().join("etc/systemd/system");
    let mut analyze = Command::new("systemd-analyze");
    analyze.args(["verify", "--man=no"]);
    for name in ["site-server@.service", "site-server.service"] {
        let unit = units.join(name);
        let text = fs::read_to_string(&unit).expect("written");
        assert!(text.contains("/var/lib/site-place/"), "{name}");
        // The program is not on this machine.
        let mut lines = String::new();
        for line in text.lines() {
            let is_start = line.starts_with("ExecStart=");
            lines += if is_start {
                "ExecStart=/bin/true"
            } else {
                line
            };
            lines += "\n";
        }
        fs::write(&unit, lines).expect("writable");
        analyze.arg(unit);
    }
    for name in ["site-server.socket", "site-server-admin.socket"] {
        analyze.arg(units.join(name));
    }
    let output = analyze.output().expect("it runs");
    assert!(output.status.success(), "{}", said(&output));
}
