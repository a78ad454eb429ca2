//! Tests of misspelled names, drawings of problems, and typography.

use crate::site::Site;
use site_check::diagnostic::Diagnostic;
use site_check::load::{File, FileKind};
use site_check::names::meant;

#[test]
fn only_one_near_name_is_meant() {
    for (name, known, expected) in [
        ("titel", &["title", "short_title"][..], Some("title")),
        ("Tax planning", &["Tax Planning"], Some("Tax Planning")),
        ("card", &["cards", "care"], None),
        // Two of four letters are too many, and a different year is never a typing mistake.
        ("news", &["fees", "team"], None),
        ("limit-2024", &["limit-2025"], None),
        ("anything", &[], None),
    ] {
        assert_eq!(meant(name, known.iter().copied()), expected, "{name}");
    }
}

#[test]
fn what_a_keyboard_has_is_set() {
    for (typed, set) in [
        ("\"Don't,\" she said.", "“Don’t,” she said."),
        (
            "('So,' he said, 'what now?')",
            "(‘So,’ he said, ‘what now?’)",
        ),
        (
            "the '90s and the clients' plan",
            "the ’90s and the clients’ plan",
        ),
        (
            "ages 60-63, 2024-2025, $5-$10",
            "ages 60–63, 2024–2025, $5–$10",
        ),
        ("a plan - not a guess", "a plan – not a guess"),
        ("404 - Page Not Found", "404 - Page Not Found"),
        ("-$2,900 or (-5%)", "−$2,900 or (−5%)"),
        ("(918) 555-0142, 2025-07-23", "(918) 555-0142, 2025-07-23"),
        (
            "Public Law 119-21, 1099-R and W-2",
            "Public Law 119-21, 1099-R and W-2",
        ),
        ("fee-only, 74103-1234", "fee-only, 74103-1234"),
        ("- 5", "- 5"),
    ] {
        let site = Site::new();
        let article = site.text("articles/first.mdx");
        let typed = format!("{typed:?}");
        site.write(
            "articles/first.mdx",
            article.replace("\"The first article.\"", &typed),
        );
        let content = site.content();
        let article = content.article("first").expect("there");
        assert_eq!(article.matter.excerpt.to_string(), set);
    }
}

fn drawn(line: &str, column: usize, width: usize) -> Vec<String> {
    let bytes = |characters: usize| line.chars().take(characters).map(char::len_utf8).sum();
    let span = bytes(column - 1)..bytes(column - 1 + width);
    let file = File::parse("content/fees.toml".into(), FileKind::Fees, line.into());
    let diagnostic = Diagnostic::at(&file, span, "a problem");
    let drawn = diagnostic.to_string();
    drawn.lines().map(str::to_owned).collect()
}

#[test]
fn a_long_line_is_trimmed_around_the_mark() {
    for (before, width, after) in [(0, 4, 600), (300, 4, 300), (600, 4, 0), (300, 400, 0)] {
        let text = ["a".repeat(before), "b".repeat(width), "c".repeat(after)].concat();
        let lines = drawn(&text, before + 1, width);
        let (source, mark) = (&lines[3], &lines[4]);
        assert!(source.chars().count() <= 103, "{source}");
        let at = mark.find('^').expect("a mark");
        let marked: String = source.chars().skip(at).take(mark[at..].len()).collect();
        assert_eq!(marked, "b".repeat(width.min(60)), "{lines:#?}");
    }
}

#[test]
fn what_steers_a_terminal_is_drawn_as_a_replacement_character() {
    let lines = drawn("é\u{1b}[31m\u{202e}\t\u{9b}d\u{200b}", 9, 1);
    let (source, mark) = (&lines[3], &lines[4]);
    assert_eq!(source, "1 | é\u{fffd}[31m\u{fffd}    \u{fffd}d\u{fffd}");
    let at = mark.find('^').expect("a mark");
    assert_eq!(source.chars().nth(at), Some('\u{fffd}'), "{lines:#?}");
}
