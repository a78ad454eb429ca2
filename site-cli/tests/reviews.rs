//! `cargo site reviews`: the items due on a day, and why.

use crate::workspace::{Workspace, holds, lacks};

const FACTS: &str = r#"
[holds-for-months]
value = "four | five"
source = "The firm's own <record>"
record = "The office"
reviewed = 2025-03-10

[looked-at-since]
value = "98,762 pages"
source = "Internal Revenue Service"
record = "The library"
reviewed = 2026-02-01

[expires]
value = "97+ years"
source = "The firm's own record"
record = "The office"
reviewed = 2025-07-21
expires = 2025-12-31
"#;

/// Returns the list for a day.
fn listed(workspace: &Workspace, on: &str) -> String {
    workspace.done(&format!("reviews|--on|{on}"))
}

/// Returns each of these facts that is due, with its due date, name and reason.
fn due(workspace: &Workspace, on: &str) -> Vec<String> {
    let list = listed(workspace, on);
    let rows = list.lines().map(|line| line.split(" | ").collect());
    let is_ours = |row: &Vec<&str>| {
        row.len() == 5 && FACTS.contains(&format!("[{}]", row[1].trim_matches('`')))
    };
    rows.filter(is_ours)
        .map(|row| format!("{} {} {}", &row[0][2..], row[1], row[3]))
        .collect()
}

fn workspace() -> Workspace {
    let workspace = Workspace::small();
    workspace.replace("articles/a-long-walk.mdx", "2024-09-12", "2023-06-01");
    workspace.append("facts.toml", FACTS);
    workspace
}

#[test]
fn a_fact_is_due_on_the_first_of_its_days_and_not_before() {
    let workspace = workspace();
    let all = [
        "2026-01-01 `expires` it has expired",
        "2026-03-10 `holds-for-months` last reviewed on 2025-03-10",
        "2027-02-01 `looked-at-since` last reviewed on 2026-02-01",
    ];
    for (day, count) in [
        ("2025-12-31", 0),
        ("2026-01-01", 1),
        ("2026-03-09", 1),
        ("2027-01-31", 2),
        ("2027-02-01", 3),
    ] {
        assert_eq!(due(&workspace, day), all[..count], "{day}");
    }
    workspace.replace("facts.toml", "reviewed = 2026-02-01\n", "");
    let unseen = "its entry `looked-at-since` not compared with its source yet";
    assert_eq!(due(&workspace, "2025-12-31"), [unseen]);
}

#[test]
fn the_value_of_a_year_is_due_until_it_is_reviewed_and_the_next_one_where_a_page_shows_the_one_in_force()
 {
    let workspace = Workspace::small();
    let year = "\n[fund-limit.years.2025]\nvalue = \"98,761 shares\"\nsource = \"Act 1\"\nrecord = \"The library\"\n";
    workspace.append("facts.toml", year);
    let row = "| its entry | `fund-limit` of 2025 | 98,761 shares | not compared with its source yet | Act 1 |";
    holds(&listed(&workspace, "2025-06-01"), &[row]);

    workspace.append("facts.toml", "reviewed = 2025-07-21\n");
    lacks(&listed(&workspace, "2029-01-01"), &["fund-limit"]);
    let words = "We plan for the winter first.";
    let shown = format!("{words} In {{fund-limit-year}} that is {{fund-limit}}.");
    workspace.replace("pages/riverton-planning.toml", words, &shown);
    let why =
        "| 2026-01-01 | `fund-limit` of 2025 | 98,761 shares | its last year, 2025, is over |";
    lacks(&listed(&workspace, "2025-12-31"), &["fund-limit"]);
    holds(&listed(&workspace, "2026-01-01"), &[why]);
}

#[test]
fn an_article_is_due_once_a_year_that_it_names_has_come() {
    let workspace = workspace();
    let path = "articles/a-long-walk.mdx";
    workspace.append(path, "\nThe law will change in 2025.\n");
    lacks(&listed(&workspace, "2024-12-31"), &[path]);
    let why = "| last changed on 2023-06-01, and names 2025 |";
    holds(&listed(&workspace, "2025-01-01"), &[path, why]);
    let date = "published = 2023-06-01";
    workspace.replace(path, date, &format!("{date}\nmodified = 2025-02-01"));
    lacks(&listed(&workspace, "2026-01-01"), &[path]);
}

#[test]
fn changed_sentences_with_a_figure_are_listed_for_compliance() {
    let workspace = workspace().committed();
    let day = "2026-01-31";
    lacks(&listed(&workspace, day), &["for compliance to read"]);
    let path = "articles/a-long-walk.mdx";
    let line = workspace.read(path).lines().count() + 2;
    workspace.append(
        path,
        "\nA walk. With this **method** savings grew 12%. Stocks fell 3%.\n",
    );
    let sentence = format!(
        "- `content/{path}:{line}`: With this method savings grew 12%. (*method*, *12%*)\n"
    );
    let changed = "### Changed sentences with figures, for compliance to read: 1\n";
    holds(&listed(&workspace, day), &[changed, &sentence]);

    let all = workspace.done(&format!("reviews|--all-sentences|--on|{day}"));
    holds(&all, &["### All sentences with figures", &sentence]);
    lacks(&all, &["Changed sentences", "Stocks fell"]);
    workspace.replace(path, "savings grew", "nothing grew");
    workspace.commit();
    lacks(&listed(&workspace, day), &["nothing grew"]);
}

#[test]
fn without_a_branch_main_all_sentences_with_a_figure_are_listed() {
    let workspace = workspace();
    workspace.append(
        "articles/a-long-walk.mdx",
        "\nWe saw {holds-for-months} or 5.\n",
    );
    let list = listed(&workspace, "2026-01-31");
    holds(
        &list,
        &[
            "### All sentences with figures, for compliance to read: ",
            "<details><summary>content/articles/a-long-walk.mdx: 1</summary>",
            "We saw four \\| five or 5. (*We*, *5*)",
        ],
    );
}

#[test]
fn the_list_says_what_to_do_and_nothing_in_it_leaves_its_cell() {
    let parts = [
        "## Due for review on 2026-03-10",
        "set its `reviewed` in `content/facts.toml` to today's date",
        r"| 2026-03-10 | `holds-for-months` | four \| five | last reviewed on 2025-03-10 | The firm's own &lt;record&gt; |",
        "| 2025-06-01 | `content/articles/a-long-walk.mdx`",
        "Articles without a date, which never become due: 2",
    ];
    holds(&listed(&workspace(), "2026-03-10"), &parts);
}

#[test]
fn on_a_day_when_nothing_is_due_it_says_so_and_broken_content_is_no_list() {
    let workspace = Workspace::small();
    holds(&listed(&workspace, "2025-05-31"), &["Nothing is due."]);
    let expected = "expected a date as year-month-day, such as 2026-01-31";
    workspace.prints("reviews|--on|01/01/2027", 2, &[expected]);
    workspace.replace("fees.toml", "billing =", "biling =");
    workspace.prints("reviews", 2, &["`cargo site check` shows them"]);
}

#[test]
fn security_txt_is_due_a_month_before_it_expires() {
    let workspace = Workspace::small();
    let text = workspace.read("site.toml");
    let (before, rest) = text.split_once("expires = ").expect("the key");
    let (_, after) = rest.split_once('\n').expect("the end of its line");
    let text = format!("{before}expires = 2027-06-30\n{after}");
    workspace.write("site.toml", &text);
    lacks(&listed(&workspace, "2027-05-30"), &["security.txt"]);
    let row = "| 2027-05-31 | `content/site.toml` | security.txt expires on 2027-06-30 |";
    holds(&listed(&workspace, "2027-05-31"), &[row]);
}

#[test]
fn words_that_mean_another_time_to_a_later_reader_are_listed_with_their_places() {
    let workspace = Workspace::small();
    lacks(&listed(&workspace, "2026-03-10"), &["Words such as"]);
    let path = "articles/a-long-walk.mdx";
    let lines = workspace.read(path).lines().count();
    workspace.append(path, "\nNext month we write more, as *soon* as we can.\n");
    workspace.append(path, "\nSooner or later, this weekend, and monsoons.\n");
    let line = lines + 2;
    let parts = [
        "whose meaning depends on when they are read: 2".to_owned(),
        format!("- `content/{path}`, line {line}: **Next month** we write more, as "),
        format!(
            "- `content/{path}`, line {line}: Next month we write more, as **soon** as we can."
        ),
    ];
    let parts: Vec<_> = parts.iter().map(String::as_str).collect();
    holds(&listed(&workspace, "2026-03-10"), &parts);
}
