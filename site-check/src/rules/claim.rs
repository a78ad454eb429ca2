//! Figures on pages that aren't facts, and so don't come up for review.

use crate::load::{File, FileKind, Passage, Tree, pattern};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

pub(super) static RULES: &[&Rule] = &[&FIGURE];

static FIGURE: Rule = Rule {
    code: "claim/figure",
    severity: Severity::Warning,
    scope: Scope::ByAnother,
    summary: "A page, except in the example clients of case studies, has a typed amount, percentage or number of clients that isn't a fact.",
    why: "Readers take the figures on a page as current, but only a fact has a source and comes up for review.",
    example: Example::InFile {
        file: "content/pages/contact.toml",
        wrong: r#"description = "Ask us, as 140 families do.""#,
        right: r#"description = "For everything that can wait.""#,
    },
};

/// Reports a typed figure.
pub fn report(file: &File, place: Range<usize>, figure: &str, out: &mut Diagnostics) {
    out.for_rule(&FIGURE)
        .at(file, place, format!("`{figure}` is typed on a page, but isn't a fact"))
        .expected("the name of a fact in braces, such as {years-of-experience}")
        .quoting(figure)
        .help("Add a fact with this value and its source to content/facts.toml, and write its name in braces here; or leave out the figure. If the figure is right as written, such as in an example, the compliance officer can add the place to content/words.toml, under [[figures.allowed]].");
}

/// Returns the figures that are typed in a passage of a page, except values of facts.
pub fn figures(passage: &Passage, file: &File, tree: &Tree) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let is_on_a_page = matches!(file.kind, FileKind::Page(_) | FileKind::Site);
    if !is_on_a_page || is_case_study(file, passage.pointer) {
        return found;
    }
    for figure in FIGURE_PATTERN.find_iter(&passage.text) {
        let span = figure.range();
        let amount = figure
            .as_str()
            .split_whitespace()
            .next()
            .unwrap_or_default();
        // `fact/literal` reports the value of a fact.
        let is_known = tree.tokens_by_value.contains_key(amount);
        if !is_known && passage.is_typed(&span) {
            found.push(span);
        }
    }
    found
}

/// Returns true if a JSON pointer of a page is in a block of case studies.
fn is_case_study(file: &File, pointer: &str) -> bool {
    let Some(within) = pointer.strip_prefix("/blocks/") else {
        return false;
    };
    let index = within.split('/').next().unwrap_or_default();
    let kind = file
        .document
        .value
        .pointer(&format!("/blocks/{index}/kind"));
    kind.is_some_and(|kind| kind == "case_studies")
}

/// An amount of dollars, a percentage, or a number of clients, in digits or in words. A number of clients in words is at least
/// twenty.
static FIGURE_PATTERN: LazyLock<Regex> = LazyLock::new(|| {
    let digits = "[0-9](?:[0-9,.]*[0-9])?";
    let small = "(?:one|two|three|four|five|six|seven|eight|nine)";
    let tens = "(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)";
    let below_hundred = format!(
        "(?:{tens}(?:-{small})?|{small}|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen)"
    );
    let hundreds = format!(r"{small}\s(?:hundred|thousand)(?:\s(?:and\s)?{below_hundred})?");
    let in_words = format!(r"(?:{hundreds}|{tens}(?:-{small})?)");
    let large = "(?:thousand|million|billion|trillion)";
    let served = r"(?:clients?|families|households|retirees|investors|couples|small\sbusinesses|business\sowners)";
    pattern(&format!(
        r"(?ix)
        \${digits}(?:\s?(?:[MBK](?-u:\b)|{large}(?-u:\b)))?
        | (?-u:\b){digits}\s?(?:%|percent(?-u:\b))
        | (?-u:\b)(?:{digits}|{hundreds}|{below_hundred})\s(?:{large}\s)?dollars(?-u:\b)
        | (?-u:\b)(?:{below_hundred}|{hundreds})\spercent(?-u:\b)
        | (?-u:\b)(?:{digits}\+?|{in_words})\s(?:[a-z]+\s)?{served}(?-u:\b)
        | (?-u:\b)(?:dozens|hundreds|thousands)\sof\s(?:[a-z]+\s)?clients(?-u:\b)"
    ))
});

#[cfg(test)]
mod tests {
    use crate::rules::tests::{
        assert_snapshot, check_at_marks, finds_in_files, found_on_page, passes,
    };

    #[test]
    #[rustfmt::skip]
    fn figure() {
        let waits = "For everything that can wait.";
        assert_snapshot!(check_at_marks("pages/contact.toml", waits, "We look after «140 families»."), @r#"
        warning[claim/figure]: `140 families` is typed on a page, but isn't a fact
        --> content/pages/contact.toml
         = expected: the name of a fact in braces, such as {years-of-experience}
         = found: `140 families`
         = help: Add a fact with this value and its source to content/facts.toml, and write its name in braces here; or leave out the figure. If the figure is right as written, such as in an example, the compliance officer can add the place to content/words.toml, under [[figures.allowed]].
        "#);
        finds_in_files("claim/figure", &[
            ("pages/contact.toml", waits, "We look after «$150 million."),
            ("pages/contact.toml", waits, "It saves «12% of the time."),
            ("pages/contact.toml", waits, "It saves «12.5 percent of it."),
            ("pages/contact.toml", waits, "It costs «$1,200.50 a year."),
            ("pages/contact.toml", waits, "For «1,200+ happy households."),
            ("pages/contact.toml", waits, "We serve «two hundred families."),
            ("pages/contact.toml", waits, "«One hundred and forty clients."),
            ("pages/contact.toml", waits, "More than «ninety small households."),
            ("pages/contact.toml", waits, "We have advised over «1,000 retirees."),
            ("pages/contact.toml", waits, "We manage «150 million dollars."),
            ("pages/contact.toml", waits, "«Ninety-seven percent stay."),
            ("pages/contact.toml", waits, "We guide «hundreds of happy clients."),
            ("site.toml", "A small site for tests.", "We serve «90 clients."),
        ]);
    }

    #[test]
    fn honest_texts_pass() {
        let texts = [
            "Call {phone} on any day.",
            "The least is {investment-minimum}.",
            "{withdrawal-rule} of what you own.",
            "Open from 8:30am to 5pm, Monday to Thursday.",
            "Form 1040, Form 1099-R and a 401(k).",
            "Since 2008, and for 17 years.",
            "Suite 200, 1 Small Street.",
            "It takes 2 to 3 weeks.",
            "You turn 65 in 2027.",
            "Four meetings in the first three months.",
            "Our clients are families of all kinds.",
            "Two families may share an office.",
            "Hundreds of families lost their homes in the storm.",
            "A hundred questions, and one desk.",
            "A million dollars is not what it was.",
            "A couple of clients, and a dozen chairs.",
            "Twenty years, sixty minutes, a thousand thanks.",
            "An S corporation with 11 employees.",
            "The S&P 500 is an index.",
            "Section 529 plans, and Rule 206(4)-1.",
            "One in five calls is about a letter.",
            "The percentage is in your agreement.",
            "Dollars and cents, not slogans.",
            "The 50/50 rule, and the 24-hour one.",
            "Bring 2 forms of identification.",
        ];
        assert_eq!(found_on_page("claim/figure", &texts.join("\n\n")), [""; 0]);
        let study = "A couple with $1.1 million, who give 10% away";
        passes("pages/everything.toml", "Both 62", study);
        passes(
            "articles/plain.mdx",
            "a letter with numbers",
            "12% of $90, for 40 clients,",
        );
    }
}
