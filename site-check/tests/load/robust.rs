//! Checks that the loader returns diagnostics for any content, and never panics.

use crate::site::Site;
use proptest::prelude::*;
use proptest::test_runner::{TestRng, TestRunner};
use site_check::apply;
use std::fs;
use std::path::PathBuf;
use walkdir::WalkDir;

/// A change of a text like one by a slip of the hand or a tool: a position, a number of bytes to
/// remove there, and a text to insert.
type Slip = (prop::sample::Index, usize, String);

fn slips() -> impl Strategy<Value = Slip> {
    let characters = r#"[\[\]{}<>="'#*`|!/\\\n\r\t :,.0-9a-zäß😀\u{0}\u{feff}-]{0,6}"#;
    let words = prop::sample::select(vec![
        "<Callout title=\"x\">",
        "</Callout>",
        "{phone}",
        "](",
        "+++\n",
        "[[blocks]]\nkind = \"faq\"\n",
        "\"\"\"",
        "import x from 'y'\n\n",
        "18446744073709551615",
        "| a | b |\n|---|---|\n| c |",
        "[a]: /fees\n",
    ]);
    let typed = prop_oneof![characters, words.prop_map(str::to_owned)];
    let cut = prop_oneof![4 => Just(0), 4 => 1_usize..40, 1 => Just(usize::MAX)];
    (any::<prop::sample::Index>(), cut, typed)
}

fn slipped(text: &mut Vec<u8>, (place, cut, typed): &Slip) {
    let start = place.index(text.len() + 1);
    let end = start.saturating_add(*cut).min(text.len());
    text.splice(start..end, typed.bytes());
}

/// Returns the text files of a site, with their contents.
fn texts(site: &Site) -> Vec<(PathBuf, Vec<u8>)> {
    let files = WalkDir::new(site.path("")).into_iter().flatten();
    let texts = files.filter(|file| {
        let is_image = file.path().extension().is_some_and(|it| it == "svg");
        file.file_type().is_file() && !is_image
    });
    let read = |path: PathBuf| (path.clone(), fs::read(path).expect("readable"));
    texts.map(|file| read(file.into_path())).collect()
}

#[test]
fn no_slip_makes_the_loader_panic() {
    try_slips(50);
}

#[test]
#[ignore = "long"]
fn none_of_many_slips_makes_the_loader_panic() {
    try_slips(1_500);
}

fn try_slips(count: u32) {
    let site = Site::new();
    let files = texts(&site);
    let cases = (
        any::<prop::sample::Index>(),
        prop::collection::vec(slips(), 1..5),
    );
    let config = ProptestConfig {
        cases: count,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    // Every run makes the same slips, so the same code always has the same result. `fuzz/run
    // loader` makes random ones.
    let random = TestRng::deterministic_rng(config.rng_algorithm);
    let mut runner = TestRunner::new_with_rng(config, random);
    let outcome = runner.run(&cases, |(which, slips)| {
        let (path, sound) = &files[which.index(files.len())];
        let mut text = sound.clone();
        slips.iter().for_each(|slip| slipped(&mut text, slip));
        fs::write(path, &text).expect("writable");
        let mut loaded = site.load();
        prop_assert_eq!(loaded.content.is_some(), loaded.errors() == 0);
        for found in &loaded.diagnostics {
            let place = found.place.as_ref();
            prop_assert!(place.is_none_or(|it| it.line >= 1 && it.column >= 1));
            prop_assert!(!found.to_string().is_empty());
        }
        // The fixes end, and a second run doesn't find anything to fix.
        let count = loaded.tree.files.len();
        apply::apply(&mut loaded.tree);
        prop_assert_eq!(loaded.tree.files.len(), count);
        prop_assert!(apply::apply(&mut loaded.tree).before.is_empty());
        fs::write(path, sound).expect("writable");
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}
