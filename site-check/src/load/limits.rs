//! Limits of the size and the depth of content. Within these limits every
//! parser answers at once; beyond them some take minutes, or all of the stack.
//! The messages and words of rules/file.rs name them.

/// The most bytes of a TOML file or an article: a hundred times the usual.
pub const MAX_FILE: u64 = 256 * 1024;
/// The most bytes of one text of Markdown, an article's body included: some 10,000 words.
pub const MAX_PROSE: usize = 64 * 1024;
/// The most bytes of a picture: 10 MB, as systems show it to the people who save pictures.
pub const MAX_IMAGE: u64 = 10_000_000;
/// The most levels of lists, quotes, brackets and components within one another.
/// Each is up to four levels of the compiled file, which a reader of JSON takes 128 of.
pub const MAX_DEPTH: usize = 24;
