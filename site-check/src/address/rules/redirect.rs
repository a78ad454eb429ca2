//! The redirects of old addresses.

use crate::address::link::{Destination, parse, path_in};
use crate::load::{File, FileKind, Tree};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity, entries};
use serde_json::Value;
use site_schema::{NOT_FOUND_ROUTE, is_reserved};
use std::collections::{HashMap, HashSet};

pub(crate) static RULES: &[&Rule] = &[&CHAIN, &INVALID];

/// A redirect as written.
struct Redirect<'a> {
    pointer: String,
    from: &'a str,
    to: Option<&'a str>,
    gone: bool,
}

impl Redirect<'_> {
    /// Returns the path of its target, if that is a page of this site.
    fn page(&self) -> Option<&str> {
        path_in(self.to?)
    }

    /// Returns the pointer of one of its keys.
    fn key(&self, key: &str) -> String {
        format!("{}/{key}", self.pointer)
    }
}

fn redirects(file: &File) -> Vec<Redirect<'_>> {
    let mut redirects = Vec::new();
    for (pointer, entry) in entries(file, "/redirects") {
        redirects.push(Redirect {
            pointer,
            from: entry["from"].as_str().unwrap_or_default(),
            to: entry["to"].as_str(),
            gone: entry["gone"] == Value::Bool(true),
        });
    }
    redirects
}

static CHAIN: Rule = Rule {
    code: "redirect/chain",
    severity: Severity::Error,
    scope: Scope::SingleFile(FileKind::Redirects, check_chains),
    summary: "A redirect leads to an address that has itself moved or is gone, or back to itself.",
    why: "Each redirect costs visitors time, search engines stop after a few, and a loop ends with a browser error.",
    example: Example::InFile {
        file: "content/redirects.toml",
        wrong: r#"
from = "/old"
to = "/team"

[[redirects]]
from = "/team"
to = "/about#team"
"#,
        right: r#"
from = "/old"
to = "/fees"

[[redirects]]
from = "/team"
to = "/about#team"
"#,
    },
};

fn check_chains(file: &File, tree: &Tree, out: &mut Diagnostics) {
    let all = redirects(file);
    let mut by_from = HashMap::new();
    for redirect in &all {
        by_from.insert(redirect.from, redirect);
    }
    for redirect in &all {
        let Some(page) = redirect.page() else {
            continue;
        };
        if tree.is_route(page) {
            continue;
        }
        let Some(next) = by_from.get(page) else {
            continue;
        };
        let help = match next.to {
            Some(_) if next.page() == Some(redirect.from) => "The redirects form a loop. Write the page that replaces it, or gone = true instead of `to` if nothing does.".to_owned(),
            Some(to) => format!("Write to = \"{to}\" instead."),
            None => "That address is gone: write gone = true instead of `to` here too, or name another page.".to_owned(),
        };
        let message = format!(
            "this redirect leads to `{}`, which has itself moved or is gone",
            next.from
        );
        out.at_value(file, &redirect.key("to"), message)
            .expected("the page where the visitor ends up")
            .quoting(redirect.to.unwrap_or_default())
            .help(help)
            // The target has no page, so `link/broken` finds it, too.
            .suppresses_its_span();
    }
}

static INVALID: Rule = Rule {
    code: "redirect/invalid",
    severity: Severity::Error,
    scope: Scope::SingleFile(FileKind::Redirects, check_invalid),
    summary: "A redirect hides an existing page or file, is listed twice, or says neither where the page moved nor that it is gone.",
    why: "A redirect from the address of an existing page makes the page unreachable; many tools ignore capitals, so /Fees counts as /fees.",
    example: Example::InFile {
        file: "content/redirects.toml",
        wrong: r#"
from = "/about"
to = "/fees"
"#,
        right: r#"
from = "/old"
to = "/fees"
"#,
    },
};

fn check_invalid(file: &File, tree: &Tree, out: &mut Diagnostics) {
    let mut pages = HashSet::new();
    for route in tree.routes.addresses() {
        if tree.is_route(route) {
            pages.insert(route.to_lowercase());
        }
    }
    let mut seen = HashSet::new();
    for redirect in redirects(file) {
        check_target(file, &redirect, tree, out);
        let from = redirect.from.to_lowercase();
        let (message, help) = if pages.contains(&from) {
            (
                "is a page of this site",
                "Delete the redirect, or the page.",
            )
        } else if from == NOT_FOUND_ROUTE || is_reserved(&from) {
            (
                "is an address that the site itself needs",
                "Delete the redirect: the build puts a file at this address.",
            )
        } else if !seen.insert(from) {
            ("has two redirects", "Delete one of the two.")
        } else if redirect.to.is_some() == redirect.gone {
            (
                "must either have moved or be gone",
                "Write to = \"/the-new-page\", or gone = true if nothing replaces it.",
            )
        } else {
            continue;
        };
        let message = format!("`{}` {message}", redirect.from);
        out.at_value(file, &redirect.key("from"), message)
            .expected("an old address without a page, ignoring capitals, and where it leads")
            .quoting(redirect.from)
            .help(help);
    }
}

fn check_target(file: &File, redirect: &Redirect, tree: &Tree, out: &mut Diagnostics) {
    let Some(to) = redirect.to else { return };
    if can_be_sent(to, tree) {
        return;
    }
    let message = format!("a redirect can't lead to `{to}`");
    out.at_value(file, &redirect.key("to"), message)
        .expected("a path of this site, or a full web address in ASCII characters")
        .quoting(to)
        .help("Write the path of a page, such as /fees or /contact.");
}

/// Returns true if a header can contain the target. `link/broken` reports a text that isn't a link.
fn can_be_sent(to: &str, tree: &Tree) -> bool {
    match parse(to) {
        Destination::Page { path, .. } => !path.is_empty() && is_plain(to),
        Destination::Web(address) => is_plain(address),
        Destination::External(name) => tree.external(name).is_none_or(is_plain),
        Destination::Contact(_) => false,
        Destination::Unknown => true,
    }
}

fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_graphic())
}

#[cfg(test)]
mod tests {
    use crate::load::Base;
    use crate::rules::tests::site::Site;
    use crate::rules::tests::{assert_snapshot, check, finds_in_files, near_misses};
    use std::collections::BTreeMap;

    #[test]
    #[rustfmt::skip]
    fn chain() {
        assert_snapshot!(check("redirects.toml", "[[redirects]]", "[[redirects]]\nfrom = \"/older\"\nto = \"/old\"\n\n[[redirects]]"), @r#"
        error[redirect/chain]: this redirect leads to `/old`, which has itself moved or is gone
         --> content/redirects.toml:3:6
          |
        3 | to = "/old"
          |      ^^^^^^
          |
          = expected: the page where the visitor ends up
          = found: `/old`
          = help: Write to = "/fees" instead.
        "#);
        finds_in_files("redirect/chain", &[
            ("redirects.toml", "to = \"/fees\"", "to = «\"/gone\"\n\n[[redirects]]\nfrom = \"/gone\"\ngone = true"),
            ("redirects.toml", "to = \"/fees\"", "to = «\"/old\""),
        ]);
        near_misses("redirect/chain", &[
            ("redirects.toml", "[[redirects]]", "[[redirects]]\nfrom = \"/older\"\nto = \"/fees\"\n\n[[redirects]]", "[[redirects]]\nfrom = \"/older\"\nto = \"/old\"\n\n[[redirects]]"),
            ("redirects.toml", "to = \"/fees\"", "to = \"/fees#tiers\"", "to = \"/old#tiers\""),
        ]);
    }

    #[test]
    fn a_redirect_from_before_an_article_was_there_stays_right() {
        let site = Site::new();
        let redirect = "\n[[redirects]]\nfrom = \"/blog/first\"\nto = \"/fees\"\n";
        let redirects = site.text("redirects.toml") + redirect;
        site.write("redirects.toml", &redirects);
        let mut loaded = site.load_today();
        let codes: Vec<_> = loaded.diagnostics.iter().map(|found| found.code).collect();
        assert_eq!(codes, ["redirect/invalid"]);

        loaded.tree.history.base = Some(Base {
            texts: BTreeMap::from([("content/redirects.toml".to_owned(), redirects.into())]),
            ..Base::default()
        });
        loaded.recheck();
        assert!(loaded.diagnostics.is_empty(), "{:#?}", loaded.diagnostics);
    }

    #[test]
    #[rustfmt::skip]
    fn invalid() {
        assert_snapshot!(check("redirects.toml", "to = \"/fees\"", "to = \"contact:phone\""), @r#"
        error[redirect/invalid]: a redirect can't lead to `contact:phone`
         --> content/redirects.toml:3:6
          |
        3 | to = "contact:phone"
          |      ^^^^^^^^^^^^^^^
          |
          = expected: a path of this site, or a full web address in ASCII characters
          = found: `contact:phone`
          = help: Write the path of a page, such as /fees or /contact.
        "#);
        finds_in_files("redirect/invalid", &[
            ("redirects.toml", "\"/old", "«\"/fees"),
            ("redirects.toml", "\"/old\"\nto = \"/fees\"", "«\"/old\"\n"),
            ("redirects.toml", "[[redirects]]\nfrom = ", "[[redirects]]\nfrom = \"/Old\"\nto = \"/fees\"\n\n[[redirects]]\nfrom = «"),
            ("redirects.toml", "to = \"/fees\"", "to = «\"https://www.irs.gov/é\""),
            ("redirects.toml", "\"/old", "«\"/sitemap.xml"),
            ("redirects.toml", "\"/old", "«\"/favicon.svg"),
            ("redirects.toml", "\"/old", "«\"/Apple-Touch-Icon.png"),
            ("redirects.toml", "\"/old", "«\"/assets/logo.svg"),
            ("redirects.toml", "\"/old", "«\"/.well-known/security.txt"),
            ("redirects.toml", "\"/old", "«\"/_redirects"),
            ("redirects.toml", "\"/old", "«\"/404"),
        ]);
        near_misses("redirect/invalid", &[
            ("redirects.toml", "/old", "/fee", "/Fees"),
            ("redirects.toml", "/old", "/assets", "/assets/old"),
            ("redirects.toml", "/old", "/images/favicon.svg", "/favicon.svg"),
            ("redirects.toml", "/old", "/feed", "/feed.xml"),
            ("redirects.toml", "/old", "/404/old", "/404"),
        ]);
    }
}
