//! A security.txt whose day has passed.

use crate::load::{File, FileKind, Tree};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use jiff::civil::Date;

pub(super) static EXPIRED: Rule = Rule {
    code: "site/expired",
    severity: Severity::Warning,
    scope: Scope::SingleFile(FileKind::Site, check),
    summary: "The day until which security.txt may be relied on has passed.",
    why: "People who find a weakness look into /.well-known/security.txt for the address to write to. They must not use an expired file (RFC 9116), so they write to no one.",
    example: Example::InFile {
        file: "content/site.toml",
        wrong: "expires = 2025-12-31",
        right: "expires = 2026-12-31",
    },
};

/// The pointer of the day until which security.txt may be relied on.
const EXPIRES: &str = "/security/expires";

fn check(file: &File, tree: &Tree, out: &mut Diagnostics) {
    let (Some(expires), Some(today)) = (expires(file), tree.today) else {
        return;
    };
    if expires < today {
        out.at_value(file, EXPIRES, "security.txt has expired")
            .expected(format!("a day after {today}, at most a year ahead"))
            .quoting(&expires.to_string())
            .help("Try the address of `contact`. If someone reads the messages sent there, write a day up to a year ahead.");
    }
}

/// The day until which security.txt may be relied on, where it can be read.
fn expires(file: &File) -> Option<Date> {
    let written = file.document.value.pointer(EXPIRES)?;
    written.as_str()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn expired() {
        // The day is January 31, 2026.
        assert_snapshot!(check("site.toml", "expires = 2026-12-31", "expires = 2020-01-01"), @r#"
        warning[site/expired]: security.txt has expired
           --> content/site.toml:183:11
            |
        183 | expires = 2020-01-01
            |           ^^^^^^^^^^
            |
            = expected: a day after 2026-01-31, at most a year ahead
            = found: `2020-01-01`
            = help: Try the address of `contact`. If someone reads the messages sent there, write a day up to a year ahead.
        "#);
        near_misses("site/expired", &[
            ("site.toml", "expires = 2026-12-31", "expires = 2026-01-31", "expires = 2026-01-30"),
        ]);
    }
}
