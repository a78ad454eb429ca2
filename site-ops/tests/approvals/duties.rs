//! The roles that must approve a change, by the files that differ.

use super::{Site, tip};
use crate::workspace::{git, lacks};
use site_cli::duties::{Duty, duty_of_path};
use std::fs;

impl Site {
    /// Commits a file on the change's branch. The first call creates the branch.
    fn propose_file(&self, path: &str, text: &str) {
        let branch = git(&self.workspace, "branch --show-current");
        if branch.trim() == "main" {
            git(&self.workspace, "switch --quiet --create change");
        }
        let file = self.workspace.path().join(path);
        fs::create_dir_all(file.parent().expect("a folder")).expect("writable");
        fs::write(file, text).expect("writable");
        self.workspace.commit();
    }
}

#[test]
fn each_file_has_a_duty() {
    for (path, duty) in [
        ("content/fees.toml", Duty::Compliance),
        ("content/facts.toml", Duty::Compliance),
        ("content/site.toml", Duty::Compliance),
        ("content/words.toml", Duty::Compliance),
        (".github/approvers.toml", Duty::Compliance),
        (".github/CODEOWNERS", Duty::Compliance),
        (".github/rulesets/main.json", Duty::Compliance),
        ("content/pages/fees.toml", Duty::Editor),
        ("content/articles/first.mdx", Duty::Editor),
        ("docs/compliance.md", Duty::Editor),
        ("site-server/tests/snapshots/pages/fees.snap", Duty::Editor),
        ("contents/fees.toml", Duty::Maintenance),
        ("docs.sh", Duty::Maintenance),
        ("site-server/tests/snapshots/all.rs", Duty::Maintenance),
        ("site-server/src/snapshots/a.snap", Duty::Maintenance),
        ("web/tests/snapshots/a.snap", Duty::Maintenance),
        ("README.md", Duty::Maintenance),
        (".github/rulesets", Duty::Maintenance),
    ] {
        assert_eq!(duty_of_path(path), duty, "{path}");
    }
}

/// Code can show a fee that content doesn't have.
#[test]
fn an_editor_approves_no_code() {
    for path in [
        ".github/workflows/publish.yml",
        ".github/scripts/gate.sh",
        "deploy/publish/install.sh",
        "site-place/src/state.rs",
        "site-ops/src/approvals/judge.rs",
        "site-schema/src/fees.rs",
        "web/src/blocks/fees/fees.tsx",
        "Cargo.lock",
    ] {
        let mut site = Site::new();
        site.propose_file(path, "// 0.9%\n");
        site.merge("amy");
        site.approve("erin");
        site.approve("dan");
        let part = format!("maintenance ({path}): not approved");
        let parts = [
            part.as_str(),
            "by compliance or a maintainer",
            "erin approved, but the role of erin, editor, can't give",
            "dan approved, but the role of dan, deputy, can't give",
        ];
        site.asks(1, &parts);
        site.approve("max");
        site.asks(0, &["Max Maintainer (max, maintainer)"]);
    }

    // Compliance can approve code too, and so can a deputy for an officer's own code.
    let mut site = Site::new();
    site.propose_file("web/src/fees.tsx", "0.9%");
    site.merge("amy");
    site.approve("cora");
    site.asks(0, &["Cora Compliance"]);
    let mut own = Site::new();
    own.propose_file("web/src/fees.tsx", "0.9%");
    own.merge("cora");
    own.approve("dan");
    own.asks(0, &["Dan Deputy"]);

    // If there are many files, the report lists a few.
    let mut many = Site::new();
    for number in 1..=7 {
        many.propose_file(&format!("web/src/{number}.tsx"), "0.9%");
    }
    many.merge("max");
    many.approve("max");
    let listed = "web/src/5.tsx, 2 other files): not approved";
    many.asks(1, &[listed, "max approved, but contributed to the change"]);
}

#[test]
fn a_maintainer_approves_no_fees_and_may_approve_words() {
    let mut site = Site::new();
    site.propose_rate();
    site.propose_file("web/src/fees.tsx", "0.9%");
    site.merge("amy");
    site.approve("max");
    let parts = [
        "compliance (content/fees.toml, For compliance: fees): not approved",
        "max approved, but the role of max, maintainer, can't give",
    ];
    site.asks(1, &parts);
    // One approval by compliance covers both parts.
    site.approve("cora");
    lacks(&site.asks(0, &["Cora Compliance"]), &["maintenance"]);

    let mut words = Site::new();
    words.propose_words();
    words.merge("amy");
    words.approve("max");
    words.asks(0, &["editor: Max Maintainer"]);
}

#[test]
fn who_may_approve_is_never_part_of_the_change() {
    let list = fs::read_to_string(Site::new().workspace.path().join(".github/approvers.toml"));
    let list = list.expect("readable");
    let officer = "\n[[approvers]]\nlogin = \"eve\"\nname = \"Eve\"\nrole = \"compliance\"\nstarts = 2026-01-01\n";
    let mut site = Site::new();
    site.propose_rate();
    site.propose_file(".github/approvers.toml", &format!("{list}{officer}"));
    site.propose_file(".github/CODEOWNERS", "* @eve\n");
    site.merge("amy");
    for login in ["eve", "erin", "max", "dan"] {
        site.approve(login);
    }
    let parts = [
        "compliance (.github/CODEOWNERS, .github/approvers.toml, content/fees.toml",
        "eve approved, but .github/approvers.toml did not list",
        "max approved, but the role of max, maintainer, can't give",
    ];
    site.asks(1, &parts);
    site.approve("cora");
    site.asks(0, &["Cora Compliance"]);
    // The new officer can approve the next change.
    site.base = tip(&site.workspace);
    site.commit("fees.toml", "rate = 65", "rate = 66");
    site.answer_push("amy", "eve");
    site.asks(0, &["Eve (eve, compliance)", "1 change between"]);
}
