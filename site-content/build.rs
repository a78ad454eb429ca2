//! Selects the compiled content that the crate embeds: the file in SITE_CONTENT, or the result of `cargo site build`.
//!
//! In a clone without a build, it is the tests' own content, so that all crates can be compiled and linted. That content is never
//! served by mistake: `site-prepare` refuses pages from other content.

use std::path::Path;
use std::{env, process};

const COMPILED_FILE: &str = "target/site/content.json";
const FIXTURE: &str = "web/src/testing/content.json";

fn main() {
    // Cargo runs this in the crate's folder, but a relative path starts at the workspace's root.
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    println!("cargo::rerun-if-env-changed=SITE_CONTENT");
    let file = if let Some(named) = env::var_os("SITE_CONTENT") {
        root.join(named)
    } else if root.join(COMPILED_FILE).is_file() {
        root.join(COMPILED_FILE)
    } else {
        // Cargo runs this again when the file appears.
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
