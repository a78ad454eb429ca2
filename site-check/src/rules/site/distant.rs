//! A security.txt that promises too much.

use super::{EXPIRES, expires};
use crate::load::{File, FileKind, Tree};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use jiff::ToSpan;

pub(super) static DISTANT: Rule = Rule {
    code: "site/distant",
    severity: Severity::Error,
    scope: Scope::SingleFile(FileKind::Site, check),
    summary: "The day until which security.txt may be relied on is more than a year ahead.",
    why: "Addresses change, and no one thinks of this file when they do. Its format (RFC 9116) asks for a day less than a year ahead, so that someone checks it once a year.",
    example: Example::InFile {
        file: "content/site.toml",
        wrong: "expires = 2099-12-31",
        right: "expires = 2026-12-31",
    },
};

fn check(file: &File, tree: &Tree, out: &mut Diagnostics) {
    let (Some(expires), Some(today)) = (expires(file), tree.today) else {
        return;
    };
    let latest = today.saturating_add(1.year());
    if expires > latest {
        out.at_value(file, EXPIRES, "security.txt expires more than a year ahead")
            .expected(format!("{latest} or an earlier day"))
            .quoting(&expires.to_string())
            .help(format!(
                "Write a day up to {latest}, and a later one once a year."
            ));
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn distant() {
        // The day is January 31, 2026.
        assert_snapshot!(check("site.toml", "expires = 2026-12-31", "expires = 2099-01-01"), @r#"
        error[site/distant]: security.txt expires more than a year ahead
           --> content/site.toml:183:11
            |
        183 | expires = 2099-01-01
            |           ^^^^^^^^^^
            |
            = expected: 2027-01-31 or an earlier day
            = found: `2099-01-01`
            = help: Write a day up to 2027-01-31, and a later one once a year.
        "#);
        near_misses("site/distant", &[
            ("site.toml", "expires = 2026-12-31", "expires = 2027-01-31", "expires = 2027-02-01"),
        ]);
    }
}
