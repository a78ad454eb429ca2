use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::fix::Fix;
use crate::link::{CONTACTS, Destination, corrected, parse};
use crate::load::{File, FileKind, Target, Tree};
use crate::names::suggest;

pub static RULE: Rule = Rule {
    code: "link/form",
    severity: Severity::Error,
    summary: "A link is of no form that leads anywhere.",
    why: "www.irs.gov without https:// is taken for a page of this site, and one named wrongly for none at all.",
    bad: "content/articles/market-drop.mdx\nSee [the rules](www.irs.gov).",
    good: "content/articles/market-drop.mdx\nSee [the rules](https://www.irs.gov/).",
    checks: &[Check::File(check)],
};

const FORMS: &str =
    "/path, /path#anchor, #anchor, https://…, external:NAME, contact:phone or contact:email";

fn check(file: &File, tree: &Tree, report: &mut Report) {
    for link in file.uses_of(Target::Link) {
        let help = match parse(&link.name) {
            Destination::Page { .. } | Destination::Web(_) => continue,
            Destination::External(name) => {
                let known = tree.keys(&FileKind::Site, "/external");
                if !tree.definitions_are_known || known.contains(&name) {
                    continue;
                }
                format!(
                    "No link of that name is in content/site.toml. {}",
                    suggest(name, known)
                )
            }
            Destination::Contact(name) if CONTACTS.contains(&name) => continue,
            Destination::Contact(name) => suggest(name, CONTACTS),
            Destination::Unknown => help(&link.name),
        };
        report.push(
            Diagnostic::at(file, link.span.clone(), "this link leads nowhere")
                .expected(FORMS)
                .found(if link.name.is_empty() {
                    "nothing".to_owned()
                } else {
                    format!("`{}`", link.name)
                })
                .help(help)
                .fix(
                    corrected(&link.name, file, tree)
                        .and_then(|to| Fix::instead(file, link.span.clone(), &link.name, &to)),
                ),
        );
    }
}

fn help(href: &str) -> String {
    let lower = href.to_lowercase();
    if let Some(rest) = lower.strip_prefix("http://") {
        format!("Write https://{rest}")
    } else if lower.starts_with("mailto:") {
        "Write contact:email; the address itself stands once, in content/site.toml.".to_owned()
    } else if lower.starts_with("tel:") {
        "Write contact:phone; the number itself stands once, in content/site.toml.".to_owned()
    } else if lower.starts_with("www.")
        || (lower.contains('.') && !lower.contains(' ') && !lower.contains(':'))
    {
        format!("For another site write https://{href}")
    } else if !href.is_empty()
        && href
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "-/#".contains(c))
    {
        format!("For a page of this site begin with a slash: /{href}")
    } else {
        format!("Write one of these forms: {FORMS}.")
    }
}
