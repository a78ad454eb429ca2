use super::WrongValue;
use crate::load::scan::{self, Bare, bare::basis_points};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use serde_json::Value;

pub(super) static TYPE: Rule = Rule {
    code: "schema/type",
    severity: Severity::Error,
    scope: Scope::ReportedBy("schema/value"),
    summary: "A value has the wrong type for its key.",
    why: "A fee in quotes is text, and text can't be computed with.",
    example: Example::InFile {
        file: "content/fees.toml",
        wrong: r#"investment_minimum = "250,000""#,
        right: "investment_minimum = 250_000",
    },
};

/// Reports a value that is not of the JSON type of a name, or no date.
pub(super) fn report(wrong: WrongValue, type_name: &str, out: &mut Diagnostics) {
    let expected = match type_name {
        "string" => "text in quotes",
        "date" => "a day without quotes, such as 2027-01-01",
        "integer" => "a whole number without quotes",
        "boolean" => "true or false, without quotes",
        "array" => "a list in square brackets",
        "object" => "a table",
        other => other,
    };
    let help = help(wrong, type_name, expected);
    let message = format!("`{}` has the wrong type", wrong.key());
    out.for_rule(&TYPE)
        .at(wrong.file, wrong.span(), message)
        .expected(expected)
        .quoting(&wrong.file.text[wrong.span()])
        .help(help);
}

/// Returns what to write instead of a value of the wrong type.
fn help(wrong: WrongValue, type_name: &str, expected: &str) -> String {
    let key = wrong.key();
    let written = &wrong.file.text[wrong.span()];
    let is_header = written.starts_with('[') && wrong.pointer.ends_with(key);
    if type_name == "array" && wrong.value.is_object() && is_header {
        return format!("Write `[[{key}]]`, two brackets.");
    }
    if type_name == "object" && wrong.value.is_array() && written.starts_with("[[") {
        return format!("Write `[{key}]`, one bracket on each side.");
    }
    if type_name == "string" && is_scalar(wrong.value) {
        return if written.contains('_') {
            "Write it as visitors read it, in straight quotes (\").".to_owned()
        } else {
            format!("Put it in straight quotes: \"{written}\".")
        };
    }
    if type_name != "integer" || !matches!(wrong.value, Value::Null | Value::String(_)) {
        return format!("Write {expected}.");
    }
    let amount = written.trim_matches(['"', '\'', ' ']);
    if let Bare::Number(right) = scan::bare::mistake(amount, key) {
        return format!("Write {right}, without quotes, commas and signs.");
    }
    let percentage = amount.trim_end_matches('%').trim_end();
    let is_percentage = amount.ends_with('%') || percentage.contains('.');
    match basis_points(percentage) {
        Some(points) if key == "rate" && is_percentage => format!(
            "Write {points}: rates are in basis points, hundredths of a percent."
        ),
        _ => "Write a whole number without quotes, commas and signs: amounts are in dollars, rates in basis points (1.25 % is 125).".to_owned(),
    }
}

/// Returns true if a value is neither a list nor a table.
fn is_scalar(value: &Value) -> bool {
    !value.is_array() && !value.is_object()
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, found};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn type_of_value() {
        assert_snapshot!(check("fees.toml", "annual = 17_500", "annual = \"$17,500\""), @r#"
        error[schema/type]: `annual` has the wrong type
          --> content/fees.toml:18:10
           |
        18 | annual = "$17,500"
           |          ^^^^^^^^^
           |
           = expected: a whole number without quotes
           = found: `"$17,500"`
           = help: Write 17_500, without quotes, commas and signs.
        "#);
        for (from, to, help) in [
            ("rate = 125", "rate = 1.25", "Write 125: rates are in basis points, hundredths of a percent."),
            ("rate = 125", "rate = \"1.25%\"", "Write 125: rates are in basis points, hundredths of a percent."),
            ("transfer_days = 90", "transfer_days = \"ninety\"", "Write a whole number without quotes, commas and signs: amounts are in dollars, rates in basis points (1.25 % is 125)."),
        ] {
            assert!(found("fees.toml", from, to)[0].ends_with(help), "{to}");
        }
        finds("schema/type", &[
            ("pages/fees.toml", "title = \"Fees\"\nshort", "title = 5\nshort", (2, 9)),
            ("articles/first.mdx", "id = 1\n", "id = 17.0\n", (2, 6)),
            ("fees.toml", "rate = 125", "rate = 125.0", (10, 8)),
            ("fees.toml", "rate = 125", "rate = 1.25", (10, 8)),
            ("fees.toml", "assets = 1_500_000", "assets = 500_000.0", (17, 10)),
            ("articles/first.mdx", "id = 1\n", "id = 99_999_999_999_999_999_999\n", (2, 6)),
            ("articles/first.mdx", "title = \"First\"", "title = inf", (3, 9)),
        ]);
    }

    #[test]
    fn what_is_to_be_written_is_said_of_days_and_years() {
        for (file, from, to, expected) in [
            (
                "pages/about.toml",
                "kind = \"hero\"",
                "kind = \"hero\"\nstarts = 20270101",
                "schema/type 8:10 Write a day without quotes, such as 2027-01-01.",
            ),
            (
                "facts.toml",
                "[contribution-limit.years.2026]",
                "[contribution-limit.years.26]",
                "schema/value 13:1 Write a tax year, such as 2025.",
            ),
        ] {
            let found = found(file, from, to);
            assert!(found.contains(&expected.to_owned()), "{found:#?}");
        }
    }
}
