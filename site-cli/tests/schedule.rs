//! `cargo site schedule`: lists scheduled changes, and removes windows that are over.

use crate::workspace::{Workspace, git, holds, lacks};
use serde_json::Value;
use std::fs;

/// Adds an article scheduled for the distant future.
fn with_an_article_ahead(workspace: &Workspace) {
    let article = workspace.read("articles/without-a-date.mdx");
    let ahead = article
        .replace(
            "id = 17\n",
            "id = 170\npublished = 2099-05-05\nstarts = 2099-05-05T09:00:00\n",
        )
        .replace("Without a Date", "Ahead of its Day");
    workspace.write("articles/ahead-of-its-day.mdx", &ahead);
}

#[test]
fn what_waits_is_listed_by_its_moment_with_the_pages_that_show_it() {
    let workspace = Workspace::small();
    with_an_article_ahead(&workspace);
    let closed = "[[contact.closed]]\nstarts = 2099-03-16\nends = 2099-03-20\nwords = \"Closed for a week.\"\n\n";
    let hours = "[[contact.hours]]";
    let site = workspace
        .read("site.toml")
        .replacen(hours, &format!("{closed}{hours}"), 1);
    workspace.write("site.toml", &site);

    let list = workspace.done("schedule");
    let headings = [
        "### From March 2, 2099\n",
        "### From March 21, 2099\n",
        "### From 9:00 a.m. on May 5, 2099\n",
    ];
    holds(&list, &headings);
    holds(
        &list,
        &[
            "**Comes**: “Ahead of its Day”, `/blog/ahead-of-its-day`",
            "Closed for a week.",
        ],
    );
    let places = headings.map(|heading| list.find(heading));
    assert!(places.is_sorted(), "{list}");

    let json: Value =
        serde_json::from_str(&workspace.done("schedule|--format|json")).expect("JSON");
    let moments = json["schedule"].as_array().expect("a list");
    assert!(
        moments
            .iter()
            .any(|moment| moment["starts"] == "2099-03-02T06:00:00Z"),
        "{json}"
    );
}

#[test]
fn a_withdrawal_is_listed_with_its_reason() {
    let workspace = Workspace::small();
    for (file, line, why) in [
        ("articles/plain.mdx", "title = ", "Its figures are old."),
        (
            "pages/questions-to-ask.toml",
            "title = ",
            "Its questions are old.",
        ),
    ] {
        let withdrawn = format!("withdrawn = {{ starts = 2099-02-01, why = \"{why}\" }}");
        workspace.replace(file, line, &format!("{withdrawn}\n{line}"));
    }
    let list = workspace.done("schedule");
    let parts = [
        "### From February 1, 2099\n",
        "- on `/blog/plain`: **Withdrawn**: Its figures are old.\n",
        "- on `/questions-to-ask`: **Withdrawn**: Its questions are old.\n",
    ];
    holds(&list, &parts);
}

#[test]
fn reviews_look_thirty_days_ahead_and_seven_back() {
    let workspace = Workspace::small();
    with_an_article_ahead(&workspace);
    let ahead = "Scheduled changes in the next 30 days";
    let past = "Scheduled changes in the last 7 days";
    for (day, shown, hidden) in [
        ("2099-04-04", None, [ahead, past]),
        ("2099-04-05", Some(ahead), [past, past]),
        ("2099-05-04", Some(ahead), [past, past]),
        ("2099-05-05", Some(past), [ahead, ahead]),
        ("2099-05-12", Some(past), [ahead, ahead]),
        ("2099-05-13", None, [ahead, past]),
    ] {
        let list = workspace.done(&format!("reviews|--on|{day}"));
        lacks(&list, &hidden);
        if let Some(shown) = shown {
            holds(&list, &[shown, "“Ahead of its Day”"]);
        }
    }
}

#[test]
fn what_is_over_goes_in_one_change_after_which_the_site_is_the_same() {
    let workspace = Workspace::small().committed();
    assert_eq!(workspace.done("schedule|--fold"), "nothing is over\n");

    let block = |heading: &str, window: &str| {
        format!(
            "\n[[blocks]]\nkind = \"section\"\nheading = \"{heading}\"\nbody = \"Words.\"\n{window}\n"
        )
    };
    workspace.append("pages/contact.toml", &block("Over", "ends = 2026-01-31"));
    workspace.append("pages/contact.toml", &block("Begun", "starts = 2026-01-31"));
    workspace.append("pages/contact.toml", &block("Ahead", "starts = 2099-01-31"));
    let snapshots = workspace.path().join("site-server/tests/snapshots");
    fs::create_dir_all(&snapshots).expect("writable");
    for (name, text) in [
        ("contact.snap", "first"),
        ("contact.2026-01-31.snap", "begun"),
        ("contact.2026-02-01T0900.snap", "over"),
        ("contact.2099-01-31.snap", "ahead"),
    ] {
        fs::write(snapshots.join(name), text).expect("writable");
    }
    workspace.commit();

    let said = workspace.done("schedule|--fold");
    holds(
        &said,
        &[
            "changed content/pages/contact.toml",
            "removed site-server/tests/snapshots/contact.2026-01-31.snap",
        ],
    );
    let page = workspace.read("pages/contact.toml");
    lacks(&page, &["Over", "2026-01-31"]);
    holds(&page, &["heading = \"Begun\"", "starts = 2099-01-31"]);
    let changed = git(&workspace, "status --porcelain -uall");
    let changed: Vec<&str> = changed.lines().map(|line| line.trim_start()).collect();
    assert_eq!(
        changed,
        [
            "M content/pages/contact.toml",
            "D site-server/tests/snapshots/contact.2026-01-31.snap",
            "D site-server/tests/snapshots/contact.2026-02-01T0900.snap",
            "M site-server/tests/snapshots/contact.snap",
        ]
    );
    let snapshot = fs::read_to_string(snapshots.join("contact.snap")).expect("readable");
    assert_eq!(snapshot, "over");
    workspace.commit();
    assert_eq!(workspace.done("schedule|--fold"), "nothing is over\n");
}
