//! More moments ahead than a site can have.

use super::bounds;
use crate::load::Tree;
use crate::moment_words::in_words;
use crate::plant::add_blocks;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use jiff::Timestamp;

/// The most moments ahead at which a site may change.
const MOST: usize = 40;

pub(super) static MANY: Rule = Rule {
    code: "window/many",
    severity: Severity::Error,
    scope: Scope::Written(check),
    summary: "The content changes at more than 40 moments ahead.",
    why: "The site is made once for each of them. So many are a slip, such as a time where a day was meant.",
    example: Example::Planted {
        wrong: "41 blocks, each with a start of its own in the next year",
        right: "40 moments or fewer: windows that start together count once",
        plant: |tree| {
            let mut blocks = String::new();
            for number in 0..41 {
                let (month, day) = (number / 28 + 2, number % 28 + 1);
                blocks += &format!(
                    "[[blocks]]\nkind = \"section\"\nstarts = 2026-{month:02}-{day:02}\nheading = \"Section {number}\"\nbody = \"Words.\"\n\n"
                );
            }
            add_blocks(tree, &blocks);
        },
    },
};

fn check(tree: &Tree, out: &mut Diagnostics) {
    let moments = tree.moments_after(tree.now.or(tree.committed).unwrap_or(Timestamp::MAX));
    if moments.len() <= MOST {
        return;
    }
    let zone = tree.zone();
    let first_too_many = moments[MOST];
    let mut listed = Vec::new();
    for moment in &moments {
        listed.push(in_words(*moment, &zone, None));
    }
    let at = |moment: Option<Timestamp>| moment.is_some_and(|moment| moment >= first_too_many);
    for (file, bound) in bounds(tree) {
        let Some(moment) = bound.moment() else {
            continue;
        };
        if at(moment.start(&zone)) || at(moment.end(&zone)) {
            out.at_value(file, &bound.pointer, format!("the content changes at {} moments ahead", moments.len()))
                .expected(format!("at most {MOST}"))
                .found(listed.join("; "))
                .help("Let what belongs together start and end at the same moments, and add later ones once the first are over.");
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::site::Site;

    #[test]
    fn many() {
        let site = Site::new();
        let about = site.text("pages/about.toml");
        for (count, expected) in [(40, false), (41, true)] {
            let mut text = about.clone();
            for number in 0..count {
                let (month, day) = (number / 28 + 2, number % 28 + 1);
                text += &format!(
                    "\n[[blocks]]\nkind = \"section\"\nstarts = 2026-{month:02}-{day:02}\nheading = \"Section {number}\"\nbody = \"Words.\"\n"
                );
            }
            site.write("pages/about.toml", text);
            let found = site.load_today().diagnostics;
            let is_found = found.iter().any(|it| it.code == "window/many");
            assert_eq!(is_found, expected, "{count}: {found:#?}");
        }
    }
}
