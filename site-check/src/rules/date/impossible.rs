//! Dates that do not exist.

use super::named::impossible;
use crate::load::File;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};

pub(super) static IMPOSSIBLE: Rule = Rule {
    code: "date/impossible",
    severity: Severity::Error,
    scope: Scope::FileAlone(check),
    summary: "Words name a date that does not exist.",
    why: "No one can come, pay or file on June 31, and a guess at the intended date may be a day late.",
    example: Example::InFile {
        file: "content/pages/about.toml",
        wrong: r#"intro = "Two people and a telephone, together since June 31, 2019.""#,
        right: r#"intro = "Two people and a telephone.""#,
    },
};

fn check(file: &File, out: &mut Diagnostics) {
    for text in file.written() {
        for place in impossible(text.text) {
            let written = &text.text[place.clone()];
            let message = format!("`{written}` does not exist");
            out.in_text(file, &text, place, message)
                .expected("a day that this month has in this year")
                .help("Correct the day, the month or the year.");
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, found_in_words};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn impossible() {
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "Some **words on February 29, 2025**"), @r#"
        error[date/impossible]: `February 29, 2025` does not exist
          --> content/articles/first.mdx:15:17
           |
        15 | Some **words on February 29, 2025** of [the authority](https://www.irs.gov/).
           |                 ^^^^^^^^^^^^^^^^^
           |
           = expected: a day that this month has in this year
           = found: `February 29, 2025`
           = help: Correct the day, the month or the year.
        "#);
        let wrong = "On June 31, 2024, Sept. 31, 2025 and from March 3 to April 31, 2025.";
        let found = found_in_words("date/impossible", wrong);
        assert_eq!(found.join("|"), "June 31, 2024|Sept. 31, 2025|March 3 to April 31, 2025");
        let honest = "On June 30, 2024, and February 29, 2024. There is no June 31. In March 2025, 31 people came. \
            May 32 people come? On 31/12/2024, as others write. Form 1040, 2024. June 2024. December 31, 2025. \
            Chapters 30 and 31, 2024. From February 27 to March 1, 2025. Mar 31, 2025. Version 2024-02-30. \
            A score of 31, 2025. March 1 to 31, 2025. Psalm 31, 2025. February 28th, 2025. In '29. \
            The 31st, 2025. June 30–July 1, 2025. January 31 and February 28, 2025. Sept. 30, 2025. June 31.";
        assert_eq!(found_in_words("date/impossible", honest), [""; 0]);
    }
}
