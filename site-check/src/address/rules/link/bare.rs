use crate::address::web::right_address;
use crate::load::markdown::{Kind, Node, Prose};
use crate::load::{File, LETTERS, pattern};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

pub(super) static BARE: Rule = Rule {
    code: "link/bare",
    severity: Severity::Error,
    scope: Scope::FileAlone(check),
    summary: "A web or email address in prose is not a link.",
    why: "Visitors would have to copy it: only `[words](address)` is a link here.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: "The forms are at www.irs.gov/forms.",
        right: "The forms are [at the IRS](https://www.irs.gov/forms).",
    },
};

/// A web or an email address in words.
static ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
    let (inner, end) = (r#"[^\s()<>\[\]"“”]*"#, format!("[{LETTERS}/]"));
    pattern(&format!(
        r"(?i)(?-u:\b)(?:(?:(?:https?|ftp)://|mailto:|tel:){inner}{end}|www\.{inner}\.[a-z]{{2,}}(?:[/?#:]{inner}{end})?|[{LETTERS}_.+-]+@(?:[{LETTERS}-]+\.)+[a-z]{{2,}}(?-u:\b))"
    ))
});

fn check(file: &File, out: &mut Diagnostics) {
    for prose in file.proses() {
        check_nodes(&prose.parsed.nodes, file, prose, out);
    }
}

/// Looks for addresses in every text outside links.
fn check_nodes(nodes: &[Node], file: &File, prose: &Prose, out: &mut Diagnostics) {
    for node in nodes {
        match node.kind {
            Kind::Text(_) => check_text(node, file, prose, out),
            Kind::Link(_) => {}
            _ => check_nodes(&node.children, file, prose, out),
        }
    }
}

fn check_text(text: &Node, file: &File, prose: &Prose, out: &mut Diagnostics) {
    for found in ADDRESS.find_iter(prose.written(text)) {
        let address = found.as_str();
        let start = text.span.start;
        let span = prose.map.source(start + found.start()..start + found.end());
        if address.contains('@') && !address.contains("://") {
            report_email(file, span, address, out);
            continue;
        }
        let link = if let Some(right) = right_address(address) {
            format!("[words]({right})")
        } else if let Some(rest) = address.strip_prefix("http://") {
            format!("[words](https://{rest})")
        } else if address.contains("://") {
            format!("[words]({address})")
        } else if address.starts_with("www.") {
            format!("[words](https://{address})")
        } else {
            "[words](contact:phone)".to_owned()
        };
        out.at(file, span, "this address is not a link")
            .expected("a link: [words](address)")
            .quoting(address)
            .help(format!("Write {link}, with words that say what the visitor finds there. To show an address that is not to be followed, put it between backticks (`)."));
    }
}

/// Reports an email address: no link leads to that of anybody else.
fn report_email(file: &File, span: Range<usize>, address: &str, out: &mut Diagnostics) {
    out.at(file, span, "this address is not a link")
        .expected("a link to the firm's own address: [words](contact:email)")
        .quoting(address)
        .help("Only the firm's own address can be linked: write [words](contact:email) for it. Leave out any other, or put it between backticks (`) to show it.");
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, found, found_in_words, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn bare() {
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "Some words at www.irs.gov/x and **words**"), @r#"
        error[link/bare]: this address is not a link
          --> content/articles/first.mdx:15:15
           |
        15 | Some words at www.irs.gov/x and **words** of [the authority](https://www.irs.gov/).
           |               ^^^^^^^^^^^^^
           |
           = expected: a link: [words](address)
           = found: `www.irs.gov/x`
           = help: Write [words](https://www.irs.gov/x), with words that say what the visitor finds there. To show an address that is not to be followed, put it between backticks (`).
        "#);
        let http = &found("pages/index.toml", "Saving.", "Saving, as http://example.com says.")[0];
        assert!(http.contains("Write [words](https://example.com), "), "{http}");
        let email = &found("articles/first.mdx", "Some **words**", "Some words to a@b.co and **words**")[0];
        assert!(email.contains("Only the firm's own address can be linked"), "{email}");
        finds("link/bare", &[
            ("articles/first.mdx", "Some **words**", "Some words at https://www.irs.gov@evil.example and **words**", (15, 15)),
            ("articles/first.mdx", "Some **words**", "Some words to a@b.co and **words**", (15, 15)),
            ("pages/index.toml", "Saving.", "Saving, as http://example.com says.", (24, 25)),
        ]);
        near_misses("link/bare", &[
            ("articles/first.mdx", "Some **words**", "Some `www.irs.gov`, irs.gov, @name and 5@3.50 **words**", "Some www.irs.gov, irs.gov, @name and 5@3.50 **words**"),
        ]);
        let addresses = "at www.irs.gov/x.|(https://www.irs.gov@evil.example)|to a@b.co,|http://localhost:80 is|mailto:a@b.co|See “WWW.IRS.GOV”";
        assert_eq!(found_in_words("link/bare", &addresses.replace('|', "\n\n")).len(), 6);
        let words = "irs.gov|e.g. this|@name|a @ b.co|5@3.50|www.|https://|and/or";
        assert!(found_in_words("link/bare", &words.replace('|', "\n\n")).is_empty());
    }
}
