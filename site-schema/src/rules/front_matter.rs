use super::{Check, RULES, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::{FrontMatterFault, Tree};
use linkme::distributed_slice;

#[distributed_slice(RULES)]
static RULE: Rule = Rule {
    code: "front-matter/missing",
    severity: Severity::Error,
    summary: "An article does not begin with its front matter between two lines of +++.",
    why: "Title, category and date stand there; without them the article can't be listed.",
    bad: "content/articles/market-drop.mdx\n---\ntitle: Market Drop\n---\nProse.",
    good: "content/articles/market-drop.mdx\n+++\ntitle = \"Market Drop\"\n+++\nProse.",
    checks: &[Check::Tree(check)],
};

fn check(tree: &Tree, report: &mut Report) {
    for file in &tree.files {
        let Some(fault) = &file.front_matter_fault else {
            continue;
        };
        let first_line = 0..file.text.find('\n').unwrap_or(file.text.len());
        let (message, found, help) = match fault {
            FrontMatterFault::Missing => (
                "this article has no front matter",
                first_line_text(&file.text),
                "Begin the file with a line of +++, then title, category and the rest as TOML, then another line of +++.",
            ),
            FrontMatterFault::Yaml => (
                "this article's front matter is YAML; here it is TOML",
                "---, the mark of YAML".to_owned(),
                "Write +++ in place of both lines of ---, and each `key: value` as `key = \"value\"`.",
            ),
            FrontMatterFault::Unclosed => (
                "this article's front matter does not end",
                "no second line of +++".to_owned(),
                "Add a line of +++ between the front matter and the prose.",
            ),
        };
        let diagnostic = Diagnostic::at(file, first_line, message);
        report.push(
            diagnostic
                .expected("a line of +++ before and after the front matter")
                .found(found)
                .help(help),
        );
    }
}

fn first_line_text(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    if line.trim().is_empty() {
        "an empty line".to_owned()
    } else {
        line.chars().take(60).collect()
    }
}
