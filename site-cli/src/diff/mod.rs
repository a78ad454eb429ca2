//! `cargo site diff [BASE]`: what a change means to those who read the site,
//! for reviewers who do not read its source.
//!
//! 1. `side`: the content of both sides, loaded and compiled, with all that waits for its day
//! 2. `pages`: which page of the one is which page of the other
//! 3. `sections`: the differences between two sides, from `moves`, `lines`, `fees`, `facts`, `quotes`, `disclaimers`, `compliance`
//! 4. `moments`: the differences now and from each moment ahead, each said once
//! 5. `approvers`: the people who have to agree
//! 6. `screenshots`, where they are asked for
//! 7. `comment`: all of it, a section each
//! 8. `comparison`: of all that, what only compliance can judge
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
    /// Take pictures of the pages that look different, before and after, into this folder
    #[arg(long, value_name = "FOLDER")]
    screenshots: Option<PathBuf>,
    /// Write the addresses of the pages that change into this file, a line each: now, then from each moment ahead, which follows
    #[arg(long, value_name = "FILE")]
    changed: Option<PathBuf>,
}

/// Prints the comment. Returns true whatever it says.
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
