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
            let tells_of_past = is_past(sentence.before) || is_past(sentence.after);
            let may_be_ahead = OF_TIME.is_match(sentence.before)
                || PLANNED.is_match(sentence.before)
                || PLANNED.is_match(sentence.after);
            if may_be_ahead && !tells_of_past {
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

/// Returns whether a part of a sentence says that something has happened. "Raised" does, "is raised" does not.
fn is_past(part: &str) -> bool {
    if PAST.is_match(part) {
        return true;
    }
    let mut before = "";
    for word in part.split_whitespace() {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        if REGULAR_PAST.is_match(bare) && !NO_PAST_AFTER.contains(&before) {
            return true;
        }
        before = bare;
    }
    false
}

/// Verbs of the past that are nothing else.
static PAST: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)(?-u:\b)(?:was|were|had|did|has been|have been|since|rose|fell|grew|became|began|came|went|took|gave|saw)(?-u:\b)",
    )
});

static REGULAR_PAST: LazyLock<Regex> = LazyLock::new(|| pattern("^[a-z]{2,}[^e]ed$"));

/// The words after which a participle tells of no past: "is based on", "if filed by".
const NO_PAST_AFTER: [&str; 12] = [
    "is", "are", "be", "being", "get", "gets", "if", "when", "unless", "once", "as", "not",
];

/// The word right before a time for which something holds: "the limit for 2026".
static OF_TIME: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)(?-u:\b)for\s[*_]*$"));

/// Words with which people speak of what is to come in the present tense.
static PLANNED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)(?-u:\b)(?:if|when|once|unless|before|by|must|may|can|could|should|might|due|deadlines?|next|plan|wait|begins?|starts?|ends?|expires?|rises?|go(?:es)?|runs?|comes?|turns?|depends?|counts?|takes? effect|appl(?:y|ies))(?-u:\b)",
    )
});

/// A word that makes a sentence one about the future.
static AHEAD: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)(?-u:\b)(?:will|would|expect|project|forecast|schedul|until|later)|['’]ll(?-u:\b)",
    )
});

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
        let told = "In September 2025 the Fed cut rates. The Treasury raised it in October 2025. Prices have been lower since August 2025. \
            If you sold in December 2025, you saw it. The rule that was due in November 2025 came. It is based on an index that rose in August 2025.";
        assert_eq!(found_in_words("date/later", told).len(), 6);
        let none = "In July 2025, on July 15, 2025, and in 2019. It will rise in August 2025. A cut is expected in 2026. \
            A fund for 2050, and February 1, 2026. $2,026 and 12026.";
        assert!(found_in_words("date/later", none).is_empty());
    }

    #[test]
    #[rustfmt::skip]
    fn honest_texts() {
        // The same days.
        let honest = "
- The deadline for an extension is October 15, 2025.
- You may contribute for 2025 until April 15, 2026.
- The deduction begins in 2026.
- From January 1, 2026 on, the limit rises.
- If you turn 73 in 2026, you can wait until April 1, 2027.
- A conversion must be done by December 31, 2025.
- The rate is scheduled to go back in 2026.
- Congress may change this before 2026.
- Unless the law changes, it ends in 2026.
- The next review is in September 2025.
- We'll know more in November 2025.
- Plan on a lower refund in 2026.
- The new forms come out in January 2026.
- Somebody who retires in 2026 should ask now.
- Open enrollment runs from October 15 to December 7, 2025.
- Catch-up contributions in 2026 go to a Roth account.
- The phase-out starts in 2026 at a lower income.
- By August 2025 most of the letters will be out.
- Medicare premiums for 2026 depend on the return for 2024.
- The fund matures in 2050, and so do you.
- You turn 65 in 2026, and Medicare begins.
- What counts is the balance on December 31, 2025.
";
        assert_eq!(found_in_words("date/later", honest), [""; 0]);
    }
}
