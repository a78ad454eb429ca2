//! Which files of the content folder belong to the site, as far as Git knows.

use super::Loaded;
use super::read::StrayFault;
use std::collections::BTreeSet;

/// What Git says about the files below `content`; whoever can ask Git fills it
/// in. Paths begin with `content/`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tracking {
    /// Files that are committed or about to be.
    pub tracked: BTreeSet<String>,
    /// Files that are not, and that Git ignores.
    pub ignored: BTreeSet<String>,
}

impl Loaded {
    /// Passes over the files that Git ignores, and no longer passes over the
    /// files of an editor or of the system that are committed.
    pub fn track(&mut self, tracking: &Tracking) {
        let tree = &mut self.tree;
        let mut changed = false;
        for stray in &mut tree.strays {
            if stray.fault == StrayFault::Scratch && tracking.tracked.contains(&stray.path) {
                stray.fault = StrayFault::Unexpected;
                changed = true;
            }
        }
        let mut keep = |path: &str| {
            let ignored = tracking.ignored.contains(path);
            changed |= ignored;
            !ignored
        };
        tree.files.retain(|file| keep(&file.path));
        tree.strays
            .retain(|stray| stray.fault == StrayFault::Scratch || keep(&stray.path));
        tree.images
            .retain(|name| keep(&format!("content/images/{name}")));
        if !changed {
            return;
        }
        tree.define();
        self.judge();
    }
}

/// Whether a file, by its name, is one that an open editor or the system keeps
/// beside the files people write.
pub fn is_scratch(name: &str) -> bool {
    let name = name.to_lowercase();
    let begins = |beginning: &&str| name.starts_with(*beginning);
    let ends = |end: &&str| name.ends_with(*end);
    // Finder and Explorer; 4913 is how Vim tries whether it may write.
    matches!(
        name.as_str(),
        ".ds_store" | "thumbs.db" | "desktop.ini" | "4913"
    )
        // Locks of Emacs and of office programs; what macOS adds on foreign disks.
        || [".#", ".~", "~$", "._", ".goutputstream-"].iter().any(begins)
        // Backup copies, and what JetBrains writes first.
        || ["~", "___jb_tmp___", "___jb_old___"].iter().any(ends)
        // What Emacs saves by itself.
        || (name.starts_with('#') && name.ends_with('#'))
        // What Vim and Kate keep until the file is saved.
        || [".swp", ".swo", ".swn", ".swx", ".kate-swp"].iter().any(ends)
}

#[cfg(test)]
mod tests {
    use super::is_scratch;

    #[test]
    fn scratch_files_are_known_by_their_names() {
        for name in [
            ".DS_Store",
            "Thumbs.db",
            ".first.mdx.swp",
            "first.mdx~",
            "#first.mdx#",
            ".#first.mdx",
            "._picture.jpg",
            "4913",
            "first.mdx___jb_tmp___",
        ] {
            assert!(is_scratch(name), "{name}");
        }
        for name in [
            "first.mdx",
            "4913.mdx",
            "swp.toml",
            "first.bak",
            ".first.mdx",
            "#1.mdx",
            "a~b.svg",
        ] {
            assert!(!is_scratch(name), "{name}");
        }
    }
}
