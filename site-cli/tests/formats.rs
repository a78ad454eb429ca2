//! `cargo site check --format …`: one broken site in each format, and content that tries to be more than text.

use crate::workspace::{Workspace, lacks, said};
use serde_json::Value;
use std::fs;

/// Returns a site with errors and a warning. Some are fixable, and one is about a whole file.
fn broken() -> Workspace {
    let workspace = Workspace::small();
    workspace.replace_each(
        r#"
pages/fees.toml | "fee_tiers" | "fee_tier"
pages/fees.toml | title = "Fees"⏎short | title = "What Planning Costs, What Tax Returns Cost, and What Is Free of Charge"⏎short
fees.toml | from = 1_000_001 | from = 1_100_000
articles/first.mdx | {withdrawal-rule} | {withdrawl-rule}
"#,
    );
    workspace.write("articles/a note.md", "A note.\n");
    workspace
}

/// The check's message in addition to its report if there is no Git repository.
const NOT_COMPARED: &str = "not compared: there is no Git repository with a branch main here, so the addresses that worked before are unknown\n";

/// Returns the check's JSON output.
fn json(workspace: &Workspace, arguments: &str) -> Value {
    serde_json::from_slice(&workspace.site(arguments).stdout).expect("JSON")
}

#[test]
fn each_format_shows_the_same_problems() {
    let workspace = broken();
    for format in ["terminal", "plain", "json", "github"] {
        let output = workspace.site(&format!("check|--format|{format}"));
        assert_eq!(output.status.code(), Some(1), "{format}");
        // Everything except the message about skipped checks.
        assert_eq!(
            String::from_utf8_lossy(&output.stderr),
            NOT_COMPARED,
            "{format}"
        );
        // No colors, because the output isn't a terminal.
        lacks(&said(&output), &["\u{1b}"]);
        insta::assert_snapshot!(format, String::from_utf8_lossy(&output.stdout));
    }
}

/// `web/src/testing/report.test.ts` holds these snapshots, and that of [`each_format_shows_the_same_problems`], against the published
/// schema.
#[test]
fn json_without_problems_and_after_fixes() {
    let passed = Workspace::small().site("check|--format|json").stdout;
    insta::assert_snapshot!("json_passed", String::from_utf8_lossy(&passed));
    let fixed = broken().site("check|--fix|--format|json").stdout;
    insta::assert_snapshot!("json_fixed", String::from_utf8_lossy(&fixed));
}

#[test]
fn mistakes_in_the_files_that_protect_content_are_in_every_format() {
    let workspace = broken();
    let github = workspace.path().join(".github");
    fs::create_dir(&github).expect("writable");
    fs::write(github.join("approvers.toml"), "[[people]]\n").expect("writable");
    fs::write(github.join("CODEOWNERS"), "/content/\teditors\n").expect("writable");
    let workspace = workspace.committed();
    let found = json(&workspace, "check|--format|json");
    let problems = found["diagnostics"].as_array().expect("a list");
    let mut places = Vec::new();
    for problem in problems {
        let file = problem["file"].as_str().expect("a path");
        if file.starts_with(".github/") {
            let (line, column) = (&problem["place"]["line"], &problem["place"]["column"]);
            places.push(format!("{file}:{line}:{column}"));
            assert_eq!(problem["severity"], "error", "{problem}");
            assert_ne!(problem["help"], "", "{problem}");
        }
    }
    let expected = [
        ".github/approvers.toml:1:1",
        ".github/approvers.toml:1:3",
        ".github/CODEOWNERS:null:null",
        ".github/CODEOWNERS:1:11",
    ];
    assert_eq!(places, expected);

    for (format, part) in [
        ("terminal", "--> .github/CODEOWNERS:1:11\n"),
        ("plain", "Error in .github/CODEOWNERS, line 1, column 11: "),
        (
            "github",
            "::error file=.github/CODEOWNERS,line=1,endLine=1,col=11,endColumn=17::",
        ),
    ] {
        let arguments = format!("check|--format|{format}");
        let shown = workspace.prints(&arguments, 1, &[part, ".github/approvers.toml"]);
        lacks(&shown, &["error[]", "title=:", "explain \n"]);
    }
}

#[test]
fn a_warning_stops_nothing_and_help_says_what_does() {
    let workspace = Workspace::small();
    workspace.replace(
        "pages/fees.toml",
        "title = \"Fees\"",
        "title = \"What Planning Costs, What Tax Returns Cost, and What Is Free of Charge\"",
    );
    let warning = ": 0 errors, 1 warning\n";
    workspace.prints("check", 0, &[warning]);
    workspace.prints("check|--help", 0, &["Exit codes:", "--fix"]);
}

/// Returns content that tries to control a terminal, to end a workflow command and begin another, and to add markup to
/// a summary.
fn hostile() -> Workspace {
    let workspace = Workspace::small();
    let evil = "\u{1b}[31m \u{202e}@team #1 %0A::error::x </pre><script>alert(1)</script> ![x](http://evil.test/) ::warning::y";
    workspace.replace_each(
        "
pages/index.toml | [our fees](/fees#tiers) | {[x](http://evil.test) @everyone ::error::z </pre> %0A}
articles/first.mdx | /blog/second#a-heading | <::error::w,%0D%0A @team </pre>>
",
    );
    let page = format!("[meta]\ntitle = \"x\n::error::{evil}\"\n");
    workspace.write("pages/evil.toml", &page);
    let name = "articles/a,b:c%0A\n::error::</pre>@team\u{1b}[31m.md";
    if cfg!(unix) {
        workspace.write(name, "x\n");
    }
    workspace
}

#[test]
fn content_stays_text_in_every_format() {
    let workspace = hostile();
    let folder = tempfile::tempdir().expect("a folder for the test");
    let file = folder.path().join("summary.md");
    let variables = [
        ("GITHUB_STEP_SUMMARY", file.to_str().expect("UTF-8")),
        ("GITHUB_SERVER_URL", "https://github.com"),
        ("GITHUB_REPOSITORY", "firm/site"),
        ("GITHUB_SHA", "1234567"),
    ];
    let found = json(&workspace, "check|--format|json");
    let count = found["diagnostics"].as_array().expect("a list").len();
    assert!(count >= 4, "{count}");

    let output = workspace.site_with("check|--format|github", &variables);
    let shown = String::from_utf8(output.stdout).expect("UTF-8");
    let (commands, last) = shown.trim_end().rsplit_once('\n').expect("lines");
    let commands: Vec<_> = commands.split('\n').collect();
    assert_eq!(commands.len(), count, "one line each:\n{shown}");
    for command in &commands {
        let body = command.strip_prefix("::error file=").expect("ours");
        let (properties, _) = body.split_once("::").expect("its text");
        for property in properties.split(',').skip(1) {
            let (name, _) = property.split_once('=').expect("a name");
            let ours = ["line", "endLine", "col", "endColumn", "title"];
            assert!(ours.contains(&name), "{command}");
        }
        lacks(command, &["\r", "\u{1b}", "\u{202e}"]);
        let more = "%0Amore: https://github.com/firm/site/blob/1234567/docs/rules.md#";
        assert!(command.contains(more), "{command}");
    }
    assert!(last.ends_with("0 warnings"), "{last}");
    lacks(last, &["::"]);

    let summary = fs::read_to_string(&file).expect("the summary is written");
    assert_eq!(summary.matches("<pre>").count(), count, "{summary}");
    assert_eq!(summary.matches("</pre>").count(), count, "{summary}");
    let parts = summary.split("<pre>");
    let outside = parts.map(|part| part.rsplit("</pre>").next().unwrap_or_default());
    lacks(&outside.collect::<String>(), &["@", "::", "!"]);
    lacks(&summary, &["<script", "\u{1b}"]);

    for format in ["terminal", "plain"] {
        let shown = workspace.prints(&format!("check|--format|{format}"), 1, &[]);
        lacks(&shown, &["\u{1b}", "\u{202e}", "\r"]);
        let mut lines = shown.lines().map(str::trim_start);
        assert!(!lines.any(|line| line.starts_with("::")), "{shown}");
    }
}
