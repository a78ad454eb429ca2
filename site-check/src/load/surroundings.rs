//! The surroundings of a file: the part of a tree that a rule sees while it looks at one file.

use super::file::File;
use super::kind::FileKind;
use super::tree::Tree;
use std::sync::Arc;

impl Tree {
    /// Returns the tree without its pages and articles, but with what these define for others. Rules that look at one file
    /// get no more, so that it is the key under which their results are kept.
    pub fn surroundings(&self) -> Self {
        let mut files = Vec::new();
        let mut absent_files = self.absent_files.clone();
        for file in &self.files {
            if matches!(file.kind, FileKind::Page(_) | FileKind::Article(_)) {
                absent_files.insert(file.path.clone());
            } else {
                files.push(Arc::clone(file));
            }
        }
        Self {
            files,
            absent_files,
            images: self.images.clone(),
            tokens: self.tokens.clone(),
            tokens_by_value: self.tokens_by_value.clone(),
            yearly: self.yearly.clone(),
            routes: self.routes.clone(),
            drafts: self.drafts.clone(),
            absent: self.absent.clone(),
            anchors_by_clock: self.anchors_by_clock.clone(),
            has_tax_dates: self.has_tax_dates,
            definitions_are_known: self.definitions_are_known,
            today: self.today,
            year: self.year,
            now: self.now,
            committed: self.committed,
            // Only what comes and goes by the clock depends on the moment.
            moment: self.moment.filter(|_| !self.anchors_by_clock.is_empty()),
            history: self.history.clone(),
            ..Self::default()
        }
    }

    /// Returns true if two surroundings are the same. A field that is added to a tree must be named here.
    pub fn is_same_as(&self, other: &Self) -> bool {
        let Self {
            files,
            images,
            rejected,
            tokens,
            tokens_by_value,
            yearly,
            routes,
            drafts,
            has_tax_dates,
            definitions_are_known,
            today,
            year,
            committed,
            now,
            moment,
            absent,
            anchors_by_clock,
            absent_files,
            answered_before,
            history,
            tracking,
        } = self;
        has_same_files(files, &other.files)
            && *images == other.images
            && *rejected == other.rejected
            && *tokens == other.tokens
            && *tokens_by_value == other.tokens_by_value
            && *yearly == other.yearly
            && *routes == other.routes
            && *drafts == other.drafts
            && *has_tax_dates == other.has_tax_dates
            && *definitions_are_known == other.definitions_are_known
            && *today == other.today
            && *year == other.year
            && *committed == other.committed
            && *now == other.now
            && *moment == other.moment
            && *absent == other.absent
            && *anchors_by_clock == other.anchors_by_clock
            && *absent_files == other.absent_files
            && *answered_before == other.answered_before
            && *history == other.history
            && *tracking == other.tracking
    }
}

fn has_same_files(one: &[Arc<File>], other: &[Arc<File>]) -> bool {
    let mut pairs = one.iter().zip(other);
    one.len() == other.len() && pairs.all(|(a, b)| Arc::ptr_eq(a, b))
}
