//! Whatever stands in a content file, the loader answers with diagnostics and
//! never panics.

use proptest::prelude::*;
use proptest::test_runner::{TestRng, TestRunner};
use site_check::{Loaded, apply, load};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// One change of a text, as slips of the hand and of tools make them.
#[derive(Debug, Clone)]
enum Slip {
    /// Bytes cut out: from a place, so many.
    Cut(prop::sample::Index, usize),
    /// Something typed in.
    Typed(prop::sample::Index, String),
    /// A line twice.
    LineTwice(prop::sample::Index),
    /// A line gone.
    LineGone(prop::sample::Index),
    /// Everything after a place gone.
    Truncated(prop::sample::Index),
}

fn slips() -> impl Strategy<Value = Slip> {
    let signs = r#"[\[\]{}<>="'#*`|!/\\\n\r\t :,.0-9a-zäß😀\u{0}\u{feff}-]{1,6}"#;
    let words = prop_oneof![
        Just("<Callout title=\"x\">".to_owned()),
        Just("</Callout>".to_owned()),
        Just("{phone}".to_owned()),
        Just("](".to_owned()),
        Just("+++\n".to_owned()),
        Just("[[blocks]]\nkind = \"faq\"\n".to_owned()),
        Just("\"\"\"".to_owned()),
        Just("import x from 'y'\n\n".to_owned()),
        Just("18446744073709551615".to_owned()),
        Just("| a | b |\n|---|---|\n| c |".to_owned()),
        Just("[a]: /fees\n".to_owned()),
    ];
    let place = any::<prop::sample::Index>;
    prop_oneof![
        (place(), 1_usize..40).prop_map(|(at, count)| Slip::Cut(at, count)),
        (place(), signs).prop_map(|(at, text)| Slip::Typed(at, text)),
        (place(), words).prop_map(|(at, text)| Slip::Typed(at, text)),
        place().prop_map(Slip::LineTwice),
        place().prop_map(Slip::LineGone),
        place().prop_map(Slip::Truncated),
    ]
}

fn apply(text: &mut Vec<u8>, slip: &Slip) {
    let place = |index: &prop::sample::Index, length: usize| index.index(length + 1);
    let line = |text: &[u8], index: &prop::sample::Index| {
        let at = place(index, text.len());
        let start = text[..at]
            .iter()
            .rposition(|byte| *byte == b'\n')
            .map_or(0, |found| found + 1);
        let end = text[at..]
            .iter()
            .position(|byte| *byte == b'\n')
            .map_or(text.len(), |found| at + found + 1);
        start..end
    };
    match slip {
        Slip::Cut(index, count) => {
            let at = place(index, text.len());
            text.drain(at..(at + count).min(text.len()));
        }
        Slip::Typed(index, typed) => {
            let at = place(index, text.len());
            text.splice(at..at, typed.bytes());
        }
        Slip::LineTwice(index) => {
            let range = line(text, index);
            let copy = text[range.clone()].to_vec();
            text.splice(range.end..range.end, copy);
        }
        Slip::LineGone(index) => {
            let range = line(text, index);
            text.drain(range);
        }
        Slip::Truncated(index) => text.truncate(place(index, text.len())),
    }
}

struct Site {
    folder: TempDir,
    files: Vec<(PathBuf, Vec<u8>)>,
}

impl Site {
    fn small() -> Self {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let mut files = Vec::new();
        copy(
            &Path::new(env!("CARGO_MANIFEST_DIR")).join("../site-schema/tests/content"),
            folder.path(),
            &mut files,
        );
        Self { folder, files }
    }
}

fn copy(from: &Path, to: &Path, files: &mut Vec<(PathBuf, Vec<u8>)>) {
    fs::create_dir_all(to).expect("writable");
    for entry in fs::read_dir(from).expect("readable") {
        let source = entry.expect("readable").path();
        let target = to.join(source.file_name().expect("a name"));
        if source.is_dir() {
            copy(&source, &target, files);
        } else {
            let bytes = fs::read(&source).expect("readable");
            fs::write(&target, &bytes).expect("writable");
            if target
                .extension()
                .is_some_and(|extension| extension != "svg")
            {
                files.push((target, bytes));
            }
        }
    }
}

#[test]
fn no_slip_makes_the_loader_panic() {
    let site = Site::small();
    let slipped = (
        any::<prop::sample::Index>(),
        prop::collection::vec(slips(), 1..5),
    );
    // The same slips in every run, so that a change is judged by what it changed;
    // `SLIPS=100000 cargo test --release -p site-schema --test robust` tries new ones.
    let wanted: Option<u32> = std::env::var("SLIPS")
        .ok()
        .map(|count| count.parse().expect("SLIPS is a number of cases"));
    let config = ProptestConfig {
        cases: wanted.unwrap_or(3_000),
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let mut runner = if wanted.is_some() {
        TestRunner::new(config)
    } else {
        let random = TestRng::deterministic_rng(config.rng_algorithm);
        TestRunner::new_with_rng(config, random)
    };
    let outcome = runner.run(&slipped, |(which, slips)| {
        let (path, sound) = &site.files[which.index(site.files.len())];
        let mut text = sound.clone();
        slips.iter().for_each(|slip| apply(&mut text, slip));
        fs::write(path, &text).expect("writable");
        let mut loaded = load(site.folder.path()).expect("the folder is there");
        prop_assert_eq!(loaded.content.is_some(), loaded.errors() == 0);
        for found in &loaded.diagnostics {
            prop_assert!(found.line >= 1 && found.column >= 1 && !found.to_string().is_empty());
        }
        fixed(&mut loaded)?;
        fs::write(path, sound).expect("writable");
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

/// The fixes of a broken site come to an end, and a second run finds nothing to fix.
fn fixed(loaded: &mut Loaded) -> Result<(), TestCaseError> {
    let before = loaded.tree.files.len();
    apply::apply(&mut loaded.tree);
    prop_assert_eq!(loaded.tree.files.len(), before);
    prop_assert!(apply::apply(&mut loaded.tree).files.is_empty());
    Ok(())
}
