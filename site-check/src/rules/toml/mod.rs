//! The TOML of a file.

mod hints;
pub mod values;

use crate::load::File;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};

pub(super) static RULES: &[&Rule] = &[&SYNTAX];

pub(super) static SYNTAX: Rule = Rule {
    code: "toml/syntax",
    severity: Severity::Error,
    scope: Scope::FileAlone(check),
    summary: "A TOML file, or an article's front matter, isn't valid TOML.",
    why: "A file that can't be read can't be published; everything in it would be missing.",
    example: Example::InFile {
        file: "content/pages/fees.toml",
        wrong: r#"
title = "Fees
short_title = "Fees"
"#,
        right: r#"
title = "Fees"
short_title = "Fees"
"#,
    },
};

fn check(file: &File, out: &mut Diagnostics) {
    for mistake in &file.document.errors {
        let hint = hints::of(file, mistake);
        // The rest of its statement may have problems that follow from the mistake.
        let statement = mistake.statement.start + 1..mistake.statement.end + 1;
        out.at(file, hint.span, hint.message)
            .help(hint.help)
            .suppresses(statement)
            .fix(hint.fix);
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{
        assert_snapshot, check, diagnostics_and_marks, found, helps_at_marks, near_misses,
    };

    #[test]
    #[rustfmt::skip]
    fn syntax() {
        assert_snapshot!(check("pages/fees.toml", "title = \"Fees\"\nshort", "title = \"Fees\nshort"), @r#"
        error[toml/syntax]: this text is not closed
         --> content/pages/fees.toml:2:14
          |
        2 | title = "Fees
          |              ^
          |
          = help: Close the text with the quote that opened it ("). Write a quote inside text as \".
        "#);
        assert_snapshot!(check("fees.toml", "transfer_days = 90", "transfer_days = 90\ntransfer_days = 60"), @r#"
        error[toml/syntax]: this repeats line 86
          --> content/fees.toml:87:1
           |
        87 | transfer_days = 60
           | ^^^^^^^^^^^^^
           |
           = help: A table can have each key once: delete or rename one of the two.
        "#);
        assert_snapshot!(check("articles/first.mdx", "id = 1\ntitle = \"First\"", "id: 1\ntitle: First"), @r#"
        error[toml/syntax]: this is YAML, not TOML
         --> content/articles/first.mdx:2:1
          |
        2 | id: 1
          | ^^^^^
          |
          = help: This is YAML. Write key = "value", with dates and numbers without quotes, and change similar lines in the same way.
        "#);
        for (written, said) in [("no", "this value must be true or false, not `no`"), ("True", "true and false are written in lower case")] {
            let message = check("pages/fees.toml", "title = \"Fees\"\nshort", &format!("title = \"Fees\"\ndraft = {written}\nshort"));
            assert!(message.starts_with(&format!("error[toml/syntax]: {said}\n")), "{message}");
        }
        near_misses("toml/syntax", &[
            ("pages/fees.toml", "What it costs.", "What “it” costs – it’s here.", "What \"it\" costs – it’s here."),
            ("pages/about.toml", "[[blocks]]", "# a = [\n[[blocks]]", "a = [\n[[blocks]]"),
        ]);
    }

    /// Each mistake is reported once, at its place, without problems that follow from it.
    #[test]
    #[rustfmt::skip]
    fn one_message_for_each_mistake() {
        let title = "title = \"Fees\"\nshort_title";
        helps_at_marks("toml/syntax", &[
            ("pages/fees.toml", title, "title = \"Say «\"fees\"\"\nshort_title", "The quote inside ends the text: write \\\". If the text ends here, write a comma before the next one."),
            ("facts.toml", "[contribution-limit.years.2026]", "[contribution-limit.years.«2025]", "A table can have each key once: delete or rename one of the two."),
            ("pages/fees.toml", title, "title = 'Don«'t'\nshort_title", "Use double quotes (\") around the text."),
            ("pages/fees.toml", title, "title = «“Fees”\nshort_title", "Put text in straight quotes (\"). Curly quotes are fine inside it."),
            ("pages/fees.toml", title, "title = \"Fees«”\nshort_title", "Write a straight quote (\") here."),
            ("pages/fees.toml", title, "title = «Fees\"\nshort_title", "Write a straight quote (\") before its first word and after its last."),
            ("pages/fees.toml", title, "title = «Fees and terms\nshort_title", "Put it in straight quotes: \"Fees and terms\"."),
            ("pages/fees.toml", title, "title = \"C:\\new«\\user\"\nshort_title", "Write \\\\ for a backslash."),
            ("pages/fees.toml", title, "title = «\"Fees.\n\nAnd terms.\"\nshort_title", "Text over several lines goes between `\"\"\"`."),
            ("pages/fees.toml", title, "«title \"Fees\"\nshort_title", "Write = between the key and its value."),
            ("pages/fees.toml", title, "title = «= \"Fees\"\nshort_title", "Write = once between the key and its value."),
            ("pages/fees.toml", title, "title =«\nshort_title", "Write its value after the =, or delete the key."),
            ("pages/fees.toml", title, "«title\nshort_title", "Write = and its value after the key, or delete the line."),
            ("pages/fees.toml", title, "«title: Fees\nshort_title", "This is YAML. Write key = \"value\", with dates and numbers without quotes, and change similar lines in the same way."),
            ("pages/fees.toml", title, "title = \"Fees\"«,\nshort_title", "Delete the `,`."),
            ("pages/fees.toml", title, "title = \"Fees\"«;\nshort_title", "Delete the `;`."),
            ("pages/fees.toml", title, "title = \"Fees\" «and terms\nshort_title", "Delete it. Only a comment (#) may follow a value; text goes in straight quotes (\")."),
            ("pages/fees.toml", title, "title =«\u{a0}\"Fees\"\nshort_title", "This line has a non-breaking space, which word processors insert: delete it and type a space."),
            ("pages/fees.toml", "short_title =", "«short title =", "Write a key without spaces, such as short_title."),
            ("pages/fees.toml", title, "«// of the page\ntitle = \"Fees\"\nshort_title", "Write # instead of //."),
            ("pages/fees.toml", title, "title = \"Fees\"\n«The fees of both firms.\nshort_title", "Text over several lines goes between \"\"\". Otherwise write key = \"value\", or a section as [name] or [[name]]."),
            ("pages/fees.toml", title, "title = \"Fees\"\nkeywords = «[\n  \"fees\",\n  \"terms\",\nshort_title", "Write ] at its end."),
            ("pages/fees.toml", title, "title = \"Fees\"\nkeywords = [\n  \"fees\"«\n  \"terms\",\n]\nshort_title", "Write a comma between the two entries."),
            ("pages/fees.toml", title, "title = \"Fees\"\nkeywords = [\"fees\",«, \"terms\"]\nshort_title", "Delete the comma."),
            ("pages/fees.toml", title, "title = \"Fees\"\n«keywords = \"fees\", \"terms\"\nshort_title", "Put a list in square brackets: [\"…\", \"…\"]."),
            ("pages/fees.toml", title, "title = \"Fees\"\ndraft = «True\nshort_title", "Write true, without quotes."),
            ("pages/fees.toml", title, "title = \"Fees\"\ndraft = «no\nshort_title", "Write false, without quotes."),
            ("pages/fees.toml", "[meta]", "«[meta", "Write `[meta]`, with as many brackets after the name as before it."),
            ("pages/fees.toml", "[meta]\n", "[meta] # of the page\n[«meta]\n", "A table can have each key once: delete or rename one of the two."),
            ("pages/fees.toml", "[[blocks]]\nkind = \"fee_tiers\"", "«[[blocks]\nkind = \"fee_tiers\"", "Write `[[blocks]]`, with as many brackets after the name as before it."),
            ("pages/fees.toml", "[[blocks]]\nkind = \"fee_tiers\"", "«[blocks]\nkind = \"fee_tiers\"", "Write `[[blocks]]`, with two brackets, here and at every other `[blocks]`."),
            ("articles/first.mdx", "{ src = \"picture.svg\", alt = \"A square\" }", "«{ src = \"picture.svg\", alt = \"A square\"", "Write } at its end."),
            ("articles/first.mdx", "svg\", alt", "svg\"« alt", "Write a comma between the two entries."),
            ("articles/first.mdx", "alt = \"A", "alt«: \"A", "Write = instead of the colon."),
            ("articles/first.mdx", "id = 1", "id = «001", "Write 1."),
            ("articles/first.mdx", "id = 1", "id = «1,000", "Write 1_000, without commas."),
            ("articles/first.mdx", "id = 1", "id = 1 «article", "Delete it. Only a comment (#) may follow a value; text goes in straight quotes (\")."),
            ("fees.toml", "up_to = 1_000_000\nrate", "up_to = «1,000,000\nrate", "Write 1_000_000, without commas."),
            ("fees.toml", "up_to = 1_000_000\nrate", "up_to = «$1,000,000\nrate", "Write 1_000_000, without $ and commas."),
            ("fees.toml", "up_to = 1_000_000\nrate", "up_to = «1.000.000\nrate", "Write 1_000_000."),
            ("fees.toml", "up_to = 1_000_000\nrate", "up_to = «1M\nrate", "Write 1_000_000."),
            ("fees.toml", "up_to = 1_000_000\nrate", "up_to = «1.0 million\nrate", "Write 1_000_000."),
            ("fees.toml", "up_to = 1_000_000\nrate", "up_to = «$1000K\nrate", "Write 1_000_000."),
            ("fees.toml", "rate = 125", "rate = «1.25%", "Write 125."),
            ("fees.toml", "rate = 125", "rate = «1.25 %", "Write 125."),
            ("facts.toml", "reviewed = 2025", "checked = «7/21/2025\nreviewed = 2025", "Write 2025-07-21, without quotes."),
        ]);
        let many = found("pages/fees.toml", title, "MANY 100000 [");
        assert_eq!(many, ["toml/syntax 2:1 Look for characters that were typed or pasted many times, and delete them."]);
    }

    /// The advice for an unquoted value depends on the type of its key, so text stays text.
    #[test]
    #[rustfmt::skip]
    fn advice_for_a_value_follows_from_its_type() {
        let title = "title = \"Fees\"\nshort_title";
        let fact = "value = \"4%\"";
        let mut wrong = Vec::new();
        for (file, from, drawn, expected) in [
            ("facts.toml", fact, "value = «$70,000", "Put it in straight quotes: \"$70,000\". --fix"),
            ("facts.toml", fact, "value = «70,000 # dollars", "Put it in straight quotes: \"70,000\". --fix"),
            ("facts.toml", fact, "value = «1.5M", "Put it in straight quotes: \"1.5M\". --fix"),
            ("facts.toml", fact, "value = «4%", "Put it in straight quotes: \"4%\". --fix"),
            ("facts.toml", fact, "value = «30 minutes", "Put it in straight quotes: \"30 minutes\". --fix"),
            ("facts.toml", fact, "value = «007", "Put it in straight quotes: \"007\". --fix"),
            ("facts.toml", fact, "value = «4/15/2026", "Put it in straight quotes: \"4/15/2026\". --fix"),
            ("facts.toml", fact, "value = «No", "Put it in straight quotes: \"No\". --fix"),
            ("facts.toml", fact, "value = «4, sometimes 5", "Put it in straight quotes: \"4, sometimes 5\". --fix"),
            ("facts.toml", fact, "value = 4%«,", "Delete the `,`. --fix"),
            ("pages/fees.toml", title, "title = «5 Reasons\nshort_title", "Put it in straight quotes: \"5 Reasons\". --fix"),
            ("pages/fees.toml", "heading = \"Tiers\"", "heading = «2,500", "Put it in straight quotes: \"2,500\". --fix"),
            ("articles/first.mdx", "alt = \"A square\"", "alt = «1,000", "Put it in straight quotes: \"1,000\". --fix"),
            ("articles/first.mdx", "published = 2025-07-15", "published = «$70,000", "Write a day without quotes, such as 2027-01-01."),
            ("articles/first.mdx", "subjects = [\"figures\"]", "subjects = «figures", "Put a list in square brackets: [\"…\", \"…\"]."),
            ("fees.toml", "rate = 125", "rate = «No", "Write a whole number, digits only."),
            ("pages/fees.toml", title, "title = \"Fees\"\ndraft = «1,000\nshort_title", "Write true or false, without quotes."),
            ("pages/fees.toml", title, "title = \"Fees\"\nnobody_knows = «$1,000\nshort_title", "Put text in straight quotes (\"). Numbers, days, true and false have none."),
        ] {
            let (diagnostics, marks) = diagnostics_and_marks(file, from, drawn);
            let mut found = Vec::new();
            for one in diagnostics.iter().filter(|one| one.code == "toml/syntax") {
                let place = one.place.as_ref().expect("a place");
                let fix = if one.fix.is_some() { " --fix" } else { "" };
                found.push((place.start, format!("{}{fix}", one.help)));
            }
            if found != [(marks[0].1, expected.to_owned())] {
                wrong.push((drawn, expected, found));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    /// An unclosed text doesn't hide the problems below it.
    #[test]
    #[rustfmt::skip]
    fn an_open_text_is_reported_where_it_begins() {
        let text = "detail = \"\"\"\nFees follow the values of four days:\n\n- {valuation-date-1}\n- {valuation-date-2}\n- {valuation-date-3}\n- {valuation-date-4}\"\"\"";
        let open = text.trim_end_matches('"');
        assert_eq!(found("pages/fees.toml", text, open), ["toml/syntax 72:10 Write `\"\"\"` after its last word."]);
        // With two quotes instead of three, only the first line is reported.
        let two = text.replacen("\"\"\"", "\"\"", 1);
        assert_eq!(found("pages/fees.toml", text, &two), ["toml/syntax 72:10 Text over several lines goes between `\"\"\"`."]);
        let empty = format!("detail = \"\"\nheading = \"Text\"\n{text}");
        assert!(!found("pages/fees.toml", text, &empty).iter().any(|found| found.starts_with("toml/syntax 72:10")));
        let more = format!("{open}\n\n[[blocks]]\nkind = \"terms\"\nheading = \"More\"\n\n[[blocks.items]]\ntitle = \"Last\"\n{text}\n");
        assert_eq!(found("pages/fees.toml", text, &more), ["toml/syntax 72:10 Write `\"\"\"` after its last word."]);
    }

    /// A value that can't be read is unknown to all rules, and its statement doesn't hide other problems.
    #[test]
    #[rustfmt::skip]
    fn a_value_with_a_mistake_is_unknown_and_alone() {
        for (file, from, to) in [
            ("fees.toml", "rate = 125", "rate = $70,000"),
            ("facts.toml", "value = \"4%\"", "value = 4%"),
            ("facts.toml", "value = \"4%\"", "value = No"),
            ("pages/fees.toml", "[[blocks]]\nkind = \"fee_tiers\"", "[[blocks]\nkind = \"fee_tiers\""),
            ("pages/fees.toml", "[[blocks]]\nkind = \"fee_tiers\"", "[[blocks]] kind\nkind = \"fee_tiers\""),
            ("pages/fees.toml", "[[blocks]]\nkind = \"fee_tiers\"", "blocks]]\nkind = \"fee_tiers\""),
            ("pages/fees.toml", "kind = \"fee_tiers\"", "kind = fee_tiers"),
        ] {
            let found = found(file, from, to);
            assert!(found.len() == 1 && found[0].starts_with("toml/syntax"), "{to}: {found:#?}");
        }
    }

    /// Unrelated mistakes and missing keys are found together.
    #[test]
    #[rustfmt::skip]
    fn a_mistake_hides_nothing_else() {
        let from = "id = 1\ntitle = \"First\"\nexcerpt = \"The first article.\"\n";
        assert_eq!(found("articles/first.mdx", from, "id = 1,000\ntitle = “First”\n"), [
            "schema/missing-key 2:1 Add `excerpt = \"…\"`. Its description: The subject in a sentence or two, for the list of articles and for search engines, which cut off longer texts.",
            "toml/syntax 2:6 Write 1_000, without commas.",
            "toml/syntax 3:9 Put text in straight quotes (\"). Curly quotes are fine inside it.",
        ]);
        let in_both = found("articles/first.mdx", "", "---\nid: 1\ntitle: First\n---\n\nWords <b>too</b>.\n\n<Disclaimer kind=\"illustrative\" />\n");
        let codes: Vec<&str> = in_both.iter().filter_map(|found| found.split(' ').next()).collect();
        assert_eq!(codes, ["front-matter/missing"]);
    }
}
