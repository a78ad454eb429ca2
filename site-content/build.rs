//! A doorstep: loads, checks and bakes `content/`; the work is `site-schema`'s.

use std::path::Path;
use std::{env, fs, process};

fn main() {
    let manifest = env::var("CARGO_MANIFEST_DIR").expect("Cargo sets it");
    let content = Path::new(&manifest).join("../content");
    println!("cargo::rerun-if-changed={}", content.display());
    let loaded = site_schema::load(&content).unwrap_or_else(|error| {
        println!("cargo::error=can't read {}: {error}", content.display());
        process::exit(1);
    });
    let Some(content) = loaded.content else {
        for diagnostic in &loaded.diagnostics {
            println!("cargo::error={}", diagnostic.in_one_line());
        }
        println!("cargo::error=the content has errors; `cargo site check` shows them in full");
        process::exit(1);
    };
    let out = env::var("OUT_DIR").expect("Cargo sets it");
    fs::write(
        Path::new(&out).join("content.rs"),
        site_schema::bake::bake(&content),
    )
    .expect("Cargo's own folder can be written");
}
