use crate::load::{PICTURES, Picture, Tree};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use site_schema::slug;

pub(super) static NAME: Rule = Rule {
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
