//! From the built site to a table of prepared responses, at build time. `build.rs` calls it; `tests/prepare.rs` tests it.
//!
//! 1. [`dist`] finds the files and the paths that they are served at.
//! 2. [`policy`] reads each page and writes its Content-Security-Policy, or says why the page can't have a strict one.
//! 3. [`headers`] gives each response the headers that belong on its kind.
//! 4. [`encode`] compresses each body and tags each encoding.
//! 5. [`emit`] writes all of it as a sorted Rust table and one blob of bodies.
//!
//! Every problem is collected; the build reports them all at once. The same input gives the same bytes.

mod dist;
mod emit;
mod encode;
mod headers;
mod media;
mod policy;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

pub use dist::reads;

/// What the table is made from.
pub struct Inputs {
    /// The folder that the web build writes.
    pub dist: PathBuf,
    pub documents: Vec<Document>,
    pub redirects: Vec<Redirect>,
}

/// A file that machines read, such as `/sitemap.xml`.
#[derive(Clone)]
pub struct Document {
    pub path: String,
    pub content_type: String,
    pub body: Vec<u8>,
}

/// An old path: where it leads, or `None` where it is gone for good.
#[derive(Clone)]
pub struct Redirect {
    pub from: String,
    pub to: Option<String>,
}

/// What `src/table.rs` includes.
#[derive(Debug, PartialEq)]
pub struct Prepared {
    /// Rust source: the rows, sorted by path, and the responses that belong to no path.
    pub table: String,
    /// All bodies in all encodings, one after another; the table holds offsets into it, in bytes.
    pub bodies: Vec<u8>,
}

impl Prepared {
    /// The table of a site that is not built: no rows, and a not-found page of one line.
    pub fn empty() -> Self {
        let not_found = Resource {
            status: Status::NotFound,
            headers: headers::of_file("text/plain; charset=utf-8", headers::Caching::Revalidate),
            body: b"404 Not Found\n".to_vec(),
            compressible: false,
        };
        emit::emit(&BTreeMap::new(), &not_found.encode())
    }
}

/// The whole build, or everything that is wrong with its input: each says what was expected, found, where, and what to do.
pub fn prepare(inputs: &Inputs) -> Result<Prepared, Vec<String>> {
    if !inputs.dist.is_dir() {
        return Err(vec![missing(&inputs.dist)]);
    }
    let mut problems = Vec::new();
    let (mut resources, not_found) = dist::resources(&inputs.dist, &mut problems);
    for document in &inputs.documents {
        let resource = Resource {
            status: Status::Ok,
            headers: headers::of_file(&document.content_type, headers::Caching::Shared),
            body: document.body.clone(),
            compressible: media::compressible(&document.content_type),
        };
        let source = format!("site-content's document {}", document.path);
        insert(
            &mut resources,
            &document.path,
            resource,
            &source,
            &mut problems,
        );
    }
    for redirect in &inputs.redirects {
        let source = format!("content/redirects.toml: {}", redirect.from);
        let resource = match &redirect.to {
            Some(to) if internal(to) || to.starts_with("https://") => Resource::moved(to),
            Some(to) => {
                problems.push(format!(
                    "{source}: expected a target that begins with one / or with https://, found {to:?}; write a path of this site or a full address"
                ));
                continue;
            }
            None => match &not_found {
                Some(page) => Resource {
                    status: Status::Gone,
                    ..page.clone()
                },
                None => continue,
            },
        };
        insert(
            &mut resources,
            &redirect.from,
            resource,
            &source,
            &mut problems,
        );
    }
    for (path, resource) in &mut resources {
        headers::tag(&mut resource.headers, path);
    }
    match not_found {
        Some(not_found) if problems.is_empty() => {
            let (rows, not_found) = rayon::join(
                || {
                    resources
                        .par_iter()
                        .map(|(path, resource)| (path.clone(), resource.encode()))
                        .collect()
                },
                || not_found.encode(),
            );
            Ok(emit::emit(&rows, &not_found))
        }
        _ => Err(problems),
    }
}

/// The error for a site that is not built.
pub fn missing(dist: &Path) -> String {
    format!(
        "expected the built site in {}, found no such folder; `cargo site serve` or `cargo site build` makes it",
        dist.display()
    )
}

/// One response before its body is compressed.
#[derive(Clone)]
struct Resource {
    status: Status,
    headers: headers::Headers,
    body: Vec<u8>,
    compressible: bool,
}

impl Resource {
    fn moved(to: &str) -> Self {
        Resource {
            status: Status::Moved,
            headers: headers::of_redirect(Some(to)),
            body: Vec::new(),
            compressible: false,
        }
    }

    fn encode(&self) -> encode::Encoded {
        encode::encode(self)
    }
}

/// The statuses that are known before a request is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Status {
    Ok,
    Moved,
    NotFound,
    Gone,
}

fn insert(
    resources: &mut BTreeMap<String, Resource>,
    path: &str,
    resource: Resource,
    source: &str,
    problems: &mut Vec<String>,
) {
    if !internal(path) || !path.bytes().all(plain) {
        problems.push(format!(
            "{source}: expected a path of letters, digits and -._~!$&'()*+,;=:@/ that begins with one /, found {path:?}; rename it"
        ));
    } else if resources.insert(path.to_owned(), resource).is_some() {
        problems.push(format!("{source}: expected a path that nothing else uses, found that {path} is already served; rename or remove one"));
    }
}

/// Whether this is a path of this site: `//host` would lead to another.
fn internal(path: &str) -> bool {
    path.starts_with('/') && !path.starts_with("//") && !path.contains('\\')
}

/// RFC 3986 `pchar` without percent-encoding, and the slash.
fn plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/".contains(&byte)
}
