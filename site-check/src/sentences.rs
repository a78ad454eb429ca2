//! The sentences of a text, and the sentence and clause around some words. Their effect on the
//! words matters: a question claims nothing, and neither does "no one can promise".

use crate::load::pattern;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// The number of bytes on each side of some words to search for the ends of their sentence.
const REACH: usize = 500;

/// Returns the sentences of a text in order, without surrounding white space.
pub fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut sentences = Vec::new();
    let mut start = 0;
    for mark in END_OR_GAP.find_iter(text) {
        let is_gap = mark.as_str().starts_with('\n');
        if is_gap
            || !goes_on(
                &text[start..mark.start()],
                mark.as_str(),
                &text[mark.end()..],
            )
        {
            sentences.push(start..mark.end());
            start = mark.end();
        }
    }
    sentences.push(start..text.len());

    let mut trimmed = Vec::new();
    for sentence in sentences {
        let words = text[sentence.clone()].trim_start();
        let start = sentence.end - words.len();
        let words = words.trim_end();
        if !words.is_empty() {
            trimmed.push(start..start + words.len());
        }
    }
    trimmed
}

/// The end of a sentence, including closing quotes and brackets, or an empty line.
static END_OR_GAP: LazyLock<Regex> =
    LazyLock::new(|| pattern(r#"[.!?…]+["'”’)\]]*(?:\s+|$)|\n\s*\n"#));

/// Returns true if a sentence continues after a mark that could end it, judging by the text before
/// and after the mark.
fn goes_on(before: &str, mark: &str, after: &str) -> bool {
    let after = after.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '$');
    let Some(next) = after.chars().next() else {
        return false;
    };
    if next.is_lowercase() {
        return true;
    }
    let is_period = mark.trim_end() == ".";
    let word = before
        .rsplit(|c: char| c.is_whitespace() || matches!(c, '(' | '“' | '"' | '/'))
        .next()
        .unwrap_or_default();
    if !is_period || word.is_empty() {
        return false;
    }

    let is_initials = word != "I" && word.split('.').all(|part| part.chars().count() == 1);
    if [
        "Mr", "Mrs", "Ms", "Dr", "Prof", "Rep", "Sen", "Gov", "Gen", "St", "Mt", "Ft", "vs", "e.g",
        "i.e", "cf",
    ]
    .contains(&word)
    {
        return true;
    }
    if next.is_ascii_digit() {
        return is_initials || BEFORE_NUMBERS.contains(&word);
    }
    let may_end = is_initials || AT_ENDS.contains(&word);
    let next_word = after.split(|c: char| !c.is_alphabetic()).next();
    may_end && !next_word.is_some_and(|next| FIRST_WORDS.contains(&next))
}

/// Abbreviations before a number.
const BEFORE_NUMBERS: [&str; 22] = [
    "No", "Nos", "no", "nos", "Jan", "Feb", "Mar", "Apr", "Jun", "Jul", "Aug", "Sep", "Sept",
    "Oct", "Nov", "Dec", "Sec", "Art", "Fig", "approx", "ca", "pp",
];

/// Abbreviations that can end a sentence, in addition to single letters such as "U.S.".
const AT_ENDS: [&str; 10] = [
    "Inc", "Co", "Corp", "Ltd", "Jr", "Sr", "Bros", "etc", "Ph.D", "Esq",
];

/// Words that often begin a sentence and are rarely a name.
const FIRST_WORDS: [&str; 50] = [
    "A", "An", "The", "This", "That", "These", "Those", "We", "Our", "I", "My", "You", "Your",
    "They", "Their", "It", "Its", "He", "She", "His", "Her", "There", "Here", "In", "On", "At",
    "For", "From", "If", "When", "While", "As", "And", "But", "Or", "So", "Yet", "Not", "Then",
    "To", "With", "After", "Before", "By", "Since", "What", "Why", "How", "Some", "Most",
];

/// Returns the sentence around a span of a text, including its end mark. Of a long sentence,
/// returns the part near the span.
pub fn sentence(text: &str, span: &Range<usize>) -> Range<usize> {
    let window = around(text, span);
    let mut found = window.clone();
    for sentence in sentences(&text[window.clone()]) {
        let start = window.start + sentence.start;
        if start <= span.start {
            let end = window.start + sentence.end;
            found = start..end.max(span.end);
        }
    }
    found
}

/// Returns the part of a text to search for the sentence around a span.
fn around(text: &str, span: &Range<usize>) -> Range<usize> {
    let start = text.floor_char_boundary(span.start.saturating_sub(REACH));
    let end = text.ceil_char_boundary(span.end.saturating_add(REACH).min(text.len()));
    start..end
}

/// Returns true if a span of a text is part of a question.
pub fn is_question(text: &str, span: &Range<usize>) -> bool {
    let sentence = sentence(text, span);
    text[span.end..sentence.end].contains('?')
}

/// Returns true if a sentence denies or doubts the words in a span of it: "never guarantee",
/// "nobody can promise", "beware of".
pub fn is_denied(text: &str, span: &Range<usize>) -> bool {
    let sentence = sentence(text, span);
    if DOUBT.is_match(&text[sentence.clone()])
        || DENIAL_AFTER.is_match(&text[span.end..sentence.end])
    {
        return true;
    }
    let before = &text[sentence.start..span.start];
    let clause = &before[clause_start(before)..];
    let clause = NO_DENIAL.replace_all(clause, " ");
    DENIAL.is_match(&clause) || ends_without(&clause)
}

/// Returns the start of the last clause in the beginning of a sentence.
fn clause_start(before: &str) -> usize {
    let mut start = 0;
    for boundary in CLAUSE.find_iter(before) {
        let rest = &before[boundary.end()..];
        // "No one, we believe, can": words between two commas don't separate clauses.
        let is_inserted = boundary.as_str().starts_with(',') && rest.contains(',');
        if !is_inserted {
            start = boundary.start();
        }
    }
    start
}

/// The boundary between two clauses: a mark, or a conjunction with the subject of the next clause.
static CLAUSE: LazyLock<Regex> = LazyLock::new(|| {
    let about = "(?:we|our|you|your|they|their|it|its|he|she|I|there)";
    pattern(&format!(
        r"(?i)[;—]|\s[–-]\s|,?\s(?:but|yet|whereas|although|though|because|while)\s|,\s(?:(?:and|so|or)\s)?{about}\s|\sand\s{about}\s"
    ))
});

/// Words that deny everything after them in their clause, and words that call it difficult.
static DENIAL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?ix)n['’]t(?-u:\b) | (?-u:\b)(?:not|cannot|never|nobody|no\s+one|none|nothing|neither|nor|nowhere
        |rather\s+than|instead\s+of|hardly|rarely|seldom|far\s+from|fewer|few|fail(?:s|ed|ing)?
        |impossible|(?:hard|difficult)\s+(?:to|for)|unlikely|try|tries|tried|trying|attempt(?:s|ed|ing)?
        |hop(?:e|es|ed|ing)|refus(?:e|es|ed|ing)|reject(?:s|ed|ing)?|avoid(?:s|ed|ing)?\s+any\w*
        |(?:anyone|anybody|someone|somebody|whoever|those|people|advisers?|advisors?|firms?|callers?|salesm[ae]n)
        \s+(?:who|that)\s+(?:promis|offer|claim|say|said|guarantee|tell|advertis|call|sell|boast)\w*)(?-u:\b)",
    )
});

/// Words that deny what is right before them: "such returns do not exist".
static DENIAL_AFTER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^(?:,?\s+(?:do|does|did)(?:\s+not|n['’]t)\s+exist|\s+(?:is|are)\s+impossible|\s+(?:is|are)\s+an?\s+(?:myth|illusion))(?-u:\b)",
    )
});

/// Negative words that deny nothing, or emphasize the opposite.
static NO_DENIAL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?ix)(?-u:\b)(?:not\s+(?:only|just|merely|to\s+mention)|no\s+(?:doubt|wonder|question|matter)|no-\w+
        |without\s+(?:a\s+|any\s+)?(?:doubt|question)|nothing\s+but|none\s+other|no\s+less\s+than
        |never\s+(?:again|before|worry|settle|miss|been\s+easier)|work(?:s|ed|ing)?\s+hard
        |(?:do|did|wo|ca)n['’]t\s+(?:worry|wait|miss|delay|hesitate|settle|go\s+wrong|stop\s+at))(?-u:\b)",
    )
});

/// Words that cast doubt on the rest of their sentence.
static DOUBT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)(?-u:\b)(?:beware|wary|suspicious|suspect|skeptical|distrust|myths?|scams?|scammers?|fraud|frauds|swindlers?|red flags?|warning signs?|walk away|hang up|too good to be true|forbids?|forbidden|prohibits?|prohibited|no such thing)(?-u:\b)",
    )
});

/// Returns true if a clause has "no" or "without" before its end, as in "no investment is". A comma
/// ends the effect of these words: "no minimum, guaranteed returns" denies only the minimum.
fn ends_without(clause: &str) -> bool {
    let Some(last) = WITHOUT.find_iter(clause).last() else {
        return false;
    };
    let rest = &clause[last.end()..];
    let commas = rest.matches(',').count() - CHOICE.find_iter(rest).count();
    commas != 1
}

static WITHOUT: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)(?-u:\b)(?:no|without|zero)(?-u:\b)"));

/// A comma that continues the denial: "no promise, or".
static CHOICE: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i),\s+n?or(?-u:\b)"));

#[cfg(test)]
mod tests {
    use super::{is_denied, is_question, sentence, sentences};

    #[test]
    fn a_text_is_split_into_its_sentences() {
        for text in [
            "It costs $1.5 million.|We pay it.",
            "The U.S. Treasury pays 4.5%.|Our fee is 1%!",
            "They live in the U.S. and Canada.|We do, too.",
            "It is so in the U.S.|We know 5 of them.",
            "Mr. Smith and Dr. J. R. Jones met Mrs. Lee.|She left.",
            "Ask for something, e.g. a plan, i.e. a list.|\"Is it so?\" she asked.",
            "See No. 5, Topic no. 409 and Sept. 3.|In Sept.|We close at 5 p.m. on Friday.|“Do you?”|No.",
            "Acme Inc. Holdings fell 3%.|They own Acme Inc.|The rest is ours.",
            "Wait … for it.|Then wait...|Really?!|Yes.",
            "(It is 5.)|[So is this.]|No mark at all",
            "Two lines\nof one.|An empty line\n \n|A third",
            "version 1.2.3|",
            "Stocks rose 5.2%.|2025 was good.",
            "Is it as good as I.|We hope so.",
            "",
            "...|",
            "日本。 ½ é. ß",
        ] {
            let joined = text.replace('|', " ");
            let expected: Vec<_> = text
                .split('|')
                .map(str::trim)
                .filter(|part| !part.is_empty())
                .collect();
            let found: Vec<_> = sentences(&joined)
                .into_iter()
                .map(|span| joined[span].to_owned())
                .collect();
            assert_eq!(found, expected);
        }
    }

    /// Returns the sentence around the words in asterisks, and whether it is a question and denies
    /// them.
    fn read(marked: &str) -> (String, bool, bool) {
        let start = marked.find('*').expect("an asterisk");
        let text = marked.replace('*', "");
        let end = start + marked[start + 1..].find('*').expect("another");
        let span = start..end;
        (
            text[sentence(&text, &span)].trim().to_owned(),
            is_question(&text, &span),
            is_denied(&text, &span),
        )
    }

    #[test]
    fn a_sentence_ends_with_its_mark() {
        for (text, expected) in [
            ("One. Two *words* here. Three.", "Two words here."),
            (
                "The U.S. market *fell* by 2.5% then. So.",
                "The U.S. market fell by 2.5% then.",
            ),
            ("“Is it *so*?” she asked.", "“Is it so?” she asked."),
            ("No mark *at* all", "No mark at all"),
        ] {
            assert_eq!(read(text).0, expected);
        }
        assert!(read("One. Do you *promise* it? No.").1);
        assert!(read("“Do you *promise* it?” she asked.").1);
        assert!(!read("Do you? We *promise* it.").1);
    }

    #[test]
    fn what_denies_words_stands_before_them_in_their_clause() {
        for denied in [
            "We never *guarantee* it.",
            "Nobody, however clever, can *guarantee* it.",
            "No adviser, however clever, can *guarantee* it.",
            "No one, we believe, can *guarantee* it.",
            "It isn’t *risk-free*.",
            "We neither pick stocks nor *guarantee* them.",
            "We do not sell, and do not *guarantee*, anything.",
            "We can't time the market, or *guarantee* it.",
            "There is no *guarantee*, or anything like it.",
            "A plan without a *guarantee* is honest.",
            "Walk away from anyone who promises *guaranteed returns*.",
            "If a caller speaks of *guaranteed returns*, hang up.",
            "Few funds *beat the market*.",
            "*High returns with low risk* do not exist.",
            "*Guaranteed returns* are impossible.",
        ] {
            assert!(read(denied).2, "{denied}");
        }
        for said in [
            "We *guarantee* it.",
            "We never worry, and we *guarantee* it.",
            "You don't pay commissions, but we *guarantee* it.",
            "Never before: *guaranteed* returns.",
            "Not only *guaranteed*, but high.",
            "No minimum, *guaranteed* returns.",
            "We don't wait. We *guarantee* it.",
            "Don't worry, our returns are *guaranteed*.",
            "Our no-load funds have *guaranteed* returns.",
            "*Guaranteed returns* are what we do, and others do not.",
        ] {
            assert!(!read(said).2, "{said}");
        }
    }
}
