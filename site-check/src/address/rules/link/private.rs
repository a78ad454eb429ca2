use super::full::{Authority, addresses};
use crate::address::correct::corrected;
use crate::fix::Fix;
use crate::load::{File, Tree, pattern};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use regex::Regex;
use std::net::IpAddr;
use std::sync::LazyLock;

pub(super) static PRIVATE: Rule = Rule {
    code: "link/private",
    severity: Severity::Error,
    scope: Scope::FileInTree(check),
    summary: "A link leads to someone's own computer or network: localhost, a private address or a file.",
    why: "It works for its author and no one else.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: "See [our fees](http://localhost:4321/fees).",
        right: "See [our fees](/fees).",
    },
};

fn check(file: &File, tree: &Tree, out: &mut Diagnostics) {
    for (address, span) in addresses(file) {
        if !is_private(address.trim()) {
            continue;
        }
        let right = corrected(address, file, tree);
        let fix = right.and_then(|right| Fix::instead(file, span.clone(), address, &right));
        out.at(file, span, "this leads to someone's own computer or network")
            .expected("an address that anyone can reach")
            .quoting(address.trim())
            .help("Write the public address: a path such as /fees for a page of this site, https://… for another site.")
            .fix(fix)
            .suppresses_its_span();
    }
}

/// A file, or the machine itself without a scheme.
static FILE: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)^(?:file:|\\\\|localhost\b)|:\\"));
/// The host of a machine, or of one in a local network.
static LOCAL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?i)(?:^|\.)(?:localhost|local|internal|lan|intranet|home\.arpa)\.?$")
});

/// Returns whether a link leads where nobody else can follow.
fn is_private(address: &str) -> bool {
    if FILE.is_match(address) {
        return true;
    }
    let host = Authority::of(address).map_or("", |authority| authority.host);
    LOCAL.is_match(host) || host.parse().is_ok_and(is_private_ip)
}

fn is_private_ip(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(ip) => {
            ip.is_loopback() || ip.is_unspecified() || ip.is_private() || ip.is_link_local()
        }
        IpAddr::V6(ip) => ip.is_loopback() || ip.is_unspecified() || ip.is_unique_local(),
    }
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
           = help: Write the public address: a path such as /fees for a page of this site, https://… for another site.
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
