//! Names the compiled content that the crate embeds: the file in SITE_CONTENT, or else what `cargo site build` has made.
//!
//! In a clone in which nothing was built, it is the tests' own content, so that all crates can be compiled and linted. Nothing is
//! served of that by mistake: `site-prepare` takes no pages that were made from other content.

use std::path::Path;
use std::{env, process};

const COMPILED_FILE: &str = "target/site/content.json";
const FIXTURE: &str = "web/src/testing/content.json";

fn main() {
    // Cargo runs this in the crate's folder: a relative path is one from the workspace's root.
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    println!("cargo::rerun-if-env-changed=SITE_CONTENT");
    let file = if let Some(named) = env::var_os("SITE_CONTENT") {
        root.join(named)
    } else if root.join(COMPILED_FILE).is_file() {
        root.join(COMPILED_FILE)
    } else {
        // Cargo runs this again once there is such a file.
        println!(
            "cargo::rerun-if-changed={}",
            root.join(COMPILED_FILE).display()
        );
        root.join(FIXTURE)
    };
    println!("cargo::rerun-if-changed={}", file.display());
    if !file.is_file() {
        println!(
            "cargo::error=expected the compiled content in {}, found no such file; `cargo site build` makes it, or let SITE_CONTENT name another, such as {FIXTURE}, the tests' own",
            file.display()
        );
        process::exit(1);
    }
    println!("cargo::rustc-env=SITE_CONTENT_FILE={}", file.display());
}
