//! An image that a registry keeps, and a cluster runs by its digest.

use super::cluster::Cluster;
use super::registry::{PROGRAMS, Registry, STATIC_BEFORE, STATIC_LIVE};
use super::ssh::write_broken;
use super::{Place, are_installed, broken, make_clone, make_executable, script};
use crate::cluster::container;
use crate::verify::place::{CHANGED, LIVE, OLD_PART, WITHDRAWN, verify};
use crate::verify::proxy;
use crate::workspace::{holds, said};
use site_cli::client::{Client, Response};
use std::fs;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;
use std::time::{Duration, Instant};

struct Image {
    /// Ended before the folder of the registry, in which it works, is deleted.
    cluster: Cluster,
    registry: Registry,
    repository: String,
}

impl Image {
    /// A place in which nothing is; none where this machine can't have one.
    fn new() -> Option<Self> {
        if !are_installed(&[&PROGRAMS[..], &container::PROGRAMS].concat()) || !container::can_run()
        {
            return None;
        }
        let registry = Registry::start();
        let cluster = Cluster::start(&registry.path("cluster"), &registry);
        let image = Self {
            repository: registry.repository("site"),
            registry,
            cluster,
        };
        image.done(&["create"]);
        Some(image)
    }

    fn set(&self, command: &mut Command) {
        command.env("SITE_PLACE", format!("image://{}", self.repository));
        crate::name_programs(command);
        command.env("HOME", self.registry.home());
        command.env("PATH", self.cluster.path());
        for name in ["SITE_ORIGIN", "SITE_URL", "SITE_RECORD"] {
            command.env_remove(name);
        }
    }

    fn get(&self, path: &str) -> Response {
        let client = Client::connect(self.cluster.address).expect("the service is there");
        let response = client.get(path, &[("connection", "close")]);
        response.expect("an answer")
    }

    /// The digest of the image that is live.
    fn live_image(&self) -> String {
        let live = self.live();
        let image = live.split(' ').nth(3).expect("an image");
        image.to_owned()
    }

    /// Publishes by publish.sh.
    fn publishing(&self, server: &Path) -> Command {
        let clone = self.registry.path("clone");
        make_clone(&clone);
        let mut command = Command::new("bash");
        command
            .arg(script("publish.sh"))
            .arg(server)
            .current_dir(clone);
        self.set(&mut command);
        command.env("SITE_BREAK_GLASS", "ann: for the test");
        command
    }

    /// Asserts how a call failed, and that the live version hasn't changed.
    fn refused(&self, output: &Output, status: i32, words: &[&str], live: &str) {
        assert_eq!(output.status.code(), Some(status), "{}", said(output));
        holds(&said(output), words);
        assert_eq!(self.live(), live);
    }
}

impl Place for Image {
    fn command(&self) -> Command {
        let mut command = Command::new("bash");
        command.arg(script("place.sh"));
        self.set(&mut command);
        command
    }
}

#[test]
#[ignore = "long"]
fn an_image_is_live_by_its_digest_and_the_one_before_again() {
    let Some(image) = Image::new() else {
        return;
    };
    assert_eq!(image.live(), "nothing");
    let before = image.publish(&STATIC_BEFORE);
    assert!(image.live().starts_with(&format!("{before} before ")));
    assert_eq!(image.cluster.files(), ["site-server"]);
    let first = image.live_image();
    let was = image.get(OLD_PART);
    assert_eq!(image.get(WITHDRAWN).status, 200);

    // It is the image that any program would find.
    let name = format!("docker://{}@{first}", image.repository);
    let found = image.registry.skopeo(&["inspect", &name]);
    holds(
        &found,
        &["\"org.opencontainers.image.revision\": \"before\""],
    );
    let manifest = image.done(&["manifest", &before]);
    holds(
        &manifest,
        &[&format!(" image: {}@{first}\n", image.repository)],
    );

    let live = image.publish(&STATIC_LIVE);
    assert_ne!(image.live_image(), first);
    assert_eq!(image.cluster.files(), ["parts", "site-server"]);
    assert_eq!(image.get(WITHDRAWN).status, 404);
    let is = image.get(OLD_PART);
    assert_eq!((is.status, &is.body), (200, &was.body));
    assert_eq!(is.header("etag"), was.header("etag"));
    let arguments = ["--before", STATIC_BEFORE.to_str().expect("UTF-8")];
    let verified = verify(image.cluster.address, &arguments);
    assert_eq!(verified.status, Some(0), "{}", verified.said);
    holds(&image.done(&["parts"]), &[&OLD_PART["/assets/".len()..]]);

    // From what the registry keeps, without a build.
    image.done(&["switch", &before]);
    assert_eq!(image.live_image(), first);
    let arguments = ["--server", STATIC_BEFORE.to_str().expect("UTF-8")];
    let verified = verify(image.cluster.address, &arguments);
    assert_eq!(verified.status, Some(0), "{}", verified.said);
    let kept = image.registry.path("kept");
    image.done(&["get", &live, kept.to_str().expect("UTF-8")]);
    assert!(fs::read(kept).expect("fetched") == fs::read(&*STATIC_LIVE).expect("built"));
    let output = image.ask(&["switch", &"0".repeat(64)]);
    image.refused(&output, 2, &["found none"], &image.live());
}

#[test]
#[ignore = "long"]
fn one_publication_makes_one_image() {
    let Some(image) = Image::new() else {
        return;
    };
    let mut digests = Vec::new();
    for (name, umask, zone) in [("one", "022", "UTC"), ("two", "077", "Asia/Kathmandu")] {
        let server = image.registry.path(name);
        fs::copy(&*STATIC_LIVE, &server).expect("writable");
        let mut put = Command::new("bash");
        let line = format!("umask {umask}; exec \"$@\"");
        put.args(["-c", &line, "bash"]).arg(script("place.sh"));
        image.set(&mut put);
        put.env(
            "SITE_PLACE",
            format!("image://{}", image.registry.repository(name)),
        );
        put.env("TZ", zone).env("SOURCE_DATE_EPOCH", "1767225600");
        for words in [&["create"][..], &["put", server.to_str().expect("UTF-8")]] {
            let mut call = Command::new(put.get_program());
            call.args(put.get_args()).args(words);
            for (name, value) in put.get_envs() {
                if let Some(value) = value {
                    call.env(name, value);
                }
            }
            let output = call.output().expect("bash runs");
            assert!(output.status.success(), "{}", said(&output));
        }
        let state = image
            .registry
            .keep(&image.registry.repository(name), &["status"]);
        let state = said(&state);
        let line = state.lines().last().expect("what is kept").to_owned();
        digests.push(line.split(' ').nth(3).expect("an image").to_owned());
    }
    assert_eq!(digests[0], digests[1]);
    let name = format!(
        "docker://{}@{}",
        image.registry.repository("one"),
        digests[0]
    );
    let found = image.registry.skopeo(&["inspect", &name]);
    holds(&found, &["\"Created\": \"2026-01-01T00:00:00Z\""]);
}

#[test]
#[ignore = "long"]
fn what_goes_wrong_leaves_what_is_live() {
    let Some(mut image) = Image::new() else {
        return;
    };
    image.publish(&STATIC_BEFORE);
    let live = image.live();
    let server = STATIC_LIVE.to_str().expect("UTF-8");

    // What needs libraries, what is damaged, and what does not come up.
    let output = image.ask(&["put", LIVE.to_str().expect("UTF-8")]);
    image.refused(&output, 1, &["expected a static program"], &live);
    let damaged = image.registry.path("damaged");
    let mut bytes = fs::read(&*STATIC_LIVE).expect("built");
    let middle = bytes.len() - 1000;
    bytes[middle] ^= 1;
    fs::copy(&*STATIC_LIVE, &damaged).expect("writable");
    fs::write(&damaged, bytes).expect("writable");
    let output = image.ask(&["put", damaged.to_str().expect("UTF-8")]);
    image.refused(&output, 1, &["its table is damaged"], &live);
    let ends = image.registry.path("ends");
    write_broken(&ends, 'b');
    let digest = image.done(&["put", ends.to_str().expect("UTF-8")]);
    let output = image.ask(&["switch", &digest]);
    image.refused(
        &output,
        1,
        &["progress deadline", "the live version hasn't changed"],
        &live,
    );
    assert_eq!(image.get(WITHDRAWN).status, 200, "it is served as before");
    let runs = format!("{}@{}", image.repository, image.live_image());
    assert_eq!(
        image.cluster.image(),
        runs,
        "nothing else is tried for ever"
    );

    // The way is held.
    image.done(&["hold", "ann", "the fees were wrong"]);
    let output = image.ask(&["put", server]);
    image.refused(&output, 3, &["held by ann", "the fees were wrong"], &live);
    image.done(&["release", "ann", "put right"]);

    // A registry that refuses, and one that is no place, where nothing is taken for nothing.
    image
        .registry
        .run("  maintenance: {readonly: {enabled: true}}\n");
    let output = image.ask(&["put", server]);
    image.refused(
        &output,
        1,
        &["it refuses (above). What was live is live"],
        &live,
    );
    image.registry.run("");
    let nowhere = image.registry.repository("nowhere");
    let output = image.registry.keep(&nowhere, &["status"]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    holds(&said(&output), &["manifest unknown", "place.sh create"]);
    let output = image.ask(&["create"]);
    image.refused(&output, 1, &["is one; ask it"], &live);

    // A registry that answers with something else for a digest: neither the manifest nor the program is taken.
    let digest = image.done(&["put", server]);
    let status = image.done(&["status"]);
    let mut lines = status.lines();
    let line = lines.find(|line| line.starts_with(&digest)).expect("kept");
    let manifest = image
        .registry
        .stored(line.split(' ').nth(3).expect("an image"));
    let right = fs::read(&manifest).expect("stored");
    let text = String::from_utf8(right.clone()).expect("UTF-8");
    let old = image.registry.stored(&image.live_image());
    fs::copy(&old, &manifest).expect("writable");
    let output = image.ask(&["switch", &digest]);
    image.refused(
        &output,
        1,
        &["does not match", "the live version hasn't changed"],
        &live,
    );
    let output = image.ask(&["get", &digest, "/dev/null"]);
    image.refused(&output, 2, &["can't be fetched"], &live);
    fs::write(&manifest, right).expect("writable");
    let layers = text.split("\"layers\":").nth(1).expect("layers");
    let at = layers.find("sha256:").expect("a digest");
    let program = image
        .registry
        .stored(&layers[at..at + "sha256:".len() + 64]);
    let mut bytes = fs::read(&program).expect("stored");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&program, bytes).expect("writable");
    let output = image.ask(&["switch", &digest]);
    image.refused(&output, 1, &["the live version hasn't changed"], &live);
    let verified = verify(
        image.cluster.address,
        &["--server", STATIC_BEFORE.to_str().expect("UTF-8")],
    );
    assert_eq!(verified.status, Some(0), "{}", verified.said);

    image.registry.go_down();
    let output = image.ask(&["status"]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    holds(&said(&output), &["can't be read (above)"]);
}

#[test]
#[ignore = "long"]
fn the_next_run_repairs_what_one_left_half_done() {
    let Some(image) = Image::new() else {
        return;
    };
    image.publish(&STATIC_BEFORE);
    let live = image.live();
    let server = STATIC_LIVE.to_str().expect("UTF-8");

    // Each of its calls of the registry in turn is the last.
    let mut step = 1;
    loop {
        let path = broken("skopeo", &image.registry.path("broken"), step);
        let mut put = image.command();
        put.args(["put", server]);
        let path = format!("{path}:{}", image.cluster.path());
        let output = put.env("PATH", path).output().expect("bash runs");
        assert_eq!(image.live(), live, "step {step}");
        if output.status.success() && step > 3 {
            break;
        }
        step += 1;
    }
    assert_eq!(image.get(WITHDRAWN).status, 200, "nothing was switched");

    // A whole run is killed between the push and the switch.
    let asked = image.registry.path("asked");
    let slow = image.registry.path("slow");
    fs::create_dir(&slow).expect("writable");
    let kubectl = slow.join("kubectl");
    let text = format!(
        "#!/bin/bash\ntouch '{}'\nexec sleep 3600\n",
        asked.display()
    );
    fs::write(&kubectl, text).expect("writable");
    make_executable(&kubectl);
    let mut run = image.publishing(&STATIC_LIVE);
    run.env(
        "PATH",
        format!("{}:{}", slow.display(), image.cluster.path()),
    );
    let mut run = run.process_group(0).spawn().expect("bash runs");
    let start = Instant::now();
    while !asked.exists() {
        assert!(start.elapsed() < Duration::from_secs(120), "it switches");
        std::thread::sleep(Duration::from_millis(20));
    }
    let group = format!("-{}", run.id());
    let mut kill = Command::new("kill");
    kill.args(["-KILL", "--", &group]);
    assert!(kill.status().expect("it runs").success());
    _ = run.wait();
    assert_eq!(image.live(), live);
    assert_eq!(image.get(WITHDRAWN).status, 200, "nothing was switched");

    let output = image.publishing(&STATIC_LIVE).output().expect("bash runs");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    holds(&said(&output), &["checked: live"]);
}

#[test]
#[ignore = "long"]
fn a_publication_is_checked_and_older_ones_are_refused() {
    let Some(image) = Image::new() else {
        return;
    };
    // The origin is reached through the cluster: no address of it is given.
    let run = |server: &Path| image.publishing(server).output().expect("bash runs");
    let output = run(&STATIC_BEFORE);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    holds(&said(&output), &["checked: before"]);
    let before = image.live();
    let lie: proxy::Lie = Arc::new(|request, response| {
        if request.path == CHANGED {
            response.status = 500;
        }
    });
    let liar = format!("http://{}", proxy::before(image.cluster.address, lie));
    let mut lied = image.publishing(&STATIC_LIVE);
    let output = lied.env("SITE_ORIGIN", liar).output().expect("bash runs");
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    holds(
        &said(&output),
        &["Went back because the origin answered otherwise"],
    );
    assert_eq!(image.live()[..64], before[..64]);
    assert_eq!(image.get(WITHDRAWN).status, 200);

    let output = run(&STATIC_LIVE);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    holds(&said(&output), &["checked: live"]);
    let live = image.live();
    let output = run(&STATIC_BEFORE);
    image.refused(&output, 0, &["Already live with live"], &live);

    // A person goes back.
    let mut rollback = Command::new(env!("CARGO_BIN_EXE_site-ops"));
    rollback.args([
        "rollback",
        "--who",
        "ann",
        "--reason",
        "the fees were wrong",
    ]);
    rollback.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    image.set(&mut rollback);
    let output = rollback.output().expect("the command runs");
    assert!(output.status.success(), "{}", said(&output));
    holds(
        &said(&output),
        &["Live again: ", "held by ann", "answers as it should"],
    );
    assert_eq!(image.live()[..64], before[..64]);
    let output = run(&STATIC_LIVE);
    image.refused(&output, 1, &["held: ann since"], &image.live());
}

#[test]
#[ignore = "long"]
fn ten_publications_are_kept() {
    let Some(image) = Image::new() else {
        return;
    };
    image.publish(&STATIC_BEFORE);
    let live = image.live();
    for digit in "0123456789abc".chars() {
        let server = image.registry.path("server");
        write_broken(&server, digit);
        image.done(&["put", server.to_str().expect("UTF-8")]);
    }
    let status = image.done(&["status"]);
    assert_eq!(status.lines().count(), 13, "what is live, and: {status}");
    holds(&status, &[&live[..64], &"c".repeat(64), &"3".repeat(64)]);
    assert!(!status.contains(&"2".repeat(64)), "{status}");
    let name = format!("docker://{}", image.repository);
    let tags = image.registry.skopeo(&["list-tags", &name]);
    holds(&tags, &[&live[..64], &"c".repeat(64), &"3".repeat(64)]);
    assert!(!tags.contains(&"2".repeat(64)), "{tags}");
}
