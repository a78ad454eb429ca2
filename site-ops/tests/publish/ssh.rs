//! Publishes to a machine through ssh, while visitors send requests continuously.

use super::firm::Firm;
use super::machine::{Machine, site_place_program, user};
use super::servers::{digest, write_broken, write_server_like};
use super::whole::PROGRAMS;
use super::{Over, PAUSE, are_installed, make_executable, nightly, publications, script};
use crate::verify::place::{BEFORE, CHANGED, LIVE, OLD_PART, WITHDRAWN, verify};
use crate::workspace::{git, holds, said};
use serde_json::json;
use site_cli::client::{Client, Response};
use site_place::request::Request;
use site_place::sha256;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant, SystemTime};

/// Requests a path on a new connection, like a new visitor.
fn ask(machine: &Machine, path: &str) -> Response {
    let client = Client::connect(machine.systemd.address).expect("systemd holds the socket");
    let response = client.get(path, &[("connection", "close")]);
    response.expect("an answer")
}

#[test]
fn no_visitor_meets_a_publication() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let machine = Machine::start();
    machine.publish(&LIVE);
    let is_over = AtomicBool::new(false);
    let answers = AtomicUsize::new(0);
    let longest = Mutex::new(Duration::ZERO);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    let start = Instant::now();
                    assert_eq!(ask(&machine, CHANGED).status, 200);
                    let mut most = longest.lock().expect("no thread panics");
                    *most = start.elapsed().max(*most);
                    drop(most);
                    answers.fetch_add(1, Ordering::Relaxed);
                    std::thread::sleep(PAUSE);
                }
            });
        }
        let _over = Over(&is_over);
        for server in publications(2) {
            let digest = machine.publish(server);
            assert_eq!(machine.live().0, digest);
        }

        // A server that doesn't start: the live version stays, and the place reports it.
        let live = machine.live();
        let (_, output) = machine.switch(&write_broken(&machine.path(""), "broken"));
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
        holds(&said(&output), &["The live version hasn't changed"]);
        assert_eq!(machine.live(), live);

        let start = Instant::now();
        machine.done(&Request::Back {
            digest: digest(&BEFORE),
            from: live.0,
            who: "ann".to_owned(),
            reason: "the fees were wrong".to_owned(),
        });
        println!("a rollback took {:.1} s", start.elapsed().as_secs_f64());
    });
    println!(
        "{} requests, none failed; the longest wait was {:.3} s",
        answers.load(Ordering::Relaxed),
        longest.lock().expect("no thread panics").as_secs_f64()
    );
    let arguments = ["--server", BEFORE.to_str().expect("UTF-8")];
    let verified = verify(machine.systemd.address, &arguments);
    assert_eq!(verified.status, Some(0), "{}", verified.said);
}

#[test]
fn an_open_page_finds_its_parts_after_a_switch() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let machine = Machine::start();
    machine.publish(&BEFORE);
    let was = ask(&machine, OLD_PART);
    assert_eq!(ask(&machine, WITHDRAWN).status, 200);

    machine.publish(&LIVE);
    let is = ask(&machine, OLD_PART);
    assert_eq!((is.status, &is.body), (200, &was.body));
    assert_eq!(is.header("cache-control"), was.header("cache-control"));
    assert_eq!(is.header("etag"), was.header("etag"));
    let withdrawn = ask(&machine, WITHDRAWN);
    assert_eq!(withdrawn.status, 404, "no earlier page returns");
    let arguments = ["--before", BEFORE.to_str().expect("UTF-8")];
    let verified = verify(machine.systemd.address, &arguments);
    assert_eq!(verified.status, Some(0), "{}", verified.said);
    let name = &OLD_PART["/assets/".len()..];
    let parts = || {
        let output = machine.send(&Request::Parts, None);
        assert!(output.status.success(), "{}", said(&output));
        said(&output)
    };
    holds(&parts(), &[name]);

    // The first switch after 30 days drops the part.
    let file = machine.path("place/parts").join(name);
    let file = fs::File::options().write(true).open(file).expect("kept");
    let month = Duration::from_secs(31 * 24 * 60 * 60);
    file.set_modified(SystemTime::now() - month).expect("ours");
    let next = write_server_like(&LIVE, &machine.path(""), "next");
    machine.publish(&next);
    assert!(!parts().contains(name));
}

#[test]
fn a_page_of_the_next_version_finds_its_parts_at_the_live_server() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let machine = Machine::start();
    machine.publish(&LIVE);
    assert_eq!(ask(&machine, OLD_PART).status, 404);
    // While the next server starts, the live one answers visitors.
    let (_, output) = machine.switch(&write_broken(&machine.path(""), "broken"));
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert_eq!(ask(&machine, OLD_PART).status, 200);
    let withdrawn = ask(&machine, WITHDRAWN);
    assert_eq!(withdrawn.status, 404, "no page comes before its time");
}

#[test]
fn bad_input_leaves_the_live_version() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let mut firm = Firm::new();
    firm.machine.publish(&BEFORE);

    // An unknown key, and a machine with an unknown host key.
    let other = firm.machine.path("other");
    let output = firm.publish(&LIVE, &[("SITE_SSH_KEY", other.to_str().expect("UTF-8"))]);
    firm.ended(&output, 2, "the live version hasn't changed", "before");
    holds(&said(&output), &["Permission denied"]);
    let mut publish = firm.publishing(&LIVE);
    firm.machine.know_host("other");
    let output = publish.output().expect("site-ops runs");
    firm.ended(&output, 2, "the live version hasn't changed", "before");
    holds(
        &said(&output),
        &["Host key verification failed", "SITE_SSH_HOSTS"],
    );
    firm.machine.know_host("host");

    // A file that isn't a server, a damaged server, and a command that isn't a request.
    for (name, bytes) in [("script", b"#!/bin/sh\n".to_vec()), ("damaged", damaged())] {
        let file = firm.machine.path(name);
        fs::write(&file, bytes).expect("writable");
        let output = firm.machine.send(&firm.machine.upload(&file), Some(&file));
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
        let output = firm.publishing_without_gate(&file).output();
        let output = output.expect("site-ops runs");
        firm.ended(&output, 2, "Not published: ", "before");
    }
    for words in ["rm -rf /", "status; id", "switch ../../../bin/sh", ""] {
        let mut ssh = firm.machine.ssh("key");
        if !words.is_empty() {
            ssh.arg(words);
        }
        let output = ssh.output().expect("ssh runs");
        assert_eq!(output.status.code(), Some(2), "{words}: {}", said(&output));
        holds(&said(&output), &["expected a request of site-place"]);
    }

    // A hold by a person with several names.
    let by = ["--who", "Ann Lee", "--reason", "the fees were wrong"];
    let held = firm.ops(&["hold"]).args(by).output();
    assert!(held.expect("site-ops runs").status.success());
    let output = firm.publish(&LIVE, &[]);
    firm.ended(&output, 1, "held by Ann Lee since ", "before");
    holds(&said(&output), &[": the fees were wrong"]);
    let released = firm.ops(&["release"]).args(by).output();
    assert!(released.expect("site-ops runs").status.success());
    let released = firm.ops(&["release"]).args(by).output();
    assert_eq!(released.expect("site-ops runs").status.code(), Some(1));

    let arguments = ["--server", BEFORE.to_str().expect("UTF-8")];
    let verified = verify(firm.machine.systemd.address, &arguments);
    assert_eq!(verified.status, Some(0), "{}", verified.said);
    firm.machine.go_down();
    let output = firm.ops(&["status"]).output().expect("site-ops runs");
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
}

/// A server with one flipped bit in its table.
fn damaged() -> Vec<u8> {
    let mut bytes = fs::read(&*LIVE).expect("built");
    let middle = bytes.len() - 1000;
    bytes[middle] ^= 1;
    bytes
}

/// Installs site-place below a folder.
fn install(root: &Path, arguments: &[(&str, &str)]) -> Output {
    let mut install = Command::new(script("install.sh"));
    for (name, value) in arguments {
        install.args([name, value]);
    }
    install.env("ROOT", root).output().expect("bash runs")
}

/// The arguments of an installation with these keys.
fn arguments<'a>(
    sha256: &'a str,
    program: &'a str,
    [key, reading_key]: [&'a str; 2],
) -> [(&'a str, &'a str); 5] {
    [
        ("--program", program),
        ("--sha256", sha256),
        ("--approved", "0123456789abcdef0123456789abcdef01234567"),
        ("--key", key),
        ("--reading-key", reading_key),
    ]
}

#[test]
fn an_installation_is_checked_and_is_one_file() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let program = site_place_program();
    let sha256 = sha256::of_file(&program).expect("readable");
    let program = program.to_str().expect("UTF-8");
    let good = arguments(
        &sha256,
        program,
        ["ssh-ed25519 AAAA a", "ssh-ed25519 AAAA b"],
    );
    for (position, value, words) in [
        (1, "0000", "of the SHA-256 0000"),
        (2, "main", "in --approved, found main"),
        (2, "", "--approved, found none"),
        (4, "", "--reading-key, found none"),
    ] {
        let mut bad = good;
        bad[position].1 = value;
        let output = install(folder.path(), &bad);
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
        holds(&said(&output), &["install.sh: expected ", words]);
        assert!(!folder.path().join("usr").exists(), "nothing is written");
    }

    let output = install(folder.path(), &good);
    assert!(output.status.success(), "{}", said(&output));
    let run = |words: &[&str]| {
        let mut place = Command::new(folder.path().join("usr/local/bin/site-place"));
        let state = folder.path().join("var/lib/site-place");
        place.args(words).env("SITE_PLACE_FOLDER", state);
        place.output().expect("site-place runs")
    };
    // A place without a state refuses everything.
    let output = run(&["status"]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    holds(&said(&output), &["install.sh --approved COMMIT"]);
    assert!(run(&["init", "--approved", "a commit"]).status.success());
    holds(&said(&run(&["status"])), &["\"commit\": \"a commit\""]);
}

#[test]
fn only_the_installed_keys_open_the_machine() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let mut machine = Machine::start();
    let root = machine.path("root");
    let read = |file: &Path| fs::read_to_string(file).expect("readable");
    // An older installation kept the keys in the home folder, which was also the state folder.
    let old_keys = root.join("var/lib/site-place/.ssh/authorized_keys");
    fs::create_dir_all(old_keys.parent().expect("a folder")).expect("writable");
    fs::copy(machine.path("other.pub"), &old_keys).expect("writable");
    // The host's key pair is used as the read-only key.
    let [key, reading] = ["key.pub", "host.pub"].map(|name| read(&machine.path(name)));
    let sha256 = sha256::of_file(&site_place_program()).expect("readable");
    let program = site_place_program().display().to_string();
    // A second installation changes nothing.
    for _ in 0..2 {
        let keys = [key.trim(), reading.trim()];
        let output = install(&root, &arguments(&sha256, &program, keys));
        assert!(output.status.success(), "{}", said(&output));
        assert!(!old_keys.exists(), "the old keys still open the machine");
    }
    let keys = root.join("etc/ssh/authorized_keys.d/site");
    let place = "/usr/local/bin/site-place";
    let lines = format!(
        "restrict,port-forwarding,permitopen=\"127.0.0.1:8080\",command=\"{place} key write\" {key}\
         restrict,command=\"{place} key read\" {reading}"
    );
    assert_eq!(read(&keys), lines);

    // The installed settings, for the user of this test, whose home has a key that the user added.
    let folder = machine.path("place");
    let forced = format!(
        "SITE_PLACE_FOLDER={} SITE_PLACE_SYSTEMCTL={} {}",
        folder.display(),
        machine.systemd.systemctl().display(),
        root.join(&place[1..]).display()
    );
    fs::write(&keys, lines.replace(place, &forced)).expect("writable");
    fs::copy(machine.path("other.pub"), machine.path("authorized_keys")).expect("writable");
    let snippet = read(&root.join("etc/ssh/sshd_config.d/site-place.conf"));
    let snippet = snippet
        .replace("User site\n", &format!("User {}\n", user()))
        .replace("/etc/ssh/", &format!("{}/etc/ssh/", root.display()));
    let config = machine.path("sshd_config");
    fs::write(&config, read(&config) + &snippet).expect("writable");
    machine.come_up();

    let status = |key: &str| {
        let output = machine.ops_with(key).arg("status").output();
        output.expect("site-ops runs")
    };
    for key in ["key", "host"] {
        let output = status(key);
        assert!(output.status.success(), "{}", said(&output));
        holds(&said(&output), &["live: nothing"]);
    }
    let output = status("other");
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    holds(&said(&output), &["Permission denied"]);

    // The read-only key can't change anything, and the publishing key can't approve.
    let by = ["--who", "ann", "--reason", "none"];
    for (key, words) in [("host", &["hold"][..]), ("key", &["approve-by-hand", "x"])] {
        let mut ops = machine.ops_with(key);
        let output = ops.args(words).args(by).output().expect("site-ops runs");
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
        holds(&said(&output), &["a request that this key may send"]);
    }
    let hold = machine.ops().arg("hold").args(by).output();
    assert!(hold.expect("site-ops runs").status.success());
}

#[test]
fn the_record_is_cloned_only_from_a_host_with_a_key_that_github_names() {
    if !are_installed(&PROGRAMS) || !are_installed(&["curl", "jq"]) {
        return;
    }
    let machine = Machine::start();
    let read = |name: &str| fs::read_to_string(machine.path(name)).expect("readable");
    let record = machine.path("record");
    fs::create_dir(&record).expect("writable");
    git(&record, "init --quiet --initial-branch=main");
    git(&record, "commit --quiet --allow-empty --message=Begin");
    let head = git(&record, "rev-parse HEAD");
    let keys = format!(
        "command=\"git-upload-pack {}\" {}",
        record.display(),
        read("key.pub")
    );
    fs::write(machine.path("authorized_keys"), keys).expect("writable");
    // ssh resolves github.com to this machine.
    let programs = machine.path("programs");
    fs::create_dir(&programs).expect("writable");
    let ssh = programs.join("ssh");
    let text = format!(
        "#!/bin/bash\nPATH=${{PATH#*:}} exec ssh -o HostName=127.0.0.1 -o Port={} -o HostKeyAlias=github.com -o User={} \"$@\"\n",
        machine.address().port(),
        user()
    );
    fs::write(&ssh, text).expect("writable");
    make_executable(&ssh);

    let clone = |host_key: &str| {
        let answer = json!({ "ssh_keys": [read(host_key).trim()] });
        let github = nightly::github(answer.to_string());
        let temporary = tempfile::tempdir().expect("a folder for the test");
        let mut clone = Command::new("bash");
        clone.args([".github/scripts/with-keys.sh", "bash", "-c"]);
        clone.arg("git -C \"$SITE_RECORD\" rev-parse HEAD");
        clone.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
        let path = std::env::var("PATH").expect("a PATH");
        clone.env("PATH", format!("{}:{path}", programs.display()));
        clone.env("RUNNER_TEMP", temporary.path());
        clone.env("RECORD_KEY", read("key").trim_end());
        clone.env("SITE_RECORD_REPOSITORY", "example/record");
        clone.env("GITHUB_API_URL", format!("http://{github}"));
        clone.env("GITHUB_TOKEN", "a-token");
        clone.output().expect("bash runs")
    };
    let output = clone("other.pub");
    assert_eq!(output.status.code(), Some(128), "{}", said(&output));
    holds(&said(&output), &["Host key verification failed"]);
    let output = clone("host.pub");
    assert!(output.status.success(), "{}", said(&output));
    assert_eq!(output.stdout, head.as_bytes());
}

#[test]
fn the_units_are_good() {
    if !are_installed(&["systemd-analyze"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder for the test");
    let sha256 = sha256::of_file(&site_place_program()).expect("readable");
    let program = site_place_program().display().to_string();
    let keys = ["ssh-ed25519 AAAA a", "ssh-ed25519 AAAA b"];
    let output = install(folder.path(), &arguments(&sha256, &program, keys));
    assert!(output.status.success(), "{}", said(&output));

    let units = folder.path().join("etc/systemd/system");
    let mut analyze = Command::new("systemd-analyze");
    analyze.args(["verify", "--man=no"]);
    for name in ["site-server@.service", "site-place.service"] {
        let unit = units.join(name);
        let text = fs::read_to_string(&unit).expect("written");
        holds(&text, &["/var/lib/site-place", "ProtectSystem=strict"]);
        // The programs aren't installed on this machine.
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
    for name in [
        "site-server.socket",
        "site-server-admin.socket",
        "site-place.timer",
    ] {
        analyze.arg(units.join(name));
    }
    let output = analyze.output().expect("it runs");
    assert!(output.status.success(), "{}", said(&output));
}
