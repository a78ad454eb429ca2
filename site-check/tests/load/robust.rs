//! Whatever is in a content file, the loader answers with diagnostics and
//! never panics.

use crate::site::Site;
use proptest::prelude::*;
use proptest::test_runner::{TestRng, TestRunner};
use site_check::{Loaded, apply};
use std::fs;
use std::path::PathBuf;
use walkdir::WalkDir;

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
    let characters = r#"[\[\]{}<>="'#*`|!/\\\n\r\t :,.0-9a-zäß😀\u{0}\u{feff}-]{1,6}"#;
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
    let place = any::<prop::sample::Index>;
    prop_oneof![
        (place(), 1_usize..40).prop_map(|(at, count)| Slip::Cut(at, count)),
        (place(), characters).prop_map(|(at, text)| Slip::Typed(at, text)),
        (place(), words).prop_map(|(at, text)| Slip::Typed(at, text.to_owned())),
        place().prop_map(Slip::LineTwice),
        place().prop_map(Slip::LineGone),
        place().prop_map(Slip::Truncated),
    ]
}

fn apply(text: &mut Vec<u8>, slip: &Slip) {
    let place = |index: &prop::sample::Index, length: usize| index.index(length + 1);
    let line = |text: &[u8], index: &prop::sample::Index| {
        let at = place(index, text.len());
        let is_end = |byte: &u8| *byte == b'\n';
        let start = text[..at].iter().rposition(is_end).map_or(0, |it| it + 1);
        let end = text[at..].iter().position(is_end);
        start..end.map_or(text.len(), |it| at + it + 1)
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

/// The files of a site that are text, and what they hold.
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
    let site = Site::new();
    let files = texts(&site);
    let slipped = (
        any::<prop::sample::Index>(),
        prop::collection::vec(slips(), 1..5),
    );
    // The same slips in every run, so that a change is judged by what it changed;
    // `SLIPS=100000 cargo test --release -p site-check --test check robust` tries new ones.
    let wanted: Option<u32> = std::env::var("SLIPS")
        .ok()
        .map(|count| count.parse().expect("SLIPS is a number of cases"));
    let config = ProptestConfig {
        cases: wanted.unwrap_or(150),
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
        let (path, sound) = &files[which.index(files.len())];
        let mut text = sound.clone();
        slips.iter().for_each(|slip| apply(&mut text, slip));
        fs::write(path, &text).expect("writable");
        let mut loaded = site.load();
        prop_assert_eq!(loaded.content.is_some(), loaded.errors() == 0);
        for found in &loaded.diagnostics {
            prop_assert!(
                found
                    .place
                    .as_ref()
                    .is_none_or(|it| it.line >= 1 && it.column >= 1)
                    && !found.to_string().is_empty()
            );
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
    prop_assert!(apply::apply(&mut loaded.tree).before.is_empty());
    Ok(())
}
