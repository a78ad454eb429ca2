//! The program: which content it uses, and its error if the pages come from other content.
//!
//! The tables that it makes are tested in `site-server/tests/`.

use site_content::DIGEST;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs the program on pages with an unknown content digest, and returns its message.
fn refusal(content: Option<&Path>) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join(".content"), "0f9a\n").expect("written");
    let table = folder.path().join("table.bin");
    let mut command = Command::new(env!("CARGO_BIN_EXE_site-prepare"));
    command.arg("--dist").arg(folder.path());
    command.arg("--out").arg(&table);
    command.arg("--cache").arg(folder.path().join("bodies"));
    if let Some(content) = content {
        command.arg("--content").arg(content);
    }
    let output = command.output().expect("the program starts");
    assert!(!output.status.success(), "{output:?}");
    assert!(!table.exists(), "nothing is written");
    String::from_utf8(output.stderr).expect("a text")
}

#[test]
fn the_content_of_the_site_is_inside() {
    let digest: &str = &DIGEST;
    let expected = format!(
        "made from the same content as the content inside this program, with the digest {digest}, found 0f9a"
    );
    let message = refusal(None);
    assert!(message.contains(&expected), "{message}");
}

#[test]
fn other_content_is_taken_from_a_file() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/src/testing/content.json");
    let message = refusal(Some(&file));
    let expected = format!("made from the same content as {}", file.display());
    assert!(message.contains(&expected), "{message}");
}

#[test]
fn a_file_without_compiled_content_is_refused() {
    for (file, found) in [
        ("nowhere.json", "No such file"),
        ("Cargo.toml", "expected value at line 1"),
    ] {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        let message = refusal(Some(&file));
        let expected = format!(
            "expected compiled content in {}, found: {found}",
            file.display()
        );
        assert!(message.contains(&expected), "{message}");
        assert!(message.contains("`cargo site build` makes it"), "{message}");
    }
}
