//! Two windows of one id with a gap between them.

use crate::load::{File, Tree, Window};
use crate::moment_words::{end_in_words, in_words};
use crate::plant::add_blocks;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::Value;
use std::collections::BTreeMap;

pub(super) static GAP: Rule = Rule {
    code: "window/gap",
    severity: Severity::Warning,
    scope: Scope::Written(check),
    summary: "Of two parts with one id, the second starts some time after the first has ended.",
    why: "In between there is neither, and links to the id lead nowhere. A day in `ends` means its last moment: what ends on December 31 is followed without a gap by what starts on January 1.",
    example: Example::Planted {
        wrong: "a block with id = \"offer\" and ends = 2027-01-30, and one with the same id and starts = 2027-02-01",
        right: "a block with id = \"offer\" and ends = 2027-01-31, and one with the same id and starts = 2027-02-01",
        plant: |tree| {
            let mut blocks = String::new();
            for window in ["ends = 2027-01-30", "starts = 2027-02-01"] {
                blocks += &format!(
                    "[[blocks]]\nkind = \"section\"\nid = \"offer\"\n{window}\nheading = \"An offer\"\nbody = \"Words.\"\n\n"
                );
            }
            add_blocks(tree, &blocks);
        },
    },
};

fn check(tree: &Tree, out: &mut Diagnostics) {
    let zone = tree.zone();
    for file in &tree.files {
        for same_id in by_id(file).into_values() {
            check_together(file, same_id, &zone, tree, out);
        }
    }
}

/// The windows of the parts of a file that have an id, by it.
fn by_id(file: &File) -> BTreeMap<&str, Vec<&Window>> {
    let mut windows: BTreeMap<&str, Vec<&Window>> = BTreeMap::new();
    for window in &file.windows {
        let part = file.document.value.pointer(&window.pointer);
        if let Some(Value::String(id)) = part.and_then(|part| part.get("id")) {
            windows.entry(id).or_default().push(window);
        }
    }
    windows
}

fn check_together(
    file: &File,
    mut windows: Vec<&Window>,
    zone: &TimeZone,
    tree: &Tree,
    out: &mut Diagnostics,
) {
    windows.sort_by_key(|window| window.start(zone));
    for pair in windows.windows(2) {
        let (Some(end), Some(start), Some(starts)) =
            (pair[0].end(zone), pair[1].start(zone), &pair[1].starts)
        else {
            continue;
        };
        let now = tree.now.unwrap_or(Timestamp::MIN);
        if end < start && start > now {
            out.at_value(file, &starts.pointer, "there is a gap before this starts")
                .expected(format!("a start at {}", end_in_words(end, zone, None)))
                .found(in_words(start, zone, None))
                .help("Let it start when the other one with this id ends: on the day after the day in `ends`. If nothing is meant to be there in between, give the two different ids.");
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, near_misses};
    use insta::assert_snapshot;

    const BLOCK: &str = "[[blocks]]\nkind = \"team\"";

    fn section(window: &str) -> String {
        format!(
            "[[blocks]]\nkind = \"section\"\nid = \"offer\"\n{window}\nheading = \"An offer\"\nbody = \"Words.\"\n\n"
        )
    }

    #[test]
    #[rustfmt::skip]
    fn gap() {
        let two = |first: &str, second: &str| format!(
            "{}{}{BLOCK}", section(first), section(second)
        );
        let apart = two("ends = 2026-02-26", "starts = 2026-03-01");
        assert_snapshot!(check("pages/about.toml", BLOCK, &apart), @r"
        warning[window/gap]: there is a gap before this starts
          --> content/pages/about.toml:25:10
           |
        25 | starts = 2026-03-01
           |          ^^^^^^^^^^
           |
           = expected: a start at the end of February 26, 2026
           = found: March 1, 2026
           = help: Let it start when the other one with this id ends: on the day after the day in `ends`. If nothing is meant to be there in between, give the two different ids.
        ");
        near_misses("window/gap", &[
            ("pages/about.toml", BLOCK, &two("ends = 2026-02-28", "starts = 2026-03-01"), &two("ends = 2026-02-28T12:00:00", "starts = 2026-03-01")),
        ]);
    }
}
