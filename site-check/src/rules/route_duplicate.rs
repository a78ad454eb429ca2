use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::{FileKind, Tree};
use std::collections::BTreeMap;

pub static RULE: Rule = Rule {
    code: "route/duplicate",
    severity: Severity::Error,
    summary: "Two files are for the same address.",
    why: "Only one of them would be shown, and which one would be chance.",
    bad: "content/pages/fees/index.toml\n# beside content/pages/fees.toml",
    good: "content/pages/fees.toml\n# alone",
    checks: &[Check::Tree(check)],
};

fn check(tree: &Tree, report: &mut Report) {
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    for file in &tree.files {
        let Some(route) = file.route() else { continue };
        if let Some(first) = seen.get(&route.to_lowercase()) {
            let article = matches!(file.kind, FileKind::Article(_));
            let what = if article { "article" } else { "page" };
            report.push(
                Diagnostic::whole(
                    &file.path,
                    format!("this {what} is at `{route}`, and so is {first}"),
                )
                .expected("one file for each address, whatever its capitals")
                .found(format!("{first} and {}", file.path))
                .help("Rename or delete one of the two files: a file's name is its address."),
            );
        } else {
            seen.insert(route.to_lowercase(), &file.path);
        }
    }
}
