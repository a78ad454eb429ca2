//! Pictures: their descriptions, the files that are named, and the names of files.

use crate::fix::Fix;
use crate::load::markdown::Kind;
use crate::load::{File, PICTURES, Target, Tree};
use crate::names::{meant, suggest};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use site_schema::slug;
use std::ops::Range;

pub(super) static RULES: &[&Rule] = &[&ALT, &MISSING, &NAME];

pub(super) static ALT: Rule = Rule {
    code: "image/alt",
    severity: Severity::Error,
    scope: Scope::FileAlone(check_alt),
    summary: "An image has no description for people who do not see it.",
    why: "A screen reader would say nothing, or read out the file's name. The law requires the description, too.",
    example: Example::InFile {
        file: "content/pages/contact.toml",
        wrong: r#"image = { src = "picture.svg" }"#,
        right: r#"image = { src = "picture.svg", alt = "A door" }"#,
    },
};

/// Reports the pictures of prose without a description. Those of TOML are found by
/// `schema/value`.
fn check_alt(file: &File, out: &mut Diagnostics) {
    for (prose, node) in file.nodes() {
        if let Kind::Image(_, alt) = &node.kind
            && alt.trim().is_empty()
        {
            report_alt(file, prose.source(node), out);
        }
    }
}

/// Reports a picture without a description.
pub(super) fn report_alt(file: &File, span: Range<usize>, out: &mut Diagnostics) {
    out.at(file, span, "this image has no description")
        .expected("`alt`, or words between ![ and ]: a sentence on what the picture shows")
        .help("Say in one sentence what the picture shows: alt = \"…\", or ![…](picture.jpg) in prose.");
}

static MISSING: Rule = Rule {
    code: "image/missing",
    severity: Severity::Error,
    scope: Scope::FileInTree(check_missing),
    summary: "An image is not in content/images.",
    why: "Visitors would see a broken picture.",
    example: Example::InFile {
        file: "content/pages/contact.toml",
        wrong: r#"image = { src = "picture.SVG", alt = "A door" }"#,
        right: r#"image = { src = "picture.svg", alt = "A door" }"#,
    },
};

fn check_missing(file: &File, tree: &Tree, out: &mut Diagnostics) {
    for image in file.references_of(Target::Image) {
        if tree.images.contains(&image.name) {
            continue;
        }
        let known = || tree.images.iter().map(String::as_str);
        let name = file_name(&image.name);
        let fix = meant(&name, known()).and_then(|near| Fix::of_reference(file, image, near));
        let near = suggest(&name, known());
        out.at(file, image.span.clone(), "there is no such image")
            .expected("the name of a file in content/images, spelled as the file is")
            .quoting(&image.name)
            .help(format!("{near} Or add the picture to content/images."))
            .fix(fix);
    }
}

/// The name of a file without its folders, with hyphens for spaces and underscores.
fn file_name(path: &str) -> String {
    let last = path.rsplit(['/', '\\']).next().unwrap_or_default();
    last.replace("%20", "-").replace([' ', '_'], "-")
}

static NAME: Rule = Rule {
    code: "image/name",
    severity: Severity::Error,
    scope: Scope::WholeTree(check_names),
    summary: "A picture's file name has characters other than lower-case letters, digits and hyphens, or the file is in a folder inside content/images.",
    why: "Photo.JPG and photo.jpg are one file on one machine and two on another, and a space becomes %20 in an address.",
    example: Example::Described {
        wrong: "content/images/Our Office.JPG",
        right: "content/images/our-office.jpg",
    },
};

fn check_names(tree: &Tree, out: &mut Diagnostics) {
    for name in &tree.images {
        let (written_stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
        if slug::is_slug(written_stem) && PICTURES.contains(&extension) {
            continue;
        }
        let last = written_stem.rsplit('/').next().unwrap_or_default();
        let slug = slug::from_ascii(last);
        let stem = if slug.is_empty() { "picture" } else { &slug };
        let better = format!("{stem}.{}", extension.to_lowercase());
        let path = format!("content/images/{name}");
        out.of_file(&path, "this is not a valid name for a picture")
            .expected("lower-case letters, digits and hyphens, directly in content/images")
            .quoting(name)
            .help(format!(
                "Rename it to content/images/{better}, and write {better} where it is used."
            ));
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, passes};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn alt() {
        assert_snapshot!(check("pages/index.toml", "src = \"picture.svg\", alt = \"A square\"", "src = \"picture.svg\""), @r#"
        error[image/alt]: this image has no description
          --> content/pages/index.toml:11:9
           |
        11 | image = { src = "picture.svg" }
           |         ^^^^^^^^^^^^^^^^^^^^^^^
           |
           = expected: `alt`, or words between ![ and ]: a sentence on what the picture shows
           = help: Say in one sentence what the picture shows: alt = "…", or ![…](picture.jpg) in prose.
        "#);
        finds("image/alt", &[
            ("articles/first.mdx", "alt = \"A square\"", "alt = \"\"", (8, 37)),
            ("articles/first.mdx", "Some **words**", "![](picture.svg) Some **words**", (15, 1)),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn missing() {
        assert_snapshot!(check("articles/first.mdx", "src = \"picture.svg\"", "src = \"Picture.svg\""), @r#"
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
        finds("image/missing", &[
            ("pages/index.toml", "src = \"picture.svg\"", "src = \"photo.jpg\"", (11, 18)),
            ("pages/index.toml", "href = \"/fees\" }]\n", "href = \"/fees\" }]\n\n[[blocks]]\nkind = \"service_cards\"\nheading = \"Services\"\n\n[[blocks.cards]]\ntitle = \"Plans\"\ndescription = \"Words.\"\nicon = \"compass\"\nillustration = \"drawing.svg\"\n", (22, 17)),
            ("articles/first.mdx", "src = \"picture.svg\"", "src = \"the%20picture.svg\"", (8, 17)),
            ("articles/first.mdx", "src = \"picture.svg\"", "src = \"../images/Picture.svg\"", (8, 17)),
            ("articles/first.mdx", "src = \"picture.svg\"", "src = 'images\\picture.svg'", (8, 17)),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn name() {
        assert_snapshot!(check("images/Our Picture.SVG", "", "COPY images/picture.svg"), @r#"
        error[image/name]: this is not a valid name for a picture
        --> content/images/Our Picture.SVG
         = expected: lower-case letters, digits and hyphens, directly in content/images
         = found: `Our Picture.SVG`
         = help: Rename it to content/images/our-picture.svg, and write our-picture.svg where it is used.
        "#);
        finds("image/name", &[
            ("images/more/picture.svg", "", "COPY images/picture.svg", (1, 1)),
        ]);
        finds("image/name", &[
            ("images/our picture-2.svg", "", "COPY images/picture.svg", (1, 1)),
            ("images/our_picture.svg", "", "COPY images/picture.svg", (1, 1)),
            ("images/our--picture.svg", "", "COPY images/picture.svg", (1, 1)),
            ("images/our.picture.svg", "", "COPY images/picture.svg", (1, 1)),
            ("images/ö.svg", "", "COPY images/picture.svg", (1, 1)),
        ]);
        passes("images/our-picture-2.svg", "", "COPY images/picture.svg");
    }
}
