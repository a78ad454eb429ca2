//! `cargo site diff [BASE]`: shows how a change affects the site, for reviewers who don't read its source.
//!
//! 1. `side`: the content of both sides, loaded and compiled, with all scheduled changes
//! 2. `pages`: pairs each old page with its new page
//! 3. `sections`: the differences between two sides, from `moves`, `lines`, `fees`, `facts`, `quotes`, `disclaimers`,
//!    `compliance`
//! 4. `moments`: the differences now and at each future moment, each reported once
//! 5. `approvers`: the people who must approve the change
//! 6. `screenshots`, if requested
//! 7. `comment`: the complete report, in sections
//! 8. `comparison`: only the parts that need compliance approval
//! 9. `entry`, `words`: the parts of the comment

mod approvers;
mod comment;
mod comparison;
pub mod compliance;
mod disclaimers;
pub mod entry;
mod facts;
pub mod fees;
pub mod lines;
mod moments;
mod moves;
pub mod pages;
mod quotes;
mod screenshots;
pub mod sections;
pub mod side;
mod words;

pub use comparison::Comparison;

use crate::revision::Revision;
use crate::run::print;
use crate::workspace::Workspace;
use anyhow::Result;
use clap::Args;
use comment::Comment;
use fs_err as fs;
pub use side::Side;
use side::Version;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct Arguments {
    /// The Git revision to compare with; without it, the merge base with main
    base: Option<String>,
    /// The Git revision to compare; without it, the files on disk
    #[arg(long, value_name = "REVISION")]
    head: Option<String>,
    /// Take screenshots of the pages that look different, before and after, and write them into this folder
    #[arg(long, value_name = "FOLDER")]
    screenshots: Option<PathBuf>,
    /// Write the addresses of the changed pages into this file, one per line: now, then at each future moment, which
    /// follows the address
    #[arg(long, value_name = "FILE")]
    changed: Option<PathBuf>,
}

/// Prints the comment. Always returns true.
pub fn diff(arguments: &Arguments) -> Result<bool> {
    let workspace = Workspace::find()?;
    let head = match &arguments.head {
        Some(name) => Some(Revision::named(&workspace, name)?),
        None => None,
    };
    let base = match &arguments.base {
        Some(name) => Revision::named(&workspace, name)?,
        None => Revision::merge_base_with_main(&workspace, head.as_ref())?,
    };
    let base = Version::load(&workspace, Some(base))?;
    let head = Version::load(&workspace, head)?;
    let shots = match &arguments.screenshots {
        Some(folder) => screenshots::take(&workspace, &base, &head, folder)?,
        None => Vec::new(),
    };
    let comment = Comment::new(&base, &head, shots);
    if let Some(path) = &arguments.changed {
        let mut lines = String::new();
        for page in comment.changed_pages() {
            lines += &format!("{page}\n");
        }
        fs::write(path, lines)?;
    }
    print(&comment.markdown())?;
    Ok(true)
}
