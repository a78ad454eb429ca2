use super::{File, FileKind, Report, Rule, Tree, error, leaves};
use crate::compile::filled;
use crate::load::Leaf;
use crate::load::markdown::tokens;
use serde_json::Value;
use site_schema::model::{DayOfYear, ResolvedTime, format};
use std::collections::HashMap;

pub static RULES: &[Rule] = &[
    error("calendar/date", "The date of a calendar entry is not a day, month or span of the year.")
        .why("An entry without a place in the year can't be drawn, and a day that doesn't exist makes somebody miss a real one.")
        .bad("content/pages/working-with-us.toml\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"June 31\"")
        .good("content/pages/working-with-us.toml\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"{estimated-tax-second}\"")
        .each_file(check_dates),
    error("calendar/order", "A calendar entry comes after one that is later in the year.")
        .why("Visitors read a calendar from top to bottom; they miss an entry that is out of order.")
        .bad("content/pages/working-with-us.toml\n[[blocks.entries]]\nwhen = \"June 16\"\n[[blocks.entries]]\nwhen = \"April 15\"")
        .good("content/pages/working-with-us.toml\n[[blocks.entries]]\nwhen = \"April 15\"\n[[blocks.entries]]\nwhen = \"June 16\"")
        .each_file(check_order),
    error("calendar/year", "A calendar quotes facts of two tax years.")
        .why("Visitors who read a due date of the wrong year pay late.")
        .bad("content/facts.toml\n[filing-deadline]\nvalue = \"April 15\"\ntax_year = 2026\n[extension-deadline]\nvalue = \"October 15\"\ntax_year = 2025")
        .good("content/facts.toml\n[filing-deadline]\nvalue = \"April 15\"\ntax_year = 2026\n[extension-deadline]\nvalue = \"October 15\"\ntax_year = 2026")
        .each_file(check_years),
];

fn check_dates(file: &File, tree: &Tree, out: &mut Report) {
    for (leaf, time) in times(file, tree) {
        if time.is_none() {
            out.at(file, leaf.map.source(0..leaf.value.len()), "not a time of the year")
                .expected("a day that comes every year, a month, or a span within one year, such as April 15, October or May to June")
                .quoting(&filled(&leaf.value, tree))
                .help("Write the month's name and then the day, or a fact with such a value. Write a span over New Year as two entries.");
        }
    }
}

fn check_order(file: &File, tree: &Tree, out: &mut Report) {
    // The latest entry of each list, by the list's pointer.
    let mut latest: HashMap<&str, DayOfYear> = HashMap::new();
    let day = |day: &DayOfYear| (day.month, day.day.unwrap_or(1));
    for (leaf, time) in times(file, tree) {
        let Some(time) = time else { continue };
        let list = leaf.pointer.rsplitn(3, '/').last().unwrap_or_default();
        let before = latest.entry(list).or_insert(time.from);
        if day(before) > day(&time.from) {
            let place = leaf.map.source(0..leaf.value.len());
            let message = "this entry is earlier in the year than the one before it";
            out.at(file, place, message)
                .expected(format!("{before} or later"))
                .quoting(&time.label)
                .help("Move the entry up to its place in the year.");
        } else {
            *before = time.from;
        }
    }
}

/// All that a calendar says is for the tax year of its first date.
fn check_years(file: &File, tree: &Tree, out: &mut Report) {
    let is_date = |leaf: &&Leaf| leaf.format == format::TIME_OF_YEAR;
    // /blocks/3/entries/0/when: the calendar is what stands before the entries.
    let calendar = |leaf: &Leaf| leaf.pointer.rsplitn(4, '/').last().map(str::to_owned);
    let mut calendars: Vec<_> = leaves(file, format::TIME_OF_YEAR)
        .filter_map(calendar)
        .collect();
    calendars.dedup();
    for calendar in calendars {
        let within = |leaf: &&Leaf| {
            leaf.pointer
                .strip_prefix(&calendar)
                .is_some_and(|rest| rest.starts_with('/'))
        };
        let (dates, words): (Vec<_>, Vec<_>) = file.leaves.iter().filter(within).partition(is_date);
        let mut first = None;
        for leaf in dates.into_iter().chain(words) {
            for (name, span) in tokens(&leaf.value) {
                let year = tree.value(&FileKind::Facts, &format!("/{name}/tax_year"));
                let Some(year) = year.and_then(Value::as_u64) else {
                    continue;
                };
                let (first, of) = first.get_or_insert_with(|| (year, name.clone()));
                if *first != year {
                    let message = "this fact is of another tax year than the calendar's first date";
                    out.at(file, leaf.map.source(span), message)
                        .expected(format!("a fact of {first}, as `{of}` is"))
                        .found(format!("`{name}`, of {year}"))
                        .help("Bring all facts of the calendar up to one year in content/facts.toml: each value and its tax_year.");
                }
            }
        }
    }
}

/// The times of the year in a file. Unknown facts are another rule's.
fn times<'a>(
    file: &'a File,
    tree: &'a Tree,
) -> impl Iterator<Item = (&'a Leaf, Option<ResolvedTime>)> {
    let is_known = |(name, _): &(String, _)| tree.tokens.contains_key(name);
    leaves(file, format::TIME_OF_YEAR)
        .filter(move |leaf| tokens(&leaf.value).iter().all(is_known))
        .map(|leaf| (leaf, ResolvedTime::parse(&filled(&leaf.value, tree))))
}
