//! The titles and descriptions of pages and articles, in search results and on the picture for sharing.

use crate::compile::filled;
use crate::diagnostic::line_at;
use crate::load::markdown::composed;
use crate::load::{File, FileKind, Tree};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity, entries, key};
use serde_json::Value;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;

pub(super) static RULES: &[&Rule] = &[&CHARACTER, &DUPLICATE, &LONG];

static DUPLICATE: Rule = Rule {
    code: "title/duplicate",
    severity: Severity::Warning,
    scope: Scope::WholeTree(check_titles),
    summary: "Two pages or articles have the same title, description or excerpt.",
    why: "Search results, tabs, bookmarks and screen readers can't distinguish the two, and search engines leave one out.",
    example: Example::InFile {
        file: "content/pages/fees.toml",
        wrong: r#"
[meta]
title = "Contact"
"#,
        right: r#"
[meta]
title = "Fees"
"#,
    },
};

fn check_titles(tree: &Tree, out: &mut Diagnostics) {
    check_texts("title", "/meta/title", "/title", tree, out);
    check_texts("description", "/meta/description", "/excerpt", tree, out);
}

/// Reports two files with the same text at a pointer: one pointer for pages, and one for articles. Spaces and case don't count.
fn check_texts(noun: &str, in_page: &str, in_article: &str, tree: &Tree, out: &mut Diagnostics) {
    let mut seen: HashMap<String, (&File, &str)> = HashMap::new();
    for file in tree.files_changed_last() {
        let pointer = match file.kind {
            FileKind::Page(_) => in_page,
            FileKind::Article(_) => in_article,
            _ => continue,
        };
        let text = file.document.value.pointer(pointer).and_then(Value::as_str);
        let words: Vec<&str> = text.unwrap_or_default().split_whitespace().collect();
        if file.is_draft() || words.is_empty() {
            continue;
        }
        let normalized = composed(words.join(" ").to_lowercase());
        let Some((first, first_pointer)) = seen.get(&normalized) else {
            seen.insert(normalized, (file, pointer));
            continue;
        };
        let line = line_at(first, first.document.span(first_pointer).start);
        let key = key(pointer);
        out.at_value(file, pointer, format!("another file has the same {noun}"))
            .expected(format!("a different {noun} for each page and article"))
            .found(format!("the same {noun} in {}, line {line}", first.path))
            .help(format!(
                "Say in the `{key}` of one of the two how it differs."
            ));
    }
}

static LONG: Rule = Rule {
    code: "title/long",
    severity: Severity::Warning,
    scope: Scope::FileInTree(check_length),
    summary: "A title has more than 65 characters, which is more than search results show.",
    why: "Search engines cut off a title after about 65 characters, so its last words are lost.",
    example: Example::InFile {
        file: "content/pages/contact.toml",
        wrong: r#"
[meta]
title = "How to Reach Us by Phone, by Mail, by Email and in Person at the Office"
"#,
        right: r#"
[meta]
title = "Contact"
"#,
    },
};

/// The maximum number of characters of a title that search results show on all screens.
const MOST_CHARACTERS: usize = 65;

fn check_length(file: &File, tree: &Tree, out: &mut Diagnostics) {
    let pointer = match file.kind {
        FileKind::Page(_) => "/meta/title",
        FileKind::Article(_) => "/title",
        _ => return,
    };
    let title = file.document.value.pointer(pointer).and_then(Value::as_str);
    let length = filled(title.unwrap_or_default(), tree).chars().count();
    if length > MOST_CHARACTERS {
        let message = "this title is longer than search results show";
        out.at_value(file, pointer, message)
            .expected(format!("at most {MOST_CHARACTERS} characters"))
            .found(format!("{length} characters"))
            .help("Shorten it, or begin with the words that matter most.");
    }
}

static CHARACTER: Rule = Rule {
    code: "card/character",
    severity: Severity::Warning,
    scope: Scope::FileInTree(check_characters),
    summary: "A title has a character that the picture for sharing can't show.",
    why: "The build draws the picture with the site's own font and leaves out what this font doesn't have: “Is It ≥ 5% Again?” becomes “Is It 5% Again?”.",
    example: Example::InFile {
        file: "content/articles/first.mdx",
        wrong: "title = \"First ≥ Second\"",
        right: "title = \"First\"",
    },
};

/// The characters that the font has. A test of web/scripts/pictures/social writes the list.
static CHARACTERS: LazyLock<HashSet<char>> =
    LazyLock::new(|| include_str!("title/characters.txt").chars().collect());

fn check_characters(file: &File, tree: &Tree, out: &mut Diagnostics) {
    for (pointer, is_in_capitals) in card_texts(file) {
        let written = file.document.value.pointer(&pointer);
        let Some(written) = written.and_then(Value::as_str) else {
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
        let names: Vec<_> = missing.iter().map(|c| character_name(*c)).collect();
        let names = names.join(", ");
        let help = if file.kind == FileKind::Site {
            "Say it in words."
        } else {
            "Say it in words, such as “at least” for ≥, or name your own picture in `social_image`."
        };
        let message = format!("the picture for sharing leaves out {names}");
        out.at_value(file, &pointer, message)
            .expected("characters that the font of the titles has")
            .found(names)
            .help(help);
    }
}

/// Returns the pointers of the texts that are on pictures for sharing, each with true if the picture shows it in capitals.
fn card_texts(file: &File) -> Vec<(String, bool)> {
    let has = |pointer| file.document.value.pointer(pointer).is_some();
    let mut texts = Vec::new();
    match file.kind {
        FileKind::Article(_) if !has("/social_image") => texts.push(("/title".to_owned(), false)),
        FileKind::Page(_) if !has("/meta/social_image") => {
            texts.push(("/meta/title".to_owned(), false));
            let mut blocks = entries(file, "/blocks");
            if let Some((hero, _)) = blocks.find(|(_, block)| block["kind"] == "hero") {
                texts.push((format!("{hero}/eyebrow"), true));
            }
        }
        FileKind::Site => {
            texts.push(("/name".to_owned(), false));
            texts.push(("/contact/address/city".to_owned(), true));
            texts.push(("/contact/address/region".to_owned(), true));
        }
        _ => {}
    }
    texts
}

/// Returns true if the font has a character, or if the character is invisible.
fn is_drawn(c: char) -> bool {
    let is_unseen = matches!(c, '\u{200c}'..='\u{200f}' | '\u{2060}' | '\u{fe00}'..='\u{fe0f}');
    c.is_whitespace() || is_unseen || CHARACTERS.contains(&c)
}

/// Returns a character for a message. A combining mark, which needs a letter, is shown as its number.
fn character_name(c: char) -> String {
    if c.is_control() || unicode_normalization::char::is_combining_mark(c) {
        return format!("U+{:04X}", u32::from(c));
    }
    format!("`{c}`")
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{
        assert_snapshot, check, check_at_marks, finds_in_files, near_misses, passes,
    };

    #[test]
    #[rustfmt::skip]
    fn title_long() {
        let title = "title = \"Fees\"\nshort";
        finds_in_files("title/long", &[
            ("pages/fees.toml", title, "title = «\"What Our Planning Costs, What Our Tax Returns Cost, and What Is Free\"\nshort"),
            ("articles/first.mdx", "title = \"First\"", "title = «\"The First of a Number of Articles on Rules, Limits and All the Rest\""),
        ]);
        passes("pages/fees.toml", title, "title = \"Planning, Investing and Taxes: All That Each of Them Costs\"\nshort");
    }

    #[test]
    #[rustfmt::skip]
    fn title_duplicate() {
        assert_snapshot!(check("pages/fees.toml", "title = \"Fees\"\nshort", "title = \"Home\"\nshort"), @r#"
        warning[title/duplicate]: another file has the same title
         --> content/pages/index.toml:2:9
          |
        2 | title = "Home"
          |         ^^^^^^
          |
          = expected: a different title for each page and article
          = found: the same title in content/pages/fees.toml, line 2
          = help: Say in the `title` of one of the two how it differs.
        "#);
        finds_in_files("title/duplicate", &[
            ("pages/fees.toml", "\"What it costs.", "«\"The first  Article."),
            ("articles/second.mdx", "title = \"Second\"", "title = «\"First\""),
        ]);
        finds_in_files("title/duplicate", &[("pages/index.toml", "title = \"Home\"", "title = «\"Fees\"")]);
        passes("pages/index.toml", "title = \"Welcome to {firm}\"", "title = \"Fees\"");
    }

    #[test]
    #[rustfmt::skip]
    fn character() {
        assert_snapshot!(check_at_marks("articles/first.mdx", "\"First\"", "«\"Is It ≥ 5% Again? π\"»"), @r#"
        warning[card/character]: the picture for sharing leaves out `π`, `≥`
        --> content/articles/first.mdx
         = expected: characters that the font of the titles has
         = found: `π`, `≥`
         = help: Say it in words, such as “at least” for ≥, or name your own picture in `social_image`.
        "#);
        finds_in_files("card/character", &[
            ("pages/about.toml", "title = \"About Us\"", "title = «\"About 漢\""),
            ("pages/about.toml", "eyebrow = \"About\"", "eyebrow = «\"About π\""),
        ]);
        near_misses("card/character", &[
            ("articles/first.mdx", "\"First\"", "\"Łukasz, Nguyễn & Ğ: 59½% – “so” in €5 × 2\"", "\"First ≈\""),
        ]);
        // In the text of an article, and in the title of an article with its own picture.
        passes("articles/first.mdx", "Some **words**", "Some ≥ **words**");
        passes("articles/first.mdx", "title = \"First\"", "title = \"≥\"\nsocial_image = { src = \"picture.svg\", alt = \"A square\" }");
    }
}
