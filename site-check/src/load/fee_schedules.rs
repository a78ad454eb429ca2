//! The fee schedules as their type, where that is what they are.

use super::file::File;
use super::kind::FileKind;
use super::tree::Tree;
use serde::Deserialize;
use site_schema::model::FeeSchedule;

/// The name of a fee schedule, and the schedule as its type, where it is one.
pub type ReadSchedule<'a> = (&'a str, serde_json::Result<FeeSchedule>);

impl Tree {
    /// The fee schedules in which nothing departs from their schema, by name, with
    /// the file that has them. Each has the type, or a rule must report that it has not.
    pub fn fee_schedules(&self) -> Option<(&File, Vec<ReadSchedule<'_>>)> {
        let file = self.file(&FileKind::Fees)?;
        let schedules = file.document.value.get("schedules")?.as_object()?;
        let fits = |name: &str| {
            let pointer = format!("/schedules/{name}");
            let within = |found: &str| {
                let rest = found.strip_prefix(&pointer);
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            };
            !file.violations.iter().any(|found| within(&found.pointer))
        };
        let typed = schedules
            .iter()
            .filter(|(name, _)| fits(name))
            .map(|(name, value)| (name.as_str(), FeeSchedule::deserialize(value)));
        Some((file, typed.collect()))
    }

    /// The fee schedules whose tiers cover every amount once, likewise.
    pub fn sound_fee_schedules(&self) -> Option<(&File, Vec<(&str, FeeSchedule)>)> {
        let (file, schedules) = self.fee_schedules()?;
        let sound = schedules.into_iter().filter_map(|(name, schedule)| {
            let schedule = schedule.ok()?;
            schedule.faults().is_empty().then_some((name, schedule))
        });
        Some((file, sound.collect()))
    }
}
