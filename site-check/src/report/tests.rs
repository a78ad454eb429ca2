use super::terminal::{self, Style};
use super::{Report, github, plain, summary_line};
use crate::rules::tests::loaded;

/// The maximum size in bytes of a report on one file.
const MOST_BYTES: usize = 100_000;

/// The length in bytes of a pasted line.
const LINE: usize = 60_000;

#[test]
fn a_report_on_a_long_line_is_short_in_every_form() {
    let parts = [
        "x ",
        "'a ",
        "{a} ",
        "{a}\n",
        "[a](b) ",
        "<b>",
        "a\u{a0}",
        "a\u{200b}",
        "here: a@b.co ",
        "4% ",
    ];
    for part in parts {
        let line = format!("MANY {} {part}", LINE / part.len());
        let loaded = loaded("articles/first.mdx", "More is in", &line);
        let found = &loaded.diagnostics;
        assert!(found.len() >= 100, "{part:?}: {}", found.len());
        let summary = summary_line(&loaded, &[]);
        let json = serde_json::to_string_pretty(&Report::new(&loaded, &[])).expect("JSON");
        for text in [
            terminal::render(found, &summary, Style::Plain),
            plain::render(found, &summary),
            github::render(found, &summary, None),
            github::job_summary(found, &summary),
            json,
        ] {
            assert!(text.len() < MOST_BYTES, "{part:?}: {} bytes", text.len());
        }
    }
}

#[test]
fn of_many_problems_the_first_are_listed_and_all_are_counted() {
    let loaded = loaded("articles/first.mdx", "More is in", "MANY 9000 x ");
    let found = &loaded.diagnostics;
    let report = plain::render(found, &summary_line(&loaded, &[]));
    assert_eq!(report.matches("The line: ").count(), 20);
    let more = "… and 8,979 more of text/doubled-word in content/articles/first.mdx.";
    assert!(report.contains(more), "{report}");
    assert!(report.ends_with(": 0 errors, 8999 warnings.\n"), "{report}");
    let json = Report::new(&loaded, &[]);
    assert_eq!((json.diagnostics.len(), json.omitted[0].count), (20, 8_979));
}

#[test]
fn a_mark_in_a_long_line_keeps_its_column() {
    let words = "Some words. ".repeat(100);
    let loaded = loaded(
        "articles/first.mdx",
        "More is in",
        &format!("{words}the the end. {words}More is in"),
    );
    let [found] = loaded.diagnostics.as_slice() else {
        panic!("{:#?}", loaded.diagnostics);
    };
    let drawn = found.to_string();
    assert!(drawn.contains("first.mdx:19:1205\n"), "{drawn}");
    assert!(drawn.contains("19 | …"), "{drawn}");
    let place = found.place.as_ref().expect("a place");
    assert_eq!(
        (place.column, super::Excerpt::of(place).text.len()),
        (1_205, 200)
    );
}
