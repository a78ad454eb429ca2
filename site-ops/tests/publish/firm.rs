//! A firm that publishes to a machine: a clone with content, a place, and optionally a record.

use super::machine::Machine;
use crate::verify::place::CHANGED;
use crate::verify::proxy;
use crate::workspace::{Workspace, git, holds, said};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

/// A clone whose commits have the names in the tests' servers, and the machine that serves it.
pub struct Firm {
    pub machine: Machine,
    pub clone: Workspace,
    record: Option<PathBuf>,
}

impl Firm {
    pub fn new() -> Self {
        let clone = Workspace::small().committed();
        let machine = Machine::start();
        let firm = Self {
            machine,
            clone,
            record: None,
        };
        firm.git("tag before");
        firm.git("commit --quiet --allow-empty --message=Change");
        firm.git("tag live");
        firm
    }

    /// A firm that keeps a record.
    pub fn with_record() -> Self {
        let mut firm = Self::new();
        firm.record = Some(firm.machine.path("record"));
        let create = ["create", "--zone", "America/Chicago"];
        let mut create = firm.record(&create);
        create.args(["--fiscal-year-ends", "12-31", "--actor", "ann"]);
        succeeds(&mut create);
        firm
    }

    pub fn git(&self, words: &str) {
        git(&self.clone, words);
    }

    /// The command `cargo site-ops` in the clone.
    pub fn ops(&self, arguments: &[&str]) -> Command {
        let mut ops = self.machine.ops();
        ops.args(arguments).current_dir(self.clone.path());
        if let Some(record) = &self.record {
            ops.env("SITE_RECORD", record);
        }
        ops
    }

    /// The command `cargo site-ops record`.
    pub fn record(&self, arguments: &[&str]) -> Command {
        let mut record = self.ops(&["record"]);
        record.args(arguments);
        record
    }

    /// The state of the place according to the record: `served`, `under_way`, `held`.
    pub fn recorded(&self) -> Value {
        let status = succeeds(&mut self.record(&["status", "--place", "live"]));
        serde_json::from_str(&status).expect("JSON")
    }

    /// The events of the record, one per line.
    pub fn events(&self) -> String {
        succeeds(&mut self.record(&["list"]))
    }

    /// Writes a positive answer of the gate for everything up to a commit. Returns its folder.
    pub fn gate(&self, head: &str) -> PathBuf {
        let state = self.machine.state();
        let folder = self.machine.path("gate");
        _ = fs::create_dir(&folder);
        let answer = json!({
            "base": state.approved.commit,
            "head": head,
            "revision": state.revision,
            "approved": head,
        });
        for (name, text) in [
            ("gate.json", answer.to_string()),
            ("approvals.json", json!({ "changes": [] }).to_string()),
            ("answers.json", "{}".to_owned()),
        ] {
            fs::write(folder.join(name), text).expect("writable");
        }
        folder
    }

    /// The command that publishes a built server that the gate has approved.
    pub fn publishing(&self, server: &Path) -> Command {
        let identity = site_table::identify(server).expect("a built server");
        let gate = self.gate(&identity.commit.expect("a commit"));
        let mut publish = self.publishing_without_gate(server);
        publish.arg("--gate").arg(gate);
        publish
    }

    /// The command that publishes a built server.
    pub fn publishing_without_gate(&self, server: &Path) -> Command {
        let mut publish = self.ops(&["publish"]);
        publish.arg(server).arg("--outcome");
        publish.arg(self.machine.path("outcome"));
        publish
    }

    pub fn publish(&self, server: &Path, variables: &[(&str, &str)]) -> Output {
        let mut publish = self.publishing(server);
        publish.envs(variables.iter().copied());
        publish.output().expect("site-ops runs")
    }

    /// Asserts the exit code of a publication, and the live commit afterward.
    #[track_caller]
    pub fn ended(&self, output: &Output, code: i32, words: &str, live: &str) {
        assert_eq!(output.status.code(), Some(code), "{}", said(output));
        let outcome = fs::read_to_string(self.machine.path("outcome")).expect("written");
        holds(&outcome, &[words]);
        assert_eq!(self.machine.live().1, live, "{}", said(output));
    }

    /// The address of a proxy that changes the response at one path of the server.
    pub fn liar(&self, path: &'static str) -> String {
        let lie: proxy::Lie = Arc::new(move |request, response| {
            if request.path == path {
                response.status = 500;
            }
        });
        let address = proxy::before(self.machine.systemd.address, lie);
        format!("http://{address}")
    }

    /// The same at the page that differs between the tests' two servers.
    pub fn liar_at_changed(&self) -> String {
        self.liar(CHANGED)
    }
}

/// Runs a command that must succeed. Returns its output.
#[track_caller]
pub fn succeeds(command: &mut Command) -> String {
    let output = command.output().expect("the command runs");
    assert!(output.status.success(), "{}", said(&output));
    String::from_utf8(output.stdout).expect("UTF-8")
}
