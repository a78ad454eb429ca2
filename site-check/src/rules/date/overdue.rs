//! What is yet to happen, by a time that has passed.

use super::date_at;
use super::named::named;
use super::sentence::{Sentence, around};
use crate::load::{File, FileKind, pattern};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use jiff::civil::Date;
use regex::Regex;
use std::sync::LazyLock;

pub(super) static OVERDUE: Rule = Rule {
    code: "date/overdue",
    severity: Severity::Warning,
    scope: Scope::FileAlone(check),
    summary: "A page says that something will happen by, until, after, before or on a time that has passed; or an article does, of a time before its own date.",
    why: "It has happened, or it has not: either way the sentence is wrong, and a reader who notices trusts the rest less.",
    example: Example::InFile {
        file: "content/pages/about.toml",
        wrong: r#"intro = "Two people and a telephone. A third will join us by October 2025.""#,
        right: r#"intro = "Two people and a telephone.""#,
    },
};

fn check(file: &File, out: &mut Diagnostics) {
    let Some(reference) = reference(file, out.today) else {
        return;
    };
    let what = match file.kind {
        FileKind::Article(_) => "before the date of this article",
        _ => "past",
    };
    for text in file.written() {
        for time in named(text.text) {
            if time.last >= reference {
                continue;
            }
            let (whole, place) = text.in_whole(&time.place);
            if !is_ahead(&around(whole, &place)) {
                continue;
            }

            let written = &text.text[time.place.clone()];
            let message = format!("this is yet to happen, but `{written}` is {what}");
            out.in_text(file, &text, time.place, message)
                .expected(format!(
                    "a time that is not before {reference}, or a sentence about the past"
                ))
                .help("Say what has happened, write the time that holds, or delete the sentence.")
                .suppresses_its_span();
        }
    }
}

/// The day from which on something may be yet to happen: that of the check, or the article's own.
fn reference(file: &File, today: Option<Date>) -> Option<Date> {
    match file.kind {
        FileKind::Article(_) => date_at(file, "/published"),
        FileKind::Page(_) | FileKind::Site | FileKind::Fees => today,
        _ => None,
    }
}

/// Returns whether a sentence says of the time in it that something is yet to happen.
fn is_ahead(sentence: &Sentence) -> bool {
    if sentence.after.contains('?') {
        return false;
    }
    let Some(found) = FUTURE.captures(sentence.before) else {
        return false;
    };
    let part = |name: &str| found.name(name).map_or("", |part| part.as_str());
    let start = found.get_match().start();
    let before = &sentence.before[..start];
    let (middle, present) = (part("middle"), part("present"));

    // The time belongs to another clause, or to a noun: "will report gifts made by ...".
    if !part("noun").is_empty() || CLAUSE.is_match(middle) || modifies(middle) {
        return false;
    }
    // "is due to tariffs" is a reason.
    if !part("due").is_empty() && middle.trim_start().starts_with("to ") && !BE.is_match(middle) {
        return false;
    }
    // "a year that ends on ..." is defined by its day.
    if !present.is_empty() && (!middle.is_empty() || DEFINES.is_match(before)) {
        return false;
    }
    !REPORTED.is_match(before)
}

/// Returns whether the last of some words is a noun or a participle that the time belongs to, such as "the balance" on a day,
/// or "gifts made" by a day; "be made" by a day is none.
fn modifies(middle: &str) -> bool {
    let mut words = middle.split_whitespace().rev();
    let last = words.next().unwrap_or_default().to_lowercase();
    let before = words.next().unwrap_or_default().to_lowercase();
    if STATES.contains(&last.trim_end_matches('s')) {
        return true;
    }
    let is_participle = last.ends_with("ed") || PARTICIPLES.contains(&last.as_str());
    is_participle && !PASSIVE.contains(&before.as_str())
}

/// Nouns that have a value on a day.
const STATES: [&str; 14] = [
    "balance", "value", "price", "rate", "age", "amount", "holding", "asset", "basi", "worth",
    "account", "figure", "total", "income",
];

/// Participles that do not end in "ed".
const PARTICIPLES: [&str; 12] = [
    "made", "born", "bought", "sold", "paid", "held", "given", "taken", "out", "due", "set",
    "written",
];

/// What makes a participle after it a part of the verb: "will be made by".
const PASSIVE: [&str; 7] = ["be", "been", "get", "have", "is", "are", "not"];

/// A verb of the future with a few words after it, and a preposition, right before a time.
static FUTURE: LazyLock<Regex> = LazyLock::new(|| {
    let noun = r"(?P<noun>(?:a|the|your|his|her|their|my|our|old|new|living|own)\s)?";
    let will = format!("{noun}(?:will|won['’]t|['’]ll)");
    let planned = r"(?:is|are|['’]s|['’]re)\s(?:now\s|still\s|also\s)?(?:going\sto|about\sto|set\sto|scheduled|expected|slated|planned|(?P<due>due))";
    let present = "(?P<present>ends|begins|starts|expires?|opens|closes)";
    let middle = r"(?P<middle>(?:\s[^\s.;:!?]+){0,6}?)";
    let preposition = r"\s(?:by|until|till|after|before|on)";
    let part_of_time =
        r"(?:\s(?:the\s(?:end|close|start|beginning|middle)\sof|early|late|[a-z]+day,?))?";
    pattern(&format!(
        r"(?i)(?-u:\b)(?:{will}|{planned}|{present}){middle}{preposition}{part_of_time}\s$"
    ))
});

/// A word with which another clause begins, or is over.
static CLAUSE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:was|were|had|has|who|whom|whose|that|which|if|whether|when|where|because|since|as|than|from)\b",
    )
});

/// A verb after "due to".
static BE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?i)^\sto\s(?:be|end|begin|start|expire|close|open|rise|fall|change|take|come|go)\b")
});

/// A word that makes a day part of a definition or of a condition.
static DEFINES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:that|which|who|whose|if|when|where|unless|any|each|every|year|quarter|period|month)\b",
    )
});

/// A verb of what somebody said or thought in the past.
static REPORTED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:said|says|wrote|predicted|announced|promised|thought|believed|told|warned|expected|hoped|feared|claimed|bet)\b",
    )
});

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, found_in_words, found_on_page};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn overdue() {
        // The day is January 31, 2026.
        let intro = "intro = \"Two people and a telephone.\"";
        assert_snapshot!(check("pages/about.toml", intro, "intro = \"A third will join us on January 5, 2026.\""), @r#"
        warning[date/overdue]: this is yet to happen, but `January 5, 2026` is past
          --> content/pages/about.toml:19:34
           |
        19 | intro = "A third will join us on January 5, 2026."
           |                                  ^^^^^^^^^^^^^^^
           |
           = expected: a time that is not before 2026-01-31, or a sentence about the past
           = found: `January 5, 2026`
           = help: Say what has happened, write the time that holds, or delete the sentence.
        "#);
        let wrong = "The rule will end after 2025. Our fees won't change until January 1, 2026. It's scheduled to close by December 2025. \
            We'll meet on Thursday, January 8, 2026. The new office is going to open in Bixby on January 12, 2026. Payments are due by January 15, 2026. \
            Registration closes on January 30, 2026. The tax cut is set to expire at last after December 31, 2025. \
            The form will be sent by the end of 2025. A decision is still expected before December 2025. It is due to end by 2025. The rules expire after October 31, 2025.";
        let found = found_on_page("date/overdue", wrong);
        assert_eq!(found.join("|"), "2025|January 1, 2026|December 2025|January 8, 2026|January 12, 2026|January 15, 2026|January 30, 2026|December 31, 2025|2025|December 2025|2025|October 31, 2025");
    }

    /// The article is of July 15, 2025.
    #[test]
    #[rustfmt::skip]
    fn an_article_is_judged_by_its_own_date() {
        let words = "It will end by June 2025. It will end by July 15, 2025. It will end after 2025. It is due by December 31, 2025.";
        assert_eq!(found_in_words("date/overdue", words), ["June 2025"]);
    }

    #[test]
    #[rustfmt::skip]
    fn honest_texts() {
        let honest = "
- Your required distribution for 2026 will be based on the balance on December 31, 2025.
- We will report contributions made after January 1, 2025 on your next return.
- A will signed before January 1, 2020 may name somebody who has died.
- Your will before 2020 may be out of date.
- The fiscal year that ends on June 30, 2025 is the last one.
- For a plan whose year ends on June 30, 2025, the form is late.
- If your tax year begins on July 1, 2025, ask us.
- The drop is due to tariffs announced on April 2, 2025.
- The difference is due to a change of the law on July 4, 2025.
- In 2019 the bank said that rates will fall by 2021.
- Will you have filed by October 15, 2025?
- The deadline was extended until October 15, 2025.
- The deduction will end after 2028.
- Payments are due on April 15, 2026.
- It will be decided by January 31, 2026.
- Rates will be set in 2026 by those who set them in 2025.
- Those who retired by December 31, 2025 will see it on their next statement.
- After December 31, 2025, catch-up contributions will go to a Roth account.
- She will remember what happened on October 19, 1987.
- We will compare the value on December 31, 2025 with the value today.
- You will owe tax on bonds bought after 2019.
- People born before 1960 will reach full retirement age earlier.
- The will of 2019 is kept by our attorney until 2030.
- Everyone expected that the cut will expire by 2025.
- The fee is computed on the value on December 31, 2025.
- The account will show interest paid by December 31, 2025.
";
        assert_eq!(found_on_page("date/overdue", honest), [""; 0]);
    }
}
