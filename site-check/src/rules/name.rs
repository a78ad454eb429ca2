//! Names of what other files define.

use crate::fix::Fix;
use crate::load::{File, FileKind, Target, Tree};
use crate::names::suggest_from;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};

pub(super) static RULES: &[&Rule] = &[&UNKNOWN];

static UNKNOWN: Rule = Rule {
    code: "name/unknown",
    severity: Severity::Error,
    scope: Scope::FileInTree(check),
    summary: "A name refers to a fee schedule, an external link, a disclaimer or a subject that does not exist.",
    why: "A block without its schedule has no fees to show; a button without its link leads nowhere; an article on an unknown subject is not found by it.",
    example: Example::InFile {
        file: "content/pages/fees.toml",
        wrong: r#"
heading = "Tiers"
schedule = "smal"
"#,
        right: r#"
heading = "Tiers"
schedule = "small"
"#,
    },
};

fn check(file: &File, tree: &Tree, out: &mut Diagnostics) {
    if !tree.definitions_are_known {
        return;
    }
    for (target, defined_in, pointer, noun) in [
        (
            Target::Schedule,
            FileKind::Fees,
            "/schedules",
            "fee schedule",
        ),
        (
            Target::External,
            FileKind::Site,
            "/external",
            "external link",
        ),
        (
            Target::Disclaimer,
            FileKind::Site,
            "/disclaimers",
            "disclaimer",
        ),
        (Target::Subject, FileKind::Subjects, "", "subject"),
    ] {
        let known = tree.keys(&defined_in, pointer);
        let path = defined_in.path().unwrap_or_default();
        let list = match pointer.strip_prefix('/') {
            Some(table) => format!("{path}, under [{table}]"),
            None => path.clone(),
        };
        for reference in file.references_of(target) {
            let name = reference.name.as_str();
            if known.contains(&name) {
                continue;
            }
            let names = known.iter().copied();
            let fix = Fix::misspelled(file, &reference.span, name, names.clone());
            out.at(
                file,
                reference.span.clone(),
                format!("unknown {noun} `{name}`"),
            )
            .expected(format!("the name of one in {list}"))
            .quoting(name)
            .help(suggest_from(name, names, &path))
            .fix(fix);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn unknown() {
        assert_snapshot!(check("pages/fees.toml", "schedule = \"small\"", "schedule = \"smal\""), @r#"
        error[name/unknown]: unknown fee schedule `smal`
          --> content/pages/fees.toml:44:13
           |
        44 | schedule = "smal"
           |             ^^^^
           |
           = expected: the name of one in content/fees.toml, under [schedules]
           = found: `smal`
           = help: Did you mean `small`?
           = note: `cargo site check --fix` fixes this
        "#);
        finds("name/unknown", &[
            ("site.toml", "client_resources = [\"newsletter\"", "client_resources = [\"newsleter\"", (56, 22)),
            ("articles/second.mdx", "kind=\"illustrative\"", "kind=\"ilustrative\"", (18, 19)),
        ]);
        assert_snapshot!(check("articles/second.mdx", "[\"figures\"]", "[\"figures\", \"retirment\"]"), @r#"
        error[name/unknown]: unknown subject `retirment`
         --> content/articles/second.mdx:8:25
          |
        8 | subjects = ["figures", "retirment"]
          |                         ^^^^^^^^^
          |
          = expected: the name of one in content/subjects.toml
          = found: `retirment`
          = help: Did you mean `retirement`?
          = note: `cargo site check --fix` fixes this
        "#);
    }
}
