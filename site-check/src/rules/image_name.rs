use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::Tree;

pub static RULE: Rule = Rule {
    code: "image/name",
    severity: Severity::Error,
    summary: "A picture's file name has capitals, spaces or other signs in it, or stands in a folder within content/images.",
    why: "Photo.JPG and photo.jpg are one file on one machine and two on another, and a space becomes %20 in an address.",
    bad: "content/images/Our Office.JPG",
    good: "content/images/our-office.jpg",
    checks: &[Check::Tree(check)],
};

fn check(tree: &Tree, report: &mut Report) {
    for name in &tree.images {
        let fine = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_.".contains(c);
        // Tools' own files, such as .DS_Store, are never shown.
        let hidden = name.split('/').any(|part| part.starts_with('.'));
        if hidden || name.chars().all(fine) {
            continue;
        }
        let last = name.rsplit('/').next().unwrap_or_default().to_lowercase();
        let better: String = last
            .chars()
            .map(|c| if fine(c) { c } else { '-' })
            .collect();
        report.push(
            Diagnostic::whole(
                &format!("content/images/{name}"),
                "a picture can't have this name",
            )
            .expected("small letters, digits and hyphens, right in content/images")
            .found(format!("`{name}`"))
            .help(format!(
                "Rename it to content/images/{better}, and write {better} where it is used."
            )),
        );
    }
}
