//! The Content-Security-Policy of a page, computed from the page.
//!
//! Each inline script and style is allowed by the SHA-256 of its text, and frames are allowed by origin. A strict policy can't
//! allow `style` and `on…` attributes, `javascript:` addresses, or files of other origins. Browsers report those, and the browser
//! tests, which visit every page, fail.
//!
//! Inline speculation rules are also allowed by hash. CSP accepts a hash, a nonce or `'inline-speculation-rules'`, and the keyword
//! would allow any rules. JSON data blocks never run and need no permission.

mod elements;

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use elements::{Element, elements};
use sha2::{Digest as _, Sha256};

/// This source code. A cached policy is only used if the same code made it.
pub const HOW: &str = concat!(
    include_str!("policy.rs"),
    include_str!("policy/elements.rs")
);

/// The Content-Security-Policy that allows only what a page contains.
pub fn policy(html: &str) -> String {
    // Sets, so that the policy doesn't depend on the order in the page.
    let mut scripts = BTreeSet::new();
    let mut styles = BTreeSet::new();
    let mut origins = BTreeSet::new();
    let mut manifest = "";
    for element in elements(html) {
        let attribute = |name| element.attribute(name).unwrap_or_default();
        match element.name() {
            "script" if element.attribute("src").is_none() && executes(attribute("type")) => {
                scripts.insert(hash(&element));
            }
            "style" => {
                styles.insert(hash(&element));
            }
            "iframe" => {
                origins.insert(origin(attribute("src")));
            }
            "link" if attribute("rel") == "manifest" => manifest = "manifest-src 'self';",
            _ => {}
        }
    }
    // A directive that a page doesn't need is left out: default-src forbids it.
    let frames = if origins.is_empty() {
        String::new()
    } else {
        format!("frame-src{};", sources(&origins))
    };
    // `connect-src` allows this site, because tools such as Lighthouse fetch robots.txt from the page. The last three directives
    // don't fall back to default-src.
    format!(
        "default-src 'none';script-src 'self'{};style-src 'self'{};img-src 'self' data:;font-src 'self';connect-src 'self';\
         {manifest}{frames}base-uri 'none';form-action 'none';frame-ancestors 'none'",
        sources(&scripts),
        sources(&styles)
    )
}

/// Returns true if a browser executes an inline script with this type. With any other type, it is a data block.
fn executes(kind: &str) -> bool {
    ["", "module", "importmap", "speculationrules"].contains(&kind) || kind.contains("javascript")
}

/// The origin of a frame's address: this site, unless the address begins with another origin.
fn origin(address: &str) -> String {
    let mut parts = address.splitn(4, '/');
    match (parts.next(), parts.next(), parts.next()) {
        (Some("https:"), Some(""), Some(host)) => format!("https://{host}").to_ascii_lowercase(),
        _ => "'self'".to_owned(),
    }
}

/// The source expression that allows an inline script or style.
fn hash(element: &Element) -> String {
    let hash = STANDARD.encode(Sha256::digest(element.text()));
    format!("'sha256-{hash}'")
}

/// The sources for a directive, with a space before each.
fn sources(sources: &BTreeSet<String>) -> String {
    let mut listed = String::new();
    for source in sources {
        listed += " ";
        listed += source;
    }
    listed
}

#[cfg(test)]
mod tests {
    use super::policy;

    #[test]
    fn a_page_is_allowed_what_is_in_it() {
        // printf 'a()' | openssl dgst -sha256 -binary | base64
        let hash = "'sha256-qVpDBgj7bpq5hMAcGp3AOc79J3Y1Z4HvySTwKrWDoy4='";
        let scripts = format!(";script-src 'self' {hash};style-src 'self';");
        let styles = format!(";script-src 'self';style-src 'self' {hash};");
        let none = ";script-src 'self';style-src 'self';";
        let all = "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;font-src 'self';\
            connect-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'";
        for (html, expected) in [
            ("<script>a()</script>", &*scripts),
            ("<script type=module>a()</script>", &scripts),
            ("<script type=speculationrules>a()</script>", &scripts),
            ("<script type=text/javascript>a()</script>", &scripts),
            ("<style>a()</style>", &styles),
            ("<noscript><style>a()</style></noscript>", &styles),
            ("<svg><style>a()</style></svg>", &styles),
            ("<template><style>a()</style></template>", &styles),
            ("<table><style>a()</style><tr><td>x</table>", &styles),
            // Only text.
            ("<textarea><style>a()</style></textarea>", none),
            ("<!-- <style>a()</style> -->", none),
            // Data blocks need no permission.
            ("<script type=application/ld+json>{}</script>", none),
            (
                "<iframe src='https://A.com/x?q=1'>",
                ";frame-src https://a.com;",
            ),
            ("<link rel=manifest href=/m>", ";manifest-src 'self';"),
            ("<!doctype html><title>x</title><p>Hello", all),
        ] {
            let policy = policy(html);
            assert!(policy.contains(expected), "{html}: {policy}");
        }
    }
}
