//! The version of the agreement that states the fees and terms.

use crate::load::document::escaped;
use crate::load::{File, FileKind, Tree};
use crate::plant::{begin_change, replace};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

pub(super) static AGREEMENT: Rule = Rule {
    code: "fees/agreement",
    severity: Severity::Warning,
    scope: Scope::SingleFile(FileKind::Fees, check),
    summary: "A change alters a fee or a term, but not the version of the agreement that states it.",
    why: "Clients sign the agreement, so the firm may not charge a fee that is on a page but not in the agreement.",
    example: Example::Planted {
        wrong: "\
# content/fees.toml, where main has rate = 125
rate = 130

# content/site.toml, as on main
[external.agreement]
version = 2026-01-02
",
        right: "\
# content/fees.toml, where main has rate = 125
rate = 130

# content/site.toml, where main has version = 2026-01-02
[external.agreement]
version = 2026-07-01
",
        plant: |tree| {
            begin_change(tree);
            replace(tree, "content/fees.toml", "rate = 125", "rate = 130");
        },
    },
};

/// Compares the fees and terms with the merge base, if the version of the agreement is the same there.
fn check(file: &File, tree: &Tree, out: &mut Diagnostics) {
    let Some(fees) = &file.fees else {
        return;
    };
    let name = &*fees.terms.agreement;
    let Some(version) = tree.value(&FileKind::Site, &version_pointer(name)) else {
        return;
    };
    let fees_before = tree.toml_before(&FileKind::Fees);
    let site_before = tree.toml_before(&FileKind::Site);
    let (Some(fees_before), Some(site_before)) = (fees_before, site_before) else {
        return;
    };
    if site_before.pointer(&version_pointer(name)) != Some(version) {
        return;
    }

    let Some(pointer) = first_change(&fees_before, &file.document.value) else {
        return;
    };
    let day = version.as_str().unwrap_or_default();
    let message = "a fee or a term has changed, but not the version of the agreement";
    out.at_value(file, &pointer, message)
        .expected(format!("in content/site.toml, under [external.{name}], the date of a version that states it"))
        .found(format!("version = {day}, as before the change"))
        .help(format!("If the agreement has changed, too, write the date of its new version: version = …. If version {day} already states this, keep it: the warning appears only for this change."));
}

fn version_pointer(agreement: &str) -> String {
    format!("/external/{}/version", escaped(agreement))
}

/// Returns the pointer of the first fee or term that the change alters.
fn first_change(before: &Value, after: &Value) -> Option<String> {
    let mut old = BTreeMap::new();
    let mut new = BTreeMap::new();
    gather("/terms", &before["terms"], &mut old);
    gather("/terms", &after["terms"], &mut new);

    let no_schedules = Map::new();
    let schedules_before = before["schedules"].as_object().unwrap_or(&no_schedules);
    let schedules_after = after["schedules"].as_object().unwrap_or(&no_schedules);
    for (name, schedule) in schedules_after {
        let pointer = format!("/schedules/{name}");
        match schedules_before.get(name) {
            Some(schedule_before) => gather(&pointer, schedule_before, &mut old),
            // A schedule that was renamed charges the same as before.
            None if has_equal(schedules_before, schedule) => continue,
            None => {}
        }
        gather(&pointer, schedule, &mut new);
    }

    let mut pointers: BTreeSet<&String> = old.keys().collect();
    pointers.extend(new.keys());
    let changed = |pointer: &&&String| old.get(**pointer) != new.get(**pointer);
    pointers
        .iter()
        .find(changed)
        .map(|pointer| (*pointer).clone())
}

/// Returns true if one of the schedules charges the same as another.
fn has_equal(schedules: &Map<String, Value>, other: &Value) -> bool {
    let mut charged = BTreeMap::new();
    gather("", other, &mut charged);
    for schedule in schedules.values() {
        let mut known = BTreeMap::new();
        gather("", schedule, &mut known);
        if known == charged {
            return true;
        }
    }
    false
}

/// The keys without fees or terms: examples, which follow from the tiers, the titles of schedules, and the link to the agreement.
const NOT_STATED: [&str; 3] = ["agreement", "examples", "title"];

/// Collects the single values below a pointer that state a fee or a term.
fn gather(pointer: &str, value: &Value, values: &mut BTreeMap<String, Value>) {
    match value {
        Value::Object(table) => {
            for (key, value) in table {
                if !NOT_STATED.contains(&key.as_str()) && !is_words_alone(key, value) {
                    gather(&format!("{pointer}/{key}"), value, values);
                }
            }
        }
        Value::Array(list) => {
            for (index, value) in list.iter().enumerate() {
                gather(&format!("{pointer}/{index}"), value, values);
            }
        }
        Value::Null => {}
        single => {
            values.insert(pointer.to_owned(), single.clone());
        }
    }
}

/// Returns true if a value is the label of a minimum fee without a figure, such as "Discuss with Advisor".
fn is_words_alone(key: &str, value: &Value) -> bool {
    let words = value.as_str().unwrap_or_default();
    key == "label" && !words.contains(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::site::Site;
    use crate::rules::tests::{assert_snapshot, found_since, site_with};

    const FEES: &str = "fees.toml";
    const SITE: &str = "site.toml";

    /// The problems in the tests' own site after some changes.
    fn changed(changes: &[(&str, &str, &str)]) -> Vec<String> {
        let found = found_since(&Site::new(), &site_with(changes));
        found.iter().map(ToString::to_string).collect()
    }

    const RATE: (&str, &str, &str) = (FEES, "rate = 60", "rate = 65");

    #[test]
    fn a_fee_changes_and_the_version_does_not() {
        assert_snapshot!(changed(&[RATE]).join("\n\n"), @r#"
        warning[fees/agreement]: a fee or a term has changed, but not the version of the agreement
          --> content/fees.toml:81:8
           |
        81 | rate = 65
           |        ^^
           |
           = expected: in content/site.toml, under [external.agreement], the date of a version that states it
           = found: version = 2026-01-02, as before the change
           = help: If the agreement has changed, too, write the date of its new version: version = …. If version 2026-01-02 already states this, keep it: the warning appears only for this change.
        "#);
    }

    #[test]
    fn each_kind_of_fee_and_term_is_found() {
        for (from, to) in [
            ("up_to = 500_000", "up_to = 400_000"),
            (
                "\"At least $3,000\", annual = 3_000",
                "\"At least $3,000\", annual = 2_500",
            ),
            ("At least $3,000", "At least $2,500"),
            (
                "minimum = { label = \"At least $3,000\", annual = 3_000 }\n",
                "",
            ),
            (
                "minimum = { label = \"Discuss with us\" }",
                "minimum = { label = \"Discuss with us\", annual = 900 }",
            ),
            (
                "investment_minimum = 250_000",
                "investment_minimum = 300_000",
            ),
            (
                "termination_notice_days = 30",
                "termination_notice_days = 60",
            ),
            ("\"Sep 30\"", "\"Sep 29\""),
            (
                "[terms]",
                "[schedules.large]\ntitle = \"Large\"\nbilling = \"cliff\"\n\n[[schedules.large.tiers]]\nfrom = 0\nrate = 50\n\n[terms]",
            ),
        ] {
            let found = changed(&[(FEES, from, to)]);
            let is_found = found
                .iter()
                .any(|it| it.starts_with("warning[fees/agreement]"));
            assert!(is_found, "{to}: {found:#?}");
        }
    }

    #[test]
    fn other_changes_and_changes_with_a_new_version_pass() {
        let version = (SITE, "version = 2026-01-02", "version = 2026-07-01");
        assert_eq!(changed(&[RATE, version]), [""; 0]);
        let without_version = (SITE, "version = 2026-01-02\n", "");
        assert_eq!(changed(&[RATE, without_version]), [""; 0]);
        for (from, to) in [
            ("rate = 60", "rate   = 60 # as agreed"),
            ("12_345_678", "12345678"),
            ("title = \"Management\"", "title = \"Graduated Management\""),
            ("Discuss with us", "Talk to us"),
            ("minimum = 1_150", "minimum = 1_250"),
            (
                "acknowledged_difference = \"",
                "acknowledged_difference = \"So: ",
            ),
            (
                "assets = 750_000\nannual = 9_375\nmonthly = 781\n",
                "assets = 500_000\nannual = 6_250\nmonthly = 521\n",
            ),
        ] {
            assert_eq!(changed(&[(FEES, from, to)]), [""; 0], "{to}");
        }
    }

    #[test]
    fn a_renamed_schedule_charges_the_same() {
        let mut renames = Vec::new();
        renames.push((FEES, "[schedules.graduated]", "[schedules.by-parts]"));
        for _ in 0..4 {
            let tier = "[[schedules.graduated.tiers]]";
            renames.push((FEES, tier, "[[schedules.by-parts.tiers]]"));
        }
        assert_eq!(changed(&renames), [""; 0]);
        renames.push(RATE);
        assert_eq!(changed(&renames).len(), 1);
    }

    #[test]
    fn without_a_merge_base_nothing_is_compared() {
        assert_eq!(site_with(&[RATE]).load_today().diagnostics, []);
    }
}
