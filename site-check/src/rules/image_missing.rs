use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::fix::{Fix, meant};
use crate::load::{File, Target, Tree};
use crate::names::suggest;

pub static RULE: Rule = Rule {
    code: "image/missing",
    severity: Severity::Error,
    summary: "An image is not in content/images.",
    why: "Visitors would see a broken picture.",
    bad: "content/articles/market-drop.mdx\n+++\nhero = { src = \"hero-chart.SVG\", alt = \"A line that falls\" }\n+++",
    good: "content/articles/market-drop.mdx\n+++\nhero = { src = \"hero-chart.svg\", alt = \"A line that falls\" }\n+++",
    checks: &[Check::File(check)],
};

fn check(file: &File, tree: &Tree, report: &mut Report) {
    for image in file.uses_of(Target::Image) {
        if tree.images.contains(&image.name) {
            continue;
        }
        let same = tree
            .images
            .iter()
            .find(|known| known.eq_ignore_ascii_case(&image.name));
        let help = match same {
            Some(known) => format!("Capital letters matter: write `{known}`."),
            None => format!(
                "{} Or add the picture to content/images.",
                suggest(&image.name, tree.images.iter().map(String::as_str))
            ),
        };
        let near = meant(&image.name, tree.images.iter().map(String::as_str));
        report.push(
            Diagnostic::at(file, image.span.clone(), "there is no such image")
                .expected("the name of a file in content/images")
                .found(format!("`{}`", image.name))
                .help(help)
                .fix(
                    near.and_then(|near| Fix::instead(file, image.span.clone(), &image.name, near)),
                ),
        );
    }
}
