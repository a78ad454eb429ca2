use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::link::{Destination, parse};
use crate::load::{File, FileKind, Target, Tree};
use serde_json::Value;
use std::collections::BTreeSet;

pub static RULE: Rule = Rule {
    code: "route/orphan",
    severity: Severity::Warning,
    summary: "Nothing leads to a page or an article: no navigation, no list and no link.",
    why: "Nobody who visits the site will find it, and search engines take it for unimportant.",
    bad: "content/pages/financial-planning-jenks.toml\n# and no link to /financial-planning-jenks",
    good: "content/pages/financial-services.toml\nbody = \"We also work [in Jenks](/financial-planning-jenks).\"",
    checks: &[Check::Tree(check)],
};

fn check(tree: &Tree, report: &mut Report) {
    let mut reached: BTreeSet<&str> = BTreeSet::new();
    for file in &tree.files {
        // A redirect leads only those who have an old address, and a draft nobody yet.
        if file.kind == FileKind::Redirects || file.is_draft() {
            continue;
        }
        let own = file.route();
        for link in file.uses_of(Target::Link) {
            if let Destination::Page { path, .. } = parse(&link.name)
                && own.as_deref() != Some(path)
            {
                reached.insert(path);
            }
        }
    }
    // What is not wholly read may hold the list or the link that is missed.
    let unread = tree.rejected.iter().any(|rejected| rejected.kind.is_some());
    let broken =
        |file: &File| !file.is_parsed() || file.proses().any(|prose| prose.parsed.is_err());
    // A link that leads nowhere may be it, too, and is a message of its own.
    let astray = |path: &&str| {
        !path.is_empty() && !tree.is_route(path) && !site_schema::MACHINE_DOCUMENTS.contains(path)
    };
    if unread || reached.iter().any(astray) || tree.files.iter().any(broken) {
        return;
    }
    let all_articles = tree.files.iter().any(lists_articles);
    for file in &tree.files {
        let Some(route) = file.route() else { continue };
        let is_article = matches!(file.kind, FileKind::Article(_));
        let hidden = file.document.value.pointer("/meta/noindex") == Some(&Value::Bool(true));
        if route == "/"
            || route == site_schema::NOT_FOUND_ROUTE
            || hidden
            || file.is_draft()
            || (is_article && all_articles)
            || reached.contains(route.as_str())
        {
            continue;
        }
        let what = if is_article { "article" } else { "page" };
        report.push(
            Diagnostic::whole(&file.path, format!("nothing leads to this {what}"))
                .expected(format!(
                    "a link to `{route}` on a page, in the navigation or in an article"
                ))
                .found("none")
                .help(format!(
                    "Link to {route} where a visitor would look for it, or delete the file."
                )),
        );
    }
}

/// Whether a page shows the list of all articles.
fn lists_articles(file: &File) -> bool {
    if file.is_draft() {
        return false;
    }
    let blocks = file.document.value.get("blocks").and_then(Value::as_array);
    let mut blocks = blocks.into_iter().flatten();
    blocks.any(|block| block.get("kind").and_then(Value::as_str) == Some("article_list"))
}
