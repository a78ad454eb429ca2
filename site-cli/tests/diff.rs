//! `cargo site diff`: real changes in a real repository, reported for reviewers.

use crate::workspace::{Workspace, git, holds, lacks, said, site_in};
use std::fs;

macro_rules! assert_report {
    ($name:literal, $workspace:expr) => {
        insta::with_settings!({ filters => vec![(r"`[0-9a-f]{10}`", "`[commit]`")] }, {
            insta::assert_snapshot!($name, $workspace.done("diff"));
        });
    };
}

/// Sets the rate of the calculator's second tier, with its example.
pub fn set_rate(workspace: &Workspace, rate: &str, annual: &str, monthly: &str) {
    let calculator = "[schedules.calculator]";
    let fees = workspace.read("fees.toml");
    let (before, schedule) = fees.split_once(calculator).expect("the second schedule");
    let schedule = schedule.replacen("rate = 125", rate, 1);
    workspace.write("fees.toml", &format!("{before}{calculator}{schedule}"));
    workspace.replace("fees.toml", "annual = 9_375", annual);
    workspace.replace("fees.toml", "monthly = 781", monthly);
}

#[test]
fn a_fee() {
    let workspace = Workspace::small().committed();
    set_rate(&workspace, "rate = 119", "annual = 8_925", "monthly = 744");
    assert_report!("fee", workspace);
}

#[test]
fn the_phone_number_is_one_entry_with_all_its_pages() {
    let workspace = Workspace::small().committed();
    workspace.replace("site.toml", "(918) 555-0199", "(918) 555-0177");
    assert_report!("phone", workspace);
}

#[test]
fn a_renamed_article() {
    let workspace = Workspace::small().committed();
    workspace.done("mv|a-long-walk|when-markets-drop");
    assert_report!("renamed", workspace);
}

/// The list is to be read; it doesn't ask for approval.
#[test]
fn sentences_with_figures() {
    let workspace = Workspace::small();
    let path = "articles/a-long-walk.mdx";
    workspace.append(
        path,
        "\nOur portfolios gained 12% in 2024. Clients slept well.\n",
    );
    let workspace = workspace.committed();
    workspace.replace(path, "gained 12%", "gained 14%");
    workspace.append(
        path,
        "\nThe index rose 3%.\n\n- The model gained 9 percent.\n",
    );
    assert_report!("sentences", workspace);
}

#[test]
fn an_added_page_and_another_picture() {
    let workspace = Workspace::small().committed();
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
    assert_report!("added", workspace);
}

#[test]
fn another_icon() {
    let workspace = Workspace::small().committed();
    workspace.replace(
        "pages/contact.toml",
        "icon = \"mail\"",
        "icon = \"calendar\"",
    );
    let parts = [
        "### Icons, anchors, dates and numbers",
        "- on `/contact`: icon ~~mail~~ **calendar**",
    ];
    holds(&workspace.done("diff"), &parts);
}

#[test]
fn the_value_of_a_tax_year() {
    let workspace = Workspace::small().committed();
    workspace.replace("facts.toml", "\"$70,000\"", "\"$70,500\"");
    assert_report!("fact_of_a_year", workspace);
}

#[test]
fn a_disclaimer_and_the_source_of_a_fact() {
    let workspace = Workspace::small().committed();
    let source = "source = \"Bengen, 1994\"";
    workspace.replace("facts.toml", source, "source = \"Another record\"");
    assert_report!("fact", workspace);

    workspace.replace("site.toml", "promises no result", "foresees no result");
    let [before, after] = ["kind=\"illustrative\"", "kind=\"markets\""];
    workspace.replace("articles/a-long-walk.mdx", before, after);
    assert_report!("disclaimers", workspace);
}

#[test]
fn documents_and_phrases_are_for_compliance() {
    let workspace = Workspace::small().committed();
    workspace.replace("site.toml", "brochure.pdf", "brochure-2.pdf");
    workspace.replace("words.toml", "[high / steady / ]", "[high / ]");
    workspace.replace("words.toml", "and doubts it.", "and no more.");
    let parts = [
        "### For compliance: phone number and documents",
        "- the address of “Brochure”: ",
        "brochure-2.pdf",
        "### For compliance: phrases",
        "allowed in content/articles/tables-and-lists.mdx: ",
        "nobody can promise a return. Say what you do, not what it brings.",
    ];
    holds(&workspace.done("diff"), &parts);
}

#[test]
fn what_only_looks_different_in_the_source_is_nothing() {
    let workspace = Workspace::small().committed();
    workspace.replace(
        "fees.toml",
        "from = 250_000\nup_to = 1_000_000\n",
        "# A remark.\nup_to   = 1000000\nfrom = 250000\n",
    );
    let text = workspace.read("articles/a-long-walk.mdx");
    workspace.write("articles/a-long-walk.mdx", &text.replace('\n', "\r\n"));
    let nothing = "**Visitors see no change.**";
    let shown = workspace.prints("diff", 0, &[nothing]);
    assert_eq!(shown.lines().filter(|line| !line.is_empty()).count(), 3);
}

#[test]
fn hostile_text_stays_text() {
    let workspace = Workspace::small().committed();
    let hostile = "@octocat octo/site#12 ![x] (http://evil.test/x) \\u003Cimg src=x \\u003C/details GH-1 www.evil.test";
    for (file, key) in [("pages/index.toml", "title"), ("site.toml", "tagline")] {
        let begin = format!("{key} = \"");
        workspace.replace(file, &begin, &format!("{begin}{hostile} "));
    }
    let shown = workspace.prints("diff", 0, &["evil.test"]);
    let parts = "@octocat site#12 ![x http:// <img GH-1 www.evil ```";
    lacks(&shown, &parts.split(' ').collect::<Vec<_>>());
    let [begun, ended] = ["<details>", "</details>"].map(|tag| shown.matches(tag).count());
    assert_eq!(begun, ended, "{shown}");
}

#[test]
fn a_side_with_errors_is_named_and_nothing_is_compared() {
    let workspace = Workspace::small();
    workspace.replace("pages/faq.toml", "description = ", "descripton = ");
    let workspace = workspace.committed();
    let there = "because the content of main has 1 error; `git switch --detach ";
    workspace.prints("diff|main", 2, &[there, "`cargo site check` show them"]);
    workspace.replace("pages/faq.toml", "descripton = ", "description = ");
    workspace.commit();
    workspace.replace("articles/a-long-walk.mdx", "title = ", "titel = ");
    let here = "the content of the files on disk has 1 error; `cargo site check` shows them";
    workspace.prints("diff|HEAD", 2, &[here]);
}

#[test]
fn a_merge_of_main_a_detached_head_and_a_worktree_show_the_branchs_own_change() {
    let workspace = Workspace::small().committed();
    git(&workspace, "switch --quiet --create change");
    workspace.replace("site.toml", "tagline = \"", "tagline = \"Well: ");
    workspace.commit();
    git(&workspace, "switch --quiet main");
    workspace.replace("pages/404.toml", "/contact", "/blog");
    workspace.commit();
    git(&workspace, "switch --quiet change");
    git(&workspace, "merge --quiet --no-edit main");
    let merged = workspace.prints("diff", 0, &["**Well:**"]);
    lacks(&merged, &["/404"]);

    git(&workspace, "switch --quiet --detach");
    assert_eq!(workspace.done("diff"), merged);

    let folder = tempfile::tempdir().expect("a folder for the test");
    let worktree = folder.path().join("worktree");
    let add = format!("worktree add --quiet {} change", worktree.display());
    git(&workspace, &add);
    assert_eq!(said(&site_in(&worktree, "diff", &[])), merged);
}

#[test]
fn revisions_are_read_out_of_git_and_nothing_is_left_behind() {
    let workspace = Workspace::small().committed();
    git(&workspace, "switch --quiet --create change");
    workspace.replace("site.toml", "tagline = \"", "tagline = \"Well: ");
    workspace.commit();
    git(&workspace, "switch --quiet main");
    let temporary = tempfile::tempdir().expect("a folder for the test");
    let variables = [("TMPDIR", temporary.path().to_str().expect("UTF-8"))];
    let output = workspace.site_with("diff|main|--head|change", &variables);
    holds(&said(&output), &["**Well:**"]);
    let left = fs::read_dir(temporary.path()).expect("readable").count();
    assert_eq!(left, 0);
    assert_eq!(git(&workspace, "status --porcelain"), "");
}

/// Returns a file's text with one part, between two markers, moved before a third marker.
fn moved(text: &str, from: &str, to: &str, before: &str) -> String {
    let start = text.find(from).expect("the part");
    let end = start + text[start..].find(to).expect("its end");
    let rest = format!("{}{}", &text[..start], &text[end..]);
    rest.replacen(before, &format!("{}{before}", &text[start..end]), 1)
}

#[test]
fn what_stands_elsewhere_has_moved() {
    let workspace = Workspace::small().committed();
    let block = "[[blocks]]\nkind = ";
    let services = workspace.read("pages/services.toml");
    let [taxes, cards] = ["\"section\"\nid = \"taxes\"", "\"coordination_cards\""];
    let [taxes, cards] = [taxes, cards].map(|kind| format!("{block}{kind}"));
    let services = moved(&services, &taxes, "[[blocks]]\nkind = \"serv", &cards);
    workspace.write("pages/services.toml", &services);
    // Moved text is also compared.
    workspace.replace(
        "pages/services.toml",
        "stand beside ours",
        "stand below ours",
    );

    let question = "[[blocks.categories.questions]]\nquestion = ";
    let faq = workspace.read("pages/faq.toml");
    let [open, at] = ["\"When are", "\"Where are"].map(|words| format!("{question}{words}"));
    let faq = moved(&faq, &at, "[[blocks.categories]]\nid = \"cost\"", &open);
    workspace.write("pages/faq.toml", &faq);

    workspace.replace(
        "pages/services.toml",
        "- what you have,\n- what you need,\n",
        "- what you need,\n- what you have,\n",
    );
    let article = workspace.read("articles/a-long-walk.mdx");
    let article = moved(
        &article,
        "## The third mile",
        "## The fourth",
        "## The second mile",
    );
    workspace.write("articles/a-long-walk.mdx", &article);
    assert_report!("moved", workspace);
}

#[test]
fn a_higher_fee_says_by_how_much() {
    let workspace = Workspace::small().committed();
    set_rate(&workspace, "rate = 135", "annual = 10_125", "monthly = 844");
    let parts = [
        "| $1,000,000: | $12,500 → **$13,500** | +$1,000 (+8.0%) | $3,125 → **$3,375** |",
        "| Before | Rate | After | Rate |",
        "| $250,000 to $1,000,000 | 1.25% | $250,000 to $1,000,000 | 1.35% |",
    ];
    holds(&workspace.done("diff"), &parts);
}

/// One approval covers the whole table, so the comment always shows both versions.
#[test]
fn each_fee_schedule_shows_its_table_before_and_after() {
    let workspace = Workspace::small().committed();
    let fees = workspace.read("fees.toml");
    let small = fees.find("[schedules.small]").expect("a schedule");
    let calculator = fees.find("[schedules.calculator]").expect("the next one");
    let copy = fees[small..calculator].replace("schedules.small", "schedules.added");
    workspace.write("fees.toml", &format!("{fees}\n{copy}"));
    workspace.replace("fees.toml", "Discuss with us", "Talk to us");
    let comment = workspace.done("diff");
    let (_, added) = comment.split_once("(`added`)").expect("an entry");
    let (added, calculator) = added.split_once("(`calculator`)").expect("another");
    let head = "| Before | Rate | After | Rate |";
    holds(added, &[head, "|  |  | First $1,000,000 | 1.25% |"]);
    let row = "| Above $5,000,000 | 0.70% | Above $5,000,000 | 0.70% |";
    holds(calculator, &[head, row]);
    lacks(&comment, &["/accept-fees", "To accept"]);

    workspace.commit();
    workspace.write("fees.toml", &fees);
    let removed = workspace.done("diff|HEAD");
    holds(&removed, &[head, "| First $1,000,000 | 1.25% |  |  |"]);
}

#[test]
fn an_added_article_states_its_own_facts() {
    let workspace = Workspace::small().committed();
    let article = workspace.read("articles/first.mdx");
    let article = article.replace("title = \"First\"", "title = \"Fresh\"");
    let article = article.replace("id = 1\n", "id = 40\n");
    let article = article.replace("The first article.", "The fresh article.");
    workspace.write("articles/fresh.mdx", &article);
    let shown = workspace.done("diff");
    let (_, added) = shown.split_once("### Pages added").expect("a section");
    let (added, _) = added.split_once("\n###").expect("an end");
    insta::assert_snapshot!("article", added);
}

#[test]
fn a_fact_in_place_of_another_is_for_compliance() {
    let workspace = Workspace::small().committed();
    workspace.replace(
        "pages/services.toml",
        "{bucket-cash}",
        "{consultation-length}",
    );
    workspace.replace("articles/first.mdx", "{withdrawal-rule}", "4 percent");
    let parts = [
        "### For compliance: quoted facts",
        "- on `/services`: ~~{bucket-cash}",
        "**{consultation-length}",
        "- on `/blog/first`: ~~{withdrawal-rule}: 4%~~ (removed)",
        "Changed: 2 quoted facts",
    ];
    holds(&workspace.done("diff"), &parts);
}

#[test]
fn the_people_of_compliance_are_asked_by_name() {
    let workspace = Workspace::small();
    let people = r#"
[[approvers]]
login = "ann-a"
name = "Ann *Approver*"
role = "compliance"
starts = 2020-01-01

[[approvers]]
login = "past"
name = "Past"
role = "compliance"
starts = 2020-01-01
ends = 2020-12-31

[[approvers]]
login = "ahead"
name = "Ahead"
role = "compliance"
starts = 2999-01-01

[[approvers]]
login = "nobody--yet"
name = "Nobody"
role = "compliance"
starts = 2020-01-01

[[approvers]]
login = "editor"
name = "Editor"
role = "editor"
starts = 2020-01-01
"#;
    let folder = workspace.path().join(".github");
    fs::create_dir(&folder).expect("writable");
    fs::write(folder.join("approvers.toml"), people).expect("writable");
    let workspace = workspace.committed();
    // The change doesn't decide who must approve it.
    fs::write(folder.join("approvers.toml"), people.replace("ann-a", "me")).expect("writable");

    workspace.replace("articles/a-long-walk.mdx", "bring shoes", "bring boots");
    lacks(&workspace.done("diff"), &["please review", "@"]);
    workspace.replace("site.toml", "promises no result", "foresees no result");
    let asked = r"Ann \*Approver\* (@ann-a), please review for compliance: 1 disclaimer.";
    let shown = workspace.prints("diff", 0, &[asked]);
    lacks(&shown, &["past", "Ahead", "Nobody", "(@editor)", "@me"]);
}
