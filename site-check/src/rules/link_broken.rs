use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::fix::Fix;
use crate::link::{Destination, corrected, parse};
use crate::load::{File, Target, Tree};
use crate::names::nearest;

pub static RULE: Rule = Rule {
    code: "link/broken",
    severity: Severity::Error,
    summary: "A link leads to a page of this site that does not exist.",
    why: "A visitor who follows it finds the page for unknown addresses.",
    bad: "content/pages/faq.toml\nanswer = \"See [our fees](/fee).\"",
    good: "content/pages/faq.toml\nanswer = \"See [our fees](/fees).\"",
    checks: &[Check::File(check)],
};

fn check(file: &File, tree: &Tree, report: &mut Report) {
    for link in file.uses_of(Target::Link) {
        let Destination::Page { path, .. } = parse(&link.name) else {
            continue;
        };
        if path.is_empty() || tree.is_route(path) || site_schema::MACHINE_DOCUMENTS.contains(&path)
        {
            continue;
        }
        let trimmed = path.trim_end_matches('/').to_lowercase();
        let in_blog = format!("/blog{trimmed}");
        let tidied = [trimmed, in_blog]
            .into_iter()
            .find(|route| tree.routes.contains_key(route));
        let help = match tidied {
                Some(route) => format!("Write it as `{route}`."),
                None => match nearest(path, tree.routes.keys().map(String::as_str)) {
                    Some(near) => format!("Did you mean `{near}`?"),
                    None => "Write the path of a page (content/pages/fees.toml is /fees) or of an article (/blog/ and its file's name).".to_owned(),
                },
            };
        report.push(
            Diagnostic::at(file, link.span.clone(), format!("no page answers `{path}`"))
                .expected("the path of a page or an article of this site")
                .found(format!("`{}`", link.name))
                .help(help)
                .fix(
                    corrected(&link.name, file, tree)
                        .and_then(|to| Fix::instead(file, link.span.clone(), &link.name, &to)),
                ),
        );
    }
}
