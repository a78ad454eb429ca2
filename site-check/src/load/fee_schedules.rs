//! The fee schedules as their type, where that is what they are.

use super::file::File;
use super::kind::FileKind;
use super::tree::Tree;
use serde::Deserialize;
use site_schema::model::FeeSchedule;

impl Tree {
    /// The fee schedules in which nothing departs from their schema, and which have
    /// its type therefore, by name, with the file that has them.
    pub fn fee_schedules(&self) -> Option<(&File, Vec<(&str, FeeSchedule)>)> {
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
            .filter_map(|(name, value)| {
                Some((name.as_str(), FeeSchedule::deserialize(value).ok()?))
            });
        Some((file, typed.collect()))
    }

    /// The fee schedules whose tiers cover every amount once, likewise.
    pub fn sound_fee_schedules(&self) -> Option<(&File, Vec<(&str, FeeSchedule)>)> {
        let (file, mut schedules) = self.fee_schedules()?;
        schedules.retain(|(_, schedule)| schedule.faults().is_empty());
        Some((file, schedules))
    }
}
