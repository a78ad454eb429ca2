use crate::load::facts::stated;
use crate::load::{File, FileKind, Tree};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};

pub(super) static TAKEN: Rule = Rule {
    code: "fact/taken",
    severity: Severity::Error,
    scope: Scope::SingleFile(FileKind::Facts, check_taken),
    summary: "A fact in content/facts.toml has a name that content/site.toml or content/fees.toml already defines.",
    why: "The other value would be shown, and this one would be kept up for nothing.",
    example: Example::InFile {
        file: "content/facts.toml",
        wrong: r#"
[phone]
value = "(918) 555-0100"
"#,
        right: r#"
[clients-since]
value = "2011"
"#,
    },
};

fn check_taken(file: &File, tree: &Tree, out: &mut Diagnostics) {
    let stated = stated(tree.toml(&FileKind::Site), tree.toml(&FileKind::Fees));
    for (name, fact) in file.document.value.as_object().into_iter().flatten() {
        let Some(stated) = stated.get(name) else {
            continue;
        };
        if fact["value"] != **stated {
            let place = file.document.key_span(&format!("/{name}"));
            out.at(file, place, format!("`{{{name}}}` is already defined as `{stated}`"))
                .expected("a name that content/site.toml and content/fees.toml do not define")
                .quoting(name)
                .help("Change the value in content/site.toml or content/fees.toml and delete this one, or choose another name.");
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn taken() {
        assert_snapshot!(check("facts.toml", "[withdrawal-rule]", "[phone]\nvalue = \"(918) 555-0100\"\nsource = \"The firm\"\nrecord = \"The office\"\nreviewed = 2025-07-21\n\n[withdrawal-rule]"), @r#"
        error[fact/taken]: `{phone}` is already defined as `(918) 555-0199`
         --> content/facts.toml:1:2
          |
        1 | [phone]
          |  ^^^^^
          |
          = expected: a name that content/site.toml and content/fees.toml do not define
          = found: `phone`
          = help: Change the value in content/site.toml or content/fees.toml and delete this one, or choose another name.
        "#);
        near_misses("fact/taken", &[
            ("facts.toml", "[withdrawal-rule]", "[commitment]\nvalue = \"one year\"\nsource = \"The firm\"\nrecord = \"The office\"\nreviewed = 2025-07-21\n\n[withdrawal-rule]", "[commitment]\nvalue = \"two years\"\nsource = \"The firm\"\nrecord = \"The office\"\nreviewed = 2025-07-21\n\n[withdrawal-rule]"),
        ]);
    }
}
