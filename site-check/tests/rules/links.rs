//! Links.

use super::{At, found};
use insta::assert_snapshot;

#[test]
fn link_bare() {
    assert_snapshot!(found("articles/first.mdx", "Some **words**", "Some words at www.irs.gov/x and **words**"), @r#"
    error[link/bare]: this address is not a link
      --> content/articles/first.mdx:15:15
       |
    15 | Some words at www.irs.gov/x and **words** of [the authority](https://www.irs.gov/).
       |               ^^^^^^^^^^^^^
       |
       = expected: a link: [words](address)
       = found: `www.irs.gov/x`
       = help: Write [words](https://www.irs.gov/x), with words that say what the visitor finds there. To show an address that is not to be followed, put it between backticks (`).
    "#);
}

#[test]
fn link_broken() {
    assert_snapshot!(found("pages/index.toml", "/fees#tiers", "/fee"), @r#"
    error[link/broken]: there is no page at /fee
      --> content/pages/index.toml:10:40
       |
    10 | lede = "Call {phone} or see [our fees](/fee)."
       |                                        ^^^^
       |
       = expected: the path of a page or an article of this site
       = found: `/fee`
       = help: Did you mean `/fees`?
    "#);
}

#[test]
fn link_draft() {
    assert_snapshot!(found("articles/second.mdx", "id = 2\n", "id = 2\ndraft = true\n"), @r#"
    error[link/draft]: the page at /blog/second is a draft
      --> content/articles/first.mdx:11:51
       |
    11 | The rule says {withdrawal-rule}; see [the second](/blog/second#a-heading).
       |                                                   ^^^^^^^^^^^^^^^^^^^^^^
       |
       = expected: the path of a published page or article
       = found: `/blog/second#a-heading`
       = help: Delete the line `draft = true` in content/articles/second.mdx to publish it, or remove the link until then.

    error[link/draft]: the page at /blog/second is a draft
      --> content/articles/first.mdx:19:33
       |
    19 | More is in [the second article](/blog/second).
       |                                 ^^^^^^^^^^^^
       |
       = expected: the path of a published page or article
       = found: `/blog/second`
       = help: Delete the line `draft = true` in content/articles/second.mdx to publish it, or remove the link until then.
    "#);
}

#[test]
fn link_empty() {
    assert_snapshot!(found("articles/first.mdx", "[the second]", "[]"), @r#"
    error[link/empty]: no words say where this link leads
      --> content/articles/first.mdx:11:38
       |
    11 | The rule says {withdrawal-rule}; see [](/blog/second#a-heading).
       |                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^
       |
       = expected: words between [ and ] that make sense on their own
       = found: nothing
       = help: Link the words that name the thing: see [what we charge](/fees).
    "#);
}

#[test]
fn link_form() {
    assert_snapshot!(found("articles/first.mdx", "https://www.irs.gov/", "www.irs.gov"), @r#"
    error[link/broken]: this link leads nowhere
      --> content/articles/first.mdx:15:35
       |
    15 | Some **words** of [the authority](www.irs.gov).
       |                                   ^^^^^^^^^^^
       |
       = expected: /path, /path#anchor, #anchor, https://…, external:NAME, contact:phone or contact:email
       = found: `www.irs.gov`
       = help: Write https:// before the address of another site, / before that of a page of this site, and contact:phone or contact:email for the firm's own.
    "#);
}

#[test]
fn link_lookalike() {
    assert_snapshot!(found("articles/first.mdx", "www.irs.gov", "www.іrs.gov"), @r#"
    error[link/lookalike]: this host may look like another one
      --> content/articles/first.mdx:15:35
       |
    15 | Some **words** of [the authority](https://www.іrs.gov/).
       |                                   ^^^^^^^^^^^^^^^^^^^^
       |
       = expected: a host of the letters a to z, digits, dots and hyphens
       = found: letters of another alphabet: і (U+0456)
       = help: Open the right page and copy its address from the browser, or retype the host. One that really has such letters is written with xn--, as browsers copy it.
    "#);
}

#[test]
fn link_markup() {
    assert_snapshot!(found("articles/first.mdx", "[the second](", "[the second] ("), @r#"
    error[link/markup]: space between the words and the address of this link
      --> content/articles/first.mdx:11:49
       |
    11 | The rule says {withdrawal-rule}; see [the second] (/blog/second#a-heading).
       |                                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^
       |
       = expected: [words](/path) or [words](https://…)
       = found: `] (/blog/second#a-heading)`
       = help: Write the words in square brackets and right after them the address in parentheses, without a space in it. A link can't contain another one. Write literal brackets as \[ and \].
    "#);
    assert_snapshot!(found("articles/first.mdx", "(/blog/second#a-heading)", "(/blog/the second)"), @r#"
    error[link/markup]: space in the address of this link
      --> content/articles/first.mdx:11:49
       |
    11 | The rule says {withdrawal-rule}; see [the second](/blog/the second).
       |                                                 ^^^^^^^^^^^^^^^^^^^
       |
       = expected: [words](/path) or [words](https://…)
       = found: `](/blog/the second)`
       = help: Write the words in square brackets and right after them the address in parentheses, without a space in it. A link can't contain another one. Write literal brackets as \[ and \].
    "#);
}

#[test]
fn link_private() {
    assert_snapshot!(found("articles/first.mdx", "/blog/second#a-heading", "http://localhost:4321/blog/second"), @r#"
    error[link/private]: this leads to somebody's own computer or network
      --> content/articles/first.mdx:11:51
       |
    11 | The rule says {withdrawal-rule}; see [the second](http://localhost:4321/blog/second).
       |                                                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
       |
       = expected: an address that everybody can reach
       = found: `http://localhost:4321/blog/second`
       = help: Write the public address: a path such as /fees for a page of this site, https://… for another site.
       = note: `cargo site check --fix` fixes this
    "#);
}

#[test]
fn link_title() {
    assert_snapshot!(found("articles/first.mdx", "(/blog/second#a-heading)", "(/blog/second#a-heading \"The second\")"), @r#"
    error[link/title]: this link's title is not shown
      --> content/articles/first.mdx:11:38
       |
    11 | The rule says {withdrawal-rule}; see [the second](/blog/second#a-heading "The second").
       |                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
       |
       = expected: [words](address) and no more
       = found: `[the second](/blog/second#a-heading "The second")`
       = help: Delete the title in quotes. Say what it says in the words of the link.
    "#);
}

#[test]
fn link_undefined() {
    assert_snapshot!(found("articles/first.mdx", "Some **words**", "Some [words][nowhere] of **words**"), @r#"
    error[link/undefined]: a link's address belongs right after its words
      --> content/articles/first.mdx:15:6
       |
    15 | Some [words][nowhere] of **words** of [the authority](https://www.irs.gov/).
       |      ^^^^^^^^^^^^^^^^
       |
       = expected: a link with its address: [words](/fees)
       = found: `[words][nowhere]`
       = help: Write the address right after the words: [words](/fees). Write literal brackets as \[ and \].
    "#);
}

#[test]
fn link_vague() {
    assert_snapshot!(found("articles/first.mdx", "[the second]", "[click here]"), @r#"
    warning[link/vague]: no words say where this link leads
      --> content/articles/first.mdx:11:38
       |
    11 | The rule says {withdrawal-rule}; see [click here](/blog/second#a-heading).
       |                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
       |
       = expected: words between [ and ] that make sense on their own
       = found: `click here`
       = help: Link the words that name the thing: see [what we charge](/fees).
    "#);
}

/// Further cases of these messages.
#[rustfmt::skip]
pub const MORE: &[At] = &[
    ("link/lookalike", "site.toml", "newsletter.example.com", "www.irs.gov@newsletter.example.com", (127, 8)),
    ("link/markup", "articles/first.mdx", "[the second](/blog/second#a-heading)", "(the second)[/blog/second#a-heading]", (11, 49)),
    ("link/markup", "pages/index.toml", "/fees#tiers)", "/fees#tiers", (10, 38)),
    ("link/markup", "pages/index.toml", "[our fees]", "our fees]", (10, 37)),
    ("link/bare", "articles/first.mdx", "Some **words**", "Some words at https://www.irs.gov@evil.example and **words**", (15, 15)),
    ("link/bare", "articles/first.mdx", "Some **words**", "Some words to a@b.co and **words**", (15, 15)),
    ("link/bare", "pages/index.toml", "Saving.", "Saving, as http://example.com says.", (24, 25)),
    ("link/broken", "pages/index.toml", "href = \"/fees\"", "href = \"/Fees/\"", (12, 42)),
    ("link/broken", "articles/first.mdx", "/blog/second#a-heading", "/second", (11, 51)),
    ("link/broken", "articles/first.mdx", "/blog/second#", "/Blog/Second#", (11, 51)),
    ("link/broken", "redirects.toml", "/fees", "/feess", (3, 7)),
    ("link/broken", "articles/first.mdx", "/blog/second#a-heading", "/blog/the%20second", (11, 51)),
    ("link/broken", "articles/first.mdx", "/blog/second#a-heading", "../blog/second", (11, 51)),
    ("link/broken", "pages/index.toml", "/fees#tiers", "/fees#teirs", (10, 40)),
    ("link/broken", "articles/first.mdx", "/blog/second#a-heading", "https://www.example.com/blog/second#a-heading", (11, 51)),
    ("link/broken", "pages/index.toml", "href = \"/fees\"", "href = \"external:newsleter\"", (12, 42)),
    ("link/broken", "pages/index.toml", "href = \"/fees\"", "href = \"mailto:a@example.com\"", (12, 42)),
    ("link/broken", "articles/first.mdx", "https://www.irs.gov/", "http://www.irs.gov/", (15, 35)),
    ("link/broken", "articles/first.mdx", "#a-heading", "#heading", (11, 51)),
    ("link/private", "site.toml", "newsletter.example.com", "192.168.1.20/newsletter", (127, 8)),
    ("link/undefined", "articles/first.mdx", "Some **words**", "Some **words**[^1]", (15, 15)),
    ("link/undefined", "articles/first.mdx", "Some **words**", "Some [words][fees] of **words**\n\n[fees]: /fees\n\nWords", (17, 1)),
    ("link/vague", "articles/first.mdx", "[the authority]", "[https://www.irs.gov/]", (15, 19)),
];
