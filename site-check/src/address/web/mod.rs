//! The addresses of other sites.
//!
//! 1. `host`: whether a host can exist, and whether the public can reach it
//! 2. `form`: mistyped addresses and their right form
//! 3. `decode`: percent-encoding, Base64 and the addresses in them
//! 4. `wrapper`: an address inside the address of a redirector
//! 5. `tracking`: parameters that only count visitors
//! 6. `account`: documents and pages that ask visitors to sign in

pub mod account;
mod decode;
pub mod form;
pub mod host;
pub mod tracking;
pub mod wrapper;

pub use decode::decoded;

use form::form_error;
use tracking::without_tracking;
use wrapper::{WrappedTarget, wrapping};

/// The most corrections in a row of one address.
const MOST_CORRECTIONS: usize = 8;

/// The parts of a web address, as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WebAddress<'a> {
    pub is_secure: bool,
    /// The part before an `@`.
    pub user: Option<&'a str>,
    /// The host, without the brackets of an IPv6 address.
    pub host: &'a str,
    /// The text after a colon, which may be empty.
    pub port: Option<&'a str>,
    /// The path, with its first slash; empty if the address ends before it.
    pub path: &'a str,
    pub query: Option<&'a str>,
    pub fragment: Option<&'a str>,
}

impl<'a> WebAddress<'a> {
    /// Parses an address that begins with `http://` or `https://`. Returns `None` for any other text.
    pub fn read(address: &'a str) -> Option<Self> {
        let (scheme, rest) = address.split_once("://")?;
        let is_secure = scheme.eq_ignore_ascii_case("https");
        if !is_secure && !scheme.eq_ignore_ascii_case("http") {
            return None;
        }
        let authority_end = rest.find(['/', '?', '#', '\\']).unwrap_or(rest.len());
        let (authority, rest) = rest.split_at(authority_end);
        let (user, host_and_port) = match authority.rsplit_once('@') {
            Some((user, host_and_port)) => (Some(user), host_and_port),
            None => (None, authority),
        };
        let (host, port) = match host_and_port.strip_prefix('[') {
            Some(bracketed) => {
                let (host, after) = bracketed.split_once(']').unwrap_or((bracketed, ""));
                (host, after.strip_prefix(':'))
            }
            None => match host_and_port.split_once(':') {
                Some((host, port)) => (host, Some(port)),
                None => (host_and_port, None),
            },
        };
        let (before_fragment, fragment) = split(rest, '#');
        let (path, query) = split(before_fragment, '?');
        Some(Self {
            is_secure,
            user,
            host,
            port,
            path,
            query,
            fragment,
        })
    }

    /// Returns the host in lower case, without `www.` and without a dot at the end.
    pub fn domain(&self) -> String {
        let host = self.host.to_lowercase();
        let host = host.strip_suffix('.').unwrap_or(&host);
        host.strip_prefix("www.").unwrap_or(host).to_owned()
    }

    /// Returns the parts of the path between its slashes.
    pub fn segments(&self) -> impl Iterator<Item = &'a str> {
        self.path.split('/').filter(|segment| !segment.is_empty())
    }

    /// Returns the names and the values of the query, as written.
    pub fn parameters(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        let parameters = self.query.unwrap_or_default().split('&');
        parameters.map(|parameter| parameter.split_once('=').unwrap_or((parameter, "")))
    }
}

/// Returns the correct form of an address of another site: without mistakes, redirectors and tracking. Returns `None` if the
/// address is correct, or if its correct form isn't certain.
pub fn right_address(written: &str) -> Option<String> {
    let mut right = written.to_owned();
    for _ in 0..MOST_CORRECTIONS {
        let next = match wrapping(&right) {
            Some(wrapping) => match wrapping.target {
                WrappedTarget::Certain(address) => Some(address),
                _ => return None,
            },
            None => match form_error(&right) {
                Some(error) => error.right,
                None => without_tracking(&right).map(|cleaned| cleaned.address),
            },
        };
        match next {
            Some(next) => right = next,
            None => break,
        }
    }
    (right != written).then_some(right)
}

/// Returns true if a domain matches a pattern of a table. `*.` at the beginning of a pattern stands for all names below a domain,
/// and `.*` at the end for all countries.
pub fn is_domain_of(domain: &str, table: &[&str]) -> bool {
    table.iter().any(|pattern| matches(domain, pattern))
}

fn matches(domain: &str, pattern: &str) -> bool {
    match pattern.as_bytes() {
        [b'*', .., b'*'] => domain.contains(&pattern[1..pattern.len() - 1]),
        [b'*', ..] => domain.ends_with(&pattern[1..]),
        [.., b'*'] => {
            let ending = domain.strip_prefix(&pattern[..pattern.len() - 1]);
            ending.is_some_and(|ending| ending.len() <= "com.br".len())
        }
        _ => domain == pattern,
    }
}

/// The help for an address whose right form isn't known.
const COPY: &str = "Open the page in a browser, and copy its address from there.";

/// Returns true if a text begins with another one, ignoring case.
pub fn starts_with(text: &str, start: &str) -> bool {
    let beginning = text.get(..start.len()).unwrap_or_default();
    beginning.eq_ignore_ascii_case(start)
}

/// Splits a text at the first of a mark, such as `#`. The second part is `None` if there is no such mark.
pub fn split(text: &str, mark: char) -> (&str, Option<&str>) {
    match text.split_once(mark) {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    }
}

#[cfg(test)]
mod tests {
    use super::{WebAddress, is_domain_of};

    #[test]
    fn an_address_is_taken_apart() {
        let read =
            WebAddress::read("https://me@WWW.irs.gov.:443/a/b?c=d&e#f?g").expect("an address");
        assert_eq!((read.user, read.port), (Some("me"), Some("443")));
        assert_eq!((read.domain().as_str(), read.path), ("irs.gov", "/a/b"));
        assert_eq!((read.query, read.fragment), (Some("c=d&e"), Some("f?g")));
        let parameters: Vec<_> = read.parameters().collect();
        assert_eq!(parameters, [("c", "d"), ("e", "")]);
        let local = WebAddress::read("http://[::1]:3000").expect("an address");
        assert_eq!(
            (local.host, local.port, local.path),
            ("::1", Some("3000"), "")
        );
        assert_eq!(WebAddress::read("ftp://irs.gov"), None);
    }

    #[test]
    fn a_table_of_domains_has_wildcards() {
        for (domain, known, is_known) in [
            ("irs.gov", "irs.gov", true),
            ("a.b.com", "*.b.com", true),
            ("b.com", "*.b.com", false),
            ("ab.com", "*.b.com", false),
            ("google.co.uk", "google.*", true),
            ("google.analytics.com", "google.*", false),
            ("www-jstor-org.ezproxy.tulsa.edu", "*.ezproxy.*", true),
        ] {
            assert_eq!(is_domain_of(domain, &[known]), is_known, "{domain} {known}");
        }
    }
}
