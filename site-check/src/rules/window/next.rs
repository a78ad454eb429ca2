//! `next` that changes nothing.

use crate::load::{FileKind, Tree, WindowKind};
use crate::plant::replace;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};

pub(super) static NEXT: Rule = Rule {
    code: "window/next",
    severity: Severity::Error,
    scope: Scope::Written(check),
    summary: "A `next` says from when on something changes, and not what.",
    why: "On its day nothing would change, and no one would notice.",
    example: Example::Planted {
        wrong: "[terms.next] with starts = 2027-01-01 and nothing else",
        right: "[terms.next] with starts = 2027-01-01 and transfer_days = 60",
        plant: |tree| {
            let days = "transfer_days = 90\n";
            let with_next = format!("{days}next = {{ starts = 2027-01-01 }}\n");
            replace(tree, "content/fees.toml", days, &with_next);
        },
    },
};

fn check(tree: &Tree, out: &mut Diagnostics) {
    // The schema requires the value of a fact.
    for kind in [FileKind::Site, FileKind::Fees] {
        let Some(file) = tree.file(&kind) else {
            continue;
        };
        // A mistake in the TOML may hide the other keys.
        if file.document.may_lack_keys() {
            continue;
        }
        for window in &file.windows {
            let next = file.document.value.pointer(&window.pointer);
            let keys = next.and_then(|next| next.as_object());
            let has_nothing_else = keys.is_some_and(|keys| keys.keys().all(|key| key == "starts"));
            if window.kind == WindowKind::Next && has_nothing_else {
                let place = file.document.key_span(&window.pointer);
                out.at(file, place, "this `next` changes nothing")
                    .expected("what changes on its day, below `starts`")
                    .found("nothing but `starts`")
                    .help("Write below `starts` each key that changes, with what holds from that day on. If nothing changes, delete this `next`.");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn next() {
        const TERMS: &str = "transfer_days = 90\n";
        assert_snapshot!(check("fees.toml", TERMS, "transfer_days = 90\nnext = { starts = 2027-01-01 }\n"), @r"
        error[window/next]: this `next` changes nothing
          --> content/fees.toml:87:1
           |
        87 | next = { starts = 2027-01-01 }
           | ^^^^
           |
           = expected: what changes on its day, below `starts`
           = found: nothing but `starts`
           = help: Write below `starts` each key that changes, with what holds from that day on. If nothing changes, delete this `next`.
        ");
        finds("window/next", &[
            ("site.toml", "[contact.address]", "[contact.next]\nstarts = 2027-01-01\n\n[contact.address]", (33, 10)),
        ]);
        near_misses("window/next", &[
            ("fees.toml", TERMS, "transfer_days = 90\nnext = { starts = 2027-01-01, transfer_days = 60 }\n", "transfer_days = 90\nnext = { starts = 2027-01-01 }\n"),
        ]);
    }
}
