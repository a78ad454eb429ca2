//! Texts of real prose as typed, each with the text as printed.

use super::{line, text};
use site_schema::model::{Inline, inline_text};

#[path = "texts.rs"]
mod texts;

#[test]
fn every_text_is_set_as_a_printer_sets_it() {
    let mut wrong = Vec::new();
    for (typed, printed) in texts::TEXTS {
        let set = text(typed);
        if set != *printed {
            wrong.push(format!("{typed}\n  {set}, not\n  {printed}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(texts::TEXTS.len() >= 200);
}

#[test]
fn what_is_set_stays_as_it_is() {
    for (_, printed) in texts::TEXTS {
        assert_eq!(text(printed), *printed);
    }
}

#[test]
fn a_line_is_set_across_its_marks() {
    let plain = |text: &str| Inline::Text {
        text: text.to_owned(),
    };
    let strong = |text: &str| Inline::Strong {
        children: vec![plain(text)],
    };
    let code = || Inline::Code {
        text: "it's".to_owned(),
    };
    let cases = [
        (
            vec![plain("Sam said '"), strong("no"), plain("' to it.")],
            "Sam said ‘no’ to it.",
        ),
        (
            vec![plain("\""), strong("I waited -"), plain("\"")],
            "“I waited -”",
        ),
        (
            vec![plain("\""), strong("I waited —"), plain("\" they said.")],
            "“I waited —” they said.",
        ),
        (vec![plain("(\""), strong("Yes"), plain("\")")], "(“Yes”)"),
        (
            vec![strong("Journal"), plain("'s words")],
            "Journal’s words",
        ),
        (vec![strong("5"), plain("-10 days")], "5–10 days"),
        (vec![plain("$"), strong("5"), plain("-$10")], "$5–$10"),
        (vec![strong("1099"), plain("-R")], "1099-R"),
        (vec![code(), plain("'s \"x\"")], "it's’s “x”"),
        (
            vec![
                plain("A"),
                Inline::LineBreak,
                plain("\"B\" --"),
                plain(" C"),
            ],
            "A “B” – C",
        ),
        (
            vec![strong("404"), plain(" - Page Not Found")],
            "404 - Page Not Found",
        ),
    ];
    for (mut parts, printed) in cases {
        line(&mut parts);
        assert_eq!(inline_text(&parts), printed);
    }
}
