use super::Found;
use crate::address::web::tracking::without_tracking;
use crate::address::web::wrapper::{WrappedTarget, wrapping};
use crate::names::listed;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};

pub(super) static TRACKING: Rule = Rule {
    code: "link/tracking",
    severity: Severity::Error,
    scope: Scope::ReportedBy("link/broken"),
    summary: "A link goes through another service, such as a mail filter, or its address has parameters that track visitors.",
    why: "Mail programs, search engines and social networks change an address before someone copies it. Visitors would be counted as the person who copied it, whose mail address may be in it, and the link breaks when that service ends.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: "See [the rules](https://nam12.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.irs.gov%2Ftaxtopics&data=05).",
        right: "See [the rules](https://www.irs.gov/taxtopics).",
    },
};

const COPY: &str = "Open it in a browser, and copy the address of the page that opens.";

/// Reports an address that leads through a redirector. Returns true if it did.
pub(super) fn report_wrapper(found: &Found, out: &mut Diagnostics) -> bool {
    let Some(wrapping) = wrapping(found.text()) else {
        return false;
    };
    let help = match wrapping.target {
        WrappedTarget::Certain(_) | WrappedTarget::Unknown => COPY.to_owned(),
        WrappedTarget::Likely(address) => format!("{COPY} It may be `{address}`."),
        WrappedTarget::OfOtherScheme(address) => format!(
            "The address inside, `{address}`, isn't a web page: link another one, or take the link out."
        ),
    };
    let mut out = out.for_rule(&TRACKING);
    let message = match wrapping.service {
        "a short address" => "a short address hides where this link leads".to_owned(),
        service => format!("this link leads through {service}"),
    };
    found
        .report(message, help, &mut out)
        .expected("the address of the page itself");
    true
}

/// Reports an address with parameters that track visitors, or with a text fragment. Returns true if it did.
pub(super) fn report_parameters(found: &Found, out: &mut Diagnostics) -> bool {
    let Some(cleaned) = without_tracking(found.text()) else {
        return false;
    };
    let message = if cleaned.parameters.is_empty() {
        "this address highlights words of the page, which may change".to_owned()
    } else {
        format!(
            "parameters that track visitors: {}",
            listed(&cleaned.parameters)
        )
    };
    let help = format!("Write `{}`.", cleaned.address);
    let mut out = out.for_rule(&TRACKING);
    found
        .report(message, help, &mut out)
        .expected("the address of the page itself");
    true
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, found, found_in_words, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn tracking() {
        assert_snapshot!(check("articles/first.mdx", "https://www.irs.gov/", "https://nam12.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.irs.gov%2Fforms%3Fa%3D1%26utm_source%3Dx%23part&data=05%7C01%7Csam%40example.com"), @r#"
        error[link/tracking]: this link leads through Outlook Safe Links
          --> content/articles/first.mdx:15:35
           |
        15 | ...he authority](https://nam12.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.irs.g...
           |                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
           |
           = expected: the address of the page itself
           = found: `https://nam12.safelinks.protection.outlook.com/?url=https%3A…`
           = help: Write `https://www.irs.gov/forms?a=1#part`.
           = note: `cargo site check --fix` fixes this
        "#);
        assert_snapshot!(check("articles/first.mdx", "https://www.irs.gov/", "https://www.irs.gov/forms?a=1&utm_source=x&fbclid=y#part"), @r#"
        error[link/tracking]: parameters that track visitors: `utm_source` and `fbclid`
          --> content/articles/first.mdx:15:35
           |
        15 | Some **words** of [the authority](https://www.irs.gov/forms?a=1&utm_source=x&fbclid=y#part).
           |                                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
           |
           = expected: the address of the page itself
           = found: `https://www.irs.gov/forms?a=1&utm_source=x&fbclid=y#part`
           = help: Write `https://www.irs.gov/forms?a=1#part`.
           = note: `cargo site check --fix` fixes this
        "#);
        assert_snapshot!(check("articles/first.mdx", "https://www.irs.gov/", "https://bit.ly/3abc"), @r#"
        error[link/tracking]: a short address hides where this link leads
          --> content/articles/first.mdx:15:35
           |
        15 | Some **words** of [the authority](https://bit.ly/3abc).
           |                                   ^^^^^^^^^^^^^^^^^^^
           |
           = expected: the address of the page itself
           = found: `https://bit.ly/3abc`
           = help: Open it in a browser, and copy the address of the page that opens.
        "#);
        let help = |to: &str| found("articles/first.mdx", "https://www.irs.gov/", to).join("\n");
        for (written, right) in [
            ("https://www.google.com/url?q=https://www.example.com/fees%3Futm_source%3Da&sa=D", "link/tracking 15:35 Write `/fees`."),
            ("https://www.google.com/url?q=javascript:alert%281%29", "`javascript:alert(1)`, isn't a web page"),
            ("https://www.google.com/url?q=http%3A%2F%2Fwww.irs.gov", "Write `http://www.irs.gov`."),
            ("https://www.irs.gov/a#:~:text=the%20rule", "Write `https://www.irs.gov/a`."),
            ("https://www.google.com/url?q=https%3A%2F%2Fwww.irs.gov&amp;sa=D", "Write `https://www.irs.gov`."),
            ("https://t.co/abc", "Open it in a browser"),
        ] {
            assert!(help(written).contains(right), "{written}: {}", help(written));
        }
        finds("link/tracking", &[
            ("site.toml", "https://newsletter.example.com", "https://newsletter.example.com/?mc_cid=1&mc_eid=2", (133, 8)),
            ("pages/index.toml", "href = \"/fees\"", "href = \"/fees?utm_source=news\"", (12, 42)),
            ("articles/first.mdx", "/blog/second#a-heading", "/blog/second#a-heading:~:text=Words", (11, 51)),
            ("articles/first.mdx", "/blog/second#a-heading", "/blog/second#:~:text=Words", (11, 51)),
            ("redirects.toml", "to = \"/fees\"", "to = \"https://bit.ly/abc\"", (3, 7)),
        ]);
        near_misses("link/tracking", &[
            ("articles/first.mdx", "https://www.irs.gov/", "https://web.archive.org/web/2020/https://www.irs.gov/?source=x", "https://12ft.io/https://www.irs.gov/"),
            ("articles/first.mdx", "https://www.irs.gov/", "https://www.google.com/maps?q=Tulsa", "https://www.google.com/url?q=Tulsa"),
        ]);
        assert!(found_in_words("link/tracking", "See <https://t.co/a> and https://t.co/a.").is_empty());
    }
}
