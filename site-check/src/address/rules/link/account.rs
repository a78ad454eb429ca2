use super::Found;
use crate::address::web::account::{Restriction, restriction};
use crate::load::FileKind;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};

pub(super) static ACCOUNT: Rule = Rule {
    code: "link/account",
    severity: Severity::Warning,
    scope: Scope::ReportedBy("link/broken"),
    summary: "A link leads to a shared document, to a sign-in page, to a preview, or to an address that expires.",
    why: "It opens for its author, who has the account. Visitors see a form for a password, or write a mail to get access, and a document can change after its approval. Only articles: a sign-in page may be a link of content/site.toml, under [external].",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: "See [our list](https://docs.google.com/document/d/1AbCdEf/edit).",
        right: "See [our list](https://docs.google.com/document/d/e/2PACX-1vAbCdEf/pub).",
    },
};

/// Reports an address that doesn't open for every visitor. Returns true if it did.
pub(super) fn report(found: &Found, out: &mut Diagnostics) -> bool {
    let is_article = matches!(found.file.kind, FileKind::Article(_));
    let Some(restriction) = restriction(found.text(), is_article) else {
        return false;
    };
    let mut out = out.for_rule(&ACCOUNT);
    let (message, help) = words(restriction);
    found
        .report(message, help, &mut out)
        .expected("an address that opens for every visitor");
    true
}

fn words(restriction: Restriction) -> (String, &'static str) {
    match restriction {
        Restriction::Shared("Google Docs") => (
            "a shared document of Google Docs, which opens only for some people".to_owned(),
            "In Google Docs choose File, Share, Publish to web, and write the address from there, which ends with /pub; for a form, the one that ends with /viewform. Better still, write its words on a page.",
        ),
        Restriction::Shared(service) => (
            format!("a shared page or document of {service}, which opens only for some people"),
            "Write its words on a page of this site, or link an address that opens in a private window of a browser.",
        ),
        Restriction::SignIn => (
            "a sign-in page".to_owned(),
            "Link a page that visitors can read without an account. A portal for clients belongs in content/site.toml, under [external]: link it as external:NAME.",
        ),
        Restriction::Expires => (
            "this address has a signature that expires".to_owned(),
            "Link the page that offers the file: in some hours or days this address leads nowhere.",
        ),
        Restriction::Preview => (
            "a page as its authors see it".to_owned(),
            "Open the published page in a private window of a browser, and copy its address from there.",
        ),
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, near_misses, passes};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn account() {
        assert_snapshot!(check("articles/first.mdx", "https://www.irs.gov/", "https://docs.google.com/document/d/1AbC/edit"), @r#"
        warning[link/account]: a shared document of Google Docs, which opens only for some people
          --> content/articles/first.mdx:15:35
           |
        15 | Some **words** of [the authority](https://docs.google.com/document/d/1AbC/edit).
           |                                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
           |
           = expected: an address that opens for every visitor
           = found: `https://docs.google.com/document/d/1AbC/edit`
           = help: In Google Docs choose File, Share, Publish to web, and write the address from there, which ends with /pub; for a form, the one that ends with /viewform. Better still, write its words on a page.
        "#);
        assert_snapshot!(check("articles/first.mdx", "https://www.irs.gov/", "https://custodian.example.com/login"), @r#"
        warning[link/account]: a sign-in page
          --> content/articles/first.mdx:15:35
           |
        15 | Some **words** of [the authority](https://custodian.example.com/login).
           |                                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
           |
           = expected: an address that opens for every visitor
           = found: `https://custodian.example.com/login`
           = help: Link a page that visitors can read without an account. A portal for clients belongs in content/site.toml, under [external]: link it as external:NAME.
        "#);
        finds("link/account", &[
            ("pages/index.toml", "href = \"/fees\"", "href = \"https://small.sharepoint.com/:w:/r/a\"", (12, 42)),
        ]);
        near_misses("link/account", &[
            ("articles/first.mdx", "https://www.irs.gov/", "https://docs.google.com/forms/d/e/1F/viewform?usp=sf_link", "https://docs.google.com/forms/d/1F/edit"),
            ("articles/first.mdx", "https://www.irs.gov/", "https://www.login.gov/what-is-login/", "https://secure.login.gov/"),
        ]);
        passes("site.toml", "https://portal.example.com/", "https://portal.example.com/login");
    }
}
