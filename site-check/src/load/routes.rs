//! The addresses of pages and articles, and the anchors on each.

use super::file::File;
use super::markdown::Prose;
use super::read::RejectedFile;
use site_schema::model::format;
use std::collections::{BTreeMap, BTreeSet};

/// The anchors of every route; none where they are not known for sure.
pub type Routes = BTreeMap<String, Option<BTreeSet<String>>>;

/// The routes of all pages and articles, drafts included.
pub fn routes(files: &[File], rejected: &[RejectedFile]) -> Routes {
    // A file that can't be read is reported itself, and no link to it.
    let rejected = rejected.iter();
    let unread = rejected.filter_map(|file| Some((file.kind.as_ref()?.route()?, None)));
    let read = files
        .iter()
        .filter_map(|file| Some((file.route()?, anchors(file))));
    unread.chain(read).collect()
}

/// The names a fragment may have on a page or an article.
fn anchors(file: &File) -> Option<BTreeSet<String>> {
    let is_body_parsed = file.body.as_ref().is_none_or(Prose::is_parsed);
    if !file.is_parsed() || !file.violations.is_empty() || !is_body_parsed {
        return None;
    }
    let ids = file.leaves.iter().filter(|leaf| leaf.format == format::ID);
    let headings = file.body.iter().flat_map(Prose::anchors);
    Some(ids.map(|leaf| leaf.value.clone()).chain(headings).collect())
}
