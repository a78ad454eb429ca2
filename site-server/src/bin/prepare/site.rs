//! Everything that is served, by path, and the table made of it.

use std::collections::BTreeMap;
use std::path::Path;

use http::StatusCode;
use rayon::prelude::*;
use site_schema::model::Content;

use crate::cache::Cache;
use crate::encode;
use crate::{dist, emit, headers, media};

/// The table as a file, or everything that is wrong: each says what was expected, found, where, and what to do.
pub fn prepare(dist: &Path, content: &Content, cache: &Cache) -> Result<Vec<u8>, Vec<String>> {
    let (mut resources, not_found, mut problems) = dist::resources(dist, cache);
    match site_content::documents(content) {
        Ok(documents) => {
            for document in documents {
                let resource = Resource {
                    status: StatusCode::OK,
                    headers: headers::of_file(document.content_type, headers::Caching::Shared),
                    body: document.body,
                    compressible: media::compressible(document.content_type),
                };
                let source = format!("the document {}", document.path);
                insert(
                    &mut resources,
                    document.path,
                    resource,
                    &source,
                    &mut problems,
                );
            }
        }
        Err(error) => problems.push(error.to_string()),
    }
    for (from, to) in site_content::redirects(content) {
        let source = format!("content/redirects.toml: {from}");
        let resource = match (to, &not_found) {
            (Some(to), _) if internal(to) || to.starts_with("https://") => Resource::moved(to),
            (Some(to), _) => {
                problems.push(format!(
                    "{source}: expected a target that begins with one / or with https://, found {to:?}; write a path of this site or a full address"
                ));
                continue;
            }
            (None, Some(page)) => Resource {
                status: StatusCode::GONE,
                ..page.clone()
            },
            (None, None) => continue,
        };
        insert(&mut resources, from, resource, &source, &mut problems);
    }
    for (path, resource) in &mut resources {
        headers::tag(&mut resource.headers, path);
    }
    let Some(not_found) = not_found.filter(|_| problems.is_empty()) else {
        return Err(problems);
    };
    let common = &headers::common(&content.site.hsts);
    let (rows, not_found) = rayon::join(
        || {
            let rows = resources.into_par_iter();
            rows.map(|(path, resource)| Ok((path, encode::encode(resource, common, cache)?)))
                .collect::<Result<BTreeMap<_, _>, Vec<String>>>()
        },
        || encode::encode(not_found, common, cache),
    );
    match (rows, not_found) {
        (Ok(rows), Ok(not_found)) => Ok(emit::emit(&rows, &not_found, common)),
        (Err(problems), _) | (_, Err(problems)) => Err(problems),
    }
}

/// One response before its body is compressed.
#[derive(Clone)]
pub struct Resource {
    pub status: StatusCode,
    pub headers: headers::Headers,
    pub body: Vec<u8>,
    pub compressible: bool,
}

impl Resource {
    fn moved(to: &str) -> Self {
        Resource {
            status: StatusCode::MOVED_PERMANENTLY,
            headers: headers::of_redirect(to),
            body: Vec::new(),
            compressible: false,
        }
    }
}

pub fn insert(
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
