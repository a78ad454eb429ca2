//! The export as served by Cloudflare: `wrangler pages dev` runs Cloudflare's server, and its responses match this
//! product's server.

use crate::package::package;
use crate::server::{Running, free_address};
use crate::serving::export::exported;
use crate::serving::program::{all_paths, digest, serve};
use site_cli::client::Response;
use std::collections::BTreeSet;
use std::process::Command;

#[test]
#[ignore = "long"]
fn cloudflare_serves_an_export_as_the_server_does() {
    let wrangler = package("wrangler", &[]);
    let folder = tempfile::tempdir().expect("a folder for the test");
    let dir = folder.path().join("export");
    exported(&dir);
    let address = free_address().expect("a free port");
    let mut command = Command::new("node");
    command
        .arg(wrangler.join("node_modules/wrangler/bin/wrangler.js"))
        .args(["pages", "dev"])
        .arg(&dir)
        .args(["--ip", "127.0.0.1", "--port", &address.port().to_string()])
        // The newest date that the pinned version supports. An export has no code that depends on it.
        .args(["--compatibility-date", "2026-05-01"])
        .env("CI", "1")
        .env("WRANGLER_SEND_METRICS", "false")
        .current_dir(folder.path());
    let theirs = Running::start(&mut command, address).expect("it listens");
    let ours = serve(&[]);
    let our_client = ours.client().expect("it listens");
    let their_client = theirs.client().expect("it listens");
    let mut differences = Vec::new();
    let paths = all_paths();
    // Not /404, because Cloudflare serves the page for unknown addresses at its own address.
    let elsewhere = ["/nowhere", "/nowhere/"];
    for path in paths.iter().map(String::as_str).chain(elsewhere) {
        for method in ["GET", "HEAD"] {
            let ours = our_client.request(method, path, &[]).expect("a response");
            let theirs = their_client.request(method, path, &[]).expect("a response");
            let (missing, added) = compared(&ours, &theirs);
            if !missing.is_empty() || !added.is_empty() {
                differences.push(format!("{method} {path}\n  - {missing:?}\n  + {added:?}"));
            }
        }
    }
    println!("Cloudflare: responses at {} paths compared", paths.len());
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// Headers about the connection or the encoding, which the host sets.
const NOT_COMPARED: &str = "accept-ranges cache-tag connection content-length date etag keep-alive server transfer-encoding vary";

/// Returns the lines that are only in our response, and the lines that are only in theirs.
fn compared(ours: &Response, theirs: &Response) -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut ours, mut theirs) = (lines(ours), lines(theirs));
    // A removed page returns 404 there: no file and no rule can set 410.
    if ours.remove("status 410") {
        ours.insert("status 404".to_owned());
    }
    for default in DEFAULTS {
        ours.remove(default);
        theirs.remove(default);
    }
    // There, redirects and errors lack our headers, and a redirect has the host's body.
    if !theirs.contains("status 200") {
        let parts: &[&str] = if theirs.contains("status 404") {
            &["status ", "body "]
        } else {
            &["status ", "location: "]
        };
        let says = |line: &String| parts.iter().any(|part| line.starts_with(part));
        ours.retain(says);
        theirs.retain(says);
    }
    let missing = ours.difference(&theirs).cloned().collect();
    let added = theirs.difference(&ours).cloned().collect();
    (missing, added)
}

/// Headers that the host adds unless a rule overrides them, or that match the default behavior.
const DEFAULTS: [&str; 4] = [
    "access-control-allow-origin: *",
    "cross-origin-resource-policy: cross-origin",
    "referrer-policy: strict-origin-when-cross-origin",
    "x-server-env: dev",
];

fn lines(response: &Response) -> BTreeSet<String> {
    let headers = response.headers.iter();
    let headers = headers.filter(|(name, _)| NOT_COMPARED.split(' ').all(|it| it != name));
    let mut lines: BTreeSet<String> = headers
        .map(|(name, value)| match name.as_str() {
            "content-type" => format!("{name}: {}", media_type(value)),
            _ => format!("{name}: {value}"),
        })
        .collect();
    lines.insert(format!("status {}", response.status));
    lines.insert(format!("body {}", digest(&response.body)));
    lines
}

/// The host derives the type from the file extension, and uses older names for some types.
fn media_type(value: &str) -> &str {
    match value.split(';').next().unwrap_or_default() {
        "application/javascript" => "text/javascript",
        other => other,
    }
}
