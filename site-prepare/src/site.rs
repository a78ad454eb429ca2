//! Everything that one edition serves, by path, and the problems found while collecting it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use http::StatusCode;
use site_content::Redirection;
use site_schema::NOT_FOUND_ROUTE;
use site_schema::model::Content;

use crate::dist::Dist;
use crate::headers;
use crate::resource::Resource;

/// Everything that one edition serves, and its problems.
#[derive(Default)]
pub struct Site {
    pub resources: BTreeMap<String, Resource>,
    /// The response to paths without a resource.
    pub not_found: Resource,
    /// The problems. Each says what was expected, what was found, where, and what to do.
    pub problems: Vec<String>,
}

/// The routes of all pages and articles in the content.
pub fn routes(content: &Content) -> BTreeSet<&str> {
    let mut routes = BTreeSet::new();
    for page in &content.pages {
        routes.insert(&*page.route);
    }
    for article in &content.articles {
        routes.insert(&*article.route);
    }
    routes
}

impl Site {
    /// Collects what the edition that starts at this time serves. `pages` are the routes of all editions. Any other path is a file,
    /// which is served from its own start.
    pub fn collect(
        dist: &Dist,
        content: &Content,
        starts: Option<i64>,
        pages: &BTreeSet<&str>,
    ) -> Self {
        let mut site = Site::default();
        let own_pages = routes(content);
        for (path, versions) in &dist.files {
            if pages.contains(path.as_str()) && !own_pages.contains(path.as_str()) {
                continue;
            }
            if let Some(file) = versions.at(starts) {
                site.add(file.source.display(), path, file.resource.clone());
            }
        }
        site.take_not_found();
        for page in own_pages {
            if page != NOT_FOUND_ROUTE && !site.resources.contains_key(page) {
                site.problems.push(format!(
                    "expected a file of the page {page}, which the content has, found none in the built site; run `cargo site build`"
                ));
            }
        }
        site.add_documents(content);
        for redirection in site_content::redirects(content) {
            site.add_redirect(&redirection);
        }
        site
    }

    /// Moves the not-found page, which answers unknown paths and doesn't have its own path.
    fn take_not_found(&mut self) {
        let Some(page) = self.resources.remove(NOT_FOUND_ROUTE) else {
            return self.problems.push(
                "expected the not-found page 404.html in the built site, found none; `cargo site build` makes it from content/pages/404.toml"
                    .to_owned(),
            );
        };
        self.not_found = Resource {
            status: StatusCode::NOT_FOUND,
            ..page
        };
    }

    /// Adds the documents for machines.
    fn add_documents(&mut self, content: &Content) {
        let documents = match site_content::documents(content) {
            Ok(documents) => documents,
            Err(error) => return self.problems.push(error.to_string()),
        };
        for document in documents {
            let source = format!("the document {}", document.path);
            let resource = Resource {
                headers: headers::of_file(document.content_type, headers::SHARED),
                body: document.body.leak(),
                ..Resource::default()
            };
            self.add(source, document.path, resource);
        }
    }

    /// Adds a response at a path. `source` names the file or document that it comes from.
    fn add(&mut self, source: impl Display, path: &str, mut resource: Resource) {
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

    /// Adds an old path: a redirect, or the not-found page if the page is gone.
    fn add_redirect(&mut self, redirection: &Redirection<'_>) {
        let resource = match redirection.to {
            // Caches may not keep it longer than a page.
            Some(to) if redirection.is_temporary => Resource {
                status: StatusCode::FOUND,
                headers: headers::of_redirect(to, headers::SHARED),
                body: &[],
            },
            Some(to) => Resource {
                status: StatusCode::MOVED_PERMANENTLY,
                headers: headers::of_redirect(to, headers::HOUR),
                body: &[],
            },
            None => Resource {
                status: StatusCode::GONE,
                ..self.not_found.clone()
            },
        };
        let from = redirection.from;
        let source = format!("content/redirects.toml: {from}");
        self.add(source, from, resource);
    }
}

/// Returns true for a path of this site with only characters that RFC 3986 allows without percent-encoding. `//host` is another site.
fn is_path(path: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/".contains(&byte);
    path.starts_with('/') && !path.starts_with("//") && path.bytes().all(is_plain)
}
