//! Files that an open editor or the system keeps beside the files people write.

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
        let scratch = ".DS_Store Thumbs.db .first.mdx.swp first.mdx~ #first.mdx# .#first.mdx \
            ._picture.jpg 4913 first.mdx___jb_tmp___";
        for name in scratch.split_whitespace() {
            assert!(is_scratch(name), "{name}");
        }
        let others = "first.mdx 4913.mdx swp.toml first.bak .first.mdx #1.mdx a~b.svg";
        for name in others.split_whitespace() {
            assert!(!is_scratch(name), "{name}");
        }
    }
}
