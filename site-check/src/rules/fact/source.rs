use super::{Definition, definitions};
use crate::load::{File, FileKind, Tree};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};

pub(super) static SOURCE: Rule = Rule {
    code: "fact/source",
    severity: Severity::Error,
    scope: Scope::SingleFile(FileKind::Facts, check),
    summary: "The source of a fact has neither the address of a document nor a record.",
    why: "A reviewer of the fact could not look it up.",
    example: Example::InFile {
        file: "content/facts.toml",
        wrong: r#"
source = "Authority of examples, Publication 1"
"#,
        right: r#"
source = "Authority of examples, Publication 1"
url = "https://www.irs.gov/gifts"
"#,
    },
};

fn check(file: &File, _tree: &Tree, out: &mut Diagnostics) {
    if !file.is_parsed() {
        return;
    }
    for Definition { pointer, value } in definitions(file) {
        let Some(source) = value["source"].as_str() else {
            continue;
        };
        if value["record"].is_string() {
            continue;
        }
        match value["url"].as_str() {
            None => {
                let place = format!("{pointer}/source");
                let message = "this source has no address and no record";
                out.at_value(file, &place, message)
                    .expected("`url`, or `record`")
                    .quoting(source)
                    .help("Add `url = \"https://…\"`, the address of the document. If it is on no website, add `record = \"…\"`, which says where it is kept.");
            }
            Some(url) if is_home_page(url) => {
                let place = format!("{pointer}/url");
                let message = "this is the address of a home page, not of a document";
                out.at_value(file, &place, message)
                    .expected("the address of the document that says so")
                    .quoting(url)
                    .help("Open the document and copy its own address. If it is on no website, write `record = \"…\"` instead, which says where it is kept.");
            }
            Some(_) => {}
        }
    }
}

/// Returns whether a web address names a site and nothing in it.
fn is_home_page(url: &str) -> bool {
    let without_scheme = url.strip_prefix("https://").unwrap_or(url);
    let name = without_scheme.strip_suffix('/').unwrap_or(without_scheme);
    !name.contains(['/', '?', '#'])
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn source() {
        assert_snapshot!(check("facts.toml", "record = \"The library\"\n", ""), @r#"
        error[fact/source]: this source has no address and no record
         --> content/facts.toml:3:10
          |
        3 | source = "Bengen, 1994"
          |          ^^^^^^^^^^^^^^
          |
          = expected: `url`, or `record`
          = found: `Bengen, 1994`
          = help: Add `url = "https://…"`, the address of the document. If it is on no website, add `record = "…"`, which says where it is kept.
        "#);
        assert_snapshot!(check("facts.toml", "https://www.irs.gov/gifts", "https://www.irs.gov/"), @r#"
        error[fact/source]: this is the address of a home page, not of a document
          --> content/facts.toml:56:7
           |
        56 | url = "https://www.irs.gov/"
           |       ^^^^^^^^^^^^^^^^^^^^^^
           |
           = expected: the address of the document that says so
           = found: `https://www.irs.gov/`
           = help: Open the document and copy its own address. If it is on no website, write `record = "…"` instead, which says where it is kept.
        "#);
        finds("fact/source", &[
            ("facts.toml", "url = \"https://www.irs.gov/limits\"\n", "", (9, 10)),
        ]);
        near_misses("fact/source", &[
            ("facts.toml", "https://www.irs.gov/gifts", "https://www.irs.gov/?gifts", "https://www.irs.gov"),
        ]);
    }
}
