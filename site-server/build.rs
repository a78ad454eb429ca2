//! A doorstep: hands the built site to [`prepare`] and reports to Cargo.
//!
//! Reads `web/dist` (or the folder in `SITE_DIST`) and the crate `site-content`; writes `table.rs` and `bodies.bin`
//! to `OUT_DIR`, which `src/table.rs` includes.

mod prepare;

use std::path::PathBuf;
use std::process::exit;

use prepare::{Document, Inputs, Redirect};

fn main() {
    println!("cargo::rerun-if-env-changed=SITE_DIST");
    let dist = std::env::var_os("SITE_DIST").map_or_else(
        || variable("CARGO_MANIFEST_DIR").join("../web/dist"),
        PathBuf::from,
    );

    // Tells Cargo of the folder itself too, so that a file that appears or goes is noticed.
    println!("cargo::rerun-if-changed={}", dist.display());
    for path in prepare::reads(&dist) {
        println!("cargo::rerun-if-changed={}", path.display());
    }

    if !dist.is_dir() && variable("PROFILE").as_os_str() != "release" {
        println!(
            "cargo::warning={}; this server answers 404 to everything",
            prepare::missing(&dist)
        );
        return write(prepare::Prepared::empty());
    }

    let inputs = Inputs {
        dist,
        documents: documents(),
        redirects: redirects(),
    };
    match prepare::prepare(&inputs) {
        Ok(prepared) => write(prepared),
        Err(problems) => {
            for problem in problems {
                println!("cargo::error={}", problem.replace('\n', " "));
            }
            exit(1);
        }
    }
}

fn documents() -> Vec<Document> {
    let documents = site_content::documents(&site_content::CONTENT).unwrap_or_else(|error| {
        println!("cargo::error={error}");
        exit(1);
    });
    documents
        .into_iter()
        .map(|document| Document {
            path: document.path.to_owned(),
            content_type: document.content_type.to_owned(),
            body: document.body,
        })
        .collect()
}

fn redirects() -> Vec<Redirect> {
    site_content::redirects(&site_content::CONTENT)
        .map(|(from, to)| Redirect {
            from: from.to_owned(),
            to: to.map(str::to_owned),
        })
        .collect()
}

fn write(prepared: prepare::Prepared) {
    let mut digest = blake3::Hasher::new();
    digest
        .update(prepared.table.as_bytes())
        .update(&prepared.bodies);
    let digest = digest.finalize().to_hex();
    // For --version: the same content has the same digest, whatever machine built it.
    println!("cargo::rustc-env=SITE_CONTENT={}", &digest[..16]);
    let out = variable("OUT_DIR");
    for (name, bytes) in [
        ("table.rs", prepared.table.as_bytes()),
        ("bodies.bin", &prepared.bodies),
    ] {
        let path = out.join(name);
        if let Err(error) = std::fs::write(&path, bytes) {
            println!(
                "cargo::error=expected to write {}, found: {error}",
                path.display()
            );
            exit(1);
        }
    }
}

fn variable(name: &str) -> PathBuf {
    std::env::var_os(name)
        .map(PathBuf::from)
        .expect("Cargo sets this variable for every build script")
}
