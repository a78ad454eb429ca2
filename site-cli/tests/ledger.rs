//! The ledger of addresses: no address that was published once is lost unseen.

mod house;

use house::{House, git, stdout};
use std::fs;

/// A site in a repository of its own, its ledger written and committed.
fn committed(house: House) -> House {
    assert!(house.site(&["ledger"]).status.success());
    git(&house, &["init", "--quiet", "--initial-branch=main"]);
    git(&house, &["add", "."]);
    git(&house, &["commit", "--quiet", "--message=The site"]);
    house
}

fn rename(house: &House, from: &str, to: &str) {
    fs::rename(house.file(from), house.file(to)).expect("renamed");
}

const LOST: &str = "published address /blog/a-long-walk no longer exists";
const TO: &str = "articles/what-a-long-walk-asks.mdx";

#[test]
fn the_ledger_holds_every_address() {
    let house = House::small();
    // What a pull request has just added may be missing yet.
    assert!(house.site(&["ledger"]).status.success());
    let before = house.content();
    let output = house.site(&["ledger", "--check"]);
    assert!(output.status.success(), "{}", stdout(&output));
    assert!(house.site(&["ledger"]).status.success());
    assert_eq!(house.content(), before);
    let ledger = house.read("published.toml");
    for address in [
        "/",
        "/fees",
        "/blog/a-long-walk",
        "/feed.xml",
        "/sitemap.xml",
        "/old",
    ] {
        assert!(
            ledger.contains(&format!("    \"{address}\",\n")),
            "{address}"
        );
    }
    assert!(!ledger.contains("/404"));
}

#[test]
fn a_new_address_is_recorded_and_nothing_is_taken_out() {
    let house = House::small();
    assert!(house.site(&["ledger"]).status.success());
    let whole = house.read("published.toml");
    house.replace("published.toml", "    \"/about\",\n", "");
    house.replace(
        "published.toml",
        "    \"/fees\",\n",
        "    \"/fees\",\n    \"/fees\",\n",
    );
    let unrecorded = house.site(&["check"]);
    assert!(
        unrecorded.status.success(),
        "an editor needs no tool: {}",
        stdout(&unrecorded)
    );
    let check = house.site(&["ledger", "--check"]);
    assert_eq!(check.status.code(), Some(1));
    assert!(
        stdout(&check).contains("not recorded yet: /about"),
        "{}",
        stdout(&check)
    );
    let output = house.site(&["ledger"]);
    assert!(
        stdout(&output).contains("recorded /about"),
        "{}",
        stdout(&output)
    );
    assert_eq!(house.read("published.toml"), whole);
    fs::remove_file(house.file("pages/about.toml")).expect("removed");
    assert!(house.site(&["ledger"]).status.success());
    assert!(house.read("published.toml").contains("\"/about\""));
}

#[test]
fn without_git_a_lost_address_is_an_error_that_names_what_would_mend_it() {
    let house = House::small();
    assert!(house.site(&["ledger"]).status.success());
    rename(&house, "articles/a-long-walk.mdx", TO);
    let output = house.site(&["check"]);
    let shown = stdout(&output);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        shown.contains(LOST) && shown.contains("gone = true"),
        "{shown}"
    );
    house.replace(
        "redirects.toml",
        "[[redirects]]",
        "[[redirects]]\nfrom = \"/blog/a-long-walk\"\ngone = true\n\n[[redirects]]",
    );
    assert!(!stdout(&house.site(&["check"])).contains(LOST));
}

#[test]
fn the_fix_writes_the_redirect_of_a_rename_that_is_not_committed() {
    let house = committed(House::small());
    house.replace("redirects.toml", "[[redirects]]", "[[redirects]]\nfrom = \"/walk\"\nto = \"/blog/a-long-walk#the-second-mile\"\n\n[[redirects]]");
    rename(&house, "articles/a-long-walk.mdx", TO);
    let index = fs::read(house.path().join(".git/index")).expect("readable");
    let shown = stdout(&house.site(&["check"]));
    assert!(
        shown.contains(LOST) && shown.contains("Its file was renamed"),
        "{shown}"
    );
    let built = house.site(&["build"]);
    assert!(!built.status.success());
    assert!(stdout(&built).contains("Its file was renamed"));

    let output = house.site(&["check", "--fix"]);
    let shown = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{shown}");
    assert!(shown.contains("mended[url/lost]"), "{shown}");
    let redirects = house.read("redirects.toml");
    assert!(
        redirects.ends_with(
            "[[redirects]]\nfrom = \"/blog/a-long-walk\"\nto = \"/blog/what-a-long-walk-asks\"\n"
        ),
        "{redirects}"
    );
    assert!(
        redirects.contains("to = \"/blog/what-a-long-walk-asks#the-second-mile\""),
        "{redirects}"
    );
    assert!(
        house
            .read("articles/plain.mdx")
            .contains("(/blog/what-a-long-walk-asks)")
    );
    assert_eq!(
        fs::read(house.path().join(".git/index")).expect("readable"),
        index
    );
}

#[test]
fn the_fix_follows_several_committed_renames_of_several_files() {
    let house = committed(House::small());
    rename(&house, "articles/a-long-walk.mdx", "articles/a-drop.mdx");
    rename(
        &house,
        "pages/riverton-planning.toml",
        "pages/riverton.toml",
    );
    git(&house, &["add", "--all"]);
    git(&house, &["commit", "--quiet", "--message=Rename"]);
    rename(&house, "articles/a-drop.mdx", TO);
    git(&house, &["add", "--all"]);
    git(&house, &["commit", "--quiet", "--message=Rename again"]);
    let output = house.site(&["check", "--fix"]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    let redirects = house.read("redirects.toml");
    for entry in [
        "from = \"/blog/a-long-walk\"\nto = \"/blog/what-a-long-walk-asks\"",
        "from = \"/riverton-planning\"\nto = \"/riverton\"",
    ] {
        assert!(redirects.contains(entry), "{redirects}");
    }
}

#[test]
fn a_rename_that_was_merged_is_known_and_one_before_another_page_came_is_not_meant() {
    let house = committed(House::small());
    git(&house, &["switch", "--quiet", "--create", "branch"]);
    rename(&house, "articles/a-long-walk.mdx", TO);
    git(&house, &["add", "--all"]);
    git(&house, &["commit", "--quiet", "--message=Rename"]);
    git(&house, &["switch", "--quiet", "main"]);
    git(
        &house,
        &["merge", "--quiet", "--no-ff", "--message=Merge", "branch"],
    );
    let shown = stdout(&house.site(&["check"]));
    assert!(
        shown.contains(LOST) && shown.contains("Its file was renamed"),
        "{shown}"
    );
    // Another article takes the address and is deleted: the first one's way is not its way.
    house.write("articles/a-long-walk.mdx", "Another one.\n");
    git(&house, &["add", "--all"]);
    git(&house, &["commit", "--quiet", "--message=Another"]);
    fs::remove_file(house.file("articles/a-long-walk.mdx")).expect("removed");
    let shown = stdout(&house.site(&["check"]));
    assert!(
        shown.contains(LOST) && !shown.contains("Its file was renamed"),
        "{shown}"
    );
}

#[test]
fn a_deleted_page_has_no_heir_and_no_fix() {
    let house = committed(House::small());
    fs::remove_file(house.file("pages/riverton-planning.toml")).expect("removed");
    let before = house.content();
    let shown = stdout(&house.site(&["check", "--fix"]));
    assert!(
        shown.contains("published address /riverton-planning no longer exists"),
        "{shown}"
    );
    assert!(!shown.contains("mended"), "{shown}");
    assert_eq!(house.content(), before);
}

#[test]
fn what_is_taken_out_of_the_ledger_is_missed_and_put_back() {
    let house = committed(House::small());
    let whole = house.read("published.toml");
    house.replace("published.toml", "    \"/blog/first\",\n", "");
    house.replace("published.toml", "    \"/fees\",\n", "");
    insta::assert_snapshot!("erased", stdout(&house.site(&["check"])));
    git(&house, &["commit", "--quiet", "--all", "--message=Erase"]);
    let merged = house.site(&["check"]);
    assert_eq!(
        merged.status.code(),
        Some(1),
        "the commit before still knows: {}",
        stdout(&merged)
    );
    let fixed = house.site(&["check", "--fix"]);
    assert_eq!(fixed.status.code(), Some(0), "{}", stdout(&fixed));
    assert_eq!(house.read("published.toml"), whole);
}
