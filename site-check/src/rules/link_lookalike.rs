use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::link::{addresses, parts};
use crate::load::{File, Tree};
use unicode_security::MixedScript;
use unicode_security::confusable_detection::skeleton;

pub static RULE: Rule = Rule {
    code: "link/lookalike",
    severity: Severity::Error,
    summary: "A link's host looks like another one: with letters of other alphabets, or with a name before an @.",
    why: "Visitors would trust a page that belongs to somebody else. That is how people are led to false login pages.",
    bad: "content/articles/market-drop.mdx\nSee [the IRS](https://www.irs.gov@example.net/).",
    good: "content/articles/market-drop.mdx\nSee [the IRS](https://www.irs.gov/).",
    checks: &[Check::File(check)],
};

fn check(file: &File, _: &Tree, report: &mut Report) {
    for address in addresses(file) {
        let Some((_, user, host)) = parts(address.text) else {
            continue;
        };
        let (message, found) = if let Some(user) = user {
            (
                format!("this leads to `{host}`, not to `{user}`"),
                format!("`{user}@` before the host"),
            )
        } else if let Some((shown, looks_like)) = looks_like(host) {
            (
                format!("this host looks like `{looks_like}`, but it is another one"),
                format!("`{}`", spelt_out(&shown)),
            )
        } else {
            continue;
        };
        report.cause(
                Diagnostic::at(file, address.place.clone(), message)
                    .expected("the name of the host in the letters it is known by")
                    .found(found)
                    .help("Open the page that is meant and copy its address from the browser, or type the host anew."),
                address.place,
            );
    }
}

/// What a host is shown as and what it looks like, where these are not the same.
fn looks_like(host: &str) -> Option<(String, String)> {
    let (shown, _) = idna::domain_to_unicode(host);
    if shown.is_ascii() {
        return None;
    }
    let suspect = |label: &&str| {
        !label.is_ascii() && (likeness(label).is_ascii() || !label.is_single_script())
    };
    shown.split('.').find(suspect)?;
    let likeness = likeness(&shown);
    Some((shown, likeness))
}

/// A host with each foreign letter as the one it looks like.
fn likeness(host: &str) -> String {
    host.chars()
        .flat_map(|c| {
            let like: String = if c.is_ascii() {
                c.to_string()
            } else {
                skeleton(c.encode_utf8(&mut [0; 4])).collect()
            };
            like.chars().collect::<Vec<_>>()
        })
        .collect()
}

/// A host whose foreign letters are told by their numbers.
fn spelt_out(host: &str) -> String {
    let sign = |c: char| {
        if c.is_ascii() {
            c.to_string()
        } else {
            format!("{c} (U+{:04X})", u32::from(c))
        }
    };
    host.chars().map(sign).collect()
}

#[cfg(test)]
mod tests {
    use super::looks_like;

    #[test]
    fn foreign_letters_are_found_and_foreign_words_are_not() {
        assert!(looks_like("www.іrs.gov").is_some(), "a Ukrainian i");
        assert!(looks_like("аррӏе.com").is_some(), "Cyrillic alone");
        assert!(
            looks_like("xn--80ak6aa92e.com").is_some(),
            "the same, encoded"
        );
        assert!(looks_like("münchen.example").is_none());
        assert!(looks_like("пример.example").is_none());
        assert!(looks_like("www.irs.gov").is_none());
    }
}
