//! Compares the rules that protect main, and the code owners, with GitHub's responses.

use crate::workspace::{Workspace, lacks};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

const APPROVERS: &str = "[[approvers]]\nlogin = \"cora\"\nname = \"Cora\"\nrole = \"compliance\"\nstarts = 2026-01-01\n";

const OWNERS: &str = "\
*                        @example/engineers
/content/                @example/editors
/content/*.toml          @example/compliance
/content/pages/everything.toml @example/compliance
/content/pages/index.toml @example/compliance
/.github/                @example/compliance
";

/// A site with owners, approvers and rules, in Git.
fn site() -> Workspace {
    let workspace = Workspace::small();
    write(&workspace, "approvers.toml", APPROVERS);
    write(&workspace, "CODEOWNERS", OWNERS);
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.github/rulesets");
    for name in ["main.json", "merge-queue.json"] {
        let text = fs::read_to_string(rules.join(name)).expect("readable");
        write(&workspace, &format!("rulesets/{name}"), &text);
    }
    workspace.committed()
}

fn write(workspace: &Workspace, file: &str, text: &str) {
    let path = workspace.path().join(".github").join(file);
    fs::create_dir_all(path.parent().expect("a folder")).expect("writable");
    fs::write(path, text).expect("writable");
}

/// GitHub's response if everything matches the repository.
fn answer(workspace: &Workspace) -> Value {
    let text = fs::read_to_string(workspace.path().join(".github/rulesets/main.json"));
    let mut ruleset: Value = serde_json::from_str(&text.expect("readable")).expect("JSON");
    ruleset["id"] = json!(7);
    ruleset["source"] = json!("example/site");
    // GitHub adds its own values, and may order lists differently.
    ruleset["rules"].as_array_mut().expect("a list").reverse();
    json!({ "rulesets": [ruleset], "codeowners_errors": [] })
}

fn asks(workspace: &Workspace, answer: &Value, code: i32, parts: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("answers.json");
    fs::write(&file, answer.to_string()).expect("writable");
    let asked = format!("protect|--check|--answers|{}", file.display());
    workspace.prints(&asked, code, parts)
}

/// The parameters of one of GitHub's rules.
fn parameters<'a>(answer: &'a mut Value, kind: &str) -> &'a mut Value {
    let rules = answer["rulesets"][0]["rules"]
        .as_array_mut()
        .expect("a list");
    let rule = rules.iter_mut().find(|rule| rule["type"] == kind);
    &mut rule.expect("a rule")["parameters"]
}

#[test]
fn rules_as_the_repository_has_them_are_right_and_stricter_ones_too() {
    let site = site();
    let mut found = answer(&site);
    let said = asks(
        &site,
        &found,
        0,
        &[
            "Main is protected as the repository says.",
            "no ruleset `merge queue`",
        ],
    );
    lacks(&said, &["Settings"]);
    parameters(&mut found, "pull_request")["required_approving_review_count"] = json!(2);
    let checks = &mut parameters(&mut found, "required_status_checks")["required_status_checks"];
    checks
        .as_array_mut()
        .expect("a list")
        .push(json!({ "context": "more" }));
    found["rulesets"][0]["conditions"]["ref_name"]["include"] =
        json!(["refs/heads/release", "~DEFAULT_BRANCH"]);
    asks(&site, &found, 0, &[]);
    // Only administrators can see who may bypass the rules.
    found["rulesets"][0]
        .as_object_mut()
        .expect("an object")
        .remove("bypass_actors");
    asks(
        &site,
        &found,
        0,
        &["check its bypass list", "expected there: DeployKey"],
    );
}

#[test]
fn each_rule_that_is_weaker_or_gone_is_named() {
    let site = site();
    let whole = answer(&site);
    let mut found = whole.clone();
    found["rulesets"] = json!([]);
    asks(
        &site,
        &found,
        1,
        &[".github/rulesets/main.json: expected a ruleset `main` on GitHub, found none"],
    );

    found = whole.clone();
    found["rulesets"][0]["enforcement"] = json!("disabled");
    asks(
        &site,
        &found,
        1,
        &["expected `enforcement` to be \"active\" on GitHub, found \"disabled\""],
    );

    found = whole.clone();
    found["rulesets"][0]["rules"]
        .as_array_mut()
        .expect("a list")
        .pop();
    asks(
        &site,
        &found,
        1,
        &["expected the rule `deletion` on GitHub, found none"],
    );

    found = whole.clone();
    parameters(&mut found, "pull_request")["require_code_owner_review"] = json!(false);
    parameters(&mut found, "pull_request")["required_approving_review_count"] = json!(0);
    let checks = &mut parameters(&mut found, "required_status_checks")["required_status_checks"];
    *checks = json!([{ "context": "check", "integration_id": 15368 }]);
    let parts = [
        "`require_code_owner_review` of the rule `pull_request`",
        "`required_approving_review_count` of the rule `pull_request` to be 1 on GitHub, found 0",
        "expected the required check `test` on GitHub, found none",
        "expected the required check `compliance` on GitHub, found none",
        "4 things to correct",
    ];
    asks(&site, &found, 1, &parts);

    found = whole.clone();
    let actors = found["rulesets"][0]["bypass_actors"]
        .as_array_mut()
        .expect("a list");
    actors.push(json!({ "actor_id": 5, "actor_type": "RepositoryRole", "bypass_mode": "always" }));
    asks(
        &site,
        &found,
        1,
        &[
            "expected no other account that can bypass the rules",
            "RepositoryRole",
        ],
    );

    found = whole.clone();
    found["codeowners_errors"] = json!([{
        "line": 3, "column": 26, "kind": "Unknown owner", "source": "/content/*.toml @example/compliance",
        "suggestion": "make sure the team exists", "message": "", "path": ".github/CODEOWNERS",
    }]);
    asks(
        &site,
        &found,
        1,
        &[
            ".github/CODEOWNERS:3: expected owners that GitHub knows",
            "make sure the team exists",
        ],
    );
}

#[test]
fn a_list_that_permits_more_is_named() {
    let site = site();
    let whole = answer(&site);
    for (include, exclude) in [
        (json!(["~DEFAULT_BRANCH"]), json!(["refs/heads/main"])),
        (
            json!(["~DEFAULT_BRANCH"]),
            json!(["refs/heads/*", "refs/heads/old"]),
        ),
        (json!(["~DEFAULT_BRANCH"]), Value::Null),
        (json!(["refs/heads/other"]), json!([])),
    ] {
        let mut found = whole.clone();
        found["rulesets"][0]["conditions"]["ref_name"] =
            json!({ "include": include, "exclude": exclude });
        asks(&site, &found, 1, &["expected `conditions` to be"]);
    }

    let rules = site.path().join(".github/rulesets/main.json");
    let text = fs::read_to_string(rules).expect("readable");
    let all = "[\"merge\", \"squash\", \"rebase\"]";
    assert!(text.contains(all), "{text}");
    write(
        &site,
        "rulesets/main.json",
        &text.replace(all, "[\"squash\"]"),
    );
    asks(
        &site,
        &whole,
        1,
        &["`allowed_merge_methods` of the rule `pull_request`"],
    );

    // A higher maximum also permits more.
    write(&site, "rulesets/main.json", &text);
    let mut found = whole;
    let queue = fs::read_to_string(site.path().join(".github/rulesets/merge-queue.json"));
    let mut queue: Value = serde_json::from_str(&queue.expect("readable")).expect("JSON");
    queue["rules"][0]["parameters"]["max_entries_to_merge"] = json!(5);
    found["rulesets"]
        .as_array_mut()
        .expect("a list")
        .push(queue);
    asks(
        &site,
        &found,
        1,
        &["`max_entries_to_merge` of the rule `merge_queue` to be 1 on GitHub, found 5"],
    );
}

/// Without an app, anyone with write access to the repository can set a status with this name.
#[test]
fn a_required_check_has_the_app_of_the_workflows() {
    let site = site();
    let whole = answer(&site);
    for (app, source) in [
        (Value::Null, "found any source"),
        (json!(1), "found the app 1;"),
        (json!(20000), "found the app 20000;"),
    ] {
        let mut found = whole.clone();
        let checks =
            &mut parameters(&mut found, "required_status_checks")["required_status_checks"];
        checks[2]["integration_id"] = app;
        let expected = "expected the required check `compliance` to be from the app 15368 (GitHub Actions) on GitHub";
        asks(&site, &found, 1, &[expected, source, "1 thing to correct"]);
    }
}

#[test]
fn a_required_status_that_no_workflow_sets_is_a_fault() {
    let site = site();
    let mut found = answer(&site);
    asks(&site, &found, 0, &[]);
    let checks = &mut parameters(&mut found, "required_status_checks")["required_status_checks"];
    let checks = checks.as_array_mut().expect("a list");
    checks.push(json!({ "context": "fees" }));
    let fault = "expected no required check `fees` on GitHub";
    asks(&site, &found, 1, &[fault, "remove it under Settings"]);
}

#[test]
fn an_answer_that_is_not_whole_tells_nothing() {
    let site = site();
    asks(
        &site,
        &json!({ "incomplete": "GET /rulesets: 403" }),
        2,
        &["GET /rulesets: 403"],
    );
    asks(&site, &json!([1]), 2, &["expected GitHub's answer in"]);
    site.prints(
        "protect|--check|--answers|missing.json",
        2,
        &["missing.json"],
    );
    site.prints("protect", 2, &["--check"]);
}

#[test]
fn placeholders_are_nobody() {
    let site = site();
    site.done("protect|--check");
    write(
        &site,
        "approvers.toml",
        &APPROVERS.replace("cora", "placeholder--cora"),
    );
    site.prints(
        "protect|--check",
        1,
        &["found the placeholder `placeholder--cora`"],
    );
    // The check doesn't require real names.
    site.done("check");
}

#[test]
fn the_check_compares_owners_with_the_files_that_are_there() {
    let site = site();
    site.is_sound();
    for (from, to, said) in [
        (
            "*                        @example/engineers\n",
            "",
            "expected an owner for every file, found none for site-schema/lib.rs",
        ),
        ("*   ", "*   #", "expected an owner for every file"),
        (
            "/content/*.toml          @example/compliance\n",
            "",
            "CODEOWNERS, line 2, column 1: expected the owners of content/facts.toml to be @example/compliance, as of .github/approvers.toml, found @example/editors",
        ),
        (
            "/content/*.toml ",
            "/content/*.tml ",
            "CODEOWNERS, line 3, column 1: expected a file that matches `/content/*.tml`, found none",
        ),
        (
            "/.github/ ",
            "/.github/workflows/ ",
            "expected a file that matches",
        ),
        (
            "/content/                @example/editors\n/content/*.toml          @example/compliance\n/content/pages/everything.toml @example/compliance\n/content/pages/index.toml @example/compliance\n/.github/                @example/compliance\n",
            "",
            "expected a separate line for .github/approvers.toml, found only the line of the articles",
        ),
        (
            "@example/editors",
            "editors",
            "CODEOWNERS, line 2, column 26: expected owners as @name",
        ),
        (
            "/content/ ",
            "!/content/ ",
            "CODEOWNERS, line 2, column 1: expected a path or a pattern such as /content/",
        ),
        ("/content/ ", "/[c]ontent/ ", "found `/[c]ontent/`"),
        ("/content/ ", "\\#content/ ", "found `\\#content/`"),
        (
            "/.github/ ",
            "/content/ @example/editors # not for fees\n/.github/ ",
            "CODEOWNERS, line 6, column 1: expected `/content/` on line 6 to be above `/content/*.toml` on line 3, found it below",
        ),
    ] {
        assert!(OWNERS.contains(from), "{from}");
        write(&site, "CODEOWNERS", &OWNERS.replacen(from, to, 1));
        let parts = [said, "Error in .github/CODEOWNERS"];
        site.prints("check|--format|plain", 1, &parts);
        let annotation = "::error file=.github/CODEOWNERS";
        site.prints("check|--format|github", 1, &[annotation]);
    }
    // In a firm of two people, both own everything.
    write(&site, "CODEOWNERS", "* @one @two\n/.github/ @one @two\n");
    site.done("check");
    // The content of a revision is checked separately.
    site.done("check|--head|HEAD");
}

/// An editor adds and removes pages without waiting for the owner of CODEOWNERS.
#[test]
fn lines_that_fall_behind_the_pages_are_warnings_of_the_check() {
    let site = site();
    let fees = site.read("pages/fees.toml") + "\n# disclaimer = \"none\"\n";
    site.write("pages/fees.toml", &fees);
    site.done("check");
    let page = site.read("pages/index.toml");
    assert!(page.contains("\ndisclaimer = "), "the fixture has one");

    let index = "/content/pages/index.toml @example/compliance\n";
    let gone = "/content/pages/gone.toml @example/compliance\n";
    for (owners, said) in [
        (
            OWNERS.replace(index, ""),
            "expected the owners of content/pages/index.toml",
        ),
        (
            OWNERS.to_owned() + gone,
            "CODEOWNERS, line 7, column 1: expected a file",
        ),
    ] {
        write(&site, "CODEOWNERS", &owners);
        let parts = [said, "Warning in .github/CODEOWNERS"];
        site.prints("check|--format|plain", 0, &parts);
        site.prints("check|--format|github", 0, &["::warning file="]);
        site.prints("protect|--check", 1, &[".github/CODEOWNERS:"]);
    }
}
