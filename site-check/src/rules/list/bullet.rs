use crate::fix::Fix;
use crate::load::File;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use crate::rules::paragraphs::{Line, Run, runs};

pub(super) static BULLET: Rule = Rule {
    code: "list/bullet",
    severity: Severity::Error,
    scope: Scope::FileAlone(check),
    summary: "Lines begin with the bullets of a word processor, such as • or o, or with dashes, and so are no list.",
    why: "Visitors would read the items one after another in one paragraph, with the bullets between them.",
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

/// The bullets that nothing else begins with; the last three are those of Word's own fonts.
const BULLETS: [char; 23] = [
    '•', '▪', '◦', '‣', '●', '○', '■', '□', '◆', '❖', '▸', '►', '➔', '➢', '➤', '✓', '✔', '☐', '☑',
    '✗', '\u{f0b7}', '\u{f0a7}', '\u{f0d8}',
];

/// A bullet at the beginning of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::rules) struct Bullet {
    character: char,
    /// The bytes of it and of the spaces after it.
    length: usize,
    /// Whether one alone is a bullet; others are where two lines begin with them.
    is_certain: bool,
}

/// Returns the bullet that a line begins with.
pub(in crate::rules) fn bullet(line: &str) -> Option<Bullet> {
    let character = line.chars().next()?;
    let after = &line[character.len_utf8()..];
    let words = after.trim_start();
    let space = &after[..after.len() - words.len()];
    // A row of them divides sections.
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
        // Markdown doesn't read a space that does not break as the end of a bullet.
        '*' | '+' => !space.is_empty() && !space.starts_with([' ', '\t']),
        _ => false,
    };
    (is_certain || is_possible).then_some(Bullet {
        character,
        length: line.len() - words.len(),
        is_certain,
    })
}

fn check(file: &File, out: &mut Diagnostics) {
    for run in runs(file) {
        let items = items(&run);
        let Some((first, bullet)) = items.first() else {
            continue;
        };
        let mark = bullet.character;
        out.at(
            file,
            run.prose.map.source(first.span()),
            format!("`{mark}` begins no list here"),
        )
        .expected("a hyphen and a space before each item")
        .quoting(first.text)
        .help(format!(
            "Replace each {mark} with a hyphen and a space (- ), and put each item on its own line. Indent an inner list by two spaces."
        ))
        .fix(fix(file, &run, &items));
    }
}

/// Returns the lines of a run that bullets begin.
fn items<'r, 'a>(run: &'r Run<'a>) -> Vec<(&'r Line<'a>, Bullet)> {
    let bullets: Vec<_> = run.lines.iter().map(|line| bullet(line.text)).collect();
    let has_certain = bullets.iter().flatten().any(|bullet| bullet.is_certain);
    let mut items = Vec::new();
    for (at, line) in run.lines.iter().enumerate() {
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

/// Writes hyphens. None where the bullets are of two levels, or within another line.
fn fix(file: &File, run: &Run, items: &[(&Line, Bullet)]) -> Option<Fix> {
    let (_, first) = items.first()?;
    let mut all: Option<Fix> = None;
    for (line, bullet) in items {
        if bullet.character != first.character || line.is_within_line {
            return None;
        }
        let written = &line.text[..bullet.length];
        let span = run.prose.map.source(line.first(bullet.length));
        let one = Fix::instead(file, span, written, "- ")?;
        all = Some(match all {
            Some(all) => all.and(one),
            None => one,
        });
    }
    let mark = first.character;
    all.map(|all| all.described(format!("Replace each {mark} with a hyphen and a space.")))
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds_in_each, finds_in_none, passes};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn bullet() {
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "• Save\n• Spend\n\nSome **words**"), @r#"
        error[list/bullet]: `•` begins no list here
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
        finds_in_each("list/bullet", &[
            "•\tSave", "▪ Save", "‣ Save", "· Save", "\u{f0b7} Save", "o\tSave", "o   Save", "o Save\no Spend", "– Save\n– Spend",
            "– Save\n\n– Spend", "— Save\n— Spend", "-Save\n-Spend", "We do:\n• Save", "• Save\no Monthly", "> • Save\n> • Spend",
            "- • Save", "•Save", "•\u{a0}Save", "-\u{a0}Save\n-\u{a0}Spend", "*\u{a0}Save\n*\u{a0}Spend",
            "✓ Save", "❖ Save", "► Save", "☐ Save", "→ Save\n→ Spend",
        ]);
    }

    #[test]
    fn bullet_that_is_none() {
        finds_in_none(
            "list/bullet",
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
}
