//! The picture that is shown where a page is shared: the build draws its words.

use crate::compile::filled;
use crate::load::{File, FileKind, Tree};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity, entries};
use std::collections::BTreeSet;
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;

pub(super) static RULES: &[&Rule] = &[&CHARACTER];

static CHARACTER: Rule = Rule {
    code: "card/character",
    severity: Severity::Warning,
    scope: Scope::FileInTree(check),
    summary: "A title has a character that the picture for sharing can't show.",
    why: "The build draws the picture with the site's own font, and leaves out what this font doesn't have: “Is It ≥ 5% Again?” becomes “Is It 5% Again?”.",
    example: Example::InFile {
        file: "content/articles/first.mdx",
        wrong: "title = \"First ≥ Second\"",
        right: "title = \"First\"",
    },
};

/// The characters of the font's files, which web/scripts/pictures/social/social.mjs names.
static CHARACTERS: LazyLock<BTreeSet<char>> =
    LazyLock::new(|| include_str!("card/characters.txt").chars().collect());

/// A text that is on pictures for sharing.
struct CardText {
    pointer: String,
    /// True if the picture shows it in capitals.
    is_in_capitals: bool,
}

fn check(file: &File, tree: &Tree, out: &mut Diagnostics) {
    for CardText {
        pointer,
        is_in_capitals,
    } in card_texts(file)
    {
        let Some(written) = file
            .document
            .value
            .pointer(&pointer)
            .and_then(|it| it.as_str())
        else {
            continue;
        };
        let mut text = filled(written, tree);
        if is_in_capitals {
            text = text.to_uppercase();
        }
        let missing: BTreeSet<char> = text.nfc().filter(|c| !is_drawn(*c)).collect();
        if missing.is_empty() {
            continue;
        }
        let names: Vec<_> = missing.iter().map(|c| named(*c)).collect();
        let names = names.join(", ");
        let help = match file.kind {
            FileKind::Site => "Say it in words.",
            _ => {
                "Say it in words, such as “at least” for ≥, or name a picture of your own in `social_image`."
            }
        };
        out.at_value(
            file,
            &pointer,
            format!("the picture for sharing leaves out {names}"),
        )
        .expected("characters that the font of the titles has")
        .found(names)
        .help(help);
    }
}

/// The texts of a file that are on pictures for sharing.
fn card_texts(file: &File) -> Vec<CardText> {
    let plain = |pointer: &str| CardText {
        pointer: pointer.to_owned(),
        is_in_capitals: false,
    };
    let capitals = |pointer: String| CardText {
        pointer,
        is_in_capitals: true,
    };
    let has = |pointer| file.document.value.pointer(pointer).is_some();
    match file.kind {
        FileKind::Article(_) if !has("/social_image") => vec![plain("/title")],
        FileKind::Page(_) if !has("/meta/social_image") => {
            let mut texts = vec![plain("/meta/title")];
            let hero = entries(file, "/blocks").find(|(_, block)| block["kind"] == "hero");
            texts.extend(hero.map(|(block, _)| capitals(format!("{block}/eyebrow"))));
            texts
        }
        FileKind::Site => {
            let address = ["city", "region"];
            let mut texts = vec![plain("/name")];
            texts.extend(address.map(|key| capitals(format!("/contact/address/{key}"))));
            texts
        }
        _ => Vec::new(),
    }
}

/// Returns true for a character that the font has, and for an invisible one.
fn is_drawn(c: char) -> bool {
    let is_unseen = matches!(c, '\u{200c}'..='\u{200f}' | '\u{2060}' | '\u{fe00}'..='\u{fe0f}');
    c.is_whitespace() || is_unseen || CHARACTERS.contains(&c)
}

/// A character as a message shows it: a mark that needs a letter by its number.
fn named(c: char) -> String {
    if c.is_control() || unicode_normalization::char::is_combining_mark(c) {
        return format!("U+{:04X}", u32::from(c));
    }
    format!("`{c}`")
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, near_misses, passes};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn character() {
        assert_snapshot!(check("articles/first.mdx", "\"First\"", "\"Is It ≥ 5% Again? π\""), @r#"
        warning[card/character]: the picture for sharing leaves out `π`, `≥`
         --> content/articles/first.mdx:3:9
          |
        3 | title = "Is It ≥ 5% Again? π"
          |         ^^^^^^^^^^^^^^^^^^^^^
          |
          = expected: characters that the font of the titles has
          = found: `π`, `≥`
          = help: Say it in words, such as “at least” for ≥, or name a picture of your own in `social_image`.
        "#);
        finds("card/character", &[
            ("pages/about.toml", "title = \"About Us\"", "title = \"About 漢\"", (2, 9)),
            ("pages/about.toml", "eyebrow = \"About\"", "eyebrow = \"About π\"", (8, 11)),
        ]);
        near_misses("card/character", &[
            ("articles/first.mdx", "\"First\"", "\"Łukasz, Nguyễn & Ğ: 59½% – “so” in €5 × 2\"", "\"First ≈\""),
        ]);
        // In the words of an article, and in the title of one with another picture.
        passes("articles/first.mdx", "Some **words**", "Some ≥ **words**");
        passes("articles/first.mdx", "title = \"First\"", "title = \"≥\"\nsocial_image = { src = \"picture.svg\", alt = \"A square\" }");
    }
}
