use super::{Check, RULES, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::Tree;
use linkme::distributed_slice;

#[distributed_slice(RULES)]
static RULE: Rule = Rule {
    code: "route/form",
    severity: Severity::Error,
    summary: "A file's name can't be an address.",
    why: "Capitals, spaces and other signs make addresses that people mistype and links that break.",
    bad: "content/articles/Market Drop.mdx",
    good: "content/articles/market-drop.mdx",
    checks: &[Check::Tree(check)],
};

fn check(tree: &Tree, report: &mut Report) {
    for file in &tree.files {
        let Some(route) = file.route() else { continue };
        let fine = |part: &str| {
            part.chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
                && !part.is_empty()
                && !part.starts_with('-')
                && !part.ends_with('-')
        };
        if route == "/" || route[1..].split('/').all(fine) {
            continue;
        }
        let better: String = route
            .to_lowercase()
            .chars()
            .map(|c| {
                if c.is_ascii_alphanumeric() || c == '/' {
                    c
                } else {
                    '-'
                }
            })
            .collect();
        report.push(
            Diagnostic::whole(&file.path, format!("`{route}` can't be an address"))
                .expected("small letters, digits and hyphens")
                .found(format!("`{}`", file.path))
                .help(format!("Rename the file so that its address is {better}")),
        );
    }
}
