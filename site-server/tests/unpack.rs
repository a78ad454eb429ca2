//! `--unpack` writes exactly what is served.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{Server, command, fails};

#[test]
fn the_manifest_lists_what_the_server_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    let manifest = unpacked(folder.path());
    let server = Server::start();

    let editions = manifest["editions"].as_array().expect("editions");
    assert_eq!(editions.len(), 1);
    assert!(editions[0]["starts"].is_null(), "there from the beginning");
    let rows = editions[0]["rows"].as_array().expect("rows");
    assert!(rows.len() > 10, "{}", rows.len());
    for row in rows {
        let path = row["path"].as_str().expect("a path");
        let asked = if path.is_empty() { "/nowhere" } else { path };
        let response = server.get(asked, &[("accept-encoding", "identity")]);
        assert_eq!(row["status"], response.status, "{path}");
        let headers = row["headers"].as_array().expect("headers");
        for header in headers {
            let name = header[0].as_str().expect("a name");
            assert_eq!(header[1].as_str(), response.header(name), "{path}: {name}");
        }
        // The server also sends the time, and that it closes the connection as requested.
        assert_eq!(response.headers.len(), headers.len() + 2, "{path}");
        let body = match row["body"].as_str() {
            Some(name) => fs::read(folder.path().join("bodies").join(name)).expect("a body"),
            None => Vec::new(),
        };
        assert!(body == response.body, "{path}");
        for tag in row["etags"].as_array().expect("tags") {
            let coding = tag[0].as_str().expect("a coding");
            let response = server.get(asked, &[("accept-encoding", coding)]);
            assert_eq!(tag[1].as_str(), response.header("etag"), "{path}: {coding}");
        }
    }
}

#[test]
fn nothing_that_lies_in_the_folder_is_lost() {
    let folder = tempfile::tempdir().expect("a folder");
    unpacked(folder.path());
    let mut again = command();
    again.arg("--unpack").arg(folder.path());
    fails(&mut again, 1, "found files in it");
    let file = folder.path().join("manifest.json/below");
    let mut below = command();
    below.arg("--unpack").arg(&file);
    fails(&mut below, 1, "expected to write");
}

/// Unpacks the tests' own site, and returns its manifest.
fn unpacked(folder: &Path) -> Value {
    let mut unpack = command();
    let status = unpack.arg("--unpack").arg(folder).status();
    assert!(status.expect("the binary starts").success());
    let json = fs::read(folder.join("manifest.json")).expect("a manifest");
    serde_json::from_slice(&json).expect("JSON")
}
