//! Routes, redirects and published addresses.

use super::{At, each_at, found};
use insta::assert_snapshot;

#[test]
fn redirect_case() {
    assert_snapshot!(found("redirects.toml", "/old", "/Fees"), @r#"
    error[redirect/case]: `/Fees` differs from `/fees` only in capitals
     --> content/redirects.toml:2:8
      |
    2 | from = "/Fees"
      |        ^^^^^^^
      |
      = expected: an old address that differs from every other one in more than capitals
      = found: `/Fees`
      = help: Delete this redirect.
    "#);
}

#[test]
fn redirect_chain() {
    assert_snapshot!(found("redirects.toml", "[[redirects]]", "[[redirects]]\nfrom = \"/older\"\nto = \"/old\"\n\n[[redirects]]"), @r#"
    error[redirect/chain]: this redirect leads to `/old`, which redirects again
     --> content/redirects.toml:3:6
      |
    3 | to = "/old"
      |      ^^^^^^
      |
      = expected: the page where the visitor ends up
      = found: `/old`
      = help: Write to = "/fees" instead.
    "#);
}

#[test]
fn redirect_invalid() {
    assert_snapshot!(found("redirects.toml", "to = \"/fees\"", "to = \"contact:phone\""), @r#"
    error[redirect/invalid]: a redirect can't lead there
     --> content/redirects.toml:3:6
      |
    3 | to = "contact:phone"
      |      ^^^^^^^^^^^^^^^
      |
      = expected: a path of this site, or a full web address of plain letters
      = found: `contact:phone`
      = help: Write the path of a page, such as /fees or /contact.
    "#);
    assert_snapshot!(found("redirects.toml", "/old", "/fees"), @r#"
    error[redirect/invalid]: `/fees` is a page of this site
     --> content/redirects.toml:2:8
      |
    2 | from = "/fees"
      |        ^^^^^^^
      |
      = expected: an old address without a page, and where it leads
      = found: `/fees`
      = help: Delete the redirect, or the page.

    error[redirect/loop]: this redirect is part of a loop
     --> content/redirects.toml:3:6
      |
    3 | to = "/fees"
      |      ^^^^^^^
      |
      = expected: a page of this site, or another site
      = found: `/fees` to `/fees`
      = help: Write the page that replaces it, or gone = true instead of `to` if nothing does.
    "#);
    assert_snapshot!(found("redirects.toml", "to = \"/fees\"", ""), @r#"
    error[redirect/invalid]: `/old` must either have moved or be gone
     --> content/redirects.toml:2:8
      |
    2 | from = "/old"
      |        ^^^^^^
      |
      = expected: an old address without a page, and where it leads
      = found: `/old`
      = help: Write to = "/the-new-page", or gone = true if nothing replaces it.
    "#);
}

#[test]
fn redirect_loop() {
    assert_snapshot!(found("redirects.toml", "to = \"/fees\"", "to = \"/new\"\n\n[[redirects]]\nfrom = \"/new\"\nto = \"/old\""), @r#"
    error[redirect/loop]: this redirect is part of a loop
     --> content/redirects.toml:3:6
      |
    3 | to = "/new"
      |      ^^^^^^
      |
      = expected: a page of this site, or another site
      = found: `/old` to `/new` to `/old`
      = help: Write the page that replaces it, or gone = true instead of `to` if nothing does.
    "#);
    assert_snapshot!(found("redirects.toml", "to = \"/fees\"", "to = \"/old\"\n\n[[redirects]]\nfrom = \"/older\"\nto = \"/old\""), @r#"
    error[redirect/loop]: this redirect is part of a loop
     --> content/redirects.toml:3:6
      |
    3 | to = "/old"
      |      ^^^^^^
      |
      = expected: a page of this site, or another site
      = found: `/old` to `/old`
      = help: Write the page that replaces it, or gone = true instead of `to` if nothing does.

    error[redirect/chain]: this redirect leads to `/old`, which redirects again
     --> content/redirects.toml:7:6
      |
    7 | to = "/old"
      |      ^^^^^^
      |
      = expected: the page where the visitor ends up
      = found: `/old`
      = help: Fix the redirect of `/old` first: it leads to a loop.
    "#);
}

#[test]
fn route_draft() {
    assert_snapshot!(found("pages/404.toml", "noindex = true", "noindex = true\ndraft = true"), @r#"
    error[route/draft]: the site needs this page, but it is a draft
     --> content/pages/404.toml:6:1
      |
    6 | draft = true
      | ^^^^^
      |
      = expected: a published page
      = found: draft = true
      = help: Delete the line.
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
    assert_snapshot!(found("articles/Third Article.mdx", "", "COPY articles/second.mdx"), @r#"
    error[route/form]: `/blog/Third Article` is not a valid address
    --> content/articles/Third Article.mdx
     = expected: small letters, digits and hyphens
     = found: `content/articles/Third Article.mdx`
     = help: Rename the file so that its address is /blog/third-article
     = note: `cargo site check --fix` fixes this

    error[article/duplicate-id]: the id 2 is taken
     --> content/articles/second.mdx:2:6
      |
    2 | id = 2
      |      ^
      |
      = expected: a different id for each article
      = found: the same id in content/articles/Third Article.mdx
      = help: Give the newer article the next id: 22
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
      = help: Redirect it to the page that replaces it, perhaps `/fees`, in content/redirects.toml: [[redirects]] from = "/fee" to = "/fees". If nothing replaces it, write gone = true instead of `to`, or bring the page back.
    "#);
}

/// Further cases of these messages.
#[rustfmt::skip]
const MORE: &[At] = &[
    ("redirect/case", "redirects.toml", "[[redirects]]", "[[redirects]]\nfrom = \"/Old\"\nto = \"/fees\"\n\n[[redirects]]", (6, 8)),
    ("redirect/chain", "redirects.toml", "to = \"/fees\"", "to = \"/gone\"\n\n[[redirects]]\nfrom = \"/gone\"\ngone = true", (3, 6)),
    ("redirect/invalid", "redirects.toml", "to = \"/fees\"", "to = \"https://www.irs.gov/é\"", (3, 6)),
    ("redirect/invalid", "redirects.toml", "/old", "/sitemap.xml", (2, 8)),
    ("redirect/loop", "redirects.toml", "to = \"/fees\"", "to = \"/old\"", (3, 6)),
    ("url/lost", "published.toml", "\"/fees\"", "\"/fees\",\n    \"/a-page-of-last-year\"", (5, 5)),
];

#[test]
fn further_cases() {
    each_at(MORE);
}
