//! Measures the time of `cargo site check`, by size of the site, and the additional time for a line with a problem in every word.

use crate::large_site::{self, SIZES};
use crate::workspace;
use anyhow::Result;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Measures the check for each size of site, and compares it with another build if one is given.
pub fn bench(baseline: Option<PathBuf>) -> Result<()> {
    let mut programs = vec![workspace::site()?];
    programs.extend(baseline);
    for articles in SIZES {
        let site = large_site::write(articles)?;
        measure(&programs, site.path(), &format!("{articles} articles"))?;
    }
    let site = large_site::write(SIZES[0])?;
    large_site::add_long_line(site.path())?;
    measure(&programs, site.path(), "one line of 64 KB")
}

/// Measures the check of a site with each program.
fn measure(programs: &[PathBuf], site: &Path, name: &str) -> Result<()> {
    let mut hyperfine = Command::new("hyperfine");
    hyperfine.args(["--shell", "none", "--warmup", "2"]);
    for program in programs {
        let program = program.display();
        hyperfine.args(["--command-name", &format!("{name}, {program}")]);
        hyperfine.arg(format!("'{program}' check"));
    }
    workspace::run(hyperfine.current_dir(site))
}
