use super::{Check, RULES, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity, nearest, suggest};
use crate::fix::Fix;
use crate::link::{Target as Place, mend, parse};
use crate::load::{File, Target};
use linkme::distributed_slice;

#[distributed_slice(RULES)]
static RULE: Rule = Rule {
    code: "link/broken",
    severity: Severity::Error,
    summary: "A link leads to a page of this site that does not exist.",
    why: "A visitor who follows it finds the page for unknown addresses.",
    bad: "content/pages/faq.toml\nanswer = \"See [our fees](/fee).\"",
    good: "content/pages/faq.toml\nanswer = \"See [our fees](/fees).\"",
    checks: &[Check::Files(check)],
};

fn check(files: &[File], report: &mut Report) {
    let tree = report.tree;
    for file in files {
        for link in file.uses_of(Target::Link) {
            let Place::Page { path, .. } = parse(&link.name) else {
                continue;
            };
            if path.is_empty() || tree.is_route(path) || crate::MACHINE_DOCUMENTS.contains(&path) {
                continue;
            }
            let routes = tree.routes.keys().map(String::as_str);
            let trimmed = path.trim_end_matches('/').to_lowercase();
            let help = match routes.clone().find(|route| *route == trimmed || *route == format!("/blog{trimmed}")) {
                Some(route) => format!("Write it as `{route}`."),
                None if nearest(path, routes.clone()).is_some() => suggest(path, routes),
                None => "Write the path of a page (content/pages/fees.toml is /fees) or of an article (/blog/ and its file's name).".to_owned(),
            };
            report.push(
                Diagnostic::at(file, link.span.clone(), format!("no page answers `{path}`"))
                    .expected("the path of a page or an article of this site")
                    .found(format!("`{}`", link.name))
                    .help(help)
                    .fix(
                        mend(&link.name, file, tree)
                            .and_then(|to| Fix::instead(file, link.span.clone(), &link.name, &to)),
                    ),
            );
        }
    }
}
