//! Routes, redirects and published addresses.

use super::{At, found};
use insta::assert_snapshot;

#[test]
fn redirects() {
    assert_snapshot!(found("redirects.toml", "[[redirects]]", "[[redirects]]\nfrom = \"/older\"\nto = \"/old\"\n\n[[redirects]]"), @r#"
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
    assert_snapshot!(found("redirects.toml", "to = \"/fees\"", "to = \"contact:phone\""), @r#"
    error[redirect/invalid]: a redirect can't lead to `contact:phone`
     --> content/redirects.toml:3:6
      |
    3 | to = "contact:phone"
      |      ^^^^^^^^^^^^^^^
      |
      = expected: a path of this site, or a full web address of plain letters
      = found: `contact:phone`
      = help: Write the path of a page, such as /fees or /contact.
    "#);
}

#[test]
fn route_duplicate() {
    assert_snapshot!(found("pages/fees/index.toml", "", "COPY pages/fees.toml"), @r#"
    error[route/duplicate]: two files have the address /fees
    --> content/pages/fees.toml
     = expected: one file for each address, ignoring capitals
     = found: content/pages/fees/index.toml and content/pages/fees.toml
     = help: Rename or delete one of the two files: a file's name is its address.
    "#);
}

#[test]
fn route_form() {
    assert_snapshot!(found("pages/Our Fees.toml", "", "COPY pages/404.toml"), @r#"
    error[route/form]: `/Our Fees` is not a valid address
    --> content/pages/Our Fees.toml
     = expected: small letters, digits and hyphens
     = found: `content/pages/Our Fees.toml`
     = help: Rename the file so that its address is /our-fees
    "#);
}

#[test]
fn route_orphan() {
    assert_snapshot!(found("pages/prices.toml", "", "COPY pages/fees.toml"), @r#"
    warning[route/orphan]: no link leads to this page
    --> content/pages/prices.toml
     = expected: a link to /prices on a page, in the navigation or in an article
     = found: none
     = help: Link to /prices where visitors would look for it, or delete the file.
    "#);
}

#[test]
fn url_lost() {
    assert_snapshot!(found("published.toml", "\"/fees\"", "\"/fees\",\n    \"/fee\""), @r#"
    error[url/lost]: published address /fee no longer exists
     --> content/published.toml:5:5
      |
    5 |     "/fee",
      |     ^^^^^^
      |
      = expected: a page, or an entry in content/redirects.toml
      = found: neither
      = help: Redirect it in content/redirects.toml to the page that replaces it, perhaps: [[redirects]] from = "/fee" to = "/fees". If nothing replaces it, write gone = true instead of `to`, or bring the page back.
    "#);
}

/// Further cases of these messages.
#[rustfmt::skip]
pub const MORE: &[At] = &[
    ("redirect/invalid", "redirects.toml", "/old", "/fees", (2, 8)),
    ("redirect/invalid", "redirects.toml", "to = \"/fees\"", "", (2, 8)),
    ("redirect/invalid", "redirects.toml", "[[redirects]]", "[[redirects]]\nfrom = \"/Old\"\nto = \"/fees\"\n\n[[redirects]]", (6, 8)),
    ("redirect/chain", "redirects.toml", "to = \"/fees\"", "to = \"/gone\"\n\n[[redirects]]\nfrom = \"/gone\"\ngone = true", (3, 6)),
    ("redirect/invalid", "redirects.toml", "to = \"/fees\"", "to = \"https://www.irs.gov/é\"", (3, 6)),
    ("redirect/invalid", "redirects.toml", "/old", "/sitemap.xml", (2, 8)),
    ("redirect/chain", "redirects.toml", "to = \"/fees\"", "to = \"/old\"", (3, 6)),
    ("url/lost", "published.toml", "\"/fees\"", "\"/fees\",\n    \"/a-page-of-last-year\"", (5, 5)),
];
