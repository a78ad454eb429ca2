use super::{Check, RULES, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::Tree;
use linkme::distributed_slice;
use std::path::Path;

#[distributed_slice(RULES)]
static RULE: Rule = Rule {
    code: "image/form",
    severity: Severity::Error,
    summary: "A file in content/images is not of a kind that the site can show.",
    why: "Browsers do not know it, and the build can't make the sizes of it that they need.",
    bad: "content/images/founder.heic",
    good: "content/images/founder.jpg",
    checks: &[Check::Tree(check)],
};

/// What the build of the pictures (web/scripts/pictures) reads.
const ENDINGS: [&str; 6] = ["jpg", "jpeg", "png", "webp", "avif", "svg"];

fn check(tree: &Tree, report: &mut Report) {
    for image in &tree.images {
        // Such as .DS_Store: tools' own, and never shown.
        if image.split('/').any(|part| part.starts_with('.')) {
            continue;
        }
        let ending = Path::new(image)
            .extension()
            .map(|ending| ending.to_string_lossy().to_lowercase());
        if ending.as_deref().is_some_and(|it| ENDINGS.contains(&it)) {
            continue;
        }
        let found = ending.map_or("no ending".to_owned(), |ending| format!("`.{ending}`"));
        report.push(
            Diagnostic::whole(
                &format!("content/images/{image}"),
                "this is not a kind of picture that the site can show",
            )
            .expected(format!("a file that ends in .{}", ENDINGS.join(", .")))
            .found(found)
            .help("Export it as JPEG or PNG, as large as you have it: the build makes the sizes."),
        );
    }
}
