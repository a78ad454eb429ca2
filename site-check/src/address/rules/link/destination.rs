//! Addresses that look like other sites, are private, track visitors, or require an account.

use super::FoundAddress;
use crate::address::addresses::is_full;
use crate::address::web::WebAddress;
use crate::address::web::account::{Restriction, restriction};
use crate::address::web::host::is_private;
use crate::address::web::tracking::without_tracking;
use crate::address::web::wrapper::{WrappedTarget, wrapping};
use crate::load::FileKind;
use crate::names::listed;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};

pub(super) static LOOKALIKE: Rule = Rule {
    code: "link/lookalike",
    severity: Severity::Error,
    scope: Scope::ByAnother,
    summary: "A link's host can be mistaken for another one, because of letters from other alphabets or a name before an @.",
    why: "Visitors would trust a page that belongs to someone else, which is how fake sign-in pages work.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: "See [the IRS](https://www.irs.gov@example.net/).",
        right: "See [the IRS](https://www.irs.gov/).",
    },
};

/// Reports an address that looks like the address of another site. Returns true if it did.
pub(super) fn report_lookalike(found: &FoundAddress, out: &mut Diagnostics) -> bool {
    let Some(WebAddress { user, host, .. }) = web_address(found.text()) else {
        return false;
    };
    let foreign = foreign_letters(host);
    let (message, parts) = if let Some(user) = user {
        (
            format!("this leads to `{host}`, not to `{user}`"),
            format!("`{user}@` before the host"),
        )
    } else if !foreign.is_empty() {
        (
            "this host can look like another one".to_owned(),
            format!("letters of another alphabet: {}", foreign.join(", ")),
        )
    } else {
        return false;
    };
    out.for_rule(&LOOKALIKE)
        .at(found.file, found.address.span.clone(), message)
        .expected("a host with only the letters a to z, digits, dots and hyphens")
        .found(parts)
        .help("Open the right page and copy its address from the browser, or retype the host. A host that really has such letters begins with xn--, as browsers copy it.");
    true
}

/// Returns the parts of a full web address, and `None` for any other text.
fn web_address(text: &str) -> Option<WebAddress<'_>> {
    WebAddress::read(text).filter(|_| is_full(text))
}

/// Returns the characters of a host that aren't ASCII, each with its code point.
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

pub(super) static PRIVATE: Rule = Rule {
    code: "link/private",
    severity: Severity::Error,
    scope: Scope::ByAnother,
    summary: "A link leads to a private computer, browser or network: localhost, a private address or a file.",
    why: "It works only for its author.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: "See [our fees](http://localhost:4321/fees).",
        right: "See [our fees](/fees).",
    },
};

const HELP: &str = "Write the public address: a path such as /fees for a page of this site, https://… for another site.";

/// Reports an address that only its author can open. Returns true if it did.
pub(super) fn report_private(found: &FoundAddress, out: &mut Diagnostics) -> bool {
    if !is_private(found.text()) {
        return false;
    }
    let mut out = out.for_rule(&PRIVATE);
    let message = "this leads to a private computer or network";
    found
        .report(message, HELP, &mut out)
        .expected("an address that anyone can reach");
    true
}

pub(super) static TRACKING: Rule = Rule {
    code: "link/tracking",
    severity: Severity::Error,
    scope: Scope::ByAnother,
    summary: "A link goes through another service, such as a mail filter, or its address has parameters that track visitors.",
    why: "Mail programs, search engines and social networks change an address before someone copies it: they would count visitors as the person who copied it, whose email address may be in it, and the link breaks when that service ends.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: "See [the rules](https://nam12.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.irs.gov%2Ftaxtopics&data=05).",
        right: "See [the rules](https://www.irs.gov/taxtopics).",
    },
};

const COPY: &str = "Open it in a browser, and copy the address of the page that opens.";

/// Reports an address that leads through a redirector. Returns true if it did.
pub(super) fn report_wrapper(found: &FoundAddress, out: &mut Diagnostics) -> bool {
    let Some(wrapping) = wrapping(found.text()) else {
        return false;
    };
    let help = match wrapping.target {
        WrappedTarget::Certain(_) | WrappedTarget::Unknown => COPY.to_owned(),
        WrappedTarget::Likely(address) => format!("{COPY} It may be `{address}`."),
        WrappedTarget::OfOtherScheme(address) => format!(
            "The address inside, `{address}`, isn't a web page: link to another page, or remove the link."
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
pub(super) fn report_parameters(found: &FoundAddress, out: &mut Diagnostics) -> bool {
    let Some(cleaned) = without_tracking(found.text()) else {
        return false;
    };
    let message = if cleaned.parameters.is_empty() {
        "this address highlights words on the page, which may change".to_owned()
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

pub(super) static ACCOUNT: Rule = Rule {
    code: "link/account",
    severity: Severity::Warning,
    scope: Scope::ByAnother,
    summary: "A link leads to a shared document, to a sign-in page, to a preview, or to an address that expires.",
    why: "It opens for its author, who has the account, but visitors see a sign-in form or have to ask for access, and a document can change after its approval. A sign-in page is reported only in articles: content/site.toml may link to one, under [external].",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: "See [our list](https://docs.google.com/document/d/1AbCdEf/edit).",
        right: "See [our list](https://docs.google.com/document/d/e/2PACX-1vAbCdEf/pub).",
    },
};

/// Reports an address that doesn't open for every visitor. Returns true if it did.
pub(super) fn report_restriction(found: &FoundAddress, out: &mut Diagnostics) -> bool {
    let is_article = matches!(found.file.kind, FileKind::Article(_));
    let Some(restriction) = restriction(found.text(), is_article) else {
        return false;
    };
    let mut out = out.for_rule(&ACCOUNT);
    let (message, help) = restriction_words(restriction);
    found
        .report(message, help, &mut out)
        .expected("an address that opens for every visitor");
    true
}

fn restriction_words(restriction: Restriction) -> (String, &'static str) {
    match restriction {
        Restriction::Shared("Google Docs") => (
            "this shared Google Docs document opens only for some people".to_owned(),
            "In Google Docs, choose File > Share > Publish to web, and copy the address from there, which ends with /pub. For a form, copy the address that ends with /viewform. Better still, put the words on a page of this site.",
        ),
        Restriction::Shared(service) => (
            format!("this {service} page or document opens only for some people"),
            "Put its words on a page of this site, or link to an address that opens in a private browser window.",
        ),
        Restriction::SignIn => (
            "this is a sign-in page".to_owned(),
            "Link to a page that visitors can read without an account. A client portal belongs in content/site.toml, under [external]: link to it as external:NAME.",
        ),
        Restriction::Expires => (
            "this address has a signature that expires".to_owned(),
            "Link to the page that offers the file: this address stops working in a few hours or days.",
        ),
        Restriction::Preview => (
            "this is a preview that only a page's authors can see".to_owned(),
            "Open the published page in a private browser window, and copy its address from there.",
        ),
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{
        assert_snapshot, check, finds_in_files, found, found_in_words, near_misses, passes,
    };

    #[test]
    #[rustfmt::skip]
    fn lookalike() {
        assert_snapshot!(check("articles/first.mdx", "www.irs.gov", "www.іrs.gov"), @r#"
        error[link/lookalike]: this host can look like another one
          --> content/articles/first.mdx:15:35
           |
        15 | Some **words** of [the authority](https://www.іrs.gov/).
           |                                   ^^^^^^^^^^^^^^^^^^^^
           |
           = expected: a host with only the letters a to z, digits, dots and hyphens
           = found: letters of another alphabet: і (U+0456)
           = help: Open the right page and copy its address from the browser, or retype the host. A host that really has such letters begins with xn--, as browsers copy it.
        "#);
        finds_in_files("link/lookalike", &[
            ("site.toml", "\"https://newsletter.example.com", "«\"https://www.irs.gov@newsletter.example.com"),
            ("articles/first.mdx", "subjects =", "references = [{ title = \"A\", publisher = \"B\", url = «\"https://www.іrs.gov/\" }]\nsubjects ="),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn private() {
        assert_snapshot!(check("articles/first.mdx", "/blog/second#a-heading", "http://localhost:4321/blog/second"), @r#"
        error[link/private]: this leads to a private computer or network
          --> content/articles/first.mdx:11:51
           |
        11 | The rule says {withdrawal-rule}; see [the second](http://localhost:4321/blog/second).
           |                                                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
           |
           = expected: an address that anyone can reach
           = found: `http://localhost:4321/blog/second`
           = help: Write `/blog/second`.
           = note: `cargo site check --fix` fixes this
        "#);
        finds_in_files("link/private", &[
            ("site.toml", "\"https://newsletter.example.com", "«\"https://192.168.1.20/newsletter"),
        ]);
        let found = |addresses: &str| {
            let links: Vec<_> = addresses.split(' ').map(|it| format!("[The page]({it}).")).collect();
            found_in_words("link/private", &links.join("\n\n"))
        };
        let private = "http://localhost:4321/fees https://LOCALHOST/ http://127.0.0.1:8080 http://[::1]:3000/a \
            https://192.168.1.10/ https://172.20.1.1/ https://printer.local/ file:///home/alex/fees.html \
            c:\\Users\\Alex\\fees.docx localhost:4321/fees";
        assert_eq!(found(private).len(), 10);
        let public = "https://www.irs.gov/localhost https://localhost.example.com/ https://172.32.0.1/ https://www.tulsalocal.com/";
        assert!(found(public).is_empty());
    }

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
        finds_in_files("link/tracking", &[
            ("site.toml", "\"https://newsletter.example.com", "«\"https://newsletter.example.com/?mc_cid=1&mc_eid=2"),
            ("pages/index.toml", "href = \"/fees\"", "href = \"«/fees?utm_source=news\""),
            ("articles/first.mdx", "/blog/second#a-heading", "«/blog/second#a-heading:~:text=Words"),
            ("articles/first.mdx", "/blog/second#a-heading", "«/blog/second#:~:text=Words"),
            ("redirects.toml", "to = \"/fees\"", "to = \"«https://bit.ly/abc\""),
        ]);
        near_misses("link/tracking", &[
            ("articles/first.mdx", "https://www.irs.gov/", "https://web.archive.org/web/2020/https://www.irs.gov/?source=x", "https://12ft.io/https://www.irs.gov/"),
            ("articles/first.mdx", "https://www.irs.gov/", "https://www.google.com/maps?q=Tulsa", "https://www.google.com/url?q=Tulsa"),
        ]);
        assert!(found_in_words("link/tracking", "See <https://t.co/a> and https://t.co/a.").is_empty());
    }

    #[test]
    #[rustfmt::skip]
    fn account() {
        assert_snapshot!(check("articles/first.mdx", "https://www.irs.gov/", "https://docs.google.com/document/d/1AbC/edit"), @r#"
        warning[link/account]: this shared Google Docs document opens only for some people
          --> content/articles/first.mdx:15:35
           |
        15 | Some **words** of [the authority](https://docs.google.com/document/d/1AbC/edit).
           |                                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
           |
           = expected: an address that opens for every visitor
           = found: `https://docs.google.com/document/d/1AbC/edit`
           = help: In Google Docs, choose File > Share > Publish to web, and copy the address from there, which ends with /pub. For a form, copy the address that ends with /viewform. Better still, put the words on a page of this site.
        "#);
        assert_snapshot!(check("articles/first.mdx", "https://www.irs.gov/", "https://custodian.example.com/login"), @r#"
        warning[link/account]: this is a sign-in page
          --> content/articles/first.mdx:15:35
           |
        15 | Some **words** of [the authority](https://custodian.example.com/login).
           |                                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
           |
           = expected: an address that opens for every visitor
           = found: `https://custodian.example.com/login`
           = help: Link to a page that visitors can read without an account. A client portal belongs in content/site.toml, under [external]: link to it as external:NAME.
        "#);
        finds_in_files("link/account", &[
            ("pages/index.toml", "href = \"/fees\"", "href = \"«https://small.sharepoint.com/:w:/r/a\""),
        ]);
        near_misses("link/account", &[
            ("articles/first.mdx", "https://www.irs.gov/", "https://docs.google.com/forms/d/e/1F/viewform?usp=sf_link", "https://docs.google.com/forms/d/1F/edit"),
            ("articles/first.mdx", "https://www.irs.gov/", "https://www.login.gov/what-is-login/", "https://secure.login.gov/"),
        ]);
        passes("site.toml", "https://portal.example.com/", "https://portal.example.com/login");
    }
}
