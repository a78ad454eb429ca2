//! The tax years of quoted figures: pinned in articles, named on pages.

use super::{is_article, pinned_token, year_token};
use crate::fix::Fix;
use crate::load::facts::{Tokens, YearlyFact};
use crate::load::markdown::tokens;
use crate::load::{File, Leaf, Reference, Target, TokenForm, Tree, YearlyToken, pattern};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use regex::Regex;
use site_schema::model::format;
use std::ops::Range;
use std::sync::LazyLock;

pub(super) static UNPINNED: Rule = Rule {
    code: "fact/unpinned",
    severity: Severity::Error,
    scope: Scope::WholeTree(check_unpinned),
    summary: "An article quotes a figure that changes each tax year without saying which year it is for, or any text quotes a deadline without its year.",
    why: "An approved article must not change, but without a year in the token it would show next year's figure; a deadline is a different day each year.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: "The limit is {contribution-limit}.",
        right: "The limit is {contribution-limit-2025}.",
    },
};

fn check_unpinned(tree: &Tree, out: &mut Diagnostics) {
    let mut unpinned = Vec::new();
    for file in &tree.files {
        for token in file.references_of(Target::Token) {
            if let Some(quoted) = tree.yearly_token(&token.name)
                && must_be_pinned(file, &quoted)
            {
                unpinned.push((file, token, quoted));
            }
        }
    }
    if unpinned.is_empty() {
        return;
    }
    let before = tree.tokens_before();
    for (file, token, quoted) in unpinned {
        let Some(year) = year_shown(&quoted, before.as_ref()) else {
            // Without a value in force, it's an unknown fact.
            continue;
        };
        report_unpinned(file, token, &quoted, year, out);
    }
}

/// Returns true if a token must name its year in this file.
fn must_be_pinned(file: &File, quoted: &YearlyToken) -> bool {
    match quoted.form {
        TokenForm::Pinned(_) => false,
        TokenForm::InForce if quoted.fact.is_deadline() => true,
        TokenForm::InForce | TokenForm::Year => is_article(file),
    }
}

/// Returns the year of the value that a token shows at the merge base, because that text was approved; if it shows none there,
/// the year in force.
fn year_shown(quoted: &YearlyToken, before: Option<&Tokens>) -> Option<i16> {
    let year = before.and_then(|before| year_before(quoted, before));
    year.or(quoted.fact.in_force)
}

/// Returns the year of the value that a token shows at the merge base. `None` if it shows none there, or if no year has that value.
fn year_before(quoted: &YearlyToken, before: &Tokens) -> Option<i16> {
    if let Some(fact) = before.yearly.get(quoted.name) {
        let year = fact.in_force?;
        let is_covered = quoted.fact.of_year(year).is_some();
        return is_covered.then_some(year);
    }
    // The fact had no years there: find the latest year with the same value.
    let shown = before.values.get(quoted.name)?;
    for value in quoted.fact.values.iter().rev() {
        if value.shown == *shown {
            return Some(value.first);
        }
    }
    None
}

fn report_unpinned(
    file: &File,
    token: &Reference,
    quoted: &YearlyToken,
    year: i16,
    out: &mut Diagnostics,
) {
    let name = quoted.name;
    let written = format!("{{{}}}", token.name);
    let right = match quoted.form {
        TokenForm::Year => year.to_string(),
        _ => pinned_token(name, year),
    };
    let (message, help) = match quoted.form {
        TokenForm::Year => (
            format!("`{written}` changes with the year, but an approved article must not change"),
            format!("Write {right}."),
        ),
        _ if quoted.fact.is_deadline() => (
            format!("`{written}` is a deadline without its year"),
            format!("Write `{right}`, or the year that the text is about."),
        ),
        _ => (
            format!(
                "`{written}` changes with the tax year, but an approved article must not change"
            ),
            format!(
                "Write `{right}`, or the year that the text is about. Then the figure doesn't change."
            ),
        ),
    };
    let fix = Fix::instead(file, token.span.clone(), &written, &right);
    out.at(file, token.span.clone(), message)
        .expected(format!("`{right}`"))
        .found(format!("`{written}`"))
        .help(help)
        .fix(fix);
}

pub(super) static YEAR: Rule = Rule {
    code: "fact/year",
    severity: Severity::Error,
    scope: Scope::FileInTree(check_years),
    summary: "A page shows a figure that changes each tax year without the token of its year, or next to a typed year.",
    why: "The figure changes automatically and a typed year doesn't, so the sentence becomes false; without a year, readers can't know which year the figure is for.",
    example: Example::InFile {
        file: "content/pages/services.toml",
        wrong: "In 2026 people of 65 and older deduct {senior-allowance}.",
        right: "In {senior-allowance-year} people of 65 and older deduct {senior-allowance}.",
    },
};

fn check_years(file: &File, tree: &Tree, out: &mut Diagnostics) {
    if is_article(file) {
        return;
    }
    for leaf in &file.leaves {
        let is_text = matches!(leaf.format, format::TEXT | format::RICH_TEXT);
        if is_text && leaf.value.contains('{') {
            check_text(file, leaf, tree, out);
        }
    }
}

fn check_text(file: &File, leaf: &Leaf, tree: &Tree, out: &mut Diagnostics) {
    let found = tokens(&leaf.value);
    let mut figures = Vec::new();
    // The facts whose year the text shows, or whose missing year is already reported.
    let mut dated: Vec<&YearlyFact> = Vec::new();
    for (token, span) in &found {
        let Some(quoted) = tree.yearly_token(token) else {
            continue;
        };
        match quoted.form {
            TokenForm::Year => dated.push(quoted.fact),
            TokenForm::InForce if !quoted.fact.is_deadline() => figures.push((quoted, span)),
            TokenForm::InForce | TokenForm::Pinned(_) => {}
        }
    }

    for (quoted, span) in figures {
        let Some(in_force) = quoted.fact.in_force else {
            // Without a value in force, it's an unknown fact.
            continue;
        };
        let figure = Figure {
            file,
            leaf,
            quoted,
            span,
            in_force,
        };
        if let Some(year) = year_beside(&leaf.value, span) {
            figure.report_typed(year, out);
        } else if !dated.iter().any(|dated| dated.turns_with(quoted.fact)) {
            dated.push(quoted.fact);
            figure.report_undated(typed_year(&leaf.value, &found), out);
        }
    }
}

/// A token that shows the value in force, on a page.
struct Figure<'a> {
    file: &'a File,
    leaf: &'a Leaf,
    quoted: YearlyToken<'a>,
    span: &'a Range<usize>,
    in_force: i16,
}

impl Figure<'_> {
    fn report_typed(&self, year: i16, out: &mut Diagnostics) {
        let name = self.quoted.name;
        let right = year_token(name);
        let message =
            format!("{year} is typed next to `{{{name}}}`, which changes with the tax year");
        out.at(self.file, self.place(), message)
            .expected(format!("`{right}` instead of {year}"))
            .found(format!("{year}, typed"))
            .help(format!(
                "Write `{right}` instead of {year}: it changes with the figure. To keep the figure of one year, pin it next to the typed year: `{}`.",
                self.pinned(Some(year))
            ));
    }

    fn report_undated(&self, typed: Option<i16>, out: &mut Diagnostics) {
        let name = self.quoted.name;
        let right = year_token(name);
        let shows = self.in_force;
        let (found, help) = match typed {
            Some(year) => (
                format!("{year}, typed"),
                format!("If {year} is its year, write `{right}` instead: it shows {shows}"),
            ),
            None => (
                "no year".to_owned(),
                format!("Name the year in this text: `{right}` shows {shows}"),
            ),
        };
        let message = format!(
            "`{{{name}}}` changes with the tax year, and this text doesn't say which year it is for"
        );
        out.at(self.file, self.place(), message)
            .expected(format!("`{right}` in the same text"))
            .found(found)
            .help(format!(
                "{help} and changes with the figure. To keep the figure of one year, type the year and pin it: `{}`.",
                self.pinned(typed)
            ));
    }

    fn place(&self) -> Range<usize> {
        self.leaf.map.source(self.span.clone())
    }

    /// Returns the token that is pinned to a year; if that year has no value, to the year in force.
    fn pinned(&self, year: Option<i16>) -> String {
        let year = year.filter(|year| self.quoted.fact.of_year(*year).is_some());
        pinned_token(self.quoted.name, year.unwrap_or(self.in_force))
    }
}

/// A year in digits, and the word before it, if there is one. Both are captured.
const YEAR_AFTER_WORD: &str = r"(?:\b(?P<word>[A-Za-z]+) )?(?-u:\b)(?P<year>20\d\d)(?-u:\b)";

/// A year that belongs to the figure after it: "the 2026 FIGURE", "2026: FIGURE", "for 2026 the limit is FIGURE", and
/// at the beginning of a sentence, "In 2026, FIGURE".
static BEFORE: LazyLock<[Regex; 3]> = LazyLock::new(|| {
    let about = "(?:(?:the|an?|about|up to|at most|only) )?";
    [
        pattern(&format!(
            r"(?i){YEAR_AFTER_WORD}(?:['’]s)?(?: ?[:|(=])? ?{about}[*_]*$"
        )),
        pattern(&format!(
            r"(?i)(?:^|[^A-Za-z])(?P<word>for|in|during|year) (?P<year>20\d\d),? (?:[A-Za-z'’-]+ ){{0,4}}(?:is|was|are|were) {about}[*_]*$"
        )),
        pattern(r"(?:^|[.!?;] )(?P<word>For|In|During) (?P<year>20\d\d), [*_]*$"),
    ]
});

/// A year that belongs to the figure before it: "FIGURE in 2026", "FIGURE (2026)". The beginning of a span of years, which says how
/// long a law lasts, is captured.
static AFTER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^[*_]*(?: (?:each|a year|a person|per person))?,? ?(?:\(|(?:for|in|during|of|from|as of)(?: tax year)? )(?P<year>20\d\d)(?-u:\b)(?P<span> ?(?:through|to|until|till|[-–]))?",
    )
});

/// The words before a year that belongs to a law or an event, not to the figure.
const MOMENTS: [&str; 10] = [
    "since", "until", "till", "through", "before", "after", "by", "to", "of", "and",
];

/// The number of bytes before a figure that are searched for its year.
const NEAR: usize = 100;

/// Returns the typed year that belongs to a figure. `None` if there is no year, or if it belongs to something else.
fn year_beside(text: &str, figure: &Range<usize>) -> Option<i16> {
    let start = text.floor_char_boundary(figure.start.saturating_sub(NEAR));
    let before = &text[start..figure.start];
    for pattern in BEFORE.iter() {
        let Some(found) = pattern.captures(before) else {
            continue;
        };
        let word = found.name("word").map_or("", |word| word.as_str());
        if !MOMENTS.contains(&word.to_lowercase().as_str()) {
            return found["year"].parse().ok();
        }
    }
    let found = AFTER.captures(&text[figure.end..])?;
    if found.name("span").is_some() {
        return None;
    }
    found["year"].parse().ok()
}

static TYPED: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?-u:\b)20\d\d(?-u:\b)"));

/// Returns the year that is typed in a text, outside its tokens. `None` if there are several.
fn typed_year(text: &str, tokens: &[(String, Range<usize>)]) -> Option<i16> {
    let mut years = TYPED.find_iter(text).filter(|year| {
        let is_within = |(_, token): &(String, Range<usize>)| token.contains(&year.start());
        !tokens.iter().any(is_within)
    });
    let year = years.next()?;
    if years.next().is_some() {
        return None;
    }
    year.as_str().parse().ok()
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{
        assert_snapshot, check, check_at_marks, finds_in_files, found_since, passes, site_with,
    };

    #[test]
    #[rustfmt::skip]
    fn unpinned() {
        assert_snapshot!(check_at_marks("articles/first.mdx", "{withdrawal-rule}", "«{senior-allowance}»"), @r#"
        error[fact/unpinned]: `{senior-allowance}` changes with the tax year, but an approved article must not change
        --> content/articles/first.mdx
         = expected: `{senior-allowance-2026}`
         = found: `{senior-allowance}`
         = help: Write `{senior-allowance-2026}`, or the year that the text is about. Then the figure doesn't change.
         = note: `cargo site check --fix` fixes this
        "#);
        assert_snapshot!(check_at_marks("articles/first.mdx", "{withdrawal-rule}", "«{senior-allowance-year}»"), @r#"
        error[fact/unpinned]: `{senior-allowance-year}` changes with the year, but an approved article must not change
        --> content/articles/first.mdx
         = expected: `2026`
         = found: `{senior-allowance-year}`
         = help: Write 2026.
         = note: `cargo site check --fix` fixes this
        "#);
        assert_snapshot!(check_at_marks("pages/services.toml", "{gift-deadline}", "«{payment-last}»"), @r#"
        error[fact/unpinned]: `{payment-last}` is a deadline without its year
        --> content/pages/services.toml
         = expected: `{payment-last-2025}`
         = found: `{payment-last}`
         = help: Write `{payment-last-2025}`, or the year that the text is about.
         = note: `cargo site check --fix` fixes this
        "#);
        finds_in_files("fact/unpinned", &[
            ("articles/first.mdx", "title = \"First\"", "title = \"«{contribution-limit}\""),
        ]);
    }

    /// The token that the fix writes, if content/facts.toml was different at the merge base.
    fn pinned(before: &str) -> String {
        let article = "articles/first.mdx";
        let base = site_with(&[("facts.toml", "", before)]);
        let site = site_with(&[(article, "{withdrawal-rule}", "{contribution-limit}")]);
        let found = found_since(&base, &site);
        let found = found.iter().find(|found| found.code == "fact/unpinned");
        let fix = found.and_then(|found| found.fix.clone()).expect("a fix");
        fix.edits[0].text.clone()
    }

    #[test]
    fn the_fix_pins_the_value_that_the_merge_base_shows() {
        let of_2025 = "[contribution-limit.years.2025]\nvalue = \"$70,000\"\n";
        assert_eq!(pinned(of_2025), "{contribution-limit-2025}");
        let without_years = "[contribution-limit]\nvalue = \"$70,000\"\n";
        assert_eq!(pinned(without_years), "{contribution-limit-2025}");
        let another = "[contribution-limit]\nvalue = \"$69,000\"\n";
        assert_eq!(pinned(another), "{contribution-limit-2026}");
        assert_eq!(pinned(""), "{contribution-limit-2026}");
    }

    const FILE: &str = "pages/services.toml";
    const TEXT: &str =
        "In {senior-allowance-year} people of 65 and older deduct {senior-allowance}.";

    #[test]
    #[rustfmt::skip]
    fn year() {
        assert_snapshot!(check_at_marks(FILE, TEXT, "In 2026 people of 65 and older deduct «{senior-allowance}»."), @r#"
        error[fact/year]: `{senior-allowance}` changes with the tax year, and this text doesn't say which year it is for
        --> content/pages/services.toml
         = expected: `{senior-allowance-year}` in the same text
         = found: 2026, typed
         = help: If 2026 is its year, write `{senior-allowance-year}` instead: it shows 2026 and changes with the figure. To keep the figure of one year, type the year and pin it: `{senior-allowance-2026}`.
        "#);
        assert_snapshot!(check_at_marks(FILE, TEXT, "Each year people of 65 and older deduct «{senior-allowance}»."), @r#"
        error[fact/year]: `{senior-allowance}` changes with the tax year, and this text doesn't say which year it is for
        --> content/pages/services.toml
         = expected: `{senior-allowance-year}` in the same text
         = found: no year
         = help: Name the year in this text: `{senior-allowance-year}` shows 2026 and changes with the figure. To keep the figure of one year, type the year and pin it: `{senior-allowance-2026}`.
        "#);
        assert_snapshot!(check_at_marks(FILE, "deduct {senior-allowance}.", "deduct «{senior-allowance}» for 2026."), @r#"
        error[fact/year]: 2026 is typed next to `{senior-allowance}`, which changes with the tax year
        --> content/pages/services.toml
         = expected: `{senior-allowance-year}` instead of 2026
         = found: 2026, typed
         = help: Write `{senior-allowance-year}` instead of 2026: it changes with the figure. To keep the figure of one year, pin it next to the typed year: `{senior-allowance-2026}`.
        "#);
        finds_in_files("fact/year", &[
            (FILE, TEXT, "«{senior-allowance}"),
            (FILE, TEXT, "In {senior-allowance-year} it is «{contribution-limit}."),
        ]);
    }

    #[test]
    fn a_typed_year_beside_the_figure_is_found() {
        for text in [
            "For 2026 the allowance is {senior-allowance}, as {senior-allowance-year} began.",
            "In {senior-allowance-year}, the 2026 {senior-allowance} is new.",
            "In 2026, {senior-allowance} is deducted, in {senior-allowance-year} too.",
            "2026's {senior-allowance} is that of {senior-allowance-year}.",
            "In {senior-allowance-year} they deduct **{senior-allowance}** in 2026.",
            "In {senior-allowance-year} they deduct {senior-allowance} (2026).",
            "In {senior-allowance-year} they deduct {senior-allowance} a person for tax year 2026.",
        ] {
            let found = check(FILE, TEXT, text);
            assert!(found.contains("2026 is typed next to"), "{text}: {found}");
        }
    }

    #[test]
    fn a_year_of_something_else_passes() {
        for text in [
            "If you turn 65 in 2027, the rule of {senior-allowance-year} gives you {senior-allowance}.",
            "The law of 2025 lets each deduct {senior-allowance} in {senior-allowance-year}.",
            "Since 2025 {senior-allowance} may be deducted, in {senior-allowance-year} as well.",
            "In {senior-allowance-year} they deduct {senior-allowance} each, for 2025 through 2028.",
            "In {senior-allowance-year} they deduct {senior-allowance} until 2028.",
            "For 2025 the limit was {contribution-limit-2025}, and in {contribution-limit-year} it is {contribution-limit}.",
            "{senior-allowance-year}: {senior-allowance}",
            "Whoever retired in 2020 deducts {senior-allowance} in {senior-allowance-year}.",
            "Were you born before 1961? Then you deduct {senior-allowance} in {senior-allowance-year}.",
            "In {senior-allowance-year} somebody born in 1960 deducts {senior-allowance}.",
            "The deduction of {senior-allowance} in {senior-allowance-year} ends after 2028.",
            "We opened in 2009. In {senior-allowance-year} each deducts {senior-allowance}.",
            "The return for 2024 had no such line; in {senior-allowance-year} it is {senior-allowance}.",
            "Who turns 65 by December 31, 2026 deducts {senior-allowance} in {senior-allowance-year}.",
            "The law is of July 4, 2025; {senior-allowance} is for {senior-allowance-year}.",
            "{senior-allowance} in {senior-allowance-year}, the same as in 2025",
            "In {senior-allowance-year} it is {senior-allowance}; nobody knows what 2029 brings.",
            "After the tax act of 2017 nobody expected {senior-allowance} in {senior-allowance-year}.",
            "The form of 2025 has a line for the {senior-allowance} of {senior-allowance-year}.",
            "A fund for 2050, and {senior-allowance} off in {senior-allowance-year}.",
        ] {
            passes(FILE, TEXT, text);
        }
    }
}
