use crate::load::{File, Tree};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use serde_json::Value;

pub(super) static WORDS: Rule = Rule {
    code: "image/words",
    severity: Severity::Error,
    scope: Scope::FileInTree(check),
    summary: "The logo or a picture for sharing is an SVG whose words are text, not outlines.",
    why: "The build makes a PNG of it, in whatever font its machine has: the firm's name would look another way on each.",
    example: Example::Planted {
        wrong: "content/images/logo.svg with <text>Small Planning</text>",
        right: "content/images/logo.svg, exported with its words as paths",
        plant: |tree| {
            tree.images
                .entry("logo.svg".to_owned())
                .or_default()
                .has_words = true
        },
    },
};

/// The pictures of which the build makes a PNG: the site's logo, and those for sharing that a page or an article has of its own.
const MADE_INTO_PNG: [&str; 3] = ["/logo/src", "/meta/social_image/src", "/social_image/src"];

fn check(file: &File, tree: &Tree, out: &mut Diagnostics) {
    for pointer in MADE_INTO_PNG {
        let name = file.document.value.pointer(pointer).and_then(Value::as_str);
        let Some(name) = name else { continue };
        if tree
            .images
            .get(name)
            .is_some_and(|picture| picture.has_words)
        {
            out.at_value(file, pointer, "the words of this drawing are no outlines")
                .expected("an SVG whose words are paths, or a JPEG or PNG")
                .quoting(name)
                .help(format!(
                    "Turn the words of content/images/{name} into paths (Illustrator: Create Outlines; Inkscape: Object to Path), and export it again."
                ));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, passes};
    use insta::assert_snapshot;

    #[test]
    fn words() {
        assert_snapshot!(check("images/logo.svg", "</svg>", "<text>Small</text></svg>"), @r#"
        error[image/words]: the words of this drawing are no outlines
         --> content/site.toml:6:16
          |
        6 | logo = { src = "logo.svg", alt = "Small Planning" }
          |                ^^^^^^^^^^
          |
          = expected: an SVG whose words are paths, or a JPEG or PNG
          = found: `logo.svg`
          = help: Turn the words of content/images/logo.svg into paths (Illustrator: Create Outlines; Inkscape: Object to Path), and export it again.
        "#);
        passes("images/picture.svg", "</svg>", "<text>Small</text></svg>");
        passes("images/logo.svg", "</svg>", "<title>text</title></svg>");
    }
}
