//! Images and paths.

use super::{At, found};
use insta::assert_snapshot;

#[test]
fn images() {
    assert_snapshot!(found("pages/index.toml", "src = \"picture.svg\", alt = \"A square\"", "src = \"picture.svg\""), @r#"
    error[image/alt]: this image has no description
      --> content/pages/index.toml:11:9
       |
    11 | image = { src = "picture.svg" }
       |         ^^^^^^^^^^^^^^^^^^^^^^^
       |
       = expected: `alt`, or words between ![ and ]: a sentence on what the picture shows
       = help: Say in one sentence what the picture shows: alt = "…", or ![…](picture.jpg) in prose.
    "#);
    assert_snapshot!(found("articles/first.mdx", "src = \"picture.svg\"", "src = \"Picture.svg\""), @r#"
    error[image/missing]: there is no such image
     --> content/articles/first.mdx:8:17
      |
    8 | hero = { src = "Picture.svg", alt = "A square" }
      |                 ^^^^^^^^^^^
      |
      = expected: the name of a file in content/images, spelled as the file is
      = found: `Picture.svg`
      = help: Did you mean `picture.svg`? Or add the picture to content/images.
      = note: `cargo site check --fix` fixes this
    "#);
    assert_snapshot!(found("images/Our Picture.SVG", "", "COPY images/picture.svg"), @r#"
    error[image/name]: this is not a valid name for a picture
    --> content/images/Our Picture.SVG
     = expected: small letters, digits and hyphens, directly in content/images
     = found: `Our Picture.SVG`
     = help: Rename it to content/images/our-picture.svg, and write our-picture.svg where it is used.
    "#);
}

/// Further cases of these messages.
#[rustfmt::skip]
pub const MORE: &[At] = &[
    ("image/alt", "articles/first.mdx", "alt = \"A square\"", "alt = \"\"", (8, 37)),
    ("image/alt", "articles/first.mdx", "Some **words**", "![](picture.svg) Some **words**", (15, 1)),
    ("image/missing", "pages/index.toml", "src = \"picture.svg\"", "src = \"photo.jpg\"", (11, 18)),
    ("image/missing", "pages/index.toml", "href = \"/fees\" }]\n", "href = \"/fees\" }]\n\n[[blocks]]\nkind = \"service_cards\"\nheading = \"Services\"\n\n[[blocks.cards]]\ntitle = \"Plans\"\ndescription = \"Words.\"\nicon = \"compass\"\nillustration = \"drawing.svg\"\n", (22, 17)),
    ("image/name", "images/more/picture.svg", "", "COPY images/picture.svg", (1, 1)),
    ("image/missing", "articles/first.mdx", "src = \"picture.svg\"", "src = \"the%20picture.svg\"", (8, 17)),
    ("image/missing", "articles/first.mdx", "src = \"picture.svg\"", "src = \"../images/Picture.svg\"", (8, 17)),
    ("image/missing", "articles/first.mdx", "src = \"picture.svg\"", "src = 'images\\picture.svg'", (8, 17)),
];
