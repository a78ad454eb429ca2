use crate::address::addresses::{addresses, is_full};
use crate::load::{File, pattern};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use regex::Regex;
use std::sync::LazyLock;

pub(super) static LOOKALIKE: Rule = Rule {
    code: "link/lookalike",
    severity: Severity::Error,
    scope: Scope::FileAlone(check),
    summary: "A link's host may be taken for another one, by letters of other alphabets or a name before an @.",
    why: "Visitors would trust a page that belongs to someone else. This is how people are led to fake login pages.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: "See [the IRS](https://www.irs.gov@example.net/).",
        right: "See [the IRS](https://www.irs.gov/).",
    },
};

fn check(file: &File, out: &mut Diagnostics) {
    for address in addresses(file) {
        if !is_full(address.text) {
            continue;
        }
        let Some(Authority { user, host }) = Authority::of(address.text) else {
            continue;
        };
        let foreign = foreign_letters(host);
        let (message, found) = if let Some(user) = user {
            (
                format!("this leads to `{host}`, not to `{user}`"),
                format!("`{user}@` before the host"),
            )
        } else if !foreign.is_empty() {
            (
                "this host may look like another one".to_owned(),
                format!("letters of another alphabet: {}", foreign.join(", ")),
            )
        } else {
            continue;
        };
        out.at(file, address.span, message)
            .expected("a host of the letters a to z, digits, dots and hyphens")
            .found(found)
            .help("Open the right page and copy its address from the browser, or retype the host. One that really has such letters is written with xn--, as browsers copy it.")
            .suppresses_its_span();
    }
}

/// Returns true if an address looks like that of another site.
pub(super) fn is_lookalike(address: &str) -> bool {
    let authority = Authority::of(address).filter(|_| is_full(address));
    authority.is_some_and(|found| found.user.is_some() || !found.host.is_ascii())
}

/// The parts of a full address that say where it leads.
struct Authority<'a> {
    /// The part before an @.
    user: Option<&'a str>,
    /// The host, without the brackets of an IPv6 address.
    host: &'a str,
}

impl<'a> Authority<'a> {
    fn of(address: &'a str) -> Option<Self> {
        let found = ADDRESS.captures(address)?;
        let user = found.get(1).map(|user| user.as_str());
        let host = found.get(2).or(found.get(3))?.as_str();
        Some(Self { user, host })
    }
}

/// A full address: the part before an @, captured, and its host, captured with or
/// without the brackets of an IPv6 address.
static ADDRESS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^\s*[^/\s]+://(?:([^/?#\\]*)@)?(?:\[([^\]/?#\\]*)|([^:/?#\\]*))"));

/// Returns the characters of a host that are not ASCII, each with its code point.
fn foreign_letters(host: &str) -> Vec<String> {
    let mut letters = Vec::new();
    for c in host.chars() {
        if !c.is_ascii() {
            let code_point = u32::from(c);
            letters.push(format!("{c} (U+{code_point:04X})"));
        }
    }
    letters
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn lookalike() {
        assert_snapshot!(check("articles/first.mdx", "www.irs.gov", "www.іrs.gov"), @r#"
        error[link/lookalike]: this host may look like another one
          --> content/articles/first.mdx:15:35
           |
        15 | Some **words** of [the authority](https://www.іrs.gov/).
           |                                   ^^^^^^^^^^^^^^^^^^^^
           |
           = expected: a host of the letters a to z, digits, dots and hyphens
           = found: letters of another alphabet: і (U+0456)
           = help: Open the right page and copy its address from the browser, or retype the host. One that really has such letters is written with xn--, as browsers copy it.
        "#);
        finds("link/lookalike", &[
            ("site.toml", "newsletter.example.com", "www.irs.gov@newsletter.example.com", (133, 8)),
        ]);
    }
}
