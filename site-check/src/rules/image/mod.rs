//! Pictures: their descriptions, names and files. `load::picture` examines each file when it reads it.

mod alt;

use crate::fix::Fix;
use crate::load::picture::{examine, has_text};
use crate::load::{
    DrawingError, File, FileKind, PICTURES, Picture, PictureError, PictureKind, Target, Tree,
};
use crate::names::{meant, suggest_from};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
pub(super) use alt::{ALT, report as report_alt};
use serde_json::Value;
use site_schema::slug;
use std::borrow::Cow;

pub(super) static RULES: &[&Rule] = &[&ALT, &DAMAGED, &DRAWING, &MISSING, &NAME, &TYPE];

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
        if tree.images.contains_key(&image.name) {
            continue;
        }
        let known = || tree.images.keys().map(String::as_str);
        let name = file_name(&image.name);
        let fix = meant(&name, known()).and_then(|near| Fix::of_reference(file, image, near));
        let near = suggest_from(&name, known(), "content/images");
        out.at(file, image.span.clone(), "this image doesn't exist")
            .expected("the exact name of a file in content/images")
            .quoting(&image.name)
            .help(format!("{near} Or add the picture to content/images."))
            .fix(fix);
    }
}

/// Returns the name of a file without its folders, with hyphens for spaces and underscores.
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
    example: Example::Planted {
        wrong: "content/images/Our Office.JPG",
        right: "content/images/our-office.jpg",
        plant: |tree| {
            let name = "Our Office.JPG".to_owned();
            tree.images.insert(name, Picture::default());
        },
    },
};

fn check_names(tree: &Tree, out: &mut Diagnostics) {
    for name in tree.images.keys() {
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
                "Rename it to content/images/{better}, and write {better} wherever it is used."
            ));
    }
}

/// Adds a picture with some bytes.
fn plant(tree: &mut Tree, name: &str, bytes: &[u8]) {
    let picture = Picture {
        error: examine(name, bytes),
        has_text: has_text(name, bytes),
        ..Picture::default()
    };
    tree.images.insert(name.to_owned(), picture);
}

static TYPE: Rule = Rule {
    code: "image/type",
    severity: Severity::Error,
    scope: Scope::ByAnother,
    summary: "A picture's type doesn't match its file name, such as a HEIC or a PNG in a file that ends with .jpg.",
    why: "Renaming a file doesn't change its contents: browsers would show nothing, and the site could not be built.",
    example: Example::Planted {
        wrong: "content/images/office.jpg, a HEIC from an iPhone that was only renamed",
        right: "content/images/office.jpg, exported as JPEG",
        plant: |tree| plant(tree, "office.jpg", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic"),
    },
};

fn help_with_type(path: &str, found: PictureKind) -> String {
    if let Some(extension) = found.extension() {
        let (stem, _) = path.rsplit_once('.').unwrap_or((path, ""));
        let name = path.rsplit('/').next().unwrap_or_default();
        return format!(
            "Rename it to {stem}.{extension}, and write that name wherever {name} is used."
        );
    }
    let help = match found {
        PictureKind::Heic => {
            "Export it as JPEG. To make an iPhone take JPEGs, choose Settings > Camera > Formats > Most Compatible."
        }
        PictureKind::WebPage => {
            "Save the picture itself: right-click it and choose Save Image As. This file is the web page around it."
        }
        PictureKind::Svgz => "Export it as plain SVG, uncompressed.",
        PictureKind::Text | PictureKind::Unknown => {
            "Export the picture again as JPEG or PNG, and open the file to check it."
        }
        _ => "Export it as JPEG or PNG: renaming it doesn't change its type.",
    };
    help.to_owned()
}

static DAMAGED: Rule = Rule {
    code: "image/damaged",
    severity: Severity::Error,
    scope: Scope::WholeTree(check_pictures),
    summary: "A picture file is empty, truncated, corrupted or animated, or has no size.",
    why: "Visitors would see half a picture or none, and the site could not be built.",
    example: Example::Planted {
        wrong: "content/images/office.jpg, only the first half, after an interrupted upload",
        right: "content/images/office.jpg, all of it",
        plant: |tree| {
            plant(
                tree,
                "office.jpg",
                b"\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01",
            )
        },
    },
};

/// Reports pictures with an error, under the rule of the error. `file/too-large` reports pictures with too many pixels.
fn check_pictures(tree: &Tree, out: &mut Diagnostics) {
    for (name, picture) in &tree.images {
        let path = format!("content/images/{name}");
        match &picture.error {
            None | Some(PictureError::TooLarge { .. }) => {}
            Some(PictureError::OtherKind { named, found }) => {
                out.for_rule(&TYPE)
                    .of_file(&path, "this picture's type doesn't match its name")
                    .expected(format!("{}, as its name says", named.words()))
                    .found(found.words())
                    .help(help_with_type(&path, *found));
            }
            Some(PictureError::Drawing(DrawingError::RunsOrLoads(found))) => {
                out.for_rule(&DRAWING)
                    .of_file(&path, "this SVG contains more than a drawing")
                    .expected("an SVG without scripts, links or references to other files")
                    .found(format!("`{found}`"))
                    .help("Export it again as plain SVG, with pictures embedded and text converted to paths, or delete that part in a text editor.");
            }
            Some(error) => {
                let (found, help) = damage(error);
                out.of_file(&path, "this picture can't be shown")
                    .expected("a complete picture")
                    .found(found)
                    .help(help);
            }
        }
    }
}

/// Returns the found text and the help for a picture that can't be shown.
fn damage(error: &PictureError) -> (Cow<'static, str>, &'static str) {
    match error {
        PictureError::Damaged(what) => ((*what).into(), COPY_AGAIN),
        PictureError::Animated => (
            "an animated picture, which the build refuses".into(),
            "Export one frame as JPEG or PNG.",
        ),
        PictureError::Drawing(DrawingError::Encoding) => (
            "an SVG that is not UTF-8".into(),
            "Export it again, or save it as UTF-8 in a text editor.",
        ),
        PictureError::Drawing(DrawingError::Syntax(what)) => (
            format!("an SVG that browsers can't read: {what}").into(),
            "Export it again, and open it in a browser to check that it is complete.",
        ),
        PictureError::Drawing(DrawingError::NoDrawing) => (
            "a file whose first element is not <svg xmlns=\"http://www.w3.org/2000/svg\">".into(),
            "Export it again as plain SVG.",
        ),
        PictureError::Drawing(DrawingError::NoSize) => (
            "an SVG without a size".into(),
            "Export it with its size, or add the size to the first tag: viewBox=\"0 0 1600 900\".",
        ),
        PictureError::Drawing(DrawingError::TooDeep) => (
            "an SVG with groups nested more than 200 levels deep".into(),
            "Ungroup the drawing, and export it again.",
        ),
        // `PictureError::Empty`: the caller reports the other errors.
        _ => ("an empty file".into(), COPY_AGAIN),
    }
}

const COPY_AGAIN: &str = "Export or copy it again, and open it to check that it is complete.";

static DRAWING: Rule = Rule {
    code: "image/drawing",
    severity: Severity::Error,
    scope: Scope::FileInTree(check_text),
    summary: "An SVG contains a script, an event handler, a foreign object, or a link or reference to another file; or an SVG that is the logo, or the own social image of a page or an article, contains text.",
    why: "An SVG opened at its own address is a page of this site: a script in it would run in the firm's name, and any file that it loads would tell other sites who visits. The build makes a PNG of the logo and of an own social image, and doesn't have the fonts of their text.",
    example: Example::Planted {
        wrong: r#"content/images/office.svg with <image href="https://example.net/office.png"/>"#,
        right: r##"content/images/office.svg with <use href="#window"/>"##,
        plant: |tree| {
            let loading = br#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><image href="https://example.net/office.png"/></svg>"#;
            plant(tree, "office.svg", loading);
        },
    },
};

/// Reports text in the drawings that the build makes into PNGs. `check_pictures` reports the other mistakes in drawings.
fn check_text(file: &File, tree: &Tree, out: &mut Diagnostics) {
    let pointer = match file.kind {
        FileKind::Site => "/logo/src",
        FileKind::Page(_) => "/meta/social_image/src",
        FileKind::Article(_) => "/social_image/src",
        _ => return,
    };
    let value = file.document.value.pointer(pointer);
    let Some(name) = value.and_then(Value::as_str) else {
        return;
    };
    if tree
        .images
        .get(name)
        .is_some_and(|picture| picture.has_text)
    {
        out.at(file, file.document.span(pointer), "this SVG has text")
            .expected("an SVG whose text is converted to paths")
            .quoting(name)
            .help("Convert its text to paths in the drawing program, and export it again; or export it as PNG. The build makes a PNG of it, and doesn't have the fonts of its text.");
    }
}

#[cfg(test)]
mod tests {
    use super::plant;
    use crate::rules::tests::site::Site;
    use crate::rules::tests::{
        assert_snapshot, check, finds_files, finds_in_files, loaded, passes,
    };

    #[test]
    #[rustfmt::skip]
    fn drawing() {
        const WITH_TEXT: &str = "<text x=\"1\" y=\"2\">Words</text></svg>";
        assert_snapshot!(check("images/logo.svg", "</svg>", WITH_TEXT), @r#"
        error[image/drawing]: this SVG has text
         --> content/site.toml:6:16
          |
        6 | logo = { src = "logo.svg", alt = "Small Planning" }
          |                ^^^^^^^^^^
          |
          = expected: an SVG whose text is converted to paths
          = found: `logo.svg`
          = help: Convert its text to paths in the drawing program, and export it again; or export it as PNG. The build makes a PNG of it, and doesn't have the fonts of its text.
        "#);
        let own = &loaded("images/social.svg", "</svg>", WITH_TEXT).diagnostics;
        let files: Vec<_> = own.iter().map(|it| (it.code, it.file.as_str())).collect();
        // Not content/site.toml: the build draws social images around the site's picture, and removes its text.
        assert_eq!(files, [
            ("image/drawing", "content/articles/links-of-every-kind.mdx"),
            ("image/drawing", "content/pages/riverton-planning.toml"),
        ]);
        passes("images/hero.svg", "</svg>", WITH_TEXT);
        passes("images/logo.svg", "</svg>", "<textPath/></svg>");
    }

    #[test]
    #[rustfmt::skip]
    fn missing() {
        assert_snapshot!(check("articles/first.mdx", "src = \"picture.svg\"", "src = \"Picture.svg\""), @r#"
        error[image/missing]: this image doesn't exist
         --> content/articles/first.mdx:8:17
          |
        8 | hero = { src = "Picture.svg", alt = "A square" }
          |                 ^^^^^^^^^^^
          |
          = expected: the exact name of a file in content/images
          = found: `Picture.svg`
          = help: Did you mean `picture.svg`? Or add the picture to content/images.
          = note: `cargo site check --fix` fixes this
        "#);
        finds_in_files("image/missing", &[
            ("pages/index.toml", "src = \"picture.svg\"", "src = \"«photo.jpg\""),
            ("pages/index.toml", "href = \"/fees\" }]\n", "href = \"/fees\" }]\n\n[[blocks]]\nkind = \"service_cards\"\nheading = \"Services\"\n\n[[blocks.cards]]\ntitle = \"Plans\"\ndescription = \"Words.\"\nicon = \"compass\"\nillustration = \"«drawing.svg\"\n"),
            ("articles/first.mdx", "src = \"picture.svg\"", "src = \"«the%20picture.svg\""),
            ("articles/first.mdx", "src = \"picture.svg\"", "src = \"«../images/Picture.svg\""),
            ("articles/first.mdx", "src = \"picture.svg\"", "src = '«images\\picture.svg'"),
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
         = help: Rename it to content/images/our-picture.svg, and write our-picture.svg wherever it is used.
        "#);
        finds_files("image/name", &[
            ("images/more/picture.svg", "", "COPY images/picture.svg"),
        ]);
        finds_files("image/name", &[
            ("images/our picture-2.svg", "", "COPY images/picture.svg"),
            ("images/our_picture.svg", "", "COPY images/picture.svg"),
            ("images/our--picture.svg", "", "COPY images/picture.svg"),
            ("images/our.picture.svg", "", "COPY images/picture.svg"),
            ("images/ö.svg", "", "COPY images/picture.svg"),
        ]);
        passes("images/our-picture-2.svg", "", "COPY images/picture.svg");
    }

    #[test]
    #[rustfmt::skip]
    fn animated() {
        let mut loaded = Site::new().load_today();
        plant(&mut loaded.tree, "growth.webp", b"RIFF\x12\0\0\0WEBPANIM\x06\0\0\0\0\0\0\0\0\0");
        loaded.recheck();
        let found: Vec<_> = loaded.diagnostics.iter().map(ToString::to_string).collect();
        assert_snapshot!(found.join("\n\n"), @r"
        error[image/damaged]: this picture can't be shown
        --> content/images/growth.webp
         = expected: a complete picture
         = found: an animated picture, which the build refuses
         = help: Export one frame as JPEG or PNG.
        ");
    }
}
