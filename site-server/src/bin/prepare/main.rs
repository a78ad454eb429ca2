//! Makes the table of responses of the built pages and the compiled content: all that `site-server` serves, in one file.
//!
//! 1. The compiled content is read, and that the pages were made from it.
//! 2. [`dist`] finds the files and the paths that they are served at.
//! 3. [`policy`] reads each page and writes its Content-Security-Policy.
//! 4. [`headers`] gives each response the headers that belong on its kind.
//! 5. [`encode`] compresses each body and tags each encoding; [`cache`] keeps what has taken long.
//!
//! Every problem is collected and reported at once. The same input gives the same bytes.

mod cache;
mod dist;
mod encode;
mod headers;
mod policy;
mod site;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{fs, io};

use clap::Parser;
use http::StatusCode;
use rayon::prelude::*;
use site_schema::Compiled;
use site_schema::model::Content;
use site_server::table::Table;

use cache::Cache;
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
    let (dist, out, folder) = (&arguments.dist, &arguments.out, &arguments.cache);
    let content = read(&arguments.content, dist).map_err(|problem| vec![problem])?;
    let unwritten = |error: io::Error| {
        let (out, folder) = (out.display(), folder.display());
        vec![format!(
            "expected to write {out} and below {folder}, found: {error}; check the disk and its permissions"
        )]
    };
    let cache = Cache::open(folder).map_err(unwritten)?;
    let table = table(dist, &content, &cache)?;
    let below = out.parent().map_or(Ok(()), fs::create_dir_all);
    let written = below.and_then(|()| fs::write(out, table));
    written.and_then(|()| cache.close()).map_err(unwritten)
}

/// The content of this file, once it is known that the pages in `dist` are of the same.
fn read(file: &Path, dist: &Path) -> Result<Content, String> {
    let (path, pages) = (file.display(), dist.display());
    let compiled = fs::read(file).and_then(|json| Ok(serde_json::from_slice::<Compiled>(&json)?));
    let compiled = compiled.map_err(|error| {
        format!("expected compiled content in {path}, found: {error}; `cargo site build` makes it")
    })?;
    // What the web build says its pages were made from.
    let mark = dist.join(".content");
    let found = fs::read_to_string(&mark).unwrap_or_else(|error| error.to_string());
    let (found, digest, mark) = (found.trim_end(), compiled.digest, mark.display());
    if found != digest {
        return Err(format!(
            "expected the pages in {pages} to be made from the same content as {path}, of digest {digest}, found {found} in {mark}; run `cargo site build`"
        ));
    }
    Ok(compiled.content)
}

/// The table as a file, or everything that is wrong.
fn table(dist: &Path, content: &Content, cache: &Cache) -> Result<Vec<u8>, Vec<String>> {
    let mut site = Site::default();
    dist::read(dist, cache, &mut site);
    let documents = site_content::documents(content);
    for document in documents.map_err(|error| vec![error.to_string()])? {
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
    let encode = |(path, resource)| encode::encode(path, resource, &common, cache);
    let rows = site.resources.into_par_iter().map(encode).collect();
    let mut table = Table {
        digest: "",
        rows,
        not_found: encode((String::new(), not_found)),
        common: common.clone(),
    };
    let digest = blake3::hash(&table.to_bytes()).to_hex();
    table.digest = &digest.to_string().leak()[..16];
    Ok(table.to_bytes())
}
