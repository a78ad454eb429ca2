//! `cargo site reviews`: what is due, on which day, and why.

mod workspace;

use serde_json::Value;
use workspace::{Workspace, stderr, stdout};

const FACTS: &str = r#"
[holds-a-year]
value = "four | five"
source = "The firm's own <record>"
reviewed = 2025-03-10

[of-a-tax-year]
value = "$98,761"
source = "Public Law 119-21"
reviewed = 2025-07-21
tax_year = 2025

[looked-at-since]
value = "$98,762"
source = "Internal Revenue Service"
reviewed = 2026-02-01
tax_year = 2025

[expires]
value = "97+ years"
source = "The firm's own record"
reviewed = 2025-07-21
expires = 2025-12-31
"#;

fn due(workspace: &Workspace, on: &str) -> Vec<(String, String, String)> {
    let output = workspace.site(&["reviews", "--on", on, "--format", "json"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let text = |value: &Value, key: &str| value[key].as_str().expect("a string").to_owned();
    let facts = found["facts"].as_array().expect("facts");
    facts
        .iter()
        .map(|fact| (text(fact, "name"), text(fact, "due"), text(fact, "because")))
        .filter(|(name, ..)| FACTS.contains(&format!("[{name}]")))
        .collect()
}

fn workspace() -> Workspace {
    let workspace = Workspace::small();
    workspace.replace("articles/a-long-walk.mdx", "2024-09-12", "2023-06-01");
    let facts = workspace.read("facts.toml");
    workspace.write("facts.toml", &(facts + FACTS));
    workspace
}

#[test]
fn a_fact_is_due_on_the_first_of_its_days_and_not_before() {
    let workspace = workspace();
    let owned = |all: &[(&str, &str, &str)]| -> Vec<_> {
        all.iter()
            .map(|(a, b, c)| ((*a).to_owned(), (*b).to_owned(), (*c).to_owned()))
            .collect()
    };
    assert_eq!(due(&workspace, "2025-12-31"), []);
    let new_year = [
        ("expires", "2026-01-01", "expired"),
        ("of-a-tax-year", "2026-01-01", "tax_year_over"),
    ];
    assert_eq!(due(&workspace, "2026-01-01"), owned(&new_year));
    assert_eq!(due(&workspace, "2026-03-09"), owned(&new_year));
    let spring = [
        new_year.as_slice(),
        &[("holds-a-year", "2026-03-10", "long_ago")],
    ]
    .concat();
    assert_eq!(due(&workspace, "2027-01-31"), owned(&spring));
    let all = [
        spring.as_slice(),
        &[("looked-at-since", "2027-02-01", "long_ago")],
    ]
    .concat();
    assert_eq!(due(&workspace, "2027-02-01"), owned(&all));
}

#[test]
fn the_list_says_what_to_do_and_nothing_in_it_leaves_its_cell() {
    let list = stdout(&workspace().site(&["reviews", "--on", "2026-03-10"]));
    for wanted in [
        "## Due for review on 2026-03-10",
        "write today's date as its `reviewed`",
        r"| 2026-03-10 | `holds-a-year` | four \| five | last reviewed on 2025-03-10 | The firm's own &lt;record> |",
        "| 2025-06-01 | `content/articles/a-long-walk.mdx`",
        "Articles without a date, which never come up by themselves: 2",
    ] {
        assert!(list.contains(wanted), "{wanted} in:\n{list}");
    }
}

#[test]
fn on_a_day_when_nothing_is_due_it_says_so_and_broken_content_is_no_list() {
    let workspace = Workspace::small();
    let list = stdout(&workspace.site(&["reviews", "--on", "2025-05-31"]));
    assert!(list.contains("Nothing is due."), "{list}");
    workspace.replace("fees.toml", "billing =", "biling =");
    let broken = workspace.site(&["reviews"]);
    assert_eq!(broken.status.code(), Some(1));
    assert!(stderr(&broken).contains("`cargo site check` shows them"));
}
