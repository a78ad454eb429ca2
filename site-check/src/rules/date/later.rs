//! Times in an article that are later than the article.

use super::date_at;
use super::named::named;
use super::sentence::around;
use crate::load::{File, pattern};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use regex::Regex;
use std::sync::LazyLock;

pub(super) static LATER: Rule = Rule {
    code: "date/later",
    severity: Severity::Warning,
    scope: Scope::FileAlone(check),
    summary: "An article mentions a day, a month or a year after its own date, in a sentence that is not about the future.",
    why: "Readers and search engines think the article is older than what it says.",
    example: Example::InFile {
        file: "content/articles/links-of-every-kind.mdx",
        wrong: r#"excerpt = "To pages, to sections, to other sites, to the phone and, since August 2025, to the letter box.""#,
        right: r#"excerpt = "To pages, to sections, to other sites, to the phone and to the letter box.""#,
    },
};

fn check(file: &File, out: &mut Diagnostics) {
    let last_change = date_at(file, "/modified").or_else(|| date_at(file, "/published"));
    let (Some(last_change), Some(today)) = (last_change, out.today) else {
        return;
    };
    for text in file.written() {
        for time in named(text.text) {
            let has_come = last_change < time.first && time.first <= today;
            if !has_come {
                continue;
            }
            let (whole, place) = text.in_whole(&time.place);
            let sentence = around(whole, &place);
            if AHEAD.is_match(sentence.before) || AHEAD.is_match(sentence.after) {
                continue;
            }

            let written = &text.text[time.place.clone()];
            let message = format!("`{written}` is later than the date of this article");
            out.in_text(file, &text, time.place, message)
                .expected(format!("{last_change} or earlier"))
                .help("If the text describes what has happened since, set `modified` to the day of the change. If it looks ahead, say so: it will be, it is expected.");
        }
    }
}

/// A word that makes a sentence one about the future.
static AHEAD: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\b(?:will|would|expect|project|forecast|schedul|until|later)"));

#[cfg(test)]
mod tests {
    use crate::rules::tests::found_in_words;

    #[test]
    #[rustfmt::skip]
    fn later() {
        // The article is of July 15, 2025, and the day is January 31, 2026.
        let later = "In August 2025 it rose. On July 16, 2025, too. It is so in 2026. Since January 31, 2026, it fell.";
        let found = found_in_words("date/later", later);
        assert_eq!(found.join("|"), "August 2025|July 16, 2025|2026|January 31, 2026");
        let none = "In July 2025, on July 15, 2025, and in 2019. It will rise in August 2025. A cut is expected in 2026. \
            A fund for 2050, and February 1, 2026. $2,026 and 12026.";
        assert!(found_in_words("date/later", none).is_empty());
    }
}
