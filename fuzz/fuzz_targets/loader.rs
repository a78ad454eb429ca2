//! A small site of real files and one file with arbitrary bytes: loading, checking, compiling and fixing it never
//! panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use site_check::{apply, load};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use tempfile::TempDir;

const FILES: [&str; 7] = [
    "site.toml",
    "fees.toml",
    "facts.toml",
    "redirects.toml",
    "pages/index.toml",
    "pages/404.toml",
    "articles/market-drop.mdx",
];

/// The real content.
fn real() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../content")
}

static SITE: LazyLock<TempDir> = LazyLock::new(|| {
    let site = tempfile::tempdir().expect("a folder for the site");
    for folder in ["pages", "articles", "images"] {
        fs::create_dir(site.path().join(folder)).expect("writable");
    }
    for file in FILES {
        fs::copy(real().join(file), site.path().join(file)).expect("the real content is there");
    }
    site
});

fuzz_target!(|data: &[u8]| {
    let Some((choice, bytes)) = data.split_first() else {
        return;
    };
    let file = FILES[usize::from(*choice) % FILES.len()];
    fs::write(SITE.path().join(file), bytes).expect("writable");
    let mut loaded = load(SITE.path()).expect("the folder is there");
    for found in &loaded.diagnostics {
        let _ = found.to_string();
    }
    apply::apply(&mut loaded.tree);
    fs::copy(real().join(file), SITE.path().join(file)).expect("the real content is there");
});
