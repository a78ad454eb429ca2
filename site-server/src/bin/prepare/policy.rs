//! The Content-Security-Policy of one page, computed from the page itself.
//!
//! Inline scripts and styles are allowed one by one, by the SHA-256 of their text. What a hash can't allow (`style` and
//! `on…` attributes, `javascript:` addresses) and what the policy would block (scripts, styles, images and fonts of other
//! origins) is a problem that stops the build, so that a page never works in a test and fails in a browser.
//!
//! Inline speculation rules are allowed by hash too: CSP lets a hash, a nonce or `'inline-speculation-rules'` do it, and
//! the keyword would allow any. JSON data blocks are never executed and need nothing.
//!
//! `require-trusted-types-for 'script'` is left out until a browser test shows that every island hydrates under it.

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use html5ever::driver::{self, ParseOpts};
use html5ever::tendril::TendrilSink as _;
use html5ever::tree_builder::TreeBuilderOpts;
use scraper::{ElementRef, Html, HtmlTreeSink};
use sha2::{Digest as _, Sha256};

/// What a policy is made by.
pub const HOW: &str = include_str!("policy.rs");

/// The policy for a page, or each place in it that a strict policy can't allow. `file` names the page in messages.
pub fn policy(file: &str, html: &str) -> Result<String, Vec<String>> {
    let mut found = Found::default();
    let document = parse(html);
    for element in document.tree.nodes().filter_map(ElementRef::wrap) {
        found.read(file, element);
    }
    match found.problems.is_empty() {
        true => Ok(found.policy()),
        false => Err(found.problems),
    }
}

/// Parsed as by a browser without scripts, which also sees what stands in `<noscript>`.
fn parse(html: &str) -> Html {
    let options = ParseOpts {
        tree_builder: TreeBuilderOpts {
            scripting_enabled: false,
            ..TreeBuilderOpts::default()
        },
        ..ParseOpts::default()
    };
    driver::parse_document(HtmlTreeSink::new(Html::new_document()), options).one(html)
}

/// What one page uses. Sets, so that the policy does not depend on the order in the page.
#[derive(Default)]
struct Found {
    scripts: BTreeSet<String>,
    styles: BTreeSet<String>,
    frames: BTreeSet<String>,
    has_manifest: bool,
    problems: Vec<String>,
}

impl Found {
    fn policy(&self) -> String {
        let mut directives = vec![
            "default-src 'none'".to_owned(),
            sources("script-src 'self'", &self.scripts),
            sources("style-src 'self'", &self.styles),
            "img-src 'self' data:".to_owned(),
            "font-src 'self'".to_owned(),
            // What tools such as Lighthouse read beside a page: robots.txt.
            "connect-src 'self'".to_owned(),
        ];
        // What a page does without has no directive: default-src forbids it.
        if self.has_manifest {
            directives.push("manifest-src 'self'".to_owned());
        }
        if !self.frames.is_empty() {
            directives.push(sources("frame-src", &self.frames));
        }
        // These do not fall back to default-src.
        directives.extend(
            ["base-uri", "form-action", "frame-ancestors"].map(|name| format!("{name} 'none'")),
        );
        directives.join(";")
    }

    fn read(&mut self, file: &str, element: ElementRef<'_>) {
        let mut problem = |attribute: &str, expected: &str, fix: &str| {
            let tag = describe(element, attribute);
            let problem = format!("{file}: expected {expected}, found {tag}; {fix}");
            self.problems.push(problem);
        };
        for (name, value) in element.value().attrs() {
            if name == "style" {
                let fix = "move it to a class in a stylesheet";
                problem(name, "no style attribute", fix);
            } else if name.starts_with("on") {
                let fix = "attach the handler in an island";
                problem(name, "no event handler attribute", fix);
            } else if ADDRESSES.contains(&name) && is_script_address(value) {
                problem(name, "no javascript: address", "use a button and an island");
            }
        }
        let loaded: &[&str] = match element.value().name() {
            "script" => &["src"],
            "link" if has_rel(element, &LOADED) => &["href"],
            "img" => &["src", "srcset"],
            "source" => &["srcset"],
            _ => &[],
        };
        for attribute in loaded {
            let value = element.attr(attribute).unwrap_or_default();
            // A `srcset` is a list; the width after an address is no part of its origin.
            let separator = if *attribute == "srcset" { ',' } else { '\0' };
            if value.split(separator).filter_map(origin).count() > 0 {
                let fix = "serve a copy from web/; the policy blocks other origins";
                problem(attribute, "an address on this site", fix);
            }
        }
        match (element.value().name(), element.attr("src")) {
            ("script", None) if executes(element.attr("type")) => {
                self.scripts.insert(hash(element));
            }
            ("link", _) if has_rel(element, &["manifest"]) => self.has_manifest = true,
            ("style", _) => _ = self.styles.insert(hash(element)),
            ("iframe", Some(address)) => match origin(address) {
                Some(origin) if !origin.starts_with("https:") => {
                    let expected = "a frame from an https:// address";
                    problem("src", expected, "link to it over https");
                }
                origin => {
                    _ = self
                        .frames
                        .insert(origin.unwrap_or_else(|| "'self'".to_owned()))
                }
            },
            _ => {}
        }
    }
}

/// Attributes that hold an address that can be followed or loaded.
const ADDRESSES: [&str; 5] = ["href", "src", "action", "formaction", "data"];

/// Browsers drop tabs, newlines and leading control characters before they read a scheme.
fn is_script_address(address: &str) -> bool {
    let address: String = address
        .chars()
        .filter(|char| !char.is_ascii_control() && *char != ' ')
        .collect();
    address
        .get(..11)
        .is_some_and(|scheme| scheme.eq_ignore_ascii_case("javascript:"))
}

/// Whether a browser acts on an inline script of this type: any other type makes it a data block.
fn executes(kind: Option<&str>) -> bool {
    const ACTIVE: [&str; 4] = ["", "module", "importmap", "speculationrules"];
    let kind = kind.unwrap_or_default().trim().to_ascii_lowercase();
    ACTIVE.contains(&kind.as_str()) || kind.contains("javascript") || kind.contains("ecmascript")
}

/// The `<link>`s that load something for this page, rather than point somewhere.
const LOADED: [&str; 6] = [
    "stylesheet",
    "icon",
    "apple-touch-icon",
    "manifest",
    "modulepreload",
    "preload",
];

fn has_rel(link: ElementRef<'_>, wanted: &[&str]) -> bool {
    let rel = link.attr("rel").unwrap_or_default().to_ascii_lowercase();
    rel.split_ascii_whitespace()
        .any(|word| wanted.contains(&word))
}

/// The origin of an address; `None` where it is this site's or holds what it stands for.
fn origin(address: &str) -> Option<String> {
    let address = address.trim();
    let (scheme, rest) = address.split_once("//")?;
    let is_elsewhere = scheme.is_empty() || scheme.ends_with(':') && !address.starts_with("data:");
    let host = rest
        .split(['/', '?', '#'])
        .next()
        .filter(|_| is_elsewhere)?;
    let scheme = if scheme.is_empty() { "https:" } else { scheme };
    Some(format!("{scheme}//{host}").to_ascii_lowercase())
}

fn hash(element: ElementRef<'_>) -> String {
    let text: String = element.text().collect();
    format!(
        "'sha256-{}'",
        STANDARD.encode(Sha256::digest(text.as_bytes()))
    )
}

fn sources(directive: &str, hashes: &BTreeSet<String>) -> String {
    hashes.iter().fold(directive.to_owned(), |directive, hash| {
        format!("{directive} {hash}")
    })
}

/// The opening tag with what identifies it: `<p id="top" style="color:red">`.
fn describe(element: ElementRef<'_>, attribute: &str) -> String {
    let mut tag = format!("<{}", element.value().name());
    let names = ["id", "class"]
        .into_iter()
        .filter(|name| *name != attribute)
        .chain([attribute]);
    for (name, value) in names.filter_map(|name| Some((name, element.attr(name)?))) {
        let short: String = value.chars().take(60).collect();
        tag += &format!(" {name}={short:?}");
    }
    tag + ">"
}

#[cfg(test)]
mod tests {
    use super::policy;

    fn allowed(html: &str) -> String {
        policy("page.html", html).expect("a page without problems")
    }

    #[test]
    fn a_plain_page_allows_only_this_site() {
        assert_eq!(
            allowed("<!doctype html><title>x</title><p>Hello"),
            "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;font-src 'self';connect-src 'self';\
             base-uri 'none';form-action 'none';frame-ancestors 'none'"
        );
        let manifest = allowed("<link rel=manifest href=/manifest.webmanifest>");
        assert!(manifest.contains(";manifest-src 'self';"), "{manifest}");
    }

    #[test]
    fn inline_scripts_and_styles_are_allowed_by_hash() {
        // printf 'a()' | openssl dgst -sha256 -binary | base64
        let script = "'sha256-qVpDBgj7bpq5hMAcGp3AOc79J3Y1Z4HvySTwKrWDoy4='";
        let scripts = format!("script-src 'self' {script};");
        for open in [
            "<script>",
            "<script type=module>",
            "<script type=speculationrules>",
            "<noscript></noscript><script type=text/javascript>",
        ] {
            let policy = allowed(&format!("{open}a()</script>"));
            assert!(policy.contains(&scripts), "{open}");
        }
        let styles = format!("style-src 'self' {script};");
        assert!(allowed("<style>a()</style>").contains(&styles));
        assert!(allowed("<noscript><style>a()</style></noscript>").contains(&styles));
        // Data blocks need no permission.
        for kind in ["application/json", "application/ld+json"] {
            let policy = allowed(&format!("<script type={kind}>{{}}</script>"));
            assert!(policy.contains("script-src 'self';"), "{kind}");
        }
    }

    #[test]
    fn frames_are_allowed_by_origin() {
        let policy = allowed("<iframe src='https://Maps.example.com/embed?q=1'></iframe>");
        assert!(
            policy.contains("frame-src https://maps.example.com;"),
            "{policy}"
        );
    }

    #[test]
    fn what_a_strict_policy_cannot_allow_is_named_with_its_file_and_element() {
        for (html, expected, found) in [
            (
                "<p class=a style='color: red'>",
                STYLE,
                r#"<p class="a" style="color: red">"#,
            ),
            ("<noscript><p style=a>", STYLE, r#"<p style="a">"#),
            (
                "<template><p style=a></template>",
                STYLE,
                r#"<p style="a">"#,
            ),
            ("<svg><g style=a></g></svg>", STYLE, r#"<g style="a">"#),
            (
                "<button id=go onclick='a()'>",
                "no event handler attribute",
                r#"<button id="go" onclick="a()">"#,
            ),
            (
                "<a href=' java\nScript:a()'>",
                "no javascript: address",
                "<a href=",
            ),
            (
                "<script src=https://cdn.example/a.js></script>",
                OWN,
                "<script src=",
            ),
            (
                "<link rel=stylesheet href=//cdn.example/a.css>",
                OWN,
                "<link href=",
            ),
            (
                "<img src=http://cdn.example/a.png alt=''>",
                OWN,
                "<img src=",
            ),
            (
                "<picture><source srcset='/a.avif 480w, https://cdn.example/b.avif 800w'></picture>",
                OWN,
                "<source srcset=",
            ),
            (
                "<img src=/a.png srcset='//cdn.example/a.png 2x' alt=''>",
                OWN,
                "<img srcset=",
            ),
            (
                "<iframe src=http://maps.example></iframe>",
                "a frame from an https:// address",
                "<iframe src=",
            ),
        ] {
            let problems = policy("page.html", html).expect_err("a page with a problem");
            let expected = format!("page.html: expected {expected}, found {found}");
            let [problem] = &*problems else {
                panic!("{problems:?}");
            };
            assert!(problem.starts_with(&expected), "{html}: {problem}");
        }
    }

    const STYLE: &str = "no style attribute";
    const OWN: &str = "an address on this site";

    #[test]
    fn every_problem_of_a_page_is_reported() {
        let problems =
            policy("page.html", "<p style=a><p style=b onclick=c>").expect_err("three problems");
        assert_eq!(problems.len(), 3, "{problems:?}");
    }
}
