//! What is found in words, how it is drawn, and how words are set.

use crate::site::Site;
use site_check::diagnostic::Diagnostic;
use site_check::load::{File, FileKind};
use site_check::load_at;
use site_check::names::meant;

/// What a rule finds in the words of an article.
fn found(code: &str, words: &str) -> Vec<String> {
    found_at("2025-07-15T18:00:00Z", code, words)
}

fn found_at(now: &str, code: &str, words: &str) -> Vec<String> {
    let site = Site::new();
    let article = "articles/first.mdx";
    site.write(article, format!("{}\n{words}\n", site.text(article)));
    let text = site.text(article);
    let now = now.parse().expect("a moment");
    let loaded = load_at(site.folder(), Some(now), false).expect("the folder is there");
    let found = loaded.diagnostics.into_iter();
    let places = found.filter(|it| it.code == code && it.file.ends_with(article));
    let places = places.map(|it| it.place.expect("a place"));
    places.map(|it| text[it.start..it.end].to_owned()).collect()
}

#[test]
fn amounts_and_percentages_are_found() {
    let text = "From 4%, 14%, 4.4% or 4%-5%: 4 % and 401%.";
    assert_eq!(found("fact/literal", text), ["4%", "4%"]);
}

#[test]
fn what_has_happened_since_is_told_from_what_lies_ahead() {
    // The article is of July 15, 2025, and today is January 31, 2026.
    let later = "In August 2025 it rose. On July 16, 2025, too. It is so in 2026. Since January 31, 2026, it fell.";
    let found_later = "August 2025|July 16, 2025|2026|January 31, 2026";
    assert_eq!(
        found_at("2026-01-31T18:00:00Z", "date/later", later).join("|"),
        found_later
    );
    let none = "In July 2025, on July 15, 2025, and in 2019. It will rise in August 2025. A cut is expected in 2026. \
        A fund for 2050, and February 1, 2026. $2,026 and 12026.";
    assert!(found_at("2026-01-31T18:00:00Z", "date/later", none).is_empty());
}

#[test]
fn placeholders_are_whole_words() {
    let text =
        "TODO: XX%, $XX,XXX, xx in 20XX (tbd). Lorem ipsum – todo: FIXME (918) XXX-XXXX _TBD_";
    let all = "TODO XX XX xx 20XX tbd Lorem todo FIXME XXX TBD";
    assert_eq!(found("text/placeholder", text).join(" "), all);
    let none =
        "Todos los días; a to-do list, mastodon, TBDs, XXI, XXL, axx, X, Title XX, Super Bowl XXX";
    assert!(found("text/placeholder", none).is_empty());
}

#[test]
fn addresses_are_not_words_with_a_dot() {
    let addresses = "at www.irs.gov/x.|(https://www.irs.gov@evil.example)|to a@b.co,|http://localhost:80 is|mailto:a@b.co|See “WWW.IRS.GOV”";
    assert_eq!(found("link/bare", &addresses.replace('|', "\n\n")).len(), 6);
    let words = "irs.gov|e.g. this|@name|a @ b.co|5@3.50|www.|https://|and/or";
    assert!(found("link/bare", &words.replace('|', "\n\n")).is_empty());
}

#[test]
fn only_what_nobody_else_reaches_is_private() {
    let links = |addresses: &str| {
        let links = addresses.split(' ').map(|it| format!("[The page]({it})."));
        found("link/private", &links.collect::<Vec<_>>().join("\n\n"))
    };
    let private = "http://localhost:4321/fees https://LOCALHOST/ http://127.0.0.1:8080 http://[::1]:3000/a \
        https://192.168.1.10/ https://172.20.1.1/ https://printer.local/ file:///home/alex/fees.html \
        c:\\Users\\Alex\\fees.docx localhost:4321/fees";
    assert_eq!(links(private).len(), 10);
    let public = "https://www.irs.gov/localhost https://localhost.example.com/ https://172.32.0.1/ https://www.tulsalocal.com/";
    assert!(links(public).is_empty());
}

#[test]
fn only_one_near_name_is_meant() {
    for (name, known, expected) in [
        ("titel", &["title", "short_title"][..], Some("title")),
        ("Tax planning", &["Tax Planning"], Some("Tax Planning")),
        ("card", &["cards", "care"], None),
        // Two letters of four are too many, and a year is not a slip.
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
        let marked = &source[at..at + mark[at..].len()];
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
