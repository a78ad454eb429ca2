//! Reading the value of a content file.

use super::{Facts, Fees, FrontMatter, PageFile, Redirects, Site, Subjects, WordList};
use serde_json::Value;

/// The type of one kind of content file.
///
/// serde's generic code for these types is compiled in this crate, quickly. Called from `site-check`, which is optimized,
/// `serde_json::from_value` would be a sixth of what is compiled there.
pub trait FromFile: Sized {
    /// Reads the value of a file, whose leaves are compiled.
    ///
    /// # Errors
    /// Returns an error if the value doesn't match the type.
    fn from_file(value: Value) -> serde_json::Result<Self>;
}

macro_rules! from_file {
    ($($kind:ty),*) => {$(
        impl FromFile for $kind {
            fn from_file(value: Value) -> serde_json::Result<Self> {
                serde_json::from_value(value)
            }
        }
    )*};
}

from_file!(
    Site,
    Fees,
    Facts,
    Subjects,
    Redirects,
    WordList,
    PageFile,
    FrontMatter
);
