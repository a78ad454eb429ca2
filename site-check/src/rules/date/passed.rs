//! Dates on pages that have passed on the day of the check, in sentences that aren't about the past.

use super::words::named;
use crate::load::{File, FileKind, Passage, pattern};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use crate::sentences::sentence;
use jiff::ToSpan;
use regex::Regex;
use std::sync::LazyLock;

/// The number of years after which readers recognize a date as history.
const HISTORY: i16 = 3;

pub(super) static PASSED: Rule = Rule {
    code: "date/passed",
    severity: Severity::Warning,
    scope: Scope::Texts(check),
    summary: "A page has a full date of the last three years that has passed, in a sentence that isn't about the past.",
    why: "A page has no date, so its words must hold today: an invitation to last month's workshop tells visitors that no one looks after the site.",
    example: Example::InFile {
        file: "content/pages/about.toml",
        wrong: r#"intro = "Two people and a telephone. Open house: January 17, 2026.""#,
        right: r#"intro = "Two people and a telephone.""#,
    },
};

fn check(file: &File, texts: &[Passage], out: &mut Diagnostics) {
    let Some(today) = out.today else { return };
    if !matches!(
        file.kind,
        FileKind::Page(_) | FileKind::Site | FileKind::Fees
    ) {
        return;
    }
    let history = today.saturating_sub(HISTORY.years());
    for text in texts {
        for time in named(&text.text) {
            let is_recent = time.is_full_date && time.last < today && time.last >= history;
            if !is_recent || text.has_code(&time.place) {
                continue;
            }
            let sentence = sentence(&text.text, &time.place);
            let before = &text.text[sentence.start..time.place.start];
            let after = &text.text[time.place.end..sentence.end];
            if is_past(before, after) {
                continue;
            }

            let written = &text.text[time.place.clone()];
            let message = format!("`{written}` has passed");
            out.in_text(file, text, time.place, message)
                .expected(format!("{today} or a later date, or a sentence about the past"))
                .help("If the event is over, delete it or write its next date. If the sentence is about the past, use the past tense or “since”: we opened on …, since …, the rule took effect on ….");
        }
    }
}

/// Returns true if the text of a sentence before and after a date shows that the date has passed, or that it is the date of a
/// document, a value or a rule.
fn is_past(before: &str, after: &str) -> bool {
    if FROM.is_match(before) || PAST.is_match(before) {
        return true;
    }
    if PAST.is_match(after) {
        return true;
    }
    let Some(found) = BEFORE.captures(before) else {
        return false;
    };
    // "must be filed before ..." is about the future, "homes bought before ..." isn't.
    found.name("passive").is_none()
}

/// Words right before a date that make it the beginning of something that still holds, or the date of a document or a value.
static FROM: LazyLock<Regex> = LazyLock::new(|| {
    let from = "since|as of|after|of|from|effective|beginning|starting|dated|until after|between";
    let state = "(?:balance|value|price|rate|age|basis|amount|worth|income)s? (?:on|at)";
    pattern(&format!(r"(?i)(?:^|[^\w])(?:{from}|{state})[*_]*\s[*_]*$"))
});

/// Verbs in the past tense, and names of laws and documents.
static PAST: LazyLock<Regex> = LazyLock::new(|| {
    let verbs = "was|were|had|did|has been|have been|began|became|came|fell|rose|went|took|gave|met|won|lost|grew|sold|bought|built|wrote|said|told|died|born|founded|opened|joined|moved|merged|started|launched|enacted|passed|ended|changed|updated|revised|amended|reviewed|published|signed into law|turned|celebrated|arrived|completed|earned|received|graduated|ago";
    let documents = r"[Tt]he (?:\w+ )?Act|Public Law|Notice [0-9]|Revenue (?:Procedure|Ruling)";
    pattern(&format!(r"\b(?:(?i:{verbs})|{documents})\b"))
});

/// A participle and "before", right before a date. If the participle is part of the passive voice, its auxiliary verb is captured.
static BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    let passive = r"(?P<passive>\b(?:be|is|are|been|being|get|gets)\s(?:\w+\s)?)?";
    let participle = r"\b(?:\w+ed|made|bought|sold|paid|held|taken out|set up|written|issued)";
    pattern(&format!(r"(?i){passive}{participle}\s(?:on or )?before\s$"))
});

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, found_in_words, found_on_page};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn passed() {
        // The day is January 31, 2026.
        let intro = "intro = \"Two people and a telephone.\"";
        assert_snapshot!(check("pages/about.toml", intro, "intro = \"Open house: January 17, 2026.\""), @r#"
        warning[date/passed]: `January 17, 2026` has passed
          --> content/pages/about.toml:19:22
           |
        19 | intro = "Open house: January 17, 2026."
           |                      ^^^^^^^^^^^^^^^^
           |
           = expected: 2026-01-31 or a later date, or a sentence about the past
           = found: `January 17, 2026`
           = help: If the event is over, delete it or write its next date. If the sentence is about the past, use the past tense or “since”: we opened on …, since …, the rule took effect on ….
        "#);
        let wrong = "Workshop on Tuesday, September 16, 2025. Join us at the library on **October 3, 2025**. The office is closed on 12/24/2025. \
            Returns must be filed before October 15, 2025. Sign up before January 30, 2026. The offer is valid through Dec. 31st, 2025. \
            Open house, January 16 and 17, 2026. Enrollment runs until December 7, 2025.";
        let found = found_on_page("date/passed", wrong);
        assert_eq!(
            found.join("|"),
            "September 16, 2025|October 3, 2025|12/24/2025|October 15, 2025|January 30, 2026|Dec. 31st, 2025|January 16 and 17, 2026|December 7, 2025"
        );
        // The planned event has passed.
        assert_eq!(found_on_page("date/passed", "A third will join us on January 5, 2026."), ["January 5, 2026"]);
        assert!(found_in_words("date/passed", "The workshop is on July 16, 2025.").is_empty());
    }

    #[test]
    #[rustfmt::skip]
    fn honest_texts() {
        let honest = "
- We opened our office on June 3, 2025.
- Robin joined the firm on March 3, 2025.
- The firm was founded on October 1, 2009.
- Founded on October 1, 2025.
- Our hours changed on January 5, 2026.
- As of December 31, 2025, we look after both.
- Since January 1, 2026, catch-up contributions go to a Roth account.
- The law took effect on January 1, 2026.
- Public Law 119-21 (July 4, 2025)
- The Act of July 4, 2025 made it permanent.
- Our brochure is dated March 28, 2025.
- Last updated January 12, 2026.
- It holds for tax years that begin after December 31, 2025.
- Homes bought before December 16, 2025 keep the old limit.
- Agreements executed before January 1, 2024 are different.
- The fee is computed on the value on December 31, 2025.
- New fees are charged from January 1, 2026.
- Effective January 1, 2026, the minimum is higher.
- Fall began on September 22, 2025.
- The workshop on January 17, 2026 was full.
- The next workshop is on February 17, 2026.
- Today is January 31, 2026.
- The wall fell on November 9, 1989.
- Black Monday: October 19, 1987.
- Use Form 1040 for 2025, which is due in April 2026.
- You must have been born before January 2, 1961.
- Beginning January 1, 2026, we charge less.
- Enrollment ends on December 7, 2026.
- She turned 70 on October 3, 2025.
";
        assert_eq!(found_on_page("date/passed", honest), [""; 0]);
    }
}
