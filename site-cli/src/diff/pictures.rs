//! Pictures: files with other bytes, and pages that show other files.

use super::report::spread_lists;
use super::side::{Compiled, Side};
use super::spread::Spread;
use schemars::JsonSchema;
use serde::Serialize;
use site_check::reading::Reading;
use std::collections::BTreeSet;

/// What became of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PictureChangeKind {
    /// The file was not there.
    Added,
    /// The file is no longer there.
    Removed,
    /// The file has other bytes.
    Changed,
    /// Pages show another file.
    Replaced,
}

/// A picture that is not as it was.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PictureChange {
    pub change: PictureChangeKind,
    /// The file below content/images; of a page that shows another, the one it showed.
    pub before: Option<String>,
    /// The file below content/images; of a page that shows another, the one it shows.
    pub after: Option<String>,
    /// The first digits of the file's BLAKE3 digest.
    pub digest_before: Option<String>,
    pub digest_after: Option<String>,
    /// The pages that show it.
    pub pages: Vec<String>,
}

pub fn changes(
    base: &Side,
    head: &Side,
    new: &Compiled,
    pairs: &[(&Reading, &Reading)],
) -> Vec<PictureChange> {
    let names = base.pictures.keys().chain(head.pictures.keys());
    let names: BTreeSet<&String> = names.collect();
    let files = names.into_iter().filter_map(|file| {
        let (before, after) = (base.pictures.get(file), head.pictures.get(file));
        let change = match (before, after) {
            (before, after) if before == after => return None,
            (None, _) => PictureChangeKind::Added,
            (_, None) => PictureChangeKind::Removed,
            _ => PictureChangeKind::Changed,
        };
        // Where a page shows another file, that is told below.
        let is_changed = change == PictureChangeKind::Changed;
        let showing = |reading: &&Reading| is_changed && reading.pictures.contains(file);
        let pages = new.readings.iter().filter(showing);
        Some(PictureChange {
            change,
            before: before.map(|_| file.clone()),
            after: after.map(|_| file.clone()),
            digest_before: before.cloned(),
            digest_after: after.cloned(),
            pages: pages.map(|reading| reading.route.clone()).collect(),
        })
    });
    let shown = pairs.iter().flat_map(|(old, new)| {
        let (gone, come) = spread_lists(&old.pictures, &new.pictures);
        let route = &new.route;
        let count = gone.len().max(come.len());
        let pairs = (0..count).map(|at| {
            let (gone, come) = (gone.get(at).cloned(), come.get(at).cloned());
            (gone, come, route.clone())
        });
        pairs.collect::<Vec<_>>()
    });
    let shown = Spread::gathered(shown)
        .into_iter()
        .map(|change| PictureChange {
            change: PictureChangeKind::Replaced,
            digest_before: change
                .before
                .as_ref()
                .and_then(|file| base.pictures.get(file))
                .cloned(),
            digest_after: change
                .after
                .as_ref()
                .and_then(|file| head.pictures.get(file))
                .cloned(),
            before: change.before,
            after: change.after,
            pages: change.pages,
        });
    files.chain(shown).collect()
}
