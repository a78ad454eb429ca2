use super::calendar_date::times;
use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::{File, Tree};
use site_schema::model::DayOfYear;
use std::collections::HashMap;

pub static RULE: Rule = Rule {
    code: "calendar/order",
    severity: Severity::Error,
    summary: "An entry of a calendar stands after one that comes later in the year.",
    why: "Visitors read a calendar downwards as the year goes; an entry out of its place is missed.",
    bad: "content/pages/working-with-us.toml\n[[blocks.entries]]\nwhen = \"June 16\"\n[[blocks.entries]]\nwhen = \"April 15\"",
    good: "content/pages/working-with-us.toml\n[[blocks.entries]]\nwhen = \"April 15\"\n[[blocks.entries]]\nwhen = \"June 16\"",
    checks: &[Check::File(check)],
};

fn check(file: &File, tree: &Tree, report: &mut Report) {
    // The latest entry of each list, by the list's pointer.
    let mut latest: HashMap<&str, DayOfYear> = HashMap::new();
    for (leaf, time) in times(&file.leaves, tree) {
        let list = leaf.pointer.rsplitn(3, '/').last().unwrap_or_default();
        let Ok(time) = time else {
            continue;
        };
        match latest.get(list) {
            Some(before) if place(*before) > place(time.from) => report.push(
                Diagnostic::at(
                    file,
                    leaf.map.source(0..leaf.value.len()),
                    "this entry comes earlier in the year than the one before it",
                )
                .expected(format!("{before} or a later time"))
                .found(format!("`{}`", time.label))
                .help("Move the entry up to its place in the year."),
            ),
            _ => {
                latest.insert(list, time.from);
            }
        }
    }
}

fn place(day: DayOfYear) -> (u8, u8) {
    (day.month, day.day.unwrap_or(1))
}
