//! Makes the table of responses of the built pages and the compiled content: all that `site-server` serves, in one file.
//!
//! 1. The compiled content is read, and the pages must be made from the same.
//! 2. [`dist`] finds the files and the paths that they are served at.
//! 3. [`policy`] reads each page and writes its Content-Security-Policy.
//! 4. [`headers`] gives each response the headers that belong on its kind.
//! 5. [`encode`] compresses each body and tags each encoding; [`cache`] keeps the results that have taken long.
//!
//! Every problem is collected and reported at once. The same input gives the same bytes.

mod cache;
mod dist;
mod encode;
mod headers;
mod hex;
mod policy;
mod site;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{fs, io};

use clap::Parser;
use http::StatusCode;
use rayon::prelude::*;
use sha2::{Digest as _, Sha256};
use site_schema::Compiled;
use site_schema::model::Content;
use site_server::table::Table;

use cache::Cache;
use encode::encode;
use hex::hex;
use site::{Resource, Site};

/// Makes the table of all responses that site-server serves
#[derive(Parser)]
#[command(name = "site-prepare", version)]
struct Arguments {
    /// The compiled content
    #[arg(long, value_name = "FILE")]
    content: PathBuf,

    /// The pages that the web build made of it
    #[arg(long, value_name = "DIR")]
    dist: PathBuf,

    /// The table to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Where what takes long is kept from one build to the next
    #[arg(long, value_name = "DIR")]
    cache: PathBuf,
}

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problems) => {
            for problem in problems {
                eprintln!("site-prepare: {problem}");
            }
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Arguments) -> Result<(), Vec<String>> {
    let content = read(&arguments.content, &arguments.dist).map_err(|problem| vec![problem])?;
    let unwritten = |error: io::Error| {
        vec![format!(
            "expected to write {} and below {}, found: {error}; check the disk and its permissions",
            arguments.out.display(),
            arguments.cache.display()
        )]
    };
    let cache = Cache::open(&arguments.cache).map_err(unwritten)?;
    let table = table(&arguments.dist, &content, &cache)?;
    write(&arguments.out, &table).map_err(unwritten)?;
    cache.close().map_err(unwritten)
}

fn write(file: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(file, bytes)
}

/// Reads the compiled content, and checks that the pages in `dist` were made from the same.
fn read(file: &Path, dist: &Path) -> Result<Content, String> {
    let path = file.display();
    let unreadable = |error: io::Error| {
        format!("expected compiled content in {path}, found: {error}; `cargo site build` makes it")
    };
    let json = fs::read(file).map_err(unreadable)?;
    let compiled: Compiled =
        serde_json::from_slice(&json).map_err(|error| unreadable(error.into()))?;
    // The web build writes the digest of the content that it has made the pages from.
    let mark = dist.join(".content");
    let mark_text = fs::read_to_string(&mark).unwrap_or_else(|error| error.to_string());
    let found = mark_text.trim_end();
    if found != compiled.digest {
        return Err(format!(
            "expected the pages in {} to be made from the same content as {path}, of digest {}, found {found} in {}; run `cargo site build`",
            dist.display(),
            compiled.digest,
            mark.display()
        ));
    }
    Ok(compiled.content)
}

/// Makes the table as a file, or says everything that is wrong.
fn table(dist: &Path, content: &Content, cache: &Cache) -> Result<Vec<u8>, Vec<String>> {
    let mut site = Site::default();
    dist::read(dist, cache, &mut site);
    let documents = site_content::documents(content).map_err(|error| vec![error.to_string()])?;
    for document in documents {
        let source = format!("the document {}", document.path);
        let resource = Resource {
            headers: headers::of_file(document.content_type, headers::SHARED),
            body: document.body,
            ..Resource::default()
        };
        site.add(source, document.path, resource);
    }
    // It answers every unknown path, and has none of its own.
    let Some(mut not_found) = site.resources.remove("/404") else {
        site.problems.push(format!(
            "expected the not-found page 404.html in {}, found none; `cargo site build` makes it from content/pages/404.toml",
            dist.display()
        ));
        return Err(site.problems);
    };
    not_found.status = StatusCode::NOT_FOUND;
    for (from, to) in site_content::redirects(content) {
        site.add_redirect(from, to, &not_found);
    }
    if !site.problems.is_empty() {
        return Err(site.problems);
    }
    let common = headers::common(&content.site.hsts);
    let rows = site
        .resources
        .into_par_iter()
        .map(|(path, resource)| encode(path, resource, &common, cache))
        .collect();
    let not_found = encode(String::new(), not_found, &common, cache);
    let mut table = Table {
        digest: "",
        rows,
        not_found,
        common,
    };
    let digest = Sha256::digest(table.to_bytes());
    table.digest = hex(&digest[..8]).leak();
    Ok(table.to_bytes())
}
