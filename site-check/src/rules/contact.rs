//! The firm's own phone number and email address.

use crate::address::link::{Contact, own_contact};
use crate::fix::Fix;
use crate::load::{File, FileKind, LETTERS, Passage, TextKind, Tree, pattern};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

pub(super) static RULES: &[&Rule] = &[&LITERAL];

static LITERAL: Rule = Rule {
    code: "contact/literal",
    severity: Severity::Error,
    scope: Scope::TextsInTree(check),
    summary: "A text spells out the firm's own phone number or email address, in any form.",
    why: "When it changes in content/site.toml, the spelled-out copy doesn't, and visitors reach no one.",
    example: Example::InFile {
        file: "content/pages/index.toml",
        wrong: r#"lede = "Call 918-555-0199 or see [our fees](/fees#tiers).""#,
        right: r#"lede = "Call {phone} or see [our fees](/fees#tiers).""#,
    },
};

/// Replacements for an @ and a period that hide an address from machines.
const AT: &str = r"\s?[(\[]\s?at\s?[)\]]\s?";
const DOT: &str = r"\s?[(\[]\s?dot\s?[)\]]\s?";

/// A phone number of ten digits in any form, with or without the country code, or an email address.
static CONTACT: LazyLock<Regex> = LazyLock::new(|| {
    let gap = r"[\s.·•/\-‐‑–−]{0,3}";
    pattern(&format!(
        r"(?i)(?:\+?1{gap})?\(?[2-9][0-9]{{2}}\)?{gap}[0-9]{{3}}{gap}[0-9]{{4}}|(?:mailto:)?[{LETTERS}_.+-]+(?:@|{AT})(?:[{LETTERS}-]+(?:\.|{DOT}))+[a-z]{{2,}}"
    ))
});

fn check(file: &File, texts: &[Passage], tree: &Tree, out: &mut Diagnostics) {
    if file.kind == FileKind::Facts {
        return;
    }
    let mut defined = Vec::new();
    if file.kind == FileKind::Site {
        for pointer in ["/contact/phone", "/contact/email"] {
            defined.push(file.document.span(pointer));
        }
    }
    for text in texts {
        if matches!(text.kind, TextKind::Code | TextKind::Description) {
            continue;
        }
        for (span, contact) in contacts(&text.text, tree) {
            let place = text.source(span.clone());
            let is_definition = defined
                .iter()
                .any(|definition| definition.start <= place.start && place.end <= definition.end);
            if is_definition || text.has_code(&span) || !text.is_typed(&span) {
                continue;
            }
            // An email address in prose must be a link: see `link/bare`.
            let needs_link = text.kind == TextKind::Prose && !text.is_in_link(&span);
            let right = match contact {
                Contact::Email if needs_link => "[{email}](contact:email)",
                _ => contact.token(),
            };
            let message = match contact {
                Contact::Phone => "the firm's own phone number is spelled out",
                Contact::Email => "the firm's own email address is spelled out",
            };
            let written = &text.text[span];
            let fix = Fix::instead(file, place.clone(), written, right);
            out.at(file, place, message)
                .expected(format!("`{right}`"))
                .quoting(written)
                .help(format!(
                    "Write {right}: content/site.toml has it once for all pages."
                ))
                .fix(fix)
                // `link/bare` may report an email address.
                .suppresses_its_span();
        }
    }
}

/// Returns true if a text may have an email address, or has as many digits as a phone number. Most texts have neither, and this
/// search is faster than the regular expression.
fn may_have_contacts(text: &str) -> bool {
    const DIGITS: usize = 10;
    let mut digits = 0;
    let mut has_bracket = false;
    for byte in text.bytes() {
        match byte {
            b'@' => return true,
            b'0'..=b'9' => digits += 1,
            b'(' | b'[' => has_bracket = true,
            _ => {}
        }
    }
    digits >= DIGITS || (has_bracket && HIDDEN_AT.is_match(text))
}

static HIDDEN_AT: LazyLock<Regex> = LazyLock::new(|| pattern(&format!("(?i){AT}")));
static HIDDEN_DOT: LazyLock<Regex> = LazyLock::new(|| pattern(&format!("(?i){DOT}")));

/// Returns the firm's own contacts in a text, each with its span.
fn contacts(text: &str, tree: &Tree) -> Vec<(Range<usize>, Contact)> {
    let mut own = Vec::new();
    if !may_have_contacts(text) {
        return own;
    }
    for found in CONTACT.find_iter(text) {
        let is_part_of_number = text[..found.start()].ends_with(|c: char| c.is_ascii_digit())
            || text[found.end()..].starts_with(|c: char| c.is_ascii_digit());
        let with_at = HIDDEN_AT.replace_all(found.as_str(), "@");
        let plain = HIDDEN_DOT.replace_all(&with_at, ".");
        if let Some(contact) = own_contact(&plain, tree)
            && !is_part_of_number
        {
            own.push((found.range(), contact));
        }
    }
    own
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{
        assert_snapshot, check_at_marks, finds_in_files, finds_in_none, found_in_words, passes,
    };

    #[test]
    #[rustfmt::skip]
    fn literal() {
        assert_snapshot!(check_at_marks("articles/first.mdx", "Some **words**", "Call «918-555-0199» for some **words**"), @r#"
        error[contact/literal]: the firm's own phone number is spelled out
        --> content/articles/first.mdx
         = expected: `{phone}`
         = found: `918-555-0199`
         = help: Write {phone}: content/site.toml has it once for all pages.
         = note: `cargo site check --fix` fixes this
        "#);
        assert_snapshot!(check_at_marks("articles/first.mdx", "https://www.irs.gov/", "«tel:+19185550199»"), @r#"
        error[link/broken]: this leads to a phone number
        --> content/articles/first.mdx
         = expected: /path, /path#anchor, #anchor, https://…, external:NAME, contact:phone or contact:email
         = found: `tel:+19185550199`
         = help: Write `contact:phone`.
         = note: `cargo site check --fix` fixes this
        "#);
        let forms = [
            "918-555-0199", "918.555.0199", "(918) 555-0199", "(918) 555 0199", "918 555 0199", "9185550199", "+1 918 555 0199",
            "+1-918-555-0199", "1 (918) 555-0199", "+19185550199", "918–555–0199", "918\u{a0}555\u{a0}0199", "(918)555-0199", "918/555-0199", "(918)-555-0199", "918 - 555 - 0199", "918·555·0199",
            "hello@example.com", "Hello@Example.com", "mailto:hello@example.com",
            "hello (at) example.com", "hello(at)example.com", "hello (AT) example (dot) com",
        ];
        let sentences = forms.map(|form| format!("Reach us at {form}."));
        assert_eq!(found_in_words("contact/literal", &sentences.join("\n\n")), forms);
        finds_in_files("contact/literal", &[
            ("pages/fees.toml", "What it costs.", "What it costs: «(918) 555-0199."),
            ("site.toml", "tagline = \"A small", "tagline = \"«918-555-0199. A small"),
            ("articles/first.mdx", "title=\"Mind\"", "title=\"Call «918.555.0199\""),
            ("articles/first.mdx", "[the authority]", "[«hello@example.com]"),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn literal_of_others() {
        finds_in_none("contact/literal", &[
            "Call 918-555-0198.", "Call (539) 555-0199.", "Call the IRS at 800-829-1040.", "Call 191855501990.",
            "The account 29185550199.", "The account 91855501990.", "918-555", "555-0199", "0199", "918 of 555 and 0199", "$918,555,0199", "918 5550 199",
            "Call {phone}.", "See [our number](contact:phone).", "[{email}](contact:email)", "`918-555-0199`", "The form 918-555-0198-7",
            "Between 918 and 555.", "2025-11-03", "https", "+44 918 555 0198", "10918 555 01990", "jane (at) example.com", "We meet (at) example.com.",
        ]);
        passes("site.toml", "phone = \"(918) 555-0199\"", "phone = \"(918) 555-0142\"");
    }
}
