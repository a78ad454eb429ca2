//! Browsers shipped with the site's name, for too short a time.

use crate::load::{File, FileKind, Tree};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};

/// The shortest time for which the makers of browsers accept a site, in days.
const SHORTEST: u64 = 365;

pub(super) static PRELOAD: Rule = Rule {
    code: "site/preload",
    severity: Severity::Error,
    scope: Scope::SingleFile(FileKind::Site, check),
    summary: "The site asks browsers to be shipped with its name, for less than a year.",
    why: "The list that browsers are shipped with takes a site only for 31,536,000 seconds, which are 365 days, or more; with less, `preload` asks for something that is refused (hstspreload.org).",
    example: Example::InFile {
        file: "content/site.toml",
        wrong: r#"
max_age_days = 30
hosts = "preload"
"#,
        right: r#"
max_age_days = 365
hosts = "own"
"#,
    },
};

fn check(file: &File, _: &Tree, out: &mut Diagnostics) {
    let hsts = &file.document.value["hsts"];
    let days = hsts["max_age_days"].as_u64();
    let (Some("preload"), Some(days)) = (hsts["hosts"].as_str(), days) else {
        return;
    };
    if days < SHORTEST {
        out.at_value(file, "/hsts/max_age_days", "too short a time for `preload`")
            .expected(format!("{SHORTEST} days or more"))
            .quoting(&days.to_string())
            .help("Write 365 or more, or `hosts = \"subdomains\"` until you are sure that every host works over HTTPS only.");
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn preload() {
        let own = "max_age_days = 365\nhosts = \"own\"";
        assert_snapshot!(check("site.toml", own, "max_age_days = 1\nhosts = \"preload\""), @r#"
        error[site/preload]: too short a time for `preload`
           --> content/site.toml:186:16
            |
        186 | max_age_days = 1
            |                ^
            |
            = expected: 365 days or more
            = found: `1`
            = help: Write 365 or more, or `hosts = "subdomains"` until you are sure that every host works over HTTPS only.
        "#);
        near_misses("site/preload", &[
            ("site.toml", own, "max_age_days = 365\nhosts = \"preload\"", "max_age_days = 364\nhosts = \"preload\""),
            ("site.toml", own, "max_age_days = 0\nhosts = \"subdomains\"", "max_age_days = 0\nhosts = \"preload\""),
        ]);
    }
}
