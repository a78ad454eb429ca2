//! Scheduled changes, from the files to the visitor: pages are rendered, and responses are prepared and served. None of
//! them contain a change early.

use crate::planned::{AHEAD, planned_site};
use crate::serving::program::{installed, site_server};
use crate::site::Site;
use crate::workspace::said;
use site_check::{Moments, load_for};
use site_cli::server::Running;
use site_schema::Compiled;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// The time of the commit.
const COMMITTED: &str = "2026-01-31T18:00:00Z";

/// The site, built with all scheduled changes.
struct Built {
    folder: TempDir,
    /// A moment in each edition, in UTC.
    moments: Vec<String>,
}

impl Built {
    fn new(site: &Site) -> Self {
        let committed = COMMITTED.parse().expect("a moment");
        let loaded = load_for(site.folder(), Moments::all_at(Some(committed)), false);
        let loaded = loaded.expect("the folder is there");
        assert_eq!(loaded.errors(), 0, "{:#?}", loaded.diagnostics);
        let mut moments = Vec::new();
        for edition in &loaded.trees {
            moments.push(edition.starts.unwrap_or(committed).to_string());
        }

        let folder = tempfile::tempdir().expect("a folder for the test");
        let built = Self { folder, moments };
        let compiled = Compiled::text(&loaded.editions, 2026).expect("plain data");
        fs::write(built.path("content.json"), compiled).expect("writable");
        built.make_pages(&site.path("images"));
        built.make_table();
        built
    }

    fn path(&self, below: &str) -> PathBuf {
        self.folder.path().join(below)
    }

    fn make_pages(&self, images: &Path) {
        let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web");
        let mut build = Command::new(installed("node", "nodejs"));
        build.arg("scripts/build.mjs").current_dir(web);
        build.env("SITE_CONTENT", self.path("content.json"));
        build.env("SITE_IMAGES", images);
        build.env("SITE_DIST", self.path("dist"));
        let output = build.output().expect("Node starts");
        assert!(output.status.success(), "{}", said(&output));
    }

    fn make_table(&self) {
        let program = Path::new(env!("CARGO_BIN_EXE_site")).with_file_name("site-prepare");
        // The files that don't depend on the content are compressed already.
        let compressed =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/site/fixture/bodies");
        fs::create_dir(self.path("bodies")).expect("writable");
        for entry in fs::read_dir(compressed).expect("readable") {
            let entry = entry.expect("readable");
            let copy = self.path("bodies").join(entry.file_name());
            fs::copy(entry.path(), copy).expect("writable");
        }
        let mut prepare = Command::new(program);
        prepare.arg("--content").arg(self.path("content.json"));
        prepare.arg("--dist").arg(self.path("dist"));
        prepare.arg("--out").arg(self.path("table.bin"));
        prepare.arg("--cache").arg(self.path("bodies"));
        let output = prepare
            .output()
            .expect("`cargo site build` makes site-prepare");
        assert!(output.status.success(), "{}", said(&output));
    }

    /// Returns all paths of the edition at a moment.
    fn paths(&self, moment: &str) -> BTreeSet<String> {
        let mut server = Command::new(site_server());
        server.arg("--table").arg(self.path("table.bin"));
        server.args(["--on", moment, "--paths"]);
        let output = server.output().expect("it starts");
        assert!(output.status.success(), "{}", said(&output));
        let printed = String::from_utf8(output.stdout).expect("UTF-8");
        printed.lines().map(str::to_owned).collect()
    }

    /// Returns the server's responses for paths at a moment, each as one text.
    fn responses(&self, moment: &str, paths: &BTreeSet<String>) -> BTreeMap<String, Response> {
        let table = self.path("table.bin");
        let table = table.to_str().expect("UTF-8");
        let arguments = ["--table", table, "--on", moment];
        let server = Running::site_server(&site_server(), &arguments).expect("it listens");
        let client = server.client().expect("it listens");
        let mut responses = BTreeMap::new();
        for path in paths {
            let response = client
                .get(path, &[("accept-encoding", "identity")])
                .expect("a response");
            let mut text = format!("{path}\n");
            for (name, value) in &response.headers {
                text += &format!("{name}: {value}\n");
            }
            text += &String::from_utf8_lossy(&response.body);
            let status = response.status;
            responses.insert(path.clone(), Response { status, text });
        }
        responses
    }
}

struct Response {
    status: u16,
    /// Its path, headers and body.
    text: String,
}

#[test]
fn nothing_ahead_is_served_before_its_day() {
    let built = Built::new(&planned_site());
    let now = built.paths(&built.moments[0]);
    let mut ever = BTreeSet::new();
    for moment in &built.moments {
        ever.extend(built.paths(moment));
    }

    let before = built.responses(&built.moments[0], &ever);
    for path in ever.difference(&now) {
        assert_eq!(before[path].status, 404, "{path} answers before its day");
    }
    let mut later = String::new();
    for moment in &built.moments[1..] {
        for response in built.responses(moment, &ever).values() {
            later += &response.text;
        }
    }
    for (_, words) in AHEAD {
        assert!(later.contains(words), "{words} is never served");
        for path in &now {
            let response = &before[path];
            assert!(
                !response.text.contains(words),
                "{path} has {words} before its day"
            );
        }
    }
    let count = now.len();
    let moments = built.moments.len() - 1;
    println!("{count} responses before {moments} moments hold nothing that waits for one");
}
