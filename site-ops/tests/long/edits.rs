//! Editors' changes: text, questions, articles, redirects, an image, a temporary part of a page, and fees.

use crate::workspace::git;
use std::fs;
use std::path::Path;

/// The kinds of ordinary edits.
pub const KINDS: usize = 7;

/// Returns true if an ordinary edit only changes text on one page.
pub fn is_of_words(number: usize) -> bool {
    matches!(number % KINDS, 1..=4)
}

/// The edit of a merge by its number.
pub fn ordinary(number: usize, content: &Path) {
    match number % KINDS {
        0 => {
            let article = content.join(format!("articles/letter-{number}.mdx"));
            fs::write(article, letter(number)).expect("writable");
        }
        1 => {
            let words =
                format!("intro = \"Planning and taxes at one table, for the {number}th time.\"");
            replace(content, "pages/index.toml", "intro = ", &words);
        }
        2 => {
            let words = format!("intro = \"Two people, a telephone, and {number} letters.\"");
            replace(content, "pages/about.toml", "intro = ", &words);
        }
        3 => {
            let words = format!(
                "answer = \"We listen for {{consultation-length}}, and have done so {number} times.\""
            );
            replace(content, "pages/faq.toml", "answer = ", &words);
        }
        4 => {
            let words = format!("body = \"Ring the bell {number} times.\"");
            replace(content, "pages/contact.toml", "body = ", &words);
        }
        5 => {
            let logo = content.join("images/logo.svg");
            fs::write(logo, painted(number)).expect("writable");
        }
        _ => {
            let words = format!("\n[[redirects]]\nfrom = \"/brochure-{number}\"\nto = \"/fees\"\n");
            append(content, "redirects.toml", &words);
        }
    }
}

/// Changes a rate and everything that depends on it.
pub fn rate(content: &Path) {
    replace(
        content,
        "fees.toml",
        "minimum = ",
        "minimum = { label = \"Talk with us\" }",
    );
}

/// Shows a part of a page starting on a given day.
pub fn part_from(content: &Path, day: &str) {
    let part = format!(
        "\n[[blocks]]\nkind = \"section\"\nid = \"summer\"\nstarts = {day}\nheading = \"In Summer\"\nbody = \"The door is open in the evening.\"\n"
    );
    append(content, "pages/about.toml", &part);
}

/// Reverts the last merge.
pub fn take_back(content: &Path) {
    git(&content.to_owned(), "checkout --quiet HEAD~1 -- .");
}

/// Renews the expiration date of security.txt.
pub fn renew(content: &Path) {
    replace(content, "site.toml", "expires = ", "expires = 2027-01-10");
}

/// Replaces the first line with this prefix.
fn replace(content: &Path, file: &str, begins: &str, text: &str) {
    let path = content.join(file);
    let before = fs::read_to_string(&path).expect("readable");
    let mut after = String::new();
    let mut is_replaced = false;
    for line in before.lines() {
        if !is_replaced && line.starts_with(begins) {
            after += text;
            is_replaced = true;
        } else {
            after += line;
        }
        after.push('\n');
    }
    assert!(is_replaced, "{file}: expected a line `{begins}…`");
    fs::write(path, after).expect("writable");
}

fn append(content: &Path, file: &str, text: &str) {
    let path = content.join(file);
    let before = fs::read_to_string(&path).expect("readable");
    fs::write(path, before + text).expect("writable");
}

/// A logo for all pages.
fn painted(number: usize) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"200\" height=\"48\" viewBox=\"0 0 200 48\"><path fill=\"#1b4d8f\" d=\"M0 0h200v48H{number}z\"/></svg>\n"
    )
}

/// An article.
fn letter(number: usize) -> String {
    let mut words = String::new();
    for sentence in 1..40 {
        words += &format!("Sentence {sentence} of letter {number} is like no other. ");
    }
    format!(
        "+++\nid = {}\ntitle = \"Letter {number}\"\nexcerpt = \"What letter {number} is about.\"\ncategory = \"Personal\"\nsubjects = [\"figures\"]\nauthor = \"firm\"\nhero = {{ src = \"logo.svg\", alt = \"The logo\" }}\n+++\n\n{}\n\n<Disclaimer kind=\"illustrative\" />\n",
        9_000 + number,
        words.trim_end()
    )
}
