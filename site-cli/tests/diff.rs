//! `cargo site diff`: real changes in a real repository,
//! reported as a reviewer reads them.

use crate::workspace::{Workspace, git, stderr, stdout};
use std::fs;

fn committed() -> Workspace {
    Workspace::small().committed()
}

/// The report, as it is printed.
fn reported(workspace: &Workspace, arguments: &[&str]) -> String {
    let output = workspace.site(&[&["diff"], arguments].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    stdout(&output)
}

macro_rules! assert_report {
    ($name:literal, $shown:expr) => {
        insta::with_settings!({ filters => vec![(r"`[0-9a-f]{10}`", "`[commit]`")] }, {
            insta::assert_snapshot!($name, $shown);
        });
    };
}

#[test]
fn a_fee() {
    let workspace = committed();
    let calculator = "[schedules.calculator]";
    let fees = workspace.read("fees.toml");
    let (before, schedule) = fees.split_once(calculator).expect("the second schedule");
    let schedule = schedule.replacen("rate = 125", "rate = 119", 1);
    workspace.write("fees.toml", &format!("{before}{calculator}{schedule}"));
    workspace.replace("fees.toml", "annual = 9_375", "annual = 8_925");
    workspace.replace("fees.toml", "monthly = 781", "monthly = 744");
    assert_report!("fee", reported(&workspace, &[]));
}

#[test]
fn the_phone_number_is_one_entry_with_all_its_pages() {
    let workspace = committed();
    workspace.replace("site.toml", "(918) 555-0199", "(918) 555-0177");
    assert_report!("phone", reported(&workspace, &[]));
}

#[test]
fn a_renamed_article() {
    let workspace = committed();
    let from = workspace.file("articles/a-long-walk.mdx");
    fs::rename(from, workspace.file("articles/when-markets-drop.mdx")).expect("renamed");
    let mut linking = workspace.content();
    linking.retain(|_, bytes| String::from_utf8_lossy(bytes).contains("/blog/a-long-walk"));
    for (path, bytes) in linking {
        let text = String::from_utf8(bytes).expect("UTF-8");
        let text = text.replace("/blog/a-long-walk", "/blog/when-markets-drop");
        fs::write(path, text).expect("writable");
    }
    let redirects = workspace.read("redirects.toml");
    let redirect =
        "\n[[redirects]]\nfrom = \"/blog/a-long-walk\"\nto = \"/blog/when-markets-drop\"\n";
    workspace.write("redirects.toml", &(redirects + redirect));
    assert_report!("renamed", reported(&workspace, &[]));
}

#[test]
fn an_added_page_and_another_picture() {
    let workspace = committed();
    workspace.write(
        "pages/bixby.toml",
        r#"[meta]
title = "Bixby"
short_title = "Bixby"
description = "Planning in Bixby."

[[blocks]]
kind = "hero"
title = "Planning in Bixby"

[[blocks]]
kind = "section"
heading = "Where"
body = "Read [the IRS](https://www.irs.gov/x) or call {phone}."
"#,
    );
    workspace.replace("images/logo.svg", "<svg", "<svg data-changed=\"\"");
    workspace.replace("pages/404.toml", "/contact", "/blog");
    assert_report!("added", reported(&workspace, &[]));
}

#[test]
fn a_disclaimer_and_the_source_of_a_fact() {
    let workspace = committed();
    let facts = workspace.read("facts.toml");
    let source = facts
        .lines()
        .find(|line| line.starts_with("source = "))
        .expect("a fact has a source");
    workspace.replace("facts.toml", source, "source = \"Another record\"");
    let reported_fact = reported(&workspace, &[]);
    assert!(
        reported_fact
            .contains("**Nothing that a visitor can see changes. Changed behind it: 1 fact.**"),
        "{reported_fact}"
    );
    assert_report!("fact", reported_fact);

    workspace.replace("site.toml", "promises no result", "foresees no result");
    workspace.replace(
        "articles/a-long-walk.mdx",
        "<Disclaimer kind=\"illustrative\" />\n",
        "",
    );
    assert_report!("disclaimers", reported(&workspace, &[]));
}

#[test]
fn what_only_looks_different_in_the_source_is_nothing() {
    let workspace = committed();
    workspace.replace(
        "fees.toml",
        "from = 250_000\nup_to = 1_000_000\n",
        "# A remark.\nup_to   = 1000000\nfrom = 250000\n",
    );
    let text = workspace.read("articles/a-long-walk.mdx");
    workspace.write("articles/a-long-walk.mdx", &text.replace('\n', "\r\n"));
    let shown = reported(&workspace, &[]);
    assert!(
        shown.contains("**Nothing that a visitor can see changes.**"),
        "{shown}"
    );
    assert_eq!(shown.lines().filter(|line| !line.is_empty()).count(), 3);
}

#[test]
fn hostile_text_stays_text() {
    let workspace = committed();
    let hostile = "@octocat octo/site#12 ![x] (http://evil.test/x) \\u003Cimg src=x \\u003C/details *b* GH-1 | www.evil.test";
    workspace.replace(
        "pages/index.toml",
        "title = \"",
        &format!("title = \"{hostile} "),
    );
    workspace.replace(
        "site.toml",
        "tagline = \"",
        &format!("tagline = \"{hostile} "),
    );
    workspace.write(
        "redirects.toml",
        &(workspace.read("redirects.toml") + "\n[[redirects]]\nfrom = \"/a*b*\"\nto = \"/fees\"\n"),
    );
    let shown = reported(&workspace, &[]);
    assert!(shown.contains("evil.test"), "{shown}");
    for part in [
        "@octocat", "site#12", "![x", "http://", "<img", "GH-1", "www.evil", "```",
    ] {
        assert!(!shown.contains(part), "{part}: {shown}");
    }
    assert_eq!(
        shown.matches("<details>").count(),
        shown.matches("</details>").count(),
        "{shown}"
    );
}

#[test]
fn a_side_with_errors_is_named_and_nothing_is_compared() {
    let workspace = Workspace::small();
    workspace.replace("pages/faq.toml", "description = ", "descripton = ");
    let workspace = workspace.committed();
    let stopped = |arguments: &[&str]| {
        let output = workspace.site(arguments);
        assert!(!output.status.success());
        stderr(&output)
    };
    let error = stopped(&["diff", "main"]);
    for part in [
        "of main, the content has 1 error; `git switch --detach ",
        "`cargo site check` show them",
    ] {
        assert!(error.contains(part), "{part}: {error}");
    }
    workspace.replace("pages/faq.toml", "descripton = ", "description = ");
    workspace.commit();
    workspace.replace("articles/a-long-walk.mdx", "title = ", "titel = ");
    let error = stopped(&["diff", "HEAD"]);
    let part = "of the files as they stand, the content has 1 error; `cargo site check` shows them";
    assert!(error.contains(part), "{error}");
}

#[test]
fn revisions_are_read_out_of_git_and_nothing_is_left_behind() {
    let workspace = committed();
    git(&workspace, &["checkout", "--quiet", "-b", "change"]);
    workspace.replace("site.toml", "tagline = \"", "tagline = \"Well: ");
    workspace.commit();
    git(&workspace, &["checkout", "--quiet", "main"]);
    let folder = tempfile::tempdir().expect("a folder for the test");
    let temporary = folder.path().join("temporary");
    fs::create_dir(&temporary).expect("writable");
    let variables = [("TMPDIR", temporary.to_str().expect("UTF-8"))];
    let output = workspace.site_with(&["diff", "main", "--head", "change"], &variables);
    let shown = stdout(&output);
    assert!(shown.contains("**Well:**"), "{shown}");
    assert_eq!(fs::read_dir(&temporary).expect("readable").count(), 0);
    assert_eq!(git(&workspace, &["status", "--porcelain"]), "");
}
