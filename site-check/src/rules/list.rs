//! Lines of prose that look like a list but don't make one.
//!
//! 1. `check_bullets`: the bullets of word processors
//! 2. `check_numbers`: numbers in a form that Markdown doesn't read
//!
//! The parser finds lists that begin with a number other than 1.

use super::paragraphs::{Line, Paragraphs, paragraphs};
use crate::fix::Fix;
use crate::load::File;
use crate::rule::{Diagnostics, Example, ProseError, Rule, Scope, Severity};

pub(super) static RULES: &[&Rule] = &[&FORM];

pub(super) static FORM: Rule = Rule {
    code: "list/form",
    severity: Severity::Error,
    scope: Scope::FileAlone(check),
    summary: "Lines look like a list but don't make one, because of bullets such as • or numbers such as (1); or a list begins with a number other than 1.",
    why: "Visitors would read the items as one paragraph, with the bullets and numbers between them; and every list is numbered from 1, whatever its first number.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: r"
• Rebalance.
• Wait.
",
        right: r"
- Rebalance.
- Wait.
",
    },
};

fn check(file: &File, out: &mut Diagnostics) {
    for paragraphs in paragraphs(file) {
        check_bullets(file, &paragraphs, out);
        check_numbers(file, &paragraphs, out);
    }
}

/// The smallest number that rarely numbers an item: it is usually a year or the name of a form.
pub(super) const LARGE_NUMBER: usize = 100;

/// Characters that are bullets at the beginning of any line. The last three come from Word's own fonts.
const BULLETS: [char; 23] = [
    '•', '▪', '◦', '‣', '●', '○', '■', '□', '◆', '❖', '▸', '►', '➔', '➢', '➤', '✓', '✔', '☐', '☑',
    '✗', '\u{f0b7}', '\u{f0a7}', '\u{f0d8}',
];

/// A bullet at the beginning of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Bullet {
    character: char,
    /// The number of bytes of the character and of the spaces after it.
    length: usize,
    /// True if a single line is enough. Other characters are bullets only if two lines begin with them.
    is_certain: bool,
}

/// Returns the bullet that a line begins with.
pub(super) fn bullet(line: &str) -> Option<Bullet> {
    let character = line.chars().next()?;
    let after = &line[character.len_utf8()..];
    let words = after.trim_start();
    let space = &after[..after.len() - words.len()];
    // A row of bullets without words divides sections.
    if !words.starts_with(|c: char| c.is_alphanumeric() || "\"“‘'($*_[{".contains(c)) {
        return None;
    }
    let is_certain = match character {
        '·' => !space.is_empty(),
        'o' => space.contains('\t') || space.len() > 1,
        _ => BULLETS.contains(&character),
    };
    let is_possible = match character {
        'o' | '–' | '—' | '−' | '→' => !space.is_empty(),
        '-' => words.starts_with(char::is_alphabetic),
        // In Markdown, a non-breaking space doesn't end a bullet.
        '*' | '+' => !space.is_empty() && !space.starts_with([' ', '\t']),
        _ => false,
    };
    (is_certain || is_possible).then_some(Bullet {
        character,
        length: line.len() - words.len(),
        is_certain,
    })
}

/// Reports the first line that begins with a bullet.
fn check_bullets(file: &File, paragraphs: &Paragraphs, out: &mut Diagnostics) {
    let items = items(paragraphs);
    let Some((first, bullet)) = items.first() else {
        return;
    };
    let mark = bullet.character;
    let source = paragraphs.prose.map.source(first.span());
    out.at(file, source, format!("`{mark}` doesn't start a list here"))
        .expected("a hyphen and a space before each item")
        .quoting(first.text)
        .help(format!(
            "Replace each {mark} with a hyphen and a space (- ), and put each item on its own line. Indent an inner list by two spaces."
        ))
        .fix(with_hyphens(file, paragraphs, &items));
}

/// Returns the lines that begin with bullets.
fn items<'r, 'a>(paragraphs: &'r Paragraphs<'a>) -> Vec<(&'r Line<'a>, Bullet)> {
    let bullets: Vec<_> = paragraphs
        .lines
        .iter()
        .map(|line| bullet(line.text))
        .collect();
    let has_certain = bullets.iter().flatten().any(|bullet| bullet.is_certain);
    let mut items = Vec::new();
    for (at, line) in paragraphs.lines.iter().enumerate() {
        let Some(bullet) = bullets[at] else {
            continue;
        };
        let before = at.checked_sub(1).and_then(|before| bullets[before]);
        let after = bullets.get(at + 1).copied().flatten();
        let has_like_it = [before, after]
            .into_iter()
            .flatten()
            .any(|other| other.character == bullet.character);
        if bullet.is_certain || has_like_it || has_certain && bullet.character == 'o' {
            items.push((line, bullet));
        }
    }
    items
}

/// Writes hyphens. Returns `None` if the bullets have two levels, or if one is within a line.
fn with_hyphens(file: &File, paragraphs: &Paragraphs, items: &[(&Line, Bullet)]) -> Option<Fix> {
    let (_, first) = items.first()?;
    let mut fixes = Vec::new();
    for (line, bullet) in items {
        if bullet.character != first.character || line.is_within_line {
            return None;
        }
        fixes.push(marker_instead(file, paragraphs, line, bullet.length, "- ")?);
    }
    let mark = first.character;
    let all = fixes.into_iter().reduce(Fix::and)?;
    Some(all.described(format!("Replace each {mark} with a hyphen and a space.")))
}

/// Writes a marker over the first bytes of a line.
fn marker_instead(
    file: &File,
    paragraphs: &Paragraphs,
    line: &Line,
    length: usize,
    marker: &str,
) -> Option<Fix> {
    let span = paragraphs.prose.map.source(line.first(length));
    Fix::instead(file, span, &line.text[..length], marker)
}

/// A form of numbers: the characters around the number, and the first two numbers.
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

    /// Returns the number of bytes that a number of this form takes at the beginning of a line, with the spaces after it.
    fn length(&self, line: &str, number: &str) -> Option<usize> {
        let from_number = line.strip_prefix(self.before)?;
        let after_number = from_number.strip_prefix(number)?;
        let rest = after_number.strip_prefix(self.after)?;
        let words = rest.trim_start();
        let has_space = rest.len() > words.len();
        let fits = if self.is_as_in_lists() {
            // A non-breaking space doesn't start a list, either.
            has_space && !rest.starts_with([' ', '\t'])
                || words.starts_with(char::is_alphabetic) && !has_space
        } else {
            has_space
        };
        (fits && !words.is_empty()).then_some(line.len() - words.len())
    }

    /// Returns true if it starts a list when a plain space follows.
    fn is_as_in_lists(&self) -> bool {
        self.is_of_digits() && self.before.is_empty() && matches!(self.after, "." | ")")
    }
}

const DIGITS: [&str; 2] = ["1", "2"];
const LETTERS: [&str; 2] = ["a", "b"];

/// The forms that don't start a list, the last two only without a plain space.
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
pub(super) fn is_numbered(line: &str) -> bool {
    FORMS.iter().any(|form| {
        let first = form.length(line, form.one);
        first.or(form.length(line, form.two)).is_some()
    })
}

/// Reports the first line that is numbered in a form that Markdown doesn't read.
fn check_numbers(file: &File, paragraphs: &Paragraphs, out: &mut Diagnostics) {
    let Some((form, lines)) = numbered(paragraphs) else {
        return;
    };
    let first = lines[0];
    let sign = [form.before, form.one, form.after].concat();
    let source = paragraphs.prose.map.source(first.span());
    out.at(file, source, format!("`{sign}` doesn't start a list here"))
        .expected("1. and a space before the first item, 2. before the next")
        .quoting(first.text)
        .help("Write 1. and a space before the first item, 2. before the next, each on its own line. To label an item with a letter, write the letter as part of its words.")
        .fix(with_numbers(file, paragraphs, form, lines));
}

/// Returns the first form whose numbers begin a list, and the lines starting with the first number.
fn numbered<'r, 'a>(paragraphs: &'r Paragraphs<'a>) -> Option<(&'static Form, &'r [Line<'a>])> {
    for (at, pair) in paragraphs.lines.windows(2).enumerate() {
        let [one, two] = pair else { continue };
        for form in &FORMS {
            // Laws have paragraphs with letters.
            let is_meant = form.is_of_digits() || !two.begins_paragraph;
            let is_first = form.length(one.text, form.one).is_some();
            if is_meant && is_first && form.length(two.text, form.two).is_some() {
                return Some((form, &paragraphs.lines[at..]));
            }
        }
    }
    None
}

/// Writes the numbers as a list has them. Returns `None` for letters, which would be lost.
fn with_numbers(file: &File, paragraphs: &Paragraphs, form: &Form, lines: &[Line]) -> Option<Fix> {
    if !form.is_of_digits() || lines[0].is_within_line {
        return None;
    }
    let mut fixes = Vec::new();
    for (number, line) in (1..).zip(lines) {
        let Some(length) = form.length(line.text, &format!("{number}")) else {
            break;
        };
        let marker = format!("{number}. ");
        fixes.push(marker_instead(file, paragraphs, line, length, &marker)?);
    }
    let all = fixes.into_iter().reduce(Fix::and)?;
    Some(all.described("Write 1. and a space before the first item, and so on."))
}

/// Returns the number that a list begins with, and the mark after it, if the number is large.
pub(super) fn large_number<'a>(error: &ProseError<'a>) -> Option<(&'a str, &'a str)> {
    let written = error.written();
    let (number, rest) = written.split_at(written.find(['.', ')'])?);
    let is_large = number
        .parse()
        .is_ok_and(|number: usize| number >= LARGE_NUMBER);
    is_large.then(|| (number, &rest[..1]))
}

/// Writes a backslash after the large number that begins a list of an article.
pub(super) fn literal_number(error: &ProseError) -> Option<Fix> {
    let (number, mark) = large_number(error)?;
    error.file.body.as_ref()?;
    let at = error.error.span.start + number.len();
    let fix = Fix::edit(error.file, error.prose.map.source(at..at), "\\");
    Some(fix.described(format!(
        "Write `{number}\\{mark}` instead of `{number}{mark}`."
    )))
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{assert_snapshot, check, finds_in_each, finds_in_none, passes};

    #[test]
    #[rustfmt::skip]
    fn bullet() {
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "• Save\n• Spend\n\nSome **words**"), @r#"
        error[list/form]: `•` doesn't start a list here
          --> content/articles/first.mdx:15:1
           |
        15 | • Save
           | ^^^^^^
           |
           = expected: a hyphen and a space before each item
           = found: `• Save`
           = help: Replace each • with a hyphen and a space (- ), and put each item on its own line. Indent an inner list by two spaces.
           = note: `cargo site check --fix` fixes this
        "#);
        finds_in_each("list/form", &[
            "•\tSave", "▪ Save", "‣ Save", "· Save", "\u{f0b7} Save", "o\tSave", "o   Save", "o Save\no Spend", "– Save\n– Spend",
            "– Save\n\n– Spend", "— Save\n— Spend", "-Save\n-Spend", "We do:\n• Save", "• Save\no Monthly", "> • Save\n> • Spend",
            "- • Save", "•Save", "•\u{a0}Save", "-\u{a0}Save\n-\u{a0}Spend", "*\u{a0}Save\n*\u{a0}Spend",
            "✓ Save", "❖ Save", "► Save", "☐ Save", "→ Save\n→ Spend",
        ]);
    }

    #[test]
    fn bullet_that_is_none() {
        finds_in_none(
            "list/form",
            &[
                "- Save\n- Spend",
                "* Save\n* Spend",
                "+ Save\n+ Spend",
                "1. Save\n2. Spend",
                "1) Save\n2) Spend",
                "Tulsa • Jenks • Bixby",
                "Stocks fell\n→ and rose.",
                "• • •",
                "·",
                "> A quote.\n\n– Benjamin Graham",
                "> A quote.\n>\n> — Benjamin Graham",
                "The market fell\n– and rose.",
                "The market fell –\nand rose.",
                "-5% in May\n-3% in June",
                "- 5% in May\n- 3% in June",
                "open\norder",
                "o",
                "One o clock",
                "`• Save`",
                "```\n• Save\n• Spend\n```",
                "A bullet (•) is typed with Alt+7.",
                "10 · 20 = 200",
                "---",
                "- one – two\n- three – four",
                "a–b\nc–d",
            ],
        );
        passes(
            "articles/first.mdx",
            "Some **words**",
            "- Save\n  - Monthly\n\nSome **words**",
        );
    }

    #[test]
    #[rustfmt::skip]
    fn number() {
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "1.) Save\n2.) Spend\n\nSome **words**"), @r#"
        error[list/form]: `1.)` doesn't start a list here
          --> content/articles/first.mdx:15:1
           |
        15 | 1.) Save
           | ^^^^^^^^
           |
           = expected: 1. and a space before the first item, 2. before the next
           = found: `1.) Save`
           = help: Write 1. and a space before the first item, 2. before the next, each on its own line. To label an item with a letter, write the letter as part of its words.
           = note: `cargo site check --fix` fixes this
        "#);
        finds_in_each("list/form", &[
            "(1) Save\n(2) Spend\n(3) Give", "1.) Save\n\n2.) Spend", "a) Save\nb) Spend", "(a) Save\n(b) Spend",
            "1.Save\n2.Spend", "1)Save\n2)Spend", "1 - Save\n2 - Spend", "We do:\n(1) Save\n(2) Spend", "> 1.) Save\n> 2.) Spend",
            "1.)\tSave\n2.)\tSpend", "1.\u{a0}Save\n2.\u{a0}Spend",
        ]);
    }

    #[test]
    fn number_that_is_none() {
        finds_in_none(
            "list/form",
            &[
                "1. Save\n2. Spend",
                "1) Save\n2) Spend",
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

    #[test]
    #[rustfmt::skip]
    fn start() {
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "3. Some\n4. More\n\nSome **words**"), @r#"
        error[list/form]: this list would be numbered from 1
          --> content/articles/first.mdx:15:1
           |
        15 | 3. Some
           | ^^^^^^^
           |
           = expected: 1. before the first item
           = found: `3. Some`
           = help: Write 1. before it. To continue the list above, indent the text between them as far as its items' words. If this isn't a list, write a backslash before the period, as in 3\.
        "#);
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "2020. A hard year.\n\nSome **words**"), @r#"
        error[list/form]: `2020.` starts a list here, and visitors read 1 instead of 2020
          --> content/articles/first.mdx:15:1
           |
        15 | 2020. A hard year.
           | ^^^^^^^^^^^^^^^^^^
           |
           = expected: a line that begins with a word, or a backslash after the number
           = found: `2020. A hard year.`
           = help: Write 2020\., or begin the sentence with another word. The first item of a list has the number 1.
           = note: `cargo site check --fix` fixes this
        "#);
        finds_in_each("list/form", &["1099. The form", "1099) The form", "0. Save", "1986. It rained.\n1987. It snowed.", "> 401. The number"]);
        finds_in_none("list/form", &["In\n2020. A hard year", "2020\\. A hard year", "1. Save\n2. Spend", "2020 was hard.", "**2020.** A hard year", "1.5 million"]);
    }
}
