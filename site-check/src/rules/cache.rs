//! The diagnostics of files, kept for as long as nothing that they depend on changes.

use crate::diagnostic::Diagnostic;
use crate::load::{File, Tree};
use rayon::prelude::*;
use std::collections::HashMap;
use std::mem;
use std::sync::Arc;

/// The diagnostics of each file, kept from one check of all editions to the next.
#[derive(Debug, Default)]
pub struct Cache {
    /// The results of the last check.
    before: Vec<Results>,
    /// The results of this check.
    known: Vec<Results>,
}

/// The diagnostics of files, with everything that they depend on.
#[derive(Debug, Default)]
struct Results {
    /// The part of a tree that the rules see in addition to the file.
    surroundings: Tree,
    /// The results of this check, by path: a file may differ from one edition to the next.
    known: FileResults,
    /// The results of the last check, by path.
    before: FileResults,
}

type FileResults = HashMap<String, Vec<FileResult>>;

/// The diagnostics of one file.
#[derive(Debug, Clone)]
struct FileResult {
    file: Arc<File>,
    found: Vec<Diagnostic>,
}

impl Cache {
    /// Starts a check of all editions.
    pub fn start(&mut self) {
        self.before = mem::take(&mut self.known);
    }

    /// Ends the check, and discards the results that no edition used.
    pub fn finish(&mut self) {
        self.before.clear();
        for results in &mut self.known {
            results.before.clear();
        }
    }

    /// Returns the results of `check` for each file and its surroundings, from this cache or from a call.
    pub(super) fn check(
        &mut self,
        files: &[Arc<File>],
        surroundings: Tree,
        check: impl Fn(&File, &Tree) -> Vec<Diagnostic> + Sync,
    ) -> Vec<Diagnostic> {
        let earlier = self.take_results(&surroundings);
        let check_file = |file: &Arc<File>| {
            let known = earlier.as_ref().and_then(|results| results.get(file));
            known.cloned().unwrap_or_else(|| FileResult {
                file: Arc::clone(file),
                found: check(file, &surroundings),
            })
        };
        let of_files: Vec<FileResult> = files.par_iter().map(check_file).collect();

        let mut results = Results::default();
        if let Some(earlier) = earlier {
            surroundings.record_reads_of(&earlier.surroundings);
            if earlier.surroundings == surroundings {
                results = earlier;
            } else {
                // These checks read something that the earlier ones didn't, and that differs.
                self.known.push(earlier);
            }
        }
        results.surroundings = surroundings;
        let mut found = Vec::new();
        for result in of_files {
            found.extend(result.found.iter().cloned());
            results.add(result);
        }
        self.known.push(results);
        found
    }

    /// Removes the results for the same surroundings from this cache, and returns them.
    fn take_results(&mut self, surroundings: &Tree) -> Option<Results> {
        let place_in = |all: &[Results]| {
            let mut all = all.iter();
            all.position(|known| known.surroundings == *surroundings)
        };
        if let Some(at) = place_in(&self.known) {
            return Some(self.known.swap_remove(at));
        }
        let last = self.before.swap_remove(place_in(&self.before)?);
        Some(Results {
            surroundings: last.surroundings,
            known: FileResults::new(),
            before: last.known,
        })
    }
}

impl Results {
    fn get(&self, file: &Arc<File>) -> Option<&FileResult> {
        let known = self.known.get(&file.path).into_iter().flatten();
        let before = self.before.get(&file.path).into_iter().flatten();
        known
            .chain(before)
            .find(|result| Arc::ptr_eq(&result.file, file))
    }

    fn add(&mut self, result: FileResult) {
        let known = self.known.entry(result.file.path.clone()).or_default();
        if !known
            .iter()
            .any(|other| Arc::ptr_eq(&other.file, &result.file))
        {
            known.push(result);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Cache;
    use crate::load::{File, FileKind, Tree};
    use jiff::Timestamp;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// The surroundings with this content of content/site.toml.
    fn surroundings(phone: &str, tagline: &str) -> Tree {
        let mut tree = Tree::default();
        let site = format!("tagline = \"{tagline}\"\ncontact.phone = \"{phone}\"\n");
        tree.put("content/site.toml", &site);
        tree.surroundings()
    }

    /// A page whose check reads the value of content/site.toml with the same name.
    fn page(name: &str) -> Arc<File> {
        let path = format!("content/pages/{name}.toml");
        let kind = FileKind::at(&path).expect("a path of content");
        Arc::new(File::parse(path, kind, String::new()))
    }

    /// Checks pages, and returns the number of checks that ran.
    fn checks(cache: &mut Cache, pages: &[Arc<File>], surroundings: Tree) -> usize {
        let count = AtomicUsize::new(0);
        cache.check(pages, surroundings, |page, tree| {
            count.fetch_add(1, Ordering::Relaxed);
            let pointer = if page.path.contains("phone") {
                "/contact/phone"
            } else {
                "/tagline"
            };
            tree.value(&FileKind::Site, pointer).expect("a value");
            Vec::new()
        });
        count.into_inner()
    }

    #[test]
    fn a_file_is_checked_again_if_something_that_its_check_read_changes() {
        let mut cache = Cache::default();
        let pages = [page("phone")];
        let mut count = |phone, tagline| {
            cache.start();
            let count = checks(&mut cache, &pages, surroundings(phone, tagline));
            cache.finish();
            count
        };
        assert_eq!(count("1", "A"), 1);
        assert_eq!(count("1", "B"), 0);
        assert_eq!(count("2", "B"), 1);
    }

    #[test]
    fn no_file_is_checked_again_later_on_the_same_day() {
        let mut cache = Cache::default();
        let pages = [page("phone")];
        let mut count = |second| {
            let moment = Timestamp::from_second(second).expect("a moment");
            let mut tree = Tree::default();
            tree.put("content/site.toml", "contact.phone = \"1\"\n");
            (tree.now, tree.committed) = (Some(moment), Some(moment));
            cache.start();
            let count = checks(&mut cache, &pages, tree.at(moment, &[]).surroundings());
            cache.finish();
            count
        };
        assert_eq!(count(0), 1);
        assert_eq!(count(1), 0);
    }

    /// The second page reads a value that differs where the first page was checked.
    #[test]
    fn results_that_read_different_values_are_kept_apart() {
        let mut cache = Cache::default();
        let pages = [page("phone"), page("tagline")];
        cache.start();
        for (pages, tagline, count) in [
            (&pages[..1], "A", 1),
            (&pages[..], "B", 1),
            (&pages[..], "A", 1),
            (&pages[..], "B", 0),
            (&pages[..], "A", 0),
        ] {
            assert_eq!(checks(&mut cache, pages, surroundings("1", tagline)), count);
        }
        cache.finish();
    }
}
