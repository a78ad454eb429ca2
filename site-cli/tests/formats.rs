//! `cargo site check --format …`: one broken site in each form, and content
//! that tries to be more than text.

use crate::workspace::{Workspace, stderr, stdout};
use serde_json::Value;
use std::fs;

/// A site with errors and a warning, some of them fixable, and one of a whole file.
fn broken() -> Workspace {
    let workspace = Workspace::small();
    workspace.replace(
        "pages/fees.toml",
        "kind = \"fee_tiers\"",
        "kind = \"fee_tier\"",
    );
    workspace.replace(
        "pages/fees.toml",
        "agreed beforehand.\"\n",
        "agreed beforehand.\"",
    );
    workspace.replace("fees.toml", "from = 1_000_001", "from = 1_100_000");
    workspace.replace(
        "articles/first.mdx",
        "{withdrawal-rule}",
        "{withdrawl-rule}",
    );
    workspace.write("articles/a note.md", "A note.\n");
    workspace
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

fn schema(path: &str) -> jsonschema::Validator {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let text = fs::read_to_string(path).expect("the schema is there");
    jsonschema::validator_for(&json(&text)).expect("a valid schema")
}

fn assert_valid(schema: &jsonschema::Validator, value: &Value) {
    let errors: Vec<_> = schema
        .iter_errors(value)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
}

#[test]
fn each_format_shows_the_same_problems() {
    let workspace = broken();
    for format in ["terminal", "plain", "json", "github"] {
        let output = workspace.site(&["check", "--format", format]);
        assert_eq!(output.status.code(), Some(1), "{format}");
        assert_eq!(stderr(&output), "", "{format}");
        let shown = stdout(&output);
        assert!(
            !shown.contains('\u{1b}'),
            "{format} has no colours where no terminal is"
        );
        insta::assert_snapshot!(format, shown);
    }
}

#[test]
fn json_fits_its_schema() {
    let check = schema("../schemas/check.schema.json");
    for workspace in [Workspace::small(), broken(), hostile()] {
        let shown = json(&stdout(&workspace.site(&["check", "--format", "json"])));
        assert_valid(&check, &shown);
    }
    let fixed = broken().site(&["check", "--fix", "--format", "json"]);
    let fixed = json(&stdout(&fixed));
    assert_valid(&check, &fixed);
    assert_eq!(
        fixed["changes"].as_array().map(Vec::len),
        Some(3),
        "{fixed:#}"
    );
    let unknown = serde_json::json!({ "version": 2 });
    assert!(!check.is_valid(&unknown));
}

#[test]
fn the_exit_code_tells_errors_from_warnings_and_from_failure() {
    let workspace = Workspace::small();
    let code = |workspace: &Workspace| workspace.site(&["check"]).status.code();
    assert_eq!(code(&workspace), Some(0));
    workspace.replace("redirects.toml", "gone = true\n", "gone = true");
    assert_eq!(code(&workspace), Some(0), "a warning stops nothing");
    assert!(
        stdout(&workspace.site(&["check"]))
            .ends_with(": 0 errors, 1 warning; `cargo site check --fix` fixes 1 of them\n")
    );
    workspace.replace("redirects.toml", "/fees", "/feees");
    assert_eq!(code(&workspace), Some(1));
    assert_eq!(
        workspace.site(&["check", "--format", "xml"]).status.code(),
        Some(2)
    );
    fs::remove_dir_all(workspace.path().join("content")).expect("removable");
    assert_eq!(code(&workspace), Some(2));
    let help = stdout(&workspace.site(&["check", "--help"]));
    assert!(
        help.contains("Exit codes:") && help.contains("--fix"),
        "{help}"
    );
}

/// Content that tries to steer a terminal, to end a workflow command and begin
/// another, and to be markup in a summary.
fn hostile() -> Workspace {
    let workspace = Workspace::small();
    let evil = "\u{1b}[31m \u{202e}@team #1 %0A::error::x </pre><script>alert(1)</script> ![x](http://evil.test/) ::warning::y";
    workspace.replace(
        "pages/index.toml",
        "[our fees](/fees#tiers)",
        "{[x](http://evil.test) @everyone ::error::z </pre> %0A}",
    );
    let text = workspace.read("articles/first.mdx");
    workspace.write(
        "articles/first.mdx",
        &text.replace("/blog/second#a-heading", "<::error::w,%0D%0A @team </pre>>"),
    );
    workspace.write(
        "pages/evil.toml",
        &format!("[meta]\ntitle = \"x\n::error::{evil}\"\n"),
    );
    #[cfg(unix)]
    workspace.write(
        "articles/a,b:c%0A\n::error::</pre>@team\u{1b}[31m.md",
        "x\n",
    );
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
    let count = {
        let shown = json(&stdout(&workspace.site(&["check", "--format", "json"])));
        shown["diagnostics"].as_array().expect("the problems").len()
    };
    assert!(count >= 4, "{count}");

    let shown = stdout(&workspace.site_with(&["check", "--format", "github"], &variables));
    let (last, commands) = shown
        .trim_end()
        .rsplit_once('\n')
        .map(|(rest, last)| (last, rest))
        .expect("lines");
    let commands: Vec<_> = commands.split('\n').collect();
    assert_eq!(commands.len(), count, "one line each:\n{shown}");
    for command in &commands {
        let body = command
            .strip_prefix("::error file=")
            .expect("a command that is ours");
        let (properties, _) = body.split_once("::").expect("its text");
        let names: Vec<_> = properties
            .split(',')
            .skip(1)
            .map(|property| property.split_once('=').map(|(name, _)| name))
            .collect();
        assert!(
            names.iter().all(|name| matches!(
                name,
                Some("line" | "endLine" | "col" | "endColumn" | "title")
            )),
            "{command}"
        );
        assert!(!command.contains(['\r', '\u{1b}', '\u{202e}']), "{command}");
        let more = "%0Amore: https://github.com/firm/site/blob/1234567/docs/rules.md#";
        assert!(command.contains(more), "{command}");
    }
    assert!(
        last.ends_with("0 warnings") && !last.contains("::"),
        "{last}"
    );

    let summary = fs::read_to_string(&file).expect("the summary is written");
    assert_eq!(summary.matches("<pre>").count(), count, "{summary}");
    assert_eq!(summary.matches("</pre>").count(), count, "{summary}");
    let outside: String = summary
        .split("<pre>")
        .map(|part| {
            part.split_once("</pre>")
                .map_or(part, |(_, outside)| outside)
        })
        .collect();
    assert!(
        !outside.contains('@') && !outside.contains("::") && !outside.contains('!'),
        "{outside}"
    );
    assert!(
        !summary.contains("<script") && !summary.contains('\u{1b}'),
        "{summary}"
    );

    for format in ["terminal", "plain"] {
        let shown = stdout(&workspace.site(&["check", "--format", format]));
        assert!(!shown.contains(['\u{1b}', '\u{202e}', '\r']), "{shown}");
        assert!(
            !shown
                .lines()
                .any(|line| line.trim_start().starts_with("::")),
            "{shown}"
        );
    }
}
