//! Cloudflare Pages, as far as the program goes that answers there: what is deployed is served by `wrangler pages dev`.

use super::registry::{PROGRAMS, Registry, STATIC_BEFORE, STATIC_LIVE};
use super::{Place, are_installed, make_clone, make_executable, script};
use crate::package::package;
use crate::server::free_address;
use crate::verify::place::{CHANGED, OLD_PART, WITHDRAWN, verify};
use crate::verify::proxy::{self, Lie};
use crate::workspace::{holds, said};
use site_cli::client::{Client, Response};
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};
use tempfile::TempDir;

/// Takes a deployment as Cloudflare does, and has the real program serve it in place of the one before.
const WRANGLER: &str = r#"#!/bin/bash
set -euo pipefail
expected="--project-name firm-site --branch main --commit-hash"
[[ "$1 $2" == "pages deploy" && "${*:4}" == "$expected "* ]] || { echo "not understood: $*" >&2; exit 1; }
if [ -e "$TEST_FOLDER/refuses" ]; then echo 'Authentication error [code: 10000]' >&2; exit 1; fi
served=$(mktemp -d "$TEST_FOLDER/deployment.XXXXXX")
cp -r "$3/." "$served"
if [ -e "$TEST_FOLDER/process" ]; then
    kill "$(cat "$TEST_FOLDER/process")"
    while (exec 3<> "/dev/tcp/127.0.0.1/$TEST_PORT") 2> /dev/null; do sleep 0.1; done
fi
cd "$TEST_FOLDER"
node "$TEST_WRANGLER" pages dev "$served" --ip 127.0.0.1 --port "$TEST_PORT" --compatibility-date 2026-05-01 > "$TEST_FOLDER/log" 2>&1 < /dev/null &
echo $! > "$TEST_FOLDER/process"
until (exec 3<> "/dev/tcp/127.0.0.1/$TEST_PORT") 2> /dev/null; do
    kill -0 $!
    sleep 0.1
done
"#;

struct Pages {
    registry: Registry,
    /// Where the program listens.
    engine: SocketAddr,
    /// The same without what only the program says that serves on this machine.
    address: SocketAddr,
    wrangler: PathBuf,
}

impl Pages {
    fn new() -> Self {
        let registry = Registry::start();
        let folder = registry.path("pages");
        fs::create_dir(&folder).expect("writable");
        let program = folder.join("wrangler");
        fs::write(&program, WRANGLER).expect("writable");
        make_executable(&program);
        let engine = free_address().expect("a free port");
        let pages = Self {
            registry,
            engine,
            address: proxy::before(engine, as_there()),
            wrangler: package("wrangler", &[]).join("node_modules/wrangler/bin/wrangler.js"),
        };
        pages.done(&["create"]);
        pages
    }

    fn set(&self, command: &mut Command) {
        let folder = self.registry.path("pages");
        let path = std::env::var("PATH").expect("a PATH");
        command.env("PATH", format!("{}:{path}", folder.display()));
        command.env("SITE_PLACE", "pages://firm-site");
        command.env("SITE_STORE", self.registry.repository("site"));
        command.env("SITE_ORIGIN", format!("http://{}", self.address));
        crate::name_programs(command);
        command.env("HOME", self.registry.home());
        command.env("TEST_FOLDER", folder);
        command.env("TEST_PORT", self.engine.port().to_string());
        command.env("TEST_WRANGLER", &self.wrangler);
        command.env_remove("SITE_URL").env_remove("SITE_RECORD");
    }

    fn get(&self, path: &str) -> Response {
        let client = Client::connect(self.engine).expect("it listens");
        client.get(path, &[]).expect("an answer")
    }

    /// Publishes by publish.sh; returns its status and what it said.
    fn run(&self, server: &Path) -> (Option<i32>, String) {
        let clone = self.registry.path("clone");
        make_clone(&clone);
        let mut publish = Command::new("bash");
        publish.arg(script("publish.sh")).arg(server);
        self.set(&mut publish);
        // The content that an export is of is this repository's, and the commits are those of the servers.
        publish.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
        publish.env("GIT_DIR", clone.join(".git"));
        publish.env("SITE_BREAK_GLASS", "ann: for the test");
        let output = publish.output().expect("bash runs");
        (output.status.code(), said(&output))
    }
}

impl Place for Pages {
    fn command(&self) -> Command {
        let mut command = Command::new("bash");
        command.arg(script("place.sh"));
        command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
        self.set(&mut command);
        command
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        let process = fs::read_to_string(self.registry.path("pages/process"));
        if let Ok(process) = process {
            _ = Command::new("kill").arg(process.trim()).status();
        }
    }
}

/// The answers of the program without the header that it adds on a machine of one's own, and with bodies of a known length.
fn as_there() -> Lie {
    let not_passed_on = ["x-server-env", "transfer-encoding"];
    Arc::new(move |_, response| {
        let headers = &mut response.headers;
        headers.retain(|(name, _)| !not_passed_on.contains(&name.as_str()));
    })
}

/// As there, but for a change to one path.
fn changed(path: &'static str, change: fn(&mut Response)) -> Lie {
    let as_there = as_there();
    Arc::new(move |request, response| {
        as_there(request, response);
        if request.path == path {
            change(response);
        }
    })
}

fn set(response: &mut Response, name: &str, value: &str) {
    response.headers.retain(|(known, _)| known != name);
    response.headers.push((name.to_owned(), value.to_owned()));
}

/// A folder with pages.sh and programs that stand for the others: a publication with three older parts, `cargo site export`
/// with these rules and words, and a wrangler that keeps what it is to deploy in `deployed`.
fn stubs(rules: &str, words: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = |name: &str| folder.path().join(name);
    fs::create_dir_all(path("publication/parts")).expect("writable");
    for (age, name) in ["new.js", "old.png", "old.js"].iter().enumerate() {
        let part = fs::File::create(path("publication/parts").join(name)).expect("writable");
        let days = u64::try_from(age).expect("small") + 1;
        let time = SystemTime::now() - Duration::from_secs(days * 86_400);
        part.set_modified(time).expect("ours");
    }
    fs::write(path("rules"), rules).expect("writable");
    fs::copy(script("pages.sh"), path("pages.sh")).expect("writable");
    let at = folder.path().display();
    for (name, lines) in [
        ("registry.sh", format!("case \"$1\" in unpack) cp -a {at}/publication \"$3\" ;; newest) printf %064d 0 ;; esac")),
        ("site", format!("mkdir -p \"$2\"; cp {at}/rules \"$2/_headers\"; echo '{words}'")),
        ("wrangler", format!("cp -r \"$3\" {at}/deployed")),
        (
            "publication/site-server",
            r#"[ "$1" = --table ] || exit 0
name=${2##*/}
policy=same-origin
[ "${name##*.}" != png ] || policy=cross-origin
mkdir -p "$4/bodies"
echo "$name" > "$4/bodies/abc"
echo '{"editions": [{"rows": [{"path": "/assets/'"$name"'", "headers": [["cross-origin-resource-policy", "'"$policy"'"]]}]}]}' > "$4/manifest.json""#
                .to_owned(),
        ),
    ] {
        fs::write(path(name), format!("#!/bin/bash\n{lines}\n")).expect("writable");
        make_executable(&path(name));
    }
    folder
}

/// Runs pages.sh of such a folder.
fn switch(folder: &TempDir) -> Output {
    let path = std::env::var("PATH").expect("a PATH");
    let mut pages = Command::new("bash");
    pages.arg(folder.path().join("pages.sh"));
    pages.args(["switch", &"0".repeat(64)]);
    pages.env("PATH", format!("{}:{path}", folder.path().display()));
    pages.env("SITE_PLACE", "pages://firm-site");
    pages.env("SITE_STORE", "registry.example.com/firm/site");
    pages.env("SITE_PROGRAM", folder.path().join("site"));
    pages.output().expect("bash runs")
}

#[test]
fn what_cloudflare_does_not_take_is_not_deployed() {
    let folder = stubs("/*\n  x: y\n", "not for Cloudflare: _headers: 101 rules");
    let output = switch(&folder);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    holds(
        &said(&output),
        &[
            "101 rules",
            "within Cloudflare's limits",
            "Nothing was deployed",
        ],
    );
    assert!(!folder.path().join("deployed").exists());
}

#[test]
fn parts_of_earlier_publications_take_no_more_rules_than_there_are() {
    if !are_installed(&["jq"]) {
        return;
    }
    let pages = |count: usize| -> String {
        (0..count)
            .map(|page| format!("/{page}\n  x: y\n"))
            .collect()
    };
    let own_rule = "/assets/new.js\n  cross-origin-resource-policy: same-origin\n";
    let of_scripts = "/assets/*.js\n  cross-origin-resource-policy: same-origin\n";
    let all_parts = ["new.js", "old.js", "old.png"];
    for (rules, more_rules, parts) in [
        (pages(99), own_rule, &["new.js", "old.png"][..]),
        (pages(99) + of_scripts, "", &all_parts),
    ] {
        let folder = stubs(&rules, "exported");
        let output = switch(&folder);
        assert!(output.status.success(), "{}", said(&output));
        let deployed = folder.path().join("deployed");
        let headers = fs::read_to_string(deployed.join("_headers")).expect("deployed");
        assert_eq!(headers, rules + more_rules);
        let mut names = Vec::new();
        for part in fs::read_dir(deployed.join("assets")).expect("deployed") {
            names.push(part.expect("readable").file_name());
        }
        names.sort();
        assert_eq!(names, parts);
        let is_left_out = said(&output).contains("old.js of an earlier publication is left out");
        assert_eq!(is_left_out, parts.len() < all_parts.len());
    }
}

#[test]
#[ignore = "long"]
fn pages_are_deployed_and_the_ones_before_again() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let pages = Pages::new();
    let (status, said_by_run) = pages.run(&STATIC_BEFORE);
    assert_eq!(status, Some(0), "{said_by_run}");
    holds(&said_by_run, &["checked: before"]);
    let before = pages.live()[..64].to_owned();
    let was = pages.get(OLD_PART);
    assert_eq!((was.status, pages.get(WITHDRAWN).status), (200, 200));

    // What wrangler refuses is not live.
    let refuses = pages.registry.path("pages/refuses");
    fs::write(&refuses, "").expect("writable");
    let digest = pages.done(&["put", STATIC_LIVE.to_str().expect("UTF-8")]);
    let output = pages.ask(&["switch", &digest]);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    holds(
        &said(&output),
        &["Authentication error", "CLOUDFLARE_API_TOKEN"],
    );
    assert_eq!(pages.live()[..64], before);
    assert_eq!(pages.get(WITHDRAWN).status, 200);
    // Nor can it be gone back from, which is no reason to be alarmed.
    let (status, said_by_run) = pages.run(&STATIC_LIVE);
    assert_eq!(status, Some(1), "{said_by_run}");
    holds(
        &said_by_run,
        &["Not live", "What was live is live, as its origin says"],
    );
    fs::remove_file(refuses).expect("ours");

    let (status, said_by_run) = pages.run(&STATIC_LIVE);
    assert_eq!(status, Some(0), "{said_by_run}");
    holds(&said_by_run, &["checked: live"]);
    assert_eq!(pages.get(WITHDRAWN).status, 404);
    let is = pages.get(OLD_PART);
    assert_eq!((is.status, is.body), (200, was.body), "pages that are open");
    let (status, said_by_run) = pages.run(&STATIC_BEFORE);
    assert_eq!(status, Some(0), "{said_by_run}");
    holds(&said_by_run, &["Already live with live"]);

    what_is_left_to_the_host_is_no_lie(&pages);

    // A network that has the deployment a moment late is asked again.
    let asked = AtomicUsize::new(0);
    let as_there = as_there();
    let late: Lie = Arc::new(move |request, response| {
        as_there(request, response);
        if request.path == CHANGED && asked.fetch_add(1, Ordering::Relaxed) == 0 {
            response.status = 404;
        }
    });
    let mut check = Command::new("bash");
    check.arg(script("check.sh")).arg(&*STATIC_LIVE);
    pages.set(&mut check);
    let origin = format!("http://{}", proxy::before(pages.engine, late));
    let output = check.env("SITE_ORIGIN", origin).output();
    let output = output.expect("bash runs");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    holds(&said(&output), &["asks again", "answers as it should"]);

    // From what the registry keeps, without a build.
    pages.done(&["switch", &before]);
    assert_eq!(pages.get(WITHDRAWN).status, 200);
    let server = STATIC_BEFORE.to_str().expect("UTF-8");
    let verified = verify(pages.address, &["--files", "--server", server]);
    assert_eq!(verified.status, Some(0), "{}", verified.said);
}

/// What Cloudflare says by itself is tolerated, and nothing that stands near to it.
fn what_is_left_to_the_host_is_no_lie(pages: &Pages) {
    let server = STATIC_LIVE.to_str().expect("UTF-8");
    // A page that is there no longer is asked for as well.
    let before = STATIC_BEFORE.to_str().expect("UTF-8");
    type Change = fn(&mut Response);
    let lies: [(&str, &str, Change); 8] = [
        ("body", WITHDRAWN, |response| response.body.push(b'.')),
        ("location", "/subscribe", |response| {
            set(response, "location", "https://elsewhere.example.com/");
        }),
        ("set-cookie", WITHDRAWN, |response| {
            set(response, "set-cookie", "a=b");
        }),
        ("status", "/subscribe", |response| response.status = 200),
        ("content-type", CHANGED, |response| {
            set(response, "content-type", "text/html");
        }),
        ("content-security-policy", CHANGED, |response| {
            response
                .headers
                .retain(|(name, _)| name != "content-security-policy");
        }),
        ("referrer-policy", "/feed.xml", |response| {
            set(response, "referrer-policy", "unsafe-url");
        }),
        ("access-control-allow-origin", CHANGED, |response| {
            set(
                response,
                "access-control-allow-origin",
                "https://elsewhere.example.com",
            );
        }),
    ];
    for (what, path, change) in lies {
        let liar = proxy::before(pages.engine, changed(path, change));
        let arguments = ["--files", "--server", server, "--before", before];
        let verified = verify(liar, &arguments);
        assert_eq!(verified.status, Some(1), "{what}: {}", verified.said);
        let differences = verified.differences();
        assert!(
            differences.iter().all(|(found, _)| found == what),
            "{what}: {differences:?}"
        );
    }
}
