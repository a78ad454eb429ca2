use super::{File, Sink, Tree};
use crate::fix::Fix;
use crate::load::Target;
use crate::load::markdown::Kind;
use crate::names::{meant, suggest};
use std::ops::Range;

/// An image without a description.
pub(super) fn no_alt(out: &mut Sink, file: &File, place: Range<usize>) {
    out.at(file, place, "this image has no description")
        .expected("`alt`, or words between ![ and ]: a sentence on what the picture shows")
        .help("Say in one sentence what the picture shows: alt = \"…\", or ![…](picture.jpg) in prose.");
}

pub(super) fn check_alt(file: &File, out: &mut Sink) {
    for (prose, node) in file.nodes() {
        if let Kind::Image(_, alt) = &node.kind
            && alt.trim().is_empty()
        {
            no_alt(out, file, prose.source(node));
        }
    }
}

pub(super) fn check_missing(file: &File, tree: &Tree, out: &mut Sink) {
    let known = || tree.images.iter().map(String::as_str);
    for image in file.references_of(Target::Image) {
        let name = &image.name;
        if tree.images.contains(name) {
            continue;
        }
        let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
        let last = last.replace("%20", "-").replace([' ', '_'], "-");
        let fix = meant(&last, known()).and_then(|near| Fix::of_reference(file, image, near));
        let near = suggest(&last, known());
        out.at(file, image.span.clone(), "there is no such image")
            .expected("the name of a file in content/images, spelled as the file is")
            .quoting(name)
            .help(format!("{near} Or add the picture to content/images."))
            .fix(fix);
    }
}

pub(super) fn check_names(tree: &Tree, out: &mut Sink) {
    for name in &tree.images {
        let fine = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_.".contains(c);
        if name.chars().all(fine) {
            continue;
        }
        let last = name.rsplit('/').next().unwrap_or_default().to_lowercase();
        let better = last.replace(|c| !fine(c), "-");
        let path = format!("content/images/{name}");
        out.of_file(&path, "this is not a valid name for a picture")
            .expected("small letters, digits and hyphens, directly in content/images")
            .quoting(name)
            .help(format!(
                "Rename it to content/images/{better}, and write {better} where it is used."
            ));
    }
}
