use super::{Definition, definitions};
use crate::load::facts::shown;
use crate::load::{File, FileKind, Tree};
use crate::plant::{begin_change, replace};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use serde_json::Value;

pub(super) static CHANGED: Rule = Rule {
    code: "fact/changed",
    severity: Severity::Warning,
    scope: Scope::SingleFile(FileKind::Facts, check),
    summary: "A change gives a fact another value, and neither another source nor another day of review.",
    why: "Without either, a correction that was checked against the source looks the same as a slip.",
    example: Example::Planted {
        wrong: "A change of `value` in content/facts.toml, where `source`, `url`, `record` and `reviewed` stay as they were",
        right: "The same change, with the day of the comparison in `reviewed`",
        plant: |tree| {
            begin_change(tree);
            replace(
                tree,
                "content/facts.toml",
                "thirty minutes",
                "forty minutes",
            );
        },
    },
};

/// The keys that say where a value comes from, and when it was last compared with that.
const ORIGIN: [&str; 4] = ["source", "url", "record", "reviewed"];

fn check(file: &File, tree: &Tree, out: &mut Diagnostics) {
    let Some(before) = tree.toml_before(&FileKind::Facts) else {
        return;
    };
    for Definition { pointer, value } in definitions(file) {
        let Some(old) = value_before(&before, &file.document.value, &pointer) else {
            continue;
        };
        let (Some(was), Some(is)) = (shown(old), shown(value)) else {
            continue;
        };
        let is_origin_same = ORIGIN.iter().all(|key| old.get(*key) == value.get(*key));
        if was == is || is.is_empty() || !is_origin_same {
            continue;
        }
        let key = if value.get("date").is_some() {
            "date"
        } else {
            "value"
        };
        let day = match out.today {
            Some(today) => format!("reviewed = {today}"),
            None => "`reviewed`".to_owned(),
        };
        let place = format!("{pointer}/{key}");
        let message = "this value has changed, but neither its source nor its day of review";
        out.at_value(file, &place, message)
            .expected("another `source` or `url`, or the day of the comparison in `reviewed`")
            .found(format!("`{is}`, and `{was}` before the change"))
            .help(format!(
                "Compare the value with its source, and add the day: {day}. If it comes from another document, name that."
            ));
    }
}

/// The definition of a value at the merge base. One that is given a year by the change had none there; nobody knows
/// which of several years it was of.
fn value_before<'a>(before: &'a Value, now: &Value, pointer: &str) -> Option<&'a Value> {
    if let Some(value) = before.pointer(pointer) {
        return Some(value);
    }
    let (fact, _) = pointer.split_once("/years/")?;
    let years = now.pointer(fact)?["years"].as_object()?;
    if years.len() > 1 {
        return None;
    }
    before.pointer(fact).filter(|fact| fact["years"].is_null())
}

#[cfg(test)]
mod tests {
    use crate::load::document::Document;
    use crate::load::{Base, FileKind};
    use crate::rules::tests::site::Site;
    use std::collections::BTreeMap;

    /// The problems where a change replaces a text of `facts.toml` by another.
    fn found(from: &str, to: &str) -> Vec<String> {
        let site = Site::new();
        let before = site.text("facts.toml");
        site.change("facts.toml", from, to);
        let mut loaded = site.load_today();
        loaded.tree.history.base = Some(Base {
            texts: BTreeMap::from([("content/facts.toml".to_owned(), before.into())]),
            ..Base::default()
        });
        loaded.recheck();
        let found = loaded.diagnostics.iter();
        found.map(ToString::to_string).collect()
    }

    #[test]
    fn changed() {
        let shown = found("\"thirty minutes\"", "\"forty minutes\"");
        insta::assert_snapshot!(shown.join("\n\n"), @r#"
        warning[fact/changed]: this value has changed, but neither its source nor its day of review
          --> content/facts.toml:47:9
           |
        47 | value = "forty minutes"
           |         ^^^^^^^^^^^^^^^
           |
           = expected: another `source` or `url`, or the day of the comparison in `reviewed`
           = found: `forty minutes`, and `thirty minutes` before the change
           = help: Compare the value with its source, and add the day: reviewed = 2026-01-31. If it comes from another document, name that.
        "#);
        assert_eq!(found("date = 2026-01-15", "date = 2026-01-16").len(), 1);
        assert_eq!(found("\"$72,000\"", "\"$73,000\"").len(), 1);
    }

    #[test]
    fn another_source_or_day_or_note_is_no_reason_to_warn() {
        let source = "\nsource = \"The firm's own record\"\n";
        let reviewed = format!("\"thirty minutes\"{source}reviewed = 2025-07-21");
        let compared = format!("\"forty minutes\"{source}reviewed = 2026-01-30");
        assert_eq!(found(&reviewed, &compared), Vec::<String>::new());
        assert_eq!(
            found("The first meeting.", "Before all others."),
            Vec::<String>::new()
        );
        let quoted = "value = \"$72,000\"\nsource = \"Authority of examples, Notice 26-1\"";
        let other = "value = \"$73,000\"\nsource = \"Authority of examples, Notice 26-2\"";
        assert_eq!(found(quoted, other), Vec::<String>::new());
    }

    #[test]
    fn a_fact_that_is_given_several_years_has_not_changed() {
        let plain = "[a-limit]\nvalue = \"$1\"\nsource = \"Act 1\"\n";
        let year = "value = \"$2\"\nsource = \"Act 1\"\n";
        let one = format!("[a-limit.years.2025]\n{year}");
        let two = format!("{one}\n[a-limit.years.2026]\n{year}");
        for (text, is_compared) in [(one, true), (two, false)] {
            let before = Document::parse(plain, 0..plain.len(), &FileKind::Facts).value;
            let now = Document::parse(&text, 0..text.len(), &FileKind::Facts).value;
            let old = super::value_before(&before, &now, "/a-limit/years/2025");
            assert_eq!(old.is_some(), is_compared, "{text}");
        }
    }
}
