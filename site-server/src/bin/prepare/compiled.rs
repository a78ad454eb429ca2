//! The compiled content, and whether the pages were made from it.

use std::fs;
use std::path::Path;

use site_schema::Compiled;
use site_schema::model::Content;

/// What the web build says its pages were made from.
const MARK: &str = ".content";

/// The content of this file, once it is known that the pages in `dist` are of the same.
pub fn read(file: &Path, dist: &Path) -> Result<Content, String> {
    let json = fs::read(file).map_err(|error| {
        format!(
            "expected the compiled content in {}, found: {error}; `cargo site build` makes it",
            file.display()
        )
    })?;
    let compiled = Compiled::from_json(&json).map_err(|error| {
        format!(
            "expected compiled content in {}, found: {error}; `cargo site build` makes it again",
            file.display()
        )
    })?;
    if !dist.is_dir() {
        return Err(format!(
            "expected the built pages in {}, found no such folder; `cargo site build` makes it",
            dist.display()
        ));
    }
    let mark = dist.join(MARK);
    let found = match fs::read_to_string(&mark) {
        Ok(digest) => digest.trim_end().to_owned(),
        Err(error) => error.to_string(),
    };
    if found != compiled.digest {
        return Err(format!(
            "expected the pages in {} to be made from the same content as {}, of digest {}, found {found} in {}; run `cargo site build`",
            dist.display(),
            file.display(),
            compiled.digest,
            mark.display()
        ));
    }
    Ok(compiled.content)
}
