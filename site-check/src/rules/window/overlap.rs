//! Closings of the office that share days.

use crate::load::{File, FileKind, Tree, WindowKind};
use crate::plant::replace;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use jiff::civil::Date;

pub(super) static OVERLAP: Rule = Rule {
    code: "window/overlap",
    severity: Severity::Warning,
    scope: Scope::Written(check),
    summary: "Two closings of the office have a day in common.",
    why: "Visitors would read two lines for one day, and search engines would have it twice.",
    example: Example::Planted {
        wrong: "[[contact.closed]] from 2026-12-24 to 2027-01-01, and another from 2026-12-28 to 2026-12-30",
        right: "one [[contact.closed]] from 2026-12-24 to 2027-01-01",
        plant: |tree| {
            let mut closings = String::new();
            for (first, last) in [("2026-12-24", "2027-01-01"), ("2026-12-28", "2026-12-30")] {
                closings += &format!(
                    "[[contact.closed]]\nstarts = {first}\nends = {last}\nwords = \"Closed.\"\n\n"
                );
            }
            closings += "[[contact.hours]]";
            replace(tree, "content/site.toml", "[[contact.hours]]", &closings);
        },
    },
};

/// The days of a closing, and the JSON pointer of its entry.
struct Closing<'a> {
    pointer: &'a str,
    first: Date,
    last: Date,
}

fn check(tree: &Tree, out: &mut Diagnostics) {
    let Some(site) = tree.file(&FileKind::Site) else {
        return;
    };
    let closings = closings(site);
    for (index, closing) in closings.iter().enumerate() {
        for earlier in &closings[..index] {
            if closing.first > earlier.last || earlier.first > closing.last {
                continue;
            }
            let place = format!("{}/starts", closing.pointer);
            let (first, last) = (earlier.first, earlier.last);
            out.at_value(site, &place, "the office is closed on these days already")
                .expected(format!("days that are not among those from {first} to {last}"))
                .found(format!("{} to {}", closing.first, closing.last))
                .help("Make one closing of the two, from the first of the days to the last, or correct the days.");
            break;
        }
    }
}

/// The closings whose days can be read and are in their order.
fn closings(site: &File) -> Vec<Closing<'_>> {
    let mut closings = Vec::new();
    for window in &site.windows {
        if window.kind != WindowKind::Closed {
            continue;
        }
        let day = |key: &str| -> Option<Date> {
            let value = site.document.value.pointer(&window.pointer)?.get(key)?;
            value.as_str()?.parse().ok()
        };
        if let (Some(first), Some(last)) = (day("starts"), day("ends"))
            && first <= last
        {
            closings.push(Closing {
                pointer: &window.pointer,
                first,
                last,
            });
        }
    }
    closings
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn overlap() {
        const HOURS: &str = "[[contact.hours]]";
        let with = |first: &str, second: &str| {
            let closed = |days: &str| format!("[[contact.closed]]\n{days}\nwords = \"Closed.\"\n\n");
            format!("{}{}{HOURS}", closed(first), closed(second))
        };
        let march = "starts = 2026-03-16\nends = 2026-03-20";
        assert_snapshot!(check("site.toml", HOURS, &with(march, "starts = 2026-03-20\nends = 2026-03-23")), @r"
        warning[window/overlap]: the office is closed on these days already
          --> content/site.toml:48:10
           |
        48 | starts = 2026-03-20
           |          ^^^^^^^^^^
           |
           = expected: days that are not among those from 2026-03-16 to 2026-03-20
           = found: 2026-03-20 to 2026-03-23
           = help: Make one closing of the two, from the first of the days to the last, or correct the days.
        ");
        near_misses("window/overlap", &[
            ("site.toml", HOURS, &with(march, "starts = 2026-03-21\nends = 2026-03-23"), &with(march, march)),
        ]);
    }
}
