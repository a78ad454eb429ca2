//! `cargo site reviews`: what is due, on which day, and why.

use crate::workspace::{Workspace, stderr, stdout};

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

/// Each of these facts that is due: its name, since when, and why.
fn due(workspace: &Workspace, on: &str) -> Vec<(String, String, String)> {
    let output = workspace.site(&["reviews", "--on", on]);
    assert!(output.status.success(), "{}", stderr(&output));
    let list = stdout(&output);
    let rows = list
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.split_once(" | `"));
    let rows = rows.filter_map(|(due, rest)| {
        let (name, rest) = rest.split_once("` | ")?;
        let mut cells = rest.split(" | ").skip(1);
        Some((name.to_owned(), due.to_owned(), cells.next()?.to_owned()))
    });
    rows.filter(|(name, ..)| FACTS.contains(&format!("[{name}]")))
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
        ("expires", "2026-01-01", "it has expired"),
        ("of-a-tax-year", "2026-01-01", "its tax year is over"),
    ];
    assert_eq!(due(&workspace, "2026-01-01"), owned(&new_year));
    assert_eq!(due(&workspace, "2026-03-09"), owned(&new_year));
    let spring = [
        new_year.as_slice(),
        &[("holds-a-year", "2026-03-10", "last reviewed on 2025-03-10")],
    ]
    .concat();
    assert_eq!(due(&workspace, "2027-01-31"), owned(&spring));
    let all = [
        spring.as_slice(),
        &[(
            "looked-at-since",
            "2027-02-01",
            "last reviewed on 2026-02-01",
        )],
    ]
    .concat();
    assert_eq!(due(&workspace, "2027-02-01"), owned(&all));
}

#[test]
fn a_fact_that_nobody_has_compared_is_due_from_its_entry() {
    let workspace = workspace();
    workspace.replace("facts.toml", "reviewed = 2026-02-01\n", "");
    let [(name, since, why)] = &due(&workspace, "2025-12-31")[..] else {
        panic!("expected one fact");
    };
    assert_eq!(
        [&**name, since, why],
        [
            "looked-at-since",
            "its entry",
            "nobody has compared it with its source yet"
        ]
    );
}

#[test]
fn an_article_is_due_once_a_year_that_it_names_has_come() {
    let workspace = workspace();
    let row = |on: &str| {
        let list = stdout(&workspace.site(&["reviews", "--on", on]));
        let mut rows = list.lines().filter(|line| line.contains("a-long-walk"));
        rows.next().map(str::to_owned)
    };
    let path = "articles/a-long-walk.mdx";
    workspace.write(
        path,
        &(workspace.read(path) + "\nThe law changes in 2025.\n"),
    );
    assert_eq!(row("2024-12-31"), None);
    let found = row("2025-01-01").expect("a row");
    assert!(
        found.ends_with("| last changed on 2023-06-01, and names 2025 |"),
        "{found}"
    );
    workspace.replace(
        path,
        "published = 2023-06-01",
        "published = 2023-06-01\nmodified = 2025-02-01",
    );
    assert_eq!(row("2026-01-01"), None);
}

#[test]
fn the_list_says_what_to_do_and_nothing_in_it_leaves_its_cell() {
    let list = stdout(&workspace().site(&["reviews", "--on", "2026-03-10"]));
    for wanted in [
        "## Due for review on 2026-03-10",
        "write today's date as its `reviewed`",
        r"| 2026-03-10 | `holds-a-year` | four \| five | last reviewed on 2025-03-10 | The firm's own &lt;record&gt; |",
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
