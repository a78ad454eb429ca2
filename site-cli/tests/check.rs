//! `cargo site check` and `cargo site explain`, as an editor runs them.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// A copy of the real content in a house of its own.
fn house() -> TempDir {
    let house = tempfile::tempdir().expect("a folder for the test");
    let real = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
    copy(&real, &house.path().join("content"));
    fs::create_dir(house.path().join("site-schema")).expect("writable");
    house
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("writable");
    for entry in fs::read_dir(from).expect("readable") {
        let entry = entry.expect("readable");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("writable");
        }
    }
}

fn site(house: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_site"))
        .args(arguments)
        .current_dir(house)
        .output()
        .expect("the command runs")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn replace(house: &TempDir, file: &str, from: &str, to: &str) {
    let path = house.path().join("content").join(file);
    let text = fs::read_to_string(&path).expect("readable");
    assert!(text.contains(from), "{file} holds {from:?}");
    fs::write(path, text.replacen(from, to, 1)).expect("writable");
}

#[test]
fn the_real_content_has_no_error() {
    let output = site(house().path(), &["check"]);
    assert!(output.status.success(), "{}", stdout(&output));
    assert!(
        stdout(&output).contains(": 0 errors, 0 warnings"),
        "{}",
        stdout(&output)
    );
}

#[test]
fn several_broken_files_are_reported_together_with_their_places() {
    let house = house();
    replace(&house, "fees.toml", "from = 250_000", "from = 250_001");
    replace(&house, "fees.toml", "annual = 6_250", "annual = 6_520");
    replace(&house, "site.toml", "tagline =", "taglime =");
    replace(
        &house,
        "pages/contact.toml",
        "kind = \"hero\"",
        "kind = \"heroe\"",
    );
    replace(
        &house,
        "pages/404.toml",
        "noindex = true",
        "noindex = \"yes\"",
    );
    replace(
        &house,
        "articles/market-drop.mdx",
        "category = \"",
        "category = \"The ",
    );
    replace(&house, "redirects.toml", "/services", "/fees");
    let output = site(house.path(), &["check"]);
    assert_eq!(output.status.code(), Some(1));
    insta::with_settings!({ filters => vec![(r"expected: one of `[^\n]*", "expected: one of […]")] }, {
        insta::assert_snapshot!(stdout(&output));
    });
}

#[test]
fn a_folder_that_is_no_house_is_explained() {
    let elsewhere = tempfile::tempdir().expect("a folder for the test");
    let output = site(elsewhere.path(), &["check"]);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        error.contains("expected to be called within the site's repository"),
        "{error}"
    );
}

#[test]
fn a_rule_is_explained_and_a_misspelt_one_is_guessed() {
    let house = house();
    insta::assert_snapshot!(stdout(&site(house.path(), &["explain", "fees/tiers"])));
    let misspelt = site(house.path(), &["explain", "fees/teirs"]);
    let error = String::from_utf8_lossy(&misspelt.stderr).into_owned();
    assert_eq!(misspelt.status.code(), Some(1));
    assert!(error.contains("Did you mean `fees/tiers`?"), "{error}");
    let all = stdout(&site(house.path(), &["explain"]));
    assert!(
        all.lines().count() >= 25 && all.contains("link/broken"),
        "{all}"
    );
}

#[test]
fn stale_generated_files_are_named_with_the_command_that_mends_them() {
    let house = house();
    assert!(site(house.path(), &["schemas"]).status.success());
    let fresh = site(house.path(), &["schemas", "--check"]);
    assert!(fresh.status.success(), "{}", stdout(&fresh));
    fs::write(house.path().join("schemas/page.schema.json"), "{}").expect("writable");
    let stale = site(house.path(), &["schemas", "--check"]);
    assert_eq!(stale.status.code(), Some(1));
    assert!(
        stdout(&stale).contains("schemas/page.schema.json is not what `cargo site schemas` writes")
    );
}
