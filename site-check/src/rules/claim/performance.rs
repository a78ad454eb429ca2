//! Returns of the firm, a model or a method.
//!
//! A statement is one sentence with a percentage, a word of performance, and one of our, we,
//! the firm's name or a model portfolio that the word is about: the one that stands before it
//! with no market between, or else the one after it in its clause. Words that say much else
//! besides, such as "earned" and "was up", count right between an investment of ours and
//! their percentage alone.

use crate::load::{File, LETTERS, Tree, pattern};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use crate::sentences::{clause_end, sentence};
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

pub(super) static PERFORMANCE: Rule = Rule {
    code: "claim/performance",
    severity: Severity::Error,
    scope: Scope::ReportedBy("words/phrase"),
    summary: "A sentence states what the firm, its clients, a model portfolio or a method returned.",
    why: "The rule on advertising by advisers (17 CFR 275.206(4)-1) lets performance be shown only after fees, over set periods, and under policies and records that a web page has not. No disclaimer lifts that. Market history is fine where it is the market's.",
    example: Example::InFile {
        file: "content/pages/contact.toml",
        wrong: r#"description = "Our portfolios gained 12% in 2024.""#,
        right: r#"description = "For everything that can wait.""#,
    },
};

/// Reports a statement of performance.
pub fn report(file: &File, place: Range<usize>, words: &str, out: &mut Diagnostics) {
    out.for_rule(&PERFORMANCE)
        .at(file, place, "this sentence states a return of the firm, a model or a method")
        .expected("no percentage for a gain or return of the firm, its clients or a model portfolio")
        .quoting(words)
        .help("Take the figure out, or the sentence. A disclaimer does not make it right. Where the compliance officer has approved it with its records, name the place in content/words.toml, under [[performance.allowed]].");
}

/// Returns the words of performance in each sentence of a text that states a return of the firm.
pub fn statements(text: &str, tree: &Tree) -> Vec<Range<usize>> {
    let mut statements = Vec::new();
    // Most texts have no percentage, and are not worth a regular expression.
    let may_have_one = text.contains('%') || PERCENT_WORD.is_match(text);
    if !may_have_one || !PERCENTAGE.is_match(text) {
        return statements;
    }
    let firm = tree.fact("firm");
    let mut words: Vec<Range<usize>> = WORD.find_iter(text).map(|word| word.range()).collect();
    for word in LOOSE_WORD.find_iter(text) {
        words.push(word.range());
    }
    words.sort_by_key(|word| word.start);
    let mut end_of_last = 0;
    for word in words {
        if word.start < end_of_last {
            continue;
        }
        let sentence = sentence(text, &word);
        if is_statement(text, &sentence, &word, &firm) || is_loose(text, &sentence, &word, &firm) {
            end_of_last = sentence.end;
            statements.push(word);
        }
    }
    statements
}

/// Returns the sentences of a text that may be about performance and are no [`statements`]: those with
/// a figure, a word such as "rose", and a word for the firm, a model or a method.
pub fn sentences_like(text: &str, tree: &Tree) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    if !FIGURE.is_match(text) {
        return found;
    }
    let firm = tree.fact("firm");
    let stated = statements(text, tree);
    let mut end_of_last = 0;
    for word in LIKE.find_iter(text) {
        let span = word.range();
        if span.start < end_of_last {
            continue;
        }
        let sentence = sentence(text, &span);
        end_of_last = sentence.end;
        let words = &text[sentence.clone()];
        let is_stated = stated.iter().any(|span| sentence.contains(&span.start));
        let is_about = last_own(words, &firm).is_some() || METHOD.is_match(words);
        if FIGURE.is_match(words) && is_about && !is_stated && !TAXES.is_match(words) {
            found.push(sentence);
        }
    }
    found
}

/// Returns whether a sentence states, with this word of performance, a return of the firm.
fn is_statement(text: &str, sentence: &Range<usize>, word: &Range<usize>, firm: &str) -> bool {
    if !WORD.is_match(&text[word.clone()]) {
        return false;
    }
    let words = &text[sentence.clone()];
    let found = text[word.clone()].to_lowercase();
    // Who does better than "90 percent of all funds" states it by a part of something.
    let may_be_part = found.contains("perform") || found.contains("beat");
    let mut percentages = PERCENTAGE.find_iter(words);
    if !percentages.any(|percentage| may_be_part || !is_of_something(&words[percentage.end()..])) {
        return false;
    }
    if found.contains("return") && TAXES.is_match(words) {
        return false;
    }
    if THING.is_match(&text[sentence.start..word.start]) {
        return false;
    }
    is_own(text, sentence, word, firm)
}

/// Returns whether a percentage is a part of something, or compares things that are no returns, by what stands
/// after it: "90% of all calls", "20 percent more space". "3 percent more than the index" is a return.
fn is_of_something(after: &str) -> bool {
    let after = after.trim_start_matches(['*', '_']);
    PART.is_match(after) && !MORE_THAN.is_match(after)
}

static PART: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^\s+(?:of|off|more|less|fewer|larger|smaller|bigger|faster|longer|shorter|discount|raise)(?-u:\b)",
    )
});

static MORE_THAN: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)^\s+(?:more|less)\s+than(?-u:\b)"));

/// Things of the firm that gain and grow and are no investments, right before the word.
static THING: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)(?-u:\b)(?:offices?|teams?|staff|newsletters?|readership|readers|subscribers|attendance|list|practice|workload)\s+(?:(?:has|have|had|also)\s+)?$",
    )
});

/// Returns whether a sentence states a return of an investment of ours with a word such as "earned" or "was up", which
/// stands right between the investment and the percentage.
fn is_loose(text: &str, sentence: &Range<usize>, word: &Range<usize>, firm: &str) -> bool {
    if !LOOSE_WORD.is_match(&text[word.clone()]) || is_of_something(&text[word.end..]) {
        return false;
    }
    let before = &text[sentence.start..word.start];
    let mut subject_end = OWN_INVESTMENT.find_iter(before).last().map(|own| own.end());
    if !firm.is_empty()
        && let Some(at) = before.rfind(firm)
    {
        subject_end = subject_end.max(Some(at + firm.len()));
    }
    let Some(subject_end) = subject_end else {
        return false;
    };
    let between = &before[subject_end..];
    between.split_whitespace().count() <= BETWEEN
        && !MARKET.is_match(between)
        && !OTHER_SUBJECT.is_match(between)
        && !ASSUMED.is_match(before)
}

/// The words between an investment of ours and the word that says what it earned, at most.
const BETWEEN: usize = 6;

/// Words that state a return beside an investment of ours, with their percentage.
static LOOSE_WORD: LazyLock<Regex> = LazyLock::new(|| {
    let few = format!(r"(?:[{LETTERS}’'-]+\s+){{0,3}}?");
    pattern(&format!(
        r"(?ix)(?-u:\b)(?:
        (?:earn(?:s|ed|ing)?|averag(?:e|es|ed|ing)|deliver(?:s|ed|ing)?|achieved?|achieves|produced?|produces|generated?|generates
        |posted|made|rose|climbed|jumped|advanced|appreciated)\s+{few}{PERCENT}
        | (?:is|are|was|were|been|be|finished|ended|closed|stood|went)\s+{few}(?:up|down)\s+{few}{PERCENT}
        | (?:lost|fell|declined|dropped|slipped|slid)\s+(?:(?:only|just|merely|by|about|around|roughly|nearly|less\s+than|under)\s+){{0,2}}{PERCENT}
        | ahead\s+of\s+{few}{few}by\s+{few}{PERCENT}
        )"
    ))
});

/// The firm and what it invests.
static OWN_INVESTMENT: LazyLock<Regex> = LazyLock::new(|| {
    let investment = "(?:portfolios?|models?|strateg(?:y|ies)|methods?|approach|funds?|accounts?|investments?|clients?|investors)";
    pattern(&format!(
        r"(?ix)(?-u:\b)(?:we
        | our\s+(?:[{LETTERS}-]+\s+){{0,2}}?{investment}
        | (?:our\s+)?clients?[’']?s?\s+(?:accounts|portfolios|investments|savings)
        | (?:[{LETTERS}]+\s+)?model\s+portfolios?
        | (?:portfolios|accounts|money)\s+(?:that\s+|which\s+)?we\s+manage
        )(?-u:\b)"
    ))
});

/// Words with which something else begins that is said of.
static OTHER_SUBJECT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)(?-u:\b)(?:that|who|when|if|because|while|whose|as|and|but|they|he|she|it|you)(?-u:\b)",
    )
});

/// Returns whether a word of performance in a sentence is about the firm.
fn is_own(text: &str, sentence: &Range<usize>, word: &Range<usize>, firm: &str) -> bool {
    let before = &text[sentence.start..word.start];
    let own = last_own(before, firm);
    // "Our plan assumes a return of 5%": what a plan reckons with is nobody's result.
    if own.is_some_and(|own| ASSUMED.is_match(&before[own..])) {
        return false;
    }
    let market = MARKET.find_iter(before).last().map(|market| market.start());
    match (own, market) {
        (Some(own), Some(market)) => own > market || is_ours(&before[own..]),
        (Some(own), None) => before[own..].split_whitespace().count() <= FAR,
        (None, Some(_)) => false,
        (None, None) => {
            // "A 9% return of our portfolios", "the return of our portfolios was 9%".
            let within_and_after = &text[word.start..sentence.end];
            let clause = &within_and_after[..clause_end(within_and_after)];
            is_joined_to_own(clause, firm)
        }
    }
}

/// Returns whether a clause has "of our", "for the model portfolio" or the like.
fn is_joined_to_own(clause: &str, firm: &str) -> bool {
    for joined in JOINED.find_iter(clause) {
        let rest = &clause[joined.end()..];
        if OWN_FIRST.is_match(rest) || (!firm.is_empty() && rest.starts_with(firm)) {
            return true;
        }
    }
    false
}

/// The words between the firm and what it is said to have gained, at most.
const FAR: usize = 9;

/// Returns the byte at which the last word for the firm begins in a part of a sentence.
fn last_own(part: &str, firm: &str) -> Option<usize> {
    let own = OWN.find_iter(part).last().map(|own| own.start());
    if firm.is_empty() {
        return own;
    }
    own.max(part.rfind(firm))
}

static ASSUMED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)(?-u:\b)(?:assum(?:e|es|ed|ing)|suppos(?:e|es|ing))(?-u:\b)"));

/// Returns whether a text begins with an investment of ours, such as "our bond fund". What stands
/// further from "our" may be anyone's: "our research shows that stocks".
fn is_ours(text: &str) -> bool {
    OUR_INVESTMENT.is_match(text)
}

static OUR_INVESTMENT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^our\s+(?:[\w’'-]+\s+)?(?:stocks?|bonds?|shares?|equities|treasur(?:y|ies)|funds?|gold|cash|CDs?)(?-u:\b)",
    )
});

/// A percentage, in figures or in words.
const PERCENT: &str = r"(?:[0-9](?:[0-9,.]*[0-9])?[½¼¾]?|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty)(?:\s+and\s+a\s+(?:half|quarter))?)[\s-]?(?:%|percent(?-u:\b)|percentage\s+points?(?-u:\b))";

static PERCENTAGE: LazyLock<Regex> = LazyLock::new(|| pattern(&format!("(?i){PERCENT}")));

/// A percentage, an amount, or what a sum was multiplied by.
static FIGURE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i){PERCENT}|\$[0-9]|(?-u:\b)(?:double[sd]?|triple[sd]?)(?-u:\b)"
    ))
});

/// Words that may be about performance.
static LIKE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)(?-u:\b)(?:returns?|returned|rose|climbed|jumped|appreciated|earned|lost|fell|(?:was|were|is|are|been)\s+up|yields?|yielded|averaged|doubled|tripled|performance|performed|profits?|gains?|gained|grew|outperform\w*)(?-u:\b)",
    )
});

static METHOD: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)(?-u:\b)(?:the|this|such a|same)\s+(?:\w+\s+)?(?:models?|methods?|strategy|portfolios?)(?-u:\b)",
    )
});

static PERCENT_WORD: LazyLock<Regex> = LazyLock::new(|| pattern("percent|Percent|PERCENT"));

/// Words of performance. A noun counts only beside its percentage: a return may be one of taxes.
static WORD: LazyLock<Regex> = LazyLock::new(|| {
    let few = format!(r"(?:[{LETTERS}’'-]+\s+){{0,4}}?");
    let kind = "(?:average|mean|median|annual|annualized|yearly|total|net|gross|compound|compounded|cumulative|historical|investment|portfolio|real|nominal|overall|expected|target|after-tax)";
    let says = "(?:of|was|were|is|are|averaged|averages|averaging|been|reached|exceeded|topped|hit|above|over)";
    pattern(&format!(
        r"(?ix)(?-u:\b)(?:
        (?:outperform(?:s|ed|ing|ance)?|beat(?:s|en|ing)?|gained|grew)(?-u:\b)
        | (?:returned|returning|yielded|gaining|grown|growing)\s+{few}{PERCENT}
        | (?:gains?|grows?|returns?)\s+(?:by\s+|at\s+)?{PERCENT}
        | (?:gain|gains|return|returns)(?:,?\s+{few}{says}\s+{few}|:\s+|\s+{few}[{LETTERS}’'-]+:\s+){PERCENT}
        )|(?:{PERCENT}|%)\s+(?:{kind}\s+){{0,3}}(?:returns?|gains?)(?-u:\b)"
    ))
});

/// The firm, its clients and its models.
static OWN: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)(?-u:\b)(?:ours?|we|with us|model portfolios?)(?-u:\b)"));

/// The same, where it follows "of" or "for".
static OWN_FIRST: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?i)^(?:ours?|us|(?:(?:the|a|this|each)\s+)?(?:\w+\s+)?model portfolios?)(?-u:\b)")
});

/// What joins a return to whom it belongs.
static JOINED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)(?-u:\b)(?:of|for|by|in|on|from|to)\s"));

/// What returns, gains and grows by itself: markets, prices, places.
static MARKET: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?ix)(?-u:\b)(?:S&P|Dow|Nasdaq|Russell|index|indexes|indices|markets?|stocks?|bonds?|shares?|equities|treasur(?:y|ies)
        |econom(?:y|ies)|prices?|inflation|wages?|pay|GDP|gold|oil|funds?|benchmarks?|compan(?:y|ies)|earnings|profits?|benefits?
        |social\s+security|sales|spending|homes?|houses?|rents?|premiums?|population|jobs?|employment|unemployment
        |rates?|costs?|cash|CDs?|Tulsa|Oklahoma|towns?|cit(?:y|ies)|count(?:y|ies)|states?|countr(?:y|ies))(?-u:\b)",
    )
});

/// Words of a sentence in which a return is a form.
static TAXES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)(?-u:\b)(?:tax\s+returns?|e-?fil\w+|file[sd]?|filing|electronically|1040|prepar\w+|refunds?|audit\w*|amend\w*|IRS|extensions?|errors?|mistakes?|signatures?)(?-u:\b)|{PERCENT}\s+of\s+(?:\w+\s+){{0,3}}returns?(?-u:\b)"
    ))
});

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds_in_each, finds_in_none, found_in_words, passes};
    use insta::assert_snapshot;

    const CODE: &str = "claim/performance";

    #[test]
    #[rustfmt::skip]
    fn performance() {
        let waits = "For everything that can wait.";
        assert_snapshot!(check("pages/contact.toml", waits, "Our portfolios gained a lot: 12 percent."), @r#"
        error[claim/performance]: this sentence states a return of the firm, a model or a method
          --> content/pages/contact.toml:31:31
           |
        31 | description = "Our portfolios gained a lot: 12 percent."
           |                               ^^^^^^
           |
           = expected: no percentage for a gain or return of the firm, its clients or a model portfolio
           = found: `gained`
           = help: Take the figure out, or the sentence. A disclaimer does not make it right. Where the compliance officer has approved it with its records, name the place in content/words.toml, under [[performance.allowed]].
        "#);
        finds_in_each(CODE, &[
            "9.8% average yearly return of our model portfolio.",
            "Our portfolios gained 12% in 2024.",
            "In 2024, we outperformed the index by 3 percent.",
            "Small Planning returned 9 percent a year.",
            "{firm} returned more than 9 percent a year.",
            "The model portfolio grew by nine percent.",
            "Our returns were 12% in 2024.",
            "Our clients beat the market by 3%.",
            "The average return was 12% for our clients.",
            "After costs, our growth model has returned 9.8 percent a year.",
            "A return of 7% by our method is likely.",
            "Our bond fund gained 4% last year.",
            "While the S&P 500 gained 23%, our portfolios gained 25%.",
            "Our average annual return since 2011: 8.4%.",
            "Portfolios of Small Planning grew 12%.",
            "The return of our portfolios was 9% last year.",
            "We have earned our clients a 9% return.",
            "We gained **12** percent.",
            "Assuming that dividends are reinvested, our model portfolio returned 9%.",
            "Our growth model earned 11 percent last year.",
            "Our balanced portfolio was up 9% in 2024.",
            "Over the past decade our model portfolio averaged 9 percent a year.",
            "Since 2015 our clients have averaged 8.2% a year after fees.",
            "We delivered 12% to our clients.",
            "Our portfolios rose eleven percent while the index rose six.",
            "Our accounts made 14% last year.",
            "Our model was ahead of the index by two percentage points.",
            "Clients' accounts were up nine percent in 2024.",
            "Portfolios that we manage climbed 15 percent in 2021.",
            "Our portfolio finished the year up 12 percent.",
            "We have averaged nine and a half percent a year.",
            "Small Planning achieved 11% growth for its clients.",
            "Our portfolios gained 3 percent more than the index.",
            "Our funds outperformed 90 percent of their peers.",
            "In 2022 our model portfolio lost only 3%.",
            "Our clients' portfolios fell by less than 9 percent in 2022.",
            "Our growth model was down just 4% that year.",
        ]);
        // A disclaimer does not lift it, and a title is no exception.
        let with_disclaimer = "Our funds gained 8%.\n\n<Disclaimer kind=\"markets\" />";
        assert_eq!(found_in_words(CODE, with_disclaimer).len(), 1);
    }

    #[test]
    fn honest_texts_pass() {
        finds_in_none(
            CODE,
            &[
                "We file 90% of our returns electronically.",
                "We prepare 40% of our returns in April.",
                "We returned 90% of all calls within a day.",
                "Errors on our returns were under 1 percent.",
                "Every 1% of fees lowers your return, which is why we use index funds.",
                "The S&P 500 gained 23 percent in 2024.",
                "The S&P 500 gained 23% last year, and we rebalanced twice.",
                "As we wrote in January, the index gained 12%.",
                "Since 1926 stocks returned about 10% a year.",
                "Our research shows that stocks returned 10% a year.",
                "When wages grew 3% and prices 2%, we said so.",
                "We tell clients that premiums grew 9%.",
                "Tulsa grew by 2% a year while we were here.",
                "Our clients pay 15% on long-term gains.",
                "Our fee is 1% of what we manage.",
                "We expect returns to vary, and inflation of 3%.",
                "Our plans assume 4% inflation and modest returns.",
                "If our plan assumes a return of 5 percent, the savings last.",
                "Few funds beat the market by 1% a year.",
                "A fund that charges 1% must first earn it.",
                "In return for 1%, we do all the planning.",
                "If bonds return 4% and we take out 4%, the sum stays.",
                "Sales in the county gained 12%, which our return of the sales tax shows.",
                "The rule says {withdrawal-rule}, and we explain it.",
                "Our office gained 20 percent more space in May.",
                "We moved, and gained 20 percent more space.",
                "Our newsletter grew by 12 percent last year.",
                "Clients who saved 10 percent of our old limit grew careful.",
                "We earned 11 percent of our income from tax work.",
                "We made 30 percent fewer trips to the bank.",
                "Our rent is up 4 percent, and we have not changed a fee.",
                "Attendance at our workshops was up 30 percent.",
                "Our clients saw that the index earned 11 percent.",
                "Our clients' bonds were up 3 percent, as bonds were everywhere.",
                "Suppose our model couple earned 5 percent a year.",
                "We answer up to 90 percent of calls on the first day.",
                "The S&P 500 was up 9% when we met, and averaged 10 percent a year before.",
                "We lowered what our clients pay for funds by 30 percent.",
                "We dropped our fee for small accounts by 20 percent.",
                "We lost 10 percent of our files in the flood of 2019.",
                "Our clients did not sell when the index fell 34 percent.",
                "Our clients were down to 2 percent of their old phone bills.",
                "A third of our clients retire before 65. Their savings grew for 30 years. Inflation was 3%.",
            ],
        );
        passes(
            "pages/contact.toml",
            "For everything that can wait.",
            "Our returns are filed on time.",
        );
    }
}
