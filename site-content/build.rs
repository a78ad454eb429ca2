//! Tells the crate where the compiled content is that it embeds. `cargo site` makes it.

use std::path::Path;
use std::{env, process};

fn main() {
    if env::var_os("CARGO_FEATURE_EMBEDDED").is_none() {
        return;
    }
    println!("cargo::rerun-if-env-changed=SITE_CONTENT");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let named = env::var_os("SITE_CONTENT").unwrap_or_else(|| "target/site/content.json".into());
    // Cargo runs this in the crate's folder: a relative path is one from the workspace's root.
    let file = root.join(named);
    println!("cargo::rerun-if-changed={}", file.display());
    if !file.is_file() {
        println!(
            "cargo::error=expected the compiled content in {}, found no such file; `cargo site build` makes it, or let SITE_CONTENT name another, such as web/src/testing/content.json, the tests' own",
            file.display()
        );
        process::exit(1);
    }
    println!("cargo::rustc-env=SITE_CONTENT_FILE={}", file.display());
}
