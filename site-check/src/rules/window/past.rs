//! `next` that starts before anybody wrote it.

use crate::load::{FileKind, Tree, WindowKind, windows_in};
use crate::moment_words::in_words;
use crate::plant::{begin_change, replace};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};

pub(super) static PAST: Rule = Rule {
    code: "window/past",
    severity: Severity::Error,
    scope: Scope::Written(check),
    summary: "A change adds a `next` that starts in the past.",
    why: "It would take effect at once, and not on the day that everyone was told: the day or the year is mistyped. One that was there before its day stays right once the day has come.",
    example: Example::Planted {
        wrong: "[terms.next] with starts = 2026-01-01, written on January 31, 2026",
        right: "[terms.next] with starts = 2027-01-01",
        plant: |tree| {
            begin_change(tree);
            let days = "transfer_days = 90\n";
            let with_next = format!("{days}next = {{ starts = 2026-01-01, transfer_days = 60 }}\n");
            replace(tree, "content/fees.toml", days, &with_next);
        },
    },
};

fn check(tree: &Tree, out: &mut Diagnostics) {
    let zone = tree.zone();
    let Some(committed) = tree.committed else {
        return;
    };
    for kind in [FileKind::Site, FileKind::Fees, FileKind::Facts] {
        let Some(file) = tree.file(&kind) else {
            continue;
        };
        let Some(before) = tree.document_before(&kind) else {
            continue;
        };
        let windows_before = windows_in(&before, &kind);
        for window in &file.windows {
            let Some(start) = window.start(&zone) else {
                continue;
            };
            let is_ahead = start > committed;
            if window.kind != WindowKind::Next || is_ahead || windows_before.contains(window) {
                continue;
            }
            let Some(starts) = &window.starts else {
                continue;
            };
            let today = in_words(committed, &zone, None);
            out.at_value(file, &starts.pointer, "`next` starts in the past")
                .expected(format!("a moment after {today}"))
                .quoting(&starts.text)
                .help("Write the day when it takes effect. If it already applies, write it over the present values, without `next`.");
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::load::Base;
    use crate::rules::tests::site::Site;
    use std::collections::BTreeMap;

    #[test]
    fn past() {
        let site = Site::new();
        let fees = site.text("fees.toml");
        let next = "\n[terms.next]\nstarts = 2026-01-01\ntransfer_days = 60\n";
        let with_next = format!("{fees}{next}");
        site.write("fees.toml", &with_next);
        for (text_before, expected) in [(&fees, true), (&with_next, false)] {
            let mut loaded = site.load_today();
            loaded.tree.history.base = Some(Base {
                texts: BTreeMap::from([(
                    "content/fees.toml".to_owned(),
                    text_before.as_str().into(),
                )]),
                ..Base::default()
            });
            loaded.recheck();
            let found = &loaded.diagnostics;
            let is_found = found.iter().any(|it| it.code == "window/past");
            assert_eq!(is_found, expected, "{found:#?}");
        }
    }
}
