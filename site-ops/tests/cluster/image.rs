//! Images of publications, stored in a registry and run by a cluster.

use super::container::{self, Pull, can_run};
use super::registry::{PROGRAMS, Registry as Server, STATIC_BEFORE, STATIC_LIVE};
use super::server::{self, Cluster};
use super::world::Node;
use crate::publish::are_installed;
use crate::verify::place::{LIVE, OLD_PART, WITHDRAWN, verify};
use crate::workspace::{git, holds};
use jiff::Timestamp;
use serde_json::Value;
use site_cli::client::Client;
use site_cli::workspace::Workspace;
use site_ops::cluster::api::Replacement;
use site_ops::cluster::deployment::Rollout;
use site_ops::cluster::image::{Image, Source, Unpacked, time_of};
use site_ops::cluster::registry::Registry;
use site_record::digest::Digest;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

/// 2026-01-01.
const TIME: i64 = 1_767_225_600;

/// Writes an ELF program with this machine and this kind of program header.
fn write_program(file: &Path, machine: u8, kind: u8) {
    let mut bytes = vec![0; 64 + 56];
    bytes[..6].copy_from_slice(b"\x7fELF\x02\x01");
    bytes[18] = machine;
    bytes[32] = 64;
    bytes[54] = 56;
    bytes[56] = 1;
    bytes[64] = kind;
    fs::write(file, bytes).expect("writable");
}

fn make(server: &Path, parts: Option<&Path>, layout: &Path) -> anyhow::Result<Image> {
    let source = Source {
        server,
        commit: "live",
        time: Timestamp::from_second(TIME).expect("a time"),
        parts,
    };
    Image::make(&source, layout)
}

fn blob(image: &Image, digest: &str) -> PathBuf {
    let sum = digest.strip_prefix("sha256:").expect("a digest");
    image.layout.join("blobs/sha256").join(sum)
}

fn json(file: &Path) -> Value {
    serde_json::from_slice(&fs::read(file).expect("readable")).expect("JSON")
}

#[test]
fn one_publication_is_one_image() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = |name: &str| folder.path().join(name);
    let server = path("server");
    write_program(&server, 183, 1);
    fs::create_dir(path("parts")).expect("writable");
    for name in ["b-1.js", "a-2.js"] {
        let file = path("parts").join(name);
        fs::write(&file, name).expect("writable");
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_760_000_000);
        let file = fs::File::options().write(true).open(file);
        file.expect("ours").set_modified(time).expect("ours");
    }
    let image = make(&server, Some(&path("parts")), &path("one")).expect("made");
    // A copy has other times and permissions.
    fs::copy(&server, path("copy")).expect("writable");
    fs::set_permissions(path("copy"), fs::Permissions::from_mode(0o700)).expect("ours");
    let again = make(&path("copy"), Some(&path("parts")), &path("two")).expect("made");
    assert_eq!(image.digest, again.digest);

    let manifest = json(&blob(&image, &format!("sha256:{}", image.digest)));
    let config = json(&blob(
        &image,
        manifest["config"]["digest"].as_str().expect("text"),
    ));
    assert_eq!(config["architecture"], "arm64");
    assert_eq!(config["created"], "2026-01-01T00:00:00Z");
    assert_eq!(config["config"]["User"], "65532:65532");
    assert_eq!(config["config"]["Env"][2], "SITE_PARTS=/parts");
    assert_eq!(
        config["config"]["Labels"]["org.opencontainers.image.revision"],
        "live"
    );
    let layers = manifest["layers"].as_array().expect("layers");
    let mut lines = Vec::new();
    for layer in layers {
        let file = blob(&image, layer["digest"].as_str().expect("text"));
        assert_eq!(layer["size"], fs::metadata(&file).expect("there").len());
        let mut archive = tar::Archive::new(fs::File::open(file).expect("readable"));
        for entry in archive.entries().expect("a layer") {
            let entry = entry.expect("an entry");
            let header = entry.header();
            let path = entry.path().expect("UTF-8").display().to_string();
            let mode = header.mode().expect("a mode");
            let time = header.mtime().expect("a time");
            assert_eq!((header.uid().ok(), header.gid().ok()), (Some(0), Some(0)));
            lines.push(format!("{mode:o} {time} {path}"));
        }
    }
    let expected = [
        "555 1767225600 site-server",
        "555 1767225600 parts/",
        "444 1760000000 parts/a-2.js",
        "444 1760000000 parts/b-1.js",
    ];
    assert_eq!(lines, expected);

    // Without parts, there is one layer, and the server doesn't look for parts.
    fs::create_dir(path("empty")).expect("writable");
    let image = make(&server, Some(&path("empty")), &path("three")).expect("made");
    let manifest = json(&blob(&image, &format!("sha256:{}", image.digest)));
    assert_eq!(manifest["layers"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_program_that_an_image_can_not_run_is_refused() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let server = folder.path().join("server");
    let refused = |words: &[&str]| {
        let error = make(&server, None, &folder.path().join("layout")).err();
        holds(&format!("{:#}", error.expect("it refuses")), words);
    };
    write_program(&server, 62, 3);
    refused(&["expected a static program", "-unknown-linux-musl"]);
    write_program(&server, 40, 1);
    refused(&[
        "expected a program for x86_64 or aarch64",
        "machine 40 of ELF",
    ]);
    for bytes in [&b""[..], b"#!/bin/bash\n", &[0; 200], b"\x7fELF\x02\x01"] {
        fs::write(&server, bytes).expect("writable");
        refused(&["cannot make an image of", "expected an ELF program"]);
    }
    // Truncated before its program header.
    write_program(&server, 62, 1);
    let bytes = fs::read(&server).expect("readable");
    fs::write(&server, &bytes[..64]).expect("writable");
    refused(&["cannot make an image of", "expected an ELF program"]);
}

#[test]
fn files_that_no_publication_has_are_not_unpacked() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    for name in [
        "etc/passwd",
        "parts/../../outside",
        "/site-server",
        "parts/.hidden",
        "parts/a/b",
    ] {
        let copy = folder.path().join("copy");
        _ = fs::remove_dir_all(&copy);
        fs::create_dir_all(&copy).expect("writable");
        let mut layer = tar::Builder::new(Vec::new());
        let mut header = tar::Header::new_gnu();
        header.set_size(1);
        header.set_entry_type(tar::EntryType::Regular);
        // The library refuses such names in its own functions.
        header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
        header.set_cksum();
        layer.append(&header, &b"x"[..]).expect("in memory");
        let layer = layer.into_inner().expect("in memory");
        let digest = Digest::of(&layer);
        fs::write(copy.join(digest.to_string()), layer).expect("writable");
        let manifest = format!(r#"{{"layers":[{{"digest":"sha256:{digest}"}}]}}"#);
        fs::write(copy.join("manifest.json"), manifest).expect("writable");
        let error = Unpacked::unpack(&copy, &folder.path().join("to")).err();
        let error = format!("{:#}", error.expect("it refuses"));
        holds(&error, &["isn't the image of a publication", name]);
    }
    assert!(!folder.path().join("outside").exists());
}

#[test]
fn the_time_of_an_image_is_that_of_its_commit() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    git(&folder, "init --quiet");
    git(&folder, "commit --quiet --allow-empty --message=Change");
    let workspace = Workspace::at(folder.path().to_owned());
    let time = time_of(&workspace, "HEAD").expect("a time");
    assert!(time.as_second() > TIME, "{time}");
    let unknown = time_of(&workspace, "unknown").expect("a time");
    assert_eq!(unknown, Timestamp::UNIX_EPOCH);
}

#[test]
#[ignore = "long"]
fn a_cluster_runs_an_image_by_its_digest() {
    let programs = [&PROGRAMS[..], &container::PROGRAMS, &server::PROGRAMS].concat();
    if !are_installed(&programs) || !can_run() {
        return;
    }
    let mut server = Server::start();
    let registry = Registry {
        repository: server.repository("site"),
        environment: vec![("HOME".to_owned(), server.home().into())],
    };
    let before = make(&STATIC_BEFORE, None, &server.path("before")).expect("made");
    registry.push(&before).expect("taken");
    let nodes = server.path("nodes");
    fs::create_dir(&nodes).expect("writable");
    let pull = Pull {
        folder: nodes.clone(),
        home: server.home(),
    };
    let cluster = Cluster::start(
        Node::Containers(Arc::new(pull)),
        &registry.image(before.digest),
    );
    let api = cluster.api();
    let patience = Duration::from_secs(60);
    let (_, rollout) = api.wait_for_rollout(patience).expect("it answers");
    assert_eq!(rollout, Rollout::Complete);
    assert_eq!(container::files(&nodes), ["site-server"]);
    let tunnel = api.port_forward(0).expect("it leads there");
    let get = |path: &str| {
        let client = Client::connect(tunnel.address).expect("it listens");
        let response = client.get(path, &[("connection", "close")]);
        response.expect("an answer")
    };
    assert_eq!(get(WITHDRAWN).status, 200);
    let was = get(OLD_PART);

    // The next one has the parts of the one before.
    let parts = server.path("parts");
    let earlier = [before.digest, Digest::of(b"no image")];
    registry.collect_parts(&earlier, &parts).expect("collected");
    let live = make(&STATIC_LIVE, Some(&parts), &server.path("live")).expect("made");
    registry.push(&live).expect("taken");
    loop {
        let mut deployment = api.deployment().expect("it answers");
        deployment.set_image(&registry.image(live.digest));
        if let Replacement::Saved(_) = api.replace(&deployment).expect("it answers") {
            break;
        }
    }
    let (deployment, rollout) = api.wait_for_rollout(patience).expect("it answers");
    assert_eq!(rollout, Rollout::Complete);
    assert_eq!(deployment.image(), registry.image(live.digest));
    assert_eq!(container::files(&nodes), ["parts", "site-server"]);
    drop(tunnel);
    let tunnel = api.port_forward(0).expect("it leads there");
    let arguments = ["--before", STATIC_BEFORE.to_str().expect("UTF-8")];
    let verified = verify(tunnel.address, &arguments);
    assert_eq!(verified.status, Some(0), "{}", verified.said);
    let client = Client::connect(tunnel.address).expect("it listens");
    let is = client
        .get(OLD_PART, &[("connection", "close")])
        .expect("an answer");
    assert_eq!((is.status, &is.body), (200, &was.body));
    assert_eq!(is.header("etag"), was.header("etag"));

    // The registry gives back the same files.
    let fetched = registry
        .fetch(live.digest, &server.path("fetched"))
        .expect("kept");
    assert!(fs::read(&fetched.server).expect("there") == fs::read(&*STATIC_LIVE).expect("built"));
    let name = &OLD_PART["/assets/".len()..];
    let (part, kept) = (parts.join(name), fetched.parts.expect("parts").join(name));
    let seconds = |file: &Path| {
        let time = fs::metadata(file)
            .and_then(|file| file.modified())
            .expect("there");
        time.duration_since(SystemTime::UNIX_EPOCH)
            .expect("later")
            .as_secs()
    };
    assert_eq!(seconds(&part), seconds(&kept));
    assert!(fs::read(part).expect("there") == fs::read(kept).expect("there"));

    // Pruning.
    registry.delete(before.digest).expect("deleted");
    assert!(!registry.has(before.digest).expect("it answers"));
    assert!(registry.has(live.digest).expect("it answers"));
    let error = registry.delete(before.digest).expect_err("it isn't there");
    holds(
        &format!("{error:#}"),
        &["expected the registry to delete the tag"],
    );

    // One that needs libraries, and a registry that lies, refuses, or isn't there.
    let error = make(&LIVE, None, &server.path("libraries")).err();
    holds(
        &format!("{:#}", error.expect("it refuses")),
        &["expected a static program"],
    );
    let manifest = server.stored(&format!("sha256:{}", live.digest));
    let right = fs::read(&manifest).expect("stored");
    fs::write(&manifest, b"{}").expect("writable");
    assert!(!registry.has(live.digest).expect("it answers"));
    let error = registry.fetch(live.digest, &server.path("lie")).err();
    holds(
        &format!("{:#}", error.expect("it differs")),
        &["it can't be fetched"],
    );
    fs::write(&manifest, right).expect("writable");
    server.run("  maintenance: {readonly: {enabled: true}}\n");
    let error = registry.push(&before).expect_err("it refuses");
    holds(
        &format!("{error:#}"),
        &["and it refuses", "What was live is live"],
    );
    server.go_down();
    assert!(!registry.has(live.digest).expect("skopeo runs"));
}
