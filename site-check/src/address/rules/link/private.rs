use super::Found;
use crate::address::web::host::is_private;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};

pub(super) static PRIVATE: Rule = Rule {
    code: "link/private",
    severity: Severity::Error,
    scope: Scope::ReportedBy("link/broken"),
    summary: "A link leads to someone's own computer, browser or network: localhost, a private address or a file.",
    why: "It works for its author and no one else.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: "See [our fees](http://localhost:4321/fees).",
        right: "See [our fees](/fees).",
    },
};

const HELP: &str = "Write the public address: a path such as /fees for a page of this site, https://… for another site.";

/// Reports an address that only its author can open. Returns true if it did.
pub(super) fn report(found: &Found, out: &mut Diagnostics) -> bool {
    if !is_private(found.text()) {
        return false;
    }
    let mut out = out.for_rule(&PRIVATE);
    let message = "this leads to someone's own computer or network";
    found
        .report(message, HELP, &mut out)
        .expected("an address that anyone can reach");
    true
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, found_in_words};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn private() {
        assert_snapshot!(check("articles/first.mdx", "/blog/second#a-heading", "http://localhost:4321/blog/second"), @r#"
        error[link/private]: this leads to someone's own computer or network
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
        finds("link/private", &[
            ("site.toml", "newsletter.example.com", "192.168.1.20/newsletter", (133, 8)),
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
}
