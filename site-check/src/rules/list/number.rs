use crate::fix::Fix;
use crate::load::File;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use crate::rules::paragraphs::{Line, Run, runs};

pub(super) static NUMBER: Rule = Rule {
    code: "list/number",
    severity: Severity::Error,
    scope: Scope::FileAlone(check),
    summary: "Lines are numbered in a form that makes no list, such as (1), 1.) or a), or without a space after the number.",
    why: "Visitors would read the items one after another in one paragraph, with the numbers between them.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: r"
(1) Rebalance.
(2) Wait.
",
        right: r"
1. Rebalance.
2. Wait.
",
    },
};

/// A form of numbers: what is written around the number, and its first two.
struct Form {
    before: &'static str,
    one: &'static str,
    two: &'static str,
    after: &'static str,
}

impl Form {
    const fn of(before: &'static str, numbers: [&'static str; 2], after: &'static str) -> Self {
        Self {
            before,
            one: numbers[0],
            two: numbers[1],
            after,
        }
    }

    fn is_of_digits(&self) -> bool {
        self.one == DIGITS[0]
    }

    /// Returns the bytes that a number of this form takes at the beginning of a line, with the spaces after it.
    fn length(&self, line: &str, number: &str) -> Option<usize> {
        let from_number = line.strip_prefix(self.before)?;
        let after_number = from_number.strip_prefix(number)?;
        let rest = after_number.strip_prefix(self.after)?;
        let words = rest.trim_start();
        let has_space = rest.len() > words.len();
        let fits = if self.is_as_in_lists() {
            // A space that does not break makes no list either.
            has_space && !rest.starts_with([' ', '\t'])
                || words.starts_with(char::is_alphabetic) && !has_space
        } else {
            has_space || self.needs_no_space() && words.starts_with(char::is_alphabetic)
        };
        (fits && !words.is_empty()).then_some(line.len() - words.len())
    }

    /// Returns whether it makes a list where a space follows.
    fn is_as_in_lists(&self) -> bool {
        self.is_of_digits() && self.before.is_empty() && matches!(self.after, "." | ")")
    }

    fn needs_no_space(&self) -> bool {
        matches!(self.one, "①" | "１")
    }
}

const DIGITS: [&str; 2] = ["1", "2"];
const LETTERS: [&str; 2] = ["a", "b"];

/// The forms that make no list; the last two only without a space.
const FORMS: [Form; 7] = [
    Form::of("(", DIGITS, ")"),
    Form::of("", DIGITS, ".)"),
    Form::of("", DIGITS, " -"),
    Form::of("(", LETTERS, ")"),
    Form::of("", LETTERS, ")"),
    Form::of("", DIGITS, "."),
    Form::of("", DIGITS, ")"),
];

/// Returns true if a line begins with the first or the second number of a list in some form.
pub(in crate::rules) fn is_numbered(line: &str) -> bool {
    FORMS.iter().any(|form| {
        let first = form.length(line, form.one);
        first.or(form.length(line, form.two)).is_some()
    })
}

fn check(file: &File, out: &mut Diagnostics) {
    for run in runs(file) {
        let Some((form, lines)) = numbered(&run) else {
            continue;
        };
        let first = lines[0];
        let sign = [form.before, form.one, form.after].concat();
        out.at(
            file,
            run.prose.map.source(first.span()),
            format!("`{sign}` numbers no list here"),
        )
        .expected("1. and a space before the first item, 2. before the next")
        .quoting(first.text)
        .help("Write 1. and a space before the first item, 2. before the next, each on its own line. To name an item by a letter, write the letter among its words.")
        .fix(fix(file, &run, form, lines));
    }
}

/// Returns the first lines of a run that are numbered in one of the forms, from the first number on.
fn numbered<'r, 'a>(run: &'r Run<'a>) -> Option<(&'static Form, &'r [Line<'a>])> {
    for (at, pair) in run.lines.windows(2).enumerate() {
        let [one, two] = pair else { continue };
        for form in &FORMS {
            // Paragraphs with letters are how laws are written.
            let is_meant = form.is_of_digits() || !two.begins_paragraph;
            let is_first = form.length(one.text, form.one).is_some();
            if is_meant && is_first && form.length(two.text, form.two).is_some() {
                return Some((form, &run.lines[at..]));
            }
        }
    }
    None
}

/// Writes the numbers as a list has them. None for letters, which are lost then.
fn fix(file: &File, run: &Run, form: &Form, lines: &[Line]) -> Option<Fix> {
    if !form.is_of_digits() || lines[0].is_within_line {
        return None;
    }
    let mut all: Option<Fix> = None;
    for (number, line) in (1..).zip(lines) {
        let number = format!("{number}");
        let Some(length) = form.length(line.text, &number) else {
            break;
        };
        let written = &line.text[..length];
        let span = run.prose.map.source(line.first(length));
        let one = Fix::instead(file, span, written, &format!("{number}. "))?;
        all = Some(match all {
            Some(all) => all.and(one),
            None => one,
        });
    }
    all.map(|all| all.described("Write 1. and a space before the first item, and so on."))
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds_in_each, finds_in_none};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn number() {
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "1.) Save\n2.) Spend\n\nSome **words**"), @r#"
        error[list/number]: `1.)` numbers no list here
          --> content/articles/first.mdx:15:1
           |
        15 | 1.) Save
           | ^^^^^^^^
           |
           = expected: 1. and a space before the first item, 2. before the next
           = found: `1.) Save`
           = help: Write 1. and a space before the first item, 2. before the next, each on its own line. To name an item by a letter, write the letter among its words.
           = note: `cargo site check --fix` fixes this
        "#);
        finds_in_each("list/number", &[
            "(1) Save\n(2) Spend\n(3) Give", "1.) Save\n\n2.) Spend", "a) Save\nb) Spend", "(a) Save\n(b) Spend",
            "1.Save\n2.Spend", "1)Save\n2)Spend", "1 - Save\n2 - Spend", "We do:\n(1) Save\n(2) Spend", "> 1.) Save\n> 2.) Spend",
            "1.)\tSave\n2.)\tSpend", "1.\u{a0}Save\n2.\u{a0}Spend",
        ]);
    }

    #[test]
    fn number_that_is_none() {
        finds_in_none(
            "list/number",
            &[
                "1. Save\n2. Spend",
                "1) Save\n2) Spend",
                "10. Save is no list",
                "(1) Save, (2) spend and (3) give.",
                "We (1) save and\n(2) spend.",
                "(1) cash, (2) bonds and\n(3) stocks",
                "(a) An adviser is a person.\n\n(b) A firm is an adviser.",
                "A. Smith\nB. Jones",
                "a) alone",
                "1.5 million\n2.5 million",
                "2.)",
                "(918) 555-0123",
                "(2025)\n(2026)",
                "i.e. this\nand that",
                "a.m. or\nb.i.d.",
                "1-Year returns\n2-Year returns",
                "1 of\n2",
                "`(1) Save`\n`(2) Spend`",
                "```\n(1) Save\n(2) Spend\n```",
                "Step 1: save.\nStep 2: spend.",
                "Rule 1.) is first",
                "\\(1) Save\n\\(2) Spend",
            ],
        );
    }
}
