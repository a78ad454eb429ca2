//! Images and paths.

use super::{At, each_at, found};
use insta::assert_snapshot;

#[test]
fn image_alt() {
    assert_snapshot!(found("pages/index.toml", "src = \"picture.svg\", alt = \"A square\"", "src = \"picture.svg\""), @r#"
    error[image/alt]: this image has no description
      --> content/pages/index.toml:11:9
       |
    11 | image = { src = "picture.svg" }
       |         ^^^^^^^^^^^^^^^^^^^^^^^
       |
       = expected: `alt`, a sentence on what the picture shows
       = help: Say in one sentence what the picture shows: alt = "…", or ![…](picture.jpg) in prose.
    "#);
}

#[test]
fn image_missing() {
    assert_snapshot!(found("articles/first.mdx", "src = \"picture.svg\"", "src = \"Picture.svg\""), @r#"
    error[image/missing]: there is no such image
     --> content/articles/first.mdx:8:17
      |
    8 | hero = { src = "Picture.svg", alt = "A square" }
      |                 ^^^^^^^^^^^
      |
      = expected: the name of a file in content/images
      = found: `Picture.svg`
      = help: Capital letters matter: write `picture.svg`.
      = note: `cargo site check --fix` fixes this
    "#);
}

#[test]
fn image_name() {
    assert_snapshot!(found("images/Our Picture.SVG", "", "COPY images/picture.svg"), @r#"
    error[image/name]: this is not a valid name for a picture
    --> content/images/Our Picture.SVG
     = expected: small letters, digits and hyphens, directly in content/images
     = found: `Our Picture.SVG`
     = help: Rename it to content/images/our-picture.svg, and write our-picture.svg where it is used.
    "#);
}

#[test]
fn path_form() {
    assert_snapshot!(found("articles/first.mdx", "/blog/second#a-heading", "/blog/the%20second"), @r#"
    error[path/form]: this path contains the code %20
      --> content/articles/first.mdx:11:51
       |
    11 | The rule says {withdrawal-rule}; see [the second](/blog/the%20second).
       |                                                   ^^^^^^^^^^^^^^^^^^
       |
       = expected: a plain path of small letters, digits, hyphens and slashes
       = found: `/blog/the%20second`
       = help: Write the page's whole path from the first slash, such as /blog/the-second.
    "#);
    assert_snapshot!(found("articles/first.mdx", "src = \"picture.svg\"", "src = \"../images/Picture.svg\""), @r#"
    error[path/form]: this path leads out of its folder
     --> content/articles/first.mdx:8:17
      |
    8 | hero = { src = "../images/Picture.svg", alt = "A square" }
      |                 ^^^^^^^^^^^^^^^^^^^^^
      |
      = expected: a plain path of small letters, digits, hyphens and slashes
      = found: `../images/Picture.svg`
      = help: Write `picture.svg`, the file's name in content/images.
      = note: `cargo site check --fix` fixes this
    "#);
    assert_snapshot!(found("articles/first.mdx", "/blog/second#a-heading", "../blog/second"), @r#"
    error[path/form]: this path contains . or ..
      --> content/articles/first.mdx:11:51
       |
    11 | The rule says {withdrawal-rule}; see [the second](../blog/second).
       |                                                   ^^^^^^^^^^^^^^
       |
       = expected: a plain path of small letters, digits, hyphens and slashes
       = found: `../blog/second`
       = help: Write the page's whole path from the first slash, such as /blog/second.
       = note: `cargo site check --fix` fixes this
    "#);
    assert_snapshot!(found("articles/first.mdx", "src = \"picture.svg\"", "src = 'images\\picture.svg'"), @r#"
    error[path/form]: this path contains a backslash
     --> content/articles/first.mdx:8:17
      |
    8 | hero = { src = 'images\picture.svg', alt = "A square" }
      |                 ^^^^^^^^^^^^^^^^^^
      |
      = expected: a plain path of small letters, digits, hyphens and slashes
      = found: `images\picture.svg`
      = help: Write `picture.svg`, the file's name in content/images.
      = note: `cargo site check --fix` fixes this
    "#);
    assert_snapshot!(found("facts.toml", "source =", "means_something_else_in = [\"content/articles/frist.mdx\"]\nsource ="), @r#"
    error[path/form]: this path leads to no content file
     --> content/facts.toml:3:28
      |
    3 | means_something_else_in = ["content/articles/frist.mdx"]
      |                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = expected: a plain path of small letters, digits, hyphens and slashes
      = found: `content/articles/frist.mdx`
      = help: Did you mean `content/articles/first.mdx`?
    "#);
}

/// Further cases of these messages.
#[rustfmt::skip]
const MORE: &[At] = &[
    ("image/alt", "articles/first.mdx", "alt = \"A square\"", "alt = \"\"", (8, 37)),
    ("image/alt", "articles/first.mdx", "Some **words**", "![](picture.svg) Some **words**", (15, 1)),
    ("image/missing", "pages/index.toml", "src = \"picture.svg\"", "src = \"photo.jpg\"", (11, 18)),
    ("image/missing", "pages/index.toml", "href = \"/fees\" }]\n", "href = \"/fees\" }]\n\n[[blocks]]\nkind = \"service_cards\"\nheading = \"Services\"\n\n[[blocks.cards]]\ntitle = \"Plans\"\ndescription = \"Words.\"\nicon = \"compass\"\nillustration = \"drawing.svg\"\n", (22, 17)),
    ("image/name", "images/more/picture.svg", "", "COPY images/picture.svg", (1, 1)),
    ("path/form", "articles/first.mdx", "src = \"picture.svg\"", "src = \"the%20picture.svg\"", (8, 17)),
];

#[test]
fn further_cases() {
    each_at(MORE);
}
