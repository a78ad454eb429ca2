//! Windows of pages that the site can't be without.

use crate::load::{FileKind, Tree, WindowKind};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use site_schema::LINKED_ROUTES;

pub(super) static PLACE: Rule = Rule {
    code: "window/place",
    severity: Severity::Error,
    scope: Scope::Written(check),
    summary: "A page that all others lead to starts, ends or is withdrawn by the clock.",
    why: "The list of articles, each article and the page for unknown addresses have links to these pages, which no editor can change.",
    example: Example::InFile {
        file: "content/pages/schedule.toml",
        wrong: "[meta]\nends = 2027-12-31",
        right: "[meta]",
    },
};

fn check(tree: &Tree, out: &mut Diagnostics) {
    for file in &tree.files {
        let FileKind::Page(route) = &file.kind else {
            continue;
        };
        if !LINKED_ROUTES.contains(&route.as_str()) {
            continue;
        }
        for window in &file.windows {
            if !matches!(window.kind, WindowKind::File | WindowKind::Withdrawn) {
                continue;
            }
            for bound in window.bounds() {
                out.at_value(
                    file,
                    &bound.pointer,
                    format!("`{route}` has to be there at all times"),
                )
                .expected("no start, no end and no withdrawal of this page")
                .quoting(&bound.text)
                .help("Delete the line. A block of the page may start and end.");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::near_misses;

    #[test]
    #[rustfmt::skip]
    fn place() {
        near_misses("window/place", &[
            ("pages/blog.toml", "[[blocks]]", "[[blocks]]\nends = 2027-12-31", "ends = 2027-12-31\n[[blocks]]"),
        ]);
    }
}
