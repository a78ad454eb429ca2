//! Everything that is served, by path, as it is collected, and everything that is wrong with it.

use std::collections::BTreeMap;
use std::fmt::Display;

use http::StatusCode;
use site_server::table::Field;

use crate::headers;

/// Everything that is served, and everything that is wrong with it.
#[derive(Default)]
pub struct Site {
    pub resources: BTreeMap<String, Resource>,
    /// The problems. Each says what was expected, found, where, and what to do.
    pub problems: Vec<String>,
}

/// One response before its body is compressed.
#[derive(Clone, Default)]
pub struct Resource {
    pub status: StatusCode,
    pub headers: Vec<Field>,
    pub body: Vec<u8>,
}

impl Site {
    /// Adds a response at a path; `source` names the file or the document that it comes from.
    pub fn add(&mut self, source: impl Display, path: &str, mut resource: Resource) {
        headers::tag(&mut resource.headers, path);
        if !is_path(path) {
            self.problems.push(format!(
                "{source}: expected a path of letters, digits and -._~!$&'()*+,;=:@/ that begins with one /, found {path:?}; rename it"
            ));
        } else if self.resources.insert(path.to_owned(), resource).is_some() {
            self.problems.push(format!(
                "{source}: expected a path that nothing else uses, found that {path} is already served; rename or remove one"
            ));
        }
    }

    /// Adds an old path: a redirect, or, for what is gone, the not-found page.
    pub fn add_redirect(&mut self, from: &str, to: Option<&str>, not_found: &Resource) {
        let resource = match to {
            Some(to) => Resource {
                status: StatusCode::MOVED_PERMANENTLY,
                headers: headers::of_redirect(to),
                body: Vec::new(),
            },
            None => Resource {
                status: StatusCode::GONE,
                ..not_found.clone()
            },
        };
        let source = format!("content/redirects.toml: {from}");
        self.add(source, from, resource);
    }
}

/// Returns true for a path of this site in characters that RFC 3986 allows without percent-encoding: `//host` is another site.
fn is_path(path: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/".contains(&byte);
    path.starts_with('/') && !path.starts_with("//") && path.bytes().all(is_plain)
}
