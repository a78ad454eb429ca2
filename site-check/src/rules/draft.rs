use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::link::{Destination, parse};
use crate::load::{File, FileKind, Target, Tree};

pub static LINKED: Rule = Rule {
    code: "link/draft",
    severity: Severity::Error,
    summary: "What is published leads to a draft.",
    why: "No build has the draft: a visitor who follows the link finds the page for unknown addresses.",
    bad: "content/articles/market-drop.mdx\nSee [what comes next](/blog/rates-pause).\n# and content/articles/rates-pause.mdx has draft = true",
    good: "content/articles/rates-pause.mdx\n# without the line draft = true",
    checks: &[Check::File(check_links)],
};

pub static NEEDED: Rule = Rule {
    code: "route/draft",
    severity: Severity::Error,
    summary: "The home page or the page for unknown addresses is a draft.",
    why: "No site can be built without them.",
    bad: "content/pages/index.toml\n[meta]\ndraft = true",
    good: "content/pages/index.toml\n[meta]",
    checks: &[Check::Tree(check_needed)],
};

fn check_links(file: &File, tree: &Tree, report: &mut Report) {
    if file.is_draft() {
        return;
    }

    for link in file.uses_of(Target::Link) {
        let Destination::Page { path, .. } = parse(&link.name) else {
            continue;
        };
        if !tree.drafts.contains(path) {
            continue;
        }
        let mut files = tree.files.iter();
        let draft = files.find(|file| file.route().as_deref() == Some(path));
        let draft = draft.map_or(path, |draft| &draft.path);
        report.push(
                Diagnostic::at(file, link.span.clone(), format!("`{path}` is a draft, and no build has it"))
                    .expected("the path of a page or an article that is published")
                    .found(format!("`{}`", link.name))
                    .help(format!(
                        "Delete the line `draft = true` in {draft} to publish it, or take the link out until then."
                    )),
            );
    }
}

fn check_needed(tree: &Tree, report: &mut Report) {
    for route in ["/", site_schema::NOT_FOUND_ROUTE] {
        let page = tree.file(&FileKind::Page(route.to_owned()));
        let Some(page) = page.filter(|page| page.is_draft()) else {
            continue;
        };
        report.push(
            Diagnostic::at(
                page,
                page.document.key_place("/meta/draft"),
                "no site can be built without this page, and it is a draft",
            )
            .expected("a page that is published")
            .found("draft = true")
            .help("Delete the line."),
        );
    }
}
