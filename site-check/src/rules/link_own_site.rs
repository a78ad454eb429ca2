use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::fix::Fix;
use crate::link::{Destination, corrected, own_path, parse};
use crate::load::{File, Target, Tree};

pub static RULE: Rule = Rule {
    code: "link/own-site",
    severity: Severity::Error,
    summary: "A link leads to a page of this site by its full address.",
    why: "It is taken for a link to another site: it opens in a new tab, leads away from a preview, and nobody notices when the page moves.",
    bad: "content/pages/faq.toml\nanswer = \"See [our fees](https://www.example.com/fees).\"",
    good: "content/pages/faq.toml\nanswer = \"See [our fees](/fees).\"",
    checks: &[Check::File(check)],
};

fn check(file: &File, tree: &Tree, report: &mut Report) {
    for link in file.uses_of(Target::Link) {
        let Destination::Web(address) = parse(&link.name) else {
            continue;
        };
        let Some(path) = own_path(address, tree) else {
            continue;
        };
        let mended = corrected(address, file, tree);
        let path = mended.as_deref().unwrap_or(path);
        report.push(
            Diagnostic::at(
                file,
                link.span.clone(),
                "this page is one of this site's own",
            )
            .expected("its path, such as /fees")
            .found(format!("`{address}`"))
            .help(format!("Write it as `{path}`."))
            .fix(
                mended
                    .as_deref()
                    .and_then(|to| Fix::instead(file, link.span.clone(), &link.name, to)),
            ),
        );
    }
}
