use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::fix::Fix;
use crate::link::{Destination, corrected, parse};
use crate::load::{File, Target, Tree};
use crate::names::suggest;

pub static RULE: Rule = Rule {
    code: "link/fragment",
    severity: Severity::Error,
    summary: "What stands after the # of a link is not an anchor of the page it leads to.",
    why: "The visitor lands at the top of a long page and has to search for what was promised.",
    bad: "content/pages/index.toml\nhref = \"/about#taem\"",
    good: "content/pages/index.toml\nhref = \"/about#team\"",
    checks: &[Check::File(check)],
};

fn check(file: &File, tree: &Tree, report: &mut Report) {
    for link in file.uses_of(Target::Link) {
        let Destination::Page {
            path,
            fragment: Some(fragment),
        } = parse(&link.name)
        else {
            continue;
        };
        let own = file.route();
        let route = if path.is_empty() {
            own.as_deref()
        } else {
            Some(path)
        };
        let Some(Some(anchors)) = route.and_then(|route| tree.routes.get(route)) else {
            continue;
        };
        if anchors.contains(fragment) {
            continue;
        }
        let page = route.unwrap_or_default();
        report.push(
            Diagnostic::at(
                file,
                link.span.clone(),
                format!("`{page}` has no anchor `#{fragment}`"),
            )
            .expected(format!(
                "the `id` of a block, a heading or a question of `{page}`"
            ))
            .found(format!("`#{fragment}`"))
            .help(suggest(fragment, anchors.iter().map(String::as_str)))
            .fix(
                corrected(&link.name, file, tree)
                    .and_then(|to| Fix::instead(file, link.span.clone(), &link.name, &to)),
            ),
        );
    }
}
