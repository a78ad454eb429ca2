//! The digest that decides whether a build step is skipped.

use site_cli::fingerprint::Fingerprint;
use std::fs;

#[test]
fn only_what_files_hold_counts() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = |file: &str| folder.path().join(file);
    let written = |file: &str, text: &str| {
        fs::create_dir_all(path(file).parent().expect("a folder")).expect("writable");
        fs::write(path(file), text).expect("writable");
        let print = Fingerprint::default().sources(folder.path());
        print.expect("readable").finish()
    };
    let first = written("a.txt", "one");
    assert_eq!(written("a.txt", "one"), first, "the clock does not count");
    assert_eq!(written("node_modules/x", "made"), first, "nor what is made");
    assert_eq!(
        written("dist.build-x/y", "made"),
        first,
        "nor is being made"
    );
    assert_ne!(written("a.txt", "two"), first);
    fs::rename(path("a.txt"), path("b.txt")).expect("writable");
    let renamed = written("b.txt", "one");
    assert_ne!(renamed, first);
    // Deeper folders may have any name.
    assert_ne!(written("pages/dist/x", "written"), renamed);
}
