use crate::fix::Fix;
use crate::load::{File, Target, Tree};
use crate::names::{meant, suggest_from};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};

pub(super) static MISSING: Rule = Rule {
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

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds};
    use insta::assert_snapshot;

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
}
