//! The descriptions of pictures.

use crate::load::markdown::Kind;
use crate::load::{File, pattern};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity, key};
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

pub(crate) static ALT: Rule = Rule {
    code: "image/alt",
    severity: Severity::Error,
    scope: Scope::FileAlone(check),
    summary: "An image has no description for people who can't see it, or its description says nothing, such as a file name or the word image.",
    why: "A screen reader would say nothing or read out the file's name, and the law requires a description.",
    example: Example::InFile {
        file: "content/pages/contact.toml",
        wrong: r#"image = { src = "picture.svg" }"#,
        right: r#"image = { src = "picture.svg", alt = "A door" }"#,
    },
};

/// Reports descriptions that say nothing, and pictures in prose without a description. `schema/value` finds pictures in TOML
/// without one.
fn check(file: &File, out: &mut Diagnostics) {
    for (pointer, alt) in file.document.strings() {
        if key(pointer) != "alt" {
            continue;
        }
        let source = file
            .document
            .value
            .pointer(&pointer.replace("/alt", "/src"));
        let picture = source.and_then(|src| src.as_str()).unwrap_or_default();
        report_empty_words(file, file.document.span(pointer), picture, alt, out);
    }
    for (prose, node) in file.nodes() {
        let Kind::Image(picture, alt) = &node.kind else {
            continue;
        };
        let span = prose.source(node);
        if alt.trim().is_empty() {
            report(file, span, out);
        } else {
            report_empty_words(file, span, &picture.url, alt, out);
        }
    }
}

/// Reports a picture without a description.
pub(in crate::rules) fn report(file: &File, span: Range<usize>, out: &mut Diagnostics) {
    out.at(file, span, "this image has no description")
        .expected("`alt`, or words between ![ and ]: a sentence about what the picture shows")
        .help("Say in one sentence what the picture shows: alt = \"…\", or ![…](picture.jpg) in prose.");
}

/// Reports a description that only names a file, or says only that there is a picture.
fn report_empty_words(
    file: &File,
    span: Range<usize>,
    picture: &str,
    alt: &str,
    out: &mut Diagnostics,
) {
    let message = if is_file_name(alt, picture) {
        "this description is a file name"
    } else if is_of_any_picture(alt) {
        "this description fits any picture"
    } else {
        return;
    };
    out.at(file, span, message)
        .expected("a sentence about what the picture shows")
        .quoting(alt)
        .help("Say what someone who can't see the picture would miss, such as \"A couple reads a letter at the kitchen table\".");
}

/// A file name with its ending, or a name that cameras, phones and systems give to pictures.
static FILE_NAME: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?ix)
        \.(?:jpe?g|png|gif|webp|avif|svg|heic|heif|tiff?|bmp)$
        | ^(?:img|dsc|dscn|dscf|dcim|pxl|mvimg|gopr|imag|photo|image|pic)[_-]?[0-9]{3,}[0-9a-z_-]*$
        | ^_?dsc[_-]?[0-9]+$
        | ^(?:screenshot|screen\s shot|bildschirmfoto|whatsapp\s image)\b[\s_-]*(?:from\s)?[0-9]
        ",
    )
});

/// Returns true if a description is the file name of this picture or of any other.
fn is_file_name(alt: &str, picture: &str) -> bool {
    let alt = alt.trim();
    let (stem, _) = picture.rsplit_once('.').unwrap_or((picture, ""));
    let is_its_own = alt == stem && stem.contains(['-', '_']);
    is_its_own || FILE_NAME.is_match(alt)
}

/// Words that fit any picture.
const OF_ANY_PICTURE: [&str; 36] = [
    "alt",
    "alt text",
    "banner",
    "description",
    "featured image",
    "graphic",
    "header image",
    "hero",
    "hero image",
    "hero picture",
    "icon",
    "image",
    "image description",
    "images",
    "illustration",
    "img",
    "n/a",
    "na",
    "none",
    "null",
    "photo",
    "photograph",
    "photos",
    "pic",
    "pics",
    "picture",
    "picture description",
    "pictures",
    "placeholder",
    "screen shot",
    "screenshot",
    "snapshot",
    "stock image",
    "stock photo",
    "thumbnail",
    "untitled",
];

/// Returns true if a description says only that there is a picture: `Image`, `a photo.`, `picture 2`.
fn is_of_any_picture(alt: &str) -> bool {
    let words = alt.to_lowercase();
    let words = words.trim_matches(|c: char| !c.is_alphanumeric());
    let without_number =
        words.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ' || c == '-');
    let mut noun = without_number;
    for article in ["a ", "an ", "the ", "this ", "my ", "our "] {
        noun = noun.strip_prefix(article).unwrap_or(noun);
    }
    OF_ANY_PICTURE.contains(&noun)
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{
        assert_snapshot, check, finds_at_marks, finds_in_files, found_in_words,
    };

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
           = expected: `alt`, or words between ![ and ]: a sentence about what the picture shows
           = help: Say in one sentence what the picture shows: alt = "…", or ![…](picture.jpg) in prose.
        "#);
        finds_in_files("image/alt", &[
            ("articles/first.mdx", "alt = \"A square\"", "alt = «\"\""),
        ]);
        finds_at_marks("image/alt", &[
            "«![](picture.svg) Some **words**",
        ]);
    }

    #[test]
    fn alt_of_any_picture() {
        assert_snapshot!(check("pages/index.toml", "alt = \"A square\"", "alt = \"Image\""), @r#"
        error[image/alt]: this description fits any picture
          --> content/pages/index.toml:11:38
           |
        11 | image = { src = "picture.svg", alt = "Image" }
           |                                      ^^^^^^^
           |
           = expected: a sentence about what the picture shows
           = found: `Image`
           = help: Say what someone who can't see the picture would miss, such as "A couple reads a letter at the kitchen table".
        "#);
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "![IMG_1234](picture.svg) Some **words**"), @r#"
        error[image/alt]: this description is a file name
          --> content/articles/first.mdx:15:1
           |
        15 | ![IMG_1234](picture.svg) Some **words** of [the authority](https://www.irs.gov/).
           | ^^^^^^^^^^^^^^^^^^^^^^^^
           |
           = expected: a sentence about what the picture shows
           = found: `IMG_1234`
           = help: Say what someone who can't see the picture would miss, such as "A couple reads a letter at the kitchen table".
        "#);
        let alts = [
            "image",
            "Picture.",
            "a photo",
            "Photo 2",
            "logo.svg",
            "IMG_1234",
            "DSC00042",
            "DSC_0042",
            "screenshot",
            "Screenshot 2025-11-03 at 10.22.31",
            "PXL_20251103_101010",
            "our team.jpg",
            "Untitled",
            "An image",
            "hero image",
            "hero picture",
            "icon",
        ];
        let pictures = alts.map(|alt| format!("![{alt}](picture.svg)"));
        assert_eq!(
            found_in_words("image/alt", &pictures.join("\n\n")),
            pictures
        );
        finds_in_files(
            "image/alt",
            &[(
                "articles/first.mdx",
                "alt = \"A square\"",
                "alt = «\"photo\"",
            )],
        );
    }

    #[test]
    fn alt_that_says_what_the_picture_shows() {
        let alts = [
            "A square",
            "Small Planning",
            "Photo of the office on Boston Avenue",
            "A picture of health: two runners",
            "Screenshot of the fee calculator with $1,000,000 in it",
            "Image of a ledger",
            "The logo",
            "Portrait of Sam Small",
            "Sam",
            "Chart: the market from 2008 to 2013",
            "Form 1040, page 2",
            "A photographer in a field",
            "Tulsa",
            "Two people",
            "IRS letter CP2000",
            "A hero's welcome at the station",
            "A banner across Main Street",
            "Nobody",
            "Our building in 1921",
            "A pictureless wall",
            "Graphic novel about saving",
        ];
        let pictures = alts.map(|alt| format!("![{alt}](picture.svg)"));
        assert!(found_in_words("image/alt", &pictures.join("\n\n")).is_empty());
    }
}
